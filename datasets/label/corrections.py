"""What a reviewer changed in one picture."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from ...scoring.tiles import Tile
from ..overlap import shared_area
from ..quads import Quad
from ..records import PictureRecord, TileLabel

__all__ = ["Corrections", "Reviewed", "compare"]

_SAME_TILE = 0.3
"""Shared part of two outlines' joint area from which they are the same tile. A corrected outline
shares more than half; neighbours in a row share next to nothing."""
_SAME_PLACE_PX = 1.0
"""Distance of corners up to which an outline was not moved: formats round, people do not."""


@dataclass(slots=True)
class Corrections:
    """How often what was read was corrected, by class."""

    pictures: int = 0
    changed: int = 0
    """Pictures with any correction."""
    pairs: Counter[tuple[Tile, Tile]] = field(default_factory=Counter)
    """(read, right) for every tile that is one in both; equal where the reading was right."""
    added: Counter[Tile] = field(default_factory=Counter)
    """Tiles that had not been found."""
    removed: Counter[Tile] = field(default_factory=Counter)
    """Readings that are no tile."""
    moved: int = 0
    """Tiles whose outline was corrected."""

    @property
    def renamed(self) -> int:
        """Return the number of tiles that were read as another."""
        return sum(count for (read, right), count in self.pairs.items() if read is not right)

    def to_json(self) -> dict[str, Any]:
        """Return the counts as a JSON object, with a row for each class that was met."""
        rows = []
        for tile in Tile:
            row: dict[str, Any] = {
                "tile": tile.code,
                "read": sum(n for (read, _), n in self.pairs.items() if read is tile)
                + self.removed[tile],
                "right": self.pairs[tile, tile],
                "corrected": {
                    right.code: n
                    for (read, right), n in sorted(
                        self.pairs.items(), key=lambda pair: pair[0][1].index
                    )
                    if read is tile and right is not tile
                },
                "removed": self.removed[tile],
                "added": self.added[tile],
            }
            if row["read"] or row["added"]:
                rows.append(row)
        return {
            "pictures": self.pictures,
            "changed": self.changed,
            "renamed": self.renamed,
            "added": self.added.total(),
            "removed": self.removed.total(),
            "moved": self.moved,
            "classes": rows,
        }


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A picture after review."""

    record: PictureRecord
    origins: tuple[int | None, ...]
    """For each tile the number of the unmoved tile it was before; None for another outline."""


def compare(read: PictureRecord, right: PictureRecord, counts: Corrections) -> Reviewed:
    """Count what differs and return the corrected record.

    Tiles keep what was known of them and their order. Hand and groups are dropped where any tile
    was renamed, added or removed: they may no longer be right.
    """
    pairs = _pairs(read, right)
    tiles: list[TileLabel] = []
    origins: list[int | None] = []
    same = True
    for number, label in enumerate(read.tiles):
        if number not in pairs:
            counts.removed[label.tile] += 1
            same = False
            continue
        new = right.tiles[pairs[number]]
        counts.pairs[label.tile, new.tile] += 1
        moved = not _is_same_place(label.quad, new.quad)
        counts.moved += moved
        same = same and label.tile is new.tile
        tiles.append(_corrected(label, new, moved=moved))
        origins.append(None if moved else number)
    found = set(pairs.values())
    for number, label in enumerate(right.tiles):
        if number not in found:
            counts.added[label.tile] += 1
            same = False
            tiles.append(replace(label, group=None, confidence=None))
            origins.append(None)
    counts.pictures += 1
    counts.changed += not same or None in origins
    if same:
        return Reviewed(replace(read, tiles=tuple(tiles)), tuple(origins))
    bare = tuple(replace(label, group=None) for label in tiles)
    return Reviewed(replace(read, tiles=bare, groups=(), hand="", winning=None), tuple(origins))


def _corrected(label: TileLabel, new: TileLabel, *, moved: bool) -> TileLabel:
    if label.tile is not new.tile:
        label = replace(label, tile=new.tile, confidence=None, red=new.red)
    if moved:
        label = replace(label, quad=new.quad, corners=new.corners, turn=None)
    return label


def _pairs(read: PictureRecord, right: PictureRecord) -> dict[int, int]:
    """Return which tile of the one is which of the other; those that share most go first."""
    shares = sorted(
        (-share, a, b)
        for a, first in enumerate(read.tiles)
        for b, second in enumerate(right.tiles)
        if (share := _shared(first, second)) >= _SAME_TILE
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, a, b in shares:
        if a not in pairs and b not in taken:
            pairs[a] = b
            taken.add(b)
    return pairs


def _shared(first: TileLabel, second: TileLabel) -> float:
    """Return the area that two outlines share, as a share of what they cover together."""
    ax0, ay0, ax1, ay1 = first.quad.box
    bx0, by0, bx1, by1 = second.quad.box
    if ax1 < bx0 or bx1 < ax0 or ay1 < by0 or by1 < ay0:
        return 0.0
    both = shared_area(first, second)
    together = abs(first.quad.area) + abs(second.quad.area) - both
    return both / together if together > 0 else 0.0


def _is_same_place(first: Quad, second: Quad) -> bool:
    """Say whether the outlines are the same, from whichever corner they start."""
    return any(
        all(
            abs(ax - bx) <= _SAME_PLACE_PX and abs(ay - by) <= _SAME_PLACE_PX
            for (ax, ay), (bx, by) in zip(
                first.corners, second.turned(quarter).corners, strict=True
            )
        )
        for quarter in range(4)
    )

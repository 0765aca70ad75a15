"""Cuts the rows of a picture into the parts that a hand is made of, closed kongs among them."""

from collections.abc import Collection, Sequence

import numpy as np

from ..scoring.tiles import Tile
from .laid import KONG_TILES, Part
from .layout import Layout
from .seeing import SeenTile

__all__ = ["Cutter"]

_KONG_ENDS = (2.75, 3.35)
"""Least and most between the middles of a kong's outer tiles, in tile widths: 3 if tight."""
_WALL = 0.4
"""Four backs nearer than this, in tile heights, to a longer row of backs are a piece of a wall."""
_INNER = (1, 2)
_DOWN = {(0,), (1,), (2,), (3,), _INNER, (0, 3)}
"""Which tiles of a closed kong people turn down."""


class Cutter:
    """Cuts the rows of one picture, however its tiles are named."""

    def __init__(self, seen: Sequence[SeenTile], layout: Layout) -> None:
        self._backs = backs = tuple(one.is_back for one in seen)
        self._faint = tuple(one.is_faint for one in seen)
        self._layout = layout
        self._segments = [segment.tiles for segment in layout.segments]
        rows_with_backs = {s.row for s in layout.segments if any(backs[tile] for tile in s.tiles)}
        # A tile by itself may be one end of a kong whose middle was overlooked.
        near = {
            tile: segment.row in rows_with_backs or len(segment.tiles) == 1
            for segment in layout.segments
            for tile in segment.tiles
        }
        self._near_backs = tuple(near[place] for place in range(len(backs)))
        self._known: dict[tuple[object, ...], list[Part]] = {}

    def parts(self, names: tuple[Tile, ...]) -> list[Part]:
        """Return the parts that may be of the hand; names matter only where backs lie."""
        key = tuple(
            name if near else name.is_bonus
            for name, near in zip(names, self._near_backs, strict=True)
        )
        parts = self._known.get(key)
        if parts is None:
            numbers = range(len(self._segments))
            cut = [part for number in numbers for part in self._cut(number, names)]
            parts = self._known[key] = self._with_unseen_backs(cut, names)
        return parts

    def _cut(self, number: int, names: tuple[Tile, ...]) -> list[Part]:
        """Return a segment without its bonus tiles, closed kongs in it by themselves."""
        tiles = [tile for tile in self._segments[number] if not names[tile].is_bonus]
        if not any(self._backs[tile] for tile in tiles):
            return [Part(tuple(tiles), number)] if tiles else []
        if len(tiles) == KONG_TILES and all(self._backs[tile] for tile in tiles):
            return [Part(tuple(tiles), number, unknown_kong=not self._is_of_wall(tiles))]
        parts: list[Part] = []
        begun: list[int] = []
        place = 0
        while place < len(tiles):
            four = tuple(tiles[place : place + 4])
            faint = any(self._faint[tile] for tile in four)
            kong = _closed_kong([names[tile] for tile in four], {_INNER} if faint else _DOWN)
            if kong is not None:
                parts += [Part(tuple(begun), number)] if begun else []
                parts.append(Part(four, number, kong))
                begun, place = [], place + 4
            else:
                begun.append(tiles[place])
                place += 1
        return [*parts, Part(tuple(begun), number)] if begun else parts

    def _is_of_wall(self, tiles: Sequence[int]) -> bool:
        """Tell whether a longer row of backs lies close to these."""
        near = _WALL * float(np.median(self._layout.heights[list(tiles)]))
        return any(
            len(segment) > KONG_TILES
            and all(self._backs[tile] for tile in segment)
            and float(self._layout.apart(tiles, segment).min()) < near
            for segment in self._segments
        )

    def _with_unseen_backs(self, parts: list[Part], names: tuple[Tile, ...]) -> list[Part]:
        """Join two equal tiles with just the room for two between them: the ends of a closed kong.

        Backs of the colour of the cloth are easily overlooked.
        """
        joined: list[Part] = []
        for part in parts:
            before = joined[-1] if joined else None
            if before is not None and self._are_ends_of_a_kong(before, part, names):
                both = (*before.tiles, *part.tiles)
                joined[-1] = Part(both, before.segment, names[part.tiles[-1]])
            else:
                joined.append(part)
        return joined

    def _are_ends_of_a_kong(self, one: Part, other: Part, names: tuple[Tile, ...]) -> bool:
        """Tell whether two parts of a row are two equal tiles with room for two between them."""
        rows = [self._layout.segments[part.segment].row for part in (one, other)]
        both = (*one.tiles, *other.tiles)
        faces = [tile for tile in both if not self._backs[tile]]
        if rows[0] != rows[1] or len(both) > 3 or faces != [both[0], both[-1]]:
            return False
        first, last = faces
        if names[first] is not names[last] or not names[first].forms_sets:
            return False
        apart = float(np.linalg.norm(self._layout.centres[last] - self._layout.centres[first]))
        wide = float(self._layout.widths[first] + self._layout.widths[last]) / 2
        return _KONG_ENDS[0] <= apart / wide <= _KONG_ENDS[1]


def _closed_kong(names: Sequence[Tile], down: Collection[tuple[int, ...]]) -> Tile | None:
    """Return which kong four tiles side by side are, one or two of which lie face down.

    `down` says which may: of a pung and a bare spot beside it nobody should make a kong.
    """
    faces = {name for name in names if name is not Tile.BACK}
    backs = [place for place, name in enumerate(names) if name is Tile.BACK]
    if len(names) != KONG_TILES or len(faces) != 1 or tuple(backs) not in down:
        return None
    tile = next(iter(faces))
    return tile if tile.forms_sets else None

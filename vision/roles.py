"""What each part of a hand is: concealed tiles, sets open or closed, the winning tile."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from ..scoring.errors import HandError
from ..scoring.laid import GroupKind
from ..scoring.melds import Meld, MeldKind
from ..scoring.tiles import Tile
from .laid import Laid, Part
from .layout import Layout

__all__ = ["MELD_SIZES", "is_set", "roles"]

MELD_SIZES = (3, 4)
"""Tiles of a chow or pung, and of a kong."""
_APART = 0.55
"""Gap, in tile widths, from which on a set lies apart from the concealed row."""
_WIDER = 0.04
"""Gaps between sets are wider than those within them by more than this, in tile widths."""
_STRAIGHT, _STANDS_OUT = 0.22, 3.0
"""A tile stands out of its row when it strays from it by more than this, in tile heights (and by so
many times more than the others do)."""
_LINE_APART = 0.6
"""Parts of rows lie in different rows when they are shifted by more than this, in tile heights."""
_LEAST_CONCEALED = 4
"""So many tiles side by side that are no set are concealed tiles, and no part of a set."""
_SETS_IN_A_ROW = 6
"""From so many tiles on a part other than the concealed row may be several sets."""
_KINDS = {
    MeldKind.CHOW: GroupKind.CHOW,
    MeldKind.PUNG: GroupKind.PUNG,
    MeldKind.KONG: GroupKind.KONG,
    MeldKind.PAIR: GroupKind.PAIR,
}


@dataclass(frozen=True, slots=True)
class _Whole:
    """What all parts together say of each."""

    is_complete: bool
    """Whether the tiles are a whole mahjong."""
    is_in_one: bool
    """Whether the concealed tiles lie in one part."""


def roles(
    parts: Sequence[Part], names: tuple[Tile, ...], layout: Layout, *, complete: bool
) -> list[Laid]:
    """Return the groups that the parts of a hand are; bonus tiles and other tiles left out.

    `complete` says that the tiles are a whole mahjong.
    """
    return _Roles(names, layout).of(parts, complete=complete)


class _Roles:
    """Gives the parts of one hand their roles."""

    def __init__(self, names: tuple[Tile, ...], layout: Layout) -> None:
        self._names = names
        self._layout = layout

    def of(self, parts: Sequence[Part], *, complete: bool) -> list[Laid]:
        """Return the groups."""
        kongs = [part for part in parts if part.is_kong]
        groups = [
            Laid(GroupKind.KONG, False, part.tiles, part.kong)  # one of backs alone stays unnamed
            for part in kongs
        ]
        faces = [
            Part(tuple(t for t in part.tiles if self._names[t] is not Tile.BACK), part.segment)
            for part in parts
            if not part.is_kong
        ]
        faces = [part for part in faces if part.tiles]
        winning = self._winning(faces) if complete else None
        if winning is None and complete:
            faces, winning = self._turned_end(faces)
        rest = [part for part in faces if part is not winning]
        concealed = self._concealed(rest)
        in_one = concealed is not None and sum(not _sets(p.tiles, self._names) for p in rest) <= 1
        for part in rest:
            groups += self._role(part, concealed, _Whole(complete, in_one))
        if winning is not None:
            groups.append(Laid(GroupKind.WINNING, None, winning.tiles))
        return groups

    def _winning(self, parts: list[Part]) -> Part | None:
        """Return the single tile that lies apart and makes the hand full."""
        single = [part for part in parts if len(part.tiles) == 1]
        if len(parts) < 2 or not single:
            return None

        def alone(part: Part) -> float:
            """Return how far it lies from the nearest tile of another part, in pixels."""
            others = [tile for other in parts if other is not part for tile in other.tiles]
            return float(self._layout.apart(part.tiles, others).min())

        return max(single, key=alone)

    def _turned_end(self, parts: list[Part]) -> tuple[list[Part], Part | None]:
        """Split off the tile that stands out at an end of the longest part, where one does.

        It lies sideways, or askew or shifted beside a row that is straight.
        """
        longest = max(parts, key=lambda part: len(part.tiles), default=None)
        if longest is None or len(longest.tiles) < _SETS_IN_A_ROW - 1:
            return parts, None
        layout, tiles = self._layout, longest.tiles
        stray = [layout.stray[tile] for tile in tiles]
        usual = max(_STRAIGHT, _STANDS_OUT * float(np.median(stray)))
        out = [layout.turned[t] or off > usual for t, off in zip(tiles, stray, strict=True)]
        if sum(out) != 1 or not (out[0] or out[-1]):
            return parts, None
        single, rest = (tiles[:1], tiles[1:]) if out[0] else (tiles[-1:], tiles[:-1])
        others = [part for part in parts if part is not longest]
        return [*others, replace(longest, tiles=rest)], replace(longest, tiles=single)

    def _concealed(self, parts: list[Part]) -> Part | None:
        """Return the part that holds the concealed tiles; None where all lies set by set."""
        loose = [part for part in parts if not _sets(part.tiles, self._names)]
        large = max(loose, key=lambda part: len(part.tiles), default=None)
        if large is not None and len(large.tiles) >= _LEAST_CONCEALED:
            return large
        several = [part for part in parts if len(part.tiles) >= _SETS_IN_A_ROW]
        if several:
            centres = self._layout.centres
            return max(several, key=lambda part: float(centres[list(part.tiles), 1].mean()))
        # A pair or less by itself: the concealed tiles where all the sets lie in other rows.
        if large is not None and len(parts) > 1 and self._alone(large, parts):
            return large
        return None

    def _alone(self, one: Part, parts: list[Part]) -> bool:
        """Tell whether a part has a row to itself."""
        return all(self._in_other_rows(part, one) for part in parts if part is not one)

    def _in_other_rows(self, part: Part, other: Part) -> bool:
        """Tell whether two parts lie in different rows, and not side by side in broken ones."""
        if self._layout.segments[part.segment].row == self._layout.segments[other.segment].row:
            return False
        return self._layout.shift(part.tiles, other.tiles) > _LINE_APART

    def _role(self, part: Part, concealed: Part | None, whole: _Whole) -> list[Laid]:
        """Return the groups that a part is: concealed tiles, a pair, one set or several."""
        if part is concealed:
            return [Laid(GroupKind.CONCEALED, False, part.tiles)]
        sets = _sets(part.tiles, self._names)
        if not sets:
            pair = len(part.tiles) == 2 and self._names[part.tiles[0]] is self._names[part.tiles[1]]
            if concealed is None and pair:
                return [Laid(GroupKind.PAIR, None, part.tiles)]
            return [Laid(GroupKind.CONCEALED, False, part.tiles)]
        # Before the end nobody lays out sets but open ones; a winner may lay all tiles in two rows.
        unclear = whole.is_complete and len(sets) > 1
        open_ = None if unclear else self._openness(part, concealed, whole)
        return [
            Laid(
                _KINDS[_meld(tiles, self._names).kind],
                True if any(self._layout.turned[tile] for tile in tiles) else open_,
                tiles,
            )
            for tiles in sets
        ]

    def _openness(self, part: Part, concealed: Part | None, whole: _Whole) -> bool | None:
        """Say whether sets were made with a claimed tile, as far as their place tells."""
        # A row of nothing but sets may as well be the open ones.
        if concealed is None or (whole.is_complete and _sets(concealed.tiles, self._names)):
            return None
        if self._in_other_rows(part, concealed):
            return True
        if whole.is_complete and self._is_set_by_set(concealed):
            return None
        # A winner may lay the tiles out set by set; gaps tell only where the others are in one row.
        one_row = whole.is_in_one and len(concealed.tiles) > _LEAST_CONCEALED
        apart = self._gap(part, concealed) >= _APART
        return True if apart and (one_row or not whole.is_complete) else None

    def _is_set_by_set(self, part: Part) -> bool:
        """Tell whether the gaps in a part are wider between its sets than within them."""
        pieces = _sets_and_pair(part.tiles, self._names)
        within = [self._between(*pair) for piece in pieces for pair in pairwise(piece)]
        between = [self._between(one[-1], two[0]) for one, two in pairwise(pieces)]
        return bool(between) and min(between) > max(within) + _WIDER

    def _gap(self, part: Part, other: Part) -> float:
        """Return how far two parts of a row are apart, in tile widths."""
        centres = self._layout.centres
        first, second = sorted((part, other), key=lambda one: centres[one.tiles[0], 0])
        return self._between(first.tiles[-1], second.tiles[0])

    def _between(self, left: int, right: int) -> float:
        """Return the gap between two tiles side by side, in tile widths."""
        layout = self._layout
        along = float(np.linalg.norm(layout.centres[right] - layout.centres[left]))
        wide = float(layout.widths[left] + layout.widths[right]) / 2
        return (along - wide) / float(min(layout.widths[left], layout.widths[right]))


def _sets(tiles: Sequence[int], names: tuple[Tile, ...]) -> list[tuple[int, ...]]:
    """Cut tiles side by side into sets of three or four; empty where that leaves some over."""
    if len(tiles) in MELD_SIZES:
        return [tuple(tiles)] if _meld_or_none([names[t] for t in tiles]) else []
    if len(tiles) < _SETS_IN_A_ROW:
        return []
    for size in MELD_SIZES:
        if _meld_or_none([names[t] for t in tiles[:size]]):
            rest = _sets(tiles[size:], names)
            if rest:
                return [tuple(tiles[:size]), *rest]
    return []


def _sets_and_pair(tiles: Sequence[int], names: tuple[Tile, ...]) -> list[tuple[int, ...]]:
    """Cut tiles side by side into sets and at most a pair; empty where that leaves some over."""
    whole = _sets(tiles, names)
    if whole:
        return whole
    for start in range(len(tiles) - 1):
        before, pair, after = tiles[:start], tiles[start : start + 2], tiles[start + 2 :]
        if names[pair[0]] is not names[pair[1]]:
            continue
        left, right = _sets(before, names), _sets(after, names)
        if (left or not before) and (right or not after):
            return [*left, tuple(pair), *right]
    return []


def _meld_or_none(tiles: Sequence[Tile]) -> Meld | None:
    """Return the set that tiles are, None where they are no set."""
    try:
        return Meld.of(tiles, open=True)
    except HandError:
        return None


def _meld(tiles: Sequence[int], names: tuple[Tile, ...]) -> Meld:
    """Return the set that tiles are, which are known to be one."""
    return Meld.of([names[tile] for tile in tiles], open=True)


def is_set(tiles: Sequence[int], names: tuple[Tile, ...]) -> bool:
    """Tell whether tiles are a set of three or four."""
    return _is_meld(tuple(names[tile] for tile in tiles))


@lru_cache(maxsize=1 << 14)
def _is_meld(tiles: tuple[Tile, ...]) -> bool:
    """Tell whether tiles are a set; remembered, for the search asks often."""
    return _meld_or_none(tiles) is not None

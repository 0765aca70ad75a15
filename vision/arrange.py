"""What the tiles of a picture are to a hand, once each has a name: which are of it, and as what.

The likeliest of the ways that the layout allows is taken. Likelihoods are natural logarithms; the
constants are judgements about how people lay tiles out, not fitted to any photos.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from ..scoring.engine import score
from ..scoring.errors import HandError
from ..scoring.hand import WAITING_HAND, WHOLE_HAND, Hand, Situation, Win
from ..scoring.laid import GroupKind
from ..scoring.melds import Meld, MeldKind
from ..scoring.readings import count, is_regular
from ..scoring.result import Rejected
from ..scoring.tiles import Tile, Wind
from .layout import Layout
from .seeing import SeenTile

__all__ = ["BEST_WEIGHT", "Arranged", "Arranger", "Laid", "hand_of"]

BEST_WEIGHT = 8.0
"""Weight of a complete hand of 14, beside any other tiles."""
_LARGE_HAND = 17
"""Tiles of a complete hand where 16 are held, as in Taiwan."""
_COMPLETE, _COMPLETE_LARGE, _WAITING, _WHOLE = BEST_WEIGHT, 6.5, 2.5, 1.5
"""Weights of hands: complete ones, one tile short of that, as many tiles but no mahjong."""
_SET = 1.5
"""Weight of three or four tiles by themselves that are a set."""
_TOO_MANY, _TOO_FEW = 1.5, 0.3
"""Cost of every tile that a hand has too many or too few."""
_DROP = 1.3
"""Cost of leaving out a tile that lies with the hand."""
_FAR, _FAR_FROM = 0.35, 0.9
"""Cost of taking in a tile, for every tile height that it is farther from the hand than this."""
_OTHER_SIZE, _OTHER_SIZE_FROM = 2.5, 0.22
_LOOSE, _AWAY = 1.0, 0.8
"""Cost of taking in a tile that lies askew, or with its top towards the reader."""
_KONG_ENDS = (2.75, 3.35)
"""Between the middles of a kong's outer tiles, in tile widths."""
_BONUS_JOINS = 0.4
"""Bonus tiles are of the hand up to this cost of taking one in rather than leaving it out."""
_MOST_OPEN_QUESTIONS = 7
"""Parts of which it is tried both to take them in and to leave them out."""
_MELD_SIZES = (3, 4)
_APART = 0.55
"""Gap, in tile widths, from which on a set lies apart from the concealed row."""
_STRAIGHT, _STANDS_OUT = 0.22, 3.0
"""A tile stands out of its row when it strays from it by more than this, in tile heights (and by so
many times more than the others do)."""
_LINE_APART = 0.6
"""Parts of rows lie in different rows when they are shifted by more than this, in tile heights."""
_LEAST_CONCEALED = 4
"""So many tiles side by side that are no set are concealed tiles, and no part of a set."""
_SETS_IN_A_ROW = 6
"""From so many tiles on a part other than the concealed row may be several sets."""
_ANY = Situation(Wind.EAST, Wind.EAST, Win.DISCARD)

_INDEX = attrgetter("index")


def _plain(number: int) -> float:
    """Return the weight of a hand of so many tiles that is not complete."""
    if number > WHOLE_HAND:
        taiwan = _WAITING if number == _LARGE_HAND - 1 else 0.0
        return taiwan - _TOO_MANY * (number - WHOLE_HAND)
    if number == WHOLE_HAND:
        return _WHOLE
    return _WAITING - _TOO_FEW * (WAITING_HAND - number)


_PLAIN = np.array([_plain(number) for number in range(200)])
_KINDS = {
    MeldKind.CHOW: GroupKind.CHOW,
    MeldKind.PUNG: GroupKind.PUNG,
    MeldKind.KONG: GroupKind.KONG,
    MeldKind.PAIR: GroupKind.PAIR,
}


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles that lie together and what they are."""

    kind: GroupKind
    open: bool | None
    tiles: tuple[int, ...]
    """Places in the tuple of tiles seen, left to right."""
    hidden: Tile | None = None
    """What the face-down tiles of a kong are."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """All tiles of a picture, arranged."""

    groups: tuple[Laid, ...]
    hand: Hand | None
    weight: float
    """How likely people lay tiles out so: a logarithm, up to an unknown constant."""
    tile_count: int
    """Tiles of the hand, a kong counted as three and bonus tiles left out."""
    is_complete: bool
    share: float = 1.0
    """How likely it is beside other ways to choose the tiles of the hand, 0 to 1."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a row, or a closed kong within one: its faces and backs, bonus tiles left out."""

    tiles: tuple[int, ...]
    segment: int
    kong: Tile | None = None
    """A closed kong's tile."""
    unknown_kong: bool = False
    """Four tiles face down."""

    @property
    def is_kong(self) -> bool:
        return self.kong is not None or self.unknown_kong


@dataclass(frozen=True, slots=True)
class _Whole:
    """What all parts together say of each."""

    is_complete: bool
    is_in_one: bool
    """Whether the concealed tiles lie in one part."""


@dataclass(frozen=True, slots=True, eq=False)
class _Ways:
    """Ways to choose parts."""

    taken: NDArray[np.int64]
    """(ways, parts) 1 for a part taken in."""
    costs: NDArray[np.float64]
    """(ways)"""


@dataclass(frozen=True, slots=True)
class _Choice:
    """The parts taken for the hand, how likely that is, and how likely beside other choices."""

    parts: list[_Part]
    weight: float
    share: float


class Arranger:
    """Arranges the tiles of one picture, however they are named."""

    def __init__(self, seen: Sequence[SeenTile], layout: Layout) -> None:
        self._backs = tuple(one.is_back for one in seen)
        self._layout = layout
        self._segments = [segment.tiles for segment in layout.segments]
        rows = {s.row for s in layout.segments if any(self._backs[tile] for tile in s.tiles)}
        near = {t: s.row in rows or _may_be_ends(s.tiles) for s in layout.segments for t in s.tiles}
        self._near_backs = tuple(near[place] for place in range(len(seen)))
        self._main = self._main_segment()
        self._steps = self._all_steps()
        self._joining = [self._cost_of_joining(segment) for segment in self._segments]
        self._known: dict[tuple[Tile, ...], Arranged] = {}
        self._cut_parts: dict[tuple[object, ...], list[_Part]] = {}
        self._known_ways: dict[tuple[tuple[int, ...], ...], _Ways] = {}

    def arrange(self, names: tuple[Tile, ...]) -> Arranged:
        """Return the likeliest arrangement of tiles of these names; backs are `Tile.BACK`."""
        found = self._known.get(names)
        if found is None:
            found = self._known[names] = self._arrange(names)
        return found

    def _main_segment(self) -> int:
        """Return the part that is most likely the concealed row or the middle of the hand."""
        if not self._segments:
            return -1
        sizes = np.sqrt(self._layout.widths * self._layout.heights)
        largest = float(sizes.max())
        lowest = float(self._layout.centres[:, 1].max()) + 1e-6
        highest = float(self._layout.centres[:, 1].min())

        def worth(number: int) -> float:
            tiles = list(self._segments[number])
            faces = sum(not self._backs[t] and not self._layout.loose[t] for t in tiles)
            low = (float(self._layout.centres[tiles, 1].mean()) - highest) / (lowest - highest)
            return min(faces, WHOLE_HAND) * float(sizes[tiles].mean()) / largest * (1 + 0.3 * low)

        return max(range(len(self._segments)), key=worth)

    def _cost_of_joining(self, tiles: Sequence[int]) -> float:
        """Return what it costs to take a part in rather than to leave it out."""
        layout = self._layout
        main = list(self._segments[self._main])
        if tuple(main) == tuple(tiles):
            return -math.inf
        size = float(np.sqrt(layout.widths * layout.heights)[main].mean())
        own = np.sqrt(layout.widths * layout.heights)[list(tiles)]
        other_size = np.abs(np.log(own / size)) - _OTHER_SIZE_FROM
        far = max(0.0, self._distance(tiles) - _FAR_FROM)
        cost = len(tiles) * _FAR * far + _OTHER_SIZE * float(np.maximum(other_size, 0).sum())
        cost += sum(_LOOSE for tile in tiles if layout.loose[tile])
        cost += sum(_AWAY for tile in tiles if layout.upside_down[tile])
        return cost - _DROP * len(tiles)

    def _distance(self, tiles: Sequence[int]) -> float:
        """Return the longest step from the main part to these tiles, over others, in heights."""
        return self._steps[self._segments.index(tuple(tiles))]

    def _all_steps(self) -> list[float]:
        if not self._segments:
            return []
        layout = self._layout
        unit = float(np.median(layout.heights[list(self._segments[self._main])]))
        gap_x = np.abs(layout.centres[:, None, 0] - layout.centres[None, :, 0])
        gap_x = gap_x - (layout.widths[:, None] + layout.widths[None]) / 2
        gap_y = np.abs(layout.centres[:, None, 1] - layout.centres[None, :, 1])
        gap_y = gap_y - (layout.heights[:, None] + layout.heights[None]) / 2
        apart = np.maximum(np.maximum(gap_x, gap_y), 0) / unit
        parts = [list(segment) for segment in self._segments]
        between = np.array([[apart[np.ix_(a, b)].min() for b in parts] for a in parts])
        reached = {self._main: 0.0}
        while len(reached) < len(parts):
            step, new = min(
                (max(far, float(between[old, new])), new)
                for old, far in reached.items()
                for new in range(len(parts))
                if new not in reached
            )
            reached[new] = step
        return [reached[number] for number in range(len(parts))]

    def weigh(self, names: tuple[Tile, ...]) -> float:
        """Return the weight of the likeliest arrangement, without giving the parts their roles."""
        return self._choose(self._parts(names), names).weight if names else 0.0

    def ceiling(self, names: tuple[Tile, ...]) -> float:
        """Return what the weight may be at most, however the tiles of sets were named."""
        parts = self._parts(names)
        ways = self._ways(parts)
        numbers = ways.taken @ np.array([_size(part, self._backs) for part in parts], np.int64)
        # A kong takes a tile off: the number of tiles may be smaller by one for each four.
        near = np.isin(numbers[:, None] - np.arange(5), (WHOLE_HAND, _LARGE_HAND)).any(axis=1)
        weights = np.where(near, _COMPLETE, _PLAIN[np.minimum(numbers, len(_PLAIN) - 1)])
        sets = _SET * sum(len(part.tiles) in _MELD_SIZES for part in parts)
        return float((weights - ways.costs).max()) + sets

    def _arrange(self, names: tuple[Tile, ...]) -> Arranged:
        if not names:
            return Arranged((), None, 0.0, 0, False)
        bonus = [
            tile
            for number, segment in enumerate(self._segments)
            for tile in segment
            if names[tile].is_bonus and self._joining[number] <= _BONUS_JOINS * len(segment)
        ]
        parts = self._parts(names)
        choice = self._choose(parts, names)
        left = [part for part in parts if part not in choice.parts]
        return self._as_hand(choice, left, bonus, names)

    def _parts(self, names: tuple[Tile, ...]) -> list[_Part]:
        """Return the parts that may be of the hand; names matter only where backs lie."""
        key = tuple(
            name if near else name.is_bonus
            for name, near in zip(names, self._near_backs, strict=True)
        )
        parts = self._cut_parts.get(key)
        if parts is None:
            numbers = range(len(self._segments))
            cut = [part for number in numbers for part in self._cut(number, names)]
            parts = self._cut_parts[key] = self._with_unseen_backs(cut, names)
        return parts

    def _cut(self, number: int, names: tuple[Tile, ...]) -> list[_Part]:
        """Return a segment without its bonus tiles, closed kongs in it by themselves."""
        tiles = [tile for tile in self._segments[number] if not names[tile].is_bonus]
        if not any(self._backs[tile] for tile in tiles):
            return [_Part(tuple(tiles), number)] if tiles else []
        if len(tiles) == 4 and all(self._backs[tile] for tile in tiles):
            return [_Part(tuple(tiles), number, unknown_kong=True)]
        parts: list[_Part] = []
        begun: list[int] = []
        place = 0
        while place < len(tiles):
            four = tuple(tiles[place : place + 4])
            kong = _closed_kong([names[tile] for tile in four])
            if kong is not None:
                parts += [_Part(tuple(begun), number)] if begun else []
                parts.append(_Part(four, number, kong))
                begun, place = [], place + 4
            else:
                begun.append(tiles[place])
                place += 1
        return [*parts, _Part(tuple(begun), number)] if begun else parts

    def _with_unseen_backs(self, parts: list[_Part], names: tuple[Tile, ...]) -> list[_Part]:
        """Join two equal tiles with just the room for two between them: the ends of a closed kong.

        Backs of the colour of the cloth are easily overlooked.
        """
        joined: list[_Part] = []
        for part in parts:
            before = joined[-1] if joined else None
            if before is not None and self._are_ends_of_a_kong(before, part, names):
                both = (*before.tiles, *part.tiles)
                joined[-1] = _Part(both, before.segment, names[part.tiles[-1]])
            else:
                joined.append(part)
        return joined

    def _are_ends_of_a_kong(self, one: _Part, other: _Part, names: tuple[Tile, ...]) -> bool:
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

    def _choose(self, parts: list[_Part], names: tuple[Tile, ...]) -> _Choice:
        """Return the parts that make the likeliest hand."""
        if not parts:
            return _Choice([], 0.0, 1.0)
        ways = self._ways(parts)
        sizes = [_counted(part, names, self._backs) for part in parts]
        sets = [
            _SET if len(p.tiles) in _MELD_SIZES and _is_set(p.tiles, names) else 0.0 for p in parts
        ]
        numbers = ways.taken @ np.array([number for number, _ in sizes], np.int64)
        values = _PLAIN[np.minimum(numbers, len(_PLAIN) - 1)] - ways.costs
        values = values + ways.taken @ np.array(sets)
        for way in np.flatnonzero((numbers == WHOLE_HAND) | (numbers == _LARGE_HAND)).tolist():
            tiles = [tile for n in np.flatnonzero(ways.taken[way]) for tile in sizes[n][1]]
            kongs = sum(parts[n].is_kong for n in np.flatnonzero(ways.taken[way]))
            number = int(numbers[way])
            if _is_complete(number, kongs, _in_order(tiles)):
                complete = _COMPLETE if number == WHOLE_HAND else _COMPLETE_LARGE
                values[way] += complete - float(_PLAIN[number])
        best = int(values.argmax())
        share = 1 / float(np.exp(values - values[best]).sum())
        chosen = [part for part, taken in zip(parts, ways.taken[best], strict=True) if taken]
        return _Choice(chosen, float(values[best]), share)

    def _ways(self, parts: list[_Part]) -> _Ways:
        """Return every way to take in or leave out the parts that may be of the hand or not."""
        key = tuple(part.tiles for part in parts)
        found = self._known_ways.get(key)
        if found is not None:
            return found
        costs = [self._part_cost(part) for part in parts]
        order = sorted(range(len(parts)), key=lambda n: abs(costs[n]))
        asked = [n for n in order if math.isfinite(costs[n])][:_MOST_OPEN_QUESTIONS]
        fixed = [n for n in range(len(parts)) if n not in asked and costs[n] < 0]
        taken = np.zeros((2 ** len(asked), len(parts)), np.int64)
        taken[:, fixed] = 1
        if asked:
            taken[:, asked] = list(product((0, 1), repeat=len(asked)))
        finite = np.array([cost if math.isfinite(cost) else 0.0 for cost in costs])
        self._known_ways[key] = ways = _Ways(taken, taken @ finite)
        return ways

    def _part_cost(self, part: _Part) -> float:
        cost = self._joining[part.segment]
        if not math.isfinite(cost):
            return cost
        whole = len(self._segments[part.segment])
        if all(self._backs[tile] for tile in part.tiles) and not part.unknown_kong:
            return math.inf
        return cost * len(part.tiles) / whole

    def _as_hand(
        self, choice: _Choice, left: list[_Part], bonus: list[int], names: tuple[Tile, ...]
    ) -> Arranged:
        """Give every part its role."""
        sizes = [_counted(part, names, self._backs) for part in choice.parts]
        number = sum(size for size, _ in sizes)
        kongs = sum(part.is_kong for part in choice.parts)
        tiles = _in_order([tile for _, tiles in sizes for tile in tiles])
        complete = _is_complete(number, kongs, tiles)
        groups = self._roles(choice.parts, names, complete=complete)
        taken = {tile for group in groups for tile in group.tiles}
        if bonus:
            groups.append(Laid(GroupKind.BONUS, None, tuple(bonus)))
        groups += [
            Laid(GroupKind.OTHER, None, lone)
            for segment in self._segments
            if (lone := tuple(t for t in segment if names[t].is_bonus and t not in bonus))
        ]
        for part in (*left, *choice.parts):
            rest = tuple(tile for tile in part.tiles if tile not in taken)
            if rest:
                groups.append(Laid(GroupKind.OTHER, None, rest))
        groups.sort(key=self._place)
        hand = hand_of(groups, names)
        return Arranged(tuple(groups), hand, choice.weight, number, complete, choice.share)

    def _place(self, group: Laid) -> tuple[int, int]:
        """Return where a group comes in reading order."""
        for number, segment in enumerate(self._segments):
            if group.tiles[0] in segment:
                return number, segment.index(group.tiles[0])
        raise ValueError(f"tile {group.tiles[0]} lies in no segment")

    def _roles(self, parts: list[_Part], names: tuple[Tile, ...], *, complete: bool) -> list[Laid]:
        kongs = [part for part in parts if part.is_kong]
        groups = [
            Laid(GroupKind.KONG, False, part.tiles, part.kong)  # one of backs alone stays unnamed
            for part in kongs
        ]
        faces = [
            _Part(tuple(t for t in part.tiles if not self._backs[t]), part.segment)
            for part in parts
            if not part.is_kong
        ]
        faces = [part for part in faces if part.tiles]
        winning = self._winning(faces) if complete else None
        if winning is None and complete:
            faces, winning = self._turned_end(faces)
        rest = [part for part in faces if part is not winning]
        concealed = self._concealed(rest, names)
        in_one = concealed is not None and sum(not _sets(p.tiles, names) for p in rest) <= 1
        for part in rest:
            groups += self._role(part, concealed, names, _Whole(complete, in_one))
        if winning is not None:
            groups.append(Laid(GroupKind.WINNING, None, winning.tiles))
        return groups

    def _winning(self, parts: list[_Part]) -> _Part | None:
        """Return the single tile that lies apart and makes the hand full."""
        single = [part for part in parts if len(part.tiles) == 1]
        if len(parts) < 2 or not single:
            return None
        return max(single, key=lambda part: self._distance(self._segments[part.segment]))

    def _turned_end(self, parts: list[_Part]) -> tuple[list[_Part], _Part | None]:
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

    def _concealed(self, parts: list[_Part], names: tuple[Tile, ...]) -> _Part | None:
        """Return the part that holds the concealed tiles; None where all lies set by set."""
        loose = [part for part in parts if not _sets(part.tiles, names)]
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

    def _alone(self, one: _Part, parts: list[_Part]) -> bool:
        """Tell whether a part has a row to itself."""
        return all(self._in_other_rows(part, one) for part in parts if part is not one)

    def _in_other_rows(self, part: _Part, other: _Part) -> bool:
        if self._layout.segments[part.segment].row == self._layout.segments[other.segment].row:
            return False
        return self._layout.shift(part.tiles, other.tiles) > _LINE_APART

    def _role(
        self,
        part: _Part,
        concealed: _Part | None,
        names: tuple[Tile, ...],
        whole: _Whole,
    ) -> list[Laid]:
        if part is concealed:
            return [Laid(GroupKind.CONCEALED, False, part.tiles)]
        sets = _sets(part.tiles, names)
        if not sets:
            pair = len(part.tiles) == 2 and names[part.tiles[0]] is names[part.tiles[1]]
            if concealed is None and pair:
                return [Laid(GroupKind.PAIR, None, part.tiles)]
            return [Laid(GroupKind.CONCEALED, False, part.tiles)]
        # Before the end nobody lays out sets but open ones; a winner may lay all tiles in two rows.
        unclear = whole.is_complete and len(sets) > 1
        open_ = None if unclear else self._openness(part, concealed, whole)
        return [
            Laid(
                _KINDS[_meld(tiles, names).kind],
                True if any(self._layout.turned[tile] for tile in tiles) else open_,
                tiles,
            )
            for tiles in sets
        ]

    def _openness(self, part: _Part, concealed: _Part | None, whole: _Whole) -> bool | None:
        """Say whether sets were made with a claimed tile, as far as their place tells."""
        if concealed is None:
            return None
        if self._in_other_rows(part, concealed):
            return True
        # A winner may lay the tiles out set by set; gaps tell only where the others are in one row.
        one_row = whole.is_in_one and len(concealed.tiles) > _LEAST_CONCEALED
        apart = self._gap(part, concealed) >= _APART
        return True if apart and (one_row or not whole.is_complete) else None

    def _gap(self, part: _Part, other: _Part) -> float:
        """Return how far two parts of a row are apart, in tile widths."""
        layout = self._layout
        first, second = sorted((part, other), key=lambda one: layout.centres[one.tiles[0], 0])
        left, right = first.tiles[-1], second.tiles[0]
        along = float(np.linalg.norm(layout.centres[right] - layout.centres[left]))
        wide = float(layout.widths[left] + layout.widths[right]) / 2
        return (along - wide) / float(min(layout.widths[left], layout.widths[right]))


def _closed_kong(names: Sequence[Tile]) -> Tile | None:
    """Return which kong four tiles side by side are of which one, two or three lie face down."""
    faces = {name for name in names if name is not Tile.BACK}
    backs = [place for place, name in enumerate(names) if name is Tile.BACK]
    if len(names) != 4 or len(faces) != 1 or tuple(backs) not in _DOWN:
        return None
    tile = next(iter(faces))
    return tile if tile.forms_sets else None


_DOWN = {(0,), (1,), (2,), (3,), (1, 2), (0, 3)}
"""Which tiles of a closed kong people turn down."""


def _sets(tiles: Sequence[int], names: tuple[Tile, ...]) -> list[tuple[int, ...]]:
    """Cut tiles side by side into sets of three or four; empty where that leaves some over."""
    if len(tiles) in _MELD_SIZES:
        return [tuple(tiles)] if _meld_or_none([names[t] for t in tiles]) else []
    if len(tiles) < _SETS_IN_A_ROW:
        return []
    for size in _MELD_SIZES:
        if _meld_or_none([names[t] for t in tiles[:size]]):
            rest = _sets(tiles[size:], names)
            if rest:
                return [tuple(tiles[:size]), *rest]
    return []


def _meld_or_none(tiles: Sequence[Tile]) -> Meld | None:
    try:
        return Meld.of(tiles, open=True)
    except HandError:
        return None


def _meld(tiles: Sequence[int], names: tuple[Tile, ...]) -> Meld:
    return Meld.of([names[tile] for tile in tiles], open=True)


def _may_be_ends(tiles: Sequence[int]) -> bool:
    """Tell whether tiles side by side may be one end of a kong whose middle was overlooked."""
    return len(tiles) == 1


def _is_set(tiles: Sequence[int], names: tuple[Tile, ...]) -> bool:
    return _is_meld(tuple(names[tile] for tile in tiles))


@lru_cache(maxsize=1 << 14)
def _is_meld(tiles: tuple[Tile, ...]) -> bool:
    return _meld_or_none(tiles) is not None


def _size(part: _Part, backs: Sequence[bool]) -> int:
    """Return the number of tiles of a part, a closed kong as three."""
    return 3 if part.is_kong else sum(not backs[tile] for tile in part.tiles)


def _counted(part: _Part, names: tuple[Tile, ...], backs: Sequence[bool]) -> tuple[int, list[Tile]]:
    """Return the number of tiles, a kong as three, and the tiles but for those of closed kongs.

    Four equal tiles that lie by themselves are a kong.
    """
    if part.is_kong:
        return 3, []
    faces = [names[tile] for tile in part.tiles if not backs[tile]]
    if len(faces) == 4 and faces[0].forms_sets and len(set(faces)) == 1:
        faces = faces[:3]
    return len(faces), faces


def _in_order(tiles: list[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=_INDEX))


@lru_cache(maxsize=1 << 14)
def _is_complete(number: int, kongs: int, tiles: tuple[Tile, ...]) -> bool:
    """Tell whether the tiles outside closed kongs are sets and a pair, or a limit hand."""
    if number not in (WHOLE_HAND, _LARGE_HAND) or not all(tile.forms_sets for tile in tiles):
        return False
    if is_regular(count(tiles)):
        return True
    return number == WHOLE_HAND and not kongs and _is_limit(tiles)


def _is_limit(tiles: tuple[Tile, ...]) -> bool:
    """Tell whether 14 loose tiles are a limit hand of the usual rules that needs no sets."""
    found = score(Hand(concealed=tiles, winning=tiles[0]), _ANY)
    return len(tiles) == WHOLE_HAND and not isinstance(found, Rejected) and found.limit is not None


def hand_of(groups: Sequence[Laid], names: tuple[Tile, ...]) -> Hand | None:
    """Return the hand as scoring takes it; None where no tile is of one."""
    concealed: list[Tile] = []
    melds: list[Meld] = []
    bonus: list[Tile] = []
    winning: Tile | None = None
    for group in groups:
        faces = [names[tile] for tile in group.tiles if names[tile] is not Tile.BACK]
        if group.kind is GroupKind.BONUS:
            bonus += faces
        elif group.kind is GroupKind.KONG:
            tile = group.hidden or (faces[0] if faces else None)
            if tile is not None:
                melds.append(Meld(MeldKind.KONG, tile, open=group.open is not False))
        elif group.kind is not GroupKind.OTHER:
            if group.open and group.kind in (GroupKind.CHOW, GroupKind.PUNG):
                melds.append(Meld.of(faces, open=True))
            else:
                concealed += faces
            if group.kind is GroupKind.WINNING:
                winning = faces[0]
    if not concealed and not melds and not bonus:
        return None
    return Hand(tuple(concealed), tuple(melds), tuple(bonus), winning)

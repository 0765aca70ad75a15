"""Which tiles of a picture are of the hand, and as what, once each tile has a name.

The likeliest of the ways that the layout allows is taken. Likelihoods are natural logarithms; the
constants are judgements about how people lay tiles out, not fitted to any photos.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from ..scoring.hand import WAITING_HAND, WHOLE_HAND
from ..scoring.laid import GroupKind
from ..scoring.tiles import Tile
from .counting import LARGE_HAND, counted, in_order, is_complete, kongs_apart, size
from .laid import KONG_TILES, Arranged, Laid, Part, hand_of
from .layout import Layout
from .parts import Cutter
from .roles import MELD_SIZES, is_set, roles
from .seeing import CLEAR, SeenTile
from .ways import Ways, Worth

__all__ = ["BEST_WEIGHT", "Arranger"]

BEST_WEIGHT = 8.0
"""Weight of a complete hand of 14, beside any other tiles."""
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
"""Cost of taking in a tile larger or smaller than the hand's, for every unit of the logarithm of
their ratio beyond this."""
_LOOSE, _AWAY = 1.0, 0.8
"""Cost of taking in a tile that lies askew, or with its top towards the reader."""
_UNCLEAR = 6.0
"""Cost of taking in tiles none of which is clear to both models, for every unit of the logarithm of
what is missing: the top of a standing tile, or a character printed on a rack, lies near too."""
_LEAST_CLEAR = 1e-3
"""No tile is less clear, so that the logarithm is finite."""
_BONUS_JOINS = 0.4
"""Bonus tiles are of the hand up to this cost of taking one in rather than leaving it out."""
_LOW = 0.3
"""How much likelier the lowest row of the picture is the concealed one than the highest, its share
of the tiles being the same."""
_MOST_KONGS = 4
_MOST_TILES = 199
"""Larger hands are no likelier or less likely than one of so many tiles."""


def _plain(number: int) -> float:
    """Return the weight of a hand of so many tiles that is not complete."""
    if number > WHOLE_HAND:
        taiwan = _WAITING if number == LARGE_HAND - 1 else 0.0
        return taiwan - _TOO_MANY * (number - WHOLE_HAND)
    if number == WHOLE_HAND:
        return _WHOLE
    return _WAITING - _TOO_FEW * (WAITING_HAND - number)


_PLAIN = np.array([_plain(number) for number in range(_MOST_TILES + 1)])
"""By number of tiles."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """The parts taken for the hand, how likely that is, and how likely beside other choices."""

    parts: list[Part]
    weight: float
    share: float
    is_complete: bool = False


class Arranger:
    """Arranges the tiles of one picture, however they are named."""

    def __init__(self, seen: Sequence[SeenTile], layout: Layout) -> None:
        self._backs = tuple(one.is_back for one in seen)
        self._clear = tuple(one.clearness for one in seen)
        self._layout = layout
        self._segments = [segment.tiles for segment in layout.segments]
        self._cutter = Cutter(seen, layout)
        self._main = self._main_segment()
        self._steps = self._all_steps()
        self._joining = [self._cost_of_joining(segment) for segment in self._segments]
        self._known: dict[tuple[Tile, ...], Arranged] = {}
        self._known_ways: dict[tuple[tuple[tuple[int, ...], bool], ...], Ways] = {}

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
            """Return how many tiles it has, the more so the larger and the lower they lie."""
            tiles = list(self._segments[number])
            faces = sum(not self._backs[t] and not self._layout.loose[t] for t in tiles)
            low = (float(self._layout.centres[tiles, 1].mean()) - highest) / (lowest - highest)
            return min(faces, WHOLE_HAND) * float(sizes[tiles].mean()) / largest * (1 + _LOW * low)

        return max(range(len(self._segments)), key=worth)

    def _cost_of_joining(self, tiles: Sequence[int]) -> float:
        """Return what it costs to take a part in rather than to leave it out."""
        layout = self._layout
        main = list(self._segments[self._main])
        if tuple(main) == tuple(tiles):
            return -math.inf
        sizes = np.sqrt(layout.widths * layout.heights)
        ratio = sizes[list(tiles)] / float(sizes[main].mean())
        other_size = np.abs(np.log(ratio)) - _OTHER_SIZE_FROM
        far = max(0.0, self._distance(tiles) - _FAR_FROM)
        cost = len(tiles) * _FAR * far + _OTHER_SIZE * float(np.maximum(other_size, 0).sum())
        cost += sum(_LOOSE for tile in tiles if layout.loose[tile])
        cost += sum(_AWAY for tile in tiles if layout.upside_down[tile])
        clearest = max(self._clear[tile] for tile in tiles)
        cost += _UNCLEAR * max(0.0, math.log(CLEAR / max(clearest, _LEAST_CLEAR)))
        return cost - _DROP * len(tiles)

    def _distance(self, tiles: Sequence[int]) -> float:
        """Return the longest step from the main part to these tiles, over faces, in heights."""
        return self._steps[self._segments.index(tuple(tiles))]

    def _all_steps(self) -> list[float]:
        """Return `_distance` of every part, found from the main one outwards, nearest first."""
        if not self._segments:
            return []
        layout = self._layout
        unit = float(np.median(layout.heights[list(self._segments[self._main])]))
        every = range(len(layout.centres))
        apart = layout.apart(every, every) / unit
        parts = [list(segment) for segment in self._segments]
        between = np.array([[apart[np.ix_(a, b)].min() for b in parts] for a in parts])
        reached, stones = {self._main: 0.0}, {self._main: 0.0}
        while len(reached) < len(parts):
            step, new = min(
                (max(far, float(between[old, new])), new)
                for old, far in stones.items()
                for new in range(len(parts))
                if new not in reached
            )
            reached[new] = step
            if not all(self._backs[tile] for tile in parts[new]):
                stones[new] = step
        return [reached[number] for number in range(len(parts))]

    def joining_costs(self) -> list[float]:
        """Return what it costs to take each tile in, by place: the more, the farther off."""
        costs = {
            tile: cost / len(segment)
            for segment, cost in zip(self._segments, self._joining, strict=True)
            for tile in segment
        }
        return [costs[place] for place in range(len(costs))]

    def weigh(self, names: tuple[Tile, ...]) -> float:
        """Return the weight of the likeliest arrangement, without giving the parts their roles."""
        parts = self._cutter.parts(names)
        if not parts:
            return 0.0
        alone = [part for part in parts if len(self._faces(part)) in MELD_SIZES]
        weight, complete = self._worth(parts, names, alone).best()
        cut = _with_kongs_apart(parts, names)
        if len(cut) > len(parts) and not complete:
            other, complete = self._worth(cut, names, alone).best()
            return max(weight, other) if complete else weight
        return weight

    def ceiling(self, names: tuple[Tile, ...]) -> float:
        """Return what the weight may be at most, however the tiles of sets were named."""
        parts = self._cutter.parts(names)
        if not parts:
            return 0.0
        ways = self._ways(parts)
        numbers = ways.taken @ np.array([size(part, self._backs) for part in parts], np.int64)
        # A kong takes a tile off: the number of tiles may be smaller by one for each four.
        near = np.isin(numbers[:, None] - np.arange(_MOST_KONGS + 1), (WHOLE_HAND, LARGE_HAND)).any(
            axis=1
        )
        weights = np.where(near, _COMPLETE, _PLAIN[np.minimum(numbers, _MOST_TILES)])
        sets = _SET * sum(len(self._faces(part)) in MELD_SIZES for part in parts)
        return float((weights - ways.costs).max()) + sets

    def _arrange(self, names: tuple[Tile, ...]) -> Arranged:
        """Return what `arrange` returns, worked out anew."""
        if not names:
            return Arranged((), None, 0.0, 0, False)
        bonus = [
            tile
            for number, segment in enumerate(self._segments)
            for tile in segment
            if names[tile].is_bonus and self._joining[number] <= _BONUS_JOINS * len(segment)
        ]
        parts, choice = self._cut_and_choose(names)
        left = [part for part in parts if part not in choice.parts]
        return self._as_hand(choice, left, bonus, names)

    def _cut_and_choose(self, names: tuple[Tile, ...]) -> tuple[list[Part], _Choice]:
        """Return the parts of the rows, and which of them make the likeliest hand.

        Four equal tiles amid others are a kong only where that makes the hand complete.
        """
        parts = self._cutter.parts(names)
        alone = [part for part in parts if len(self._faces(part)) in MELD_SIZES]
        choice = self._choose(parts, names, alone)
        cut = _with_kongs_apart(parts, names)
        if len(cut) > len(parts) and not choice.is_complete:
            other = self._choose(cut, names, alone)
            if other.is_complete and other.weight > choice.weight:
                return cut, other
        return parts, choice

    def _choose(self, parts: list[Part], names: tuple[Tile, ...], alone: list[Part]) -> _Choice:
        """Return the parts that make the likeliest hand; `alone` may be sets by themselves."""
        if not parts:
            return _Choice([], 0.0, 1.0)
        worth = self._worth(parts, names, alone)
        values = worth.values.copy()
        completed = np.zeros(len(values), np.bool_)
        for value, way in worth.whole:
            if worth.is_complete(way):
                values[way] = value
                completed[way] = True
        best = int(values.argmax())
        share = 1 / float(np.exp(values - values[best]).sum())
        chosen = [parts[number] for number in worth.ways.numbers[best]]
        return _Choice(chosen, float(values[best]), share, bool(completed[best]))

    def _worth(
        self, parts: Sequence[Part], names: tuple[Tile, ...], alone: Sequence[Part]
    ) -> Worth:
        """Return what each way to choose parts is worth; `alone` may be sets by themselves."""
        ways = self._ways(parts)
        sizes = [counted(part, names, self._backs) for part in parts]
        sets = [
            _SET if part in alone and is_set(self._faces(part), names) else 0.0 for part in parts
        ]
        numbers = ways.taken @ np.array([number for number, _ in sizes], np.int64)
        plain = _PLAIN[np.minimum(numbers, _MOST_TILES)]
        base = ways.taken @ np.array(sets) - ways.costs
        whole = [
            (float(base[way]) + weight, way)
            for number, weight in ((WHOLE_HAND, _COMPLETE), (LARGE_HAND, _COMPLETE_LARGE))
            for way in np.flatnonzero(numbers == number).tolist()
        ]
        whole.sort(key=itemgetter(0), reverse=True)
        return Worth(parts, ways, sizes, base + plain, whole)

    def _faces(self, part: Part) -> tuple[int, ...]:
        """Return the tiles of a part but for those face down; of a closed kong all."""
        if part.is_kong:
            return part.tiles
        return tuple(tile for tile in part.tiles if not self._backs[tile])

    def _ways(self, parts: Sequence[Part]) -> Ways:
        """Return every way to take in or leave out the parts that may be of the hand or not."""
        key = tuple((part.tiles, part.is_kong) for part in parts)
        found = self._known_ways.get(key)
        if found is None:
            costs = np.array([self._part_cost(part) for part in parts])
            found = self._known_ways[key] = Ways.of(costs)
        return found

    def _part_cost(self, part: Part) -> float:
        """Return what it costs to take a part in: its share of what its segment costs."""
        cost = self._joining[part.segment]
        if not math.isfinite(cost):
            return cost
        whole = len(self._segments[part.segment])
        backs = 0 if part.is_kong else sum(self._backs[tile] for tile in part.tiles)
        if backs == len(part.tiles):
            return math.inf
        # Nothing of the hand is lost with the backs beside a face: that one lies on a wall.
        return cost * len(part.tiles) / whole + _DROP * backs

    def _as_hand(
        self, choice: _Choice, left: list[Part], bonus: list[int], names: tuple[Tile, ...]
    ) -> Arranged:
        """Give every part its role."""
        sizes = [counted(part, names, self._backs) for part in choice.parts]
        number = sum(size for size, _ in sizes)
        kongs = sum(part.is_kong for part in choice.parts)
        tiles = in_order([tile for _, tiles in sizes for tile in tiles])
        complete = is_complete(number, kongs, tiles)
        groups = roles(choice.parts, names, self._layout, complete=complete)
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


def _with_kongs_apart(parts: list[Part], names: tuple[Tile, ...]) -> list[Part]:
    """Return the parts with four equal tiles amid others by themselves."""
    if max(Counter(names).values()) < KONG_TILES:
        return parts
    return [piece for part in parts for piece in kongs_apart(part, names)]

"""Ways to choose which parts of a picture are of the hand, and what each way is worth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..scoring.tiles import Tile
from .counting import in_order, is_complete
from .laid import Part

__all__ = ["Ways", "Worth"]

_MOST_OPEN_QUESTIONS = 7
"""Parts of which it is tried both to take them in and to leave them out."""


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Ways to choose parts."""

    taken: NDArray[np.int64]
    """(ways, parts) 1 for a part taken in."""
    costs: NDArray[np.float64]
    """(ways)"""
    numbers: list[list[int]]
    """The same as `taken`: of each way the numbers of the parts taken in."""

    @classmethod
    def of(cls, costs: NDArray[np.float64]) -> "Ways":
        """Return every way to take in or leave out parts, by what each costs to be taken in.

        One that costs minus infinity is always taken, one that costs infinity never.
        """
        count = len(costs)
        sure = np.flatnonzero(costs == -math.inf)
        order = [n for n in np.argsort(costs, kind="stable").tolist() if math.isfinite(costs[n])]
        doubtful = sorted(order, key=lambda n: abs(costs[n]))[:_MOST_OPEN_QUESTIONS]
        near = [n for n in order if costs[n] < 0 and n not in doubtful]
        blocks = [
            # The doubtful ones either way, what lies near taken in.
            _either_way(count, near, doubtful),
            # The nearest either way, nothing else: a hand amid discards.
            _either_way(count, [], order[:_MOST_OPEN_QUESTIONS]),
            # As many of the nearest as may be.
            np.tril(np.ones((len(order) + 1, len(order)), np.int64), -1) @ _picks(count, order),
        ]
        taken = np.unique(np.concatenate(blocks), axis=0)
        taken[:, sure] = 1
        finite = np.where(np.isfinite(costs), costs, 0.0)
        return cls(taken, taken @ finite, [np.flatnonzero(way).tolist() for way in taken])


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """What each way to choose parts is worth, once the tiles have names."""

    parts: Sequence[Part]
    ways: Ways
    sizes: Sequence[tuple[int, list[Tile]]]
    """Of each part the number of tiles, a kong as three, and the tiles but for closed kongs'."""
    values: NDArray[np.float64]
    """(ways) of each as if it were no mahjong."""
    whole: Sequence[tuple[float, int]]
    """What ways of as many tiles as a mahjong has are worth if they are one, the best first."""

    def is_complete(self, way: int) -> bool:
        """Tell whether the parts that a way takes in are a whole mahjong."""
        taken = self.ways.numbers[way]
        tiles = [tile for number in taken for tile in self.sizes[number][1]]
        kongs = sum(self.parts[number].is_kong for number in taken)
        count = sum(self.sizes[number][0] for number in taken)
        return is_complete(count, kongs, in_order(tiles))

    def best(self) -> tuple[float, bool]:
        """Return what the best way is worth, and whether it is a whole mahjong."""
        best = float(self.values.max())
        for value, way in self.whole:
            if value <= best:
                break
            if self.is_complete(way):
                return value, True
        return best, False


def _picks(count: int, numbers: Sequence[int]) -> NDArray[np.int64]:
    """Return (n, count) one row for each number, 1 at its place."""
    return np.eye(count, dtype=np.int64)[list(numbers)].reshape(-1, count)


def _either_way(count: int, always: Sequence[int], asked: Sequence[int]) -> NDArray[np.int64]:
    """Return (2^asked, count) every way to take in or leave out some, beside those always in."""
    ways = np.array(list(product((0, 1), repeat=len(asked))), np.int64)
    ways = ways.reshape(2 ** len(asked), len(asked))
    return np.asarray(ways @ _picks(count, asked) + _picks(count, always).sum(axis=0), np.int64)

"""Finds room for labels in a picture: beside each other, off the tiles' prints, in the picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..outlines import extents, overlap_area

__all__ = ["Box", "Candidate", "Room"]

Floats = NDArray[np.floating[Any]]
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of the drawing."""

# What a label costs, each for covering something with its whole area.
_ON_LABEL, _ON_TILE, _ON_OWN = 50.0, 3.0, 1.3
_MOVED = 0.8
"""Cost of being moved by the label's own height to stay inside the picture."""
_TOUCHING = 1e-6
"""Share of a label that may lie under another: rounding."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place for the middle of a label, and what that place costs by itself."""

    x: float
    y: float
    cost: float = 0.0


class Room:
    """A picture with tiles in which labels get their places one after the other."""

    def __init__(self, size: tuple[int, int], tiles: Floats) -> None:
        """Take the (width, height) of the picture and the (n, 4, 2) corners of its tiles."""
        self._size = size
        self._tiles = np.asarray(tiles, np.float64).reshape(-1, 4, 2)
        self._low, self._high = extents(self._tiles)
        self._taken: list[Box] = []

    def cost(
        self, size: tuple[float, float], candidate: Candidate, own: Sequence[int]
    ) -> tuple[float, Box] | None:
        """Return what a label of `size` costs at a place, and its box moved into the picture.

        `own` are the indices of the tiles that it stands for. None where it does not fit at all.
        """
        width, height = size
        if width > self._size[0] or height > self._size[1]:
            return None
        x = min(max(candidate.x - width / 2, 0.0), self._size[0] - width)
        y = min(max(candidate.y - height / 2, 0.0), self._size[1] - height)
        box = (x, y, x + width, y + height)
        moved = abs(x + width / 2 - candidate.x) + abs(y + height / 2 - candidate.y)
        area = width * height
        cost = candidate.cost + _MOVED * moved / height
        hidden = sum(_shared(box, other) for other in self._taken)
        if hidden > _TOUCHING * area:
            cost += _ON_LABEL * (1 + hidden / area)
        near = (self._low < box[2:]).all(axis=1) & (self._high > box[:2]).all(axis=1)
        outline = np.array([[x, y], [box[2], y], [box[2], box[3]], [x, box[3]]])
        for number in np.flatnonzero(near):
            share = overlap_area(outline, self._tiles[number]) / area
            cost += share * (_ON_OWN if int(number) in own else _ON_TILE)
        return cost, box

    def place(
        self, size: tuple[float, float], candidates: Iterable[Candidate], own: Sequence[int] = ()
    ) -> Box | None:
        """Give a label the cheapest place; None where every place lies on another label."""
        best: tuple[float, Box] | None = None
        for candidate in candidates:
            found = self.cost(size, candidate, own)
            if found is not None and (best is None or found[0] < best[0] - 1e-9):
                best = found
        if best is None or best[0] >= _ON_LABEL:
            return None
        self._taken.append(best[1])
        return best[1]


def _shared(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(width, 0.0) * max(height, 0.0)

"""How much of each other tiles cover."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from .quads import Quad
from .records import TileLabel

__all__ = ["overlaps", "share_inside", "shared_area"]


def overlaps(labels: Sequence[TileLabel]) -> Iterator[tuple[int, int]]:
    """Yield the pairs (first < second) whose upright boxes overlap."""
    if len(labels) < 2:
        return
    boxes = np.array([label.quad.box for label in labels], dtype=np.float64)
    order = np.argsort(boxes[:, 0], kind="stable")
    for position, first in enumerate(order):
        later = order[position + 1 :]
        later = later[boxes[later, 0] < boxes[first, 2]]
        beside = (boxes[later, 1] < boxes[first, 3]) & (boxes[first, 1] < boxes[later, 3])
        for second in later[beside]:
            yield min(int(first), int(second)), max(int(first), int(second))


def share_inside(first: TileLabel, second: TileLabel) -> float:
    """Return the area that two tiles share, as a share of the smaller one; 0 for flat ones.

    >>> from rekje.scoring.tiles import Tile
    >>> big = TileLabel(Tile("3p"), Quad.from_box((0, 0, 30, 40)))
    >>> share_inside(big, TileLabel(Tile("3p"), Quad.from_box((20, 0, 40, 20))))
    0.5
    """
    smaller = min(abs(first.quad.area), abs(second.quad.area))
    if smaller <= 0:
        return 0.0
    return min(shared_area(first, second) / smaller, 1.0)


def shared_area(first: TileLabel, second: TileLabel) -> float:
    """Return the area that two tiles share, in square pixels."""
    shared, _ = cv2.intersectConvexConvex(_outline(first.quad), _outline(second.quad))
    return float(shared)


def _outline(quad: Quad) -> NDArray[np.float32]:
    """Return the convex hull of the corners, which OpenCV's intersection needs."""
    corners = np.array(quad.corners, dtype=np.float32)
    return np.asarray(cv2.convexHull(corners), dtype=np.float32)

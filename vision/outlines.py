"""Outlines of tiles as arrays of corners: how much they overlap, and which are the same tile."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["areas", "distinct", "extents", "overlap_area"]

Floats = NDArray[np.floating[Any]]
_MIN_AREA_PX = 1e-3


def areas(corners: Floats) -> NDArray[np.float64]:
    """Return the areas in square pixels of (n, 4, 2) corners.

    >>> areas(np.array([[[0, 0], [3, 0], [3, 4], [0, 4]]], float)).tolist()
    [12.0]
    """
    x, y = corners[..., 0].astype(np.float64), corners[..., 1].astype(np.float64)
    twice = (x * np.roll(y, -1, axis=-1) - y * np.roll(x, -1, axis=-1)).sum(axis=-1)
    return np.asarray(np.abs(twice) / 2)


def extents(corners: Floats) -> tuple[Floats, Floats]:
    """Return the lower and upper ends of the upright boxes around (n, 4, 2) corners."""
    return corners.min(axis=-2), corners.max(axis=-2)


def overlap_area(one: Floats, other: Floats) -> float:
    """Return the area in square pixels that two convex outlines share.

    >>> square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], float)
    >>> overlap_area(square, square + 1)
    1.0
    """
    a, b = np.asarray(one, np.float32), np.asarray(other, np.float32)
    if (a.min(axis=0) >= b.max(axis=0)).any() or (b.min(axis=0) >= a.max(axis=0)).any():
        return 0.0
    # OpenCV takes the outlines in either direction, but not bent inwards.
    return float(cv2.intersectConvexConvex(cv2.convexHull(a), cv2.convexHull(b))[0])


def distinct(corners: Floats, overlap: float, inside: float) -> list[int]:
    """Return which of (n, 4, 2) outlines to keep, given best first, so that no tile is kept twice.

    One goes when it overlaps a better one by more than `overlap` (intersection over union), when
    one of the two lies in the other by more than `inside` (share of the smaller), or when better
    ones together cover more than `inside` of it: it then straddles a seam between tiles.
    """
    size = np.maximum(areas(corners), _MIN_AREA_PX)
    low, high = extents(corners)
    meet = (low[:, None] < high) & (high[:, None] > low)
    near = np.asarray(meet.all(axis=2), np.bool_)
    kept: list[int] = []
    for number in range(len(corners)):
        covered = 0.0
        for better in np.array(kept, np.int64)[near[number, kept]]:
            shared = overlap_area(corners[number], corners[better])
            union = size[number] + size[better] - shared
            smaller = min(size[number], size[better])
            if shared > overlap * union or shared > inside * smaller:
                break
            covered += shared
        else:
            if covered <= inside * size[number]:
                kept.append(number)
    return kept

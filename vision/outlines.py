"""Outlines of tiles as arrays of corners: how much they overlap, and which are the same tile."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["areas", "distinct", "extents", "overlap_area", "sides"]

Floats = NDArray[np.floating[Any]]
_MIN_AREA_PX = 1e-3
_TOUCH = 0.03
"""Share of the smaller of two outlines up to which what they share is not looked at."""


def areas(corners: Floats) -> NDArray[np.float64]:
    """Return the areas in square pixels of (n, 4, 2) corners.

    >>> areas(np.array([[[0, 0], [3, 0], [3, 4], [0, 4]]], float)).tolist()
    [12.0]
    """
    x, y = corners[..., 0].astype(np.float64), corners[..., 1].astype(np.float64)
    twice = (x * np.roll(y, -1, axis=-1) - y * np.roll(x, -1, axis=-1)).sum(axis=-1)
    return np.asarray(np.abs(twice) / 2)


def sides(corners: Floats) -> Floats:
    """Return (n, 2, 2) width and height of outlines as vectors, between the middles of edges.

    >>> sides(np.array([[[0, 0], [3, 0], [3, 4], [0, 4]]], float)).tolist()
    [[[3.0, 0.0], [0.0, 4.0]]]
    """
    a, b, c, d = (corners[:, place] for place in range(4))
    return np.stack([(b + c - a - d) / 2, (c + d - a - b) / 2], axis=1)


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
    meet = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    boxes = np.maximum(meet, 0).prod(axis=2)
    # Boxes of neighbours hardly meet: their outlines meet still less.
    near = boxes > _TOUCH * np.minimum(size[:, None], size)
    hulls = [cv2.convexHull(one) for one in np.asarray(corners, np.float32)]
    kept: list[int] = []
    for number, own in enumerate(size.tolist()):
        covered = 0.0
        for better in np.flatnonzero(near[number]).tolist():
            if better not in kept:
                continue
            shared = float(cv2.intersectConvexConvex(hulls[number], hulls[better])[0])
            other = float(size[better])
            if shared > overlap * (own + other - shared) or shared > inside * min(own, other):
                break
            covered += shared
        else:
            if covered <= inside * own:
                kept.append(number)
    return kept

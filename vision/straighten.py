"""Cutting quads straight out of a full-resolution picture.

A quad runs clockwise from the tile's own top left, in pixels of the upright picture, (0, 0) being
the outer corner of the first pixel. A crop is square whatever the tile's proportions.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["UNIT_SQUARE", "straighten", "straighten_all", "widened"]

Pixels = NDArray[np.uint8]
Corners = NDArray[np.float64]

UNIT_SQUARE: Corners = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
# A picture this much larger than the crop is made smaller by area first: no moiré, less work.
_SHRINK = 1.3
# Pixels kept around a quad so that interpolation has neighbours.
_SEAM_PX = 2
# Sides below this are no quad that could be cut.
_FLAT_PX = 1.0


def widened(quad: Corners, margin: float) -> Corners:
    """Return the quad (4, 2) with `margin` of its size added on every side, in its own plane.

    >>> widened(np.array([[0, 0], [10, 0], [10, 20], [0, 20]]), 0.1).tolist()
    [[-1.0, -2.0], [11.0, -2.0], [11.0, 22.0], [-1.0, 22.0]]
    """
    frame = cv2.getPerspectiveTransform(
        UNIT_SQUARE.astype(np.float32), np.asarray(quad, np.float32)
    )
    if not np.isfinite(frame).all() or abs(float(np.linalg.det(frame))) < 1e-9:
        middle = np.asarray(quad, np.float64).mean(axis=0)
        return np.asarray((quad - middle) * (1 + 2 * margin) + middle, np.float64)
    wanted = (UNIT_SQUARE - 0.5) * (1 + 2 * margin) + 0.5
    return np.asarray(cv2.perspectiveTransform(wanted[None], frame)[0].round(9), np.float64)


def straighten(image: Pixels, quad: Corners, side_px: int) -> Pixels:
    """Return what lies in a quad (4, 2) of an RGB picture as a square crop.

    What lies outside the picture repeats its edge; a quad wholly outside or without area gives
    a black crop.
    """
    black = np.zeros((side_px, side_px, 3), np.uint8)
    corners = np.asarray(quad, np.float64)
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - _SEAM_PX, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + _SEAM_PX, image.shape[1::-1])
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    if (high - low < 2).any() or sides.min() < _FLAT_PX:
        return black
    part = image[low[1] : high[1], low[0] : high[0]]
    shrink = float(sides.mean()) / side_px
    if shrink > _SHRINK:
        small = (max(2, round(part.shape[1] / shrink)), max(2, round(part.shape[0] / shrink)))
        resized = cv2.resize(part, small, None, 0, 0, cv2.INTER_AREA)
    else:
        resized = part
    scale = np.array(resized.shape[1::-1]) / np.array(part.shape[1::-1])
    source = ((corners - low) * scale - 0.5).astype(np.float32)
    goal = (UNIT_SQUARE * side_px - 0.5).astype(np.float32)
    frame = cv2.getPerspectiveTransform(source, goal)
    size = (side_px, side_px)
    warped = cv2.warpPerspective(resized, frame, size, None, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def straighten_all(image: Pixels, quads: Corners, side_px: int, margin: float) -> Pixels:
    """Return the crops (N, side, side, 3) of quads (N, 4, 2), each with a margin around it."""
    crops = np.zeros((len(quads), side_px, side_px, 3), np.uint8)
    for number, quad in enumerate(quads):
        crops[number] = straighten(image, widened(quad, margin), side_px)
    return crops

"""Cutting quads straight out of a full-resolution picture.

A quad runs clockwise from the tile's own top left, in pixels of the upright picture, (0, 0) being
the outer corner of the first pixel. A crop is square whatever the tile's proportions.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["UNIT_SQUARE", "straighten", "straighten_all"]

Pixels = NDArray[np.uint8]
Corners = NDArray[np.float64]

UNIT_SQUARE: Corners = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
# A picture this much larger than the crop is made smaller by area first: no moiré, less work.
_SHRINK = 1.3
# Pixels kept around a quad so that interpolation has neighbours.
_SEAM_PX = 2
# Sides below this are no quad that could be cut.
_FLAT_PX = 1.0


def straighten(image: Pixels, quad: Corners, side_px: int, margin: float = 0.0) -> Pixels:
    """Return what lies in a quad (4, 2) of an RGB picture as a square crop.

    `margin` adds so much of the quad's size on every side, in its own plane. What lies outside the
    picture repeats its edge; a quad wholly outside, or with a side below a pixel, gives a black
    crop.
    """
    corners = np.asarray(quad, np.float64)
    sides = np.linalg.norm(corners[[1, 2, 3, 0]] - corners, axis=1)
    low, high = corners.min(axis=0), corners.max(axis=0)
    # Twice the margin: perspective stretches it on the near side.
    around = (high - low) * max(0.0, 2 * margin) + _SEAM_PX
    low = np.maximum(np.floor(low - around).astype(int), 0)
    high = np.minimum(np.ceil(high + around).astype(int), image.shape[1::-1])
    if (high - low < 2).any() or sides.min() < _FLAT_PX:
        return np.zeros((side_px, side_px, 3), np.uint8)
    part = image[low[1] : high[1], low[0] : high[0]]
    scale = np.ones(2)
    shrink = float(sides.mean()) * (1 + 2 * margin) / side_px
    if shrink > _SHRINK:
        small = (max(2, round(part.shape[1] / shrink)), max(2, round(part.shape[0] / shrink)))
        scale = np.array(small) / part.shape[1::-1]
        part = np.asarray(cv2.resize(part, small, None, 0, 0, cv2.INTER_AREA), np.uint8)
    source = ((corners - low) * scale - 0.5).astype(np.float32)
    inset = (UNIT_SQUARE - 0.5) / (1 + 2 * margin) + 0.5
    goal = (inset * side_px - 0.5).astype(np.float32)
    frame = cv2.getPerspectiveTransform(source, goal)
    size = (side_px, side_px)
    warped = cv2.warpPerspective(part, frame, size, None, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def straighten_all(image: Pixels, quads: Corners, side_px: int, margin: float) -> Pixels:
    """Return the crops (N, side, side, 3) of quads (N, 4, 2), each with a margin around it."""
    crops = np.zeros((len(quads), side_px, side_px, 3), np.uint8)
    for number, quad in enumerate(quads):
        crops[number] = straighten(image, quad, side_px, margin)
    return crops

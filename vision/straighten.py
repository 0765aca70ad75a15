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
# Parts of the picture smaller than this are none.
_LEAST_PX = 2
# Sides below this are no quad that could be cut.
_FLAT_PX = 1.0


def straighten(image: Pixels, quad: Corners, side_px: int, margin: float = 0.0) -> Pixels:
    """Return what lies in a quad (4, 2) of an RGB picture as a square crop.

    `margin` adds so much of the quad's size on every side, in its own plane. What lies outside the
    picture repeats its edge; a quad wholly outside, or with a side below a pixel, gives a black
    crop.
    """
    crops = straighten_all(image, np.asarray(quad, np.float64)[None], side_px, margin)
    return np.asarray(crops[0], np.uint8)


def straighten_all(image: Pixels, quads: Corners, side_px: int, margin: float) -> Pixels:
    """Return the crops (N, side, side, 3) of quads (N, 4, 2), as `straighten` cuts each."""
    crops = np.zeros((len(quads), side_px, side_px, 3), np.uint8)
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    low, high = quads.min(axis=1), quads.max(axis=1)
    # Twice the margin: perspective stretches it on the near side.
    around = (high - low) * max(0.0, 2 * margin) + _SEAM_PX
    low = np.maximum(np.floor(low - around), 0).astype(int)
    high = np.minimum(np.ceil(high + around), image.shape[1::-1]).astype(int)
    wide, high_enough = (high - low >= _LEAST_PX).T
    inset = (UNIT_SQUARE - 0.5) / (1 + 2 * margin) + 0.5
    goal = (inset * side_px - 0.5).astype(np.float32)
    shrink = sides.mean(axis=1) * (1 + 2 * margin) / side_px
    for number in np.flatnonzero(wide & high_enough & (sides.min(axis=1) >= _FLAT_PX)):
        (left, top), (right, bottom) = low[number].tolist(), high[number].tolist()
        part = image[top:bottom, left:right]
        source = quads[number] - (left, top)
        if shrink[number] > _SHRINK:
            small = [max(2, round(side / shrink[number])) for side in part.shape[1::-1]]
            source = source * (np.array(small) / part.shape[1::-1])
            part = np.asarray(cv2.resize(part, small, None, 0, 0, cv2.INTER_AREA), np.uint8)
        frame = cv2.getPerspectiveTransform((source - 0.5).astype(np.float32), goal)
        cv2.warpPerspective(
            part, frame, (side_px, side_px), crops[number], cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
        )
    return crops

"""How well two outlines agree, and pictures that are turned with what lies in them."""

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from ...datasets.quads import Box, Quad
from ...datasets.records import Corners, TileLabel
from .predictions import Pixels

__all__ = ["agreement", "box_iou", "covered", "quad_iou", "share_inside", "turn_picture"]

_GRID = 16
"""Points on each side of a box by which its covered share is counted."""


def box_iou(first: Box, second: Box) -> float:
    """Return intersection over union of two upright boxes.

    >>> box_iou((0, 0, 2, 2), (1, 0, 3, 2))
    0.3333333333333333
    """
    shared = _shared(first, second)
    union = _area(first) + _area(second) - shared
    return shared / union if union > 0 else 0.0


def quad_iou(first: Quad, second: Quad) -> float:
    """Return intersection over union of two quads; a crossed one counts as its convex hull.

    >>> round(quad_iou(Quad.from_box((0, 0, 2, 2)), Quad.from_box((1, 0, 3, 2))), 4)
    0.3333
    """
    if not _shared(first.box, second.box):
        return 0.0
    hulls = [cv2.convexHull(np.array(quad.corners, np.float32)) for quad in (first, second)]
    areas = [float(cv2.contourArea(hull)) for hull in hulls]
    if min(areas) <= 0:
        return 0.0
    shared = float(cv2.intersectConvexConvex(hulls[0], hulls[1])[0])
    return min(shared / (sum(areas) - shared), 1.0)


def agreement(label: TileLabel, quad: Quad) -> float:
    """Return the intersection over union of a label and a predicted quad.

    Where the label knows only an upright box, the upright box of the quad is compared with it.
    """
    if label.corners is Corners.BOX:
        return box_iou(label.quad.box, quad.box)
    return quad_iou(label.quad, quad)


def share_inside(first: Box, second: Box) -> float:
    """Return the shared area of two boxes as a share of the smaller one.

    >>> share_inside((0, 0, 10, 10), (8, 8, 12, 12))
    0.25
    """
    smaller = min(_area(first), _area(second))
    return _shared(first, second) / smaller if smaller > 0 else 0.0


def covered(box: Box, regions: Sequence[Box]) -> float:
    """Return the share of a box that lies in at least one region, counted on a grid of points.

    >>> covered((0, 0, 10, 10), [(0, 0, 5, 10), (0, 0, 5, 5)])
    0.5
    """
    steps = (np.arange(_GRID) + 0.5) / _GRID
    xs = box[0] + steps[None, :] * (box[2] - box[0])
    ys = box[1] + steps[:, None] * (box[3] - box[1])
    inside = np.zeros((_GRID, _GRID), bool)
    for x0, y0, x1, y1 in regions:
        inside |= (x0 <= xs) & (xs <= x1) & (y0 <= ys) & (ys <= y1)
    return float(inside.mean())


def turn_picture(image: Pixels, degrees: int) -> tuple[Pixels, Callable[[Quad], Quad]]:
    """Turn a picture clockwise, nothing cut off; also return the way back for quads found in it.

    Quarter turns move pixels only. Other angles fill the corners with the median colour.

    >>> turned, back = turn_picture(np.zeros((20, 30, 3), np.uint8), 90)
    >>> turned.shape, back(Quad.from_box((0, 0, 20, 30))).box
    ((30, 20, 3), (0.0, 0.0, 30.0, 20.0))
    """
    height, width = image.shape[:2]
    cos, sin = _cos_sin(degrees)
    new_width = math.ceil(width * abs(cos) + height * abs(sin) - 1e-6)
    new_height = math.ceil(width * abs(sin) + height * abs(cos) - 1e-6)
    # Corner coordinates: x to the right, y down, so a positive angle turns clockwise.
    turn = np.array([[cos, -sin], [sin, cos]])
    shift = np.array([new_width, new_height]) / 2 - turn @ (np.array([width, height]) / 2)

    def back(quad: Quad) -> Quad:
        return Quad.of(((np.array(quad.corners) - shift) @ turn).tolist())

    if degrees % 90 == 0:
        return np.ascontiguousarray(np.rot90(image, -(degrees // 90) % 4)), back
    # OpenCV's coordinates are those of pixel middles, half a pixel less than ours.
    half = np.array([0.5, 0.5])
    matrix = np.column_stack([turn, shift + turn @ half - half])
    colour = [float(value) for value in np.median(image.reshape(-1, image.shape[2]), axis=0)]
    turned = cv2.warpAffine(
        image,
        matrix,
        (new_width, new_height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=colour,
    )
    return np.asarray(turned, np.uint8), back


def _cos_sin(degrees: int) -> tuple[float, float]:
    quarters = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    exact = quarters.get(degrees % 360)
    return exact or (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


def _shared(first: Box, second: Box) -> float:
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def _area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])

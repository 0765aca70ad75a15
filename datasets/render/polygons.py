"""Polygons for cv2, whose own filling makes them a little too large."""

import cv2
import numpy as np
from numpy.typing import NDArray

from .arrays import Floats

__all__ = ["GROWTH_PX", "SHIFT", "fixed", "hull_of", "shrunk"]

# cv2 draws with this many binary digits of a pixel; its pixel centres lie at whole numbers.
SHIFT = 4
# cv2 draws a polygon's outline too: measured on rectangles, each side moves out by this much
# with antialiasing (LINE_AA), and by half a pixel without (LINE_8).
GROWTH_PX = {True: 0.69, False: 0.5}
# A thin polygon gives up at most this share of the half of its width.
_MOST = 0.8


def fixed(points_px: Floats) -> NDArray[np.int32]:
    """Turn edge-based pixel coordinates into cv2's fixed-point ones."""
    limited = np.clip(points_px - 0.5, -4000, 12000)
    return np.asarray(np.round(limited * (1 << SHIFT)), dtype=np.int32)


def shrunk(polygons: Floats, by_px: float) -> Floats:
    """Move the sides of convex polygons (n, corners, 2) inwards, thin ones by less.

    >>> shrunk(np.array([[[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]]]), 1.0)[0].tolist()
    [[1.0, 1.0], [7.0, 1.0], [7.0, 7.0], [1.0, 7.0]]
    """
    count = polygons.shape[1]
    ahead, before = np.arange(1, count + 1) % count, np.arange(-1, count - 1)
    x, y = polygons[..., 0], polygons[..., 1]
    ex, ey = x[:, ahead] - x, y[:, ahead] - y
    length = np.sqrt(ex * ex + ey * ey)
    double_area = (x * ey - y * ex).sum(axis=1)
    scale = np.sign(double_area)[:, None] / np.maximum(length, 1e-6)
    nx, ny = -ey * scale, ex * scale
    # A side without length (a patch drawn to a point) has no direction: take its neighbour's.
    short = length < 1e-3
    if short.any():
        nx, ny = np.where(short, nx[:, ahead], nx), np.where(short, ny[:, ahead], ny)
    bx, by = nx[:, before], ny[:, before]
    half_width = np.abs(double_area) / np.maximum(length.sum(axis=1), 1e-6)
    move = np.minimum(by_px, _MOST * half_width)[:, None] / np.maximum(1 + bx * nx + by * ny, 0.35)
    return np.stack([x + (bx + nx) * move, y + (by + ny) * move], axis=2)


def hull_of(points_px: Floats) -> Floats:
    """Return the convex hull of points (n, 2) in edge-based pixels."""
    return np.asarray(cv2.convexHull(points_px.astype(np.float32))[:, 0], dtype=np.float64)

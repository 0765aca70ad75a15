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
    ahead = np.roll(polygons, -1, axis=1)
    edge = ahead - polygons
    length = np.linalg.norm(edge, axis=2, keepdims=True)
    along = edge / np.maximum(length, 1e-6)
    double_area = (polygons[..., 0] * ahead[..., 1] - polygons[..., 1] * ahead[..., 0]).sum(axis=1)
    inward = np.stack([-along[..., 1], along[..., 0]], axis=2) * np.sign(double_area)[:, None, None]
    # A side without length (a patch drawn to a point) has no direction: take its neighbour's.
    inward = np.where(length > 1e-3, inward, np.roll(inward, -1, axis=1))
    before = np.roll(inward, 1, axis=1)
    corner = (before + inward) / np.maximum(1 + (before * inward).sum(axis=2, keepdims=True), 0.35)
    half_width = np.abs(double_area) / 2 / np.maximum(length.sum(axis=(1, 2)) / 2, 1e-6)
    by = np.minimum(by_px, _MOST * half_width)
    return np.asarray(polygons + corner * by[:, None, None])


def hull_of(points_px: Floats) -> Floats:
    """Return the convex hull of points (n, 2) in edge-based pixels."""
    return np.asarray(cv2.convexHull(points_px.astype(np.float32))[:, 0], dtype=np.float64)

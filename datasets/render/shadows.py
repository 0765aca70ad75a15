"""Shadows on the table and on lying tiles, from the key lamp and from closeness."""

import cv2
import numpy as np

from .arrays import Floats, Pixels, between
from .camera import Camera
from .lamps import Lamps
from .polygons import fixed
from .solids import Solid

__all__ = ["cast_shadows"]

# Shadows are painted at half the canvas' size: they are soft.
_COARSE = 2


def cast_shadows(
    canvas: Pixels, camera: Camera, lamps: Lamps, solids: list[Solid], rng: np.random.Generator
) -> None:
    """Darken the table top where solids keep the lamp and the room's light from it."""
    height, width = canvas.shape[:2]
    size = (height // _COARSE + 1, width // _COARSE + 1)
    cast, near = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    way = lamps.to_key[:2] / max(float(lamps.to_key[2]), 0.15)
    if not solids:
        return
    corners = np.stack([solid.corners() for solid in solids])
    on_table = corners.copy()
    on_table[..., :2] -= np.clip(corners[..., 2:], 0, None) * way
    on_table[..., 2] = 0
    foot = corners.copy()
    middle = foot[..., :2].mean(axis=1, keepdims=True)
    foot[..., :2] = middle + (foot[..., :2] - middle) * 1.1
    foot[..., 2] = 0
    low = corners[..., 2].min(axis=1)
    for index in range(len(solids)):
        _fill(cast, camera, on_table[index])
        if low[index] < 5:
            _fill(near, camera, foot[index])
    scale = camera.focal_px / max(float(np.median(camera.depth(corners[:, 0]))), 50.0)
    soft = (1.0 + lamps.softness * 14) * scale / _COARSE
    strong = float(np.mean(lamps.key)) * (1 - lamps.softness * 0.5)
    strength = np.clip(strong * between(rng, 0.6, 1.0), 0.05, 0.75)
    shade = _soft(cast, soft) * strength
    closeness = _soft(near, 3.0 * scale / _COARSE) * between(rng, 0.2, 0.5)
    light = (1 - shade) * (1 - closeness)
    full = cv2.resize(light.astype(np.float32), (width, height))
    cv2.multiply(canvas, cv2.merge([full, full, full]), canvas, dtype=cv2.CV_8U)


def _fill(mask: Pixels, camera: Camera, points: Floats) -> None:
    flat = camera.to_canvas(points) / _COARSE
    if (flat.max(axis=0) < 0).any() or (flat.min(axis=0) > mask.shape[::-1]).any():
        return
    cv2.fillConvexPoly(mask, cv2.convexHull(fixed(flat)), 255, cv2.LINE_AA, 4)


def _soft(mask: Pixels, sigma: float) -> Floats:
    radius = max(1, round(sigma * 1.7))
    size = (2 * radius + 1, 2 * radius + 1)
    twice = cv2.blur(cv2.blur(mask, size), size)
    return np.asarray(twice, dtype=np.float64) / 255

"""Shadows on the table and on lying tiles, from the key lamp and from closeness."""

import cv2
import numpy as np

from .arrays import Floats, Pixels, between
from .camera import Camera
from .canvas import Canvas
from .polygons import fixed
from .solids import Solid

__all__ = ["cast_shadows"]

# Shadows are painted at half the canvas' size: they are soft.
_COARSE = 2
# The share of the key lamp's light that its shadows lack, of all light at least and at most.
_CAST, _CAST_LIMITS = (0.5, 0.9), (0.05, 0.55)
# The share of light lacking right beside a tile.
_CLOSE = (0.12, 0.35)
# What rises this far above lying tiles shades them.
_CLEARLY_MM = 3.0


def cast_shadows(
    canvas: Canvas, solids: list[Solid], raised_mm: float, rng: np.random.Generator
) -> None:
    """Darken the table top where solids keep the lamp and the room's light from it.

    The canvas remembers the shade on surfaces at the height of lying tiles, `raised_mm`.
    """
    camera, lamps = canvas.camera, canvas.lamps
    width, height = camera.canvas_px
    size = (height // _COARSE + 1, width // _COARSE + 1)
    cast, near, raised = (np.zeros(size, np.uint8) for _ in range(3))
    way = lamps.to_key[:2] / max(float(lamps.to_key[2]), 0.15)
    if not solids:
        return
    corners = np.stack([solid.corners() for solid in solids])
    on_table, on_tiles = _dropped(corners, way, 0.0), _dropped(corners, way, raised_mm)
    foot = _dropped(corners, way * 0, 0.0)
    middle = foot[..., :2].mean(axis=1, keepdims=True)
    foot[..., :2] = middle + (foot[..., :2] - middle) * 1.1
    low, high = corners[..., 2].min(axis=1), corners[..., 2].max(axis=1)
    for index in range(len(solids)):
        _fill(cast, camera, on_table[index])
        if low[index] < 5:
            _fill(near, camera, foot[index])
        if high[index] > raised_mm + _CLEARLY_MM:
            _fill(raised, camera, on_tiles[index])
    scale = camera.focal_px / max(float(np.median(camera.depth(corners[:, 0]))), 50.0)
    soft = (1.0 + lamps.softness * 14) * scale / _COARSE
    strong = float(np.mean(lamps.key)) * (1 - lamps.softness * 0.5)
    strength = np.clip(strong * between(rng, *_CAST), *_CAST_LIMITS)
    shade = _soft(cast, soft) * strength
    closeness = _soft(near, 3.0 * scale / _COARSE) * between(rng, *_CLOSE)
    light = (1 - shade) * (1 - closeness)
    full = cv2.resize(light.astype(np.float32), (width, height))
    cv2.multiply(canvas.pixels, cv2.merge([full, full, full]), canvas.pixels, dtype=cv2.CV_8U)
    if raised.any():
        left = 1 - _soft(raised, soft) * strength
        canvas.shade = cv2.resize(left.astype(np.float32), (width, height)).astype(np.float32)


def _dropped(corners: Floats, way: Floats, level_mm: float) -> Floats:
    """Return where the light through corners (n, 8, 3) meets a level; lower ones stay."""
    down = np.clip(corners[..., 2:] - level_mm, 0, None)
    flat = corners[..., :2] - down * way
    return np.concatenate([flat, np.full_like(down, level_mm)], axis=2)


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

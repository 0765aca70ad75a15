"""Lays prints on the sides of solids, with the light and the shine that fall on them."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from .arrays import Floats
from .canvas import Canvas
from .solids import Decal, Solid

__all__ = ["paint_decal"]

# A print this much larger than it is seen is made smaller first, or its lines break up.
_SQUEEZE = 1.3
# The shine on a side is worked out on a grid of this many points each way.
_SHINE_GRID = 5
_FAINT_SHINE = 0.012


def paint_decal(canvas: Canvas, solid: Solid, side: int, decal: Decal, out: Floats) -> None:
    """Lay a print on one side of a solid, in the light that falls on that side."""
    camera = canvas.camera
    origin, right, down = solid.side_axes(side)
    quad = camera.to_canvas(
        np.stack([origin, origin + right, origin + right + down, origin + down])
    )
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int), np.array(camera.canvas_px))
    if (high - low < 2).any():
        return
    light = canvas.lamps.diffuse(out[None])[0].astype(np.float32) * np.array(solid.tint, np.float32)
    shine = _shine(canvas, solid, (origin, right, down), out)
    level = _level(decal, quad)
    h, w = level.shape[:2]
    frame = camera.plane(origin, right, down) @ np.diag([1 / w, 1 / h, 1.0])
    shift = np.array([[1, 0, -low[0] - 0.5], [0, 1, -low[1] - 0.5], [0, 0, 1.0]])
    back = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    if shine is not None:
        level = level.copy()
        level[..., :3] += cv2.resize(shine, (w, h))[..., None] / light
    ink = cv2.warpPerspective(level, shift @ frame @ back, size, None, cv2.INTER_LINEAR)
    place = canvas.pixels[low[1] : high[1], low[0] : high[0]]
    blend = place * (1 - ink[..., 3:] / np.float32(255)) + ink[..., :3] * light
    np.clip(blend, 0, 255, out=blend)
    place[:] = blend.astype(np.uint8)


def _shine(
    canvas: Canvas, solid: Solid, side: tuple[Floats, Floats, Floats], out: Floats
) -> NDArray[np.float32] | None:
    """Return how the shine differs over a side from its middle, or None where there is none."""
    if solid.gloss <= 0:
        return None
    origin, right, down = side
    share = (np.arange(_SHINE_GRID) + 0.5) / _SHINE_GRID
    points = origin + share[None, :, None] * right + share[:, None, None] * down
    to_eye = canvas.camera.position_mm - points
    to_eye /= np.linalg.norm(to_eye, axis=-1, keepdims=True)
    field = canvas.lamps.reflected(np.broadcast_to(out, points.shape), to_eye, solid.gloss)
    middle = solid.centre_mm + out * solid.size_mm[2] / 2
    eye = canvas.camera.position_mm - middle
    eye /= np.linalg.norm(eye)
    field -= float(canvas.lamps.specular(out[None], eye[None], solid.gloss)[0])
    if float(np.abs(field).max()) < _FAINT_SHINE:
        return None
    return np.asarray(field * 255, np.float32)


def _level(decal: Decal, quad: Floats) -> NDArray[np.float32]:
    """Return the print about as large as it is seen, squeezed where it is seen aslant."""
    across = max(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[2] - quad[3])))
    along = max(float(np.linalg.norm(quad[3] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])))
    chosen = decal.levels[0]
    for level in decal.levels[1:]:
        if level.shape[1] < across or level.shape[0] < along:
            break
        chosen = level
    height, width = chosen.shape[:2]
    if width < across * _SQUEEZE and height < along * _SQUEEZE:
        return chosen
    size = (min(width, max(4, math.ceil(across))), min(height, max(4, math.ceil(along))))
    return np.asarray(cv2.resize(chosen, size, None, 0, 0, cv2.INTER_AREA), np.float32)

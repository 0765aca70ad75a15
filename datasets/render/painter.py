"""Paints solids on the canvas, far ones first, and keeps account of what hides what."""

import cv2
import numpy as np
from numpy.typing import NDArray

from .arrays import Floats
from .canvas import Canvas
from .decals import paint_decal
from .order import paint_order
from .polygons import GROWTH_PX, SHIFT, fixed, hull_of, shrunk
from .solids import FRONT, Solid
from .surfaces import Surface, surfaces

__all__ = ["paint_solids"]

# Cosine between up and the faces of tiles that lie.
_LYING = 0.95
_HARDLY_SHADED = 0.97


def paint_solids(canvas: Canvas, solids: list[Solid], sides: list[int]) -> None:
    """Paint all solids; of the first ones `sides` names the side that is labelled."""
    ready = surfaces(solids, canvas.camera, canvas.lamps)
    for number in paint_order(solids, canvas.camera):
        surface = ready[number]
        if surface is None:
            continue
        _paint(canvas, surface, number)
        _paint_decals(canvas, solids[number])
        if number < len(sides):
            side = sides[number]
            edge = surface.patches_px[surface.edges[0 if side == FRONT else 1]]
            if len(edge) < 3:
                continue
            if canvas.shade is not None and abs(solids[number].rotation[2, 2]) > _LYING:
                _shade_side(canvas, canvas.shade, edge)
            _mark_side(canvas, number, edge)


def _paint(canvas: Canvas, surface: Surface, number: int) -> None:
    hull = hull_of(surface.patches_px.reshape(-1, 2))[None]
    smooth, plain = (fixed(shrunk(hull, GROWTH_PX[soft])[0]) for soft in (True, False))
    colour = surface.colours.mean(axis=0).tolist()
    cv2.fillConvexPoly(canvas.pixels, smooth, colour, cv2.LINE_AA, SHIFT)
    cv2.fillConvexPoly(canvas.owner, plain, 2 * number + 1, cv2.LINE_8, SHIFT)
    for patch, shade in zip(surface.points, surface.colours.tolist(), strict=True):
        cv2.fillConvexPoly(canvas.pixels, patch, shade, cv2.LINE_AA, SHIFT)


def _shade_side(canvas: Canvas, shade: NDArray[np.float32], points_px: Floats) -> None:
    """Darken the upper side of a lying tile where something higher keeps the lamp from it."""
    low = np.maximum(np.floor(points_px.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(points_px.max(axis=0)).astype(int), np.array(canvas.camera.canvas_px))
    if (high <= low).any():
        return
    window = (slice(low[1], high[1]), slice(low[0], high[0]))
    if float(shade[window].min()) > _HARDLY_SHADED:
        return
    area = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    outline = shrunk(hull_of(points_px)[None], GROWTH_PX[True])[0] - low
    cv2.fillConvexPoly(area, fixed(outline), 255, cv2.LINE_AA, SHIFT)
    left = 1 - (1 - shade[window]) * (area.astype(np.float32) / 255)
    place = canvas.pixels[window]
    place[:] = (place * left[..., None]).astype(np.uint8)


def _mark_side(canvas: Canvas, number: int, points_px: Floats) -> None:
    outline = hull_of(points_px)
    x, y = outline[:, 0], outline[:, 1]
    canvas.areas[number] = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
    area = fixed(shrunk(outline[None], GROWTH_PX[False])[0])
    cv2.fillConvexPoly(canvas.owner, area, 2 * number + 2, cv2.LINE_8, SHIFT)


def _paint_decals(canvas: Canvas, solid: Solid) -> None:
    for side, decal in solid.decals.items():
        out = solid.rotation[:, 2] * (1.0 if side == FRONT else -1.0)
        middle = solid.centre_mm + out * solid.size_mm[2] / 2
        if (canvas.camera.position_mm - middle) @ out > 0:
            paint_decal(canvas, solid, side, decal, out)

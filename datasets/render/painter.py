"""Paints solids on the canvas, far ones first, and keeps account of what hides what."""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from .arrays import Floats, Pixels
from .camera import NEAR_MM, Camera
from .lamps import Lamps
from .polygons import GROWTH_PX, SHIFT, fixed, hull_of, shrunk
from .solids import FRONT, HALF_ROUND, Decal, Solid, cuts_of, cylinder, material, mesh

__all__ = ["Canvas", "paint_order", "paint_solid"]

# Boxes that overlap by less than this still count as side by side.
_TOUCH_MM = 0.4
# A rounding is drawn in as many steps as keep its patches below about this many pixels.
_PATCH_PX = 4.0
_MOST_STEPS = 7
# Vertices this little below where a rounding is half turned still bound the face.
_OUTLINE_MM = 1e-3
# A print this much larger than it is seen is made smaller first, or its lines break up.
_SQUEEZE = 1.3
# The shine on a side is worked out on a grid of this many points each way.
_SHINE_GRID = 5
_FAINT_SHINE = 0.012


@dataclass(slots=True, eq=False)
class Canvas:
    """The undistorted picture while it is painted, and whose face each pixel shows."""

    pixels: Pixels
    owner: NDArray[np.float32]
    """0 nothing, 2 n + 1 some other part of solid n - 1, 2 n + 2 its labelled side."""
    camera: Camera
    lamps: Lamps
    areas: dict[int, float] = field(default_factory=dict)
    """Pixels that the labelled side of each solid would take if nothing hid it."""

    @classmethod
    def blank(cls, camera: Camera, lamps: Lamps) -> "Canvas":
        """Return a black canvas of the camera's size."""
        width, height = camera.canvas_px
        pixels = np.zeros((height, width, 3), np.uint8)
        return cls(pixels, np.zeros((height, width), np.float32), camera, lamps)


def paint_order(solids: list[Solid], camera: Camera) -> list[int]:
    """Return the solids' numbers such that none is painted over by one that it hides.

    Of two boxes, a side of one that has the other wholly outside parts them; which one is in
    front depends on the side of it the camera is on.
    """
    count = len(solids)
    if not count:
        return []
    corners = np.stack([solid.corners() for solid in solids])
    centres = np.stack([solid.centre_mm for solid in solids])
    axes = np.stack([solid.rotation.T for solid in solids])
    normals = np.concatenate([axes, -axes], axis=1)
    half = np.stack([solid.half_mm for solid in solids])
    offsets = np.einsum("nkc,nc->nk", normals, centres) + np.concatenate([half, half], axis=1)
    flat = normals.reshape(-1, 3) @ corners.reshape(-1, 3).T
    nearest = flat.reshape(count, 6, count, 8).min(axis=3) - offsets[:, :, None]
    outside = nearest > -_TOUCH_MM
    eye = normals @ camera.position_mm - offsets > 0
    later = (outside & eye[:, :, None]).any(axis=1)
    earlier = (outside & ~eye[:, :, None]).any(axis=1)
    boxes = camera.to_canvas(corners)
    low, high = boxes.min(axis=1), boxes.max(axis=1)
    meet = ((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2)
    # in_front[i, j]: j is painted after i. Trust a parting plane seen from either box.
    in_front = ((later & ~earlier) | (earlier & ~later).T) & meet
    np.fill_diagonal(in_front, val=False)
    in_front &= ~in_front.T
    distance = np.linalg.norm(centres - camera.position_mm, axis=1)
    return _sorted(in_front, distance)


def _sorted(in_front: NDArray[np.bool_], distance: Floats) -> list[int]:
    waits = in_front.sum(axis=0).astype(np.int64)
    done = np.zeros(len(distance), bool)
    order = []
    for _ in range(len(distance)):
        free = np.flatnonzero(~done & (waits <= 0))
        if not len(free):
            free = np.flatnonzero(~done)
        chosen = int(free[np.argmax(distance[free])])
        done[chosen] = True
        waits -= in_front[chosen]
        order.append(chosen)
    return order


def paint_solid(canvas: Canvas, solid: Solid, number: int, labelled: int | None = None) -> None:
    """Paint one solid; `labelled` names the side whose visible share will be asked for."""
    camera = canvas.camera
    if float(camera.depth(solid.centre_mm)) < NEAR_MM * 4:
        return
    scale = camera.focal_px / float(camera.depth(solid.centre_mm))
    steps = int(np.clip(np.ceil(solid.radius_mm * scale / _PATCH_PX), 1, _MOST_STEPS))
    shape = (
        cylinder(solid.size_mm)
        if solid.is_round
        else mesh(solid.size_mm, solid.radius_mm, cuts_of(solid.layers), steps)
    )
    middles = solid.to_world(shape.middles)
    normals = shape.normals @ solid.rotation.T
    to_eye = camera.position_mm - middles
    to_eye /= np.linalg.norm(to_eye, axis=1, keepdims=True)
    seen = np.flatnonzero((normals * to_eye).sum(axis=1) > 0)
    if not len(seen):
        return
    patches = camera.to_canvas(solid.to_world(shape.corners[seen]))
    if not _touches(patches.reshape(-1, 2), camera.canvas_px):
        return
    light = canvas.lamps.diffuse(normals[seen])
    shine = canvas.lamps.specular(normals[seen], to_eye[seen], solid.gloss)
    base = material(solid.layers)[shape.layer[seen]] * np.array(solid.tint)
    colours = np.clip(base * light + shine[:, None] * 255, 0, 255)
    hull = hull_of(patches.reshape(-1, 2))[None]
    smooth, plain = (fixed(shrunk(hull, GROWTH_PX[soft])[0]) for soft in (True, False))
    cv2.fillConvexPoly(canvas.pixels, smooth, colours.mean(axis=0).tolist(), cv2.LINE_AA, SHIFT)
    cv2.fillConvexPoly(canvas.owner, plain, 2 * number + 1, cv2.LINE_8, SHIFT)
    points = fixed(shrunk(patches, GROWTH_PX[True]))
    for patch, colour in zip(points, colours.tolist(), strict=True):
        cv2.fillConvexPoly(canvas.pixels, patch, colour, cv2.LINE_AA, SHIFT)
    _paint_decals(canvas, solid)
    if labelled is not None:
        _mark_side(canvas, number, patches[_outline(shape.corners[seen], solid, labelled)])


def _outline(corners: Floats, solid: Solid, side: int) -> NDArray[np.bool_]:
    """Return which corners bound a side: those above where its rounding is half turned."""
    sign = 1.0 if side == FRONT else -1.0
    edge = solid.size_mm[2] / 2 - HALF_ROUND * solid.radius_mm
    return np.asarray(corners[..., 2] * sign > edge - _OUTLINE_MM)


def _mark_side(canvas: Canvas, number: int, points_px: Floats) -> None:
    outline = hull_of(points_px)
    x, y = outline[:, 0], outline[:, 1]
    canvas.areas[number] = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
    area = fixed(shrunk(outline[None], GROWTH_PX[False])[0])
    cv2.fillConvexPoly(canvas.owner, area, 2 * number + 2, cv2.LINE_8, SHIFT)


def _touches(points_px: Floats, size_px: tuple[int, int]) -> bool:
    low, high = points_px.min(axis=0), points_px.max(axis=0)
    return bool((high > 0).all() and (low < np.array(size_px)).all())


def _paint_decals(canvas: Canvas, solid: Solid) -> None:
    for side, decal in solid.decals.items():
        out = solid.rotation[:, 2] * (1.0 if side == FRONT else -1.0)
        middle = solid.centre_mm + out * solid.size_mm[2] / 2
        if (canvas.camera.position_mm - middle) @ out > 0:
            paint_decal(canvas, solid, side, decal, out)


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

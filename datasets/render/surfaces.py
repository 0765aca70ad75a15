"""The patches of all solids in one go: where they fall on the canvas and in what colour."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .arrays import Floats
from .camera import NEAR_MM, Camera
from .lamps import Lamps
from .polygons import GROWTH_PX, fixed, shrunk
from .solids import HALF_ROUND, Mesh, Solid, cuts_of, cylinder, material, mesh

__all__ = ["Surface", "surfaces"]

# A rounding is drawn in as many steps as keep its patches below about this many pixels.
_PATCH_PX = 4.0
_MOST_STEPS = 7
# Vertices this little below where a rounding is half turned still bound the face.
_OUTLINE_MM = 1e-3
# The sides of things lose up to this share of light at the table, less with each few millimetres.
_DIM, _DIM_MM = 0.35, 7.0


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """What can be seen of one solid, if nothing hid it."""

    patches_px: Floats
    """(k, 4, 2) on the canvas."""
    points: NDArray[np.int32]
    """(k, 4, 2) the same as cv2 is to draw them."""
    colours: Floats
    """(k, 3)"""
    edges: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    """(k, 4) each: which corners bound the front, and which the rear."""


def surfaces(solids: list[Solid], camera: Camera, lamps: Lamps) -> list[Surface | None]:
    """Return the surface of each solid; None where it is out of sight.

    Solids with the same mesh, such as all tiles of a scene, are worked out together.
    """
    found: list[Surface | None] = [None] * len(solids)
    alike: dict[int, list[int]] = defaultdict(list)
    shapes: dict[int, Mesh] = {}
    for number, solid in enumerate(solids):
        depth = float(camera.depth(solid.centre_mm))
        if depth < NEAR_MM * 4 or not _in_sight(solid, camera):
            continue
        shape = _shape(solid, camera.focal_px / depth)
        alike[id(shape)].append(number)
        shapes[id(shape)] = shape
    for key, numbers in alike.items():
        group = [solids[number] for number in numbers]
        for number, surface in zip(numbers, _group(group, shapes[key], camera, lamps), strict=True):
            found[number] = surface
    return found


def _in_sight(solid: Solid, camera: Camera) -> bool:
    spots = camera.to_canvas(solid.corners())
    low, high = spots.min(axis=0), spots.max(axis=0)
    return bool((high > 0).all() and (low < np.array(camera.canvas_px)).all())


def _shape(solid: Solid, px_per_mm: float) -> Mesh:
    if solid.is_round:
        return cylinder(solid.size_mm)
    steps = int(np.clip(np.ceil(solid.radius_mm * px_per_mm / _PATCH_PX), 1, _MOST_STEPS))
    return mesh(solid.size_mm, solid.radius_mm, cuts_of(solid.layers), steps)


def _group(group: list[Solid], shape: Mesh, camera: Camera, lamps: Lamps) -> list[Surface | None]:
    turned = np.stack([solid.rotation.T for solid in group])
    centres = np.stack([solid.centre_mm for solid in group])[:, None]
    normals = shape.normals @ turned
    middles = shape.middles @ turned + centres
    to_eye = camera.position_mm - middles
    to_eye /= np.linalg.norm(to_eye, axis=2, keepdims=True)
    seen = np.einsum("tmc,tmc->tm", normals, to_eye) > 0
    base = np.stack([material(solid.layers)[shape.layer] * solid.tint for solid in group])
    gloss = np.array([solid.gloss for solid in group])[:, None]
    shine = lamps.specular(normals, to_eye, 1.0) * gloss
    # Near the table little of the room's light reaches the sides.
    low = np.exp(-np.clip(middles[..., 2], 0, None) / _DIM_MM) * (
        1 - np.clip(normals[..., 2], 0, 1)
    )
    light = lamps.diffuse(normals) * (1 - _DIM * low[..., None])
    colours = np.clip(base * light + shine[..., None] * 255, 0, 255)
    corners = shape.corners.reshape(-1, 3) @ turned + centres
    patches = camera.to_canvas(corners).reshape(len(group), -1, 4, 2)
    points = fixed(shrunk(patches.reshape(-1, 4, 2), GROWTH_PX[True])).reshape(patches.shape)
    # All solids of a group are equally deep and equally rounded: they share one mesh.
    edge = group[0].size_mm[2] / 2 - HALF_ROUND * group[0].radius_mm - _OUTLINE_MM
    front, rear = shape.corners[..., 2] > edge, shape.corners[..., 2] < -edge
    return [
        Surface(patches[t][mine], points[t][mine], colours[t][mine], (front[mine], rear[mine]))
        if mine.any()
        else None
        for t, mine in enumerate(seen)
    ]

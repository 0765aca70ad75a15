"""In which order solids are painted, so that none covers what is before it."""

import numpy as np
from numpy.typing import NDArray

from .arrays import Floats
from .camera import Camera
from .solids import Solid

__all__ = ["paint_order"]

# Boxes that overlap by less than this still count as side by side.
_TOUCH_MM = 0.4


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

"""Boxes with rounded edges: the tiles, and everything else that stands on the table.

A box has its own axes: x to the right and y up as someone reading its front sees them, z out of
the front. Its front carries the face of a tile, its rear the back.
"""

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from .arrays import RGB, Floats, Pixels

__all__ = ["FRONT", "REAR", "Decal", "Layer", "Mesh", "Solid", "cylinder", "face_corners", "mesh"]

FRONT, REAR = 0, 1
# Half-way round the rounding of an edge the surface has dropped this share of the radius.
HALF_ROUND = 1.0 - np.sqrt(0.5)
_ROUND_SIDES = 28


@dataclass(frozen=True, slots=True)
class Layer:
    """One slab of a body: from the layer before it (or the rear) up to `upto` of the depth."""

    upto: float
    colour: RGB


@dataclass(frozen=True, slots=True, eq=False)
class Decal:
    """A print on one side: premultiplied ink RGBA, float32, and where its relief shows."""

    levels: tuple[NDArray[np.float32], ...]
    """The print at full size, half, quarter, ...; each (height, width, 4), ink 0 to 255."""
    inset: float = 0.0
    """Share of the side left free at each edge."""


@dataclass(slots=True, eq=False)
class Solid:
    """A rounded box: where it is, what it is made of and what is printed on it."""

    size_mm: tuple[float, float, float]
    centre_mm: Floats
    rotation: Floats
    layers: tuple[Layer, ...]
    radius_mm: float = 2.0
    gloss: float = 0.3
    decals: dict[int, Decal] = field(default_factory=dict)
    tint: RGB = (1.0, 1.0, 1.0)
    is_round: bool = False
    """An upright cylinder (or cone's stump) instead of a box."""
    lookalikes: tuple[tuple[float, float, float, float], ...] = ()
    """What of its front could be taken for the face of a tile though it is none: left, top, right
    and bottom as shares of its sides."""

    @property
    def half_mm(self) -> Floats:
        """Return half of each size."""
        return np.array(self.size_mm) / 2

    def to_world(self, local_mm: Floats) -> Floats:
        """Move points (..., 3) from the box's own axes to the table's."""
        return np.asarray(local_mm @ self.rotation.T + self.centre_mm, dtype=np.float64)

    def corners(self) -> Floats:
        """Return the eight sharp corners (8, 3) on the table."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return self.to_world(signs * self.half_mm)

    def side_axes(self, side: int) -> tuple[Floats, Floats, Floats]:
        """Return the top left corner of a side and its right and down edges, on the table."""
        (w, h, d), r = self.size_mm, self.rotation
        right, up, out = r[:, 0], r[:, 1], r[:, 2]
        if side == REAR:
            right, out = -right, -out
        origin = self.centre_mm + out * d / 2 - right * w / 2 + up * h / 2
        return origin, right * w, -up * h


def face_corners(solid: Solid, side: int) -> Floats:
    """Return the four labelled corners (4, 3) of the front or rear, clockwise from its top left.

    The one convention for corners: the rectangle of the box's full width and height, sharp at the
    corners, in the plane where the rounding of the edges is half turned (0.29 of its radius below
    the face). Seen straight on it is the tile's outline; seen aslant its near edge is where the
    eye sees the face turn into the side.
    """
    origin, right, down = solid.side_axes(side)
    out = solid.rotation[:, 2] * (1.0 if side == FRONT else -1.0)
    origin = origin - out * HALF_ROUND * solid.radius_mm
    return np.stack([origin, origin + right, origin + right + down, origin + down])


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """The surface of a rounded box in its own axes, in patches of four corners."""

    corners: Floats
    """(m, 4, 3)"""
    normals: Floats
    """(m, 3) outward, of unit length"""
    middles: Floats
    """(m, 3)"""
    layer: NDArray[np.int64]
    """(m,) which layer each patch belongs to"""


def _rounded(points: Floats, half: Floats, radius: float) -> Floats:
    core = np.clip(points, -(half - radius), half - radius)
    away = points - core
    length = np.maximum(np.linalg.norm(away, axis=-1, keepdims=True), 1e-9)
    return np.asarray(core + away / length * radius)


def _lines(half: float, radius: float, steps: int) -> Floats:
    """Return where patches meet along one axis, the rounding cut into equal angles."""
    inner = half - radius
    outer = inner + radius * np.tan(np.pi / 4 * np.arange(steps + 1) / steps)
    return np.concatenate([-outer[::-1], outer])


@lru_cache(maxsize=64)
def _template(lines: int, levels: int) -> NDArray[np.int64]:
    """Return which line along x, y and z each corner of each patch lies on (m, 4, 3).

    There are `lines` lines along x and y and `levels` along z.
    """
    counts = (lines, lines, levels)
    found = []
    for axis in range(3):
        a, b = (axis + 1) % 3, (axis + 2) % 3
        for end in (counts[axis] - 1, 0):
            for i in range(counts[a] - 1):
                for j in range(counts[b] - 1):
                    corner = np.zeros((4, 3), np.int64)
                    corner[:, axis] = end
                    corner[:, a] = [i, i + 1, i + 1, i]
                    corner[:, b] = [j, j, j + 1, j + 1]
                    found.append(corner if end else corner[::-1])
    return np.array(found)


@lru_cache(maxsize=256)
def mesh(
    size_mm: tuple[float, float, float],
    radius_mm: float,
    cuts: tuple[float, ...] = (),
    steps: int = 1,
) -> Mesh:
    """Build the surface of a rounded box whose layers meet at `cuts` (shares of the depth).

    Each half of a rounding is cut into `steps` patches.
    """
    half = np.array(size_mm) / 2
    radius = min(radius_mm, float(half.min()) * 0.95)
    levels = np.sort(np.array([(2 * cut - 1) * half[2] for cut in cuts]))
    x, y, z = (_lines(float(side), radius, steps) for side in half)
    z = np.sort(np.concatenate([z, levels]))
    index = _template(len(x), len(z))
    sharp = np.stack([x[index[..., 0]], y[index[..., 1]], z[index[..., 2]]], axis=-1)
    middle = sharp.mean(axis=1)
    round_ = _rounded(sharp, half, radius)
    normals = middle - np.clip(middle, -(half - radius), half - radius)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    layer = np.searchsorted(levels, middle[:, 2])
    return Mesh(round_, normals, round_.mean(axis=1), np.asarray(layer, dtype=np.int64))


@lru_cache(maxsize=64)
def cylinder(size_mm: tuple[float, float, float], taper: float = 0.85) -> Mesh:
    """Build an upright cylinder, narrower at its foot by `taper`, with a sunken-looking top."""
    angle = np.linspace(0, 2 * np.pi, _ROUND_SIDES + 1)
    ring = np.stack([np.cos(angle) * size_mm[0] / 2, np.sin(angle) * size_mm[1] / 2], axis=1)
    high = size_mm[2] / 2
    low_ring = np.column_stack([ring * taper, np.full(len(ring), -high)])
    top_ring = np.column_stack([ring, np.full(len(ring), high)])
    middle = np.broadcast_to([0.0, 0.0, high], low_ring.shape)
    sides = np.stack([low_ring[:-1], low_ring[1:], top_ring[1:], top_ring[:-1]], axis=1)
    cap = np.stack([middle[:-1], top_ring[:-1], top_ring[1:], middle[1:]], axis=1)
    patches = np.concatenate([sides, cap])
    half = (angle[:-1] + angle[1:]) / 2
    flat = np.zeros_like(half)
    normals = np.concatenate(
        [
            np.column_stack([np.cos(half), np.sin(half), flat]),
            np.column_stack([flat, flat, flat + 1]),
        ]
    )
    return Mesh(patches, normals, patches.mean(axis=1), np.zeros(len(patches), np.int64))


def cuts_of(layers: tuple[Layer, ...]) -> tuple[float, ...]:
    """Return where the layers of a body meet, as shares of its depth."""
    return tuple(round(layer.upto, 3) for layer in layers[:-1])


def material(layers: tuple[Layer, ...]) -> Floats:
    """Return the colours of the layers, rear first (n, 3)."""
    return np.array([layer.colour for layer in layers], dtype=np.float64)


def picture_levels(image: Pixels | NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
    """Return an RGBA print at full size, half, quarter, ... as float32."""
    levels = [np.ascontiguousarray(image, dtype=np.float32)]
    while min(levels[-1].shape[:2]) > 16:
        h, w = levels[-1].shape[:2]
        smaller = cv2.resize(levels[-1], (max(w // 2, 1), max(h // 2, 1)), None, 0, 0, 3)
        levels.append(np.asarray(smaller, dtype=np.float32))
    return tuple(levels)

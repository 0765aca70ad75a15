"""What the net should answer for a crop: heat, where it counts, and outlines at the centres.

All coordinates are pixels of the crop. A tile known by its corners teaches them; one known by an
upright box in its photo teaches what the box says: turned back, the outline fills it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ...vision.heatmap import GEOMETRY, HEAT, STRIDE, geometry_of
from .detector_pictures import Floats, Tiles

__all__ = ["Targets", "apply", "make_targets"]

# Width of the heat around a centre (standard deviation), as a share of the tile's shorter side.
_SPREAD = 0.09
_MIN_SPREAD_CELLS = 0.7
# The outline is taught in the cells so near to the centre.
_REACH = 0.09
_MIN_REACH_CELLS, _MAX_REACH_CELLS = 0.75, 2.5
_STEPS = 3
# Tiles smaller or larger than this (root of the area) teach nothing: another scale finds them.
_SMALLEST_PX, _LARGEST_PX = 11.0, 330.0


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """The answers for one crop of h x w cells, with p cells that teach an outline."""

    heat: NDArray[np.float32]
    """(2, h, w) 1 at the centre of a face or back, falling off around it."""
    counts: NDArray[np.float32]
    """(2, h, w) 1 where the heat is taught, else 0."""
    cells: NDArray[np.int64]
    """(p, 2) row and column."""
    share: NDArray[np.float32]
    """(p,) weights that sum to 1 for each tile."""
    geometry: NDArray[np.float32]
    """(p, 10) as in `vision.heatmap`."""
    outline: NDArray[np.float32]
    """(p,) how far the outline is known, 0 to 1."""
    rows: NDArray[np.float32]
    """(p, 2, 2) maps an offset in crop pixels to the photo, in half widths and heights of the
    label's box."""
    box: NDArray[np.float32]
    """(p,) 1 where the box is known."""


def apply(matrix: Floats, points: Floats) -> Floats:
    """Send (..., 2) points through a 3 x 3 homography."""
    sent = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(sent[..., :2] / np.maximum(sent[..., 2:], 1e-6))


def make_targets(tiles: Tiles, matrix: Floats, size: tuple[int, int]) -> Targets:
    """Return the targets of a crop of `size` (width, height); `matrix` sends photo to crop."""
    width, height = size[0] // STRIDE, size[1] // STRIDE
    corners = apply(matrix, tiles.corners.astype(np.float64))
    seen = ((corners.max(axis=1) > 0) & (corners.min(axis=1) < size)).all(axis=1)
    tiles, corners = tiles.some(seen), corners[seen]
    centres = corners.mean(axis=1) / STRIDE
    sides = np.stack([np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1),
                      np.linalg.norm(corners[:, 2] - corners[:, 1], axis=1)])  # fmt: skip
    extent = np.sqrt(np.maximum(sides.prod(axis=0), 1e-6))
    taught = tiles.taught & (extent > _SMALLEST_PX) & (extent < _LARGEST_PX)
    short = sides.min(axis=0) / STRIDE
    heat = np.zeros((HEAT, height, width), np.float32)
    spread = np.maximum(_MIN_SPREAD_CELLS, _SPREAD * short)
    for kind in range(HEAT):
        one = np.flatnonzero(taught & (tiles.kind == kind))
        heat[kind] = _heaps(centres[one], spread[one], (width, height))
    inside = (centres > 0).all(axis=1) & (centres < (width, height)).all(axis=1)
    counts = _counts(tiles, matrix, corners, taught, (width, height))
    chosen = np.flatnonzero(taught & inside)
    reach = np.clip(_REACH * short[chosen], _MIN_REACH_CELLS, _MAX_REACH_CELLS)
    cells, share, which = _cells(centres[chosen], reach, (width, height))
    owner = chosen[which]
    geometry = geometry_of(corners)[owner].reshape(-1, GEOMETRY)
    geometry[:, :2] = centres[owner] - (cells[:, ::-1] + 0.5)
    return Targets(
        heat, counts, cells, share, geometry,
        tiles.outline[owner],
        _box_rows(tiles.corners[owner], matrix),
        tiles.box[owner].astype(np.float32),
    )  # fmt: skip


def _heaps(centres: Floats, spread: Floats, size: tuple[int, int]) -> NDArray[np.float32]:
    """Return (h, w) heat around centres, in cells; the cell that holds one gets 1."""
    width, height = size
    if not len(centres):
        return np.zeros((height, width), np.float32)
    wide = (np.arange(width) + 0.5 - centres[:, :1]) / spread[:, None]
    high = (np.arange(height) + 0.5 - centres[:, 1:]) / spread[:, None]
    across = np.exp(-(wide**2) / 2).astype(np.float32)
    down = np.exp(-(high**2) / 2).astype(np.float32)
    heat = (down[:, :, None] * across[:, None, :]).max(axis=0)
    column, row = np.floor(centres).astype(np.int64).T
    inside = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    heat[row[inside], column[inside]] = 1.0
    return np.asarray(heat, np.float32)


def _counts(
    tiles: Tiles, matrix: Floats, corners: Floats, taught: NDArray[np.bool_], size: tuple[int, int]
) -> NDArray[np.float32]:
    """Return where the heat is taught.

    Not in ignored regions, except on the tiles labelled there; and never on a tile whose label
    cannot be trusted.
    """
    width, height = size
    face = np.ones((height, width), np.uint8)
    back = np.full((height, width), int(tiles.backs), np.uint8)
    for value, regions in (
        (0, apply(matrix, tiles.ignore.astype(np.float64))),
        (1, corners[taught]),
        (0, corners[~taught]),
    ):
        cells = np.round(np.clip(regions / STRIDE - 0.5, -8e3, 8e3)).astype(np.int32)
        for polygon in cells:
            cv2.fillConvexPoly(face, polygon, (value,))
            cv2.fillConvexPoly(back, polygon, (value,))
    return np.stack([face, back]).astype(np.float32)


def _cells(
    centres: Floats, reach: Floats, size: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]:
    """Return the cells near each centre as row and column, their shares and whose they are."""
    steps = np.arange(-_STEPS, _STEPS + 1)
    around = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    cells = np.floor(centres).astype(np.int64)[:, None] + around
    gaps = np.linalg.norm(cells + 0.5 - centres[:, None], axis=2)
    near = (gaps <= reach[:, None]) & (cells >= 0).all(axis=2) & (cells < size).all(axis=2)
    owner, which = np.nonzero(near)
    per_tile = np.bincount(owner, minlength=len(centres))
    found = cells[owner, which][:, ::-1]
    return found, (1.0 / per_tile[owner]).astype(np.float32), owner


def _box_rows(corners: Floats, matrix: Floats) -> NDArray[np.float32]:
    """Return how an offset in the crop measures in the photo, in half sides of the label's box."""
    if not len(corners):
        return np.empty((0, 2, 2), np.float32)
    low, high = corners.min(axis=1), corners.max(axis=1)
    half = np.maximum((high - low) / 2, 1e-3)
    centre = (low + high) / 2
    step = 0.5
    ahead = np.stack([apply(matrix, centre + np.array(way) * step) for way in ((1, 0), (0, 1))])
    behind = np.stack([apply(matrix, centre - np.array(way) * step) for way in ((1, 0), (0, 1))])
    forward = np.moveaxis(ahead - behind, 0, 2) / (2 * step)
    back = np.linalg.inv(forward)
    return np.asarray(back / half[:, :, None], np.float32)

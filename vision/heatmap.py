"""From the detector's output maps to outlines of tiles, and back for a check.

The maps are those of `models/training/detector_net.py`; all arrays here are numpy and every
coordinate is a pixel of the net's input, (0, 0) the outer corner of its first pixel.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = [
    "BACK",
    "FACE",
    "GEOMETRY",
    "HEAT",
    "SCALE_PX",
    "STRIDE",
    "Peaks",
    "corners_of",
    "find_peaks",
    "geometry_of",
]

HEAT = 2
"""Channels of heat: faces, then backs."""
FACE, BACK = 0, 1
GEOMETRY = 10
STRIDE = 4
SCALE_PX = 16.0
"""Half the side of a common tile: its logarithm is the zero of the lengths."""
_NEEDLE = 0.5
"""Sine of the angle between a tile's axes, as seen, below which they are no tile's."""
_LONGEST = 4.0
"""No half axis is taken to be longer than SCALE_PX * e^4, about 870 px."""

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Peaks:
    """Tiles found in one picture, best first; n of them."""

    corners: NDArray[np.float32]
    """(n, 4, 2) corners, clockwise; the first is an end of the tile's own top or bottom edge."""
    score: NDArray[np.float32]
    """(n,) from 0 to 1."""
    kind: NDArray[np.int64]
    """(n,) `FACE` or `BACK`."""


def find_peaks(heat: Floats, geometry: Floats, least: tuple[float, float]) -> Peaks:
    """Return the outlines at the local maxima of the heat.

    `heat` is (h, w, 2) probabilities, `geometry` (h, w, 10); `least` says from which heat on a
    face and a back count.
    """
    high = heat >= np.array(least, heat.dtype)
    row, column, kind = np.nonzero(high & (heat >= _highest_around(heat)))
    score = heat[row, column, kind]
    order = np.argsort(-score, kind="stable")
    kind, row, column, score = kind[order], row[order], column[order], score[order]
    cells = np.stack([column + 0.5, row + 0.5], axis=1)
    corners = corners_of(geometry[row, column], cells)
    return Peaks(corners, score.astype(np.float32), kind.astype(np.int64))


def _highest_around(heat: Floats) -> Floats:
    """Return the highest value among each cell and its eight neighbours."""
    around = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.dilate(np.ascontiguousarray(heat), around), heat.dtype)


def corners_of(geometry: Floats, cells: Floats) -> NDArray[np.float32]:
    """Return (n, 4, 2) corners in pixels from (n, 10) geometry at (n, 2) middles of cells."""
    values = np.asarray(geometry, np.float64)
    centre = (cells + values[:, 0:2]) * STRIDE
    length = SCALE_PX * np.exp(np.minimum(values[:, 2:4], _LONGEST))
    half_u = np.arctan2(values[:, 5], values[:, 4]) / 2
    half_v = np.arctan2(values[:, 7], values[:, 6]) / 2
    u = np.stack([np.cos(half_u), np.sin(half_u)], axis=1) * length[:, 0:1]
    v = np.stack([np.cos(half_v), np.sin(half_v)], axis=1) * length[:, 1:2]
    u, v = _upright_if_needle(u, v)
    # Of the two ends of v take the one that is clockwise from -u: right of the tile's top.
    turn = np.sign(v[:, 0] * u[:, 1] - v[:, 1] * u[:, 0])
    v *= np.where(turn == 0, 1.0, turn)[:, None]
    w = values[:, 8:10] * np.sqrt(length.prod(axis=1))[:, None]
    corners = [centre - u - v + w, centre - u + v - w, centre + u + v + w, centre + u - v - w]
    return np.stack(corners, axis=1).astype(np.float32)


def _upright_if_needle(
    u: NDArray[np.float64], v: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return (n, 2) half axes; where they hardly span an area, those of the box that they fill.

    Of a tile that may stand upright or lie on its side the net gives the diagonal: photos are
    labelled with boxes, and both fill the same one.
    """
    across = np.abs(v[:, 0] * u[:, 1] - v[:, 1] * u[:, 0])
    needle = across < _NEEDLE * np.linalg.norm(u, axis=1) * np.linalg.norm(v, axis=1)
    reach = np.abs(u) + np.abs(v)
    upright = np.where(needle[:, None], reach * (0.0, 1.0), u)
    level = np.where(needle[:, None], reach * (1.0, 0.0), v)
    return np.asarray(upright, np.float64), np.asarray(level, np.float64)


def geometry_of(corners: Floats) -> NDArray[np.float32]:
    """Return (n, 10) geometry of (n, 4, 2) clockwise corners from the tile's own top left.

    The first two values are the centres in cells, from the picture's corner.
    """
    a, b, c, d = (np.asarray(corners, np.float64)[:, number] for number in range(4))
    centre, u = (a + b + c + d) / 4, (c + d - a - b) / 4
    v, w = (b + c - a - d) / 4, (a + c - b - d) / 4
    long_u, long_v = (np.maximum(np.linalg.norm(axis, axis=1), 1e-3) for axis in (u, v))
    turn_u, turn_v = (2 * np.arctan2(axis[:, 1], axis[:, 0]) for axis in (u, v))
    logs = [np.log(long_u / SCALE_PX), np.log(long_v / SCALE_PX)]
    turns = [np.cos(turn_u), np.sin(turn_u), np.cos(turn_v), np.sin(turn_v)]
    bend = w / np.sqrt(long_u * long_v)[:, None]
    return np.column_stack([centre / STRIDE, *logs, *turns, bend]).astype(np.float32)

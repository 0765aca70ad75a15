"""Which tiles of a reading lie in one row, and which way that row runs in the picture."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..outlines import areas
from ..reading import Reading, TileReading

__all__ = ["Row", "Vector", "rows_of", "size_of"]

Vector = NDArray[np.floating[Any]]

_FAR = 1.9
"""The next tile of a row lies at most this many tile sizes on."""
_BENT = 0.8
"""Cosine of the sharpest bend within a row."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """Tiles of one group that lie side by side, in the order in which they are read."""

    tiles: tuple[TileReading, ...]
    quads: Vector
    """(n, 4, 2) corners in pixels of the drawing."""
    group: int
    along: Vector
    """(2,) unit vector from the first tile to the last."""
    down: Vector
    """(2,) unit vector to the lower edge of the row, for someone who reads the tiles."""

    @property
    def size_px(self) -> float:
        """Return the size of its tiles: the root of their mean area."""
        return sum(size_of(quad) for quad in self.quads) / len(self.quads)

    def edge(self, side: int) -> tuple[Vector, Vector]:
        """Return both ends of the line that touches the row from below (1) or above (-1).

        It follows the row's edge in perspective, from the first tile's corner to the last's.
        """
        out = self.down * side
        start = min(_outer(self.quads[0], out), key=lambda corner: float(corner @ self.along))
        end = max(_outer(self.quads[-1], out), key=lambda corner: float(corner @ self.along))
        line = _unit(end - start)
        normal = np.array([-line[1], line[0]]) * side
        # Turned tiles and crooked ones may reach further.
        further = normal * float(((self.quads.reshape(-1, 2) - start) @ normal).max())
        return np.asarray(start + further), np.asarray(end + further)


def _outer(quad: Vector, way: Vector) -> tuple[Vector, Vector]:
    """Return the two corners of a quad's side that lies furthest in a direction."""
    sides = [(quad[i], quad[(i + 1) % 4]) for i in range(4)]
    return max(sides, key=lambda side: float((side[0] + side[1]) @ way))


def size_of(quad: Vector) -> float:
    """Return the root of the area of a quad (4, 2), at least 1 pixel."""
    return max(1.0, math.sqrt(float(areas(quad[None])[0])))


def rows_of(reading: Reading, scale: float) -> list[Row]:
    """Return the rows of all groups, `scale` pixels of the drawing for one of the original."""
    rows: list[Row] = []
    for number, group in enumerate(reading.groups):
        some: list[TileReading] = []
        for tile in reading.of_group(group):
            if some and not _goes_on(some, tile):
                rows.append(_row(some, number, scale))
                some = []
            some.append(tile)
        if some:
            rows.append(_row(some, number, scale))
    return rows


def _centre(tile: TileReading) -> Vector:
    return np.asarray(np.mean(tile.quad, axis=0), np.float64)


def _unit(vector: Vector) -> Vector:
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length) if length > 0 else np.array([1.0, 0.0])


def _goes_on(some: Sequence[TileReading], tile: TileReading) -> bool:
    """Tell whether a tile lies next in the row of those before it."""
    step = _centre(tile) - _centre(some[-1])
    sizes = [size_of(np.asarray(one.quad, np.float64)) for one in (some[-1], tile)]
    if float(np.linalg.norm(step)) > _FAR * max(sizes):
        return False
    if len(some) == 1:
        return True
    before = _centre(some[-1]) - _centre(some[0])
    return float(_unit(before) @ _unit(step)) >= _BENT


def _row(tiles: Sequence[TileReading], group: int, scale: float) -> Row:
    quads = np.asarray([tile.quad for tile in tiles], np.float64) * scale
    if len(tiles) > 1:
        along = _unit(quads[-1].mean(axis=0) - quads[0].mean(axis=0))
    else:
        top, bottom = quads[0, 1] - quads[0, 0], quads[0, 2] - quads[0, 3]
        right = _unit(top + bottom)
        along = np.array([-right[1], right[0]]) if tiles[0].turned else right
    down = np.array([-along[1], along[0]])
    return Row(tuple(tiles), quads, group, along, down)

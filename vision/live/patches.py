"""What the picture says at the place of a tile: still the same, or bare table."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..straighten import straighten

__all__ = ["Patch", "ground_around"]

Pixels = NDArray[np.uint8]
Corners = NDArray[np.float64]
Floats = NDArray[np.floating[Any]]

_SIDE_PX = 16
_INSET = -0.1
"""The patch leaves out so much of the tile's rim: outlines tremble."""
_BLUR_PX = 3
_CONTRAST = 12.0
"""Grey levels below which differences are noise; a white dragon has no more."""
_SAME = 0.5
"""Difference, in units of the contrast, up to which a patch shows what it did before: on dev
photos 0.1 for most tiles, below 0.5 for nearly all when blurred, and 0.6 to 1.4 when replaced."""
_GROUND = 32.0
"""Levels by which the table's colour may differ under another light."""
_FLAT = 28.0
"""Spread of levels up to which a patch is bare table; tiles and most hands show more."""
_NEXT = [1, 2, 3, 0]
_OUT = 0.35
"""The table is sampled so many tile sizes outside the middle of each side."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """The face of a tile in small."""

    grey: Floats
    """(16, 16), without mean and contrast: a lamp that flickers does not matter."""
    colour: Floats
    """(3,) median RGB."""
    spread: float
    """How much the levels differ."""

    @classmethod
    def cut(cls, pixels: Pixels, quad: Corners) -> "Patch":
        """Cut it out of a picture."""
        crop = straighten(pixels, quad, _SIDE_PX, _INSET)
        grey = cv2.blur(cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY), (_BLUR_PX, _BLUR_PX))
        level = grey.astype(np.float32)
        spread = float(level.std())
        even = (level - level.mean()) / max(spread, _CONTRAST)
        return cls(even, np.median(crop.reshape(-1, 3), axis=0), spread)

    def is_like(self, other: "Patch") -> bool:
        """Return whether both show the same."""
        return float(np.sqrt(np.mean((self.grey - other.grey) ** 2))) < _SAME

    def is_still(self, other: "Patch") -> bool:
        """Return whether both show the same in the same light."""
        return self.is_like(other) and bool(np.abs(self.colour - other.colour).max() < _GROUND)

    def mixed(self, newer: "Patch", share: float) -> "Patch":
        """Return this patch with a share of a newer one."""
        grey = self.grey * (1 - share) + newer.grey * share
        return Patch(grey, newer.colour, newer.spread)

    def shows(self, grounds: Floats) -> bool:
        """Return whether it shows bare table of one of the colours (n, 3)."""
        if not len(grounds) or self.spread > _FLAT:
            return False
        return bool(np.abs(grounds - self.colour).max(axis=1).min() < _GROUND)


def ground_around(pixels: Pixels, quad: Corners, others: Floats) -> Floats:
    """Return the colours (n, 3) just outside a tile, where none of the `others` (m, 4, 2) lies."""
    middle = quad.mean(axis=0)
    sides = (quad + quad[_NEXT]) / 2
    outside = sides + (sides - middle) * 2 * _OUT
    found = []
    for x, y in outside:
        column, row = round(float(x)), round(float(y))
        within = 1 <= row < pixels.shape[0] - 1 and 1 <= column < pixels.shape[1] - 1
        if within and not _inside_any((x, y), others):
            part = pixels[row - 1 : row + 2, column - 1 : column + 2].reshape(-1, 3)
            found.append(part.mean(axis=0))
    return np.array(found, np.float64).reshape(-1, 3)


def _inside_any(point: tuple[float, float], quads: Floats) -> bool:
    """Return whether a point lies in one of the convex quads (m, 4, 2)."""
    if not len(quads):
        return False
    edges = quads[:, _NEXT] - quads
    arms = np.array(point) - quads
    cross = edges[..., 0] * arms[..., 1] - edges[..., 1] * arms[..., 0]
    return bool(((cross >= 0).all(axis=1) | (cross <= 0).all(axis=1)).any())

"""What the window shows: the frame with the last reading over it, and words below.

Drawing a reading takes longer than a frame lasts, so a drawing is kept and moved along with the
tiles as long as they say the same.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from ..drawing.text import draw_text, line_height
from ..reading import Reading

__all__ = ["Draws", "Overlay", "mirrored", "with_words"]

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]
Draws = Callable[[Pixels, Reading], Pixels]
"""Draws a reading over RGB pixels, perhaps enlarged."""

_TREMBLE = 0.12
"""Tile sizes by which tiles may move against each other before they are drawn anew."""
_LETTERS_PX = 26
_INK, _GROUND = (245, 245, 245), (25, 25, 25)
_MARGIN = 0.4
"""Around the words, over the size of the letters."""


@dataclass(frozen=True, slots=True, eq=False)
class _Drawing:
    """A reading as it was drawn."""

    says: object
    corners: Points
    """(n, 4, 2) in pixels of the frame."""
    pixels: Pixels
    mask: Pixels


class Overlay:
    """Draws readings over frames."""

    def __init__(self, draw: Draws) -> None:
        self._draw = draw
        self._last: _Drawing | None = None

    def over(self, pixels: Pixels, reading: Reading) -> Pixels:
        """Return the frame with the reading over it."""
        bare = self._draw(pixels, Reading(reading.width, reading.height))
        if not reading.tiles:
            return bare
        says = (
            (bare.shape, reading.hand_text, reading.groups),
            tuple((tile.n, tile.tile, tile.doubtful, tile.group) for tile in reading.tiles),
        )
        corners = np.array([tile.quad for tile in reading.tiles], np.float64)
        shift = self._shift(says, corners)
        if shift is None or self._last is None:
            drawn = self._draw(pixels, reading)
            mask = (drawn != bare).any(axis=2).astype(np.uint8)
            self._last = _Drawing(says, corners, drawn, mask)
            return drawn
        scale = bare.shape[1] / pixels.shape[1]
        moved, mask = (_moved(one, shift * scale) for one in (self._last.pixels, self._last.mask))
        return np.asarray(cv2.copyTo(moved, mask, bare), np.uint8)

    def _shift(self, says: object, corners: Points) -> Points | None:
        """Return by how many pixels (x, y) the last drawing fits; None where it does not."""
        if self._last is None or self._last.says != says:
            return None
        steps = corners - self._last.corners
        shift = np.asarray(np.median(steps.reshape(-1, 2), axis=0), np.float64)
        size = float(np.median(np.linalg.norm(corners[:, 2] - corners[:, 0], axis=1)))
        return shift if np.abs(steps - shift).max() <= _TREMBLE * size else None


def _moved(picture: Pixels, shift: Points) -> Pixels:
    if np.abs(shift).max() < 0.5:
        return picture
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, matrix, size, None, cv2.INTER_NEAREST), np.uint8)


def mirrored(reading: Reading) -> Reading:
    """Return where a reading's tiles lie in the mirrored picture; for the view only."""
    tiles = []
    for tile in reading.tiles:
        a, b, c, d = ((reading.width - x, y) for x, y in tile.quad)
        tiles.append(replace(tile, quad=(b, a, d, c)))
    return replace(reading, tiles=tuple(tiles))


def with_words(pixels: Pixels, lines: tuple[str, ...]) -> Pixels:
    """Return a picture with lines of text below it."""
    return np.concatenate([pixels, _strip(pixels.shape[1], lines)])


@lru_cache(maxsize=8)
def _strip(width_px: int, lines: tuple[str, ...]) -> Pixels:
    margin = round(_LETTERS_PX * _MARGIN)
    height = len(lines) * line_height(_LETTERS_PX) + 2 * margin
    strip = Image.new("RGB", (width_px, height), _GROUND)
    draw = ImageDraw.Draw(strip)
    for number, line in enumerate(lines):
        at = (2 * margin, margin + number * line_height(_LETTERS_PX))
        draw_text(draw, at, line, _LETTERS_PX, _INK)
    return np.asarray(strip, np.uint8)

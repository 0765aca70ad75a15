"""The surface that faces are drawn on: premultiplied RGBA, in units of a hundredth of its width."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from ..arrays import RGB, Pixels

__all__ = ["Ink", "Sheet"]

Ink = RGB
Point = tuple[float, float]
_SHIFT = 4


class Sheet:
    """A transparent face to draw on; x runs from 0 to 100, y from 0 to 100 times its aspect.

    Drawing opaque colour with alpha 255 on zeros leaves premultiplied colour, antialiased.
    """

    def __init__(self, width_px: int, aspect: float) -> None:
        self.scale = width_px / 100.0
        self.height = 100.0 * aspect
        self.pixels: Pixels = np.zeros((round(width_px * aspect), width_px, 4), np.uint8)

    def polygon(self, points: Iterable[Sequence[float]], ink: Ink | None) -> None:
        """Fill a polygon; None erases."""
        fixed = self._fixed(np.array(list(points), dtype=float))
        cv2.fillPoly(self.pixels, [fixed], _colour(ink), cv2.LINE_AA, _SHIFT)

    def polygons(self, shapes: Iterable[NDArray[np.float64]], ink: Ink | None) -> None:
        """Fill several polygons; where they overlap the ink stays."""
        for shape in shapes:
            cv2.fillPoly(self.pixels, [self._fixed(shape)], _colour(ink), cv2.LINE_AA, _SHIFT)

    def line(self, points: Iterable[Sequence[float]], width: float, ink: Ink | None) -> None:
        """Draw a line with round ends through the points."""
        fixed = self._fixed(np.array(list(points), dtype=float))
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.pixels, [fixed], False, _colour(ink), thick, cv2.LINE_AA, _SHIFT)

    def outline(self, points: Iterable[Sequence[float]], width: float, ink: Ink | None) -> None:
        """Draw a closed line through the points."""
        fixed = self._fixed(np.array(list(points), dtype=float))
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.pixels, [fixed], True, _colour(ink), thick, cv2.LINE_AA, _SHIFT)

    def disc(self, centre: Sequence[float], radius: float, ink: Ink | None) -> None:
        """Fill a circle."""
        self._circle(centre, radius, ink, -1)

    def ring(self, centre: Sequence[float], radius: float, width: float, ink: Ink | None) -> None:
        """Draw a circle's line."""
        self._circle(centre, radius, ink, max(1, round(width * self.scale)))

    def stamp(self, mask: Pixels, centre: Sequence[float], ink: Ink | None) -> None:
        """Lay a mask (0 to 255, in this sheet's pixels) of ink around a centre."""
        h, w = mask.shape
        x0 = round(centre[0] * self.scale - w / 2)
        y0 = round(centre[1] * self.scale - h / 2)
        rows, columns = self.pixels.shape[:2]
        left, top = max(0, -x0), max(0, -y0)
        right, bottom = min(w, columns - x0), min(h, rows - y0)
        if right <= left or bottom <= top:
            return
        part = mask[top:bottom, left:right, None].astype(np.float32) / 255
        place = self.pixels[y0 + top : y0 + bottom, x0 + left : x0 + right]
        goal = np.array(_colour(ink), dtype=np.float32)
        place[:] = np.round(place * (1 - part) + goal * part).astype(np.uint8)

    def _circle(self, centre: Sequence[float], radius: float, ink: Ink | None, thick: int) -> None:
        one = 1 << _SHIFT
        x = round((centre[0] * self.scale - 0.5) * one)
        y = round((centre[1] * self.scale - 0.5) * one)
        size = max(1, round(radius * self.scale * one))
        cv2.circle(self.pixels, (x, y), size, _colour(ink), thick, cv2.LINE_AA, _SHIFT)

    def _fixed(self, points: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.round((points * self.scale - 0.5) * (1 << _SHIFT)).astype(np.int32)


def _colour(ink: Ink | None) -> tuple[float, float, float, float]:
    return (0.0, 0.0, 0.0, 0.0) if ink is None else (ink[0], ink[1], ink[2], 255.0)

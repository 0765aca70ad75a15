"""Which parts of a picture the detector looks at, how large and how far turned."""

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .outlines import areas

__all__ = ["Look", "at_lone", "closer", "first", "more_looks", "pixels_of", "to_picture"]

Pixels = NDArray[np.uint8]
Floats = NDArray[np.floating[Any]]
Box = tuple[int, int, int, int]

STEP_PX = 32
"""The net takes sides that are multiples of this."""
AREA_PX = 500 * 370
"""The first look shows the whole picture in about so many pixels: 11 ms on one thread. With more,
fewer pictures get a second look at the best size, and outlines fit less well."""
_MOST_AREA_PX = 640 * 480
_CLOSER_AREA_PX = 2 * _MOST_AREA_PX
_LONGEST_PX = 1600
BEST_TILE_PX = 64.0
"""Tiles (root of the area) are found best at about this size."""
_OFF_SCALE = 1.5
_OFF_LEVEL_DEGREES = 15.0
"""Off by more than this a second look is worth its time."""
_LEVEL_DEGREES = 5.0
"""Tiles so near to level are not turned: most pictures learned from are turned by more."""
_MOST_ENLARGED = 2.5
"""A picture enlarged further shows nothing more."""
_AGREE = 0.6
"""Length of the mean direction (0 to 1) from which on the tiles lie in rows."""
_MARGIN_TILES = 1.0
_LONE_REACH, _MOST_LONE = 2.0, 4
"""A look at a tile by itself reaches so many tiles to each side; four of them show about as many
pixels as a second look."""
_GREY = (127, 127, 127)
_NEARLY = 0.02
"""What lacks so little of a whole number counts as one."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A part of a picture, resampled."""

    matrix: NDArray[np.float64]
    """(2, 3) sends pixels of the picture to pixels of the look, continuous coordinates."""
    size: tuple[int, int]
    """Width and height in pixels, multiples of `STEP_PX`."""
    box: Box | None = None
    """Of a look that is not turned, the pixels of the picture that it shows: left, top, right and
    bottom; what is left of `size` is grey."""

    @classmethod
    def level(cls, box: Box, scale: float) -> "Look":
        """Return the look at a part of a picture, not turned, `scale` times as large."""
        left, top, right, bottom = box
        wide, high = right - left, bottom - top
        shown = (max(1, round(wide * scale)), max(1, round(high * scale)))
        x, y = shown[0] / wide, shown[1] / high
        matrix = np.array([[x, 0.0, -left * x], [0.0, y, -top * y]])
        return cls(matrix, (_rounded(shown[0]), _rounded(shown[1])), box)

    def shows(self, outline: Floats) -> bool:
        """Tell whether all of an outline (4, 2), in pixels of the picture, is in the look."""
        if self.box is not None:
            return bool((outline >= self.box[:2]).all() and (outline <= self.box[2:]).all())
        at = outline @ self.matrix[:, :2].T + self.matrix[:, 2]
        return bool((at >= 0).all() and (at <= self.size).all())

    @property
    def scale(self) -> float:
        """Return how many pixels of the look one pixel of the picture becomes."""
        return math.sqrt(abs(float(np.linalg.det(self.matrix[:, :2]))))


def first(size: tuple[int, int], area_px: float = AREA_PX) -> Look:
    """Return the look at a whole picture of `size` (width, height), never enlarged."""
    scale = min(1.0, math.sqrt(area_px / math.prod(size)), _LONGEST_PX / max(size))
    return Look.level((0, 0, *size), scale)


def more_looks(size: tuple[int, int]) -> tuple[Look, ...]:
    """Return what to try where the first look shows no tile: far smaller, and twice as large."""
    smaller, larger = first(size, _MOST_AREA_PX / 9), first(size, _MOST_AREA_PX * 4)
    return (smaller, larger) if larger.scale > first(size).scale else (smaller,)


def closer(corners: Floats, look: Look, size: tuple[int, int]) -> Look | None:
    """Return a second look at the tiles found, level and at the best size, or None.

    `corners` (n, 4, 2) are in pixels of the picture, which is of `size`; None where the first
    `look` was good enough already.
    """
    tile_px = float(np.median(np.sqrt(areas(corners))))
    degrees = tilt_degrees(corners)
    seen_px = tile_px * look.scale
    off_scale = max(seen_px / BEST_TILE_PX, BEST_TILE_PX / max(seen_px, 1e-6)) > _OFF_SCALE
    if not off_scale and abs(degrees) <= _OFF_LEVEL_DEGREES:
        return None
    a = math.radians(-degrees) if abs(degrees) > _LEVEL_DEGREES else 0.0
    turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
    level = corners.reshape(-1, 2) @ turn.T
    margin = _MARGIN_TILES * tile_px
    low, high = level.min(axis=0) - margin, level.max(axis=0) + margin
    whole = np.array([(0, 0), (size[0], 0), size, (0, size[1])], float) @ turn.T
    low, high = np.maximum(low, whole.min(axis=0)), np.minimum(high, whole.max(axis=0))
    width, height = np.maximum(high - low, 1.0)
    scale = min(
        BEST_TILE_PX / tile_px,
        _MOST_ENLARGED,
        math.sqrt(_CLOSER_AREA_PX / (width * height)),
        _LONGEST_PX / max(width, height),
    )
    gain = max(scale / look.scale, look.scale / scale)
    if gain < _OFF_SCALE and abs(degrees) <= _OFF_LEVEL_DEGREES:
        return None
    if not a:
        left, top = np.minimum(np.floor(low), np.array(size) - 1).astype(int).tolist()
        right, bottom = np.ceil(high).astype(int).tolist()
        return Look.level((left, top, max(right, left + 1), max(bottom, top + 1)), scale)
    matrix = np.column_stack([turn * scale, -low * scale])
    return Look(matrix, (_rounded(width * scale), _rounded(height * scale)))


def at_lone(
    corners: Floats, tile_px: float, second: Look, size: tuple[int, int]
) -> tuple[Look, ...]:
    """Return looks at outlines (n, 4, 2), best first, that a second look leaves out: a few at most.

    `corners` are in pixels of a picture of `size`, `tile_px` is how large its tiles are.
    """
    found: list[Look] = []
    whole = np.array([(0, 0), size], float)
    for outline in np.clip(corners, *whole):
        if len(found) == _MOST_LONE:
            break
        if any(look.shows(outline) for look in (second, *found)):
            continue
        x, y = outline.mean(axis=0).tolist()
        reach = _LONE_REACH * tile_px
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        right, bottom = min(size[0], math.ceil(x + reach)), min(size[1], math.ceil(y + reach))
        if right > left and bottom > top:
            scale = min(BEST_TILE_PX / tile_px, _MOST_ENLARGED)
            found.append(Look.level((left, top, right, bottom), scale))
    return tuple(found)


def tilt_degrees(corners: Floats) -> float:
    """Return how far clockwise the tiles' edges are from level, -45 to 45; 0 for a heap."""
    across = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]).astype(np.float64)
    four = np.exp(4j * np.arctan2(across[:, 1], across[:, 0])).mean()
    return math.degrees(float(np.angle(four)) / 4) if abs(four) >= _AGREE else 0.0


def pixels_of(image: Pixels, look: Look) -> Pixels:
    """Return what the look shows of (height, width, 3) pixels; grey beside the picture."""
    box = look.box or (0, 0, image.shape[1], image.shape[0])
    part = image[box[1] : box[3], box[0] : box[2]]
    # Made smaller by whole numbers first: all pixels then count, and the rest is interpolated.
    smaller, shrink = part, int(1 / look.scale + _NEARLY)
    if shrink > 1:
        size = (max(1, part.shape[1] // shrink), max(1, part.shape[0] // shrink))
        smaller = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    if look.box is None:
        return _turned(smaller, look, np.array(image.shape[1::-1]) / smaller.shape[1::-1])
    sides = np.diag(look.matrix[:, :2]) * part.shape[1::-1]
    shown = (round(sides[0]), round(sides[1]))
    if shown != smaller.shape[1::-1]:
        smaller = np.asarray(cv2.resize(smaller, shown, interpolation=cv2.INTER_LINEAR), np.uint8)
    right, below = look.size[0] - shown[0], look.size[1] - shown[1]
    padded = cv2.copyMakeBorder(smaller, 0, below, 0, right, cv2.BORDER_CONSTANT, value=_GREY)
    return np.asarray(padded, np.uint8)


def _turned(image: Pixels, look: Look, grown: Floats) -> Pixels:
    """Return what the look shows; one pixel of `image` is `grown` (2,) pixels of the picture."""
    linear = look.matrix[:, :2] * grown
    # OpenCV's coordinates are those of the middles of pixels.
    shift = linear @ np.array([0.5, 0.5]) + look.matrix[:, 2] - 0.5
    middle = np.column_stack([linear, shift])
    out = cv2.warpAffine(image, middle, look.size, flags=cv2.INTER_LINEAR, borderValue=_GREY)
    return np.asarray(out, np.uint8)


def to_picture(corners: Floats, look: Look) -> NDArray[np.float64]:
    """Return corners in pixels of the look as pixels of the picture."""
    back = np.linalg.inv(look.matrix[:, :2])
    return np.asarray((corners - look.matrix[:, 2]) @ back.T, np.float64)


def _rounded(side: float) -> int:
    return max(STEP_PX, math.ceil(side / STEP_PX - 1e-6) * STEP_PX)

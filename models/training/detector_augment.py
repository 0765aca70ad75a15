"""Crops of pictures: which part, at which tile size, turned, stretched and seen aslant.

Never mirrored: a mirrored character is no tile.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .detector_pictures import Floats, Picture, Pixels
from .detector_targets import apply

__all__ = ["View", "draw_view", "take"]

SMALLEST_TILE_PX, LARGEST_TILE_PX = 20.0, 200.0
"""Tile sizes (root of the area) that are trained, evenly on a logarithmic scale..."""
_USUAL_PX, _USUAL_SHARE = (24.0, 80.0), 0.75
"""... but this share of the crops between these: the second look makes tiles 64 pixels large."""
# Beyond this an enlarged photo is a blur.
_MOST_ENLARGED = 2.5
# A whole picture takes at least this share of the crop's sides: empty border teaches little.
_LEAST_FILLED = 0.5
# How pictures are turned: mostly held level, by quarters, or any way.
_LEVEL, _QUARTERS = 0.6, 0.15
_LEVEL_DEGREES = 7.0
_STRETCH = 0.07
# So many crops are flattened besides: tiles seen from low down are wide and flat, and few photos
# show that. Never made narrow: half a tile of two columns of bamboo then passes for a tile.
_FLATTENED, _FLAT = 0.15, 0.28
_ASLANT = 0.12
# A tile that lies as few do is looked at so much more often than another of its picture.
_RARE = 4.0
# Part of the crop's side in which the chosen tile's centre comes to lie.
_MARGIN = 0.08
_PLAIN_BORDER = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Where a crop lies in its picture."""

    matrix: NDArray[np.float64]
    """(3, 3) sends pixels of the picture to pixels of the crop."""
    size: tuple[int, int]
    """Width and height of the crop in pixels."""
    scale: float
    """Pixels of the crop for one pixel of the picture, about."""


def draw_view(
    picture: Picture,
    rng: np.random.Generator,
    size: tuple[int, int],
    largest_px: float = LARGEST_TILE_PX,
) -> View:
    """Draw a crop of `size` (width, height) around one of the picture's tiles.

    A picture without tiles is shown so that it about fills the crop.
    """
    anchor, tile_px = _anchor(picture, rng)
    low, high = SMALLEST_TILE_PX, largest_px
    if rng.random() < _USUAL_SHARE:
        low, high = _USUAL_PX[0], min(_USUAL_PX[1], largest_px)
    goal = math.exp(rng.uniform(math.log(low), math.log(high)))
    fill = math.sqrt(math.prod(size) / math.prod(picture.size))
    scale = min(max(goal / tile_px, _LEAST_FILLED * fill), _MOST_ENLARGED)
    if not len(picture.tiles.corners):
        scale = max(a / b for a, b in zip(size, picture.size, strict=True)) * rng.uniform(0.7, 2)
    matrix = _linear(rng, scale) @ _move(-anchor[0], -anchor[1])
    matrix = _slant(rng, size, scale) @ matrix
    shift = _shift(matrix, picture, anchor, rng, size)
    return View(_move(*shift) @ matrix, size, scale)


def take(picture: Picture, view: View, rng: np.random.Generator) -> Pixels:
    """Return the crop as (height, width, 3) RGB; outside the picture a colour or its edge."""
    shrink = 4 if view.scale < 0.25 else 2 if view.scale < 0.5 else 1
    image = picture.pixels(shrink)
    grow = np.diag([picture.size[0] / image.shape[1], picture.size[1] / image.shape[0], 1.0])
    # Homographies here hold for continuous coordinates, OpenCV's for the middles of pixels.
    matrix = _move(-0.5, -0.5) @ view.matrix @ grow @ _move(0.5, 0.5)
    plain = rng.random() < _PLAIN_BORDER
    colour = [int(value) for value in rng.integers(0, 256, 3)]
    out = cv2.warpPerspective(
        image,
        matrix,
        view.size,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT if plain else cv2.BORDER_REPLICATE,
        borderValue=colour,
    )
    return np.asarray(out, np.uint8)


def _anchor(picture: Picture, rng: np.random.Generator) -> tuple[Floats, float]:
    """Return a point to look at, and the size of the tile there."""
    tiles = picture.tiles
    chosen = np.flatnonzero(tiles.taught)
    if not chosen.size:
        return rng.uniform((0, 0), picture.size), 60.0
    chances = np.where(tiles.rare[chosen], _RARE, 1.0)
    one = rng.choice(chosen, p=chances / chances.sum())
    corners = tiles.corners[one].astype(np.float64)
    x, y = corners[:, 0], corners[:, 1]
    area = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
    return corners.mean(axis=0), max(math.sqrt(area), 4.0)


def _linear(rng: np.random.Generator, scale: float) -> NDArray[np.float64]:
    kind = rng.random()
    degrees = float(rng.normal(0, _LEVEL_DEGREES))
    if kind > _LEVEL + _QUARTERS:
        degrees = float(rng.uniform(-180, 180))
    elif kind > _LEVEL:
        degrees += 90.0 * int(rng.integers(1, 4))
    a = math.radians(degrees)
    turn = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
    stretch = math.exp(float(rng.normal(0, _STRETCH)))
    if rng.random() < _FLATTENED:
        stretch = math.exp(abs(float(rng.normal(0, _FLAT))))
    return np.asarray(turn @ np.diag([scale * stretch, scale / stretch, 1.0]), np.float64)


def _slant(rng: np.random.Generator, size: tuple[int, int], scale: float) -> NDArray[np.float64]:
    """Return a mild perspective about the anchor: at the crop's edge sizes change by some %."""
    matrix = np.eye(3)
    if rng.random() < 0.5:
        matrix[2, :2] = rng.uniform(-_ASLANT, _ASLANT, 2) / max(size)
    return matrix


def _shift(
    matrix: NDArray[np.float64],
    picture: Picture,
    anchor: Floats,
    rng: np.random.Generator,
    size: tuple[int, int],
) -> tuple[float, float]:
    """Return how far to move: the anchor somewhere in the crop, little empty border beside it."""
    width, height = picture.size
    outline = apply(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    low, high = outline.min(axis=0), outline.max(axis=0)
    shift = []
    for axis in (0, 1):
        side = size[axis]
        wanted = float(rng.uniform(_MARGIN, 1 - _MARGIN)) * side
        if high[axis] - low[axis] <= side:
            wanted = float(rng.uniform(-low[axis], side - high[axis]))
        elif rng.random() < 0.9:
            wanted = float(np.clip(wanted, side - high[axis], -low[axis]))
        shift.append(wanted)
    return shift[0], shift[1]


def _move(x: float, y: float) -> NDArray[np.float64]:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])

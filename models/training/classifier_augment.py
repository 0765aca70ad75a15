"""What happens to a crop before the net sees it: another margin, a tilt, a turn, other light.

Nothing is ever mirrored: a mirrored character is no tile.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .classifier_crops import CONTEXT, SIDE_PX

__all__ = ["Augment", "augmented", "view"]

Pixels = NDArray[np.uint8]
Light = NDArray[np.float32]
Rng = np.random.Generator

_SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
_GREY = np.array([0.299, 0.587, 0.114], np.float32)


@dataclass(frozen=True, slots=True)
class Augment:
    """How strongly crops are changed; shares of crops unless said otherwise."""

    margins: tuple[float, float] = (-0.04, 0.24)
    """Margin around the quad, evenly drawn: sources box the printed face or the whole tile."""
    shift: float = 0.03
    """Spread of the quad's place and of each corner, as shares of its size."""
    tilted: float = 0.2
    """Tilted by up to 30 degrees; the others by a few."""
    coarse: float = 0.22
    """Seen small: down to 18 pixels and up again."""
    blurred: float = 0.15
    noisy: float = 0.4
    compressed: float = 0.2
    covered: float = 0.1
    """A finger or another tile lies over an edge."""
    shaded: float = 0.35
    grey: float = 0.02


def view(crop: Pixels, margin: float, side_px: int, turn: int = 0) -> Pixels:
    """Return a stored crop as the reader would cut it, unchanged but for quarter turns."""
    return _warped(crop, (_SQUARE - 0.5) * (1 + 2 * margin) + 0.5, side_px, turn)


def augmented(crop: Pixels, turn: int, side_px: int, how: Augment, rng: Rng) -> Pixels:
    """Return a stored crop changed at random, turned `turn` quarters clockwise."""
    image = _warped(crop, _drawn_quad(how, rng), side_px, turn)
    if rng.random() < how.coarse:
        image = _coarse(image, rng)
    if rng.random() < how.blurred:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.5))), np.uint8)
    if rng.random() < how.covered:
        image = _covered(image, rng)
    light = _lit(image, how, rng)
    if rng.random() < how.noisy:
        light += _noise(light.shape, rng) * np.float32(np.exp(rng.uniform(0.0, 2.6)))
    image = np.asarray(cv2.convertScaleAbs(np.maximum(light, 0)), np.uint8)
    if rng.random() < how.compressed:
        image = _compressed(image, int(rng.integers(15, 80)))
    return image


def _drawn_quad(how: Augment, rng: Rng) -> NDArray[np.float64]:
    margin = rng.uniform(*how.margins) + rng.normal(0, 0.015, 2)
    quad = (_SQUARE - 0.5) * (1 + 2 * margin)
    degrees = rng.uniform(-30, 30) if rng.random() < how.tilted else rng.normal(0, 3.5)
    angle = np.deg2rad(degrees)
    quad = quad @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    quad += rng.normal(0, how.shift, (1, 2)) + rng.normal(0, how.shift * 0.7, (4, 2))
    return np.asarray(quad + 0.5)


def _warped(crop: Pixels, quad: NDArray[np.float64], side_px: int, turn: int) -> Pixels:
    """Cut a quad, given in sizes of the tile, out of a stored crop."""
    scale = SIDE_PX / (1 + 2 * CONTEXT)
    # Corners named from `turn` places back: the tile's own top left comes out that far clockwise.
    source = np.roll((quad + CONTEXT) * scale - 0.5, turn, axis=0).astype(np.float32)
    goal = (_SQUARE * side_px - 0.5).astype(np.float32)
    frame = cv2.getPerspectiveTransform(source, goal)
    size = (side_px, side_px)
    warped = cv2.warpPerspective(crop, frame, size, None, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def _coarse(image: Pixels, rng: Rng) -> Pixels:
    side = image.shape[0]
    small = int(np.exp(rng.uniform(np.log(18), np.log(44))) * side / 64)
    shrunk = cv2.resize(image, (small, small), None, 0, 0, cv2.INTER_AREA)
    way = cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(shrunk, (side, side), None, 0, 0, way), np.uint8)


def _covered(image: Pixels, rng: Rng) -> Pixels:
    """Lay a plain patch, of skin or cloth or another tile, over one edge."""
    side = image.shape[0]
    result = image.copy()
    colour = rng.integers(0, 256, 3) if rng.random() < 0.5 else image[rng.integers(side), 0]
    depth, start, end = rng.uniform(0.06, 0.3), rng.uniform(-0.2, 0.5), rng.uniform(0.5, 1.2)
    lean = rng.normal(0, 0.1)
    patch = np.array([[start, 0], [end, 0], [end, depth + lean], [start, depth - lean]])
    middle = np.array([0.5, 0.5])
    for _ in range(int(rng.integers(4))):
        patch = (patch - middle) @ np.array([[0, 1], [-1, 0]]) + middle
    points = np.round(patch * side).astype(np.int32)
    cv2.fillConvexPoly(result, points, [int(value) for value in colour], cv2.LINE_AA)
    return result


def _lit(image: Pixels, how: Augment, rng: Rng) -> Light:
    """Change exposure, white balance, contrast, saturation, and light across the tile."""
    # Photos are bright already: more light would only burn the ink away.
    gains = np.exp(min(rng.normal(-0.08, 0.22), 0.12) + rng.normal(0, 0.07, 3)).astype(np.float32)
    grey = rng.random() < how.grey
    vivid = np.float32(0.0 if grey else rng.uniform(0.55, 1.35))
    mix = (np.eye(3, dtype=np.float32) * vivid + (1 - vivid) * _GREY) * gains[:, None]
    gamma = float(np.exp(rng.normal(0, 0.2)))
    lift, contrast = rng.normal(0, 8), np.exp(rng.normal(0, 0.15))
    steps = np.linspace(0, 1, 256) ** gamma * 255
    table = ((steps - 128) * contrast + 128 + lift).astype(np.float32)
    light = np.asarray(cv2.transform(cv2.LUT(image, table), mix), np.float32)
    if rng.random() < how.shaded:
        light *= _shade(image.shape[0], rng)[..., None]
    return light


def _shade(side: int, rng: Rng) -> Light:
    """Return a slope of light, or the edge of a shadow or of a reflection."""
    angle = rng.uniform(0, 2 * np.pi)
    line = np.linspace(-1, 1, side, dtype=np.float32)
    slope = line[None] * np.float32(np.cos(angle)) + line[:, None] * np.float32(np.sin(angle))
    if rng.random() < 0.6:
        return np.asarray(1 + slope * np.float32(rng.uniform(0, 0.35)), np.float32)
    edge = (slope - np.float32(rng.uniform(-0.9, 0.9))) / np.float32(rng.uniform(0.03, 0.3))
    step = 1 / (1 + np.exp(-np.clip(edge, -20, 20)))
    return np.asarray(1 + step * np.float32(rng.uniform(-0.55, 0.4)), np.float32)


def _noise(shape: tuple[int, ...], rng: Rng) -> Light:
    grain = rng.standard_normal(shape, dtype=np.float32)
    if rng.random() < 0.5:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.8), np.float32) * np.float32(1.8)
    return grain


def _compressed(image: Pixels, quality: int) -> Pixels:
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not good:
        raise RuntimeError("cv2 could not write a JPEG")
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if decoded is None:
        raise RuntimeError("cv2 could not read its own JPEG")
    return np.asarray(decoded, np.uint8)

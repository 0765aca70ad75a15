"""Things that are no tiles but look a little like them, painted around the tiles or alone."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from .detector_pictures import Floats, Pixels

__all__ = ["add_stickers", "draw_texture"]

# Stickers stay clear of the tiles by this share of their size: a tile's own side is no background.
_CLEAR = 0.45
_WORDS = ("MAHJONG", "TEA", "2024", "NORTH", "OPEN", "www", "hotel", "Riichi", *"123689AKWESxi")
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)


def add_stickers(image: Pixels, tiles: Floats, rng: np.random.Generator) -> Pixels:
    """Return a copy with some marks painted outside the tiles' (n, 4, 2) corners in pixels.

    `tiles` are all that can be seen, labelled or not.
    """
    painted = image.copy()
    for _ in range(int(rng.integers(1, 7))):
        _mark(painted, rng)
    keep = np.zeros(image.shape[:2], np.uint8)
    for corners in tiles:
        middle = corners.mean(axis=0)
        wide = np.clip(middle + (corners - middle) * (1 + 2 * _CLEAR), -8e3, 8e3)
        cv2.fillConvexPoly(keep, np.round(wide).astype(np.int32), (1,))
    return np.where(keep[..., None] > 0, image, painted).astype(np.uint8)


def draw_texture(size: tuple[int, int], rng: np.random.Generator) -> Pixels:
    """Return a picture (height, width, 3) without any tile: cloth, checks, slots, print, blobs."""
    width, height = size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, math.pi)
    u = x * math.cos(angle) + y * math.sin(angle)
    v = y * math.cos(angle) - x * math.sin(angle)
    kind = int(rng.integers(5))
    pitch = math.exp(rng.uniform(math.log(6), math.log(120)))
    share: Floats
    if kind == 0:
        share = (np.sin(u * 2 * math.pi / pitch) + np.sin(v * 2 * math.pi / pitch)) / 4 + 0.5
    elif kind == 1:
        share = ((np.floor(u / pitch) + np.floor(v / pitch / 1.35)) % 2).astype(np.float32)
    elif kind == 2:
        gap = rng.uniform(0.06, 0.3)
        inside = (np.mod(u / pitch, 1) > gap) & (np.mod(v / pitch / 1.35, 1) > gap)
        # Empty slots of a case are dark in a lighter frame; tiles would be light.
        share = np.where(inside, 0.15, 0.7).astype(np.float32)
    else:
        share = _cloud(size, rng, pitch)
    low, high = _colour(rng), _colour(rng)
    out = low + (high - low) * share[..., None]
    picture = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        for _ in range(int(rng.integers(3, 25))):
            _mark(picture, rng)
    return picture


def _cloud(size: tuple[int, int], rng: np.random.Generator, pitch: float) -> NDArray[np.float32]:
    width, height = size
    small = rng.random((max(2, int(height / pitch)), max(2, int(width / pitch)))).astype(np.float32)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(rng: np.random.Generator) -> Floats:
    return np.asarray(rng.uniform(0, 1, 3) ** 0.8 * 255, np.float64)


def _mark(image: Pixels, rng: np.random.Generator) -> None:
    """Paint one mark: a word, rings, sticks, a blossom, a die's pips, a badge or a plate."""
    height, width = image.shape[:2]
    x, y = int(rng.integers(width)), int(rng.integers(height))
    size = math.exp(rng.uniform(math.log(8), math.log(90)))
    r, g, b = (float(value) for value in _colour(rng))
    colour = (r, g, b)
    thick = max(1, round(size * float(rng.uniform(0.04, 0.14))))
    kind = int(rng.integers(7))
    if kind == 0:
        word = str(rng.choice(_WORDS))
        font = int(rng.choice(_FONTS))
        cv2.putText(image, word, (x, y), font, size / 30, colour, thick, cv2.LINE_AA)
    elif kind == 1:
        for share in (1.0, 0.6, 0.25)[: int(rng.integers(1, 4))]:
            radius = max(1, round(size / 2 * share))
            cv2.circle(image, (x, y), radius, colour, thick, cv2.LINE_AA)
    elif kind == 2:
        for number in range(int(rng.integers(2, 7))):
            start = (x + round(number * size / 3), y)
            end = (start[0] + int(rng.normal(0, 3)), y + round(size))
            cv2.line(image, start, end, colour, thick * 2, cv2.LINE_AA)
    elif kind == 3:
        for turn in np.linspace(0, 2 * math.pi, int(rng.integers(4, 8)), endpoint=False):
            spot = (x + round(size * 0.3 * math.cos(turn)), y + round(size * 0.3 * math.sin(turn)))
            cv2.circle(image, spot, max(1, round(size * 0.17)), colour, -1, cv2.LINE_AA)
    elif kind == 4:
        for column in range(int(rng.integers(1, 4))):
            for row in range(int(rng.integers(1, 4))):
                spot = (x + round(column * size / 3), y + round(row * size / 3))
                cv2.circle(image, spot, max(1, round(size * 0.1)), colour, -1, cv2.LINE_AA)
    else:
        _badge(image, (x, y), size, rng)


def _badge(image: Pixels, middle: tuple[int, int], size: float, rng: np.random.Generator) -> None:
    """Paint a disc or a plate in another plate, with a letter or two: a logo, a wind marker."""
    x, y = middle
    half = max(3, round(size / 2))
    paper = (255.0, 255.0, 255.0) if rng.random() < 0.7 else tuple(map(float, _colour(rng)))
    r, g, b = (float(value) for value in _colour(rng))
    if rng.random() < 0.5:
        cv2.circle(image, middle, half, paper, -1, cv2.LINE_AA)
    else:
        high = round(half * float(rng.uniform(0.9, 1.4)))
        if rng.random() < 0.6:
            frame = round(half * float(rng.uniform(0.2, 0.7)))
            corners = ((x - half - frame, y - high - frame), (x + half + frame, y + high + frame))
            cv2.rectangle(image, *corners, (r, g, b), -1)
        cv2.rectangle(image, (x - half, y - high), (x + half, y + high), paper, -1)
    word = str(rng.choice(_WORDS))[: int(rng.integers(1, 3))]
    font, thick = int(rng.choice(_FONTS)), max(1, round(size * 0.06))
    scale = size / 45 / len(word) ** 0.5
    (wide, tall), _ = cv2.getTextSize(word, font, scale, thick)
    at = (x - wide // 2, y + tall // 2)
    cv2.putText(image, word, at, font, scale, (r, g, b), thick, cv2.LINE_AA)

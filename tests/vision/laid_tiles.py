"""Tiles laid out as seen from above or aslant, for tests: what a perfect eye would see."""

import math
from dataclasses import replace

import cv2
import numpy as np

from rekje.scoring.notation import parse_tiles
from rekje.scoring.tiles import Tile
from rekje.vision.seeing import NO_TILE, SeenTile

WIDE, HIGH = 40.0, 54.0
SIZE = (1200, 900)


def chances(tile, **others):
    """Return probabilities: what `others` leaves is the tile's."""
    found = np.full(NO_TILE + 1, 1e-6)
    for code, share in others.items():
        found[Tile(code.removeprefix("_")).index] = share
    found[tile.index] = 1 - sum(others.values())
    return found / found.sum()


def tile_at(x, y, tile, *, turn=0, **others):
    """Return a tile whose middle is at x, y, turned clockwise by `turn` degrees."""
    back = tile is Tile.BACK
    a = math.radians(turn)
    right, down = np.array([math.cos(a), math.sin(a)]), np.array([-math.sin(a), math.cos(a)])
    middle = np.array([x, y])
    quad = [
        middle + right * WIDE / 2 * i + down * HIGH / 2 * j
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    quad = tuple((float(u), float(v)) for u, v in quad)
    return SeenTile(quad, back, chances(tile, **others), 0.0 if back else 0.98, 0.95)


def row(text, x=200.0, y=500.0):
    """Lay a row: codes as in a hand text; `_` a gap, `b` a back, `'` turns the tile before it."""
    tiles = []
    for word in text.split("_"):
        start = x
        for tile, turned in _words(word):
            wide = HIGH if turned else WIDE
            up = y + (HIGH - WIDE) / 2 if turned else y
            tiles.append(tile_at(x + wide / 2, up, tile, turn=-90 if turned else 0))
            x += wide + 0.5
        x += WIDE * 0.9 if x > start else WIDE
    return tiles


def _words(word):
    """Yield the tiles of a word such as `12'3mb`, and which are turned."""
    digits = []
    for char in word:
        if char.isdigit():
            digits.append([char, False])
        elif char == "'":
            digits[-1][1] = True
        elif char == "b":
            yield Tile.BACK, False
        else:
            for digit, turned in digits:
                yield parse_tiles(digit + char)[0], turned
            digits = []


def moved(tiles, matrix):
    """Send all tiles through a 3 x 3 homography."""

    def sent(one):
        quad = cv2.perspectiveTransform(np.array([one.quad], np.float64), matrix)[0]
        return replace(one, quad=tuple((float(x), float(y)) for x, y in quad))

    return [sent(one) for one in tiles]


def turned(tiles, degrees):
    """Turn the whole picture about its middle."""
    matrix = np.vstack([cv2.getRotationMatrix2D((600, 450), -degrees, 1), [0, 0, 1]])
    return moved(tiles, matrix)


def aslant(tiles, tilt):
    """See the table from a flat angle: what is farther away is smaller."""
    matrix = np.array([[1.0, 0, 0], [0, 1 - 0.4 * tilt, 0], [0, -0.0006 * tilt, 1 + 0.5 * tilt]])
    return moved(tiles, matrix)

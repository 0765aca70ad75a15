"""Gives artwork other inks: black glyphs get colours, coloured ones those of the set."""

import cv2
import numpy as np

from ....scoring.tiles import Suit, Tile
from ..arrays import RGB, Pixels
from .palette import Palette

__all__ = ["recolour"]

# Below this spread between the strongest and the weakest channel an ink counts as black.
_GREY_SPREAD = 40
# Where the numeral of a character tile ends and the sign for ten thousand begins.
_WAN_FROM = 0.48


def recolour(ink: Pixels, tile: Tile, palette: Palette) -> Pixels:
    """Return premultiplied RGBA with each ink replaced by the palette's ink of that name."""
    alpha = ink[..., 3:].astype(np.float32)
    colour = ink[..., :3].astype(np.float32) / np.maximum(alpha, 1) * 255
    red, green, blue = cv2.split(colour)
    high, low = cv2.max(cv2.max(red, green), blue), cv2.min(cv2.min(red, green), blue)
    grey = high - low < _GREY_SPREAD
    pale = grey & (low > 170)
    strongest = np.where(high == red, 0, np.where(high == green, 1, 2))
    result = np.empty_like(colour)
    for channel, name in enumerate((palette.red, palette.green, palette.blue)):
        result[~grey & (strongest == channel)] = name
    seen = ink[..., 3] > 60
    if (grey & ~pale & seen).sum() > 0.9 * max(int(seen.sum()), 1):
        result[grey] = _main_ink(tile, palette)
        if tile.suit is Suit.CHARACTERS:
            split = int(len(result) * _WAN_FROM)
            result[split:][grey[split:]] = palette.wan
    else:
        result[grey] = palette.black
    result[pale] = colour[pale]
    return np.dstack([np.round(result * alpha / 255).astype(np.uint8), ink[..., 3]])


def _main_ink(tile: Tile, palette: Palette) -> RGB:
    suits = {
        Suit.CHARACTERS: palette.number,
        Suit.CIRCLES: palette.circles[0],
        Suit.BAMBOO: palette.bamboo[0],
    }
    if tile.suit is not None:
        return suits[tile.suit]
    named = {"5z": palette.blue, "6z": palette.green, "7z": palette.red}
    if tile.code in named:
        return named[tile.code]
    if tile.wind is not None:
        return palette.winds
    return palette.red if tile.code.endswith("q") or tile is Tile.JOKER else palette.blue

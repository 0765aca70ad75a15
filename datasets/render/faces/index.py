"""Western indices: a small figure or letter in a corner of every face, as on Dutch sets."""

from dataclasses import dataclass

import numpy as np

from ....scoring.tiles import Tile, Wind
from ..arrays import RGB, between, chance, pick
from .house import draw_index_letters
from .letters import Letters
from .palette import Palette
from .sheet import Sheet

__all__ = ["IndexStyle", "draw_index_style", "index_of", "paint_index"]

_WINDS = {Wind.EAST: "E", Wind.SOUTH: "S", Wind.WEST: "W", Wind.NORTH: "N"}


@dataclass(frozen=True, slots=True)
class IndexStyle:
    """Where and how a set prints its indices."""

    letters: Letters
    corner: int
    """0 top left, 1 top right."""
    twice: bool
    """Once more in the opposite corner, upside down."""
    size: float
    edge: float
    ink: RGB | None
    """None: red on red dragons, blue on circles, and so on."""
    dragons: str
    honours: bool
    shrink: float
    """What is left of the face's height beside the index."""


def draw_index_style(rng: np.random.Generator, palette: Palette, letters: Letters) -> IndexStyle:
    """Draw a set's indices."""
    size = between(rng, 13, 25)
    return IndexStyle(
        letters=letters,
        corner=pick(rng, (0, 1), (6, 4)),
        twice=chance(rng, 0.35),
        size=size,
        edge=between(rng, 5, 11),
        ink=palette.index if chance(rng, 0.7) else None,
        dragons=draw_index_letters(rng),
        honours=chance(rng, 0.85),
        shrink=between(rng, 0.78, 0.95),
    )


def index_of(tile: Tile, style: IndexStyle) -> str:
    """Return the sign a western set prints in the corner; empty for tiles without one."""
    if tile.suit is not None:
        return str(tile.number)
    if not style.honours:
        return ""
    if tile.wind is not None:
        return _WINDS[tile.wind]
    if tile.is_honour:
        return style.dragons[tile.number - 5].strip()
    return ""


def paint_index(sheet: Sheet, tile: Tile, style: IndexStyle, palette: Palette) -> None:
    """Print the index over a face."""
    sign = index_of(tile, style)
    if not sign:
        return
    ink = style.ink or _ink(tile, palette)
    tall, wide = style.size, style.size * 0.62
    mask = style.letters.mask(sign, round(wide * sheet.scale), round(tall * sheet.scale))
    x = style.edge + wide / 2
    y = style.edge + tall / 2
    if style.corner == 1:
        x = 100 - x
    sheet.stamp(mask, (x, y), ink)
    if style.twice:
        sheet.stamp(np.ascontiguousarray(mask[::-1, ::-1]), (100 - x, sheet.height - y), ink)


def _ink(tile: Tile, palette: Palette) -> RGB:
    if tile.code == "6z" or tile.code.endswith("s"):
        return palette.green
    if tile.code == "7z" or tile.code.endswith("m"):
        return palette.red
    return palette.blue

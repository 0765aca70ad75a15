"""The inks of a tile set."""

import colorsys
from dataclasses import dataclass

import numpy as np

from ..arrays import RGB, between, chance, pick, rgb

__all__ = ["Palette", "draw_palette"]


@dataclass(frozen=True, slots=True)
class Palette:
    """The four inks of a set, and which of them what is painted in."""

    red: RGB
    green: RGB
    blue: RGB
    black: RGB
    number: RGB
    """The numeral of the character tiles."""
    wan: RGB
    """The sign for ten thousand under it."""
    winds: RGB
    circles: tuple[RGB, RGB, RGB]
    """Main, second and accent ink of the circles."""
    bamboo: tuple[RGB, RGB, RGB]
    index: RGB


def _ink(rng: np.random.Generator, hue: float, spread: float, dark: float) -> RGB:
    h = (hue + rng.normal(0, spread)) % 1.0
    s, v = between(rng, 0.65, 1.0), between(rng, 0.35, 0.85) * dark
    r, g, b = colorsys.hsv_to_rgb(h, s, v)
    return r * 255, g * 255, b * 255


def draw_palette(rng: np.random.Generator) -> Palette:
    """Draw the inks of a set; some sets have hardly any colour, some have faded."""
    dark = between(rng, 0.7, 1.15)
    red, green = _ink(rng, 0.99, 0.015, min(dark * 1.15, 1.2)), _ink(rng, 0.40, 0.05, dark * 0.75)
    blue = _ink(rng, 0.63, 0.03, dark)
    black = rgb(rng.uniform(8, 45, 3) * [1, 1, 1.2])
    if chance(rng, 0.04):
        red = green = blue = black
    fade = between(rng, 0.0, 0.35) if chance(rng, 0.15) else 0.0
    red, green, blue, black = (
        rgb(np.array(ink) + (215 - np.array(ink)) * fade) for ink in (red, green, blue, black)
    )
    cool = pick(rng, (blue, black, green), (0.5, 0.35, 0.15))
    circles = pick(
        rng,
        (
            (blue, green, red),
            (black, green, red),
            (green, green, red),
            (black, black, red),
            (blue, blue, red),
            (green, blue, red),
            (black, black, black),
        ),
        (5, 3, 2, 2, 1, 2, 0.4),
    )
    bamboo = pick(
        rng,
        (
            (green, blue, red),
            (green, green, red),
            (green, black, red),
            (black, black, red),
            (blue, blue, red),
            (green, green, green),
        ),
        (5, 5, 2, 1, 0.5, 0.5),
    )
    return Palette(
        red,
        green,
        blue,
        black,
        number=pick(rng, (blue, black, red, green), (4, 4, 0.7, 0.7)),
        wan=pick(rng, (red, black), (9, 0.6)),
        winds=pick(rng, (cool, black, blue, green), (3, 3, 3, 0.5)),
        circles=circles,
        bamboo=bamboo,
        index=pick(rng, (black, blue, red, green), (4, 2, 2, 1)),
    )

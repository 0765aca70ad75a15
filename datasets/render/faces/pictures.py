"""Scenes and figures for the bonus tiles: people, houses, boats, animals, weather."""

from collections.abc import Callable

import numpy as np

from ..arrays import between, chance, pick
from .plants import PLANTS, Garden

__all__ = ["PICTURES"]


def person(g: Garden) -> None:
    """Draw a figure in a robe, with a hat, staff, fan or basket."""
    rng = g.rng
    x, wide = between(rng, 0.4, 0.6), between(rng, 0.2, 0.32)
    robe = [g.at(x - 0.08, 0.32), g.at(x + 0.08, 0.32), g.at(x + wide, 0.98), g.at(x - wide, 0.98)]
    if g.hollow:
        g.sheet.outline(robe, g.line, g.bloom)
    else:
        g.sheet.polygon(robe, g.bloom)
        g.sheet.line([g.at(x, 0.4), g.at(x, 0.95)], g.line * 0.7, None)
    g.sheet.ring(g.at(x, 0.21), g.size * 0.11, g.line, g.extra)
    hat = pick(rng, ("wide", "cap", "bun"))
    if hat == "wide":
        g.sheet.polygon([g.at(x - 0.25, 0.15), g.at(x, 0.0), g.at(x + 0.25, 0.15)], g.stem)
    elif hat == "cap":
        g.sheet.line([g.at(x - 0.14, 0.1), g.at(x + 0.14, 0.1)], g.line * 2, g.extra)
    else:
        g.sheet.disc(g.at(x, 0.08), g.size * 0.06, g.extra)
    way = pick(rng, (-1, 1))
    g.curve((x, 0.42), (x + 0.2 * way, 0.5), (x + 0.32 * way, 0.42), g.bloom, 1.4)
    tool = pick(rng, ("staff", "rod", "fan", "basket"))
    if tool == "staff":
        g.sheet.line([g.at(x + 0.32 * way, 0.1), g.at(x + 0.34 * way, 1.0)], g.line, g.stem)
    elif tool == "rod":
        g.curve((x + 0.3 * way, 0.5), (x + 0.35 * way, 0.1), (x + 0.5 * way, 0.02), g.stem, 0.8)
        g.sheet.line([g.at(x + 0.48 * way, 0.04), g.at(x + 0.48 * way, 0.7)], g.line * 0.5, g.stem)
    elif tool == "fan":
        g.blossom(g.at(x + 0.36 * way, 0.38), 0.14, 6, g.stem, g.extra)
    else:
        g.sheet.disc(g.at(x + 0.36 * way, 0.55), g.size * 0.1, g.stem)


def pagoda(g: Garden) -> None:
    """Draw a pagoda or temple."""
    rng = g.rng
    floors = int(rng.integers(1, 5))
    for i in range(floors):
        y = 0.95 - (i + 1) * 0.75 / floors
        wide = 0.42 - 0.26 * i / max(floors, 1)
        g.curve((0.5 - wide, y + 0.06), (0.5, y - 0.06), (0.5 + wide, y + 0.06), g.bloom, 1.8)
        deep = 0.75 / floors
        for x in (0.5 - wide * 0.7, 0.5 + wide * 0.7):
            g.sheet.line([g.at(x, y + 0.04), g.at(x, y + deep)], g.line, g.extra)
    g.sheet.line([g.at(0.5, 0.2), g.at(0.5, 0.02)], g.line, g.bloom)
    g.sheet.line([g.at(0.05, 0.96), g.at(0.95, 0.96)], g.line * 1.2, g.stem)
    for _ in range(int(rng.integers(0, 4))):
        g.leaf(g.at(between(rng, 0, 1), 0.95), between(rng, -2.5, -0.6), 0.25, g.stem)


def boat(g: Garden) -> None:
    """Draw a boat on waves."""
    g.sheet.polygon([g.at(0.08, 0.62), g.at(0.92, 0.62), g.at(0.75, 0.8), g.at(0.25, 0.8)], g.extra)
    g.sheet.line([g.at(0.5, 0.62), g.at(0.5, 0.1)], g.line, g.extra)
    sail = [g.at(0.53, 0.12), g.at(0.88, 0.52), g.at(0.53, 0.55)]
    if g.hollow:
        g.sheet.outline(sail, g.line, g.bloom)
    else:
        g.sheet.polygon(sail, g.bloom)
    for y in (0.87, 0.97):
        for x in (0.05, 0.38, 0.7):
            g.curve((x, y), (x + 0.13, y - 0.1), (x + 0.26, y), g.stem, 0.8)


def hills(g: Garden) -> None:
    """Draw hills with a sun or moon."""
    rng = g.rng
    for ink, base in ((g.extra, 0.8), (g.stem, 0.98)):
        peak = between(rng, 0.25, 0.75)
        path = [g.at(0.0, base), g.at(peak, base - between(rng, 0.3, 0.55)), g.at(1.0, base)]
        if g.hollow:
            g.sheet.line(path, g.line * 1.2, ink)
        else:
            g.sheet.polygon(path, ink)
    spot = g.at(between(rng, 0.2, 0.8), 0.14)
    g.sheet.disc(spot, g.size * 0.12, g.bloom)
    if chance(rng, 0.4):
        g.rays(spot, 0.22, 12, g.bloom)


def butterfly(g: Garden) -> None:
    """Draw a butterfly over a plant, or a bird on a twig."""
    rng = g.rng
    if chance(rng, 0.5):
        PLANTS[pick(rng, ("grass", "fruit"))](g)
    x, y = between(rng, 0.3, 0.7), between(rng, 0.2, 0.4)
    for way in (-1, 1):
        g.leaf(g.at(x, y), -np.pi / 2 + 0.9 * way, 0.3, g.bloom)
        g.leaf(g.at(x, y), np.pi / 2 - 1.0 * way, 0.22, g.extra)
    g.sheet.line([g.at(x, y - 0.08), g.at(x, y + 0.12)], g.line * 1.3, g.extra)


def bird(g: Garden) -> None:
    """Draw a bird on a twig."""
    rng = g.rng
    g.curve((0.05, 0.75), (0.5, 0.6), (0.95, 0.85), g.stem, 1.5)
    for _ in range(4):
        g.leaf(g.at(between(rng, 0.1, 0.9), 0.74), between(rng, -3, 3), 0.2, g.stem)
    way = pick(rng, (-1, 1))
    g.blade((0.5 - 0.3 * way, 0.6), (0.5, 0.5), (0.5 + 0.22 * way, 0.3), g.bloom, 0.3)
    g.sheet.disc(g.at(0.5 + 0.24 * way, 0.27), g.size * 0.11, g.bloom)
    g.sheet.line([g.at(0.5 + 0.34 * way, 0.26), g.at(0.5 + 0.48 * way, 0.3)], g.line, g.extra)


def fish(g: Garden) -> None:
    """Draw a fish in waves."""
    way = pick(g.rng, (-1, 1))
    g.blade((0.5 - 0.35 * way, 0.5), (0.5, 0.4), (0.5 + 0.35 * way, 0.5), g.bloom, 0.38)
    g.sheet.polygon(
        [g.at(0.5 - 0.3 * way, 0.5), g.at(0.5 - 0.5 * way, 0.34), g.at(0.5 - 0.5 * way, 0.66)],
        g.bloom,
    )
    g.sheet.disc(g.at(0.5 + 0.2 * way, 0.47), g.size * 0.04, None)
    for y in (0.78, 0.9):
        g.curve((0.1, y), (0.5, y + 0.12), (0.9, y), g.extra)


def sun(g: Garden) -> None:
    """Draw a sun."""
    centre = g.at(0.5, 0.5)
    g.sheet.ring(centre, g.size * 0.22, g.line * 1.2, g.bloom)
    for angle in np.linspace(0, 2 * np.pi, 12, endpoint=False):
        c, s = float(np.cos(angle)) * g.size, float(np.sin(angle)) * g.size
        g.sheet.line(
            [
                (centre[0] + c * 0.28, centre[1] + s * 0.28),
                (centre[0] + c * 0.45, centre[1] + s * 0.45),
            ],
            g.line,
            g.bloom,
        )


def snow(g: Garden) -> None:
    """Draw a snowflake."""
    centre = np.array(g.at(0.5, 0.5))
    for angle in np.linspace(0, 2 * np.pi, 6, endpoint=False):
        way = np.array([np.cos(angle), np.sin(angle)]) * g.size * 0.45
        g.sheet.line(np.stack([centre, centre + way]), g.line, g.extra)
        for side in (-0.5, 0.5):
            twig = np.array([np.cos(angle + side), np.sin(angle + side)]) * g.size * 0.16
            g.sheet.line(
                np.stack([centre + way * 0.55, centre + way * 0.55 + twig]), g.line * 0.8, g.extra
            )


def vase(g: Garden) -> None:
    """Draw a vase, lantern or cup by itself."""
    rng = g.rng
    belly, neck = between(rng, 0.22, 0.4), between(rng, 0.08, 0.18)
    side = [(0.5 + neck, 0.2), (0.5 + belly, 0.5), (0.5 + belly * 0.9, 0.75), (0.5 + neck, 0.97)]
    shape = [g.at(*p) for p in side] + [g.at(1 - x, y) for x, y in reversed(side)]
    if g.hollow:
        g.sheet.outline(shape, g.line * 1.2, g.extra)
    else:
        g.sheet.polygon(shape, g.extra)
    for y in (0.4, 0.75):
        g.sheet.line([g.at(0.5 - belly * 0.7, y), g.at(0.5 + belly * 0.7, y)], g.line, g.bloom)
    if chance(rng, 0.7):
        for end in (0.3, 0.5, 0.7):
            g.curve((0.5, 0.2), (0.5, 0.1), (end, 0.05), g.stem)
            g.sheet.disc(g.at(end, 0.04), g.size * 0.06, g.bloom)


PICTURES: dict[str, Callable[[Garden], None]] = {
    **PLANTS,
    "person": person,
    "pagoda": pagoda,
    "boat": boat,
    "hills": hills,
    "butterfly": butterfly,
    "bird": bird,
    "fish": fish,
    "sun": sun,
    "snow": snow,
    "vase": vase,
}
"""Everything that a bonus tile may show, plants included."""

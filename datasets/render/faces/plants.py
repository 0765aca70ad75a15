"""Plants for the bonus tiles: stems, leaves, blossoms, grasses, bamboo, pots."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, between, chance, pick
from .sheet import Ink, Sheet

__all__ = ["PLANTS", "Garden", "bezier"]

Point = tuple[float, float]


def bezier(start: Point, bend: Point, end: Point, steps: int = 14) -> Floats:
    """Return points on a curve from start to end, drawn towards `bend`."""
    t = np.linspace(0, 1, steps)[:, None]
    a, b, c = np.array(start), np.array(bend), np.array(end)
    return np.asarray((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c)


@dataclass(slots=True)
class Garden:
    """What a picture is drawn with: a box on the sheet, three inks, a line width and luck."""

    sheet: Sheet
    box: tuple[float, float, float, float]
    stem: Ink
    bloom: Ink
    extra: Ink
    line: float
    hollow: bool
    rng: np.random.Generator

    def at(self, x: float, y: float) -> Point:
        """Turn box shares (0 to 1) into sheet units."""
        x0, y0, x1, y1 = self.box
        return x0 + (x1 - x0) * x, y0 + (y1 - y0) * y

    @property
    def size(self) -> float:
        """Return the smaller side of the box in sheet units."""
        return min(self.box[2] - self.box[0], self.box[3] - self.box[1])

    def curve(self, start: Point, bend: Point, end: Point, ink: Ink, width: float = 1.0) -> Floats:
        """Draw a curve between box shares and return its points in sheet units."""
        path = bezier(self.at(*start), self.at(*bend), self.at(*end))
        self.sheet.line(path, self.line * width, ink)
        return path

    def blade(self, start: Point, bend: Point, end: Point, ink: Ink, width: float) -> None:
        """Draw a curved blade that is widest in its middle; `width` in box shares."""
        path = bezier(self.at(*start), self.at(*bend), self.at(*end))
        step = np.gradient(path, axis=0)
        step /= np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-6)
        side = np.stack([-step[:, 1], step[:, 0]], axis=1)
        swell = np.sin(np.linspace(0.25, np.pi, len(path)))[:, None] * width * self.size / 2
        self.sheet.polygon(np.concatenate([path + side * swell, (path - side * swell)[::-1]]), ink)

    def leaf(self, root: Point, angle: float, long: float, ink: Ink) -> None:
        """Draw one leaf from a point in sheet units; `long` in box shares."""
        reach = long * self.size
        tip = (root[0] + np.cos(angle) * reach, root[1] + np.sin(angle) * reach)
        side = np.array([-np.sin(angle), np.cos(angle)]) * reach * 0.28
        middle = (np.array(root) + tip) / 2
        upper = bezier(root, tuple(middle + side * 1.6), tip, 8)
        lower = bezier(tip, tuple(middle - side * 1.6), root, 8)
        shape = np.concatenate([upper, lower])
        if self.hollow:
            self.sheet.outline(shape, self.line * 0.8, ink)
        else:
            self.sheet.polygon(shape, ink)

    def blossom(self, centre: Point, radius: float, petals: int, ink: Ink, heart: Ink) -> None:
        """Draw a blossom around a point in sheet units; `radius` in box shares."""
        r = radius * self.size
        turn = between(self.rng, 0, 2 * np.pi)
        size = min(r * 0.5, r * 2.0 / max(petals, 3))
        for angle in np.linspace(0, 2 * np.pi, petals, endpoint=False) + turn:
            spot = (centre[0] + np.cos(angle) * r * 0.6, centre[1] + np.sin(angle) * r * 0.6)
            if self.hollow:
                self.sheet.ring(spot, size, self.line * 0.75, ink)
            else:
                self.sheet.disc(spot, size, ink)
        if self.hollow:
            self.sheet.disc(centre, r * 0.42, None)
            self.sheet.ring(centre, r * 0.3, self.line * 0.7, heart)
        else:
            self.sheet.disc(centre, r * 0.3, None)
            self.sheet.disc(centre, r * 0.17, heart)

    def rays(self, centre: Point, radius: float, count: int, ink: Ink) -> None:
        """Draw a daisy or chrysanthemum of many thin petals around a point in sheet units."""
        r = radius * self.size
        for angle in np.linspace(0, 2 * np.pi, count, endpoint=False):
            c, s = float(np.cos(angle)), float(np.sin(angle))
            self.sheet.line(
                [
                    (centre[0] + c * r * 0.25, centre[1] + s * r * 0.25),
                    (centre[0] + c * r, centre[1] + s * r),
                ],
                self.line * 0.9,
                ink,
            )
        self.sheet.ring(centre, r * 0.25, self.line * 0.7, ink)


def branch(g: Garden) -> None:
    """Draw a bough with blossoms and buds: plum, cherry, peach."""
    rng = g.rng
    way = pick(rng, (-1, 1))
    trunk = g.curve(
        (0.5 - 0.3 * way, 1.0),
        (0.5 + between(rng, -0.4, 0.4), 0.5),
        (0.5 + 0.3 * way, 0.04),
        g.stem,
        1.3,
    )
    petals = int(rng.integers(4, 8))
    for _ in range(int(rng.integers(2, 6))):
        root = trunk[int(rng.integers(2, len(trunk) - 1))]
        angle, long = between(rng, -3.0, 0.1), between(rng, 0.18, 0.42) * g.size
        tip = (float(root[0] + np.cos(angle) * long), float(root[1] + np.sin(angle) * long * 0.8))
        g.sheet.line([root, tip], g.line * 0.9, g.stem)
        if chance(rng, 0.6):
            g.blossom(tip, between(rng, 0.09, 0.17), petals, g.bloom, g.extra)
        else:
            g.sheet.disc(tip, g.size * 0.05, g.bloom)
    for _ in range(int(rng.integers(1, 4))):
        spot = trunk[int(rng.integers(1, len(trunk)))]
        g.leaf((float(spot[0]), float(spot[1])), between(rng, -3.1, 3.1), 0.2, g.stem)
    spot = trunk[int(rng.integers(4, 10))]
    g.blossom((float(spot[0]), float(spot[1])), between(rng, 0.13, 0.24), petals, g.bloom, g.extra)


def flower(g: Garden) -> None:
    """Draw one large flower on a stem with leaves, the commonest picture on real tiles."""
    rng = g.rng
    lean = between(rng, -0.12, 0.12)
    top = (0.5 + lean, between(rng, 0.25, 0.55))
    stem = g.curve((0.5 - lean, 1.0), (0.5, 0.7), top, g.stem, 1.2)
    for i in range(int(rng.integers(2, 6))):
        root = stem[int(len(stem) * (0.15 + 0.13 * i)) % len(stem)]
        angle = -np.pi / 2 + (1 if i % 2 else -1) * between(rng, 0.5, 1.4)
        g.leaf((float(root[0]), float(root[1])), angle, between(rng, 0.16, 0.34), g.stem)
    centre, size = g.at(*top), between(rng, 0.17, 0.3)
    if chance(rng, 0.3):
        g.rays(centre, size, int(rng.integers(10, 20)), g.bloom)
    else:
        g.blossom(centre, size, int(rng.integers(4, 9)), g.bloom, g.extra)
    for _ in range(int(rng.integers(0, 4))):
        end = (between(rng, 0.1, 0.9), between(rng, 0.02, 0.3))
        g.curve(top, (between(rng, 0.2, 0.8), 0.3), end, g.stem, 0.8)
        g.sheet.disc(g.at(*end), g.size * between(rng, 0.03, 0.07), g.bloom)
    if chance(rng, 0.35):
        pot(g)


def grass(g: Garden) -> None:
    """Draw an orchid or grass: long blades and a small flower."""
    rng = g.rng
    root = (between(rng, 0.35, 0.65), 1.0)
    for _ in range(int(rng.integers(4, 9))):
        end = (between(rng, 0.0, 1.0), between(rng, 0.0, 0.6))
        bend = (root[0] + (end[0] - root[0]) * between(rng, -0.1, 0.4), between(rng, 0.1, 0.5))
        g.blade(root, bend, end, g.stem, between(rng, 0.03, 0.08))
    for _ in range(int(rng.integers(1, 4))):
        spot = g.at(between(rng, 0.2, 0.8), between(rng, 0.25, 0.75))
        if chance(rng, 0.5):
            g.blossom(spot, between(rng, 0.07, 0.13), int(rng.integers(3, 6)), g.bloom, g.extra)
        else:
            g.sheet.disc(spot, g.size * 0.06, g.bloom)


def bamboo_plant(g: Garden) -> None:
    """Draw bamboo: jointed stalks and leaves in bunches."""
    rng = g.rng
    for _ in range(int(rng.integers(1, 4))):
        x, lean = between(rng, 0.25, 0.75), between(rng, -0.15, 0.15)
        joints = int(rng.integers(3, 6))
        stalk = pick(rng, (g.stem, g.extra))
        for j in range(joints):
            low, high = 1 - j / joints - 0.015, 1 - (j + 1) / joints + 0.015
            g.sheet.line(
                [g.at(x + lean * (1 - low), low), g.at(x + lean * (1 - high), high)],
                g.line * between(rng, 1.6, 2.8),
                stalk,
            )
            if chance(rng, 0.6):
                spot = g.at(x + lean * (1 - high), high)
                side = pick(rng, (0.0, np.pi))
                for k in range(int(rng.integers(2, 5))):
                    g.leaf(spot, side + between(rng, -0.6, 0.7) + 0.2 * k, 0.24, g.stem)
    for _ in range(int(rng.integers(0, 3))):
        g.sheet.disc(g.at(between(rng, 0.1, 0.9), between(rng, 0, 1)), g.size * 0.05, g.bloom)


def lotus(g: Garden) -> None:
    """Draw a water lily or peony: layered petals over leaves or waves."""
    rng = g.rng
    centre = g.at(0.5, between(rng, 0.4, 0.6))
    reach = between(rng, 0.24, 0.38)
    for angle in np.linspace(-np.pi, 0, int(rng.integers(4, 8))):
        g.leaf(centre, float(angle), reach, g.bloom)
    for i in range(int(rng.integers(1, 4))):
        y = 0.7 + i * 0.11
        g.curve(
            (0.1 + 0.06 * i, y), (0.5, y + 0.14), (0.9 - 0.06 * i, y), pick(rng, (g.stem, g.extra))
        )
    for way in (-1, 1):
        g.leaf(g.at(0.5 + 0.1 * way, 0.75), 0.4 if way > 0 else np.pi - 0.4, 0.32, g.stem)
    g.curve((0.5, 0.6), (0.45, 0.8), (0.5, 1.0), g.stem)


def fruit(g: Garden) -> None:
    """Draw fruit or berries on a twig with leaves."""
    rng = g.rng
    twig = g.curve((0.15, 0.9), (0.3, 0.3), (0.9, 0.15), g.stem, 1.2)
    for i in range(int(rng.integers(3, 7))):
        root = twig[int(rng.integers(2, len(twig)))]
        g.leaf((float(root[0]), float(root[1])), between(rng, -3.1, 3.1), 0.24, g.stem)
        if i < 3:
            spot = (float(root[0] + rng.normal(0, 4)), float(root[1] + g.size * 0.2))
            if g.hollow:
                g.sheet.ring(spot, g.size * 0.11, g.line, g.bloom)
            else:
                g.sheet.disc(spot, g.size * 0.11, g.bloom)


def pot(g: Garden) -> None:
    """Draw a pot, a basket or a rock at the foot of a plant."""
    rng = g.rng
    top, wide = between(rng, 0.74, 0.84), between(rng, 0.2, 0.36)
    foot = wide * between(rng, 0.5, 0.9)
    shape = [
        g.at(0.5 - wide, top),
        g.at(0.5 + wide, top),
        g.at(0.5 + foot, 1.0),
        g.at(0.5 - foot, 1.0),
    ]
    if chance(rng, 0.5):
        g.sheet.polygon(shape, None)
        g.sheet.outline(shape, g.line, g.extra)
        for share in (0.35, 0.7):
            y = top + (1 - top) * share
            g.sheet.line([g.at(0.5 - foot, y), g.at(0.5 + foot, y)], g.line * 0.7, g.extra)
    else:
        g.sheet.polygon(shape, g.extra)


def potted(g: Garden) -> None:
    """Draw a plant in a pot."""
    x0, y0, x1, y1 = g.box
    g.box = (x0, y0, x1, y0 + (y1 - y0) * 0.85)
    pick(g.rng, (flower, grass, branch))(g)
    g.box = (x0, y0, x1, y1)
    pot(g)


PLANTS: dict[str, Callable[[Garden], None]] = {
    "branch": branch,
    "flower": flower,
    "grass": grass,
    "bamboo": bamboo_plant,
    "lotus": lotus,
    "fruit": fruit,
    "potted": potted,
}
"""Every kind of plant, by name."""

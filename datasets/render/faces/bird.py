"""The one of bamboo: a bird of some kind."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, between, pick
from .palette import Palette
from .sheet import Ink, Sheet

__all__ = ["BirdStyle", "draw_bird_style", "paint_bird"]


@dataclass(frozen=True, slots=True)
class BirdStyle:
    """What bird a set has, and its measures."""

    kind: str
    """sparrow, peacock, crane, phoenix or shoot (a sprouting bamboo)."""
    feathers: int
    line: float
    size: float
    seed: int


def draw_bird_style(rng: np.random.Generator) -> BirdStyle:
    """Draw a set's bird."""
    kinds = ("sparrow", "peacock", "crane", "phoenix", "shoot")
    return BirdStyle(
        kind=pick(rng, kinds, (4, 4, 2, 3, 0.8)),
        feathers=int(rng.integers(4, 10)),
        line=between(rng, 1.2, 3.2),
        size=between(rng, 0.8, 1.05),
        seed=int(rng.integers(1 << 30)),
    )


def paint_bird(
    sheet: Sheet, style: BirdStyle, palette: Palette, box: tuple[float, float, float, float]
) -> None:
    """Draw the bird into the box x0, y0, x1, y1."""
    x0, y0, x1, y1 = box
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    unit = min((x1 - x0), (y1 - y0) * 0.75) / 2 * style.size
    pen = _Pen(sheet, middle, unit, style, palette, np.random.default_rng(style.seed))
    {
        "sparrow": _sparrow,
        "peacock": _peacock,
        "crane": _crane,
        "phoenix": _phoenix,
        "shoot": _shoot,
    }[style.kind](pen)


@dataclass(slots=True)
class _Pen:
    """Draws in units of the bird: x and y from -1 to 1, y down, up to -1.3 and 1.3 tall."""

    sheet: Sheet
    middle: Floats
    unit: float
    style: BirdStyle
    palette: Palette
    rng: np.random.Generator

    def at(self, x: float, y: float) -> tuple[float, float]:
        return float(self.middle[0] + x * self.unit), float(self.middle[1] + y * self.unit)

    def oval(  # noqa: PLR0917 - an ellipse and its ink, drawn in many places
        self, x: float, y: float, rx: float, ry: float, lean: float, ink: Ink | None
    ) -> None:
        angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        px, py = np.cos(angle) * rx, np.sin(angle) * ry
        c, s = np.cos(lean), np.sin(lean)
        points = [
            self.at(x + a * c - b * s, y + a * s + b * c) for a, b in zip(px, py, strict=True)
        ]
        self.sheet.polygon(points, ink)

    def curve(self, points: list[tuple[float, float]], width: float, ink: Ink | None) -> None:
        path = np.array(points)
        t = np.linspace(0, 1, 12)[:, None]
        if len(path) == 3:
            path = (1 - t) ** 2 * path[0] + 2 * t * (1 - t) * path[1] + t**2 * path[2]
        self.sheet.line([self.at(x, y) for x, y in path], width, ink)

    def legs(self, x: float, y: float, ground: float) -> None:
        for dx in (-0.12, 0.1):
            self.curve(
                [(x + dx, y), (x + dx * 1.4, ground)], self.style.line * 0.7, self.palette.red
            )
            self.curve(
                [(x + dx * 1.4 - 0.13, ground + 0.04), (x + dx * 1.4 + 0.13, ground + 0.04)],
                self.style.line * 0.7,
                self.palette.red,
            )


def _head(pen: _Pen, x: float, y: float, r: float, way: float) -> None:
    p = pen.palette
    pen.oval(x, y, r, r, 0, p.bamboo[0])
    pen.sheet.polygon(
        [
            pen.at(x + way * r * 0.8, y - r * 0.3),
            pen.at(x + way * r * 2.0, y + r * 0.1),
            pen.at(x + way * r * 0.8, y + r * 0.45),
        ],
        p.red,
    )
    pen.sheet.disc(pen.at(x + way * r * 0.2, y - r * 0.15), r * pen.unit * 0.3, None)


def _sparrow(pen: _Pen) -> None:
    p, n = pen.palette, pen.style.feathers
    for i in range(3):
        pen.curve(
            [(0.3, 0.3), (0.7, 0.55 + i * 0.12), (0.95, 0.75 + i * 0.2)],
            pen.style.line * 1.4,
            p.bamboo[1],
        )
    pen.oval(0.02, 0.1, 0.62, 0.38, 0.5, p.bamboo[0])
    _head(pen, -0.45, -0.45, 0.28, -1)
    for i in range(n // 2 + 2):
        y = -0.05 + i * 0.11
        pen.curve(
            [(-0.2 + i * 0.06, y), (0.1 + i * 0.06, y + 0.12), (0.4, y + 0.05)],
            pen.style.line * 0.7,
            None,
        )
    pen.oval(-0.05, 0.02, 0.26, 0.12, 0.5, p.red)
    pen.legs(0.0, 0.45, 0.9)
    if n % 2:
        pen.curve([(-0.9, 0.98), (0, 0.92), (0.9, 1.05)], pen.style.line * 1.5, p.black)


def _peacock(pen: _Pen) -> None:
    p, n = pen.palette, pen.style.feathers + 3
    for ring, (reach, size) in enumerate(((0.95, 0.14), (0.66, 0.12), (0.4, 0.1))):
        for angle in np.linspace(-1.25, 1.25, n - ring * 2):
            x, y = float(np.sin(angle) * reach), float(-np.cos(angle) * reach * 1.15 + 0.2)
            pen.curve(
                [(0, 0.35), (x * 0.5, y * 0.5 + 0.1), (x, y)], pen.style.line * 0.6, p.bamboo[0]
            )
            pen.oval(x, y, size, size * 1.2, 0, p.bamboo[0])
            pen.oval(x, y, size * 0.4, size * 0.5, 0, p.red if ring % 2 else None)
    pen.oval(0.05, 0.52, 0.3, 0.42, 0.3, p.bamboo[1])
    for i in range(4):
        pen.curve(
            [(-0.15, 0.4 + i * 0.11), (0.05, 0.46 + i * 0.11), (0.25, 0.42 + i * 0.11)],
            pen.style.line * 0.5,
            None,
        )
    pen.curve([(-0.05, 0.3), (-0.3, 0.1), (-0.28, -0.05)], pen.style.line * 2.2, p.bamboo[1])
    _head(pen, -0.3, -0.08, 0.15, -1)
    pen.legs(0.05, 0.9, 1.2)


def _crane(pen: _Pen) -> None:
    p, line = pen.palette, pen.style.line
    pen.oval(0.1, 0.2, 0.55, 0.3, 0.35, p.bamboo[0])
    for i in range(pen.style.feathers):
        pen.curve([(0.2, 0.2), (0.6, 0.1 + i * 0.1), (0.9, 0.0 + i * 0.16)], line, p.bamboo[1])
    pen.curve([(-0.3, 0.05), (-0.75, -0.35), (-0.3, -0.75)], line * 2.0, p.bamboo[0])
    _head(pen, -0.3, -0.8, 0.17, -1)
    pen.curve([(0.0, 0.45), (-0.05, 1.2)], line * 0.8, p.red)
    pen.curve([(0.2, 0.45), (0.3, 1.2)], line * 0.8, p.red)
    pen.oval(0.1, 0.18, 0.3, 0.1, 0.35, None)


def _phoenix(pen: _Pen) -> None:
    p, line = pen.palette, pen.style.line
    for i in range(pen.style.feathers):
        bend = -0.9 + 1.8 * i / max(pen.style.feathers - 1, 1)
        ink = (p.bamboo[0], p.red, p.blue)[i % 3]
        pen.curve([(0.05, 0.1), (bend * 0.7 + 0.2, 0.6), (bend, 1.15)], line, ink)
        pen.oval(bend, 1.1, 0.09, 0.13, 0, ink)
    pen.oval(0.0, -0.1, 0.3, 0.42, -0.5, p.bamboo[0])
    for way in (-1, 1):
        for i in range(5):
            pen.curve(
                [(0.05 * way, -0.25), (0.5 * way, -0.75 + i * 0.12), (0.95 * way, -0.5 + i * 0.2)],
                line,
                p.bamboo[1] if i % 2 else p.bamboo[0],
            )
    pen.curve([(-0.1, -0.4), (-0.35, -0.7), (-0.15, -0.95)], line * 1.8, p.bamboo[0])
    _head(pen, -0.12, -1.0, 0.15, -1)
    pen.curve([(-0.1, -1.1), (0.1, -1.3), (0.25, -1.15)], line * 0.8, p.red)


def _shoot(pen: _Pen) -> None:
    p = pen.palette
    pen.sheet.polygon(
        [
            pen.at(-0.3, 1.1),
            pen.at(-0.42, 0.3),
            pen.at(0, -1.1),
            pen.at(0.42, 0.3),
            pen.at(0.3, 1.1),
        ],
        p.bamboo[0],
    )
    for i in range(pen.style.feathers // 2 + 2):
        y = 1.0 - i * 0.36
        pen.curve([(-0.4, y - 0.2), (0, y), (0.4, y - 0.2)], pen.style.line, None)
    for way in (-1, 1):
        pen.curve(
            [(0.3 * way, 0.5), (0.7 * way, 0.1), (0.9 * way, -0.4)], pen.style.line * 2, p.bamboo[1]
        )
    pen.oval(0, -0.2, 0.12, 0.2, 0, p.red)

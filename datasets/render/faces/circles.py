"""The circles suit: one wheel, and two to nine small ones."""

from dataclasses import dataclass

import numpy as np

from ..arrays import between, chance, pick
from .palette import Palette
from .sheet import Ink, Sheet

__all__ = ["CircleStyle", "draw_circle_style", "paint_circles"]


@dataclass(frozen=True, slots=True)
class CircleStyle:
    """How the circles of one set look."""

    small: str
    """What a small circle is: ring, wheel, disc, cross, quarters, flower, target, dots."""
    size: float
    """Radius of the small circles against the room there is."""
    line: float
    big: float
    petals: int
    rings: int
    fill_big: bool
    spread: float
    wide: float


def draw_circle_style(rng: np.random.Generator) -> CircleStyle:
    """Draw the shape of a set's circles."""
    kinds = ("ring", "wheel", "disc", "cross", "quarters", "flower", "target", "dots")
    return CircleStyle(
        small=pick(rng, kinds, (3, 2, 1, 1.8, 3, 2, 2, 1.5)),
        size=between(rng, 0.72, 1.0),
        line=between(rng, 0.9, 2.6),
        big=between(rng, 24, 44),
        petals=int(rng.integers(5, 17)),
        rings=int(rng.integers(1, 5)),
        fill_big=chance(rng, 0.4),
        spread=between(rng, 0.86, 1.06),
        wide=between(rng, 0.85, 1.1),
    )


# Centres as shares of the field, and which ink: 0 main, 1 second, 2 accent.
_PLACES: dict[int, tuple[tuple[float, float, int], ...]] = {
    2: ((0.5, 0.24, 1), (0.5, 0.76, 0)),
    3: ((0.22, 0.17, 0), (0.5, 0.5, 2), (0.78, 0.83, 1)),
    4: ((0.27, 0.24, 0), (0.73, 0.24, 1), (0.27, 0.76, 1), (0.73, 0.76, 0)),
    5: ((0.24, 0.2, 0), (0.76, 0.2, 1), (0.5, 0.5, 2), (0.24, 0.8, 1), (0.76, 0.8, 0)),
    6: (
        (0.28, 0.17, 1),
        (0.72, 0.17, 1),
        (0.28, 0.55, 2),
        (0.72, 0.55, 2),
        (0.28, 0.84, 2),
        (0.72, 0.84, 2),
    ),
    7: (
        (0.2, 0.12, 1),
        (0.5, 0.23, 1),
        (0.8, 0.34, 1),
        (0.3, 0.62, 2),
        (0.7, 0.62, 2),
        (0.3, 0.87, 2),
        (0.7, 0.87, 2),
    ),
    8: tuple((x, y, 0) for y in (0.13, 0.38, 0.62, 0.87) for x in (0.29, 0.71)),
    9: tuple((x, y, i) for i, y in ((1, 0.17), (2, 0.5), (0, 0.83)) for x in (0.2, 0.5, 0.8)),
}
_CROSSES = {"cross": (0.6, 0.22), "quarters": (0.78, 0.26)}
"""Half length and width of the bare cross in a filled circle, over its radius."""
_FILLED = ("disc", "dots", *_CROSSES)
_ROOM = {2: 0.24, 3: 0.19, 4: 0.21, 5: 0.165, 6: 0.16, 7: 0.135, 8: 0.125, 9: 0.145}


def paint_circles(
    sheet: Sheet,
    number: int,
    style: CircleStyle,
    palette: Palette,
    box: tuple[float, float, float, float],
) -> None:
    """Draw `number` circles into the box x0, y0, x1, y1."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    if number == 1:
        _wheel(sheet, ((x0 + x1) / 2, (y0 + y1) / 2), min(style.big, width / 2), style, palette)
        return
    inks = palette.circles
    radius = min(_ROOM[number] * height, 0.235 * width if number < 9 else 0.16 * width) * style.size
    if number == 2:
        radius = min(radius * 1.15, 0.24 * height)
    for fx, fy, ink in _PLACES[number]:
        x = (x0 + x1) / 2 + (fx - 0.5) * width * style.wide
        y = (y0 + y1) / 2 + (fy - 0.5) * height * style.spread
        second = palette.red if ink != 2 and style.small == "flower" else inks[ink]
        _small(sheet, (x, y), radius, style, (inks[ink], second))


def _small(
    sheet: Sheet,
    at: tuple[float, float],
    r: float,
    style: CircleStyle,
    inks: tuple[Ink, Ink],
) -> None:
    ink, inner = inks
    x, y = at
    line = style.line
    if style.small in _FILLED:
        sheet.disc(at, r, ink)
        if style.small in _CROSSES:
            long, wide = (r * share for share in _CROSSES[style.small])
            for dx, dy in ((1, 0), (0, 1)):
                ends = [(x - dx * long, y - dy * long), (x + dx * long, y + dy * long)]
                sheet.line(ends, wide, None)
        elif style.small == "dots":
            sheet.ring(at, r * 0.62, max(r * 0.13, 0.6), None)
            sheet.disc(at, r * 0.2, None)
        return
    sheet.ring(at, r - line / 2, line, ink)
    if style.small == "ring":
        sheet.disc(at, r * 0.42, inner)
    elif style.small == "target":
        sheet.ring(at, r * 0.58, line, inner)
        sheet.disc(at, r * 0.22, inner)
    elif style.small == "wheel":
        sheet.ring(at, r * 0.45, line * 0.8, inner)
        _spokes(sheet, at, (r * 0.5, r * 0.92), 8, width=line * 0.7, ink=ink)
    else:
        _petals(sheet, at, r * 0.72, 5 + style.petals % 3, inner)
        sheet.disc(at, r * 0.2, None)


def _wheel(
    sheet: Sheet, at: tuple[float, float], r: float, style: CircleStyle, palette: Palette
) -> None:
    main, second, accent = palette.circles
    if style.fill_big:
        sheet.disc(at, r, main)
        sheet.ring(at, r * 0.9, style.line * 0.6, None)
        _spokes(sheet, at, (r * 0.62, r * 0.82), style.petals * 2, width=style.line, ink=None)
        sheet.disc(at, r * 0.52, None)
    else:
        sheet.ring(at, r - style.line / 2, style.line, main)
        for ring in range(style.rings):
            sheet.ring(at, r * (0.88 - 0.12 * ring), style.line * 0.7, (main, second)[ring % 2])
        if style.petals % 2:
            _spokes(
                sheet,
                at,
                (r * 0.55, r * 0.85),
                style.petals * 2,
                width=style.line * 0.8,
                ink=second,
            )
        else:
            for angle in np.linspace(0, 2 * np.pi, style.petals + 4, endpoint=False):
                spot = (at[0] + np.cos(angle) * r * 0.72, at[1] + np.sin(angle) * r * 0.72)
                sheet.disc(spot, r * 0.1, second)
    _petals(sheet, at, r * 0.46, max(4, style.petals // 2 + 2), accent)
    sheet.disc(at, r * 0.13, None)
    sheet.disc(at, r * 0.07, accent)


def _spokes(
    sheet: Sheet,
    at: tuple[float, float],
    reach: tuple[float, float],
    count: int,
    *,
    width: float,
    ink: Ink | None,
) -> None:
    for angle in np.linspace(0, 2 * np.pi, count, endpoint=False):
        c, s = float(np.cos(angle)), float(np.sin(angle))
        sheet.line([(at[0] + c * q, at[1] + s * q) for q in reach], width, ink)


def _petals(sheet: Sheet, at: tuple[float, float], r: float, count: int, ink: Ink) -> None:
    for angle in np.linspace(0, 2 * np.pi, count, endpoint=False):
        c, s = float(np.cos(angle)), float(np.sin(angle))
        size = min(r * 0.42, r * 1.9 / count)
        sheet.disc((at[0] + c * r * 0.6, at[1] + s * r * 0.6), size, ink)

"""The bamboo suit: two to nine sticks."""

from dataclasses import dataclass

import numpy as np

from ..arrays import between, chance, pick
from .palette import Palette
from .sheet import Ink, Sheet

__all__ = ["BambooStyle", "draw_bamboo_style", "paint_bamboo"]


@dataclass(frozen=True, slots=True)
class BambooStyle:
    """How the sticks of one set look."""

    stick: str
    """bone, capsule, outline, knots, bar, double, beads."""
    thick: float
    """Width of a stick against its length."""
    line: float
    spread: float
    red_middle: bool
    touching: bool
    """The sticks of a column touch: two look like one long one."""


def draw_bamboo_style(rng: np.random.Generator) -> BambooStyle:
    """Draw the shape of a set's sticks."""
    sticks = ("bone", "capsule", "outline", "knots", "bar", "double", "beads")
    return BambooStyle(
        stick=pick(rng, sticks, (4, 1.5, 2, 2.5, 1, 1, 3)),
        thick=between(rng, 0.22, 0.42),
        line=between(rng, 1.0, 3.2),
        spread=between(rng, 0.88, 1.02),
        red_middle=chance(rng, 0.8),
        touching=chance(rng, 0.4),
    )


# Centre x, y, length, lean in degrees, ink: 0 main, 1 second, 2 accent; shares of the field.
_TOUCHING = 1.26
"""So much longer are sticks that touch."""
_BEADS = 3
_Stick = tuple[float, float, float, float, int]
_ROWS3 = (0.18, 0.5, 0.82)
_PLACES: dict[int, tuple[_Stick, ...]] = {
    2: ((0.5, 0.25, 0.4, 0, 1), (0.5, 0.75, 0.4, 0, 0)),
    3: ((0.5, 0.25, 0.4, 0, 1), (0.28, 0.75, 0.4, 0, 0), (0.72, 0.75, 0.4, 0, 0)),
    4: (
        (0.28, 0.25, 0.4, 0, 1),
        (0.72, 0.25, 0.4, 0, 0),
        (0.28, 0.75, 0.4, 0, 0),
        (0.72, 0.75, 0.4, 0, 1),
    ),
    5: (
        (0.2, 0.25, 0.4, 0, 0),
        (0.8, 0.25, 0.4, 0, 1),
        (0.5, 0.5, 0.4, 0, 2),
        (0.2, 0.75, 0.4, 0, 1),
        (0.8, 0.75, 0.4, 0, 0),
    ),
    6: tuple((x, y, 0.4, 0, i) for i, y in ((0, 0.25), (1, 0.75)) for x in (0.18, 0.5, 0.82)),
    7: (
        (0.5, 0.15, 0.26, 0, 2),
        *((x, y, 0.28, 0, 1 if x == 0.5 else 0) for y in (0.5, 0.84) for x in (0.18, 0.5, 0.82)),
    ),
    8: (
        (0.12, 0.25, 0.38, 0, 0),
        (0.36, 0.26, 0.38, 38, 0),
        (0.64, 0.26, 0.38, -38, 0),
        (0.88, 0.25, 0.38, 0, 0),
        (0.12, 0.75, 0.38, 0, 1),
        (0.36, 0.74, 0.38, -38, 1),
        (0.64, 0.74, 0.38, 38, 1),
        (0.88, 0.75, 0.38, 0, 1),
    ),
    9: tuple((x, y, 0.28, 0, i) for i, x in ((0, 0.18), (2, 0.5), (1, 0.82)) for y in _ROWS3),
}


def paint_bamboo(
    sheet: Sheet,
    number: int,
    style: BambooStyle,
    palette: Palette,
    box: tuple[float, float, float, float],
) -> None:
    """Draw `number` sticks (two to nine) into the box x0, y0, x1, y1."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    for fx, fy, length, lean, ink in _PLACES[number]:
        centre = (x0 + width * (0.5 + (fx - 0.5) * style.spread), y0 + height * fy)
        colour = palette.bamboo[ink if ink != 2 or style.red_middle else 0]
        long = height * length * (0.96 if lean == 0 else 0.9)
        if style.touching and lean == 0:
            long *= _TOUCHING
        thick = min(style.thick * long * (0.7 if number < 7 else 0.95), width * 0.2)
        _stick(sheet, centre, (long, thick, np.deg2rad(lean)), style, colour)


def _stick(
    sheet: Sheet,
    centre: tuple[float, float],
    shape: tuple[float, float, float],
    style: BambooStyle,
    ink: Ink,
) -> None:
    long, thick, lean = shape
    along = np.array([np.sin(lean), np.cos(lean)])
    middle = np.array(centre)

    def at(share: float) -> tuple[float, float]:
        spot = middle + along * long * share
        return float(spot[0]), float(spot[1])

    body = (0.5 * long - thick / 2) / long
    if style.stick == "bar":
        sheet.line([at(-body), at(body)], thick * 0.8, ink)
    elif style.stick == "capsule":
        sheet.line([at(-body), at(body)], thick, ink)
        sheet.line([at(-body * 0.75), at(body * 0.75)], thick * 0.3, None)
    elif style.stick == "outline":
        sheet.line([at(-body), at(body)], thick, ink)
        sheet.line([at(-body), at(-0.06)], max(thick - 2 * style.line, 0.6), None)
        sheet.line([at(0.06), at(body)], max(thick - 2 * style.line, 0.6), None)
    elif style.stick == "beads":
        half = 0.5 / _BEADS
        for bead in range(_BEADS):
            middle_at = -0.5 + half * (2 * bead + 1)
            reach = half - thick * 0.45 / long
            ends = [at(middle_at - max(reach, 0.01)), at(middle_at + max(reach, 0.01))]
            sheet.line(ends, thick * 0.9, ink)
            sheet.line(ends, max(thick * 0.9 - 2 * style.line, 0.6), None)
    elif style.stick == "double":
        sheet.line([at(-body), at(-0.12)], thick * 0.9, ink)
        sheet.line([at(0.12), at(body)], thick * 0.9, ink)
    else:
        sheet.line([at(-body), at(body)], thick * 0.62, ink)
        for share in (-body, 0.0, body):
            sheet.disc(at(share), thick / 2, ink)
        if style.stick == "bone":
            sheet.line([at(-body * 0.75), at(-body * 0.25)], thick * 0.22, None)
            sheet.line([at(body * 0.25), at(body * 0.75)], thick * 0.22, None)

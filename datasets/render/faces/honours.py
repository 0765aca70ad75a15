"""White dragons (blank, framed or lettered) and jokers."""

from dataclasses import dataclass

import numpy as np

from ..arrays import between, chance, pick
from .letters import Letters
from .palette import Palette
from .sheet import Ink, Sheet

__all__ = ["FrameStyle", "draw_frame_style", "paint_joker", "paint_white"]

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class FrameStyle:
    """How a set draws its white dragon and its joker."""

    white: str
    """blank, frame, double, hatched, notched, letter or sign."""
    line: float
    reach: float
    joker: str
    """signs, word, face, star or seal."""
    ink: int


def draw_frame_style(rng: np.random.Generator) -> FrameStyle:
    """Draw what a set's white dragon and joker look like."""
    whites = ("blank", "frame", "double", "hatched", "notched", "letter", "sign")
    return FrameStyle(
        white=pick(rng, whites, (3.5, 1.5, 2, 2, 2, 0.6, 0.5)),
        line=between(rng, 1.5, 5.5),
        reach=between(rng, 0.75, 1.0),
        joker=pick(rng, ("signs", "word", "face", "star", "seal"), (3, 3, 1.5, 1, 1.5)),
        ink=int(rng.integers(3)),
    )


def _inset(box: Box, by: float) -> Box:
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def _rectangle(box: Box) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = box
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _notched(box: Box, cut: float) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = box
    return [
        (x0 + cut, y0),
        (x1 - cut, y0),
        (x1 - cut, y0 + cut),
        (x1, y0 + cut),
        (x1, y1 - cut),
        (x1 - cut, y1 - cut),
        (x1 - cut, y1),
        (x0 + cut, y1),
        (x0 + cut, y1 - cut),
        (x0, y1 - cut),
        (x0, y0 + cut),
        (x0 + cut, y0 + cut),
    ]


def paint_white(
    sheet: Sheet, style: FrameStyle, palette: Palette, letters: Letters, box: Box
) -> None:
    """Draw the white dragon into the box."""
    ink = (palette.blue, palette.black, palette.green)[style.ink]
    box = _inset(box, (1 - style.reach) * 30)
    if style.white == "blank":
        return
    if style.white == "sign":
        _sign(sheet, letters, "白", box, ink)
        return
    if style.white == "letter":
        sheet.outline(_rectangle(box), style.line * 0.6, ink)
        _sign(sheet, letters, "PB"[style.ink % 2], _inset(box, 18), ink)
        return
    gap = style.line * 1.2 + 3
    shape = _notched if style.white == "notched" else lambda b, _: _rectangle(b)
    sheet.outline(shape(box, 8), style.line, ink)
    if style.white in ("double", "notched"):
        sheet.outline(_rectangle(_inset(box, gap + 3)), max(style.line * 0.5, 1.2), ink)
    if style.white == "hatched":
        _hatch(sheet, box, gap + 5, ink)


def _hatch(sheet: Sheet, box: Box, deep: float, ink: Ink) -> None:
    x0, y0, x1, y1 = box
    inner = _inset(box, deep)
    for share in np.linspace(0, 1, 9):
        x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        for line in (
            [(x, y0), (x, inner[1])],
            [(x, y1), (x, inner[3])],
            [(x0, y), (inner[0], y)],
            [(x1, y), (inner[2], y)],
        ):
            sheet.line(line, 1.6, ink)
    sheet.outline(_rectangle(inner), 1.8, ink)


def _sign(sheet: Sheet, letters: Letters, sign: str, box: Box, ink: Ink) -> None:
    x0, y0, x1, y1 = box
    mask = letters.mask(sign, round((x1 - x0) * sheet.scale), round((y1 - y0) * sheet.scale))
    sheet.stamp(mask, ((x0 + x1) / 2, (y0 + y1) / 2), ink)


def paint_joker(
    sheet: Sheet,
    style: FrameStyle,
    palette: Palette,
    letters: tuple[Letters, Letters],
    box: Box,
    *,
    rng: np.random.Generator,
) -> None:
    """Draw a joker into the box; `letters` are the Chinese and the Latin way of writing."""
    chinese, latin = letters
    x0, y0, x1, y1 = box
    middle = (y0 + y1) / 2
    first, second = pick(
        rng,
        (
            (palette.black, palette.red),
            (palette.red, palette.green),
            (palette.blue, palette.red),
            (palette.red, palette.red),
        ),
    )
    if style.joker == "signs":
        _sign(sheet, chinese, "百", (x0 + 12, y0, x1 - 12, middle - 1), first)
        _sign(sheet, chinese, "搭", (x0 + 12, middle + 1, x1 - 12, y1), second)
    elif style.joker == "word":
        _word(sheet, latin, box, (first, second), slant=chance(rng, 0.5))
    elif style.joker == "face":
        _jester(sheet, ((x0 + x1) / 2, middle), (x1 - x0) * 0.3, palette)
    elif style.joker == "star":
        _star(sheet, ((x0 + x1) / 2, middle), (x1 - x0) * 0.45, int(rng.integers(5, 9)), first)
    else:
        sheet.ring(((x0 + x1) / 2, middle), (x1 - x0) * 0.44, style.line, first)
        _word(
            sheet,
            latin,
            (x0 + 12, middle - 11, x1 - 12, middle + 11),
            (second, second),
            slant=False,
        )
    if style.joker != "face" and chance(rng, 0.3):
        sheet.outline(_rectangle(_inset(box, -2)), style.line * 0.6, second)


def _word(sheet: Sheet, latin: Letters, box: Box, inks: tuple[Ink, Ink], *, slant: bool) -> None:
    x0, y0, x1, y1 = box
    step = (x1 - x0) / 5
    tall = min(y1 - y0, step * 2.0)
    for place, sign in enumerate("JOKER"):
        drop = ((y1 - y0 - tall) * place / 4) if slant else (y1 - y0 - tall) / 2
        field = (x0 + place * step, y0 + drop, x0 + (place + 1) * step, y0 + drop + tall)
        _sign(sheet, latin, sign, field, inks[place % 2])


def _star(sheet: Sheet, at: tuple[float, float], r: float, points: int, ink: Ink) -> None:
    corners = [
        (
            at[0] + np.sin(a) * r * (1 if i % 2 == 0 else 0.45),
            at[1] - np.cos(a) * r * (1 if i % 2 == 0 else 0.45),
        )
        for i, a in enumerate(np.linspace(0, 2 * np.pi, points * 2, endpoint=False))
    ]
    sheet.polygon(corners, ink)


def _jester(sheet: Sheet, at: tuple[float, float], r: float, palette: Palette) -> None:
    x, y = at
    for way, ink in ((-1, palette.red), (1, palette.green)):
        sheet.polygon(
            [(x, y - r * 0.5), (x + way * r * 1.4, y - r * 1.7), (x + way * r, y - r * 0.2)], ink
        )
        sheet.disc((x + way * r * 1.4, y - r * 1.7), r * 0.2, palette.blue)
    sheet.ring((x, y), r, r * 0.14, palette.black)
    for way in (-1, 1):
        sheet.disc((x + way * r * 0.4, y - r * 0.15), r * 0.13, palette.black)
    sheet.line(
        [(x - r * 0.5, y + r * 0.35), (x, y + r * 0.6), (x + r * 0.5, y + r * 0.35)],
        r * 0.15,
        palette.red,
    )
    sheet.polygon([(x - r, y + r), (x + r, y + r), (x, y + r * 2)], palette.blue)

"""Flowers and seasons: a picture, and a number or a character that says which one it is.

On real sets the picture says little. The number stands in some corner as an Arabic, Roman or
Chinese numeral, the character is one of the four plants or seasons, and the colour of the number
(or its script) tells the two series apart where no character does.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..arrays import RGB, between, chance, pick
from .letters import Letters
from .palette import Palette
from .pictures import PICTURES
from .plants import PLANTS, Garden
from .sheet import Ink, Sheet

__all__ = ["BonusStyle", "SeriesStyle", "draw_bonus_style", "paint_bonus", "paint_marks"]

_CHARACTERS = {"f": ("梅", "蘭", "菊", "竹"), "q": ("春", "夏", "秋", "冬")}
# What else fonts may write on the tiles 1 to 4; the two series never share a row.
_OTHER_ROWS = ("琴棋書畫", "漁樵耕讀", "福祿壽喜", "迎春納福", "富貴榮華", "日進斗金")
_WORDS = {"f": ("PLUM", "ORC", "CHRY", "BAM"), "q": ("SPR", "SUM", "AUT", "WIN")}
_NUMERALS = {"arabic": "1234", "roman": "ⅠⅡⅢⅣ", "chinese": "一二三四"}
_OWN_PLANT = {
    "f": ("branch", "grass", "flower", "bamboo"),
    "q": ("flower", "lotus", "fruit", "branch"),
}


@dataclass(frozen=True, slots=True)
class SeriesStyle:
    """How one series of four looks on one set."""

    letter: str
    """f flowers, q seasons."""
    numeral: str
    """arabic, roman, chinese or none."""
    number_ink: RGB
    number_corner: int
    """0 top left, 1 top right, 2 bottom right, 3 bottom left."""
    number_size: float
    sign: str
    """The four characters, or nothing."""
    sign_ink: RGB
    sign_corner: int
    sign_size: float
    word: bool
    picture: str
    """A kind of picture for all four, or own (each its plant), any (each any other), or wild (a
    tangle that says nothing)."""
    inks: tuple[RGB, RGB, RGB]
    line: float
    hollow: bool
    room: float
    twice: bool
    """The number stands in the opposite corner again, upside down."""
    seed: int


@dataclass(frozen=True, slots=True)
class BonusStyle:
    """Both series of one set."""

    flowers: SeriesStyle
    seasons: SeriesStyle


def draw_bonus_style(rng: np.random.Generator, palette: Palette, chinese: Letters) -> BonusStyle:
    """Draw how a set tells its flowers from its seasons, and what it pictures on them."""
    cool = pick(rng, (palette.blue, palette.black, palette.green), (5, 5, 1.5))
    signs = pick(rng, ("both", "flowers", "seasons", "none", "other"), (6, 1, 1, 2.5, 0.7))
    if (chinese.font is None and signs == "other") or palette.red == palette.blue:
        signs = "both"
    rows = {"f": "".join(_CHARACTERS["f"]), "q": "".join(_CHARACTERS["q"])}
    if signs == "other":
        # Which series such a row belongs to is read from the number's colour.
        picked = rng.permutation(len(_OTHER_ROWS))
        rows = {"f": _OTHER_ROWS[int(picked[0])], "q": _OTHER_ROWS[int(picked[1])]}
    if signs in ("none", "seasons"):
        rows["f"] = ""
    if signs in ("none", "flowers"):
        rows["q"] = ""
    coded = signs in ("none", "other") or chance(rng, 0.4)
    same = pick(rng, ("arabic", "arabic", "roman"))
    season_numeral = "chinese" if coded and chance(rng, 0.4) else same
    flower_ink, season_ink = cool, palette.red
    if not coded:
        flower_ink, season_ink = (
            pick(rng, (palette.blue, palette.black, palette.red, palette.green)) for _ in range(2)
        )
    flowers = _draw_series(rng, "f", palette, (same, flower_ink, rows["f"]))
    seasons = _draw_series(rng, "q", palette, (season_numeral, season_ink, rows["q"]))
    return BonusStyle(flowers, seasons)


def _draw_series(
    rng: np.random.Generator, letter: str, palette: Palette, mark: tuple[str, RGB, str]
) -> SeriesStyle:
    numeral, ink, sign = mark
    if sign and sign in ("梅蘭菊竹", "春夏秋冬") and chance(rng, 0.12):
        numeral = "none"
    if sign == "梅蘭菊竹" and chance(rng, 0.35):
        sign = "梅兰菊竹"
    corner = pick(rng, (0, 1, 2, 3), (5, 5, 0.7, 0.7))
    apart = pick(rng, ("across", "below"), (8, 2))
    warm = pick(rng, (palette.red, palette.blue, palette.black), (6, 1, 1))
    return SeriesStyle(
        letter=letter,
        numeral=numeral,
        number_ink=ink,
        number_corner=corner,
        number_size=between(rng, 15, 34),
        sign=sign,
        sign_ink=ink if chance(rng, 0.6) else pick(rng, (palette.red, palette.black, palette.blue)),
        sign_corner={"across": (1, 0, 3, 2), "below": (3, 2, 1, 0)}[apart][corner],
        sign_size=between(rng, 20, 38),
        word=chance(rng, 0.07),
        # Real sets mostly picture each its own plant: drawn so, too much would be learned from it.
        picture=pick(
            rng, ("own", "any", "wild", *sorted(PICTURES)), (1.5, 7, 4, *[0.5] * len(PICTURES))
        ),
        inks=(
            pick(rng, (palette.green, palette.green, palette.black, palette.blue)),
            warm,
            pick(rng, (palette.blue, palette.black, palette.red, palette.green)),
        ),
        line=between(rng, 1.2, 3.4),
        hollow=chance(rng, 0.4),
        room=between(rng, 0.7, 1.0),
        twice=chance(rng, 0.08),
        seed=int(rng.integers(1 << 30)),
    )


def paint_bonus(
    sheet: Sheet,
    number: int,
    style: SeriesStyle,
    letters: tuple[Letters, Letters],
    box: tuple[float, float, float, float],
) -> None:
    """Draw flower or season `number` (1 to 4); `letters` are Chinese and Latin."""
    rng = np.random.default_rng([style.seed, number])
    x0, y0, x1, y1 = box
    top_marks = style.number_corner < 2 or (style.sign and style.sign_corner < 2)
    low_marks = style.number_corner >= 2 or (style.sign and style.sign_corner >= 2)
    # Pictures reach in between the marks: only part of the corner's height is kept free.
    marks = max(style.number_size, style.sign_size if style.sign else 0) * between(rng, 0.2, 0.75)
    field_top = y0 + (marks if top_marks else 0)
    field_low = y1 - (marks if low_marks else 0)
    wide = (x1 - x0) * style.room / 2
    middle = (x0 + x1) / 2 + between(rng, -4, 4)
    garden = Garden(
        sheet,
        (middle - wide, field_top, middle + wide, field_low),
        *style.inks,
        style.line,
        style.hollow,
        rng,
    )
    _picture(style, number)(garden)
    paint_marks(sheet, number, style, letters, box)


def _picture(style: SeriesStyle, number: int) -> Callable[[Garden], None]:
    if style.picture == "own":
        name = _OWN_PLANT[style.letter][number - 1]
        return PLANTS[name]
    if style.picture == "any":
        # Any plant for any name: on many sets only the sign and the number tell.
        names = sorted(PICTURES)
        return PICTURES[names[(style.seed + number * 7) % len(names)]]
    if style.picture == "wild":
        return _tangle
    return PICTURES[style.picture]


def _tangle(g: Garden) -> None:
    """Draw strokes, leaves and blossoms without any order: what tells the tile stands beside."""
    rng = g.rng
    for _ in range(int(rng.integers(2, 9))):
        start, bend, end = ((float(x), float(y)) for x, y in rng.uniform(0, 1, (3, 2)))
        ink = pick(rng, (g.stem, g.bloom, g.extra))
        if chance(rng, 0.5):
            g.curve(start, bend, end, ink, between(rng, 0.7, 2.0))
        else:
            g.blade(start, bend, end, ink, between(rng, 0.06, 0.25))
    for _ in range(int(rng.integers(0, 4))):
        spot = g.at(float(rng.uniform(0.15, 0.85)), float(rng.uniform(0.15, 0.85)))
        petals = int(rng.integers(4, 9))
        g.blossom(spot, between(rng, 0.1, 0.32), petals, pick(rng, (g.bloom, g.extra)), g.stem)


def paint_marks(
    sheet: Sheet,
    number: int,
    style: SeriesStyle,
    letters: tuple[Letters, Letters],
    box: tuple[float, float, float, float],
) -> None:
    """Print what says which of its series a tile is: the number, the character, the word."""
    chinese, latin = letters
    if style.numeral != "none":
        sign = _NUMERALS[style.numeral][number - 1]
        writer = chinese if style.numeral == "chinese" else latin
        size = (style.number_size * (0.95 if writer is chinese else 0.62), style.number_size)
        corner, ink = style.number_corner, style.number_ink
        _corner(sheet, writer, sign, size=size, corner=corner, box=box, ink=ink)
        if style.twice:
            other = (corner + 2) % 4
            _corner(sheet, writer, sign, size=size, corner=other, box=box, ink=ink, turned=True)
    if style.sign:
        size = (style.sign_size, style.sign_size)
        sign, corner, ink = style.sign[number - 1], style.sign_corner, style.sign_ink
        _corner(sheet, chinese, sign, size=size, corner=corner, box=box, ink=ink)
    elif style.word:
        _word(sheet, latin, _WORDS[style.letter][number - 1], style, box)


def _word(
    sheet: Sheet,
    latin: Letters,
    word: str,
    style: SeriesStyle,
    box: tuple[float, float, float, float],
) -> None:
    x0, y0, x1, y1 = box
    tall = 11.0
    y = y0 + tall / 2 if style.number_corner >= 2 else y1 - tall / 2
    for place, sign in enumerate(word):
        x = (x0 + x1) / 2 + (place - (len(word) - 1) / 2) * tall
        mask = latin.mask(sign, round(tall * 0.8 * sheet.scale), round(tall * sheet.scale))
        sheet.stamp(mask, (x, y), style.number_ink)


def _corner(
    sheet: Sheet,
    writer: Letters,
    sign: str,
    *,
    size: tuple[float, float],
    corner: int,
    box: tuple[float, float, float, float],
    ink: Ink,
    turned: bool = False,
) -> None:
    x0, y0, x1, y1 = box
    wide, tall = size
    x = x0 + wide / 2 if corner in (0, 3) else x1 - wide / 2
    y = y0 + tall / 2 if corner in (0, 1) else y1 - tall / 2
    mask = writer.mask(sign, round(wide * sheet.scale), round(tall * sheet.scale))
    sheet.stamp(np.ascontiguousarray(mask[::-1, ::-1]) if turned else mask, (x, y), ink)

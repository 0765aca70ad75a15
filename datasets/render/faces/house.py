"""The house set: every face drawn by our own code, and by fonts where there are any."""

from dataclasses import dataclass, replace

import numpy as np

from ....scoring.tiles import Dragon, Suit, Tile, Wind
from ..arrays import Pixels, between, chance, pick
from .bamboo import BambooStyle, draw_bamboo_style, paint_bamboo
from .bird import BirdStyle, draw_bird_style, paint_bird
from .bonus import BonusStyle, draw_bonus_style, paint_bonus, paint_marks
from .circles import CircleStyle, draw_circle_style, paint_circles
from .honours import FrameStyle, draw_frame_style, paint_joker, paint_white
from .letters import Letters, draw_letters
from .palette import Palette, draw_palette
from .sheet import Sheet

__all__ = ["HouseStyle", "draw_house_style", "paint_bonus_number", "paint_face"]

_NUMERALS = "一二三四五六七八九"
_WIND_SIGNS = {Wind.EAST: "東", Wind.SOUTH: "南", Wind.WEST: "西", Wind.NORTH: "北"}


@dataclass(frozen=True, slots=True)
class HouseStyle:
    """All free parameters of one drawn set."""

    palette: Palette
    chinese: Letters
    latin: Letters
    index: Letters
    circles: CircleStyle
    bamboo: BambooStyle
    bird: BirdStyle
    frame: FrameStyle
    bonus: BonusStyle
    margin_x: float
    margin_y: float
    formal_five: bool
    wan: str
    honour_size: float
    gap: float
    seed: int


def draw_house_style(rng: np.random.Generator, *, fonts: bool = True) -> HouseStyle:
    """Draw a set's whole style."""
    palette = draw_palette(rng)
    chinese = draw_letters(rng, chinese=True, fonts=fonts)
    latin = draw_letters(rng, chinese=False, fonts=fonts)
    return HouseStyle(
        palette=palette,
        chinese=chinese,
        latin=latin,
        index=latin if chance(rng, 0.5) else draw_letters(rng, chinese=False, fonts=fonts),
        circles=draw_circle_style(rng),
        bamboo=draw_bamboo_style(rng),
        bird=draw_bird_style(rng),
        frame=draw_frame_style(rng),
        bonus=draw_bonus_style(rng, palette, chinese),
        margin_x=between(rng, 6, 14),
        margin_y=between(rng, 7, 15),
        formal_five=chance(rng, 0.55),
        wan="万" if chance(rng, 0.08) else "萬",
        honour_size=between(rng, 0.78, 1.0),
        gap=between(rng, 0, 5),
        seed=int(rng.integers(1 << 30)),
    )


def paint_face(tile: Tile, style: HouseStyle, width_px: int, aspect: float) -> Pixels:
    """Return the print of one face as premultiplied RGBA."""
    sheet = Sheet(width_px, aspect)
    box = (style.margin_x, style.margin_y, 100 - style.margin_x, sheet.height - style.margin_y)
    if tile.suit is Suit.CIRCLES:
        paint_circles(sheet, tile.number, style.circles, style.palette, box)
    elif tile.suit is Suit.BAMBOO and tile.number == 1:
        paint_bird(sheet, style.bird, style.palette, box)
    elif tile.suit is Suit.BAMBOO:
        paint_bamboo(sheet, tile.number, style.bamboo, style.palette, box)
    elif tile.suit is Suit.CHARACTERS:
        _character(sheet, tile.number, style, box)
    elif tile.is_honour:
        _honour(sheet, tile, style, box)
    elif tile.is_bonus:
        series = style.bonus.flowers if tile.code.endswith("f") else style.bonus.seasons
        paint_bonus(sheet, tile.number, series, (style.chinese, style.latin), box)
    elif tile is Tile.JOKER:
        rng = np.random.default_rng([style.seed, 1])
        paint_joker(sheet, style.frame, style.palette, (style.chinese, style.latin), box, rng=rng)
    return sheet.pixels


def paint_bonus_number(sheet: Sheet, tile: Tile, style: HouseStyle) -> None:
    """Add the number of a flower or season in a corner, over whatever else is there."""
    series = style.bonus.flowers if tile.code.endswith("f") else style.bonus.seasons
    box = (style.margin_x, style.margin_y, 100 - style.margin_x, sheet.height - style.margin_y)
    plain = replace(series, sign="", word=False, number_corner=series.number_corner % 2)
    if plain.numeral == "none":
        plain = replace(plain, numeral="arabic")
    paint_marks(sheet, tile.number, plain, (style.chinese, style.latin), box)


def _character(
    sheet: Sheet, number: int, style: HouseStyle, box: tuple[float, float, float, float]
) -> None:
    x0, y0, x1, y1 = box
    middle, half = (y0 + y1) / 2, style.gap / 2
    sign = "伍" if number == 5 and style.formal_five else _NUMERALS[number - 1]
    wide = (x1 - x0) * style.honour_size
    for text, low, high, ink in (
        (sign, y0, middle - half, style.palette.number),
        (style.wan, middle + half, y1, style.palette.wan),
    ):
        mask = style.chinese.mask(
            text, round(wide * sheet.scale), round((high - low) * sheet.scale)
        )
        sheet.stamp(mask, (50, (low + high) / 2), ink)


def _honour(
    sheet: Sheet, tile: Tile, style: HouseStyle, box: tuple[float, float, float, float]
) -> None:
    x0, y0, x1, y1 = box
    if tile.dragon is Dragon.WHITE:
        paint_white(sheet, style.frame, style.palette, style.latin, box)
        return
    if tile.wind is not None:
        sign, ink = _WIND_SIGNS[tile.wind], style.palette.winds
    elif tile.dragon is Dragon.GREEN:
        sign, ink = "發", style.palette.green
    else:
        sign, ink = "中", style.palette.red
    wide = (x1 - x0) * style.honour_size
    tall = min((y1 - y0) * style.honour_size, wide * 1.35)
    mask = style.chinese.mask(sign, round(wide * sheet.scale), round(tall * sheet.scale))
    sheet.stamp(mask, (50, (y0 + y1) / 2), ink)


def draw_index_letters(rng: np.random.Generator) -> str:
    """Draw which letters a western set puts on its white, green and red dragon."""
    return pick(rng, ("BFC", "PFC", "WGR", "BGR", "SFC", " GR", " FC"), (4, 3, 2, 2, 1, 1, 1))

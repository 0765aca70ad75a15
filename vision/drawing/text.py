"""Writing on pictures with the font that Pillow brings along, accents and all.

That font (Aileron) has the letters of plain English and loose accents only, so `é` is put
together here, and what it has no shape for is written in the nearest characters that it has.
"""

import unicodedata
from functools import lru_cache

from PIL import ImageDraw, ImageFont

__all__ = ["Colour", "draw_text", "line_height", "text_width", "wrap"]

Colour = tuple[int, int, int]

_ACCENTS = {"\u0300": "`", "\u0301": "´", "\u0302": "^", "\u0303": "~"}
_NEAREST = str.maketrans(
    {"×": "x", "–": "-", "—": "-", "−": "-", "→": "›", "•": "·", "\u00a0": " ", "€": "EUR "}
)
_EXTRA = "©«°±´·»‘’“”…‹›™"
_LINE = 1.3
"""Height of a line over the size of its letters."""
_ACCENT_GAP = 0.02
"""Space between a letter and its accent, over the size of the letters."""


@lru_cache(maxsize=64)
def _font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size_px)


def line_height(size_px: int) -> int:
    """Return the height in pixels of a line of letters of this size."""
    return round(size_px * _LINE)


@lru_cache(maxsize=4096)
def _spelled(text: str) -> tuple[str, tuple[tuple[int, str], ...]]:
    """Return the characters to write, and the accents with the place of their letter.

    >>> _spelled("één × 2")
    ('een x 2', ((0, '´'), (1, '´')))
    """
    letters: list[str] = []
    accents: list[tuple[int, str]] = []
    for character in unicodedata.normalize("NFD", text.translate(_NEAREST)):
        if character in _ACCENTS and letters:
            accents.append((len(letters) - 1, _ACCENTS[character]))
        elif unicodedata.combining(character):
            continue
        elif " " <= character <= "~" or character in _EXTRA:
            letters.append(character)
        else:
            letters.append("?")
    return "".join(letters), tuple(accents)


def text_width(text: str, size_px: int) -> float:
    """Return the width in pixels of one line of text."""
    return float(_font(size_px).getlength(_spelled(text)[0]))


def draw_text(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size_px: int, colour: Colour
) -> None:
    """Write one line, its upper left corner at `at` (x, y)."""
    letters, accents = _spelled(text)
    font = _font(size_px)
    x, base = round(at[0]), round(at[1] + size_px)
    draw.text((x, base), letters, fill=colour, font=font, anchor="ls")
    for place, accent in accents:
        letter = letters[place]
        shift = font.getlength(letters[:place])
        shift += (font.getlength(letter) - font.getlength(accent)) / 2
        # An accent's shape sits as high as over a small letter that is as tall as an x.
        taller = _top(letter, size_px) - _top("x", size_px)
        lift = taller - round(size_px * _ACCENT_GAP)
        draw.text((x + round(shift), base + lift), accent, fill=colour, font=font, anchor="ls")


@lru_cache(maxsize=256)
def _top(letter: str, size_px: int) -> int:
    """Return the y of a letter's upper edge, from the line it stands on."""
    return round(_font(size_px).getbbox(letter, anchor="ls")[1])


def wrap(text: str, size_px: int, width_px: float) -> list[str]:
    """Break text into lines no wider than `width_px`, between words where possible.

    >>> wrap("een paar", 20, 50)
    ['een', 'paar']
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer, size_px) <= width_px:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while len(line) > 1 and text_width(line, size_px) > width_px:
            cut = next(
                (
                    n
                    for n in range(len(line) - 1, 1, -1)
                    if text_width(line[:n], size_px) <= width_px
                ),
                1,
            )
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line else lines

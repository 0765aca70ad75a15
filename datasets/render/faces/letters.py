"""Where signs come from: our own strokes, or a font that this machine happens to have."""

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from ..arrays import Pixels, chance, pick
from .brush import Brush, draw_brush, write
from .glyph_data import FIGURES, HANZI

__all__ = ["Letters", "chinese_fonts", "draw_letters", "latin_fonts"]

# An extra folder of fonts may be named here.
FONT_VARIABLE = "REKJE_FONTS"
_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
# Families seen in Debian with all the characters we need; matched against file names.
_CHINESE = (
    "ukai",
    "uming",
    "bkai",
    "bsmi",
    "gkai",
    "gbsn",
    "wqy",
    "cwkai",
    "cwfs",
    "cwming",
    "cwheib",
    "cwyen",
    "lxgw",
    "notosanscjk",
    "notoserifcjk",
    "kouzan",
    "aoyagi",
    "hanazono",
)
_LATIN = (
    "dejavuserif",
    "dejavusans",
    "liberation",
    "freeserif",
    "freesans",
    "urw",
    "c059",
    "p052",
    "nimbus",
    "tex-gyre",
)
# Fonts are drawn at this size, then fitted; no font has a sign for this code point.
_FONT_PX = 96
_NO_SIGN = "\U000effff"
_SKIP = ("sousyo", "mathtex", "mono", "oblique", "extralight")


@lru_cache(maxsize=1)
def _font_files() -> tuple[Path, ...]:
    folders = [Path(folder).expanduser() for folder in _FOLDERS]
    if os.environ.get(FONT_VARIABLE):
        folders.append(Path(os.environ[FONT_VARIABLE]))
    found = {
        path.name: path
        for folder in folders
        if folder.is_dir()
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in (".ttf", ".ttc", ".otf")
    }
    return tuple(found[name] for name in sorted(found))


def _matching(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        str(path)
        for path in _font_files()
        if any(name in path.name.lower() for name in names)
        and not any(skip in path.name.lower() for skip in _SKIP)
    )


@lru_cache(maxsize=1)
def chinese_fonts() -> tuple[str, ...]:
    """Return the font files with Chinese characters found on this machine, perhaps none."""
    return _matching(_CHINESE)


@lru_cache(maxsize=1)
def latin_fonts() -> tuple[str, ...]:
    """Return the font files with Latin letters found on this machine, perhaps none."""
    return _matching(_LATIN)


@dataclass(frozen=True, slots=True)
class Letters:
    """One way of writing: a brush of our own, and a font for signs where it has them."""

    brush: Brush
    font: str | None = None
    bold: int = 0
    """Pixels of stroke added to a font's signs at a height of 100 pixels."""

    def can(self, sign: str) -> bool:
        """Tell whether this way of writing has the sign."""
        return sign in HANZI or sign in FIGURES or self.font is not None

    def mask(self, sign: str, width_px: int, height_px: int) -> Pixels:
        """Return a mask (0 to 255) of one sign, stretched to the size given."""
        width_px, height_px = max(width_px, 3), max(height_px, 3)
        if self.font is not None:
            found = _font_mask(self.font, sign, width_px, height_px, self.bold)
            if found is not None:
                return found
        return write(sign, self.brush, width_px, height_px)


@lru_cache(maxsize=64)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def _font_field(path: str, sign: str, bold: int) -> Image.Image:
    field = Image.new("L", (_FONT_PX * 2, _FONT_PX * 2))
    font = _font(path, _FONT_PX)
    at = (_FONT_PX, _FONT_PX)
    ImageDraw.Draw(field).text(at, sign, 255, font, anchor="mm", stroke_width=bold)
    return field


@lru_cache(maxsize=4096)
def _lacks(path: str, sign: str) -> bool:
    """Tell whether a font draws its empty box for this sign, as for one no font has."""
    return _font_field(path, sign, 0).tobytes() == _font_field(path, _NO_SIGN, 0).tobytes()


@lru_cache(maxsize=4096)
def _font_mask(path: str, sign: str, width: int, height: int, bold: int) -> Pixels | None:
    """Return the sign fitted to its field, or None where the font lacks it."""
    field = _font_field(path, sign, bold)
    box = field.getbbox()
    if box is None or box[2] - box[0] < 3 or _lacks(path, sign):
        return None
    tall, wide = box[3] - box[1], box[2] - box[0]
    if sign in "一二":  # these would be stretched out of shape: keep the field of the font
        middle = (box[1] + box[3]) // 2
        box = (box[0], middle - wide // 2, box[2], middle + wide // 2)
        tall = box[3] - box[1]
    elif sign in FIGURES and wide < tall * 0.5:
        middle = (box[0] + box[2]) // 2
        box = (middle - tall // 4, box[1], middle + tall // 4, box[3])
    inner = field.crop(box).resize(
        (max(width - 2, 1), max(height - 2, 1)), Image.Resampling.BILINEAR
    )
    mask = np.zeros((height, width), np.uint8)
    mask[1 : 1 + inner.height, 1 : 1 + inner.width] = np.asarray(inner)
    return mask


def draw_letters(rng: np.random.Generator, *, chinese: bool, fonts: bool = True) -> Letters:
    """Draw a way of writing; about half of them are fonts where there are any."""
    files = (chinese_fonts() if chinese else latin_fonts()) if fonts else ()
    brush = draw_brush(rng)
    font = pick(rng, files) if files and chance(rng, 0.55) else None
    return Letters(brush, font, int(rng.integers(0, 4)) if font else 0)

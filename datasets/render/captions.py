"""Captions, watermarks, badges, dates and bars that editors and cameras lay over pictures."""

import cv2
import numpy as np

from .arrays import Floats, Pixels, between, chance, log_between, pick, rgb
from .faces.glyph_data import FIGURES, HANZI
from .faces.letters import Letters

__all__ = ["add_captions"]

_LATIN = "".join(sorted(sign for sign in FIGURES if sign.isascii()))
# Heights of a line of writing: the least and most pixels, and the most of the picture's height.
_SMALLEST_PX, _TALLEST_PX, _TALLEST = 10.0, 80.0, 0.2


def add_captions(
    picture: Pixels, rng: np.random.Generator, letters: tuple[Letters, Letters]
) -> Pixels:
    """Return the picture with one or more lines of writing along its edges or across it."""
    result = picture.copy()
    if chance(rng, 0.3):
        _bar(result, rng)
    for _ in range(int(rng.integers(1, 4))):
        _caption(result, rng, letters)
    if chance(rng, 0.35):
        _logo(result, rng, letters)
    return result


def _bar(picture: Pixels, rng: np.random.Generator) -> None:
    """Lay a bar of one colour along the upper or lower edge."""
    height, width = picture.shape[:2]
    bar = int(height * between(rng, 0.05, 0.15))
    shade = rgb(rng.uniform(0, 255, 3) if chance(rng, 0.4) else np.zeros(3))
    top = chance(rng, 0.4)
    cv2.rectangle(
        picture, (0, 0 if top else height - bar), (width, bar if top else height), shade, -1
    )


def _caption(picture: Pixels, rng: np.random.Generator, letters: tuple[Letters, Letters]) -> None:
    """Write one line near the upper or lower edge, or faintly across."""
    height, width = picture.shape[:2]
    tallest = min(_TALLEST_PX, height * _TALLEST)
    mask = _line(rng, letters, int(log_between(rng, min(_SMALLEST_PX, tallest), tallest)))
    h, w = mask.shape
    inside = max(height - h, 0)
    margin = between(rng, 0.0, height * 0.13)
    y = pick(rng, (min(margin, inside), max(inside - margin, 0)))
    x = between(rng, -w * 0.1, max(1.0, width - w * 0.8))
    strong = between(rng, 0.3, 1.0)
    if chance(rng, 0.12):
        y, strong = between(rng, 0, inside), between(rng, 0.12, 0.35)
    light = chance(rng, 0.6)
    grey = rgb(np.full(3, 250.0 if light else 15.0))
    ink = grey if chance(rng, 0.6) else rgb(rng.uniform(0, 255, 3))
    if chance(rng, 0.5):
        edge = np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)
        _lay(picture, edge, (int(x), int(y)), (np.full(3, 20.0 if light else 240.0), strong))
    _lay(picture, mask, (int(x), int(y)), (np.array(ink), strong))


def _logo(picture: Pixels, rng: np.random.Generator, letters: tuple[Letters, Letters]) -> None:
    """Lay a publisher's badge near a corner: a disc, ring or square with a sign or two in it."""
    height, width = picture.shape[:2]
    side = int(log_between(rng, 18, max(19.0, min(110.0, height * 0.25))))
    light, dark = np.full(3, 250.0), np.array(rgb(rng.uniform(0, 160, 3)))
    paper, ink = (light, dark) if chance(rng, 0.75) else (dark, light)
    margin = between(rng, 0.0, height * 0.12)
    at = (
        int(pick(rng, (margin, max(0.0, width - side - margin)))),
        int(pick(rng, (margin, max(0.0, height - side - margin)))),
    )
    _lay(picture, _plate(rng, side), at, (paper, 1.0))
    if chance(rng, 0.9):
        _lay(picture, _sign(rng, letters, side), at, (ink, 1.0))


def _plate(rng: np.random.Generator, side: int) -> Pixels:
    """Return the mask of a disc or a square, or of the ring around it."""
    plate = np.full((side, side), 255, np.uint8)
    if chance(rng, 0.7):
        plate[:] = 0
        cv2.circle(plate, (side // 2, side // 2), side // 2 - 1, 255, -1, cv2.LINE_AA)
    if chance(rng, 0.3):
        inside = np.asarray(cv2.resize(plate, (side * 4 // 5, side * 4 // 5)), np.uint8)
        edge = (side - inside.shape[0]) // 2
        hole = plate[edge : edge + inside.shape[0], edge : edge + inside.shape[0]]
        hole[:] = np.minimum(hole, 255 - inside)
    return plate


def _sign(rng: np.random.Generator, letters: tuple[Letters, Letters], side: int) -> Pixels:
    """Return the mask of one character or up to three letters in the middle of a square."""
    writers = dict(zip(("chinese", "latin"), letters, strict=True))
    script = pick(rng, ("chinese", "latin"), (3, 7))
    signs = sorted(HANZI) if script == "chinese" else list(_LATIN)
    count = 1 if script == "chinese" else int(rng.integers(1, 4))
    tall = max(6, int(side * between(rng, 0.4, 0.66)))
    wide = tall if script == "chinese" else max(4, int(tall * between(rng, 0.4, 0.6)))
    mark = np.zeros((side, side), np.uint8)
    top = (side - tall) // 2
    for number in range(count):
        left = max(0, int(side / 2 + (number - count / 2) * wide * 0.85))
        mask = writers[script].mask(pick(rng, signs), wide, tall)[:, : max(0, side - left)]
        part = mark[top : top + tall, left : left + mask.shape[1]]
        part[:] = np.maximum(part, mask[: part.shape[0]])
    return mark


def _line(rng: np.random.Generator, letters: tuple[Letters, Letters], size: int) -> Pixels:
    chinese = chance(rng, 0.55)
    signs = sorted(HANZI) if chinese else list(_LATIN)
    writer = letters[0] if chinese else letters[1]
    wide = size if chinese else round(size * between(rng, 0.5, 0.8))
    count = int(rng.integers(2, 12))
    gap = np.zeros((size, max(1, size // 10)), np.uint8)
    parts = []
    for _ in range(count):
        parts += [writer.mask(pick(rng, signs), wide, size), gap]
    return np.hstack(parts)


def _lay(picture: Pixels, mask: Pixels, at: tuple[int, int], paint: tuple[Floats, float]) -> None:
    x, y = at
    height, width = picture.shape[:2]
    left, top = max(0, -x), max(0, -y)
    part = mask[top : max(top, height - y), left : max(left, width - x)]
    if not part.size:
        return
    ink, strong = paint
    share = part[..., None].astype(np.float32) / 255 * strong
    place = picture[y + top : y + top + part.shape[0], x + left : x + left + part.shape[1]]
    place[:] = (place * (1 - share) + ink * share).astype(np.uint8)

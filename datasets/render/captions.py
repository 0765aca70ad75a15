"""Captions, watermarks, dates and bars that editors and cameras lay over pictures."""

import cv2
import numpy as np

from .arrays import Floats, Pixels, between, chance, log_between, pick, rgb
from .faces.glyph_data import FIGURES, HANZI
from .faces.letters import Letters

__all__ = ["add_captions"]

_LATIN = "".join(sorted(sign for sign in FIGURES if sign.isascii()))


def add_captions(
    picture: Pixels, rng: np.random.Generator, letters: tuple[Letters, Letters]
) -> Pixels:
    """Return the picture with one or more lines of writing along its edges or across it."""
    result = picture.copy()
    height, width = picture.shape[:2]
    if chance(rng, 0.3):
        bar = int(height * between(rng, 0.05, 0.15))
        shade = rgb(rng.uniform(0, 255, 3) if chance(rng, 0.4) else np.zeros(3))
        top = chance(rng, 0.4)
        cv2.rectangle(
            result, (0, 0 if top else height - bar), (width, bar if top else height), shade, -1
        )
    for _ in range(int(rng.integers(1, 4))):
        size = int(log_between(rng, 10, min(80, height / 5)))
        mask = _line(rng, letters, size)
        h, w = mask.shape
        y = pick(rng, (between(rng, 2, height * 0.12), height - h - between(rng, 2, height * 0.15)))
        x = between(rng, -w * 0.1, max(1.0, width - w * 0.8))
        strong = between(rng, 0.3, 1.0)
        if chance(rng, 0.12):
            y, strong = between(rng, 0, height - h), between(rng, 0.12, 0.35)
        light = chance(rng, 0.6)
        ink = (
            rgb(np.full(3, 250.0 if light else 15.0))
            if chance(rng, 0.6)
            else rgb(rng.uniform(0, 255, 3))
        )
        if chance(rng, 0.5):
            edge = np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)
            _lay(result, edge, (int(x), int(y)), (np.full(3, 20.0 if light else 240.0), strong))
        _lay(result, mask, (int(x), int(y)), (np.array(ink), strong))
    return result


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

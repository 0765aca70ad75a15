"""What the back of a tile shows: plain, bamboo with its fibres, a pattern, an ornament."""

import cv2
import numpy as np

from .arrays import RGB, between, chance, pick
from .faces.sheet import Sheet
from .solids import Decal, picture_levels

__all__ = ["draw_back"]

_BACK_PX = 96


def draw_back(rng: np.random.Generator, base: RGB, kind: str, aspect: float) -> Decal | None:
    """Draw the back's print for a body whose rear layer has this colour; None is plain."""
    if kind == "bamboo":
        return _fibres(rng, base, aspect)
    pattern = pick(rng, ("plain", "grid", "ornament", "frame", "dots"), (7, 1, 1, 0.7, 0.7))
    if pattern == "plain":
        return None
    sheet = Sheet(_BACK_PX, aspect)
    shift = pick(rng, (-1, 1)) * between(rng, 25, 90)
    r, g, b = (float(np.clip(c + shift, 0, 255)) for c in base)
    ink = (r, g, b)
    high = sheet.height
    if pattern == "grid":
        step = between(rng, 8, 22)
        for at in np.arange(-high, 100 + high, step):
            sheet.line([(at, 0), (at + high, high)], 2, ink)
            sheet.line([(at, high), (at + high, 0)], 2, ink)
    elif pattern == "ornament":
        petals = int(rng.integers(4, 9))
        for angle in np.linspace(0, 2 * np.pi, petals, endpoint=False):
            spot = (50 + np.cos(angle) * 16, high / 2 + np.sin(angle) * 16)
            sheet.disc(spot, 9, ink)
        sheet.ring((50, high / 2), 34, 2.5, ink)
    elif pattern == "frame":
        for inset in (12, 18):
            sheet.outline(
                [
                    (inset, inset),
                    (100 - inset, inset),
                    (100 - inset, high - inset),
                    (inset, high - inset),
                ],
                2,
                ink,
            )
    else:
        for x in np.arange(10, 95, 14):
            for y in np.arange(10, high - 5, 14):
                sheet.disc((float(x), float(y)), 3, ink)
    return Decal(picture_levels(sheet.pixels))


def _fibres(rng: np.random.Generator, base: RGB, aspect: float) -> Decal:
    height = round(_BACK_PX * aspect)
    size = (_BACK_PX, height)
    coarse = cv2.resize(rng.random((3, _BACK_PX), np.float32), size)
    fine = cv2.resize(rng.random((height // 3, _BACK_PX), np.float32), size)
    grain = np.asarray(coarse, np.float32) + np.asarray(fine, np.float32) * 0.5
    grain = (grain - grain.mean()) * between(rng, 20, 70)
    alpha = np.full((height, _BACK_PX, 1), 255.0, np.float32)
    colour = np.clip(np.array(base, dtype=np.float32) + grain[..., None], 0, 255)
    if chance(rng, 0.3):
        colour[int(height * between(rng, 0.2, 0.8))] *= 0.6
    # Leave the rounded edge to the body's own shading.
    alpha[:3] = alpha[-3:] = 0
    alpha[:, :3] = alpha[:, -3:] = 0
    return Decal(picture_levels(np.dstack([colour * alpha / 255, alpha])))

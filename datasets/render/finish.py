"""What the phone does to the light: exposure, white balance, blur, noise, sharpening, JPEG."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from .arrays import Pixels, between, chance, log_between, pick, saturated

__all__ = ["finish", "jpeg"]

Light = NDArray[np.float32]

# Noise in levels of 255, evenly on a logarithmic scale.
_NOISE, _CAREFUL_NOISE = (0.9, 9.0), (0.9, 3.0)
# Side of the field that grain is cut from.
_GRAIN_PX = 1400


def finish(
    picture: Pixels,
    rng: np.random.Generator,
    levels: tuple[float, float],
    *,
    careful: bool = False,
) -> tuple[Pixels, int]:
    """Return the picture as a phone would have saved it, and the JPEG quality to save it with.

    `levels` are the brightness of the tiles' faces, which the phone exposes for, and the width
    of the tiles (the shorter side seen) in pixels: blur is kept within what leaves a tile readable.
    A `careful` picture is sharp or a little soft, not dark, and hardly noisy.
    """
    curve = _draw_curve(rng)
    gains = _gains(picture, levels[0], curve, rng, careful=careful)
    field = _uneven(rng) if chance(rng, 0.6) else np.ones((2, 2), np.float32)
    height, width = picture.shape[:2]
    factors = cv2.resize(field[..., None] * gains, (width, height), None, 0, 0, cv2.INTER_CUBIC)
    light = np.asarray(cv2.multiply(picture, factors, dtype=cv2.CV_32F), np.float32)
    light = _blurred(light, rng, levels[1], careful=careful)
    light = _toned(light, curve, rng)
    light = _noisy(light, rng, _CAREFUL_NOISE if careful else _NOISE)
    if chance(rng, 0.55):
        light += (light - cv2.GaussianBlur(light, (0, 0), 1.2)) * between(rng, 0.3, 1.3)
    shares = (0, 1, 4) if careful else (2, 4, 4)
    quality = int(
        pick(rng, (between(rng, 25, 60), between(rng, 60, 85), between(rng, 85, 97)), shares)
    )
    return saturated(light), quality


def jpeg(picture: Pixels, quality: int) -> tuple[Pixels, bytes]:
    """Return the picture after JPEG, and the file's bytes."""
    good, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not good:
        raise RuntimeError("cv2 could not write a JPEG")
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR_RGB)
    if decoded is None:
        raise RuntimeError("cv2 could not read its own JPEG")
    return np.asarray(decoded, np.uint8), data.tobytes()


def _gains(
    picture: Pixels,
    face_level: float,
    curve: Light,
    rng: np.random.Generator,
    *,
    careful: bool,
) -> Light:
    """Draw exposure and white balance in one factor a channel.

    The goal is what the tone curve makes of the bright part of a tile's face. In the training
    photos it lies between 190 and 240 in most pictures, at 148 in the darkest twentieth and below
    110 in one of a hundred.
    """
    usual, dim, dark = between(rng, 185, 240), between(rng, 135, 190), between(rng, 75, 135)
    shares = (1.0, 0.0, 0.0, 0.0) if careful else (7.8, 1.2, 0.25, 0.75)
    goal = pick(rng, (usual, dim, dark, between(rng, 240, 254)), shares)
    wanted = float(np.interp(goal, curve, np.arange(len(curve))))
    exposure = float(np.clip(wanted / max(face_level, 15), 0.2, 8.0))
    # Nor does a phone burn out a white cloth or wall for the sake of shaded tiles, or hardly.
    brightest = float(np.percentile(picture[::8, ::8].max(axis=2), 95))
    exposure = min(exposure, between(rng, 260, 360) / max(brightest, 20))
    warm, tint = rng.normal(0, 0.06), rng.normal(0, 0.025)
    return np.array([1 + warm, 1 + tint, 1 - warm], np.float32) * np.float32(exposure)


def _uneven(rng: np.random.Generator) -> Light:
    """Draw light that falls off: a vignette, a lamp to one side, a person's shadow."""
    small = np.ones((24, 32), np.float32)
    y, x = np.mgrid[-1:1:24j, -1:1:32j]
    small -= np.float32(between(rng, 0, 0.18)) * (x**2 + y**2).astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    small += np.float32(rng.normal(0, 0.14)) * (x * np.cos(angle) + y * np.sin(angle)).astype(
        np.float32
    )
    if chance(rng, 0.3):
        edge = x * np.cos(angle) + y * np.sin(angle) + between(rng, -0.7, 0.7)
        edge += 0.25 * np.sin(3 * (x * np.sin(angle) - y * np.cos(angle)) + angle)
        width = between(rng, 0.03, 0.4)
        small *= (1 - between(rng, 0.15, 0.5) / (1 + np.exp(edge / width))).astype(np.float32)
    return small


def _blurred(light: Light, rng: np.random.Generator, tile_px: float, *, careful: bool) -> Light:
    limit = max(0.35, tile_px / 26)
    shares = (5, 2.5, 0, 0, 0) if careful else (5, 2.5, 1.2, 0.6, 1.2)
    kind = pick(rng, ("sharp", "soft", "defocus", "motion", "small"), shares)
    if kind == "soft":
        return np.asarray(cv2.GaussianBlur(light, (0, 0), between(rng, 0.35, min(1.0, limit))))
    if kind == "defocus":
        radius = log_between(rng, 0.6, max(0.7, limit * 1.3))
        return np.asarray(cv2.GaussianBlur(light, (0, 0), radius))
    if kind == "motion":
        return _moved(light, rng, max(2.0, limit * 2.5))
    if kind == "small":
        height, width = light.shape[:2]
        factor = between(rng, 1.1, max(1.15, min(3.0, tile_px / 18)))
        size = (round(width / factor), round(height / factor))
        small = cv2.resize(light, size, None, 0, 0, cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, (width, height), None, 0, 0, cv2.INTER_LINEAR))
    return light


def _moved(light: Light, rng: np.random.Generator, longest: float) -> Light:
    length, angle = between(rng, 1.5, longest), rng.uniform(0, np.pi)
    side = int(np.ceil(length)) | 1
    kernel = np.zeros((side, side), np.uint8)
    middle = side / 2 - 0.5
    reach = np.array([np.cos(angle), np.sin(angle)]) * (length - 1) / 2
    ends = [tuple(int(v) for v in np.round((middle + way * reach) * 16)) for way in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
    weights = kernel.astype(np.float32)
    return np.asarray(cv2.filter2D(light, -1, weights / max(float(weights.sum()), 1.0)))


def _draw_curve(rng: np.random.Generator) -> Light:
    """Draw a tone curve of contrast and gamma: what becomes of each of the 256 levels."""
    gamma = float(np.exp(rng.normal(0, 0.15)))
    contrast = between(rng, -0.05, 0.6)
    at = np.linspace(0, 1, 256)
    curve = at**gamma
    curve = curve + contrast * (curve * curve * (3 - 2 * curve) - curve)
    curve = curve * between(rng, 0.93, 1.0) + between(rng, 0.0, 0.05)
    return (curve * 255).astype(np.float32)


def _toned(light: Light, curve: Light, rng: np.random.Generator) -> Light:
    """Bend the tones, and change the saturation."""
    whole = saturated(light)
    vivid = between(rng, 0.5, 1.1)
    mix = np.eye(3) * vivid + (1 - vivid) / 3
    return np.asarray(cv2.transform(cv2.LUT(whole, curve), mix), np.float32)


@lru_cache(maxsize=2)
def _grain_field(coloured: bool) -> Light:
    """Return grain to cut pieces from, the same in every run: fine grey or coarse coloured."""
    rng = np.random.default_rng(11)
    if not coloured:
        return rng.standard_normal((_GRAIN_PX, _GRAIN_PX), np.float32)
    coarse = rng.standard_normal((_GRAIN_PX // 3, _GRAIN_PX // 3, 3), np.float32)
    return np.asarray(cv2.resize(coarse, (_GRAIN_PX, _GRAIN_PX)), np.float32)


def _grain(size: tuple[int, int], rng: np.random.Generator, *, coloured: bool) -> Light:
    """Cut a piece of grain of this height and width."""
    field = _grain_field(coloured)
    height, width = size
    if max(size) > _GRAIN_PX:
        times = -(-max(size) // _GRAIN_PX)
        field = np.tile(field, (times, times) + (1,) * (field.ndim - 2))
    y = int(rng.integers(field.shape[0] - height + 1))
    x = int(rng.integers(field.shape[1] - width + 1))
    return field[y : y + height, x : x + width]


def _noisy(light: Light, rng: np.random.Generator, levels: tuple[float, float]) -> Light:
    strength = log_between(rng, *levels)
    size = light.shape[:2]
    grain = _grain(size, rng, coloured=False) * np.float32(strength)
    if chance(rng, 0.5):
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), between(rng, 0.5, 1.0)) * 1.6)
    light = np.asarray(cv2.add(light, cv2.merge([grain, grain, grain])), np.float32)
    if chance(rng, 0.5):
        coarse = np.ascontiguousarray(_grain(size, rng, coloured=True))
        light = np.asarray(cv2.scaleAdd(coarse, strength * 0.6, light), np.float32)
    return light

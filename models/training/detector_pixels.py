"""Changes of a crop's pixels that leave its labels true: light, colour, blur, noise, JPEG."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from .detector_pictures import Floats, Pixels

__all__ = ["change_pixels"]

# How often each change is made.
_TONE, _LIGHT, _GREY, _BLUR, _NOISE, _COARSE, _JPEG = 0.8, 0.2, 0.05, 0.25, 0.3, 0.1, 0.2


def change_pixels(image: Pixels, rng: np.random.Generator) -> Pixels:
    """Return a changed copy of (height, width, 3) RGB."""
    out = image
    if rng.random() < _COARSE:
        out = _coarse(out, rng)
    if rng.random() < _BLUR:
        out = _blur(out, rng)
    if rng.random() < _GREY:
        grey = cv2.cvtColor(out, cv2.COLOR_RGB2GRAY)
        out = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8)
    if rng.random() < _TONE:
        out = _tone(out, rng)
    if rng.random() < _LIGHT:
        out = _light(out, rng)
    if rng.random() < _NOISE:
        out = _noise(out, rng)
    if rng.random() < _JPEG:
        quality = int(rng.integers(25, 90))
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])
        out = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return np.ascontiguousarray(out)


def _tone(image: Pixels, rng: np.random.Generator) -> Pixels:
    """Change brightness, contrast, gamma and the colour of the light, by a table."""
    levels = np.arange(256) / 255.0
    gamma = math.exp(float(rng.normal(0, 0.25)))
    contrast = math.exp(float(rng.normal(0, 0.18)))
    bright = math.exp(float(rng.normal(0, 0.2)))
    cast = np.exp(rng.normal(0, 0.08, 3))
    pivot = float(rng.uniform(0.3, 0.6))
    curve = (levels**gamma - pivot) * contrast + pivot
    table = np.clip(curve[:, None] * bright * cast * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, table[None]), np.uint8)


def _light(image: Pixels, rng: np.random.Generator) -> Pixels:
    """Make one side brighter than the other, evenly or with an edge such as a shadow has."""
    height, width = image.shape[:2]
    angle = rng.uniform(0, 2 * math.pi)
    x = (np.arange(width, dtype=np.float32) / width - 0.5) * math.cos(angle)
    y = (np.arange(height, dtype=np.float32) / height - 0.5) * math.sin(angle)
    ramp: Floats = (x[None] + y[:, None] + np.float32(rng.uniform(-0.3, 0.3))).astype(np.float32)
    sharp = float(math.exp(rng.uniform(0, 3.5)))
    depth = float(rng.uniform(0.2, 0.6))
    gain = 1 - depth / (1 + np.exp(-np.clip(sharp * 4 * ramp, -30, 30)))
    lit: Floats = image * gain[..., None]
    return np.clip(lit, 0, 255).astype(np.uint8)


def _blur(image: Pixels, rng: np.random.Generator) -> Pixels:
    if rng.random() < 0.6:
        spread = float(rng.uniform(0.4, 1.8))
        return np.asarray(cv2.GaussianBlur(image, (0, 0), spread), np.uint8)
    length = int(rng.integers(3, 10))
    kernel = np.zeros((length, length), np.float32)
    angle = rng.uniform(0, math.pi)
    middle = (length - 1) / 2
    for step in np.linspace(-middle, middle, 3 * length):
        row = round(middle + step * math.sin(angle))
        kernel[row, round(middle + step * math.cos(angle))] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _noise(image: Pixels, rng: np.random.Generator) -> Pixels:
    strength = float(rng.uniform(2, 14))
    noise: NDArray[np.int16] = np.empty(image.shape, np.int16)
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(noise, np.zeros(3), np.full(3, strength))
    return np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), np.uint8)


def _coarse(image: Pixels, rng: np.random.Generator) -> Pixels:
    """Shrink and enlarge again: a picture that was taken or sent too small."""
    height, width = image.shape[:2]
    share = float(rng.uniform(0.4, 0.8))
    small = cv2.resize(
        image, (round(width * share), round(height * share)), interpolation=cv2.INTER_AREA
    )
    way = cv2.INTER_LINEAR if rng.random() < 0.5 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(small, (width, height), interpolation=way), np.uint8)

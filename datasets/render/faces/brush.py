"""Writes signs from stroke data with a brush of free weight, contrast and unsteadiness."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from ..arrays import Floats, Pixels, between, pick
from .glyph_data import FIGURES, HANZI

__all__ = ["Brush", "draw_brush", "write"]

# Width along each kind of stroke, from its start to its end, as shares of the brush's weight.
_PROFILES: dict[str, tuple[float, ...]] = {
    "h": (1.0, 0.72, 0.68, 0.8, 1.25),
    "v": (1.2, 0.95, 0.9, 0.95, 1.05),
    "p": (1.2, 1.05, 0.85, 0.6, 0.18),
    "n": (0.35, 0.7, 1.1, 1.5, 0.35),
    "d": (0.3, 0.9, 1.4, 1.3, 0.8),
    "t": (1.2, 0.9, 0.7, 0.45, 0.15),
    "k": (1.1, 0.95, 1.0, 1.0, 0.3),
    "z": (1.0, 0.8, 1.1, 0.95, 1.0),
    "u": (1.0, 1.0, 1.0, 1.0, 1.0),
}
_STEPS = 15


@dataclass(frozen=True, slots=True)
class Brush:
    """How signs are written; the same brush writes the same sign in the same way."""

    weight: float
    """Width of a plain stroke, in hundredths of the sign."""
    contrast: float
    """How much a stroke swells and tapers: 0 not at all, 1 as a brush does."""
    unsteady: float
    """How far points wander, in hundredths of the sign."""
    slant: float
    """Shear: x moves by this share of y."""
    upright: float
    """Strength of upright strokes against level ones: printed types have thin level strokes."""
    curl: float
    """Bend of straight strokes, in hundredths."""
    seed: int


def draw_brush(rng: np.random.Generator) -> Brush:
    """Draw a hand: a pen, a brush, a printed type or a chisel."""
    kind = pick(rng, ("brush", "pen", "type", "chisel"), (0.45, 0.2, 0.2, 0.15))
    weight = {"brush": (9, 15), "pen": (4.5, 9), "type": (6, 12), "chisel": (8, 15)}[kind]
    return Brush(
        weight=between(rng, *weight),
        contrast={"brush": between(rng, 0.7, 1.3), "type": between(rng, 0.2, 0.5)}.get(
            kind, between(rng, 0, 0.6)
        ),
        unsteady=between(rng, 0, 2.2 if kind == "brush" else 1.2),
        slant=between(rng, -0.12, 0.05) if kind == "brush" else between(rng, -0.05, 0.05),
        upright=between(rng, 1.3, 2.2) if kind == "type" else between(rng, 0.9, 1.2),
        curl=between(rng, 0, 4) if kind == "brush" else 0.0,
        seed=int(rng.integers(1 << 30)),
    )


@lru_cache(maxsize=4096)
def _strokes(sign: str) -> tuple[tuple[str, Floats], ...]:
    text = HANZI.get(sign) or FIGURES[sign]
    found = []
    for part in text.split(";"):
        kind, *points = part.split()
        found.append((kind, np.array([[float(v) for v in p.split(",")] for p in points])))
    return tuple(found)


def _path(points: Floats, kind: str, curl: float) -> Floats:
    """Return evenly spaced points along a stroke, rounded where the brush bends."""
    if len(points) == 2 and curl:
        along = points[1] - points[0]
        side = np.array([along[1], -along[0]]) / max(float(np.linalg.norm(along)), 1e-6)
        points = np.stack([points[0], points.mean(axis=0) + side * curl, points[1]])
    lengths = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    steps = _STEPS * (2 if kind == "u" else 1)
    at = np.linspace(0, lengths[-1], steps)
    even = np.stack([np.interp(at, lengths, points[:, axis]) for axis in (0, 1)], axis=1)
    if len(points) > 2:
        passes = 1 if kind in "zk" else 2
        for _ in range(passes):
            even[1:-1] = (even[:-2] + 2 * even[1:-1] + even[2:]) / 4
    return even


def _ribbon(path: Floats, widths: Floats) -> Floats:
    step = np.gradient(path, axis=0)
    step /= np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-6)
    side = np.stack([-step[:, 1], step[:, 0]], axis=1) * widths[:, None] / 2
    return np.concatenate([path + side, (path - side)[::-1]])


@lru_cache(maxsize=2048)
def write(sign: str, brush: Brush, width_px: int, height_px: int) -> Pixels:
    """Return a mask (0 to 255) of one sign, its field stretched to the size given."""
    rng = np.random.default_rng([brush.seed, ord(sign[0])])
    mask = np.zeros((height_px, width_px), np.uint8)
    strokes = _strokes(sign)
    figure = sign in FIGURES
    pressed = brush.weight * (1.0 if len(strokes) < 8 else 0.78 if len(strokes) < 11 else 0.62)
    pressed *= 1.25 if figure else 1.0
    for kind, points in strokes:
        moved = points + rng.normal(0, brush.unsteady, points.shape)
        path = _path(moved, kind, brush.curl * float(rng.normal(0, 0.6)))
        profile = 1 + (np.array(_PROFILES[kind]) - 1) * brush.contrast
        at = np.linspace(0, 1, len(path))
        widths = pressed * np.interp(at, np.linspace(0, 1, len(profile)), profile)
        step = np.abs(np.gradient(path, axis=0))
        level = step[:, 0] / np.maximum(step.sum(axis=1), 1e-6)
        widths *= brush.upright ** (0.5 - level)
        _fill(mask, path, widths, brush.slant)
    return mask


def _fill(mask: Pixels, path: Floats, widths: Floats, slant: float) -> None:
    height, width = mask.shape
    scale = np.array([width, height]) * 0.0092
    origin = np.array([width, height]) * 0.04
    shape = _ribbon(path, widths)
    shape[:, 0] += slant * (50 - shape[:, 1])
    middle = path.copy()
    middle[:, 0] += slant * (50 - middle[:, 1])
    fixed, line = (
        np.round((p * scale + origin - 0.5) * 16).astype(np.int32) for p in (shape, middle)
    )
    cv2.fillPoly(mask, [fixed], 255, cv2.LINE_AA, 4)
    # The middle line closes what a ribbon leaves open where it folds at a corner.
    thin = max(1, int(float(np.percentile(widths, 20)) * float(scale.min()) * 0.9))
    cv2.polylines(mask, [line], False, 255, thin, cv2.LINE_AA, 4)
    for spot, thick in ((line[0], widths[0]), (line[-1], widths[-1])):
        radius = max(1, round(thick * float(scale.min()) * 8))
        cv2.circle(mask, (int(spot[0]), int(spot[1])), radius, 255, -1, cv2.LINE_AA, 4)

"""Names for the arrays of the renderer, and how it draws its random numbers."""

from collections.abc import Sequence
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = [
    "RGB",
    "Floats",
    "Pixels",
    "between",
    "chance",
    "log_between",
    "pick",
    "rgb",
    "scene_rng",
]

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]
RGB = tuple[float, float, float]

_T = TypeVar("_T")


def scene_rng(seed: int, index: int, stream: int = 0) -> np.random.Generator:
    """Return the generator of scene `index` of a run: it depends on nothing drawn before it.

    >>> int(scene_rng(1, 5).integers(1000)) == int(scene_rng(1, 5).integers(1000))
    True
    """
    return np.random.default_rng(np.random.SeedSequence([seed, index, stream]))


def between(rng: np.random.Generator, low: float, high: float) -> float:
    """Return one number, evenly drawn between two."""
    return float(rng.uniform(low, high))


def log_between(rng: np.random.Generator, low: float, high: float) -> float:
    """Return one number drawn evenly in its logarithm: as many from 20 to 40 as from 40 to 80."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def chance(rng: np.random.Generator, share: float) -> bool:
    """Return True in this share of the cases."""
    return bool(rng.random() < share)


def pick(rng: np.random.Generator, options: Sequence[_T], weights: Any = None) -> _T:
    """Return one of the options, evenly or by the weights given."""
    if weights is None:
        return options[int(rng.integers(len(options)))]
    share = np.asarray(weights, dtype=float)
    return options[int(rng.choice(len(options), p=share / share.sum()))]


def rgb(values: Floats) -> RGB:
    """Return three numbers as a colour, kept between 0 and 255."""
    red, green, blue = (float(value) for value in np.clip(values, 0, 255))
    return red, green, blue


def saturated(values: NDArray[np.float32]) -> Pixels:
    """Return values rounded to whole numbers from 0 to 255."""
    return np.asarray(cv2.addWeighted(values, 1.0, values, 0.0, 0.0, dtype=cv2.CV_8U), np.uint8)

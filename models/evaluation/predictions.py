"""What a system says is in a photo, whatever system it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...datasets.quads import Quad
from ...scoring.tiles import Tile

__all__ = ["Pixels", "Prediction", "ReadPhoto", "kept"]

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Prediction:
    """One tile that a system found, and what it takes it for."""

    quad: Quad
    tile: Tile | None
    """`Tile.BACK` for a back; None where both models together take it for no tile."""
    is_back: bool = False
    """What the detector took it for. A back that it hardly saw is here where the classifier is
    sure of it."""
    confidence: float = 1.0
    """The detector's, 0 to 1."""
    probability: float = 1.0
    """The classifier's for its likeliest class, 0 to 1."""
    alternatives: tuple[tuple[str, float], ...] = ()
    """The next class names and their probabilities."""


ReadPhoto = Callable[[Pixels], Sequence[Prediction]]
"""Reads upright RGB pixels (height, width, 3); the quads are in pixels of that picture."""


def kept(predictions: Sequence[Prediction]) -> list[Prediction]:
    """Return what is left once the classifier has had its say, faces and backs by its word.

    >>> kept([Prediction(Quad.from_box((0, 0, 2, 3)), tile=None)])
    []
    """
    return [
        Prediction(
            quad=each.quad,
            tile=each.tile,
            is_back=each.tile is Tile.BACK,
            confidence=each.confidence,
            probability=each.probability,
            alternatives=each.alternatives,
        )
        for each in predictions
        if each.tile is not None
    ]

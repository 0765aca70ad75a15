"""Whether a probability of 0.9 is right nine times in ten."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from .intervals import wilson
from .metrics import Stages

__all__ = ["Bin", "Calibration", "calibrate", "probabilities"]

_EDGES = (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0)
"""Narrow near 1, where nearly all tiles are."""
_DECIMALS = 5


@dataclass(frozen=True, slots=True)
class Bin:
    """The tiles whose probability lies from `low` up to `high`."""

    low: float
    high: float
    count: int
    right: int
    mean: float
    """Mean probability, between 0 and 1."""

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON, with the 95 % interval of the share that is right."""
        low, high = wilson(self.right, self.count)
        return {
            "from": self.low,
            "to": self.high,
            "count": self.count,
            "right": self.right,
            "mean_probability": round(self.mean, _DECIMALS),
            "share_right": round(self.right / self.count, _DECIMALS),
            "low": round(low, _DECIMALS),
            "high": round(high, _DECIMALS),
        }


@dataclass(frozen=True, slots=True)
class Calibration:
    """The bins that hold a tile, and two figures of them all."""

    bins: tuple[Bin, ...]
    error: float
    """Expected calibration error: mean distance of probability and share right, 0 to 1."""
    brier: float
    """Mean squared distance of the probability from 1 for right and 0 for wrong."""

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "expected_error": round(self.error, _DECIMALS),
            "brier": round(self.brier, _DECIMALS),
            "bins": [each.to_json() for each in self.bins],
        }


def probabilities(photos: Iterable[Stages]) -> list[tuple[float, bool]]:
    """Return (probability, right) of every face that was found and read as some tile."""
    return [
        (each.prediction.probability, each.right)
        for photo in photos
        for each in photo.found.faces
        if each.prediction is not None and each.prediction.tile is not None
    ]


def calibrate(pairs: Sequence[tuple[float, bool]]) -> Calibration:
    """Sort (probability, right) pairs into bins.

    >>> calibrate([(0.75, True), (0.75, True), (0.75, True), (0.75, False)]).error
    0.0
    """
    bins = []
    for low, high in pairwise(_EDGES):
        inside = [
            pair for pair in pairs if low <= pair[0] < high or (high == 1.0 and pair[0] >= 1.0)
        ]
        if inside:
            mean = sum(probability for probability, _ in inside) / len(inside)
            bins.append(Bin(low, high, len(inside), sum(right for _, right in inside), mean))
    total = max(1, len(pairs))
    return Calibration(
        bins=tuple(bins),
        error=sum(abs(each.right - each.mean * each.count) for each in bins) / total,
        brier=sum((probability - right) ** 2 for probability, right in pairs) / total,
    )

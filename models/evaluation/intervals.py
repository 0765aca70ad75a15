"""Shares and their 95 % intervals.

Photos are taken to be independent, so a share of photos has Wilson's interval. The tiles of one
photo hang together (one lamp, one set, one camera), so a share of tiles has the interval of a
bootstrap that draws whole photos; a bootstrap knows nothing beyond what it has seen (a share of 1
would have no width at all), so Wilson's bound is taken on each side where it is the wider one.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Share", "of_photos", "of_tiles", "wilson"]

_Z = 1.959964
"""Standard normal quantile of a two-sided 95 % interval."""
_TAIL = 2.5
"""Per cent left out on each side."""
_DRAWS = 2000
_SEED = 1
_DECIMALS = 5
PHOTOS = "wilson"
TILES = "wider of wilson and bootstrap over photos"


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `total`, and the interval that holds the true share with 95 %."""

    hits: int
    total: int
    low: float
    high: float
    method: str

    @property
    def value(self) -> float | None:
        """Return the share, None where there is nothing to share."""
        return self.hits / self.total if self.total else None

    def to_json(self) -> dict[str, Any] | None:
        """Return it as JSON, null where there is nothing to share."""
        if self.value is None:
            return None
        rounded = {
            "share": round(self.value, _DECIMALS),
            "low": round(self.low, _DECIMALS),
            "high": round(self.high, _DECIMALS),
        }
        return {**rounded, "hits": self.hits, "total": self.total, "interval": self.method}


def wilson(hits: int, total: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share.

    >>> [round(bound, 3) for bound in wilson(9, 10)]
    [0.596, 0.982]
    >>> [round(bound, 3) for bound in wilson(10, 10)]
    [0.722, 1.0]
    """
    if not total:
        return 0.0, 1.0
    share = hits / total
    scale = 1 + _Z**2 / total
    middle = (share + _Z**2 / (2 * total)) / scale
    half = _Z / scale * math.sqrt(share * (1 - share) / total + (_Z / (2 * total)) ** 2)
    return max(0.0, middle - half), min(1.0, middle + half)


def of_photos(hits: int, total: int) -> Share:
    """Return a share of things that do not depend on each other, such as photos."""
    return Share(hits, total, *wilson(hits, total), PHOTOS)


def of_tiles(counts: Sequence[tuple[int, int]]) -> Share:
    """Return a share of tiles from the (hits, total) of each photo.

    >>> share = of_tiles([(10, 10), (10, 10), (0, 10)])
    >>> share.hits, share.total, share.low
    (20, 30, 0.0)
    """
    counted = np.array([pair for pair in counts if pair[1]], dtype=np.int64).reshape(-1, 2)
    hits, total = (int(value) for value in counted.sum(axis=0))
    low, high = wilson(hits, total)
    if len(counted) > 1:
        drawn = _weights(len(counted)) @ counted
        bounds = np.percentile(drawn[:, 0] / drawn[:, 1], [_TAIL, 100 - _TAIL])
        low, high = min(low, float(bounds[0])), max(high, float(bounds[1]))
    return Share(hits, total, low, high, TILES)


@lru_cache(maxsize=256)
def _weights(photos: int) -> NDArray[np.int64]:
    """Return how often each photo is drawn, (draws, photos); the same on every run."""
    rng = np.random.default_rng(np.random.SeedSequence([_SEED, photos]))
    drawn = rng.multinomial(photos, [1 / photos] * photos, size=_DRAWS)
    return np.asarray(drawn, np.int64)

"""How long one photo takes, each model by itself."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...datasets.records import PictureRecord
from ...scoring.tiles import Tile

__all__ = ["TILES", "WIDTH_PX", "Timing", "time_steps", "timed_part"]

WIDTH_PX = 640
TILES = 14
"""A hand: the photos that are timed show this many faces, their longer side 640 pixels."""
_PHOTOS = 12
_REPEATS = 3
_DECIMALS = 1


@dataclass(frozen=True, slots=True)
class Timing:
    """Median milliseconds of one photo."""

    threads: int
    photos: int
    repeats: int
    steps_ms: dict[str, float]
    """For each step by its name."""
    total_ms: float
    """Median of the sums, not the sum of the medians."""

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "threads": self.threads,
            "photos": self.photos,
            "repeats": self.repeats,
            **{f"{name}_ms": round(value, _DECIMALS) for name, value in self.steps_ms.items()},
            "total_ms": round(self.total_ms, _DECIMALS),
        }


def timed_part(records: Sequence[PictureRecord], count: int = _PHOTOS) -> list[PictureRecord]:
    """Choose the photos to time: as near to 14 faces and a longer side of 640 as there are."""

    def distance(record: PictureRecord) -> tuple[int, int]:
        faces = sum(label.tile is not Tile.BACK for label in record.tiles)
        return abs(max(record.width, record.height) - WIDTH_PX), abs(faces - TILES)

    return sorted(records, key=distance)[:count]


def time_steps(
    steps: dict[str, Callable[[Any], Any]],
    pictures: Sequence[Any],
    threads: int,
    repeats: int = _REPEATS,
) -> Timing:
    """Time steps that follow each other: each takes what the one before it returns.

    Every picture goes through once unmeasured, then `repeats` times.
    """
    spent: dict[str, list[float]] = {name: [] for name in steps}
    totals = []
    for picture in pictures:
        for repeat in range(repeats + 1):
            value, total = picture, 0.0
            for name, step in steps.items():
                start = time.perf_counter()
                value = step(value)
                took = (time.perf_counter() - start) * 1e3
                total += took
                if repeat:
                    spent[name].append(took)
            if repeat:
                totals.append(total)
    medians = {name: statistics.median(values) for name, values in spent.items()}
    return Timing(threads, len(pictures), repeats, medians, statistics.median(totals))

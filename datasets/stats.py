"""Counts of a set of labels: a row for each of the 44 tiles, a column for each source."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from ..scoring.tiles import Tile
from .records import PictureRecord

__all__ = ["Column", "LabelStats", "StatsBy", "count_labels"]

_UNNAMED = "(none)"
_QUANTILES = {"p5": 0.05, "median": 0.5, "p95": 0.95}


class StatsBy(Enum):
    """Which field of a picture makes the columns."""

    SOURCE = "source"
    SET = "set"
    LICENCE = "licence"


@dataclass(slots=True)
class Column:
    """Pictures and tiles of one source."""

    pictures: int = 0
    tiles: Counter[Tile] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class LabelStats:
    """The counts."""

    columns: dict[str, Column]
    pictures_with: Counter[Tile]
    qualities: Counter[str]
    corners: Counter[str]
    empty_pictures: int
    complete_pictures: int
    side_px: dict[str, float]
    """Square root of a tile's area, in pixels: 5th percentile, median, 95th percentile."""

    @property
    def pictures(self) -> int:
        """Return the number of pictures."""
        return sum(column.pictures for column in self.columns.values())

    @property
    def tiles(self) -> Counter[Tile]:
        """Return the tiles of all columns."""
        return sum((column.tiles for column in self.columns.values()), Counter[Tile]())

    def to_json(self) -> dict[str, Any]:
        """Return the counts as one JSON document; every tile is there, 0 too."""
        tiles = self.tiles
        return {
            "schema": 1,
            "pictures": self.pictures,
            "empty_pictures": self.empty_pictures,
            "complete_pictures": self.complete_pictures,
            "tiles": tiles.total(),
            "classes": [
                {
                    "tile": tile.code,
                    "tiles": tiles[tile],
                    "pictures": self.pictures_with[tile],
                    "by": {
                        name: column.tiles[tile]
                        for name, column in self.columns.items()
                        if column.tiles[tile]
                    },
                }
                for tile in Tile
            ],
            "columns": {
                name: {"pictures": column.pictures, "tiles": column.tiles.total()}
                for name, column in self.columns.items()
            },
            "qualities": dict(self.qualities.most_common()),
            "corners": dict(self.corners.most_common()),
            "side_px": self.side_px,
        }


def count_labels(records: Iterable[PictureRecord], by: StatsBy = StatsBy.SOURCE) -> LabelStats:
    """Count pictures and tiles; columns stand in alphabetical order."""
    columns: dict[str, Column] = {}
    pictures_with: Counter[Tile] = Counter()
    qualities: Counter[str] = Counter()
    corners: Counter[str] = Counter()
    areas: list[float] = []
    empty = complete = 0
    for record in records:
        column = columns.setdefault(getattr(record, by.value) or _UNNAMED, Column())
        column.pictures += 1
        counts = record.counts()
        column.tiles.update(counts)
        pictures_with.update(counts.keys())
        qualities.update(label.quality.value for label in record.tiles)
        corners.update(label.corners.value for label in record.tiles)
        areas.extend(abs(label.quad.area) for label in record.tiles)
        empty += not record.tiles
        complete += record.complete
    return LabelStats(
        columns=dict(sorted(columns.items())),
        pictures_with=pictures_with,
        qualities=qualities,
        corners=corners,
        empty_pictures=empty,
        complete_pictures=complete,
        side_px=_sides(areas),
    )


def _sides(areas: list[float]) -> dict[str, float]:
    if not areas:
        return {}
    sides = np.sqrt(np.array(areas))
    return {name: round(float(np.quantile(sides, share)), 1) for name, share in _QUANTILES.items()}

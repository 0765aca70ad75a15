"""Counts of labels."""

from rekje.datasets.records import PictureRecord
from rekje.datasets.stats import StatsBy, count_labels


def test_counts(records: list[PictureRecord]) -> None:
    counted = count_labels(records).to_json()
    assert (counted["pictures"], counted["tiles"], counted["empty_pictures"]) == (3, 12, 1)
    assert len(counted["classes"]) == 44
    bamboo = next(row for row in counted["classes"] if row["tile"] == "2s")
    assert bamboo == {"tile": "2s", "tiles": 2, "pictures": 1, "by": {"(none)": 2}}
    assert counted["columns"]["camera"] == {"pictures": 1, "tiles": 8}
    assert counted["corners"] == {"exact": 10, "outline": 1, "box": 1}
    assert counted["side_px"]["p5"] <= counted["side_px"]["median"] <= counted["side_px"]["p95"]


def test_other_columns(records: list[PictureRecord]) -> None:
    assert list(count_labels(records, StatsBy.LICENCE).columns) == ["(none)", "CC0-1.0", "MIT"]


def test_nothing() -> None:
    counted = count_labels([]).to_json()
    assert (counted["tiles"], counted["side_px"]) == (0, {})

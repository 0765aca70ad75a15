"""Every figure of an evaluation on a hand-made example, and the intervals."""

import pytest

from rekje.datasets.quads import Quad
from rekje.datasets.records import Corners, PictureRecord, Quality
from rekje.models.evaluation.calibration import calibrate, probabilities
from rekje.models.evaluation.intervals import of_photos, of_tiles, wilson
from rekje.models.evaluation.metrics import (
    METRICS,
    by_class,
    by_quality,
    compare,
    confusions,
    groups,
    measure,
)
from rekje.models.evaluation.predictions import Prediction
from rekje.scoring.tiles import Tile

from .scenes import at, label, labels_of, photo, row, seen

Scene = tuple[PictureRecord, list[Prediction]]


def simple(labels: str, found: str, **options: bool) -> Scene:
    return photo(labels_of(labels), **options), row(found)


STRIP = label("1q", (at(1)[0], 10, at(1)[2], 20), Quality.PARTIAL)
UPRIGHT = label("1m", at(0), corners=Corners.EXACT)
UPSIDE_DOWN = Prediction(Quad.from_box(at(0)).turned(2), Tile.M1)

# metric, scenes, hits, total
CASES: list[tuple[str, list[Scene], int, int]] = [
    ("recall", [simple("1m 2m 3m 4m", "1m 9m _ 4m")], 3, 4),
    ("recall", [simple("1m 2m", "- -")], 2, 2),
    ("recall", [simple("1m 2m", "_ _", complete=False)], 0, 2),
    ("recall", [simple("1m back", "1m back")], 1, 1),
    ("recall", [(photo([label("1m", at(0)), STRIP]), row("1m 1q"))], 2, 2),
    ("recall_strict", [(photo([label("1m", at(0)), STRIP]), row("1m 1q"))], 1, 2),
    ("precision", [simple("1m 2m", "1m 9m 3m 4m")], 2, 4),
    ("precision", [simple("1m 2m", "1m 2m 3m", complete=False)], 0, 0),
    ("precision", [simple("1m", "1m -"), simple("1m", "1m")], 2, 3),
    ("precision", [(photo(labels_of("1m")), [seen("1m", at(0)), seen("1m", at(0, 2))])], 1, 2),
    ("precision_read", [simple("1m", "1m -"), simple("1m", "1m")], 2, 2),
    ("precision_read", [simple("1m 2m", "1m 2m 3m")], 2, 3),
    ("precision_read", [simple("1m", "1m back")], 1, 1),
    ("well_placed", [(photo(labels_of("1m")), [seen("1m", at(0, 4))])], 1, 1),
    ("well_placed", [(photo(labels_of("1m")), [seen("1m", at(0, 5))])], 0, 1),
    ("well_placed", [simple("1m 2m", "1m _")], 1, 1),
    ("well_placed", [(photo([STRIP]), row("_ 1q"))], 0, 0),
    ("plain", [simple("1m 5z 9s 1f", "1m 5z 8s 2f")], 2, 3),
    ("plain", [simple("1m 2m", "_ 2m")], 1, 1),
    ("plain", [simple("1m 2m", "- back")], 0, 2),
    ("bonus", [simple("1m 1f 4q 2q", "2m 1f 4q 2f")], 2, 3),
    ("bonus", [(photo([label("1m", at(0)), STRIP]), row("1m 1q"))], 1, 1),
    ("whole", [simple("1m 2m", "1m 2m"), simple("1m", "1m 2m"), simple("1m", "2m")], 1, 3),
    ("whole", [simple("1m 2m", "1m 2m -")], 1, 1),
    ("whole", [simple("1m 2m", "1m -")], 0, 1),
    ("whole", [simple("1m 2m", "1m 2m", complete=False)], 0, 0),
    ("backs", [simple("back back 1m", "back _ 1m")], 0, 0),
    ("turn", [(photo([UPRIGHT]), row("1m"))], 1, 1),
    ("turn", [(photo([UPRIGHT]), [UPSIDE_DOWN])], 0, 1),
    ("turn", [simple("1m", "1m")], 0, 0),
]


@pytest.mark.parametrize(("name", "scenes", "hits", "total"), CASES)
def test_metric(name: str, scenes: list[Scene], hits: int, total: int) -> None:
    share = measure([compare(*scene) for scene in scenes])[name]
    assert (share.hits, share.total) == (hits, total)


BACKS = [seen("back", at(n), back=True) for n in (0, 2, 3)]


@pytest.mark.parametrize(
    ("name", "labelled", "hits", "total"),
    [
        ("backs", True, 1, 2),
        ("backs", False, 0, 0),
        ("backs_precision", True, 1, 3),
        ("backs_precision", False, 0, 0),
    ],
)
def test_metric_of_backs(name: str, labelled: bool, hits: int, total: int) -> None:
    scene = photo(labels_of("back back"), backs=labelled)
    share = measure([compare(scene, BACKS)])[name]
    assert (share.hits, share.total) == (hits, total)


def test_every_metric_has_an_example() -> None:
    assert {name for name, *_ in CASES} | {"backs_precision"} == set(METRICS)


def test_nothing_to_share_is_none_and_null() -> None:
    share = measure([])["recall"]
    assert share.value is None
    assert share.to_json() is None


def test_groups() -> None:
    scenes = [
        compare(photo([], file=f"{n}.jpg", source=source, set_name=name, known=known), [])
        for n, (source, name, known) in enumerate(
            [("b", "x", True), ("a", "y", False), ("a", "x", None)]
        )
    ]
    parts = groups(scenes)
    assert {name: len(part) for name, part in parts.items()} == {
        "overall": 3,
        "seen": 1,
        "unseen": 1,
        "source:a": 2,
        "source:b": 1,
        "set:x": 2,
        "set:y": 1,
    }
    assert list(groups([])) == ["overall"]


def test_by_class_and_by_quality() -> None:
    scenes = [compare(*simple("1m 1m 1m 2m", "1m 2m _ 2m"))]
    classes = by_class(scenes)
    assert len(classes) == 44
    assert (classes["1m"]["recall"].hits, classes["1m"]["recall"].total) == (2, 3)
    assert (classes["1m"]["right"].hits, classes["1m"]["right"].total) == (1, 2)
    assert classes["3m"]["recall"].value is None
    qualities = by_quality([compare(photo([label("1m", at(0)), STRIP]), row("1m 1q"))])
    assert (qualities["partial"].hits, qualities["partial"].total) == (0, 1)
    assert (qualities["tight"].hits, qualities["tight"].total) == (1, 1)


def test_confusions_count_found_faces_only() -> None:
    scenes = [
        compare(*simple("1m 2m 3m 9p", "2m 2m _ -")),
        compare(*simple("1m", "2m 5s", known=False)),
    ]
    assert confusions(scenes) == [
        {"tile": "1m", "read_as": "2m", "count": 2, "unseen": 1},
        {"tile": "9p", "read_as": "not-a-tile", "count": 1, "unseen": 0},
    ]


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(hits: int, total: int, low: float, high: float) -> None:
    assert wilson(hits, total) == pytest.approx((low, high), abs=1e-4)
    assert of_photos(hits, total).method == "wilson"


def test_tiles_of_one_photo_hang_together() -> None:
    clustered = of_tiles([(10, 10)] * 9 + [(0, 10)])
    spread = of_tiles([(9, 10)] * 10)
    assert clustered.value == spread.value == 0.9
    assert clustered.low < spread.low
    assert (spread.low, spread.high) == pytest.approx(wilson(90, 100))
    assert clustered == of_tiles([(10, 10)] * 9 + [(0, 10)])


def test_a_share_of_one_still_has_an_interval() -> None:
    share = of_tiles([(10, 10)] * 5 + [(0, 0)])
    assert (share.hits, share.total, share.high) == (50, 50, 1.0)
    assert share.low == pytest.approx(wilson(50, 50)[0])
    assert share.to_json() == {
        "share": 1.0,
        "low": round(share.low, 5),
        "high": 1.0,
        "hits": 50,
        "total": 50,
        "interval": "wider of wilson and bootstrap over photos",
    }


def test_calibration() -> None:
    pairs = [(0.95, True)] * 9 + [(0.95, False)] + [(0.55, True), (0.55, False)]
    found = calibrate(pairs)
    assert [(each.low, each.count, each.right) for each in found.bins] == [
        (0.5, 2, 1),
        (0.95, 10, 9),
    ]
    assert found.error == pytest.approx((0.05 * 10 + 0.05 * 2) / 12)
    assert found.brier == pytest.approx((9 * 0.05**2 + 0.95**2 + 0.45**2 + 0.55**2) / 12)
    assert calibrate([(1.0, True)]).bins[0].high == 1.0
    assert calibrate([]).to_json() == {"expected_error": 0.0, "brier": 0.0, "bins": []}


def test_probabilities_are_those_of_found_tiles() -> None:
    scene = compare(photo(labels_of("1m 2m 3m")), [seen("1m", at(0), 0.7), seen(None, at(1), 0.6)])
    assert probabilities([scene]) == [(0.7, True)]

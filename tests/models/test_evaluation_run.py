"""An evaluation from photos on disk to JSON, table, sheets and times; the models are fakes."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from rekje.datasets.formats import ReadResult
from rekje.models.errors import EvaluationError
from rekje.models.evaluation.api import Plan, evaluate_pipeline, write_evaluation
from rekje.models.evaluation.metrics import compare
from rekje.models.evaluation.mistakes import mistakes
from rekje.models.evaluation.pipeline import Pipeline
from rekje.models.evaluation.predictions import Pixels
from rekje.models.evaluation.report import Evaluation
from rekje.models.evaluation.results import PART_EVERY, falls_short, read_results, results_json
from rekje.models.evaluation.run import evaluate_photos, part_of, photo_pixels
from rekje.models.evaluation.timing import time_steps, timed_part
from rekje.scoring.tiles import Tile
from rekje.vision.classifier import FaceReading
from rekje.vision.detector import Corners

from .fakes import PIPELINE, FakeClassifier, FakeDetector, draw, shade_of
from .scenes import labels_of, photo, row


@pytest.fixture
def labels(tmp_path: Path) -> ReadResult:
    """Three photos: all right; a misread and an invented tile; a rejected tile and two backs."""
    folder = tmp_path / "photos"
    records = (
        draw(photo(labels_of("1m 2m 3p"), file="a.png"), folder),
        draw(photo(labels_of("9s 7z"), file="b.png", known=False), folder, extra="5p"),
        draw(photo(labels_of("4q 1f back"), file="c.png", backs=True, set_name="two"), folder),
    )
    return ReadResult(records, folder)


def test_reads_photos_and_compares(labels: ReadResult) -> None:
    said: list[tuple[str, int, int]] = []
    photos = evaluate_photos(labels, PIPELINE, lambda *args: said.append(args))
    shares = Evaluation(photos).to_json()["groups"]["overall"]
    got = {
        name: (share["hits"], share["total"])
        for name, share in shares.items()
        if isinstance(share, dict)
    }
    assert got == {
        "recall": (7, 7),
        "recall_strict": (7, 7),
        "precision": (7, 8),
        "precision_read": (6, 7),
        "well_placed": (7, 7),
        "plain": (4, 5),
        "bonus": (1, 2),
        "whole": (1, 3),
        "backs": (1, 1),
        "backs_precision": (1, 1),
    }
    assert said[0] == ("read", 0, 3)
    assert said[-1] == ("read", 3, 3)


def test_every_mistake_is_listed_the_unseen_sets_first(labels: ReadResult) -> None:
    found = mistakes(evaluate_photos(labels, PIPELINE))
    assert [(each.kind.value, each.truth, each.read_as) for each in found] == [
        ("misread", "9s", "8s"),
        ("misread", "4q", "not-a-tile"),
        ("invented", "", "5p"),
    ]
    assert found[0].to_json()["file"] == "b.png"
    assert found[0].to_json()["alternatives"][0][0] == "1m"
    missed = mistakes([compare(photo(labels_of("1m 2m")), row("1m _"))])[0].to_json()
    assert (missed["kind"], missed["tile"], missed["read_as"]) == ("missed", "2m", None)


def test_turned_photos(labels: ReadResult) -> None:
    evaluation = evaluate_pipeline(labels, lambda _: PIPELINE, Plan(1, turn_every=1, timed=False))
    turned = {each.degrees: each for each in evaluation.turns}
    assert set(turned) == {90, 180, 270, 15, -15}
    for degrees in (90, 180, 270):
        assert (turned[degrees].right.hits, turned[degrees].right.total) == (5, 7)
        assert turned[degrees].stays_right.value == 1
    assert turned[15].stays_right.total == 5


def test_no_turns_and_no_times_when_not_asked_for(labels: ReadResult) -> None:
    evaluation = evaluate_pipeline(labels, lambda _: PIPELINE, Plan(1, 0, timed=False))
    assert not evaluation.turns
    assert not evaluation.timing


def test_writes_json_sheets_and_the_diagram(labels: ReadResult, tmp_path: Path) -> None:
    threads: list[int] = []

    def pipeline_for(count: int) -> Pipeline:
        threads.append(count)
        return PIPELINE

    evaluation = evaluate_pipeline(labels, pipeline_for, Plan(1, turn_every=2))
    assert threads == [1, 1, 2]
    out = tmp_path / "out"
    write_evaluation(evaluation, labels.images, out)
    assert sorted(path.name for path in out.iterdir()) == [
        "evaluation.json",
        "mistakes-01.png",
        "reliability.png",
        "results.json",
    ]
    document = json.loads((out / "evaluation.json").read_text())
    assert document == json.loads(json.dumps(evaluation.to_json()))
    assert set(document["classes"]["overall"]) == {tile.code for tile in Tile}
    assert set(document["classes"]) == {"overall", "seen", "unseen"}
    assert [each["whole"] for each in document["photos"]] == [True, False, False]
    assert [each["threads"] for each in document["timing"]] == [1, 2]
    assert [each["total_ms"] > 0 for each in document["timing"]] == [True, True]
    with Image.open(out / "mistakes-01.png") as page:
        assert page.size == (1200, 195)
    text = evaluation.text()
    assert "worst confusions: 9s as 8s 1, 4q as not-a-tile 1" in text
    assert "stays right" in text
    assert "ms a photo with 2 threads" in text
    assert "unseen" in text


def test_results_hold_until_a_figure_falls_below_its_interval(labels: ReadResult) -> None:
    many = [*evaluate_photos(part_of(labels, 3), PIPELINE)] * (PART_EVERY * 20)
    stated = results_json(Evaluation(many))
    assert stated["part"]["every"] == PART_EVERY
    assert falls_short(stated["part"], many[::PART_EVERY]) == []
    worse = [compare(many[0].record, row("1m 2m"))] * 20
    assert [line.split(":")[0] for line in falls_short(stated["part"], worse)] == [
        f"{group} {name}"
        for group in ("overall", "seen")
        for name in ("recall", "recall_strict", "whole")
    ]
    assert "overall recall: not measured, stated 1.0" in falls_short(stated["part"], [])


def test_results_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("{")
    with pytest.raises(EvaluationError, match="cannot be read as results"):
        read_results(tmp_path / "results.json")


def test_part_of_is_the_same_part_each_time(labels: ReadResult) -> None:
    assert [record.file for record in part_of(labels, 2).records] == ["a.png", "c.png"]
    assert part_of(labels, 1) == labels


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda path: path.unlink(), "no such picture"),
        (lambda path: path.write_bytes(b"no"), "cannot be read as a picture"),
        (lambda path: Image.new("RGB", (5, 6)).save(path), "seen 5 x 6 pixels, expected 640 x 100"),
    ],
)
def test_pictures_that_are_not_those_of_the_labels(labels: ReadResult, change, says: str) -> None:
    change(labels.images / "a.png")
    with pytest.raises(EvaluationError, match=says):
        photo_pixels(labels.records[0], labels.images)


def test_no_photos_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="no photos"):
        evaluate_photos(ReadResult((), tmp_path), PIPELINE)


def test_the_photos_that_are_timed_show_a_hand() -> None:
    sizes = [photo(labels_of("1m " * n), file=f"{n}.jpg") for n in (3, 13, 14, 15, 18)]
    assert [record.file for record in timed_part(sizes, 3)] == ["14.jpg", "13.jpg", "15.jpg"]


def test_steps_are_timed_one_after_the_other() -> None:
    seen: list[int] = []

    def double(value: int) -> int:
        seen.append(value)
        return 2 * value

    timing = time_steps({"first": double, "second": double}, [1, 10], threads=1, repeats=2)
    assert seen == [1, 2] * 3 + [10, 20] * 3
    assert set(timing.steps_ms) == {"first", "second"}
    assert (timing.photos, timing.repeats) == (2, 2)
    assert timing.total_ms >= max(timing.steps_ms.values())


def test_the_quad_of_a_reading_starts_at_the_top_left_of_the_tile() -> None:
    class Turned(FakeClassifier):
        def classify(
            self, image: Pixels, quads: Sequence[Corners], again: Sequence[bool] | None = None
        ) -> list[FaceReading]:
            return [replace(each, turn=90) for each in super().classify(image, quads)]

    image = np.zeros((100, 200, 3), np.uint8)
    image[10:50, 20:80] = shade_of(Tile.M1)
    upright = PIPELINE(image)[0]
    turned = Pipeline(FakeDetector(), Turned())(image)[0]
    assert upright.quad.top_left == (20, 10)
    assert turned.quad.top_left == (80, 10)
    assert (turned.tile, turned.probability) == (Tile.M1, pytest.approx(0.9))

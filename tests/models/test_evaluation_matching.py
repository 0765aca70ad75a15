"""Which prediction is which labelled tile: one to one, ignored regions, ill-fitting labels."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rekje.datasets.quads import Quad
from rekje.datasets.records import Corners, Quality
from rekje.models.evaluation.geometry import (
    agreement,
    box_iou,
    covered,
    quad_iou,
    share_inside,
    turn_picture,
)
from rekje.models.evaluation.matching import match

from .scenes import at, label, labels_of, photo, row, seen

TILTED = Quad(((0, 10), (10, 0), (20, 10), (10, 20)))


@pytest.mark.parametrize(
    ("first", "second", "iou"),
    [
        ((0, 0, 10, 10), (0, 0, 10, 10), 1),
        ((0, 0, 10, 10), (10, 0, 20, 10), 0),
        ((0, 0, 10, 10), (5, 0, 15, 10), 1 / 3),
        ((0, 0, 10, 10), (2, 2, 8, 8), 0.36),
        ((0, 0, 0, 0), (0, 0, 0, 0), 0),
    ],
)
def test_iou_of_boxes_and_of_quads(
    first: tuple[float, ...], second: tuple[float, ...], iou: float
) -> None:
    a, b = Quad.from_box(first), Quad.from_box(second)
    assert box_iou(a.box, b.box) == pytest.approx(iou)
    assert quad_iou(a, b) == pytest.approx(iou, abs=1e-5)
    assert quad_iou(b, a.turned(2)) == pytest.approx(iou, abs=1e-5)


@pytest.mark.parametrize(
    ("corners", "iou"),
    [(Corners.BOX, 1), (Corners.EXACT, 0.5), (Corners.OUTLINE, 0.5)],
)
def test_a_box_label_is_compared_with_the_upright_box(corners: Corners, iou: float) -> None:
    truth = label("1m", (0, 0, 20, 20), corners=corners)
    assert agreement(truth, TILTED) == pytest.approx(iou, abs=1e-5)


def test_share_inside_and_covered() -> None:
    assert share_inside((0, 0, 10, 10), (0, 0, 2, 2)) == 1
    assert share_inside((0, 0, 10, 10), (9, 0, 11, 2)) == 0.5
    assert share_inside((0, 0, 1, 1), (5, 5, 5, 5)) == 0
    assert covered((0, 0, 10, 10), []) == 0
    assert covered((0, 0, 10, 10), [(0, 0, 10, 5), (0, 5, 10, 10)]) == 1


CASES = {
    "all right": ("1m 2m", "1m 2m", [True, True], 0, True),
    "a misread tile is found": ("1m 2m", "1m 3m", [True, True], 0, False),
    "a missed tile": ("1m 2m", "1m _", [True, False], 0, False),
    "an invented tile": ("1m 2m", "1m 2m 3m", [True, True], 1, False),
    "nothing found": ("1m 2m", "_ _", [False, False], 0, False),
    "an empty photo": ("", "", [], 0, True),
}


@pytest.mark.parametrize(
    ("labels", "found", "which", "invented", "whole"), CASES.values(), ids=CASES.keys()
)
def test_match(labels: str, found: str, which: list[bool], invented: int, whole: bool) -> None:
    outcome = match(photo(labels_of(labels)), row(found))
    assert [each.found for each in outcome.faces] == which
    assert outcome.invented_faces == invented
    assert outcome.whole is whole


def test_one_to_one_and_the_closest_first() -> None:
    near, far = seen("1m", at(0, 1)), seen("1m", at(0, 4))
    outcome = match(photo(labels_of("1m")), [far, near])
    assert outcome.faces[0].prediction is near
    assert outcome.invented == (far,)
    assert not outcome.whole


def test_one_prediction_over_two_tiles_finds_at_most_one() -> None:
    wide = seen("1m", (*at(0)[:2], *at(1)[2:]))
    outcome = match(photo(labels_of("1m 2m")), [wide])
    assert sum(each.found for each in outcome.faces) == 0
    assert outcome.invented == (wide,)


def test_iou_just_below_and_at_a_half() -> None:
    # Moved by a third of its width a box shares 2/3 with itself: IoU 2/3 / (4/3) = 0.5.
    assert match(photo(labels_of("1m")), [seen("1m", at(0, 10))]).faces[0].found
    assert not match(photo(labels_of("1m")), [seen("1m", at(0, 10.1))]).faces[0].found


@pytest.mark.parametrize("quality", list(Quality))
def test_a_strip_finds_its_tile_only_where_the_label_is_known_not_to_fit(quality: Quality) -> None:
    x0, y0, x1, _ = at(0)
    strip = label("1q", (x0, y0, x1, y0 + 10), quality)
    outcome = match(photo([strip]), [seen("1q", at(0))])
    assert outcome.faces[0].found is (quality is not Quality.TIGHT)
    assert outcome.faces[0].loosely is (quality is not Quality.TIGHT)
    assert outcome.faces[0].iou == (0.25 if quality is not Quality.TIGHT else 0)
    assert len(outcome.invented) == (quality is Quality.TIGHT)


def test_a_loose_match_never_takes_a_prediction_from_a_close_one() -> None:
    x0, y0, x1, _ = at(0)
    strip = label("1q", (x0, y0, x1, y0 + 10), Quality.PARTIAL)
    outcome = match(photo([strip, *labels_of("1m")]), [seen("1m", at(0))])
    assert [each.found for each in outcome.faces] == [False, True]


@pytest.mark.parametrize(
    ("complete", "ignore", "invented", "passed"),
    [
        (True, [], 1, 0),
        (False, [], 1, 0),
        (False, [(70, 0, 640, 100)], 0, 1),
        (False, [(100, 0, 640, 100)], 1, 0),
    ],
)
def test_predictions_in_ignored_regions_are_passed_over(
    complete: bool, ignore: list[tuple[float, float, float, float]], invented: int, passed: int
) -> None:
    scene = photo(labels_of("1m 2m"), complete=complete, ignore=ignore)
    outcome = match(scene, row("1m 2m 3m"))
    assert (len(outcome.invented), len(outcome.passed_over)) == (invented, passed)
    assert all(each.found for each in outcome.faces)


@pytest.mark.parametrize(("visible", "counts"), [(None, True), (0.5, True), (0.49, False)])
@pytest.mark.parametrize("found", [True, False])
def test_a_tile_that_is_mostly_hidden_need_not_be_found(
    visible: float | None, counts: bool, found: bool
) -> None:
    hidden = replace(label("2m", at(1)), visible=visible)
    outcome = match(photo([*labels_of("1m"), hidden]), row("1m 2m" if found else "1m _"))
    assert [each.found for each in outcome.faces] == [True, found][: 1 + counts]
    assert not outcome.invented
    assert len(outcome.passed_over) == (found and not counts)


@pytest.mark.parametrize(
    ("labelled", "found", "invented", "passed"), [(True, 1, 1, 0), (False, 0, 0, 2)]
)
def test_backs_count_only_where_they_are_labelled(
    labelled: bool, found: int, invented: int, passed: int
) -> None:
    scene = photo(labels_of("1m back"), backs=labelled)
    backs = [seen("back", at(1), back=True), seen("back", at(5), back=True)]
    outcome = match(scene, [seen("1m", at(0)), *backs])
    assert len(outcome.faces) == 1
    assert sum(each.found for each in outcome.backs) == found
    assert len(outcome.invented) == invented
    assert len(outcome.passed_over) == passed


def test_a_face_is_not_found_by_a_back() -> None:
    scene = photo(labels_of("1m back"), backs=True)
    outcome = match(scene, [seen("back", at(0), back=True), seen("1m", at(1))])
    assert not outcome.faces[0].found
    assert not outcome.backs[0].found
    assert len(outcome.invented) == 2


@pytest.mark.parametrize("degrees", [0, 90, 180, 270, 15, -15, 45])
def test_a_turned_picture_keeps_its_marks_and_knows_the_way_back(degrees: int) -> None:
    image = np.zeros((60, 100, 3), np.uint8)
    image[20:30, 70:90] = (255, 0, 0)
    turned, back = turn_picture(image, degrees)
    rows, columns = np.nonzero(turned[..., 0] > 127)
    middle = (columns.mean() + 0.5, rows.mean() + 0.5)
    x, y = back(Quad((middle,) * 4)).centre
    assert (x, y) == pytest.approx((80, 25), abs=0.2)
    wide = abs(math.cos(math.radians(degrees)))
    high = abs(math.sin(math.radians(degrees)))
    assert turned.shape[1] == pytest.approx(100 * wide + 60 * high, abs=1)
    assert turned.shape[0] == pytest.approx(100 * high + 60 * wide, abs=1)


def test_a_picture_turned_by_90_is_turned_clockwise() -> None:
    image = np.zeros((2, 3, 3), np.uint8)
    image[0, 0] = 255
    turned, _ = turn_picture(image, 90)
    assert turned.shape == (3, 2, 3)
    assert turned[0, 1, 0] == 255

"""Tiles found in two halves: which are put together, and what is left as it is."""

import math

import numpy as np
import pytest
from laid_tiles import aslant, row, turned

from rekje.vision.halves import made_whole

WIDE, HIGH = 30.0, 40.0


def tile(x: float, y: float = 0.0, wide: float = WIDE, high: float = HIGH) -> list[list[float]]:
    return [[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]


def whole(*tiles: list[list[float]], degrees: float = 0.0) -> np.ndarray:
    """Return the boxes left after the tiles were turned, made whole and turned back."""
    a = math.radians(degrees)
    turn = np.array([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]])
    made, kept = made_whole(np.array(tiles) @ turn)
    assert len(made) == len(kept)
    back = made.astype(float) @ turn.T
    return np.concatenate([back.min(axis=1), back.max(axis=1)], axis=1).round(1)


@pytest.mark.parametrize("degrees", [0, 35, 90, 180])
def test_two_halves_of_a_tile_in_a_row_are_one(degrees):
    row = [tile(WIDE * place) for place in (0, 1, 3)]
    boxes = whole(*row, tile(62, wide=13), tile(77, wide=12), degrees=degrees)
    assert len(boxes) == 4
    assert boxes[3].tolist() == pytest.approx([62, 0, 89, 40], abs=0.2)
    assert boxes[:3].tolist() == whole(*row, degrees=degrees).tolist()


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 2, 0, 3), (0, 2, 1, 3)])
def test_two_tiles_in_halves_side_by_side_are_two(order):
    row = [tile(WIDE * place) for place in (0, 1, 2, 5, 6)]
    halves = [tile(91, wide=13), tile(106, wide=13), tile(122, wide=13), tile(137, wide=12)]
    boxes = whole(*row, *(halves[place] for place in order))
    assert len(boxes) == 7
    assert sorted(box[0] for box in boxes[5:]) == pytest.approx([91, 122], abs=0.2)


def test_a_half_is_joined_whichever_of_its_corners_comes_first():
    row = [tile(WIDE * place) for place in (0, 1, 3)]
    other = np.roll(tile(77, wide=12), 1, axis=0).tolist()
    assert whole(*row, tile(62, wide=13), other)[3].tolist() == pytest.approx(
        [62, 0, 89, 40], abs=0.2
    )


def test_a_half_does_not_grow_over_a_back():
    row = [tile(0), tile(30), tile(75, wide=14), tile(90)]
    back = np.array([tile(60, wide=14)])
    grown, _ = made_whole(np.array(row))
    kept, _ = made_whole(np.array(row), back)
    assert grown[2, 0, 0] < 75 == kept[2, 0, 0]


def test_a_half_grows_to_where_there_is_room():
    row = [tile(WIDE * place) for place in (0, 1, 3)]
    assert whole(*row, tile(75, wide=14))[3].tolist() == pytest.approx([59, 0, 89, 40], abs=0.2)
    assert whole(*row, tile(61, wide=14))[3].tolist() == pytest.approx([61, 0, 91, 40], abs=0.2)


@pytest.mark.parametrize(
    "tiles",
    [
        pytest.param([tile(0), tile(30), tile(60, wide=14)], id="at the end of a row"),
        pytest.param([tile(0), tile(60, wide=14)], id="one neighbour"),
        pytest.param([tile(0), tile(30), tile(67, wide=16), tile(90)], id="in the middle"),
        pytest.param(
            [*(tile(WIDE * place) for place in range(5)), tile(30, -22, high=20)],
            id="lying before a row that stands",
        ),
        pytest.param([*(tile(WIDE * place) for place in range(4)), tile(120, 10, 40, 30)],
                     id="turned in its set"),
        pytest.param([tile(0, wide=14), tile(15, wide=14), tile(30, wide=14)], id="all as narrow"),
        pytest.param([tile(0), tile(30), tile(62, 4, 12, 12), tile(90)], id="small, as a die is"),
    ],
)  # fmt: skip
def test_other_tiles_stay_as_they_are(tiles):
    made, kept = made_whole(np.array(tiles))
    assert kept == list(range(len(tiles)))
    assert made.tolist() == np.array(tiles, np.float32).tolist()


@pytest.mark.parametrize("degrees", range(0, 360, 30))
@pytest.mark.parametrize("tilt", [0.5, 1.0])
def test_upright_tiles_beside_turned_ones_seen_aslant_stay(degrees, tilt):
    tiles = aslant(turned(row("123m4'56p7s8'9s"), degrees), tilt)
    assert made_whole(np.array([one.quad for one in tiles]))[1] == list(range(9))


def test_no_outline_whatever_is_a_fault():
    draw = np.random.default_rng(1)
    for _ in range(300):
        quads = draw.integers(0, 4, (draw.integers(1, 7), 4, 2)).astype(float)
        made, kept = made_whole(quads)
        assert len(made) == len(kept)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_tiles_and_outlines_without_an_area_are_no_fault(count):
    made, kept = made_whole(np.zeros((count, 4, 2)))
    assert (made.shape, kept) == ((count, 4, 2), list(range(count)))

"""When a reading is told: after a while, once, and again when it comes back."""

import pytest

from rekje.scoring.laid import GroupKind
from rekje.scoring.notation import parse_hand
from rekje.scoring.tiles import Tile
from rekje.vision.live.steady import Steady
from rekje.vision.reading import Reading, ReadingGroup, TileReading

A, B = "123m456p789s11155z", "123m456p789s11166z"
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def reading(text, discards=""):
    hand = parse_hand(text) if text else None
    codes = [tile.code for tile in hand.bare] if hand and hasattr(hand, "bare") else []
    tiles = [TileReading(n, Tile(c), Tile(c), 0.9, (), QUAD, False, 0) for n, c in enumerate(codes)]
    if text and not tiles:
        tiles = [TileReading(1, Tile("1m"), Tile("1m"), 0.9, (), QUAD, False, 0)]
    groups = [ReadingGroup(GroupKind.CONCEALED, False, tuple(t.n for t in tiles))]
    if discards:
        tile = Tile(discards)
        tiles.append(TileReading(99, tile, tile, 0.9, (), QUAD, False, 1))
        groups.append(ReadingGroup(GroupKind.OTHER, None, (99,)))
    return Reading(640, 480, tuple(tiles), tuple(groups), hand, confidence=0.93)


def told(texts, fps=15.0, steady=None):
    """Return (frame, hand text) of what is told."""
    steady = steady or Steady()
    found = []
    for number, text in enumerate(texts):
        one = text if isinstance(text, Reading) else reading(text)
        answer = steady.update(one, number / fps)
        if answer:
            found.append((number, answer.hand_text))
    return found


@pytest.mark.parametrize(("fps", "frame"), [(5, 3), (10, 4), (15, 5), (30, 10)])
def test_a_reading_is_told_once_when_it_has_been_the_same_for_a_while(fps, frame):
    assert told([A] * 90, fps) == [(frame, A)]


def test_it_comes_with_its_confidence():
    steady = Steady()
    told([A] * 10, steady=steady)
    assert steady.reading.confidence == 0.93


def test_a_reading_that_keeps_changing_is_not_told():
    assert told([A, A, B, B] * 10) == []


def test_a_glitch_of_a_frame_or_two_is_passed_over():
    assert told([A] * 3 + [B] + [A] * 10) == [(5, A)]
    assert told([A] * 10 + [B] + [A] * 10) == [(5, A)]


def test_a_return_to_an_earlier_reading_is_new():
    assert told([A] * 10 + [B] * 10 + [A] * 10) == [(5, A), (15, B), (25, A)]


def test_an_empty_table_is_told_only_after_a_reading():
    assert told([""] * 20) == []
    assert told([""] * 10 + [A] * 10 + [""] * 10 + [A] * 10) == [(15, A), (25, ""), (35, A)]


def test_tiles_that_are_not_of_the_hand_do_not_matter():
    flicker = [reading(A, "1p" if number % 2 else "2p") for number in range(12)]
    assert told(flicker) == [(5, A)]


def test_after_a_pause_the_count_begins_anew():
    steady = Steady()
    times = [0.0, 0.1, 0.2, 5.0, 5.1, 5.2]
    assert [steady.update(reading(A), time) for time in times] == [None] * 6
    assert steady.update(reading(A), 5.34).hand_text == A

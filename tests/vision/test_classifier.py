"""The classifier's wrapper, with a net that only looks at colours and corners."""

import json
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rekje.scoring.tiles import Tile
from rekje.vision.classifier import SURE, Classifier, FaceReading

SIDE = 64
NAMES = [*(tile.code for tile in Tile), "not-a-tile"]


class FakeSession:
    """Red is a red dragon, green a green one, grey a doubtful white one; white marks top left."""

    def __init__(self, **changes: str) -> None:
        self.batches: list[int] = []
        self.metadata = {
            "names": json.dumps(NAMES),
            "input_size": json.dumps([SIDE, SIDE]),
            "thresholds": json.dumps({"temperature": 1.0, "reject": 0.4}),
            **changes,
        }

    def get_modelmeta(self) -> Any:
        return SimpleNamespace(custom_metadata_map=self.metadata)

    def run(self, output_names: Sequence[str] | None, input_feed: Mapping[str, Any]) -> list[Any]:
        crops = input_feed["crops"].astype(np.float32).transpose(0, 3, 1, 2)
        self.batches.append(len(crops))
        names = np.zeros((len(crops), len(NAMES)), np.float32)
        middle = crops[:, :, SIDE // 2, SIDE // 2]
        for row, (red, green, blue) in enumerate(middle):
            if abs(red - green) < 40 and abs(red - blue) < 40:
                names[row, Tile.WHITE.index] = 2.0
            else:
                names[row, (Tile.RED if red > green else Tile.GREEN).index] = 20.0
        turns = np.zeros((len(crops), 4), np.float32)
        places = [(12, 12), (12, SIDE - 13), (SIDE - 13, SIDE - 13), (SIDE - 13, 12)]
        corners = np.stack([crops[:, :, y, x].min(axis=1) for y, x in places], axis=1)
        turns[np.arange(len(crops)), corners.argmax(axis=1)] = 9.0
        return [names, turns]


def face(colour: tuple[int, int, int], turn: int = 0) -> np.ndarray:
    """A face of 40 x 60 pixels with a white mark in the tile's own top left."""
    image = np.full((60, 60, 3), colour, np.uint8)
    image[:20, :20] = 255
    return np.rot90(image, -turn)


def test_reads_faces_in_one_batch_and_their_turn() -> None:
    picture = np.full((80, 300, 3), 90, np.uint8)
    for number, (colour, turn) in enumerate(
        [((200, 0, 0), 0), ((0, 200, 0), 1), ((200, 0, 0), 2), ((0, 200, 0), 3)]
    ):
        picture[10:70, number * 70 + 10 : number * 70 + 70] = face(colour, turn)
    boxes = [(10 + 70 * n, 10, 70 + 70 * n, 70) for n in range(4)]
    quads = [[(x0, y0), (x1, y0), (x1, y1), (x0, y1)] for x0, y0, x1, y1 in boxes]
    session = FakeSession()
    readings = Classifier(session).classify(picture, quads)
    assert session.batches == [4]
    assert [reading.tile for reading in readings] == [Tile.RED, Tile.GREEN, Tile.RED, Tile.GREEN]
    assert [reading.turn for reading in readings] == [0, 90, 180, 270]
    assert all(reading.looks == 1 and reading.confidence > SURE for reading in readings)


def test_a_turned_quad_turns_the_answer() -> None:
    picture = np.full((80, 80, 3), 90, np.uint8)
    picture[10:70, 10:70] = face((200, 0, 0))
    quad = np.array([[10, 10], [70, 10], [70, 70], [10, 70]], float)
    for start in range(4):
        (reading,) = Classifier(FakeSession()).classify(
            picture, np.roll(quad, -start, axis=0)[None]
        )
        own = np.roll(quad, -start - reading.turn // 90, axis=0)
        assert own[0].tolist() == [10, 10]


def test_looks_again_at_doubtful_faces_only() -> None:
    picture = np.full((80, 150, 3), 90, np.uint8)
    picture[10:70, 10:70] = face((200, 0, 0))
    picture[10:70, 80:140] = face((120, 120, 120), 1)
    quads = [
        [(10, 10), (70, 10), (70, 70), (10, 70)],
        [(80, 10), (140, 10), (140, 70), (80, 70)],
    ]
    session = FakeSession()
    sure, doubtful = Classifier(session).classify(picture, quads)
    assert len(session.batches) == 2
    assert (sure.looks, doubtful.looks > 1) == (1, True)
    assert (sure.turn, doubtful.turn) == (0, 90)
    assert doubtful.tile is Tile.WHITE
    assert doubtful.probabilities.sum() == pytest.approx(1, abs=1e-4)
    assert Classifier(session).classify(picture, quads, [True, False])[1].looks == 1


def test_tells_how_likely_it_stands_the_other_way_up() -> None:
    picture = np.full((80, 80, 3), 90, np.uint8)
    picture[10:70, 10:70] = face((200, 0, 0))
    (reading,) = Classifier(FakeSession()).classify(
        picture, [[(10, 10), (70, 10), (70, 70), (10, 70)]]
    )
    assert reading.half_turn == pytest.approx((1 - reading.turn_confidence) / 3, rel=0.01)


def test_temperature_sharpens() -> None:
    picture = np.full((80, 80, 3), 120, np.uint8)
    quads = [[(10, 10), (70, 10), (70, 70), (10, 70)]]
    plain = Classifier(FakeSession()).classify(picture, quads)[0]
    thresholds = json.dumps({"temperature": 0.5, "reject": 0.7})
    classifier = Classifier(FakeSession(thresholds=thresholds))
    assert classifier.reject == 0.7
    assert classifier.classify(picture, quads)[0].confidence > plain.confidence


def test_no_quads_no_run() -> None:
    session = FakeSession()
    assert Classifier(session).classify(np.zeros((8, 8, 3), np.uint8), []) == ()
    assert session.batches == []


@pytest.mark.parametrize(
    ("image", "quads", "seen"),
    [
        (np.zeros((8, 8), np.uint8), [], "(8, 8)"),
        (np.zeros((8, 8, 3), np.float32), [], "float32"),
        (np.zeros((8, 8, 3), np.uint8), np.zeros((2, 4)), "(2, 4)"),
        (np.zeros((8, 8, 3), np.uint8), np.full((1, 4, 2), np.nan), "finite"),
    ],
)
def test_refuses_what_is_no_picture_or_quad(image: np.ndarray, quads: Any, seen: str) -> None:
    with pytest.raises(ValueError, match=seen.replace("(", r"\(").replace(")", r"\)")):
        Classifier(FakeSession()).classify(image, quads)


def test_refuses_other_names() -> None:
    with pytest.raises(ValueError, match="44 tile codes"):
        Classifier(FakeSession(names=json.dumps([*NAMES[1:], NAMES[0]])))


def test_alternatives_leave_out_the_answer_and_what_is_no_tile() -> None:
    probabilities = np.zeros(45, np.float32)
    probabilities[[Tile("9p").index, Tile("8p").index, 44]] = 0.6, 0.3, 0.1
    reading = FaceReading(probabilities, 0, 1.0)
    assert reading.tile is Tile("9p")
    assert [tile for tile, _ in reading.alternatives(1)] == [Tile("8p")]
    nothing = FaceReading(np.eye(45, dtype=np.float32)[44], 0, 1.0)
    assert nothing.tile is None
    assert nothing.confidence == 1.0

"""What both models together take for a tile."""

import numpy as np
import pytest

from rekje.scoring.tiles import Tile
from rekje.vision.agree import Verdict, verdicts
from rekje.vision.classifier import TILES, FaceReading
from rekje.vision.detector import FoundTile

NOTHING = len(TILES)


def outline(*, back=False, confidence=0.9, sure=True, side=40.0, x=0.0):
    quad = ((x, 0.0), (x + side, 0.0), (x + side, side), (x, side))
    return FoundTile(quad, back, confidence, sure)


def says(**chances):
    """Return a reading; what the chances leave is spread over all names."""
    found = np.zeros(NOTHING + 1, np.float32)
    for name, chance in chances.items():
        found[NOTHING if name == "nothing" else Tile(name.removeprefix("_")).index] = chance
    found[: Tile.BACK.index] += (1 - found.sum()) / Tile.BACK.index
    return FaceReading(found, 0, 1.0)


BACK = says(back=0.99)
FAINT_BACK = {"back": True, "confidence": 0.15, "sure": False}


@pytest.mark.parametrize(
    ("tile", "reading", "verdict"),
    [
        (outline(), says(_3p=0.95), Verdict.FACE),
        (outline(), says(nothing=0.9), Verdict.NOTHING),
        (outline(), BACK, Verdict.BACK),
        (outline(back=True), says(_3p=0.95), Verdict.BACK),
        # Which flower it is nobody knows, but a flower it is.
        (outline(), says(_1f=0.3, _2f=0.3, _1q=0.3), Verdict.FACE),
        # Hardly a tile to the one and hardly a name to the other.
        (outline(confidence=0.45), says(_3p=0.5), Verdict.MISSED),
        (outline(confidence=0.3, sure=False), says(_3p=0.95), Verdict.MISSED),
        (outline(confidence=0.3, sure=False), says(_3p=0.6), Verdict.NOTHING),
        (outline(confidence=0.3, sure=False), BACK, Verdict.NOTHING),
        (outline(**FAINT_BACK), BACK, Verdict.BACK),
        (outline(**FAINT_BACK), says(back=0.7), Verdict.NOTHING),
        (outline(**FAINT_BACK, side=15.0), BACK, Verdict.NOTHING),
        (outline(**FAINT_BACK, side=90.0), BACK, Verdict.NOTHING),
    ],
)
def test_verdict_on_one_outline_beside_a_clear_tile(tile, reading, verdict):
    clear = outline(x=200.0)
    assert verdicts([clear, tile], [says(_7z=0.99), reading]) == [Verdict.FACE, verdict]


@pytest.mark.parametrize(
    ("x", "y", "side", "white", "verdict"),
    [
        (90.0, 0.0, 40.0, 0.95, Verdict.FACE),
        (100.0, 0.0, 40.0, 0.8, Verdict.BACK),
        (100.0, 90.0, 40.0, 0.95, Verdict.BACK),
        (180.0, 0.0, 40.0, 0.95, Verdict.BACK),
        (100.0, 0.0, 60.0, 0.95, Verdict.BACK),
    ],
)
def test_a_back_that_is_surely_white_beside_a_face_is_a_dragon(x, y, side, white, verdict):
    blank = outline(back=True, side=side, x=x)
    quad = tuple((px, py + y) for px, py in blank.quad)
    blank = FoundTile(quad, True, 0.6)
    shown = verdicts([outline(), blank], [says(_3p=0.95), says(_5z=white)])
    assert shown == [Verdict.FACE, verdict]


def test_more_faint_backs_than_clear_tiles_are_none():
    clear, faint = outline(x=200.0), [outline(**FAINT_BACK, x=50.0 * n) for n in range(2)]
    assert verdicts([clear, *faint], [says(_7z=0.99), BACK, BACK]) == [
        Verdict.FACE,
        Verdict.NOTHING,
        Verdict.NOTHING,
    ]


def test_alone_a_faint_back_is_nothing():
    assert verdicts([outline(**FAINT_BACK)], [BACK]) == [Verdict.NOTHING]
    assert verdicts([], []) == []

"""Measuring the detector on label files and choosing its thresholds; with a stand-in for it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra rekje[train]")

from rekje.datasets.jsonl import write_records
from rekje.datasets.records import Corners, PictureRecord, Quad, Quality, TileLabel
from rekje.models.training.detector_choose import choose_thresholds, measure
from rekje.models.training.detector_pictures import scene_pictures
from rekje.scoring.tiles import Tile
from rekje.vision.detector import FoundTile, Thresholds


def _box(x: float, y: float = 20.0):
    return Quad.from_box((x, y, x + 30, y + 42))


class Finds:
    """A stand-in for the detector: the same tiles in every picture, those above the threshold."""

    def __init__(self, *found: tuple[float, bool, float]) -> None:
        self.thresholds = Thresholds(0.35, 0.35, 0.45, 0.7, 0.5)
        self.found = [FoundTile(_box(x).corners, back, score) for x, back, score in found]

    def find(self, image):
        assert image.shape == (100, 400, 3)
        t = self.thresholds
        return tuple(
            tile for tile in self.found if tile.confidence >= (t.back if tile.is_back else t.face)
        )


@pytest.fixture
def pictures(tmp_path):
    labels = (
        TileLabel(Tile("3p"), _box(20), corners=Corners.BOX),
        TileLabel(Tile("4p"), _box(60), corners=Corners.BOX),
        TileLabel(Tile("5p"), _box(100), Quality.ESTIMATED, Corners.BOX),
        TileLabel(Tile("back"), _box(140), corners=Corners.BOX),
    )
    record = PictureRecord(
        "a.png", 400, 100, labels, complete=True, backs_labelled=True, ignore=((300, 0, 400, 100),)
    )
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((100, 400, 3), np.uint8))
    write_records(tmp_path / "labels.jsonl", [record])
    return scene_pictures([tmp_path])


def test_hits_misses_and_false_finds_are_counted_where_that_can_be_said(pictures):
    finds = Finds(
        (21, False, 0.9),
        (62, True, 0.9),  # a face taken for a back
        (100, False, 0.9),  # on a label that is not trusted
        (141, True, 0.9),
        (200, False, 0.9),  # nothing there
        (340, False, 0.9),  # in an ignored region
    )
    score = measure(finds, pictures)
    assert (score.tiles, score.hit, score.close) == (2, 1, 1)
    assert (score.certain, score.false) == (6, 2)
    assert (score.backs, score.backs_hit, score.backs_false) == (1, 1, 1)
    assert score.recall == 0.5
    assert "recall 0.5000" in str(score)


def test_thresholds_part_tiles_from_false_finds(pictures):
    finds = Finds((20, False, 0.48), (60, False, 0.6), (200, False, 0.32), (140, True, 0.35))
    chosen = choose_thresholds(finds, pictures, pictures)
    assert 0.32 < chosen.face <= 0.48
    assert chosen.back <= 0.35
    assert chosen == replace(finds.thresholds, face=chosen.face, back=chosen.back,
                             alone=chosen.alone)  # fmt: skip

"""The detector around its net: looks, thresholds, both looks merged; the net is a stand-in."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from rekje.vision.detector import Detector, Thresholds
from rekje.vision.heatmap import STRIDE, geometry_of
from rekje.vision.outlines import areas

THRESHOLDS = {"face": 0.4, "back": 0.4, "overlap": 0.45, "inside": 0.7, "alone": 0.5}


class BrightPatches:
    """A stand-in for the net: bright patches are faces, red ones backs, as their boxes lie."""

    def __init__(self, least: int = 190, **changes: str) -> None:
        self.runs: list[tuple[int, ...]] = []
        self.least = least
        self.meta = {
            "stride": "4",
            "thresholds": json.dumps(THRESHOLDS),
        } | changes

    def get_modelmeta(self) -> SimpleNamespace:
        return SimpleNamespace(custom_metadata_map=self.meta)

    def run(self, names, fed):
        import cv2

        pixels = fed["pixels"][0].astype(np.float32).transpose(2, 0, 1)
        self.runs.append(pixels.shape)
        rows, columns = pixels.shape[1] // STRIDE, pixels.shape[2] // STRIDE
        heat = np.zeros((rows, columns, 2), np.float32)
        geometry = np.zeros((rows, columns, 10), np.float32)
        # The grey beside the picture is no tile.
        mask = ((pixels[0] > self.least) & (pixels[0] != 127)).astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            corners = cv2.boxPoints(cv2.minAreaRect(outline)) + 0.5
            values = geometry_of(corners[None])[0]
            column, row = int(values[0]), int(values[1])
            if not (0 <= row < rows and 0 <= column < columns):
                continue
            values[:2] -= (column + 0.5, row + 0.5)
            middle = corners.mean(axis=0).astype(int)
            kind = int(pixels[1, middle[1], middle[0]] < 100)
            heat[row, column, kind] = pixels[0, middle[1], middle[0]] / 255
            geometry[row, column] = values
        return [heat[None], geometry[None]]


def picture(size, *tiles, degrees=0.0):
    """Draw tiles (x, y, width, height, colour) on black, turned about the picture's middle."""
    import cv2

    width, height = size
    image = np.zeros((height, width, 3), np.uint8)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    for x, y, w, h, colour in tiles:
        corners = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], float)
        turned = corners @ turn[:, :2].T + turn[:, 2]
        cv2.fillConvexPoly(image, np.round(turned).astype(np.int32), colour)
    return image


WHITE, RED = (250, 250, 250), (240, 30, 30)


def test_faces_and_backs_are_told_apart_and_lie_where_they_are_drawn():
    image = picture((640, 480), (100, 100, 54, 75, WHITE), (300, 200, 54, 75, RED))
    net = BrightPatches()
    face, back = Detector(net).find(image)
    assert (face.is_back, back.is_back) == (False, True)
    assert np.allclose(face.quad, [[100, 100], [154, 100], [154, 175], [100, 175]], atol=1.6)
    assert face.confidence == pytest.approx(250 / 255, abs=0.01)
    assert len(net.runs) == 1


def test_small_tiles_are_looked_at_again_larger_and_come_once():
    tiles = [(600 + 42 * n, 400, 36, 50, WHITE) for n in range(6)]
    net = BrightPatches()
    found = Detector(net).find(picture((2400, 1800), *tiles))
    assert len(net.runs) == 2
    assert len(found) == 6
    for tile, (x, y, w, h, _) in zip(sorted(found, key=lambda tile: tile.quad), tiles, strict=True):
        assert np.allclose(tile.quad, [[x, y], [x + w, y], [x + w, y + h], [x, y + h]], atol=2.5)


@pytest.mark.parametrize("degrees", [30, -40])
def test_a_tilted_row_is_levelled_first_and_its_corners_are_those_of_the_picture(degrees):
    tiles = [(350 + 70 * n, 450, 60, 84, WHITE) for n in range(5)]
    net = BrightPatches()
    found = Detector(net).find(picture((1000, 900), *tiles, degrees=degrees))
    assert len(net.runs) == 2
    assert len(found) == 5
    corners = np.array([tile.quad for tile in found])
    assert areas(corners) == pytest.approx(60 * 84, rel=0.1)


def test_a_back_that_only_the_first_look_shows_counts_and_a_doubtful_face_does_not():
    small = [(600 + 42 * n, 400, 36, 50, WHITE) for n in range(6)]
    image = picture((2400, 1800), *small, (600, 700, 36, 50, RED), (700, 700, 36, 50, (195,) * 3))

    class OnlyFirst(BrightPatches):
        def run(self, names, fed):
            pixels = fed["pixels"].copy()
            if self.runs:
                pixels[:, pixels.shape[1] // 2 :] = 0
            return super().run(names, {"pixels": pixels})

    net = OnlyFirst()
    found = Detector(net, Thresholds(**{**THRESHOLDS, "alone": 0.9})).find(image)
    assert len(net.runs) == 2
    assert [tile.is_back for tile in found].count(True) == 1
    assert len(found) == 7


def test_a_face_beside_what_the_second_look_shows_is_looked_at_closer():
    row = [(600 + 42 * n, 400, 36, 50, WHITE) for n in range(6)]
    apart = (1500, 1300, 36, 50, (180,) * 3)
    image = picture((2400, 1800), *row, apart, (1900, 1300, 120, 160, (180,) * 3))
    strict = Thresholds(**{**THRESHOLDS, "alone": 0.9, "face": 0.6})

    class DimFirst(BrightPatches):
        def run(self, names, fed):
            pixels = fed["pixels"]
            dim = pixels if self.runs else (pixels * 0.8).astype(np.uint8)
            return super().run(names, {"pixels": dim})

    net = DimFirst(least=100)
    found = Detector(net, strict).find(image)
    assert len(net.runs) == 3
    assert len(found) == 7
    x, y, w, h, _ = apart
    assert np.allclose(found[-1].quad, [[x, y], [x + w, y], [x + w, y + h], [x, y + h]], atol=2.5)


def test_two_halves_in_a_row_come_as_one_tile():
    whole = [(100 + 60 * n, 100, 54, 75, WHITE) for n in (0, 1, 3)]
    halves = [(220, 100, 24, 75, WHITE), (250, 100, 24, 75, WHITE)]
    found = Detector(BrightPatches()).find(picture((640, 480), *whole, *halves))
    assert len(found) == 4
    widths = sorted(np.ptp(np.array(tile.quad)[:, 0]) for tile in found)
    assert widths == pytest.approx([54] * 4, abs=3)


FAINT = (40, 30, 30)
"""A back of little heat: 40 of 255."""
STRICT = Thresholds(**{**THRESHOLDS, "back": 0.4})


def test_a_faint_back_is_doubtful_where_it_is_as_large_as_the_tiles():
    tiles = [(100 + 60 * n, 100, 54, 75, WHITE) for n in range(3)]
    image = picture((640, 480), *tiles, (400, 300, 54, 75, FAINT), (100, 300, 20, 24, FAINT))
    detector = Detector(BrightPatches(least=35), STRICT)
    assert len(detector.find(image)) == 3
    *sure, faint = detector.find(image, doubtful=True)
    assert [tile.is_sure for tile in sure] == [True] * 3
    assert (faint.is_sure, faint.is_back) == (False, True)
    assert faint.quad[0] == pytest.approx((400, 300), abs=1.6)


def test_a_faint_back_alone_does_not_keep_other_sizes_from_being_tried():
    net = BrightPatches(least=35)
    image = picture((2000, 1500), (800, 600, 200, 280, FAINT))
    assert Detector(net, STRICT).find(image, doubtful=True) == ()
    assert len(net.runs) == 3


def test_what_is_below_the_threshold_does_not_count():
    image = picture((640, 480), (100, 100, 54, 75, WHITE))
    lenient = Thresholds(**THRESHOLDS)
    strict = Thresholds(**{**THRESHOLDS, "face": 0.99})
    assert len(Detector(BrightPatches(), lenient).find(image)) == 1
    assert Detector(BrightPatches(), strict).find(image) == ()


def test_an_empty_picture_has_no_tiles_and_other_sizes_are_tried():
    net = BrightPatches()
    assert Detector(net).find(np.zeros((1500, 2000, 3), np.uint8)) == ()
    assert len(net.runs) == 3


@pytest.mark.parametrize("shape", [(4, 4), (4, 4, 4), (0, 5, 3)])
def test_what_is_no_picture_is_refused(shape):
    with pytest.raises(ValueError, match="uint8 RGB"):
        Detector(BrightPatches()).find(np.zeros(shape, np.uint8))
    with pytest.raises(ValueError, match="uint8 RGB"):
        Detector(BrightPatches()).find(np.zeros((4, 4, 3)))


def test_a_model_of_another_stride_is_refused():
    with pytest.raises(ValueError, match="stride is 8"):
        Detector(BrightPatches(stride="8"))

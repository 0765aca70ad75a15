"""Training of the detector: targets, loss, and a few steps on renders through to the ONNX file."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra rekje[train]")
pytest.importorskip("onnx", reason="the export needs the extra rekje[train]")
ort = pytest.importorskip("onnxruntime")

import torch

from rekje.datasets.jsonl import write_records
from rekje.datasets.records import (
    Corners,
    GroupKind,
    PictureRecord,
    Quad,
    Quality,
    TileGroup,
    TileLabel,
)
from rekje.models.training.common import TrainingError, TrainOptions, held_out
from rekje.models.training.detector_augment import _anchor, draw_view, take
from rekje.models.training.detector_batches import collate
from rekje.models.training.detector_choose import measure
from rekje.models.training.detector_loss import detector_loss
from rekje.models.training.detector_pictures import (
    Picture,
    _rare,
    photo_pictures,
    scene_pictures,
)
from rekje.models.training.detector_targets import apply, make_targets
from rekje.models.training.detector_train import train_detector
from rekje.models.training.quantise import quantise
from rekje.models.training.shrink import _ends
from rekje.scoring.tiles import Tile
from rekje.vision.detector import Detector
from rekje.vision.heatmap import find_peaks

SIZE = (256, 192)
THREE = Tile("3p")


def _turned(degrees: float, scale: float = 1.0, x: float = 0.0, y: float = 0.0) -> np.ndarray:
    cos, sin = (f(math.radians(degrees)) * scale for f in (math.cos, math.sin))
    return np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]])


def _picture(folder: Path, labels, **fields) -> Picture:
    record = PictureRecord("a.jpg", *SIZE, tuple(labels), complete=True, **fields)
    write_records(folder / "labels.jsonl", [record])
    return scene_pictures([folder])[0]


def _oracle(batch) -> torch.Tensor:
    """Return the output of a net that knows the targets."""
    out = torch.zeros(len(batch.image), 12, *batch.heat.shape[2:])
    out[:, :2] = torch.where(batch.heat >= 1, 12.0, -12.0)
    number, row, column = batch.cells.unbind(1)
    out[number, 2:, row, column] = batch.geometry
    return out


def _batch(targets):
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    return collate([image], [[(0, 0, targets)]])


def _doubly_turned(directions: torch.Tensor, degrees: float) -> torch.Tensor:
    turn = torch.tensor(_turned(2 * degrees)[:2, :2], dtype=torch.float32)
    return (directions.reshape(-1, 2, 2) @ turn.T).reshape(-1, 4)


@pytest.mark.parametrize("degrees", [0, 20, 45, 90, 133, 180, 300])
def test_the_targets_of_a_turned_crop_give_the_turned_tile_back(tmp_path, degrees):
    quad = Quad.of([(100, 60), (130, 62), (131, 104), (99, 102)])
    picture = _picture(tmp_path, [TileLabel(THREE, quad)])
    matrix = _turned(degrees, 1.2, 128, 96) @ _turned(0, 1, -115, -82)
    batch = _batch(make_targets(picture.tiles, matrix, SIZE))
    out = _oracle(batch)[0].permute(1, 2, 0).numpy()
    heat = 1 / (1 + np.exp(-out[..., :2]))
    peaks = find_peaks(heat, out[..., 2:], (0.5, 0.5))
    expected = apply(matrix, np.array(quad.corners))
    (found,) = peaks.corners
    gap = min(np.abs(np.roll(found, n, axis=0) - expected).max() for n in (0, 2))
    assert gap < 0.01
    _, parts = detector_loss(_oracle(batch), batch)
    assert {name: value for name, value in parts.items() if value > 1e-3}.keys() <= {"heat"}


@pytest.mark.parametrize("degrees", [0, 25, 45, 70, 180])
def test_the_upright_box_of_a_tilted_tile_accepts_that_tile_and_no_level_one(tmp_path, degrees):
    tile = apply(_turned(35, 1, 120, 90), np.array([[-15, -21], [15, -21], [15, 21], [-15, 21.0]]))
    box = Quad.from_box((*tile.min(axis=0), *tile.max(axis=0)))
    (tmp_path / "box").mkdir()
    (tmp_path / "tile").mkdir()
    boxed = _picture(tmp_path / "box", [TileLabel(THREE, box, corners=Corners.BOX)])
    exact = _picture(tmp_path / "tile", [TileLabel(THREE, Quad.of(tile))])
    matrix = _turned(degrees, 1.1, 128, 96) @ _turned(0, 1, -120, -90)
    known = _batch(make_targets(boxed.tiles, matrix, SIZE))
    truth = _batch(make_targets(exact.tiles, matrix, SIZE))
    assert known.outline.sum() == 0
    right = known.geometry.clone()
    right[:, 2:] = truth.geometry[0, 2:]
    level = known.geometry.clone()
    level[:, 2:] = truth.geometry[0, 2:]
    level[:, 4:8] = _doubly_turned(level[:, 4:8], -35)
    for geometry, low, high in ((right, 0, 0.01), (level, 0.4, 9)):
        out = _oracle(known)
        number, row, column = known.cells.unbind(1)
        out[number, 2:, row, column] = geometry
        _, parts = detector_loss(out, known)
        assert low <= parts["box"] <= high


def test_nothing_is_taught_where_labels_are_missing_or_wrong(tmp_path):
    labels = [
        TileLabel(THREE, Quad.from_box((20, 20, 50, 60)), corners=Corners.BOX),
        TileLabel(THREE, Quad.from_box((80, 20, 110, 60)), Quality.ESTIMATED, Corners.BOX),
        TileLabel(THREE, Quad.from_box((140, 20, 170, 60)), Quality.LOOSE, Corners.BOX),
        TileLabel(THREE, Quad.from_box((200, 20, 230, 60)), visible=0.1),
    ]
    picture = _picture(tmp_path, labels, ignore=((0.0, 0.0, 60.0, 192.0),))
    targets = make_targets(picture.tiles, np.eye(3), SIZE)
    face, back = targets.counts
    assert [int(face[10, column]) for column in (2, 8, 23, 38, 53)] == [0, 1, 0, 1, 0]
    assert back.sum() == (face * back).sum() > 0
    assert back[40, 40] == 0
    assert targets.heat[0].max(axis=0)[[8, 23, 38, 53]].tolist() == [1, 0, 1, 0]
    assert set(targets.cells[:, 1] // 15) == {0, 2}
    assert targets.box[targets.cells[:, 1] > 30].sum() == 0


def test_crops_show_the_tiles_where_the_targets_say(tmp_path):
    image = np.full((SIZE[1], SIZE[0], 3), 20, np.uint8)
    image[60:102, 100:130] = (250, 240, 230)
    import cv2

    cv2.imwrite(str(tmp_path / "a.jpg"), image[..., ::-1])
    picture = _picture(tmp_path, [TileLabel(THREE, Quad.from_box((100, 60, 130, 102)))])
    for seed in range(20):
        rng = np.random.default_rng(seed)
        view = draw_view(picture, rng, (160, 128))
        crop = take(picture, view, rng)
        corners = apply(view.matrix, picture.tiles.corners[0].astype(float))
        mask = np.zeros(crop.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners - 0.5).astype(np.int32), (1,))
        inner = cv2.erode(mask, np.ones((7, 7), np.uint8)) > 0
        assert inner.sum() == 0 or crop[inner].mean() > 200


def test_dev_photos_are_refused_and_the_ones_kept_apart_depend_on_names_only(tmp_path):
    with pytest.raises(TrainingError, match="measuring only"):
        photo_pictures(tmp_path / "dev.jsonl", apart=False)
    records = [PictureRecord("a.jpg", 9, 9, set="s", group=f"g{number}") for number in range(400)]
    assert 10 < sum(map(held_out, records)) < 50


@pytest.fixture(scope="module")
def options(tmp_path_factory) -> TrainOptions:
    folder = tmp_path_factory.mktemp("training")
    return TrainOptions(
        minutes=1, out=folder / "d.onnx", work=folder, render_count=6, workers=0, max_steps=3
    )


def test_a_few_steps_on_renders_give_a_model_that_runs_and_a_checkpoint_to_go_on_from(options):
    out = train_detector(options)
    assert out.stat().st_size < 4_000_000
    session = ort.InferenceSession(str(out), providers=["CPUExecutionProvider"])
    meta = session.get_modelmeta().custom_metadata_map
    assert (meta["schema"], meta["task"], meta["names"]) == ("1", "detector", '["face", "back"]')
    detector = Detector(session)
    folder = next(options.work.glob("detector-scenes-*"))
    score = measure(detector, scene_pictures([folder])[:2])
    assert score.tiles > 0
    with pytest.raises(ValueError, match="uint8 RGB"):
        detector.find(np.zeros((9, 9), np.uint8))


def test_a_model_in_8_bits_says_nearly_the_same_and_keeps_its_metadata(options):
    whole, small = options.out, options.work / "small.onnx"
    draw = np.random.default_rng(5)
    feeds = [{"pixels": draw.integers(0, 256, (1, 64, 96, 3), np.uint8)} for _ in range(4)]
    quantise(whole, small, feeds, _ends(whole))
    assert small.stat().st_size < whole.stat().st_size / 2
    sessions = [
        ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        for path in (whole, small)
    ]
    about = [session.get_modelmeta().custom_metadata_map for session in sessions]
    assert about[0] == about[1]
    (heat, _), (heat_small, _) = (session.run(None, feeds[0]) for session in sessions)
    assert np.abs(heat - heat_small).max() < 0.05


def test_ranges_are_not_taken_from_pictures_without_black_and_white(options):
    feeds = [{"pixels": np.full((1, 64, 96, 3), 90, np.uint8)}]
    with pytest.raises(TrainingError, match="black or white"):
        quantise(options.out, options.work / "grey.onnx", feeds)
    assert not (options.work / "grey.onnx").exists()


def test_tiles_that_lie_as_few_do_are_looked_at_more_often(tmp_path):
    labels = [
        TileLabel(THREE, Quad.of([(x, 9), (x + 20, 9), (x + 20, 39), (x, 39)]), group=0)
        for x in (10, 110, 210)
    ]
    group = TileGroup(GroupKind.PUNG, True, (THREE,) * 3, (0, 1, 2), turned=(2,))
    tiles = _picture(tmp_path, labels, groups=(group,))
    assert tiles.tiles.rare.tolist() == [False, False, True]
    down = replace(group, turned=(), tiles=(Tile.BACK, THREE, THREE), face_down=(0,))
    assert _rare(_picture(tmp_path, labels, groups=(down,)).record).tolist() == [True, False, False]
    apart = TileGroup(GroupKind.WINNING, None, (THREE,), (0,))
    one = [replace(label, group=None) for label in labels[1:]]
    won = _picture(tmp_path, [labels[0], *one], groups=(apart,))
    assert won.tiles.rare.tolist() == [True, False, False]
    rng = np.random.default_rng(3)
    seen = [_anchor(tiles, rng)[0][0] > 200 for _ in range(400)]
    assert 0.58 < np.mean(seen) < 0.75


def test_training_resumes_where_it_stopped(options):
    train_detector(replace(options, resume=True, max_steps=4))
    lines = (options.work / "detector-log.jsonl").read_text().splitlines()
    assert '"step": 3' in lines[-2]
    assert '"steps": 4' in lines[-1]
    with pytest.raises(TrainingError, match="no checkpoint"):
        train_detector(replace(options, resume=True, work=options.work / "other",
                               scenes=(next(options.work.glob("detector-scenes-*")),)))  # fmt: skip

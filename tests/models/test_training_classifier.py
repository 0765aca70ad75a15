"""The classifier's training: that it runs, learns, exports, and treats its data as it should."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is missing: pip install 'rekje[train]'")
pytest.importorskip("onnx", reason="onnx is missing: pip install 'rekje[train]'")
ort = pytest.importorskip("onnxruntime", reason="onnxruntime is missing")

from rekje.datasets.errors import LabelError
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
from rekje.models.metadata import CLASSIFIER_NAMES, Metadata
from rekje.models.training import classifier_data
from rekje.models.training.classifier_augment import Augment, augmented, view
from rekje.models.training.classifier_crops import (
    CONTEXT,
    NO_FACE,
    NO_TILE,
    SIDE_PX,
    Crop,
    read_crops,
    write_shard,
)
from rekje.models.training.classifier_cut import CutOptions, cut_picture
from rekje.models.training.classifier_data import (
    Mixture,
    Sampler,
    batches,
    draw_batch,
)
from rekje.models.training.classifier_export import PARITY, parity
from rekje.models.training.classifier_loop import ClassifierRun, classifier_loss
from rekje.models.training.classifier_measure import fit_temperature, reject_threshold
from rekje.models.training.classifier_net import FIRST_BLOCK
from rekje.models.training.classifier_outlines import outlined
from rekje.models.training.classifier_sources import photo_crops, scene_crops
from rekje.models.training.classifier_train import train_classifier
from rekje.models.training.common import TrainingError, TrainOptions
from rekje.models.training.exporting import FromBytes
from rekje.scoring.tiles import Tile
from rekje.vision.classifier import Classifier


def plain_crop(target: int, *, photo: bool = False, name: str = "a", turn: int = 0) -> Crop:
    image = np.full((SIDE_PX, SIDE_PX, 3), (target * 5) % 256, np.uint8)
    return Crop(image, target, turn, name, photo)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[TrainOptions, Path]:
    folder = tmp_path_factory.mktemp("classifier")
    options = TrainOptions(
        minutes=5,
        out=folder / "classifier.onnx",
        work=folder / "work",
        render_count=4,
        device="cpu",
        threads=1,
        workers=1,
        max_steps=3,
    )
    return options, train_classifier(options)


def test_trains_on_renders_and_exports(trained: tuple[TrainOptions, Path]) -> None:
    options, path = trained
    assert path == options.out
    assert path.stat().st_size < 4_000_000
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    metadata = Metadata.read(session.get_modelmeta().custom_metadata_map, str(path))
    assert metadata.names == CLASSIFIER_NAMES
    assert metadata.thresholds.keys() == {"temperature", "reject"}
    picture = np.full((100, 100, 3), 200, np.uint8)
    readings = Classifier(session).classify(picture, [((10, 10), (50, 10), (50, 70), (10, 70))] * 3)
    assert len(readings) == 3
    assert readings[0].probabilities.shape == (45,)
    lines = (options.work / "classifier-log.jsonl").read_text().splitlines()
    assert json.loads(lines[-1])["steps"] == 3


def test_onnx_says_what_torch_says(trained: tuple[TrainOptions, Path]) -> None:
    options, path = trained
    run = ClassifierRun.start(
        TrainOptions(minutes=1, out=path, work=options.work, device="cpu", resume=True)
    )
    assert run.step == 3
    assert parity(FromBytes(run.average.net, first=FIRST_BLOCK), path) <= PARITY
    with torch.no_grad():
        next(run.average.net.parameters()).add_(0.05)
    assert parity(FromBytes(run.average.net, first=FIRST_BLOCK), path) > PARITY


def test_resumes_and_refuses_a_foreign_checkpoint(
    trained: tuple[TrainOptions, Path], tmp_path: Path
) -> None:
    options, _ = trained
    with pytest.raises(TrainingError, match="no checkpoint"):
        ClassifierRun.start(TrainOptions(minutes=1, out=tmp_path / "x", work=tmp_path, resume=True))
    state = torch.load(options.work / "classifier-last.pt", weights_only=True)
    torch.save({**state, "net": {}}, tmp_path / "classifier-last.pt")
    with pytest.raises(TrainingError, match="another net"):
        ClassifierRun.start(TrainOptions(minutes=1, out=tmp_path / "x", work=tmp_path, resume=True))


def test_learns_a_batch_by_heart(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    kinds = [
        Crop(rng.integers(0, 255, (SIDE_PX, SIDE_PX, 3), dtype=np.uint8), target, 0, "a", False)
        for target in range(8)
    ]
    write_shard(tmp_path / "renders-a", kinds)
    crops = read_crops(tmp_path)
    run = ClassifierRun.start(TrainOptions(minutes=9, out=tmp_path, work=tmp_path, device="cpu"))
    batch = draw_batch(crops, np.arange(8).repeat(2), Augment(), rng)
    costs = [run.learn(batch)[0] for _ in range(25)]
    assert costs[-1] < costs[0] * 0.7


def test_the_loss_allows_every_name_that_is_right() -> None:
    names = torch.zeros(1, 45)
    names[0, Tile.BACK.index] = 9.0
    turns, unknown = torch.zeros(1, 4), torch.tensor([-1])
    either, other = torch.zeros(2, 1, 45, dtype=torch.bool)
    either[0, [Tile.BACK.index, NO_TILE]] = True
    other[0, NO_TILE] = True
    assert classifier_loss(names, turns, either, unknown) < 1
    assert classifier_loss(names, turns, other, unknown) > 5
    # An unknown turn costs nothing; a wrong one does.
    turns[0, 1] = 9.0
    free = classifier_loss(names, turns, either, unknown)
    assert classifier_loss(names, turns, either, torch.tensor([2])) > free + 1


def test_turns_go_clockwise_and_nothing_is_mirrored() -> None:
    crop = np.random.default_rng(0).integers(0, 255, (SIDE_PX, SIDE_PX, 3), dtype=np.uint8)
    upright = view(crop, 0.1, 64).astype(int)
    for quarters in range(4):
        turned = view(crop, 0.1, 64, quarters)
        assert np.abs(np.rot90(upright, -quarters) - turned).max() <= 2


def test_augmentation_keeps_the_tile_in_sight() -> None:
    crop = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)
    inner = round(SIDE_PX * CONTEXT / (1 + 2 * CONTEXT))
    crop[inner : SIDE_PX - inner, inner : SIDE_PX - inner] = 200
    rng = np.random.default_rng(3)
    strong = Augment(margins=(0.15, 0.2), covered=0)
    for _ in range(60):
        image = augmented(crop, int(rng.integers(4)), 64, strong, rng)
        assert image.shape == (64, 64, 3)
        assert image[20:44, 20:44].mean() > image[:2].mean()


def picture(*labels: TileLabel, **changes: object) -> tuple[np.ndarray, PictureRecord]:
    image = np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    values: dict[str, Any] = {"source": "photo", "set": "a", "complete": True, "turn": 90}
    return image, PictureRecord("a.jpg", 400, 300, tuple(labels), **{**values, **changes})


def box(tile: str, x: float, quality: Quality = Quality.TIGHT) -> TileLabel:
    quad = Quad.from_box((x, 100, x + 40, 160))
    return TileLabel(Tile(tile), quad, quality=quality, corners=Corners.BOX)


def test_cuts_tiles_and_what_is_none() -> None:
    image, record = picture(box("3p", 20), box("7z", 60), box("1f", 100, Quality.PARTIAL))
    crops = list(cut_picture(image, record, CutOptions(1, 1, 1), np.random.default_rng(0)))
    targets = [crop.target for crop in crops]
    # The partial label is not cut: the ink that names the tile may lie outside.
    assert [t for t in targets if t < NO_TILE] == [Tile("3p").index, Tile("7z").index]
    assert targets.count(NO_TILE) == 4
    assert 1 <= targets.count(NO_FACE) <= 2
    assert all(crop.image.shape == (SIDE_PX, SIDE_PX, 3) for crop in crops)
    assert {crop.turn for crop in crops if crop.target < NO_TILE} == {1}


@pytest.mark.parametrize(("name", "turn"), [("home", 1), ("rmd-riichi-cased", -1)])
def test_a_photos_turn_holds_for_its_tiles_unless_they_lie_any_way(name: str, turn: int) -> None:
    image, record = picture(box("3p", 20), set=name)
    nothing = CutOptions(0, 0, 0)
    (crop,) = cut_picture(image, record, nothing, np.random.default_rng(0))
    assert crop.turn == turn


def test_labels_take_over_the_outlines_found() -> None:
    image, record = picture(box("3p", 20), box("7z", 60), ignore=((300, 0, 400, 300),))
    tilted = Quad(((22, 104), (58, 98), (62, 156), (24, 162)))
    sideways = Quad.from_box((60, 100, 100, 160)).turned(1)
    nowhere, ignored = Quad.from_box((200, 100, 240, 160)), Quad.from_box((320, 100, 360, 160))
    along = outlined(record, [nowhere, sideways, ignored, tilted])
    assert [label.quad for label in along.record.tiles] == [tilted, sideways]
    assert along.false_alarms == (nowhere,)
    assert not outlined(replace(record, complete=False), [nowhere]).false_alarms
    # Beyond a partial label its tile goes on; at the edge tiles are cut off and not labelled.
    _, partial = picture(box("1f", 150, Quality.PARTIAL))
    edge = Quad.from_box((2, 200, 42, 260))
    assert not outlined(partial, [nowhere, edge]).false_alarms
    nothing = CutOptions(0, 0, 0)
    crops = list(
        cut_picture(image, along.record, nothing, np.random.default_rng(0), along.false_alarms)
    )
    # The photo stands turned by one quarter; the second outline is already named that way.
    assert [(crop.target, crop.turn) for crop in crops] == [
        (Tile("3p").index, 1),
        (Tile("7z").index, 0),
        (NO_FACE, -1),
    ]


def test_an_outline_at_45_degrees_tells_no_turn() -> None:
    image, record = picture(box("3p", 20))
    corners = Quad(((40, 100), (70, 130), (40, 160), (10, 130)))
    label = replace(record.tiles[0], quad=corners, corners=Corners.OUTLINE)
    record = replace(record, tiles=(label,))
    (crop,) = cut_picture(image, record, CutOptions(0, 0, 0), np.random.default_rng(0))
    assert crop.turn == -1


def test_dev_is_never_trained_on(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="measuring"):
        next(photo_crops(tmp_path / "dev.jsonl"))


def test_shards_come_back_as_written(tmp_path: Path) -> None:
    write_shard(tmp_path / "renders-b", [plain_crop(3), plain_crop(NO_TILE, turn=-1)])
    write_shard(tmp_path / "photos-a", [plain_crop(7, photo=True, name="x", turn=2)])
    (tmp_path / "renders-c.npy").write_bytes(b"unfinished")
    crops = read_crops(tmp_path)
    assert crops.target.tolist() == [7, 3, NO_TILE]
    assert crops.turn.tolist() == [2, 0, -1]
    assert crops.only(crops.target == 3).image(0)[0, 0].tolist() == [15, 15, 15]
    assert len(read_crops(tmp_path / "none")) == 0


def test_batches_follow_the_mixture(tmp_path: Path) -> None:
    many = [plain_crop(t, photo=True, name="big") for t in range(34) for _ in range(9)]
    few = [plain_crop(t, photo=True, name="small") for t in range(34)]
    bonus = [plain_crop(Tile("1f").index, photo=True, name="small")]
    nothing = [plain_crop(NO_FACE, photo=True, turn=-1)]
    renders = [plain_crop(t) for t in range(44)]
    write_shard(tmp_path / "all", [*many, *few, *bonus, *nothing, *renders])
    crops = read_crops(tmp_path)
    picks = Sampler(crops, Mixture(photos=0.7, bonus=0.3)).draw(20_000, np.random.default_rng(0))
    target, photo = crops.target[picks], crops.photo[picks]
    assert photo.mean() == pytest.approx(0.7, abs=0.02)
    is_bonus = (target >= Tile("1f").index) & (target <= Tile("4q").index)
    assert is_bonus[photo].mean() == pytest.approx(0.3, abs=0.02)
    plain = photo & (target < 34)
    # A set nine times as large comes three times as often.
    assert (crops.set[picks][plain] == "big").mean() == pytest.approx(0.75, abs=0.04)


def test_a_photographed_season_takes_the_picture_of_another_and_keeps_its_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (next(t for t in Tile if t.code == code).index for code in ("1q", "4q"))
    # The second one lies upside down in its crop: its picture is above, its marks below.
    upside_down = plain_crop(second, photo=True, turn=2)
    upside_down.image[: SIDE_PX // 2] = 250
    write_shard(tmp_path / "photos", [plain_crop(first, photo=True), upside_down])
    monkeypatch.setattr(classifier_data, "_OTHER_PICTURE", 1.0)
    crops, rng = read_crops(tmp_path), np.random.default_rng(0)
    pictures = classifier_data.Pictures(crops)
    shown = {pictures.image(0, rng)[60, 48, 0] for _ in range(9)}
    assert shown == {first * 5, 250}
    assert (pictures.image(0, rng)[:30] == first * 5).all()


def test_batches_name_what_is_allowed_and_end_their_threads(tmp_path: Path) -> None:
    write_shard(tmp_path / "all", [plain_crop(NO_FACE, turn=-1), plain_crop(5, turn=1)])
    made = batches(read_crops(tmp_path), Mixture(), 16, seed=0, workers=2)
    batch = next(made)
    made.close()
    either = batch.allowed.sum(axis=1) == 2
    assert (batch.turns[either] == -1).all()
    assert batch.allowed[either][:, [Tile.BACK.index, NO_TILE]].all()
    assert (batch.turns[~either] >= 0).all()
    assert batch.allowed[~either][:, 5].all()


def test_what_breaks_in_a_thread_stops_the_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken crop")

    monkeypatch.setattr(classifier_data, "augmented", broken)
    write_shard(tmp_path / "all", [plain_crop(9)])
    with pytest.raises(RuntimeError, match="broken crop"):
        next(batches(read_crops(tmp_path), Mixture(), 4, seed=0))


def test_temperature_and_threshold() -> None:
    rng = np.random.default_rng(0)
    logits = rng.normal(0, 3, (3000, 45)).astype(np.float32)
    powers = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    truth = np.array([rng.choice(45, p=row / row.sum()) for row in powers.astype(float)])
    assert fit_temperature(logits, truth) == pytest.approx(1, abs=0.1)
    assert fit_temperature(logits / 2, truth) == pytest.approx(0.5, abs=0.06)
    assert 0.2 <= reject_threshold(logits, truth, 1.0) <= 0.9
    assert (fit_temperature(logits[:0], truth[:0]), reject_threshold(logits[:0], truth[:0], 1)) == (
        1.0,
        0.5,
    )


def test_what_the_detector_takes_for_a_face_in_a_scene_teaches_what_is_none(
    tmp_path: Path,
) -> None:
    there, nothing = Quad.from_box((10, 10, 40, 50)), Quad.from_box((120, 30, 150, 70))
    label = TileLabel(Tile("3p"), there, group=0)
    group = TileGroup(GroupKind.WINNING, None, (Tile("3p"),), (0,))
    record = PictureRecord(
        "a.png",
        200,
        100,
        (label,),
        source="render",
        groups=(group,),
        complete=True,
        backs_labelled=True,
    )
    write_records(tmp_path / "labels.jsonl", [record])
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((100, 200, 3), np.uint8))
    plain = Counter(crop.target for crop in scene_crops(tmp_path))
    found = Counter(crop.target for crop in scene_crops(tmp_path, lambda _: [there, nothing]))
    assert found - plain == {NO_TILE: 1}

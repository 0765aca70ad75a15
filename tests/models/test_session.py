"""The one door for models: what it opens, and what it refuses in one clear line."""

import hashlib
import json
from pathlib import Path

import pytest

from rekje.models import session
from rekje.models.errors import ModelError
from rekje.models.metadata import CLASSIFIER_NAMES, Task
from rekje.models.session import CPU_ONLY, default_threads, open_model, shipped_path
from rekje.scoring.tiles import Tile

from .tiny_models import FLOAT, SIDE, metadata_of, tiny_model


@pytest.mark.parametrize("task", ["detector", "classifier"])
def test_opens_a_model_and_reads_its_metadata(tmp_path: Path, task: str) -> None:
    path = tiny_model(tmp_path / "m.onnx", metadata_of(task))
    model = open_model(path, threads=1, task=Task(task))
    assert model.metadata.task is Task(task)
    assert model.metadata.input_size == (SIDE, SIDE)
    assert model.metadata.mean == (0.5, 0.5, 0.5)
    assert model.metadata.thresholds == {"face": 0.4}
    assert model.metadata.stride == (4 if task == "detector" else None)
    assert model.metadata.raw["train_commit"] == "0123abc"
    assert model.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (model.threads, model.providers) == (1, CPU_ONLY)
    assert model.session.get_session_options().intra_op_num_threads == 1
    assert model.size_bytes == path.stat().st_size
    assert model.load_ms > 0
    assert model.warm_up_ms > 0


def test_the_class_order_is_that_of_tile() -> None:
    assert CLASSIFIER_NAMES[:44] == tuple(tile.code for tile in Tile)
    assert CLASSIFIER_NAMES[44:] == ("not-a-tile",)


def test_numbers_stand_for_squares_and_for_all_channels(tmp_path: Path) -> None:
    metadata = metadata_of("classifier") | {"input_size": str(SIDE), "mean": "0", "std": "255"}
    model = open_model(tiny_model(tmp_path / "m.onnx", metadata), threads=1)
    assert model.metadata.input_size == (SIDE, SIDE)
    assert model.metadata.std == (255.0, 255.0, 255.0)


def test_a_network_that_takes_any_size(tmp_path: Path) -> None:
    path = tiny_model(tmp_path / "m.onnx", metadata_of("detector"), (1, "h", "w", 3))
    assert open_model(path, threads=1).metadata.input_size == (SIDE, SIDE)


SWAPPED = json.dumps([*CLASSIFIER_NAMES[1::-1], *CLASSIFIER_NAMES[2:]])


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"schema": "2"}, "schema: seen '2', expected '1'"),
        ({"schema": None}, "schema: seen nothing"),
        ({"task": "segmenter"}, "task: seen 'segmenter', expected detector or classifier"),
        ({"names": SWAPPED}, "names[0]: seen '2m', expected '1m'"),
        ({"names": json.dumps(CLASSIFIER_NAMES[:44])}, "seen 44 class names, expected 45"),
        ({"names": "1m,2m"}, "names: seen '1m,2m', expected JSON"),
        ({"names": '{"0": "1m"}'}, "expected a list of class names"),
        ({"input_size": "[64]"}, "input_size: seen [64], expected [height, width]"),
        ({"input_size": "[0, 64]"}, "input_size: seen [0, 64]"),
        ({"mean": "[0.5, 0.5]"}, "mean: seen [0.5, 0.5], expected three numbers"),
        ({"std": "[0, 1, 1]"}, "std: seen [0, 1, 1]"),
        ({"std": "[NaN, 1, 1]"}, "std: seen"),
        ({"layout": "NHWC BGR"}, "layout: seen 'NHWC BGR', expected 'NHWC RGB uint8'"),
        ({"thresholds": "0.5"}, "thresholds: seen 0.5, expected an object"),
        ({"license": None}, "license: seen nothing"),
    ],
)
def test_refuses_foreign_metadata(
    tmp_path: Path, changes: dict[str, str | None], says: str
) -> None:
    metadata = {
        key: value
        for key, value in (metadata_of("classifier") | changes).items()
        if value is not None
    }
    path = tiny_model(tmp_path / "m.onnx", metadata)
    with pytest.raises(ModelError) as caught:
        open_model(path, threads=1)
    assert says in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_detector_needs_a_stride(tmp_path: Path) -> None:
    path = tiny_model(tmp_path / "m.onnx", metadata_of("detector") | {"stride": "0"})
    with pytest.raises(ModelError, match="stride: seen 0"):
        open_model(path)


@pytest.mark.parametrize(
    ("shape", "says"),
    [
        (("n", SIDE, SIDE, 1), "expected one of bytes"),
        (("n", SIDE, 2 * SIDE, 3), "expected one of bytes"),
        (("n", SIDE * SIDE, 3), "expected one of bytes"),
    ],
)
def test_refuses_another_input(tmp_path: Path, shape: tuple[int | str, ...], says: str) -> None:
    path = tiny_model(tmp_path / "m.onnx", metadata_of("detector"), shape)
    with pytest.raises(ModelError, match=says):
        open_model(path)


def test_refuses_an_input_of_floats(tmp_path: Path) -> None:
    path = tiny_model(tmp_path / "m.onnx", metadata_of("detector"), kind=FLOAT)
    with pytest.raises(ModelError, match="tensor"):
        open_model(path)


def test_refuses_another_task(tmp_path: Path) -> None:
    path = tiny_model(tmp_path / "m.onnx", metadata_of("detector"))
    with pytest.raises(ModelError, match="is a detector, expected a classifier"):
        open_model(path, task=Task.CLASSIFIER)


def test_refuses_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no\.onnx: no such model; check the path"):
        open_model(tmp_path / "no.onnx")
    with pytest.raises(ModelError, match="directory"):
        open_model(tmp_path)


@pytest.mark.parametrize("content", [b"", b"\x00" * 99, b"<html>not found</html>"])
def test_refuses_what_is_no_model(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(content)
    with pytest.raises(ModelError, match="not a model that can be run") as caught:
        open_model(path)
    assert "\n" not in str(caught.value)


def test_refuses_a_truncated_model(tmp_path: Path) -> None:
    path = tiny_model(tmp_path / "m.onnx", metadata_of("detector"))
    path.write_bytes(path.read_bytes()[:80])
    with pytest.raises(ModelError):
        open_model(path)


def test_the_sha256_beside_it_must_be_right(tmp_path: Path) -> None:
    path = tiny_model(tmp_path / "m.onnx", metadata_of("detector"))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    sums = tmp_path / "SHA256SUMS"
    sums.write_text(f"{'0' * 64}  other.onnx\n{digest}  m.onnx\n")
    assert open_model(path).sha256 == digest
    sums.write_text(f"{'f' * 64} *m.onnx\n")
    with pytest.raises(ModelError, match="damaged: SHA-256"):
        open_model(path)


def test_a_shipped_model_must_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "shipped_path", lambda task: tmp_path / f"{task.value}.onnx")
    with pytest.raises(ModelError, match="no such model; reinstall rekje"):
        open_model("detector")
    path = tiny_model(tmp_path / "detector.onnx", metadata_of("detector"))
    with pytest.raises(ModelError, match="does not name it"):
        open_model("detector")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    (tmp_path / "SHA256SUMS").write_text(f"{digest}  detector.onnx\n")
    assert open_model("detector").path == path
    tiny_model(path, metadata_of("classifier"))
    (tmp_path / "SHA256SUMS").write_text(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  detector.onnx\n"
    )
    with pytest.raises(ModelError, match="is a classifier, expected a detector"):
        open_model("detector")


def test_threads_and_providers(tmp_path: Path) -> None:
    path = tiny_model(tmp_path / "m.onnx", metadata_of("detector"))
    assert 1 <= default_threads() <= 4
    assert open_model(path).threads == default_threads()
    with pytest.raises(ModelError, match="seen 0 threads"):
        open_model(path, threads=0)
    with pytest.raises(ModelError, match="NoSuchProvider is not in this onnxruntime"):
        open_model(path, providers=["NoSuchProvider"])


def test_shipped_models_lie_beside_the_loader() -> None:
    assert shipped_path(Task.DETECTOR).name == "detector.onnx"
    assert shipped_path(Task.DETECTOR).parent.name == "models"

"""The shipped models still read a fixed part of the photos as well as the model card says."""

from pathlib import Path

import pytest

from rekje.datasets.formats import ReadResult
from rekje.datasets.photos import read_photos
from rekje.models.errors import ModelError
from rekje.models.evaluation.pipeline import Pipeline, pipeline_of
from rekje.models.evaluation.results import falls_short, read_results
from rekje.models.evaluation.run import evaluate_photos, part_of
from rekje.models.metadata import Task
from rekje.models.session import Model, open_model, shipped_path

ROOT = Path(__file__).resolve().parents[2]
PHOTOS = ROOT.parent / "shared" / "photos"
RESULTS = ROOT / "models" / "results.json"


@pytest.fixture(scope="module")
def models() -> tuple[Model, Model]:
    for task in Task:
        if not shipped_path(task).is_file():
            pytest.skip(f"models/{task.value}.onnx is not there yet")
    return open_model("detector"), open_model("classifier")


@pytest.fixture(scope="module")
def stated() -> dict[str, object]:
    if not RESULTS.is_file():
        pytest.skip("models/results.json is not there yet")
    return read_results(RESULTS)


def test_the_results_are_those_of_the_shipped_models(
    models: tuple[Model, Model], stated: dict[str, dict[str, dict[str, str]]]
) -> None:
    for model in models:
        assert stated["models"][model.metadata.task.value]["sha256"] == model.sha256


def test_a_part_of_dev_reads_as_well_as_stated(
    models: tuple[Model, Model], stated: dict[str, dict[str, int]]
) -> None:
    if not (PHOTOS / "dev.jsonl").is_file():
        pytest.skip("the shared photos are not beside this repository")
    labels = ReadResult(tuple(read_photos(PHOTOS / "dev.jsonl")), PHOTOS / "dev")
    part = part_of(labels, stated["part"]["every"])
    photos = evaluate_photos(part, pipeline_of(*models))
    assert falls_short(stated["part"], photos) == []


def test_a_model_is_small_enough_to_ship(models: tuple[Model, Model]) -> None:
    most = 4_000_000
    assert all(model.size_bytes < most for model in models)


def test_the_pipeline_needs_both(models: tuple[Model, Model]) -> None:
    assert isinstance(pipeline_of(*models), Pipeline)
    with pytest.raises(ModelError):
        open_model(models[0].path, task=Task.CLASSIFIER)

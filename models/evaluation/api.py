"""Evaluate the two models on a label file: one call for the command and for programs."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...datasets.convert import load_labels
from ...datasets.files import staged_folder, write_text
from ...datasets.formats import ReadOptions, ReadResult
from ..metadata import Task
from ..reading import reader_of
from ..session import Model, default_threads, open_model
from .hands import Hands, curve, evaluate_hands
from .pipeline import Pipeline, pipeline_of
from .report import Evaluation
from .results import results_json
from .run import Progress, evaluate_photos, part_of, photo_pixels
from .sheets import draw_curve, draw_reliability, draw_sheets
from .timing import Timing, time_steps, timed_part
from .turns import Turned, evaluate_turns

__all__ = [
    "Plan",
    "Request",
    "evaluate_models",
    "evaluate_pipeline",
    "evaluate_whole_hands",
    "write_evaluation",
    "write_hands",
]

TIMED_THREADS = (1, 2)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured besides the reading itself."""

    threads: int
    turn_every: int = 5
    """Every so many-th photo is also read turned; 0 for none."""
    timed: bool = True
    """Whether photos are timed, with one thread and with two."""


@dataclass(frozen=True, slots=True)
class Request:
    """A label file, the models to read its photos with, and what to measure."""

    labels: Path
    """Labels in any format that `rekje datasets` reads, the shared photos' own too."""
    images: Path | None = None
    """Folder of the pictures, where it is not that of the labels."""
    detector: str | Path = "detector"
    classifier: str | Path = "classifier"
    threads: int | None = None
    every: int = 1
    """Only every so many-th photo is read."""
    turn_every: int = 5
    timed: bool = True


def evaluate_models(
    request: Request, progress: Progress | None = None
) -> tuple[Evaluation, ReadResult]:
    """Evaluate; also return the labels that were read.

    Raises `ModelError` for a model, `DatasetError` for labels and `EvaluationError` for photos.
    """
    threads = request.threads or default_threads()
    models = _open(request, threads)
    labels = load_labels(request.labels, options=ReadOptions(images=request.images))
    labels = part_of(labels, request.every)
    plan = Plan(threads, request.turn_every, request.timed)

    def pipeline_for(count: int) -> Pipeline:
        return pipeline_of(*(models if count == threads else _open(request, count)))

    evaluation = evaluate_pipeline(labels, pipeline_for, plan, progress)
    about = {model.metadata.task.value: _about(model) for model in models}
    return replace(evaluation, labels=request.labels.name, models=about), labels


def evaluate_pipeline(
    labels: ReadResult,
    pipeline_for: Callable[[int], Pipeline],
    plan: Plan,
    progress: Progress | None = None,
) -> Evaluation:
    """Read, turn and time with the pipeline that `pipeline_for` makes for a number of threads."""
    pipeline = pipeline_for(plan.threads)
    photos = evaluate_photos(labels, pipeline, progress)
    turned: list[Turned] = []
    if plan.turn_every:
        some = part_of(labels, plan.turn_every)
        turned = evaluate_turns(some, photos[:: plan.turn_every], pipeline, progress)
    timing = [_time(labels, pipeline_for, count) for count in TIMED_THREADS if plan.timed]
    return Evaluation(photos, turns=turned, timing=timing)


def evaluate_whole_hands(request: Request, progress: Progress | None = None) -> Hands:
    """Read whole hands, with the rules of the game, and compare with what a person read.

    Raises `ModelError` for a model, `DatasetError` for labels and `EvaluationError` for photos.
    """
    detector, classifier = _open(request, request.threads or default_threads())
    labels = load_labels(request.labels, options=ReadOptions(images=request.images))
    read = reader_of(detector, classifier).read
    hands = evaluate_hands(part_of(labels, request.every), read, progress)
    about = {model.metadata.task.value: _about(model) for model in (detector, classifier)}
    return replace(hands, name=request.labels.name, models=about)


def write_hands(hands: Hands, out: Path, *, overwrite: bool = False) -> None:
    """Write `hands.json` and `certain.png`, the curve of certain readings against wrong ones."""
    with staged_folder(out, overwrite=overwrite, ours=("hands.json", "certain.png")) as folder:
        text = json.dumps(hands.to_json(), indent=1, ensure_ascii=False)
        write_text(folder / "hands.json", [text, "\n"])
        draw_curve(curve(hands.outcomes), folder)


_WRITTEN = ("evaluation.json", "results.json", "reliability.png", "mistakes-*.png")


def write_evaluation(
    evaluation: Evaluation, images: Path, out: Path, *, overwrite: bool = False
) -> None:
    """Write `evaluation.json`, `results.json`, `reliability.png` and the sheets of mistakes."""
    with staged_folder(out, overwrite=overwrite, ours=_WRITTEN) as folder:
        for name, document in (
            ("evaluation.json", evaluation.to_json()),
            ("results.json", results_json(evaluation)),
        ):
            write_text(folder / name, [json.dumps(document, indent=1, ensure_ascii=False), "\n"])
        draw_reliability(evaluation.calibration, folder)
        draw_sheets(evaluation.mistakes, images, folder)


def _open(request: Request, threads: int) -> tuple[Model, Model]:
    return (
        open_model(request.detector, threads=threads, task=Task.DETECTOR),
        open_model(request.classifier, threads=threads, task=Task.CLASSIFIER),
    )


def _time(labels: ReadResult, pipeline_for: Callable[[int], Pipeline], threads: int) -> Timing:
    pictures = [photo_pixels(record, labels.images) for record in timed_part(labels.records)]
    pipeline = pipeline_for(threads)
    return time_steps({"find": pipeline.find, "read": pipeline.read}, pictures, threads)


def _about(model: Model) -> dict[str, Any]:
    return {
        "sha256": model.sha256,
        "size_bytes": model.size_bytes,
        "train_commit": model.metadata.train_commit,
        "data_sha256": model.metadata.data_sha256,
    }

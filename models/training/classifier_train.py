"""Trains the classifier: `rekje models train classifier` calls `train_classifier`."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from ...datasets.quads import Quad
from ...datasets.render.scene import RenderOptions
from ...scoring.tiles import Tile
from ...vision.detector import Detector
from ..metadata import Task
from ..session import open_model, shipped_path
from .classifier_crops import Crops, read_crops
from .classifier_data import Batch, Mixture, batches
from .classifier_export import export_classifier
from .classifier_loop import DECAY_FROM, LAST, ClassifierRun
from .classifier_measure import answers, fit_temperature, reject_threshold, shares
from .classifier_sources import (
    Finder,
    cut_outlines,
    cut_photos,
    cut_renders,
    cut_scenes,
    label_files,
)
from .common import Log, TrainingError, TrainOptions

__all__ = ["train_classifier"]

_BATCH = {"cpu": 128, "cuda": 512}
_REPORT_EVERY = 100
# Every so many steps: measure, save, and open crops that were cut meanwhile.
_SAVE_EVERY = 1000
_MOST_THREADS = 12
_BEFORE_DECAY = "classifier-before-decay.pt"


def train_classifier(options: TrainOptions, *, apart: tuple[str, ...] = ()) -> Path:
    """Train for the time given and write the ONNX file; returns its path.

    Crops are cut into `options.work`/crops first; shards that lie there already are taken as
    they are. `apart` names further sets that are only measured. Checkpoints and the log lie in
    `options.work`; `classifier-before-decay.pt`, copied to `classifier-last.pt`, is where a
    longer run with `resume` goes on.
    """
    options.work.mkdir(parents=True, exist_ok=True)
    log = Log(options.work / "classifier-log.jsonl")
    cv2.setNumThreads(1)
    folder = options.work / "crops"
    _prepare(options, folder)
    run = ClassifierRun.start(options)
    log(device=str(run.device), step=run.step)
    _loop(run, options, folder, apart, log)
    _, held, unseen = _split(read_crops(folder), apart)
    export_classifier(run.average.net, options, _thresholds(run, held, unseen, log))
    log(written=str(options.out), steps=run.step, minutes=run.clock.elapsed_s / 60)
    return options.out


def _prepare(options: TrainOptions, folder: Path) -> None:
    """Cut whatever crops are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for labels in label_files(options.photos):
        if not (folder / f"photos-{labels.stem}.npz").exists():
            cut_photos(labels, folder)
    find = _finder(options)
    photos = options.photos
    if photos is not None and find and not (folder / f"outlines-{photos.stem}.npz").exists():
        cut_outlines(photos, find, folder)
    for scenes in options.scenes:
        if not (folder / f"renders-{scenes.name}.npz").exists():
            cut_scenes(scenes, folder, find)
    if not any(folder.glob("renders-*.npz")):
        render = RenderOptions(art=options.art)
        workers = options.workers if options.workers is not None else os.cpu_count() or 1
        cut_renders(options.seed, render, folder, options.render_count, workers)


def _finder(options: TrainOptions) -> Finder | None:
    """Return the shipped detector, once there is one: all outlines that it will show."""
    if not shipped_path(Task.DETECTOR).exists():
        return None
    detector = Detector(open_model(Task.DETECTOR.value, threads=options.threads).session)

    def outlines(image: NDArray[np.uint8]) -> list[Quad]:
        return [Quad.of(tile.quad) for tile in detector.find(image, doubtful=True)]

    return outlines


def _split(crops: Crops, apart: tuple[str, ...]) -> tuple[Crops, Crops, NDArray[np.bool_]]:
    """Return the crops to train on, those to measure, and which of those are of unseen sets."""
    extra = np.isin(crops.set, apart)
    held = crops.only((crops.held | extra) & (crops.target < len(Tile)))
    train = crops.only(~(crops.held | extra))
    if not len(train):
        raise TrainingError("no crops to train on: give --photos, or let scenes be rendered")
    return train, held, ~np.isin(held.set, np.unique(train.set))


def _loop(
    run: ClassifierRun, options: TrainOptions, folder: Path, apart: tuple[str, ...], log: Log
) -> None:
    threads = options.workers if options.workers is not None else (os.cpu_count() or 2) - 1
    size = _BATCH.get(run.device.torch.type, _BATCH["cpu"])
    decaying = run.clock.progress >= DECAY_FROM
    while run.clock.progress < 1 and run.step != options.max_steps:
        train, held, unseen = _split(read_crops(folder), apart)
        log(crops=len(train), photos=int(train.photo.sum()), held=len(held))
        seed = options.seed * 1_000_003 + run.step
        workers = max(1, min(threads, _MOST_THREADS)) if run.device.torch.type != "cpu" else 1
        made = batches(train, Mixture(), size, seed=seed, workers=workers)
        with closing(made):
            _steps(run, made, options, log)
        run.save(options.work / LAST)
        if not decaying and run.clock.progress >= DECAY_FROM:
            run.save(options.work / _BEFORE_DECAY)
            decaying = True
        if len(held):
            log(step=run.step, **shares(answers(run.average.net, held, run.device), unseen))


def _steps(run: ClassifierRun, made: Iterator[Batch], options: TrainOptions, log: Log) -> None:
    """Learn until it is time to measure and save."""
    before_decay = run.clock.progress < DECAY_FROM
    costs: list[tuple[float, float]] = []
    for batch in made:
        costs.append(run.learn(batch))
        if len(costs) % _REPORT_EVERY == 0:
            loss, right = (float(value) for value in np.mean(costs[-_REPORT_EVERY:], axis=0))
            minutes = run.clock.elapsed_s / 60
            log(step=run.step, minutes=round(minutes, 2), loss=loss, right=right)
        over = run.clock.progress >= 1 or run.step == options.max_steps
        if over or (before_decay and run.clock.progress >= DECAY_FROM):
            return
        if len(costs) >= _SAVE_EVERY:
            return


def _thresholds(
    run: ClassifierRun, held: Crops, unseen: NDArray[np.bool_], log: Log
) -> dict[str, float]:
    """Fit temperature and reject threshold on photos kept apart, best those of unseen sets."""
    if not len(held):
        return {"temperature": 1.0, "reject": 0.5}
    said = answers(run.average.net, held, run.device)
    log(step=run.step, **shares(said, unseen))
    chosen = unseen if unseen.sum() >= 100 else np.ones(len(held), np.bool_)
    names, target = said.names[chosen], held.target[chosen]
    temperature = fit_temperature(names, target)
    return {"temperature": temperature, "reject": reject_threshold(names, target, temperature)}

"""Trains the detector: `rekje models train detector` calls `train_detector`."""

import itertools
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import onnxruntime as ort  # type: ignore[import-untyped]
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from ...datasets.render.dataset import Run, write_dataset
from ...datasets.render.scene import RenderOptions
from ...vision.detector import Detector
from .common import (
    MEAN,
    STD,
    Average,
    Clock,
    Log,
    TrainingRun,
    TrainOptions,
    choose_device,
    weight_groups,
)
from .detector_batches import Batch, Batches, Mixture
from .detector_choose import choose_thresholds
from .detector_export import export_detector, write_thresholds
from .detector_loss import detector_loss
from .detector_net import DetectorNet
from .detector_pictures import Picture, photo_pictures, scene_pictures

__all__ = ["DetectorRun", "train_detector", "tune_detector"]

_BATCH, _BATCH_ON_GPU = 8, 32
"""Small on processors, where steps are what an hour is short of."""
_RATE, _LAST_RATE = 2e-3, 2e-5
"""Learning rates at the start and at the end, for either size of batch."""
_DECAY_WEIGHTS = 1e-4
_WARM_UP_STEPS = 100
# The learning rate falls in the last part of the time; a longer run branches from before that.
_DECAY_FROM = 0.65
_AVERAGE = 0.998
_LONGEST_GRADIENT = 8.0
_REPORT_EVERY, _SAVE_EVERY = 50, 200
_SCENE_SIZE = (768, 576)
_MOST_WORKERS = 12
_TUNED_ON_SCENES = 60
_LAST, _BEFORE_DECAY = "detector-last.pt", "detector-before-decay.pt"


@dataclass(slots=True)
class DetectorRun(TrainingRun):
    """A training of the detector under way."""

    net: DetectorNet

    @classmethod
    def start(cls, options: TrainOptions) -> "DetectorRun":
        """Begin, or go on from the last checkpoint."""
        torch.manual_seed(options.seed)
        device = choose_device(options.device, options.threads)
        net = DetectorNet().to(device.torch)
        net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        optimiser = torch.optim.AdamW(weight_groups(net, _DECAY_WEIGHTS), lr=_RATE)
        run = cls(net, Average(net, _AVERAGE), optimiser, device, Clock(options.minutes))
        if options.resume:
            run.restore(options.work / _LAST)
        return run

    def learn(self, batch: Batch) -> dict[str, float]:
        """Take one step and return the parts of the loss."""
        rate = _rate(self.step, self.clock.progress)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        batch = batch.to(self.device.torch)
        self.net.train()
        with self.device.autocast():
            out: Tensor = self.net((batch.image.float() - MEAN) / STD)
        loss, parts = detector_loss(out.float(), batch)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.net.parameters(), _LONGEST_GRADIENT)
        self.optimiser.step()
        self.average.update(self.net)
        self.step += 1
        return {"loss": float(loss.detach()), **parts}


def train_detector(options: TrainOptions) -> Path:
    """Train for the time given and write the ONNX file; returns its path.

    Checkpoints and the log lie in `options.work`. The one from before the learning rate falls
    stays there as `detector-before-decay.pt`: copied to `detector-last.pt`, a longer run with
    `resume` goes on from it.
    """
    options.work.mkdir(parents=True, exist_ok=True)
    log = Log(options.work / "detector-log.jsonl")
    cv2.setNumThreads(1)
    folders = options.scenes or (_render(options),)
    photos = photo_pictures(options.photos, apart=False) if options.photos else []
    run = DetectorRun.start(options)
    mixture = Mixture(photos, scene_pictures(folders))
    log(photos=len(photos), scenes=len(mixture.scenes), device=str(run.device), step=run.step)
    _loop(run, _loader(mixture, options, run), options, log)
    export_detector(run.average.net, options)
    if options.photos:
        apart = photo_pictures(options.photos, apart=True)
        log(**tune_detector(options.out, apart, mixture.scenes))
    log(written=str(options.out), steps=run.step, minutes=run.clock.elapsed_s / 60)
    return options.out


def tune_detector(
    path: Path, photos: Sequence[Picture], scenes: Sequence[Picture]
) -> dict[str, float]:
    """Choose the thresholds of a model, write them into it and return them by name.

    On photos kept apart; for backs, which photos do not label, on some renders.
    """
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    backs = [scene for scene in scenes if (scene.tiles.kind == 1).any()]
    chosen = choose_thresholds(Detector(session), photos, backs[:_TUNED_ON_SCENES])
    write_thresholds(path, chosen)
    return asdict(chosen)


def _loop(run: DetectorRun, batches: Iterator[Batch], options: TrainOptions, log: Log) -> None:
    last = options.work / _LAST
    sums: dict[str, float] = {}
    decaying = run.clock.progress >= _DECAY_FROM
    for number in itertools.count(1):
        if run.clock.progress >= 1 or run.step == options.max_steps:
            break
        if not decaying and run.clock.progress >= _DECAY_FROM:
            run.save(options.work / _BEFORE_DECAY)
            decaying = True
        for name, value in run.learn(next(batches)).items():
            sums[name] = sums.get(name, 0.0) + value
        if number % _REPORT_EVERY == 0:
            means = {name: round(value / _REPORT_EVERY, 4) for name, value in sums.items()}
            log(step=run.step, minutes=round(run.clock.elapsed_s / 60, 2), **means)
            sums.clear()
        if number % _SAVE_EVERY == 0:
            run.save(last)
    run.save(last)


def _rate(step: int, progress: float) -> float:
    """Return the learning rate: warm-up, constant, then half a cosine down."""
    rate = _RATE * min(1.0, (step + 1) / _WARM_UP_STEPS)
    if progress <= _DECAY_FROM:
        return rate
    share = (1 + math.cos(math.pi * (progress - _DECAY_FROM) / (1 - _DECAY_FROM))) / 2
    return _LAST_RATE + (rate - _LAST_RATE) * share


def _loader(mixture: Mixture, options: TrainOptions, run: DetectorRun) -> Iterator[Batch]:
    size = _BATCH if run.device.torch.type == "cpu" else _BATCH_ON_GPU
    batches = Batches(mixture, size, options.seed * 1_000_003 + run.step)
    workers = _spare_processors() if options.workers is None else options.workers
    if workers < 1:
        return iter(batches)
    return iter(DataLoader(batches, batch_size=None, num_workers=workers, prefetch_factor=4))


def _spare_processors() -> int:
    """Return how many processes may prepare pictures: none where the training needs them all."""
    count = os.cpu_count() or 1
    return 0 if count <= 2 else min(count - 1, _MOST_WORKERS)


def _render(options: TrainOptions) -> Path:
    """Render the scenes of a run once; a later run with the same folder takes them as they are."""
    folder = options.work / f"detector-scenes-{options.seed}-{options.render_count}"
    if folder.is_dir():
        return folder
    # No tiles cut from photos: those kept apart would be among them.
    chosen = RenderOptions(size_px=_SCENE_SIZE, art=options.art)
    workers = max(1, _spare_processors() if options.workers is None else options.workers)
    write_dataset(folder, Run(options.seed, options.render_count, chosen, workers))
    return folder

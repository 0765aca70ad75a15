"""What both trainings share: options, device, precision, averages, checkpoints, held-out photos."""

import copy
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from ...datasets.records import PictureRecord
from ...scoring.errors import RekjeError

__all__ = [
    "Average",
    "Clock",
    "Device",
    "Log",
    "TrainOptions",
    "TrainingError",
    "TrainingRun",
    "choose_device",
    "convolution",
    "data_sha256",
    "held_out",
    "load_checkpoint",
    "save_checkpoint",
    "train_commit",
    "weight_groups",
]

# Photos of these sets are never trained on: they measure sets that training has not seen.
_HELD_OUT_SETS = frozenset({"rmd-families"})
# Each picture found on the web shows a set of its own; one in so many is held out.
_WEB_SETS, _WEB_SHARE = ("web-", "rmd-web-"), 3
# So many in a hundred of the other photos are held out, whole groups at a time.
_HELD_OUT_PERCENT = 7


class TrainingError(RekjeError):
    """A training that cannot start or go on: no data, no such device, a checkpoint of another."""


MEAN, STD = 127.5, 64.0
"""A pixel v of 0 to 255 goes in as (v - MEAN) / STD, the same for R, G and B."""


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """What `rekje models train` says; both trainings take the same."""

    minutes: float
    """Time for the training steps; making the data and the export come on top."""
    out: Path
    """The ONNX file to write."""
    work: Path
    """Folder for checkpoints, the log and rendered pictures; made when it is not there."""
    photos: Path | None = None
    """A label file of photos such as `photos/train.jsonl`; None trains on renders only."""
    art: Path | None = None
    """A folder of artwork folders for the renders."""
    scenes: tuple[Path, ...] = ()
    """Folders that `rekje datasets render` wrote; without any, scenes are rendered first."""
    render_count: int = 4000
    """How many pictures to render first when there are none."""
    device: str = "auto"
    """`auto`, `cpu`, or what torch calls a device, such as `cuda:0`."""
    threads: int | None = None
    """Threads of torch on a processor; None for one for each processor allowed."""
    workers: int | None = None
    """Processes that prepare pictures; None for what the machine has beside the training."""
    seed: int = 0
    resume: bool = False
    """Go on from the last checkpoint in `work`."""
    max_steps: int | None = None
    """End after so many steps, whatever the time; for tests."""


@dataclass(frozen=True, slots=True)
class Device:
    """Where the training runs, and whether in bfloat16."""

    torch: torch.device
    bfloat16: bool

    def autocast(self) -> AbstractContextManager[Any]:
        """Return the context in which the net's forward pass runs."""
        if not self.bfloat16:
            return nullcontext()
        return torch.autocast(self.torch.type, dtype=torch.bfloat16)

    def __str__(self) -> str:
        return f"{self.torch} in {'bfloat16' if self.bfloat16 else 'float32'}"


def choose_device(wanted: str, threads: int | None = None) -> Device:
    """Choose the device, and bfloat16 where it makes it faster; sets the number of threads.

    On a processor that is where it multiplies bfloat16 natively (AMX or AVX512-BF16): elsewhere
    torch would emulate it slowly.
    """
    if threads is not None:
        torch.set_num_threads(threads)
    name = ("cuda" if torch.cuda.is_available() else "cpu") if wanted == "auto" else wanted
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise TrainingError(f"--device {wanted}: cannot be used ({error}); try auto") from error
    if device.type == "cpu":
        return Device(device, bfloat16=_fast_bfloat16_on_cpu())
    bfloat16 = device.type == "cuda" and torch.cuda.is_bf16_supported()
    return Device(device, bfloat16=bfloat16)


def _fast_bfloat16_on_cpu() -> bool:
    probes = ("_is_amx_tile_supported", "_is_avx512_bf16_supported")
    return any(getattr(torch.cpu, probe, bool)() for probe in probes)


class Average:
    """The exponential moving average of a net's weights and statistics: what is exported."""

    def __init__(self, net: nn.Module, decay: float) -> None:
        self.net = copy.deepcopy(net).eval().requires_grad_(False)
        self._decay = decay
        self._updates = 0

    @torch.no_grad()
    def update(self, net: nn.Module) -> None:
        """Take in the net's present weights; the first ones count for more."""
        self._updates += 1
        keep = min(self._decay, (1 + self._updates) / (10 + self._updates))
        for mean, new in zip(
            self.net.state_dict().values(), net.state_dict().values(), strict=True
        ):
            if mean.dtype.is_floating_point:
                mean.lerp_(new, 1 - keep)
            else:
                mean.copy_(new)

    def state_dict(self) -> dict[str, Any]:
        """Return what `load_state_dict` takes."""
        return {"net": self.net.state_dict(), "updates": self._updates}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Go on from a state."""
        self.net.load_state_dict(state["net"])
        self._updates = int(state["updates"])


@dataclass(slots=True)
class Clock:
    """The time a training may take and has taken, earlier runs that it resumes included."""

    minutes: float
    taken_s: float = 0.0
    _since: float = field(default_factory=time.monotonic)

    @property
    def elapsed_s(self) -> float:
        """Return the seconds trained so far."""
        return self.taken_s + time.monotonic() - self._since

    @property
    def progress(self) -> float:
        """Return the share of the time that is over, 0 to 1."""
        return min(1.0, self.elapsed_s / max(self.minutes * 60, 1e-9))


class Log:
    """Lines of JSON, one a report, in a file and, unless quiet, as text for a person."""

    def __init__(self, path: Path, *, echo: bool = True) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._echo = echo

    def __call__(self, **values: Any) -> None:
        """Write one line."""
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(values) + "\n")
        if self._echo:
            words = (f"{key}={_readable(value)}" for key, value in values.items())
            print(*words, file=sys.stderr, flush=True)


def _readable(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def save_checkpoint(path: Path, state: Mapping[str, Any]) -> None:
    """Write a checkpoint beside its place and rename it: it is whole or not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.part")
    torch.save(dict(state), beside)
    beside.replace(path)


def load_checkpoint(path: Path, device: torch.device) -> dict[str, Any]:
    """Read a checkpoint as `save_checkpoint` wrote it."""
    if not path.is_file():
        raise TrainingError(f"{path}: no checkpoint to resume from; start without --resume")
    try:
        return dict(torch.load(path, map_location=device, weights_only=True))
    except (RuntimeError, OSError, ValueError) as error:
        raise TrainingError(f"{path}: cannot be read ({error}); start without --resume") from error


def convolution(inputs: int, outputs: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    """Return a convolution that keeps the size (over the stride), a batch norm and a ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def normalised(pixels: Tensor) -> Tensor:
    """Turn pixels (N, H, W, 3) of 8 bits into what nets take: (N, 3, H, W), channels last."""
    return (pixels.permute(0, 3, 1, 2).float() - MEAN) / STD


def weight_groups(net: nn.Module, decay: float) -> list[dict[str, object]]:
    """Return the parameters for an optimiser: weights decay, biases and norms do not."""
    weights = [value for value in net.parameters() if value.ndim > 1]
    others = [value for value in net.parameters() if value.ndim <= 1]
    return [{"params": weights, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]


@dataclass(slots=True)
class TrainingRun:
    """A training under way: what is learned, and everything needed to go on after a break."""

    net: nn.Module
    average: Average
    optimiser: torch.optim.Optimizer
    device: Device
    clock: Clock
    step: int = 0

    def save(self, path: Path) -> None:
        """Write everything needed to go on."""
        state = {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "elapsed_s": self.clock.elapsed_s,
        }
        save_checkpoint(path, state)

    def restore(self, path: Path) -> None:
        """Go on from a checkpoint.

        Raises:
            TrainingError: it cannot be read, or is one of another net.

        """
        state = load_checkpoint(path, self.device.torch)
        try:
            self.net.load_state_dict(state["net"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
        except (KeyError, RuntimeError, ValueError) as error:
            raise TrainingError(f"{path}: is a checkpoint of another net; start anew") from error
        self.step = int(state["step"])
        self.clock.taken_s = float(state["elapsed_s"])


def held_out(record: PictureRecord) -> bool:
    """Say whether a training photo is kept apart for choosing thresholds and checkpoints.

    It depends on the photo's names only, so both trainings keep the same ones apart: some whole
    sets, and some groups of the sets that are trained on.
    """
    if record.set in _HELD_OUT_SETS:
        return True
    if record.set.startswith(_WEB_SETS):
        return _hash(record.set) % _WEB_SHARE == 0
    return _hash(record.group) % 100 < _HELD_OUT_PERCENT


def _hash(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def data_sha256(files: Iterable[Path]) -> str:
    """Return the SHA-256 over the label files that were trained on, in the order of their names."""
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def train_commit() -> str:
    """Return the commit of the source that trains, "+" behind it when files were changed."""
    folder = Path(__file__).resolve().parent
    try:
        commit = _git(folder, "rev-parse", "--short=12", "HEAD")
        return commit + ("+" if _git(folder, "status", "--porcelain", "-uno", "--", ".") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", os.fspath(folder), *words], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()

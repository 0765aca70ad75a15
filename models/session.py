"""The one door for models: every ONNX file is opened, checked and warmed up here.

>>> from rekje.models.session import open_model  # doctest: +SKIP
>>> open_model("detector", threads=2).metadata.task  # doctest: +SKIP
<Task.DETECTOR: 'detector'>

A file that a `SHA256SUMS` beside it names must have that SHA-256; the shipped ones must be named.
`sha256sum *.onnx > SHA256SUMS` writes it.
"""

import hashlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

# ONNX Runtime comes without types.
import onnxruntime as ort  # type: ignore[import-untyped]  # has no types
from onnxruntime.capi import onnxruntime_pybind11_state as ort_state  # type: ignore[import-untyped]  # has no types

from .errors import ModelError
from .metadata import Metadata, Task

__all__ = ["CPU_ONLY", "SUMS", "Model", "default_threads", "open_model", "shipped_path"]

CPU_ONLY = ("CPUExecutionProvider",)
SUMS = "SHA256SUMS"
_MOST_THREADS = 4
"""The nets are too small to gain from more."""
_CHANNELS = 3
_BROKEN = (
    ort_state.Fail,
    ort_state.InvalidArgument,
    ort_state.InvalidGraph,
    ort_state.InvalidProtobuf,
    ort_state.NoModel,
    ort_state.NotImplemented,
    ort_state.RuntimeException,
)
"""What ONNX Runtime raises for a file that is no model, a broken one, or one too new for it."""
_REINSTALL = "reinstall rekje, or give the path of another model"


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """An open model, checked and warmed up."""

    path: Path
    session: ort.InferenceSession
    metadata: Metadata
    sha256: str
    providers: tuple[str, ...]
    """What runs it, most wanted first, as ONNX Runtime reports it."""
    threads: int
    size_bytes: int
    load_ms: float
    warm_up_ms: float
    """Time of the first run, on an empty picture."""


def open_model(
    name_or_path: str | Path,
    *,
    threads: int | None = None,
    task: Task | None = None,
    providers: Sequence[str] = CPU_ONLY,
) -> Model:
    """Open a shipped model by name ("detector", "classifier") or any other by its path.

    With `task` a model of another task is refused; a shipped name says its task by itself.
    Raises `ModelError` for a model that is missing, damaged, foreign or of another task.
    """
    shipped = _shipped_task(name_or_path)
    path = shipped_path(shipped) if shipped else Path(name_or_path)
    wanted = shipped or task
    start = time.perf_counter()
    content = _content(path, shipped=shipped is not None)
    sha256 = hashlib.sha256(content).hexdigest()
    _check_sum(path, sha256, must_be_listed=shipped is not None)
    count = threads if threads is not None else default_threads()
    session = _start(content, path, count, providers)
    raw = session.get_modelmeta().custom_metadata_map
    metadata = Metadata.read(raw, str(path))
    if wanted and metadata.task is not wanted:
        raise ModelError(
            f"{path}: is a {metadata.task.value}, expected a {wanted.value}; give the right file"
        )
    loaded = time.perf_counter()
    _warm_up(session, metadata, path)
    return Model(
        path=path,
        session=session,
        metadata=metadata,
        sha256=sha256,
        providers=tuple(session.get_providers()),
        threads=count,
        size_bytes=len(content),
        load_ms=(loaded - start) * 1e3,
        warm_up_ms=(time.perf_counter() - loaded) * 1e3,
    )


def shipped_path(task: Task) -> Path:
    """Return where the model of a task that comes with rekje lies."""
    return Path(__file__).parent / f"{task.value}.onnx"


def default_threads() -> int:
    """Return the processors this process may use, at most four.

    ONNX Runtime's own count knows nothing of the limits of a container.
    """
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        count = os.cpu_count() or 1
    return max(1, min(count, _MOST_THREADS))


def _shipped_task(name_or_path: str | Path) -> Task | None:
    names = {task.value: task for task in Task}
    return names.get(name_or_path) if isinstance(name_or_path, str) else None


def _content(path: Path, *, shipped: bool) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        what = "no such model" if isinstance(error, FileNotFoundError) else f"{error.strerror}"
        advice = _REINSTALL if shipped else "check the path"
        raise ModelError(f"{path}: {what}; {advice}") from error


def _check_sum(path: Path, sha256: str, *, must_be_listed: bool) -> None:
    """Compare with the line of the `SHA256SUMS` beside the model."""
    beside = path.with_name(SUMS)
    expected = _listed(beside).get(path.name)
    if expected is None and must_be_listed:
        raise ModelError(f"{path}: {beside} does not name it; {_REINSTALL}")
    if expected is not None and expected != sha256:
        raise ModelError(
            f"{path}: damaged: SHA-256 {sha256[:12]}…, expected {expected[:12]}…; {_REINSTALL}"
        )


def _listed(sums: Path) -> dict[str, str]:
    """Return the SHA-256 of each file name; `sha256sum` writes `digest  name` on each line."""
    try:
        lines = sums.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"{sums}: cannot be read ({error}); {_REINSTALL}") from error
    pairs = (line.split(maxsplit=1) for line in lines if len(line.split()) == 2)
    return {name.strip().lstrip("*"): digest.lower() for digest, name in pairs}


def _start(
    content: bytes, path: Path, threads: int, providers: Sequence[str]
) -> ort.InferenceSession:
    """Make the session, its threads and providers said outright."""
    if threads < 1:
        raise ModelError(f"{path}: seen {threads} threads, expected 1 or more")
    missing = [name for name in providers if name not in ort.get_available_providers()]
    if missing:
        there = ", ".join(ort.get_available_providers())
        raise ModelError(f"{path}: {missing[0]} is not in this onnxruntime; there are {there}")
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that wait by spinning slow down whatever else runs on the machine.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return ort.InferenceSession(content, options, providers=list(providers))
    except _BROKEN as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ModelError(
            f"{path}: not a model that can be run ({why[:100]}); {_REINSTALL}"
        ) from error


def _warm_up(session: ort.InferenceSession, metadata: Metadata, path: Path) -> None:
    """Compare the input of the graph with the metadata and run it once on nothing."""
    inputs = session.get_inputs()
    expected = (None, *metadata.input_size, _CHANNELS)
    shape: list[Any] = list(inputs[0].shape) if len(inputs) == 1 else []
    fits = len(shape) == len(expected) and all(
        want is None or not isinstance(have, int) or have == want
        for have, want in zip(shape, expected, strict=True)
    )
    if not fits or inputs[0].type != "tensor(uint8)":
        height, width = metadata.input_size
        raise ModelError(
            f"{path}: seen the input {[(item.shape, item.type) for item in inputs]}, expected one "
            f"of bytes [N, {height}, {width}, 3]; {_REINSTALL}"
        )
    batch = shape[0] if isinstance(shape[0], int) else 1
    empty = np.zeros((batch, *metadata.input_size, _CHANNELS), np.uint8)
    try:
        session.run(None, {inputs[0].name: empty})
    except _BROKEN as error:
        raise ModelError(f"{path}: cannot be run ({str(error)[:100]}); {_REINSTALL}") from error

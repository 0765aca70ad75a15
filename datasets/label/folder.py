"""The folder of a run: begun, gone on with, or replaced; one process writes it at a time."""

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, StrEnum
from pathlib import Path

from ..errors import DatasetError, OutputError
from ..files import refuse_output
from .entry import Settings
from .manifest import Manifest
from .outputs import BEGUN, MANIFEST, OURS, clear_leftovers
from .pieces import PieceStore
from .protocol import RunStoppedError

try:
    import fcntl
except ImportError:  # Windows has no such lock
    fcntl = None  # type: ignore[assignment]  # Windows has none

__all__ = ["MANIFEST", "Again", "Mode", "RunFolder", "alone", "open_folder", "stops_resumable"]

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Mode(Enum):
    """What happens to a folder that holds an earlier run."""

    NEW = "new"
    RESUME = "resume"
    OVERWRITE = "overwrite"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A folder that is open for a run."""

    out: Path
    manifest: Manifest
    pieces: PieceStore
    resumed: bool


@contextmanager
def open_folder(
    out: Path, settings: Settings, mode: Mode, inputs: Iterable[Path] = ()
) -> Iterator[RunFolder]:
    """Open the folder and keep others out.

    Raises `OutputError` for a folder that holds anything and that neither `RESUME` nor
    `OVERWRITE` allows to touch, for one with readings of other settings, and for one that
    another run is writing.
    """
    path = out / MANIFEST
    there = os.path.isfile(path)
    if there and not Manifest.is_one(path):
        raise OutputError(
            f"{path}: is no manifest of rekje label, so it is left alone; name another folder"
        )
    resumes = mode is Mode.RESUME and there
    if mode is Mode.NEW and there:
        raise OutputError(
            f"{out}: holds an earlier run; go on with it by --resume, or begin anew by --overwrite"
        )
    if not resumes:
        ours = OURS if there else BEGUN
        refuse_output(out, overwrite=mode is not Mode.NEW, ours=ours, inputs=inputs)
    Path(os.path.realpath(out)).mkdir(parents=True, exist_ok=True)
    with alone(out):
        clear_leftovers(out)
        manifest = Manifest.open(path) if resumes else _begin(out, settings)
        with manifest:
            differences = settings.differences(manifest.settings)
            if differences:
                raise OutputError(
                    f"{out}: was labelled with other settings ({differences}); give the same "
                    "ones, or begin anew by --overwrite"
                )
            yield RunFolder(out, manifest, PieceStore(out / ".pieces"), resumes)


class Again(StrEnum):
    """How to go on with what was stopped."""

    LABEL = "what was read is kept: go on with --resume"
    ACCEPT = "give the command again"
    MERGE = "give the command again with --overwrite"


@contextmanager
def stops_resumable(out: Path, again: Again = Again.LABEL) -> Iterator[None]:
    """Turn what the disk refuses into the one error that says how to go on."""
    try:
        yield
    except OSError as error:
        raise _stopped(out, error, again) from error
    except OutputError as error:
        if isinstance(error.__cause__, OSError):
            raise _stopped(out, error.__cause__, again) from error
        raise


def _stopped(out: Path, error: OSError, again: Again) -> DatasetError:
    begun = os.path.isfile(out / MANIFEST)
    if error.errno in _FULL:
        advice = again if begun else "give the command again"
        return RunStoppedError(f"{out}: the disk is full; make room; {advice}")
    reason = error.strerror or str(error)
    if begun:
        return RunStoppedError(f"{out}: cannot be written ({reason}); {again}")
    return OutputError(f"{out}: cannot be written ({reason}); name another folder for --out")


def _begin(out: Path, settings: Settings) -> Manifest:
    shutil.rmtree(out / ".pieces", ignore_errors=True)
    return Manifest.create(out / MANIFEST, settings)


@contextmanager
def alone(out: Path, *, reads: bool = False) -> Iterator[None]:
    """Hold the folder's lock; the system frees it however this process ends.

    Those who only read keep writers out, not each other, and write nothing.
    """
    lock = out / ".lock"
    if fcntl is None or (reads and not lock.is_file()):
        yield
        return
    with lock.open("r" if reads else "a") as stream:
        try:
            fcntl.flock(stream, (fcntl.LOCK_SH if reads else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OutputError(
                f"{out}: another run is writing this folder; wait for it or name another folder"
            ) from None
        except OSError:  # a disk of another machine may have no locks
            pass
        yield

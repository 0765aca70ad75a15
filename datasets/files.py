"""Files that are either whole or not there."""

import re
import secrets
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TextIO

from .errors import LabelFileError, OutputError

__all__ = [
    "atomic_text",
    "literal",
    "read_lines",
    "read_text",
    "refuse_output",
    "staged_folder",
    "write_text",
]

_SHORT = 40
"""Characters of a name that its temporary name repeats: at most 160 of the 255 bytes allowed."""


@contextmanager
def atomic_text(path: Path) -> Iterator[TextIO]:
    """Open a UTF-8 text file that takes its name only when the block ends well.

    It is written beside its place and renamed; after an error the old file, if any, is untouched.
    Missing folders are made. Lines end in a line feed on every system. What the disk refuses is
    an `OutputError`.
    """
    path = Path(path)
    with _writing(path):
        if path.is_dir():
            raise OutputError(f"{path}: is a folder; name a file")
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name[:_SHORT]}.{secrets.token_hex(4)}.part")
        try:
            with beside.open("x", encoding="utf-8", newline="\n") as stream:
                yield stream
            beside.replace(path)
        except BaseException:  # Ctrl-C too: nothing half-written stays
            beside.unlink(missing_ok=True)
            raise


@contextmanager
def staged_folder(
    folder: Path,
    *,
    overwrite: bool = False,
    ours: Iterable[str] | None = None,
    inputs: Iterable[Path] = (),
) -> Iterator[Path]:
    """Make a folder that takes its name only when the block ends well.

    The block fills a folder beside it. A folder that is there already and not empty is refused
    unless `overwrite`; then it is replaced as a whole, and only after the block ended well.
    Links are followed: the folder behind one is made or replaced. What the disk refuses, in the
    block too, is an `OutputError`.

    Args:
        folder: the folder to make.
        overwrite: whether to replace a folder of earlier output.
        ours: names of all files and folders that the caller ever writes directly in the folder
            (with `*` and `?`); a folder that holds anything else is not replaced. Without them
            it may hold what the block wrote this time, which is checked after the block.
        inputs: files and folders that are read; a folder that is or holds one is not replaced.

    """
    names = None if ours is None else tuple(ours)
    with _writing(folder):
        place = _resolved(folder)
        refuse_output(place, overwrite=overwrite, ours=names, inputs=inputs)
        place.parent.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(prefix=f".{place.name[:_SHORT]}.", dir=place.parent))
        try:
            fresh = stage / "new"
            fresh.mkdir()
            yield fresh
            wrote = [literal(path.name) for path in fresh.iterdir()]
            _refuse_foreign(place, wrote if names is None else [*names, *wrote])
            _put(fresh, place, stage / "old")
        finally:
            shutil.rmtree(stage, ignore_errors=True)


def refuse_output(
    folder: Path,
    *,
    overwrite: bool = False,
    ours: Iterable[str] | None = None,
    inputs: Iterable[Path] = (),
) -> None:
    """Raise the `OutputError` that `staged_folder` would raise before its block."""
    with _writing(folder):
        place = _resolved(folder)
        if not place.exists():
            return
        if not place.is_dir():
            raise OutputError(f"{folder}: is a file; name a folder")
        if Path.cwd().resolve().is_relative_to(place):
            raise OutputError(f"{folder}: is or holds the current folder; name another folder")
        for path in inputs:
            if _resolved(path).is_relative_to(place):
                raise OutputError(f"{folder}: holds the input {path}; name another folder")
        if any(place.iterdir()) and not overwrite:
            raise OutputError(f"{folder}: is not empty; name another folder or give --overwrite")
        if ours is not None:
            _refuse_foreign(place, ours)


def _refuse_foreign(folder: Path, ours: Iterable[str]) -> None:
    """Refuse to replace a folder that holds anything of another name."""
    names = tuple(ours)
    if not folder.exists():
        return
    for entry in sorted(folder.iterdir()):
        if not any(fnmatchcase(entry.name, name) for name in names):
            raise OutputError(
                f"{folder}: holds {entry.name!r}, which this command did not write, so it is not "
                "replaced; name another folder"
            )


def _put(fresh: Path, folder: Path, aside: Path) -> None:
    """Give the fresh folder its name; the old one comes back if that fails."""
    there = folder.exists()
    if there:
        folder.rename(aside)
    try:
        fresh.rename(folder)
    except OSError:
        if there:
            aside.rename(folder)
        raise


def _resolved(path: Path) -> Path:
    """Return the absolute path with links followed."""
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle, a NUL
        raise OutputError(f"{str(path)!r}: is no path ({error}); name another") from error


def literal(name: str) -> str:
    """Return the name as a pattern that only it matches."""
    return re.sub(r"([*?[])", r"[\1]", name)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn what the disk refuses into an `OutputError`."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(
            f"{path}: cannot be written ({reason}); name another place or make room"
        ) from error


def write_text(path: Path, parts: Iterable[str]) -> None:
    """Write the parts one after the other, all or nothing."""
    with atomic_text(path) as stream:
        stream.writelines(parts)


def read_text(path: Path) -> str:
    """Read a whole UTF-8 text; a leading byte order mark is dropped."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LabelFileError(
            path,
            None,
            None,
            seen=f"a byte at {error.start} that is no UTF-8",
            expected="UTF-8 text",
            advice="save the file as UTF-8, or check that it is a label file",
        ) from error
    except FileNotFoundError as error:
        raise LabelFileError(
            path, None, None, seen="no such file", expected="a label file", advice="check the path"
        ) from error
    except OSError as error:
        raise LabelFileError(
            path, None, None, seen=error.strerror or str(error), expected="a readable label file"
        ) from error


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, line) of a UTF-8 text, empty lines left out.

    Lines end at line feeds only: other separators may stand inside a JSON string.
    """
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            yield number, line

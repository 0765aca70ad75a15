"""Files that are either whole or not there."""

import secrets
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from .errors import LabelFileError, OutputError

__all__ = ["atomic_text", "read_lines", "read_text", "staged_folder", "write_text"]


@contextmanager
def atomic_text(path: Path) -> Iterator[TextIO]:
    """Open a UTF-8 text file that takes its name only when the block ends well.

    It is written beside its place and renamed; after an error the old file, if any, is untouched.
    Missing folders are made. Lines end in a line feed on every system.
    """
    path = Path(path)
    if path.is_dir():
        raise OutputError(f"{path}: is a folder; name a file")
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as stream:
            yield stream
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def staged_folder(folder: Path, *, overwrite: bool = False) -> Iterator[Path]:
    """Make a folder that takes its name only when the block ends well.

    The block fills a folder beside it. A folder that is there already and not empty is refused
    unless `overwrite`; then it is replaced as a whole, and only after the block ended well.
    """
    folder = Path(folder).absolute()
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: is a file; name a folder")
    if folder.exists() and any(folder.iterdir()) and not overwrite:
        raise OutputError(f"{folder}: is not empty; name another folder or give --overwrite")
    folder.parent.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=f".{folder.name[:100]}.", dir=folder.parent))
    try:
        fresh = stage / "new"
        fresh.mkdir()
        yield fresh
        if folder.exists():
            folder.rename(stage / "old")
        fresh.rename(folder)
    finally:
        shutil.rmtree(stage, ignore_errors=True)


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

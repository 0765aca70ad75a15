"""Which files labelling wrote, so that it never removes another.

Beside the folders that are made anew lie lists of what was written into each. A list is there
before its folder is, so that a run that is killed leaves nothing that it does not know.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import OutputError
from ..files import staged_folder, write_text

__all__ = ["FILES", "is_own", "made_anew", "remove_own", "written_files"]

FILES = ".files"
"""Folder of the lists: one path a line, from the folder that the list is named after."""


@contextmanager
def made_anew(folder: Path) -> Iterator[Path]:
    """Make a folder as `staged_folder` does; files that labelling did not write stay in it.

    Raises `OutputError` for such a file where labelling writes its own.
    """
    with staged_folder(folder, overwrite=True, ours=("*",)) as stage:
        yield stage
        fresh = sorted(_files(stage))
        ours = written_files(folder)
        for name in _files(folder):
            if name not in ours:
                _keep(folder / name, stage / name)
        _write_list(folder, sorted(ours.union(fresh)))
    _write_list(folder, fresh)


def is_own(folder: Path) -> bool:
    """Say whether labelling made a folder."""
    return folder.is_dir() and _list(folder).is_file()


def written_files(folder: Path) -> frozenset[str]:
    """Return the files of a folder that labelling wrote; none for a folder of others."""
    if not is_own(folder):
        return frozenset()
    return frozenset(_list(folder).read_text("utf-8", "replace").split("\n"))


def remove_own(folder: Path) -> None:
    """Remove what labelling wrote in a folder, and what is empty then."""
    ours = written_files(folder)
    for name in list(_files(folder)):
        if name in ours:
            (folder / name).unlink()
    for inner, _, _ in os.walk(folder, topdown=False):
        with suppress(OSError):  # files of others lie in it
            os.rmdir(inner)
    _list(folder).unlink(missing_ok=True)


def _list(folder: Path) -> Path:
    return folder.parent / FILES / folder.name


def _write_list(folder: Path, names: Iterable[str]) -> None:
    write_text(_list(folder), (f"{name}\n" for name in names))


def _files(folder: Path) -> Iterator[str]:
    """Yield all that lies in a folder but folders; links to folders are not followed."""
    for inner, folders, files in os.walk(folder):
        links = [name for name in folders if os.path.islink(os.path.join(inner, name))]
        for name in (*files, *links):
            yield Path(inner, name).relative_to(folder).as_posix()


def _keep(old: Path, new: Path) -> None:
    """Put a file into the new folder too: at no moment is it in neither."""
    try:
        new.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(new):
            raise FileExistsError
    except (FileExistsError, NotADirectoryError):
        raise OutputError(
            f"{old}: was not written by this command, but lies where it writes; move it elsewhere "
            "and try again"
        ) from None
    try:
        os.link(old, new, follow_symlinks=False)
    except (OSError, NotImplementedError):  # a disk without hard links
        shutil.copy2(old, new, follow_symlinks=False)

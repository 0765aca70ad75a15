"""Which pictures are read, in which order, and what they are called."""

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import OutputError, PictureError
from ..pictures import is_picture
from .names import Names
from .videos import Every, is_video

__all__ = ["InputOptions", "Source", "find_sources"]

_GLOB = "*?["


@dataclass(frozen=True, slots=True)
class InputOptions:
    """What was asked to be read."""

    inputs: tuple[str, ...] = ()
    """Files, folders, globs, and `@` before a file that lists such, one a line."""
    lists: tuple[Path, ...] = ()
    """More files that list inputs."""
    recursive: bool = True
    """Whether folders within folders are read."""
    every: Every = field(default_factory=Every)


@dataclass(frozen=True, slots=True)
class Source:
    """One picture or video to read."""

    path: Path
    file: str
    """Its name in the label files: the path from the folder that holds all inputs, with `/`."""
    stem: str
    """Where its outputs go: a path without ending that no other source has. For a video the
    folder of its frames."""
    video: bool = False
    problem: str = ""
    """Why it cannot be read, where that is known already."""


@dataclass(frozen=True, slots=True)
class _Hit:
    """A file that was found, and the folder that its name starts at."""

    path: Path
    root: Path
    problem: str = ""


def find_sources(options: InputOptions, out: Path | None = None) -> list[Source]:
    """Return what is to be read: inputs in the order given, folders by name, each file once.

    Nothing below `out` is read, and no hidden file. Raises `PictureError` for an input that is
    not there and when nothing is found; a listed file that is not there is a source with a
    problem. Raises `OutputError` where an input lies within `out`.
    """
    walk = _Walk(options.recursive, None if out is None else Path(os.path.realpath(out)))
    hits = list(_once(walk.inputs(options)))
    if not hits:
        named = ", ".join(options.inputs) or "the lists"
        raise PictureError(f"{named}: no picture or video found")
    top = _common_folder([hit.root for hit in hits])
    names = Names()
    named_hits = [(hit, names.file(_relative(hit.path, top))) for hit in hits]
    stems = {
        file: names.stem(file) for hit, file in named_hits if not is_video(hit.path)
    }  # before videos, whose frames go into a folder that no picture lies in
    return [
        Source(
            hit.path,
            file,
            stems[file] if file in stems else names.folder(file),
            video=is_video(hit.path),
            problem=hit.problem,
        )
        for hit, file in named_hits
    ]


class _Walk:
    """Finds files behind inputs."""

    def __init__(self, recursive: bool, out: Path | None) -> None:
        self._recursive = recursive
        self._out = out
        self._folders: set[tuple[int, int]] = set()

    def inputs(self, options: InputOptions) -> Iterator[_Hit]:
        for text in options.inputs:
            if text.startswith("@") and not os.path.lexists(text):
                yield from self._list(Path(text[1:]))
            else:
                yield from self._input(text)
        for path in options.lists:
            yield from self._list(path)

    def _list(self, path: Path) -> Iterator[_Hit]:
        """Yield what a file lists; its paths start at its folder, else at the current one."""
        try:
            lines = path.read_bytes().splitlines()
        except OSError as error:
            raise PictureError(f"{path}: cannot be read as a list ({error.strerror})") from error
        for line in lines:
            text = os.fsdecode(line)
            if not text.strip() or "\0" in text:
                continue
            beside = path.parent / text
            here = text if not os.path.lexists(beside) and os.path.lexists(text) else str(beside)
            try:
                yield from self._input(here)
            except PictureError as error:
                missing = _absolute(Path(here))
                yield _Hit(missing, missing.parent, str(error))

    def _input(self, text: str) -> Iterator[_Hit]:
        path = _absolute(Path(text))
        if path.is_dir():
            self._refuse_outputs(path)
            yield from self._folder(path, path)
        elif path.is_file():
            self._refuse_outputs(path)
            yield _Hit(path, path.parent)
        elif any(letter in text for letter in _GLOB):
            yield from self._glob(text)
        else:
            raise PictureError(f"{text}: no such file or folder; check the path")

    def _refuse_outputs(self, path: Path) -> None:
        if self._out is not None and Path(os.path.realpath(path)).is_relative_to(self._out):
            raise OutputError(f"{self._out}: holds the input {path}; name another folder for --out")

    def _glob(self, pattern: str) -> Iterator[_Hit]:
        root = _absolute(Path(_fixed_part(pattern)))
        found = sorted(glob.glob(pattern, recursive=True))
        if not found:
            raise PictureError(f"{pattern}: matches no file")
        for name in found:
            path = _absolute(Path(name))
            if path.is_dir():
                yield from self._folder(path, root)
            elif is_picture(path) or is_video(path):
                yield from self._outside((_hit(path, root),))

    def _outside(self, hits: Iterable[_Hit]) -> Iterator[_Hit]:
        for hit in hits:
            real = Path(os.path.realpath(hit.path))
            if self._out is None or not real.is_relative_to(self._out):
                yield hit

    def _folder(self, folder: Path, root: Path) -> Iterator[_Hit]:
        """Yield the pictures of a folder; links that lead in circles are walked once."""
        try:
            status = folder.stat()
            names = sorted(os.listdir(folder))
        except OSError as error:
            problem = f"{folder}: cannot be read ({error.strerror})"
            yield _Hit(folder, root, problem)
            return
        place = (status.st_dev, status.st_ino)
        if place in self._folders or Path(os.path.realpath(folder)) == self._out:
            return
        self._folders.add(place)
        for name in names:
            path = folder / name
            if name.startswith("."):
                continue
            if path.is_dir():
                if self._recursive:
                    yield from self._folder(path, root)
            elif is_picture(path) or is_video(path):
                yield from self._outside((_hit(path, root),))


def _hit(path: Path, root: Path) -> _Hit:
    """Return a file to read, or why it is none: a pipe would be waited for without end."""
    if path.exists() and not path.is_file():
        return _Hit(path, root, f"{path}: is a pipe or a device, expected a file")
    return _Hit(path, root)


def _once(hits: Iterable[_Hit]) -> Iterator[_Hit]:
    """Drop files that were met before, under this or another name."""
    seen: set[str] = set()
    for hit in hits:
        real = os.path.realpath(hit.path)
        if real not in seen:
            seen.add(real)
            yield hit


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _common_folder(roots: Iterable[Path]) -> Path | None:
    """Return the deepest folder that holds all; None where disks have nothing in common."""
    try:
        return Path(os.path.commonpath([str(root) for root in roots]))
    except ValueError:
        return None


def _relative(path: Path, top: Path | None) -> str:
    if top is not None and path != top:
        return path.relative_to(top).as_posix()
    return path.relative_to(path.anchor).as_posix() if top is None else path.name


def _fixed_part(pattern: str) -> str:
    """Return the folder before the first part with a wildcard.

    >>> _fixed_part("photos/*/a?.jpg"), _fixed_part("*.jpg")
    ('photos', '.')
    """
    parts = Path(pattern).parts
    first = next(n for n, part in enumerate(parts) if any(letter in part for letter in _GLOB))
    return str(Path(*parts[:first])) if first else "."

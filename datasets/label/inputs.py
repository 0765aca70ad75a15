"""Which pictures are read, in which order, and what they are called."""

import codecs
import glob
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import OutputError, PictureError
from ..pictures import is_picture
from .names import Names, writable
from .videos import Every, is_video
from .words import reason_for

__all__ = ["InputOptions", "Source", "Sources", "find_sources"]

_GLOB = "*?["
_BLOCK = 1 << 20
_LONGEST_LIST = 1 << 28
"""Bytes of a list: millions of paths. What goes on longer is a device or a pipe without end."""
_NO_FILE = "is a pipe or a device, expected a file"
_ODD_NAME = "its name has characters that no label file can hold; rename the file or its folder"


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
class Sources:
    """What is to be read, and what lies beside it."""

    found: list[Source]
    passed_over: dict[str, int]
    """Files that are no pictures or videos by their ending, by that ending."""


@dataclass(frozen=True, slots=True)
class _Hit:
    """A file that was found, and the folder that its name starts at."""

    path: Path
    root: Path
    problem: str = ""


def find_sources(options: InputOptions, out: Path | None = None) -> Sources:
    """Return what is to be read: inputs in the order given, folders by name, each file once.

    Nothing below `out` is read, and no hidden file. Raises `PictureError` for an input that is
    not there and when nothing is found; a listed file that is not there is a source with a
    problem, and so is a file with a name that no label file can hold. Raises `OutputError` where
    an input lies within `out`.
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
    found = []
    for hit, file in named_hits:
        own = _relative(hit.path, top)
        found.append(
            Source(
                hit.path,
                file,
                stems[file] if file in stems else names.folder(file),
                video=is_video(hit.path),
                problem=hit.problem or ("" if writable(own) == own else _ODD_NAME),
            )
        )
    return Sources(found, dict(sorted(walk.passed_over.items())))


class _Walk:
    """Finds files behind inputs."""

    def __init__(self, recursive: bool, out: Path | None) -> None:
        self._recursive = recursive
        self._out = out
        self._folders: set[tuple[int, int]] = set()
        self.passed_over: Counter[str] = Counter()

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
        for line in _list_lines(path):
            text = os.fsdecode(line)
            if not text.strip():
                continue
            beside = path.parent / text
            here = text if not os.path.lexists(beside) and os.path.lexists(text) else str(beside)
            try:
                yield from self._input(here)
            except PictureError as error:
                missing = _absolute(Path(here))
                yield _Hit(missing, missing.parent, reason_for(here, str(error)))

    def _input(self, text: str) -> Iterator[_Hit]:
        if not text:
            raise PictureError("an input without a name; name a picture, a folder or a list")
        path = _absolute(Path(text))
        if os.path.isdir(path):
            self._refuse_outputs(path)
            yield from self._folder(path, path)
        elif os.path.isfile(path):
            self._refuse_outputs(path)
            yield _Hit(path, path.parent)
        elif os.path.exists(path):
            raise PictureError(f"{text}: {_NO_FILE}")
        elif any(letter in text for letter in _GLOB):
            yield from self._glob(text)
        else:
            raise PictureError(f"{text}: no such file or folder; check the path")

    def _refuse_outputs(self, path: Path) -> None:
        if self._out is not None and Path(os.path.realpath(path)).is_relative_to(self._out):
            raise OutputError(f"{self._out}: holds the input {path}; name another folder for --out")

    def _glob(self, pattern: str) -> Iterator[_Hit]:
        root = _absolute(Path(_fixed_part(pattern)))
        found = sorted(_matches(pattern))
        if not found:
            raise PictureError(f"{pattern}: matches no file")
        for name in found:
            path = _absolute(Path(name))
            if os.path.isdir(path):
                yield from self._folder(path, root)
            else:
                yield from self._file(path, root)

    def _file(self, path: Path, root: Path) -> Iterator[_Hit]:
        """Yield a file that lies outside the outputs, if it is a picture or a video."""
        if self._out is not None and Path(os.path.realpath(path)).is_relative_to(self._out):
            return
        if is_picture(path) or is_video(path):
            problem = _NO_FILE if os.path.exists(path) and not os.path.isfile(path) else ""
            yield _Hit(path, root, problem)
        elif not path.name.startswith("."):
            self.passed_over[path.suffix.lower()] += 1

    def _folder(self, folder: Path, root: Path) -> Iterator[_Hit]:
        """Yield the pictures of a folder; links that lead in circles are walked once."""
        try:
            status = folder.stat()
            names = sorted(os.listdir(folder))
        except OSError as error:
            problem = f"cannot be read ({error.strerror})"
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
            if os.path.isdir(path):
                if self._recursive:
                    yield from self._folder(path, root)
            else:
                yield from self._file(path, root)


def _list_lines(path: Path) -> list[bytes]:
    """Return the lines of a list; raises `PictureError` for what is none."""
    data = bytearray()
    try:
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK):
                data += block
                if b"\0" in block or len(data) > _LONGEST_LIST:
                    raise PictureError(
                        f"{path}: is no list; give a text file in UTF-8 with one input a line"
                    )
    except OSError as error:
        raise PictureError(f"{path}: cannot be read as a list ({error.strerror})") from error
    return bytes(data).removeprefix(codecs.BOM_UTF8).splitlines()


def _matches(pattern: str) -> set[str]:
    """Return what a glob matches; `**` goes into each folder once, wherever links lead."""
    parts = Path(pattern).parts
    if "**" not in parts:
        return set(glob.glob(pattern))
    stars = parts.index("**")
    tops = glob.glob(os.path.join(*parts[:stars]) if stars else ".")
    folders = {folder for top in tops for folder in _folders(top)}
    after = parts[stars + 1 :]
    if not after:
        return folders
    patterns = (os.path.join(glob.escape(folder), *after) for folder in folders)
    return {name for pattern in patterns for name in _matches(pattern)}


def _folders(top: str) -> Iterator[str]:
    """Yield a folder and those within, each once; hidden ones are passed over."""
    seen: set[str] = set()
    for folder, names, _ in os.walk(top, followlinks=True):
        real = os.path.realpath(folder)
        if real in seen:
            names.clear()
            continue
        seen.add(real)
        names[:] = sorted(name for name in names if not name.startswith("."))
        yield folder


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

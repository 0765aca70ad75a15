"""The manifest: one JSON line a picture, only ever added to while a run goes on.

The first line says what the readings depend on. A line counts once it is whole, so that a run
ended in any way goes on from its last whole line; at the end the lines are put in the order of
the pictures, in one new file that takes the old one's place.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, overload

from ..errors import LabelFileError
from ..fields import Fields, Place
from ..files import atomic_text
from ..json_text import parse_json
from .entry import Entry, Settings

__all__ = ["Entries", "Manifest"]

_START = b'{"rekje_label"'
"""What every manifest begins with."""
_MOST_KNOWN = 1000
"""Entries kept in memory once read, about 14 MB: the outputs go through all several times."""
_SYNC_S = 0.25
"""Seconds between two waits for the disk: what a power cut may cost. Each takes some
milliseconds, too long for every picture. A killed process loses nothing."""


class Manifest:
    """A manifest that is open for adding; entries are found by their place in the file."""

    def __init__(self, path: Path, stream: FileIO, settings: Settings, end: int) -> None:
        self.path = path
        self.settings = settings
        self._stream = stream
        self._end = end
        self._synced_s = time.monotonic()

    @classmethod
    def create(cls, path: Path, settings: Settings) -> "Manifest":
        """Begin a manifest; one that is there is replaced."""
        _write(path, [_line(settings.to_json())])
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> "Manifest":
        """Open a manifest and drop what stands after its last whole line.

        Raises `LabelFileError` for a file that is no manifest.
        """
        first, end = _whole_part(path)
        settings = _settings(first, path)
        stream = path.open("r+b", buffering=0)
        stream.truncate(end)
        stream.seek(end)
        return cls(path, stream, settings, end)

    @staticmethod
    def is_one(path: Path) -> bool:
        """Say whether a file is a manifest, or the empty one that a power cut may leave."""
        with path.open("rb") as stream:
            start = stream.read(len(_START))
        return start == _START or not start.strip(b"\0")

    @staticmethod
    def look(path: Path, *, whole: bool = False) -> "tuple[Settings, Entries]":
        """Return what a manifest says, and leave the file as it is.

        Raises `LabelFileError` for a file that is missing or no manifest, and for one whose end
        is cut off where it must be `whole`.
        """
        if not path.is_file():
            raise Place(path).error("no such file", "the manifest of a folder that was labelled")
        first, end = _whole_part(path)
        if whole and end < path.stat().st_size:
            raise Place(path).error(
                "a line that is cut off or damaged",
                "the manifest of a run that came to its end",
                "go on with that run by --resume first",
            )
        starts = [start for start, _ in _lines(path) if 0 < start < end]
        return _settings(first, path), Entries(path, starts)

    def __enter__(self) -> "Manifest":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def add(self, entry: Entry) -> int:
        """Add an entry and return its place; after a kill it is there, after a power cut almost.

        A write that the disk refuses raises `OSError`, and what was written of it is dropped.
        """
        place, data = self._end, memoryview(_line(entry.to_json()).encode("utf-8"))
        try:
            while data:
                data = data[self._stream.write(data) :]
        except OSError:
            self._stream.truncate(place)
            self._stream.seek(place)
            raise
        self._end = self._stream.tell()
        if time.monotonic() - self._synced_s >= _SYNC_S:
            self.sync()
        return place

    def sync(self) -> None:
        """Wait until the disk has all that was added."""
        os.fsync(self._stream.fileno())
        self._synced_s = time.monotonic()

    def close(self) -> None:
        """Close the file; adding is over."""
        if not self._stream.closed:
            self._stream.close()

    def places(self) -> list[int]:
        """Return the places of all entries, in the order in which they were added."""
        return [start for start, _ in _lines(self.path)][1:]

    def entries(self, places: Sequence[int]) -> "Entries":
        """Return the entries at these places, each read when it is asked for."""
        return Entries(self.path, places)

    def lines(self, places: Sequence[int]) -> Iterator[str]:
        """Yield the lines at these places as they stand, for `arrange`."""
        with self.path.open("rb") as stream:
            for start in places:
                stream.seek(start)
                yield stream.readline().decode()

    def arrange(self, entries: Iterable[Entry | str]) -> None:
        """Replace the file by one of these entries or lines in their order, and close it."""
        self.sync()
        lines = (e if isinstance(e, str) else _line(e.to_json()) for e in entries)
        _write(self.path, _after(_line(self.settings.to_json()), lines))
        self.close()


class Entries(Sequence[Entry]):
    """Entries on disk as a sequence that holds their places, and the first thousand it has read.

    `known` are entries that another sequence of the same file has read, by their places.
    """

    def __init__(
        self, path: Path, places: Sequence[int], known: dict[int, Entry] | None = None
    ) -> None:
        self._path = path
        self._places = list(places)
        self._known = {} if known is None else known

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> "Entries": ...
    def __getitem__(self, index: int | slice) -> "Entry | Entries":
        if isinstance(index, slice):
            return Entries(self._path, self._places[index], self._known)
        return next(self._read([self._places[index]]))

    def __iter__(self) -> Iterator[Entry]:
        return self._read(self._places)

    def chosen(self, numbers: Iterable[int]) -> "Entries":
        """Return the entries of these indices, in this order."""
        return Entries(self._path, [self._places[number] for number in numbers], self._known)

    def _read(self, places: Sequence[int]) -> Iterator[Entry]:
        with self._path.open("rb") as stream:
            for start in places:
                entry = self._known.get(start)
                if entry is None:
                    stream.seek(start)
                    place = Place(self._path)
                    values = parse_json(stream.readline().decode(), place)
                    entry = Entry.from_json(Fields(values, place))
                    if len(self._known) < _MOST_KNOWN:
                        self._known[start] = entry
                yield entry


def _settings(line: bytes, path: Path) -> Settings:
    place = Place(path, 1)
    try:
        return Settings.from_json(Fields(parse_json(line.decode("utf-8"), place), place))
    except UnicodeDecodeError as error:
        raise place.error("no text", "a manifest of rekje label") from error


def _line(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False) + "\n"


def _write(path: Path, lines: Iterable[str]) -> None:
    """Write the file as a whole, on the disk before it takes its name."""
    with atomic_text(path) as stream:
        stream.writelines(lines)
        stream.flush()
        os.fsync(stream.fileno())


def _after(first: str, lines: Iterable[str]) -> Iterator[str]:
    yield first
    yield from lines


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield (place, line) of all whole lines."""
    start = 0
    with path.open("rb") as stream:
        for line in stream:
            if not line.endswith(b"\n"):
                return
            yield start, line
            start += len(line)


def _whole_part(path: Path) -> tuple[bytes, int]:
    """Return (first line, end of the last line before one that is torn or damaged)."""
    first, end = b"", 0
    for start, line in _lines(path):
        try:
            if not isinstance(json.loads(line), dict):
                break
        except ValueError:
            break
        if not start:
            first = line
        end = start + len(line)
    if not first:
        raise LabelFileError(
            path,
            1,
            None,
            seen="no whole line",
            expected="a manifest of rekje label",
            advice="give --overwrite to begin afresh",
        )
    return first, end

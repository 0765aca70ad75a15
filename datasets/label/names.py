"""Names of outputs: whatever the pictures are called, no two outputs share a place."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

__all__ = ["Names", "writable"]

_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\\\\]")
"""What a record refuses: control and half characters, what XML cannot hold, backslashes."""
_LONGEST = 200
"""Bytes of a name that leave room for what outputs add to it, up to the 255 of most disks."""
_YOLO_FOLDERS = {"images": "pictures", "labels": "label"}
"""Folders in a picture's path that would lead YOLO's trainers to labels elsewhere."""


def writable(path: str) -> str:
    r"""Return the path with every character that no label file can hold replaced.

    >>> writable("caf\udce9/a\nb.jpg")
    'caf_/a_b.jpg'
    """
    return _UNWRITABLE.sub("_", path)


class Names:
    """Gives out names, each once, in the order asked for.

    >>> names = Names()
    >>> [names.stem(file) for file in ("a/1.jpg", "b/1.jpg", "a/1.png", "A/1.JPG")]
    ['a/1', 'b/1', 'a/1-2', 'A/1-3']
    """

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._stems: set[str] = set()
        self._folders: set[str] = set()

    def file(self, path: str) -> str:
        """Return the name of a picture in the label files."""
        wanted = PurePosixPath(writable(path))
        for name in _numbered(wanted.stem):
            file = str(wanted.with_name(name + wanted.suffix))
            if file not in self._files:
                self._files.add(file)
                return file
        raise AssertionError

    def stem(self, file: str) -> str:
        """Return the path without ending under which all output of a picture goes.

        Upper and lower case count as the same, as they do on many disks.
        """
        path = PurePosixPath(file)
        folders = [_YOLO_FOLDERS.get(part, part) for part in path.parts[:-1]]
        for name in _numbered(_cut(path.stem)):
            stem = str(PurePosixPath(*folders, name))
            if self._free(stem):
                self._take(stem)
                return stem
        raise AssertionError

    def folder(self, file: str) -> str:
        """Return the folder for the frames of a video, which no picture shares."""
        stem = self.stem(file)
        while _key(stem) in self._folders:
            stem = self.stem(file)
        self._folders.add(_key(stem))
        return stem

    def _free(self, stem: str) -> bool:
        return _key(stem) not in self._stems

    def _take(self, stem: str) -> None:
        self._stems.add(_key(stem))
        self._folders.update(_key(str(above)) for above in PurePosixPath(stem).parents)


def _numbered(name: str) -> Iterable[str]:
    yield name
    number = 2
    while True:
        yield f"{name}-{number}"
        number += 1


def _cut(name: str) -> str:
    return name.encode()[:_LONGEST].decode(errors="ignore")


def _key(stem: str) -> str:
    return unicodedata.normalize("NFC", stem).casefold()

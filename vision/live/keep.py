"""Keeping what a camera showed: single frames with their labels, and a record of all."""

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cv2

from ...scoring.errors import RekjeError
from ...scoring.messages import Lang, Text
from .eyes import Look, document

__all__ = ["Record", "SaveError", "save_look"]

_UNWRITABLE = Text(
    "{path}: cannot be written ({why}); choose another place",
    "{path}: kan niet worden geschreven ({why}); kies een andere plaats",
)


class SaveError(RekjeError):
    """A file that cannot be written; the message says why."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(path, error)
        self._values = {"path": path, "why": error.strerror or str(error)}

    def text(self, lang: Lang = "en") -> str:
        """Return the message in `lang`."""
        return _UNWRITABLE.text(lang).format(**self._values)

    def __str__(self) -> str:
        return self.text()


class Record:
    """A file with a line of JSON for each frame read; raises `SaveError` where it cannot grow."""

    def __init__(self, path: Path, lang: Lang = "en") -> None:
        self._path = path
        self._lang: Lang = lang
        try:
            self._stream = path.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise SaveError(path, error) from error

    def write(self, look: Look) -> None:
        """Add the document of a frame, with `told` for whether it was told as steady."""
        line = document(look, self._lang) | {"told": look.steady is not None}
        try:
            self._stream.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._stream.flush()
        except OSError as error:
            raise SaveError(self._path, error) from error

    def close(self) -> None:
        """Close the file."""
        try:
            self._stream.close()
        except OSError as error:
            raise SaveError(self._path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def save_look(look: Look, folder: Path, stamp: str, score: str | None, lang: Lang) -> Path:
    """Save a frame as PNG and beside it its labels and score as JSON; return the picture's path.

    Raises `SaveError` where the folder cannot be written.
    """
    path = folder / f"{stamp}-{look.frame.number:06d}.png"
    labels: dict[str, Any] = document(look, lang)
    labels["image"] = {"path": path.name, **labels["image"]}
    if score is not None:
        labels["score"] = score
    png = cv2.imencode(".png", cv2.cvtColor(look.frame.pixels, cv2.COLOR_RGB2BGR))[1]
    text = json.dumps(labels, ensure_ascii=False, indent=1) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png.tobytes())
        path.with_suffix(".json").write_text(text, encoding="utf-8")
    except OSError as error:
        raise SaveError(path, error) from error
    return path

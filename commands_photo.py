"""What `rekje read` and `rekje score PHOTO` do with photos: read, correct, ask, draw, print."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .scoring.errors import RekjeError
from .scoring.tiles import Tile

if TYPE_CHECKING:
    from .scoring.messages import Lang
    from .vision.draw_sheet import Sheet
    from .vision.errors import ImageError
    from .vision.reading import Reading
    from .vision.understand import Corrections

__all__ = [
    "UNREADABLE",
    "CorrectionError",
    "Said",
    "corrected",
    "draw",
    "read_one",
    "unreadable",
]

UNREADABLE = 3
"""Exit code for an input that cannot be read."""


class CorrectionError(RekjeError):
    """A correction that cannot be made: no such tile or group, or not written as it should be."""


@dataclass(frozen=True, slots=True)
class Said:
    """Corrections as they are written on the command line."""

    fix: tuple[str, ...] = ()
    """`N=5s`: tile N of the reading is a 5s."""
    drop: tuple[int, ...] = ()
    open: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()

    def parsed(self) -> "Corrections":
        """Return the corrections; raises `CorrectionError` for one that is not understood."""
        from .vision.understand import Corrections

        return Corrections(tuple(map(_fix, self.fix)), self.drop, self.open, self.closed)


def _fix(text: str) -> tuple[int, Tile]:
    number, separator, code = text.partition("=")
    code = code.strip().lower()
    if len(code) == 2 and code[0] == "0" and code[1] in "mps":
        code = f"5{code[1]}"
    try:
        if not separator:
            raise ValueError
        return int(number), Tile(code)
    except ValueError:
        raise CorrectionError(
            f"--fix {text!r}: write the number of a tile and its code, as in 4=5s"
        ) from None


def read_one(path: Path | str, said: Said | None = None) -> "Reading":
    """Read a photo and correct the reading.

    Raises:
        RekjeError: the photo cannot be read (`ImageError`), a model is missing or damaged
            (`ModelError`), or a correction names what is not there (`CorrectionError`).

    """
    from .models.reading import read_photo

    corrections = said.parsed() if said else None
    reading = read_photo(path)
    return corrected(reading, corrections) if corrections is not None else reading


def corrected(reading: "Reading", corrections: "Corrections") -> "Reading":
    """Return the reading as corrected; raises `CorrectionError` for what is not there."""
    from .vision.understand import Corrections, correct

    if corrections == Corrections():
        return reading
    try:
        return correct(reading, corrections)
    except ValueError as error:
        raise CorrectionError(f"{reading.path}: {error}") from None


def unreadable(path: str, error: "ImageError", lang: "Lang") -> dict[str, object]:
    """Return the JSON line of an input that cannot be read."""
    return {
        "schema": 1,
        "image": {"path": path},
        "error": {"code": "unreadable", "message": error.text(lang)},
    }


def draw(
    path: Path | str,
    reading: "Reading",
    out: Path,
    sheet: "Sheet | None",
    lang: "Lang",
) -> None:
    """Write the photo with its reading, and the score beside it, as a PNG file."""
    from .vision.draw import annotate, save_png
    from .vision.image import open_photo

    photo = open_photo(path)
    save_png(annotate(photo.view(1), reading, sheet, lang), out)

"""What can go wrong with label files and pictures, as one small tree."""

from pathlib import Path

from ..scoring.errors import RekjeError

__all__ = ["DatasetError", "LabelError", "LabelFileError", "OutputError", "PictureError"]


class DatasetError(RekjeError):
    """Base of every error that the datasets part raises on purpose."""


class LabelError(DatasetError, ValueError):
    """A record that makes no sense by itself, such as a picture without a width.

    `field` names the field of the record that is wrong, where it is one.
    """

    def __init__(self, message: str, field: str = "") -> None:
        self.field = field
        super().__init__(message)


class LabelFileError(DatasetError):
    """A label file that cannot be read: says where, what was seen, what was expected.

    >>> print(LabelFileError("a.jsonl", 3, "tiles[0].tile", seen="'0x'", expected="a tile code"))
    a.jsonl, line 3, field tiles[0].tile: seen '0x', expected a tile code
    """

    def __init__(
        self,
        file: Path | str,
        line: int | None,
        field: str | None,
        *,
        seen: str,
        expected: str,
        advice: str = "",
    ) -> None:
        self.file = str(file)
        self.line = line
        self.field = field
        self.seen = seen
        self.expected = expected
        self.advice = advice
        place = self.file
        place += f", line {line}" if line is not None else ""
        place += f", field {field}" if field else ""
        message = f"{place}: seen {seen}, expected {expected}"
        super().__init__(f"{message}; {advice}" if advice else message)


class PictureError(DatasetError):
    """A picture that is missing or cannot be opened; the message names the file."""


class OutputError(DatasetError):
    """An output that cannot be written: it exists already, or its names collide."""

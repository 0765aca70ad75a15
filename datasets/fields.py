"""Fields of a JSON object, each read with its type and a message that says where it stands."""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard, TypeVar

from ..scoring.tiles import Tile
from .errors import LabelError, LabelFileError

__all__ = [
    "Fields",
    "Place",
    "finite_number",
    "one_line",
    "printable",
    "shown",
    "tile_of",
    "whole_number",
]

T = TypeVar("T")
D = TypeVar("D")
_REQUIRED: Any = object()
_FARTHEST = 1e9
"""Pixels beyond which a coordinate is a mistake, and too large for the geometry."""
_LONGEST = 60
"""Characters of a wrong value that a message repeats."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a label file: file, line (from 1) and the path of the field."""

    file: Path | str
    line: int | None = None
    path: str = ""

    def at(self, key: str | int) -> "Place":
        """Return the place of a key or an index below this one.

        >>> Place("a.json").at("tiles").at(2).at("quad").path
        'tiles[2].quad'
        """
        if isinstance(key, int):
            return Place(self.file, self.line, f"{self.path}[{key}]")
        return Place(self.file, self.line, f"{self.path}.{key}" if self.path else key)

    def wrong(self, seen: object, expected: str, advice: str = "") -> LabelFileError:
        """Make the error for this place; `seen` is shown as JSON, shortened."""
        return self.error(shown(seen), expected, advice)

    def refused(self, error: LabelError, names: Mapping[str, str] | None = None) -> LabelFileError:
        """Make the error for a record that does not hold together.

        `names` gives the file's own name for a field of the record that is called otherwise.
        """
        place = self
        if error.field:
            place = self.at((names or {}).get(error.field, error.field))
        return place.error(str(error), "a record that holds together")

    def error(self, seen: str, expected: str, advice: str = "") -> LabelFileError:
        """Make the error for this place with `seen` in words."""
        return LabelFileError(
            self.file, self.line, self.path, seen=seen, expected=expected, advice=advice
        )


def shown(value: object) -> str:
    """Return a value as JSON, shortened for a message.

    >>> shown(None), shown("x" * 99)[:6]
    ('null', '"xxxxx')
    """
    text = printable(json.dumps(value, ensure_ascii=False, default=str))
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def printable(text: str) -> str:
    r"""Return a text that can be printed: half characters (lone surrogates) as escapes.

    >>> printable("a" + chr(0xD800))
    'a\\ud800'
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def one_line(text: str) -> str:
    r"""Return a text as it is, or quoted with escapes where it would not stay on one line.

    >>> one_line("é.jpg"), one_line("a\nb")
    ('é.jpg', "'a\\nb'")
    """
    return text if text.isprintable() else repr(text)


def finite_number(text: str, place: Place, *, most: float = _FARTHEST) -> float:
    """Return the number of a text, or say what stands there instead.

    >>> finite_number("3.5", Place("a.csv", 2, "x_min"))
    3.5
    """
    try:
        value = float(text)
    except ValueError:
        raise place.wrong(text, "a number") from None
    if not abs(value) < most:
        raise place.wrong(text, f"a number below {most:g}")
    return value


def whole_number(text: str, place: Place) -> int:
    """Return the whole number of a text; 640.0 counts as one, 640.7 does not."""
    value = finite_number(text, place)
    if not value.is_integer():
        raise place.wrong(text, "a whole number")
    return int(value)


class Fields:
    """One JSON object and its place; every reader method checks the type.

    >>> fields = Fields({"width": 640}, Place("a.jsonl", 1))
    >>> fields.integer("width"), fields.text("source", "")
    (640, '')
    >>> try:
    ...     fields.integer("height")
    ... except LabelFileError as error:
    ...     print(error)
    a.jsonl, line 1, field height: seen nothing, expected a whole number
    """

    def __init__(self, value: object, place: Place) -> None:
        if not isinstance(value, Mapping):
            raise place.wrong(value, "an object { }")
        self.values: Mapping[str, Any] = value
        self.place = place

    def has(self, key: str) -> bool:
        """Say whether the key stands there with a value other than null."""
        return self.values.get(key) is not None

    def text(self, key: str, default: D = _REQUIRED) -> str | D:
        """Read a string."""
        value: str | D = self._get(key, default, "a text", lambda value: isinstance(value, str))
        return value

    def boolean(self, key: str, default: D = _REQUIRED) -> bool | D:
        """Read true or false."""
        value: bool | D = self._get(
            key, default, "true or false", lambda value: isinstance(value, bool)
        )
        return value

    def integer(self, key: str, default: D = _REQUIRED) -> int | D:
        """Read a whole number; 3.0 counts as one."""
        value = self._get(key, default, "a whole number", _is_whole)
        whole: int | D = int(value) if value is not default else value
        return whole

    def number(self, key: str, default: D = _REQUIRED) -> float | D:
        """Read a finite number."""
        value = self._get(key, default, "a finite number", _is_pixel)
        number: float | D = float(value) if value is not default else value
        return number

    def numbers(self, key: str, count: int) -> tuple[float, ...]:
        """Read a list of exactly `count` finite numbers."""
        value = self._get(key, _REQUIRED, f"a list of {count} numbers", lambda v: True)
        if not isinstance(value, list) or len(value) != count or not all(map(_is_pixel, value)):
            raise self.place.at(key).wrong(value, f"a list of {count} finite numbers")
        return tuple(float(item) for item in value)

    def points(self, key: str) -> tuple[tuple[float, float], ...]:
        """Read a list of [x, y] pairs."""
        value = self._get(key, _REQUIRED, "a list of [x, y] pairs", lambda v: isinstance(v, list))
        for number, point in enumerate(value):
            if not isinstance(point, list) or len(point) != 2 or not all(map(_is_pixel, point)):
                raise self.place.at(key).at(number).wrong(point, "two finite numbers [x, y]")
        return tuple((float(x), float(y)) for x, y in value)

    def items(self, key: str, *, required: bool = True) -> list[Any]:
        """Read a list of anything; a missing one is empty if it is not required."""
        default = _REQUIRED if required else []
        value: list[Any] = self._get(key, default, "a list [ ]", lambda v: isinstance(v, list))
        return value

    def objects(self, key: str, *, required: bool = True) -> Iterator["Fields"]:
        """Read a list of objects, each with its own place."""
        for number, value in enumerate(self.items(key, required=required)):
            yield Fields(value, self.place.at(key).at(number))

    def object(self, key: str) -> "Fields":
        """Read one object."""
        return Fields(self.values.get(key), self.place.at(key))

    def tile(self, key: str) -> Tile:
        """Read a tile code."""
        return tile_of(self.text(key), self.place.at(key))

    def choice(
        self, key: str, choices: Callable[[str], T], names: list[str], default: str | None
    ) -> T:
        """Read one of a few names as a member of an enumeration; without a default it must be."""
        name = self.text(key, _REQUIRED if default is None else default)
        if name not in names:
            raise self.place.at(key).wrong(name, "one of " + ", ".join(names))
        return choices(name)

    def _get(self, key: str, default: Any, expected: str, good: Callable[[Any], bool]) -> Any:
        value = self.values.get(key)
        if value is None and default is not _REQUIRED:
            return default
        if value is None and key not in self.values:
            raise self.place.at(key).error("nothing", expected)
        if not good(value):
            raise self.place.at(key).wrong(value, expected)
        return value


def tile_of(code: object, place: Place) -> Tile:
    """Return the tile of a code, or say what codes there are."""
    try:
        return Tile(str(code))
    except ValueError:
        raise place.wrong(
            code, "one of the 44 tile codes: 1m-9m 1p-9p 1s-9s 1z-7z 1f-4f 1q-4q 1j back"
        ) from None


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and _finite(value)


def _is_pixel(value: object) -> bool:
    return _is_number(value) and abs(value) < _FARTHEST


def _is_whole(value: object) -> bool:
    return _is_number(value) and float(value).is_integer()


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number too large for a float
        return False

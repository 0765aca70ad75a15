"""A parsed TOML file that knows the line of every key, for errors that name it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import RuleSetError

__all__ = ["Place", "Source", "check_keys", "parse_source"]

Place = tuple[str | int, ...]
"""Where something stands: ("limits", 0, "pattern") is the pattern of the first [[limits]]."""

_HUGE = 10**18
_TYPE_NAMES = {
    str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table",
}  # fmt: skip
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*[.=]""")


@dataclass(frozen=True, slots=True)
class Source:
    """A parsed file, with the line of every key."""

    name: str
    data: Mapping[str, Any]
    lines: Mapping[Place, int]

    def error(self, path: Place, what: str) -> RuleSetError:
        """Make the error for what stands at `path`, or at the nearest line above it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return RuleSetError(f"{self.name}, line {self.lines[path[:length]]}: {what}")
        return RuleSetError(f"{self.name}, line 1: {what}")


def _lines(text: str) -> dict[Place, int]:
    """Return the line of every table and key of a TOML text."""
    lines: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    here: Place = ()
    quote = ""
    for number, line in enumerate(text.splitlines(), 1):
        inside = quote
        for mark in re.findall(r'"""|\'\'\'', line):
            quote = "" if quote == mark else quote or mark
        if inside:
            continue
        header = _HEADER.match(line)
        key = _KEY.match(line)
        if header:
            here = tuple(part.strip(" \"'") for part in header.group(2).split("."))
            if header.group(1) == "[[":
                counts[here] = counts.get(here, -1) + 1
                here = (*here, counts[here])
            lines.setdefault(here, number)
        elif key:
            name = next(group for group in key.groups() if group is not None)
            lines.setdefault((*here, name), number)
    return lines


def _with_line(error: Exception, text: str) -> str:
    """Return what is wrong with the line, which the parser leaves out at the end of a text."""
    last = text.count("\n") + 1
    return str(error).replace("at end of document", f"at the end, line {last}")


def parse_source(text: str, name: str) -> Source:
    """Parse the text of a TOML file called `name`.

    Raises:
        RuleSetError: no TOML; the message has the line and column.

    """
    try:
        data = tomllib.loads(text)
        _refuse_huge_numbers(data)
        return Source(name, data, _lines(text))
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError
        raise RuleSetError(f"{name}: {_with_line(error, text)}") from error


def _refuse_huge_numbers(value: object) -> None:
    """Raise ValueError for a whole number that no rule has and that could not even be printed."""
    if isinstance(value, dict):
        for item in value.values():
            _refuse_huge_numbers(item)
    elif isinstance(value, list):
        for item in value:
            _refuse_huge_numbers(item)
    elif isinstance(value, int) and abs(value) > _HUGE:
        raise ValueError("a whole number of more than 18 digits; no rule has one")


def check_keys(
    source: Source, path: Place, table: Mapping[str, Any], known: Mapping[str, type]
) -> None:
    """Check that a table has only known keys, each of its type."""
    for key, value in table.items():
        if key not in known:
            raise source.error((*path, key), f"unknown key {key!r}; known are {', '.join(known)}")
        right = type(value) is known[key]  # bool is an int for isinstance
        if not right:
            raise source.error(
                (*path, key), f"{key} must be {_TYPE_NAMES[known[key]]}, not {value!r}"
            )

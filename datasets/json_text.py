"""JSON texts, read strictly: no NaN, no key twice, and every refusal says where."""

import json
import math
import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from .errors import LabelFileError
from .fields import Place, printable

__all__ = ["parse_json"]

_STRING_OR_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|NaN|-?Infinity')


def parse_json(text: str, place: Place) -> Any:
    """Parse JSON; what JSON does not know (NaN, infinities) and a key given twice are refused."""
    strange: list[str] = []

    def constant(name: str) -> float:
        strange.append(name)
        return math.nan

    try:
        value = json.loads(
            text, parse_constant=constant, object_pairs_hook=partial(_object, place=place)
        )
    except json.JSONDecodeError as error:
        line = error.lineno if place.line is None else place.line
        raise LabelFileError(
            place.file,
            line,
            None,
            seen=f"text that is no JSON at column {error.colno} ({error.msg})",
            expected="JSON",
            advice="is the file cut off or of another format?",
        ) from error
    except RecursionError as error:
        raise place.error("brackets nested too deeply", "a label file") from error
    except ValueError as error:  # Python reads no more than 4300 digits
        raise place.error(f"a number that is too long ({error})", "a number of pixels") from error
    if strange:
        line = _line_of_constant(text) if place.line is None else place.line
        found = _place_of_nan(value, Place(place.file, line, place.path))
        raise found.error(strange[0], "a finite number")
    return value


def _object(pairs: list[tuple[str, Any]], place: Place) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise place.at(printable(key)).error("the key twice in one object", "it once")
            seen.add(key)
    return values


def _line_of_constant(text: str) -> int:
    """Return the line of the first NaN or infinity outside a string."""
    for found in _STRING_OR_CONSTANT.finditer(text):
        if not found[0].startswith('"'):
            return text.count("\n", 0, found.start()) + 1
    return 1


def _place_of_nan(value: object, place: Place) -> Place:
    """Return the place of the first NaN; the place itself where there is none."""
    inside: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, item in inside:
        if isinstance(item, float) and math.isnan(item):
            return place.at(key)
        deeper = place.at(key)
        found = _place_of_nan(item, deeper)
        if found is not deeper:
            return found
    return place

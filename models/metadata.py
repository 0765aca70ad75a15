"""What an ONNX model says of itself: the metadata that training writes and the loader checks.

Every value is a string, lists and objects are JSON: `schema` ("1"), `task`, `names`, `input_size`
(height and width in pixels), `mean` and `std` (per channel), `layout` ("NHWC RGB uint8"), `stride`,
`thresholds`, `train_commit`, `data_sha256`, `license`.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn

from ..scoring.tiles import Tile
from .errors import ModelError

__all__ = ["CLASSIFIER_NAMES", "DETECTOR_NAMES", "LAYOUT", "NOT_A_TILE", "Metadata", "Task"]

SCHEMA = "1"
LAYOUT = "NHWC RGB uint8"
"""Models take pixels as they are, whole numbers of 8 bits; normalising is their own first step."""
NOT_A_TILE = "not-a-tile"
DETECTOR_NAMES = ("face", "back")
CLASSIFIER_NAMES = (*(tile.code for tile in Tile), NOT_A_TILE)
"""The 44 tile codes in the order of `Tile`, then what is no tile."""
_LARGEST_PX = 10_000
_SHOWN = 60
"""Characters of a wrong value that a message repeats."""
_REMEDY = "the file is not a model of this version of rekje: export it again, or reinstall rekje"


class Task(Enum):
    """What a model does; the value is the `task` of its metadata and its shipped file's name."""

    DETECTOR = "detector"
    CLASSIFIER = "classifier"

    @property
    def names(self) -> tuple[str, ...]:
        """Return the class names that a model of this task must have, in their order."""
        return DETECTOR_NAMES if self is Task.DETECTOR else CLASSIFIER_NAMES


@dataclass(frozen=True, slots=True)
class Metadata:
    """The checked metadata of a model."""

    task: Task
    names: tuple[str, ...]
    input_size: tuple[int, int]
    """Height and width in pixels; the usual ones where the network takes any."""
    mean: tuple[float, float, float]
    std: tuple[float, float, float]
    """The net takes a channel's value v as (v - mean) / std."""
    thresholds: Mapping[str, Any]
    stride: int | None
    """Pixels of the input for one cell of the output; None for a classifier."""
    train_commit: str
    data_sha256: str
    license: str
    raw: Mapping[str, str]
    """All strings as they stand in the file."""

    @classmethod
    def read(cls, raw: Mapping[str, str], file: str) -> "Metadata":
        """Check the strings of a model file; raises `ModelError` naming the file and the field."""
        reader = _Reader(raw, file)
        reader.must_be("schema", SCHEMA)
        reader.must_be("layout", LAYOUT)
        task = reader.task()
        return cls(
            task=task,
            names=reader.names(task),
            input_size=reader.size(),
            mean=reader.channels("mean"),
            std=reader.channels("std"),
            thresholds=reader.thresholds(),
            stride=reader.stride(task),
            train_commit=reader.text("train_commit"),
            data_sha256=reader.text("data_sha256"),
            license=reader.text("license"),
            raw=dict(raw),
        )


class _Reader:
    """The strings of one file, each read with its type."""

    def __init__(self, raw: Mapping[str, str], file: str) -> None:
        self._raw = raw
        self._file = file

    def text(self, key: str) -> str:
        """Return a value that must be there."""
        if key not in self._raw:
            self._wrong(key, "nothing", "a value")
        return self._raw[key]

    def must_be(self, key: str, expected: str) -> None:
        """Check a value that can only be one."""
        if self.text(key) != expected:
            self._wrong(key, repr(_short(self.text(key))), repr(expected))

    def task(self) -> Task:
        """Return the task."""
        names = [task.value for task in Task]
        if self.text("task") not in names:
            self._wrong("task", repr(_short(self.text("task"))), " or ".join(names))
        return Task(self.text("task"))

    def names(self, task: Task) -> tuple[str, ...]:
        """Return the class names after comparing them with those of the task, one by one."""
        found = self._json("names")
        if not isinstance(found, list):
            self._wrong("names", _short(self.text("names")), "a list of class names")
        if len(found) != len(task.names):
            self._wrong("names", f"{len(found)} class names", f"{len(task.names)}")
        for number, (seen, expected) in enumerate(zip(found, task.names, strict=True)):
            if seen != expected:
                self._wrong(f"names[{number}]", repr(_short(str(seen))), repr(expected))
        return task.names

    def size(self) -> tuple[int, int]:
        """Return height and width; one number stands for a square."""
        found = self._json("input_size")
        sides = found if isinstance(found, list) else [found, found]
        if len(sides) != 2 or not all(_is_side(side) for side in sides):
            self._wrong("input_size", _short(self.text("input_size")), "[height, width] in pixels")
        return sides[0], sides[1]

    def channels(self, key: str) -> tuple[float, float, float]:
        """Return three numbers, those of `std` above 0; one number stands for all three."""
        found = self._json(key)
        values = found if isinstance(found, list) else [found] * 3
        least = 0.0 if key == "std" else -math.inf
        if len(values) != 3 or not all(_is_number(value) and value > least for value in values):
            self._wrong(key, _short(self.text(key)), "three numbers, one for each of R, G, B")
        return float(values[0]), float(values[1]), float(values[2])

    def thresholds(self) -> dict[str, Any]:
        """Return the object of named numbers."""
        found = self._json("thresholds")
        if not isinstance(found, dict):
            self._wrong("thresholds", _short(self.text("thresholds")), "an object of numbers")
        return found

    def stride(self, task: Task) -> int | None:
        """Return the stride, which only a detector must have."""
        if task is Task.CLASSIFIER and not self._raw.get("stride"):
            return None
        found = self._json("stride")
        if not isinstance(found, int) or found < 1:
            self._wrong("stride", _short(self.text("stride")), "a whole number of pixels")
        return found

    def _json(self, key: str) -> Any:
        try:
            return json.loads(self.text(key))
        except (json.JSONDecodeError, RecursionError):
            self._wrong(key, repr(_short(self.text(key))), "JSON")

    def _wrong(self, key: str, seen: str, expected: str) -> NoReturn:
        raise ModelError(
            f"{self._file}: metadata {key}: seen {seen}, expected {expected}; {_REMEDY}"
        )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_side(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _LARGEST_PX


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[:_SHOWN] + "…"

"""What all label formats share: options, results, and outlines that become quads."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np

from ...scoring.tiles import Tile
from ..errors import OutputError
from ..fields import Place, finite_number, printable
from ..quads import Point, Quad
from ..records import Corners, PictureRecord, Quality, TileLabel

__all__ = [
    "TILES_LEFT_OUT",
    "LabelFormat",
    "Notes",
    "ReadOptions",
    "ReadResult",
    "Said",
    "WriteOptions",
    "attributes_of",
    "clockwise",
    "label_from",
    "quad_from_outline",
    "refuse_inverted",
]

E = TypeVar("E", Quality, Corners)
TILES_LEFT_OUT = "tiles outside the picture, left out"
"""The note of a writer that counts tiles that it did not write."""
_TURNS = (0, 90, 180, 270)
_NOT_SAID = (None, "")
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


class Notes(Counter[str]):
    """What a format could not keep, counted; nothing is lost in silence."""

    def lines(self) -> tuple[str, ...]:
        """Return one line a note.

        >>> Notes({"masks left out": 2}).lines()
        ('masks left out: 2',)
        """
        return tuple(f"{text}: {count}" for text, count in sorted(self.items()))


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a reader may need to know."""

    images: Path | None = None
    """Folder that the picture paths are relative to; None for the folder of the labels."""
    classes: Mapping[str, Tile | None] = field(default_factory=dict)
    """Tile for each class name of another labeller; None drops the class."""
    notes: Notes = field(default_factory=Notes)


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """What a writer may be told."""

    confidence: bool = False
    """YOLO: write the confidence as a last column, which training tools refuse."""
    image_prefix: str = "/data/local-files/?d="
    """Label Studio: what stands before the picture's path in its address."""
    notes: Notes = field(default_factory=Notes)

    def __post_init__(self) -> None:
        if printable(self.image_prefix) != self.image_prefix:
            raise OutputError(f"--image-prefix {self.image_prefix!r}: is not UTF-8")


@dataclass(frozen=True, slots=True)
class ReadResult:
    """The records of a label file, and the folder their paths are relative to."""

    records: tuple[PictureRecord, ...]
    images: Path
    source: Path | None = None
    """The label file or folder, where the records come from one."""


@dataclass(frozen=True, slots=True)
class LabelFormat:
    """A format: its name on the command line, its main file, and both ways."""

    name: str
    main_file: str
    """The file that names the labels, directly in the format's folder."""
    write: Callable[[Sequence[PictureRecord], Path, WriteOptions], None]
    """Writes into a folder that exists and is empty but for pictures."""
    read: Callable[[Path, ReadOptions], list[PictureRecord]]
    """Reads the main file, or the folder for formats of many files."""
    other_files: tuple[str, ...] = ()
    """What else is written directly in the folder, or left there by the format's trainers; with
    `*` and `?`."""
    folders: tuple[str, ...] = ()
    """Folders that the format makes for labels or pictures."""
    picture_path: Callable[[str], str] = str
    """Where the format wants a picture, relative to its folder."""
    label_path: Callable[[str], str] | None = None
    """Where the labels of a picture lie, for formats with a file for each picture."""
    takes_folder: bool = False
    wants_pictures: bool = False
    """True where the format is no use without the pictures beside the labels."""


def clockwise(points: Sequence[Point]) -> Quad:
    """Return four points as a quad; if they run anticlockwise, the other way from the same start.

    >>> clockwise([(0, 0), (0, 2), (2, 2), (2, 0)]).corners[1]
    (2.0, 0.0)
    """
    quad = Quad.of(points)
    if quad.area < 0:
        quad = Quad.of((points[0], *reversed(points[1:])))
    return quad


def quad_from_outline(
    points: Sequence[Point], place: Place, notes: Notes
) -> tuple[Quad, Corners | None]:
    """Return the quad of a polygon: four corners as they are, else the tightest rectangle.

    The second value is `Corners.OUTLINE` where the corners were changed or put in another order,
    whatever the file says of them, else None.
    """
    outline = list(points)
    if len(outline) > 4 and outline[0] == outline[-1]:
        outline.pop()
    if len(outline) == 4:
        quad = clockwise(outline)
        return quad, None if quad == Quad.of(outline) else Corners.OUTLINE
    if len(outline) < 3:
        raise place.wrong([list(point) for point in points], "a polygon of at least three points")
    notes["polygons without four corners, taken as their tightest rectangle"] += 1
    rectangle = cv2.minAreaRect(np.array(outline, dtype=np.float32))
    corners: list[list[float]] = np.asarray(cv2.boxPoints(rectangle)).tolist()
    return clockwise([(x, y) for x, y in corners]), Corners.OUTLINE


def attributes_of(label: TileLabel) -> dict[str, Any]:
    """Return what a label says besides tile and quad, apart from group and confidence."""
    values: dict[str, Any] = {"corners": label.corners.value, "quality": label.quality.value}
    if label.turn is not None:
        values["turn"] = label.turn
    if label.visible is not None:
        values["visible"] = round(label.visible, 4)
    if label.red:
        values["red"] = True
    return values


@dataclass(frozen=True, slots=True)
class Said:
    """What a file says of a tile, by the names of our attributes, and where it says so."""

    values: Mapping[str, Any]
    place: Place
    places: Mapping[str, Place] = field(default_factory=dict)
    """Places of the attributes that do not stand at `place` under their name."""

    def at(self, name: str) -> Place:
        """Return the place of an attribute."""
        return self.places.get(name) or self.place.at(name)


def label_from(
    tile: Tile,
    quad: Quad,
    said: Said,
    *,
    certain: Corners | None = None,
    otherwise: Corners = Corners.OUTLINE,
) -> TileLabel:
    """Make a label of what a file says; attributes that are not ours are passed over.

    `certain` is what the shape itself says of the corners, `otherwise` what is taken when neither
    it nor the attributes say. Raises `LabelFileError` for a value that one of ours cannot have.
    """
    corners = _member(said, "corners", Corners) or otherwise
    turn = None
    if said.values.get("turn") != "unknown":
        turn = _number(said, "turn", "one of 0, 90, 180, 270", lambda value: value in _TURNS)
    share = ("a number from 0 to 1", lambda value: 0 <= value <= 1)
    return TileLabel(
        tile=tile,
        quad=quad,
        quality=_member(said, "quality", Quality) or Quality.TIGHT,
        corners=certain or corners,
        turn=None if turn is None else int(turn),
        visible=_number(said, "visible", *share),
        confidence=_number(said, "confidence", *share),
        red=_boolean(said, "red"),
    )


def refuse_inverted(box: Sequence[float], place: Place, names: tuple[str, str]) -> None:
    """Refuse a box x0, y0, x1, y1 that ends before it begins; `names` are those of its end."""
    for start, end, name in zip(box[:2], box[2:], names, strict=True):
        if end < start:
            raise place.at(name).wrong(end, f"{start:g} or more, where the box begins")


def _member(said: Said, name: str, kind: type[E]) -> E | None:
    value = said.values.get(name)
    if value in _NOT_SAID:
        return None
    names = [member.value for member in kind]
    if value not in names:
        raise said.at(name).wrong(value, "one of " + ", ".join(names))
    return kind(value)


def _number(said: Said, name: str, expected: str, good: Callable[[float], bool]) -> float | None:
    """Return a number, which may stand as text."""
    value = said.values.get(name)
    if value in _NOT_SAID:
        return None
    if isinstance(value, str):
        value = finite_number(value, said.at(name))
    if isinstance(value, bool) or not isinstance(value, int | float) or not good(value):
        raise said.at(name).wrong(said.values[name], expected)
    return float(value)


def _boolean(said: Said, name: str) -> bool:
    value = said.values.get(name)
    if value in _NOT_SAID:
        return False
    word = str(value).lower()
    if word not in _BOOLEANS:
        raise said.at(name).wrong(value, "true or false")
    return _BOOLEANS[word]

"""What all label formats share: options, results, and outlines that become quads."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ...scoring.tiles import Tile
from ..fields import Place
from ..quads import Point, Quad
from ..records import Corners, PictureRecord, Quality, TileLabel

__all__ = [
    "LabelFormat",
    "Notes",
    "ReadOptions",
    "ReadResult",
    "WriteOptions",
    "attributes_of",
    "clockwise",
    "label_from",
    "quad_from_outline",
]


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


@dataclass(frozen=True, slots=True)
class ReadResult:
    """The records of a label file, and the folder their paths are relative to."""

    records: tuple[PictureRecord, ...]
    images: Path


@dataclass(frozen=True, slots=True)
class LabelFormat:
    """A format: its name on the command line, its main file, and both ways."""

    name: str
    main_file: str
    keeps: str
    """What survives, for `--help` and the documentation."""
    write: Callable[[Sequence[PictureRecord], Path, WriteOptions], None]
    """Writes into a folder that exists and is empty but for pictures."""
    read: Callable[[Path, ReadOptions], list[PictureRecord]]
    """Reads the main file, or the folder for formats of many files."""
    picture_path: Callable[[str], str] = str
    """Where the format wants a picture, relative to its folder."""
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


def label_from(
    tile: Tile,
    quad: Quad,
    attributes: Mapping[str, Any],
    *,
    certain: Corners | None = None,
    otherwise: Corners = Corners.OUTLINE,
) -> TileLabel:
    """Make a label of what a file says; attributes that are not ours are passed over.

    `certain` is what the shape itself says of the corners, `otherwise` what is taken when neither
    it nor the attributes say.
    """
    quality = attributes.get("quality")
    corners = certain.value if certain else attributes.get("corners")
    turn = _number(attributes.get("turn"))
    visible = _number(attributes.get("visible"))
    confidence = _number(attributes.get("confidence"))
    return TileLabel(
        tile=tile,
        quad=quad,
        quality=Quality(quality) if quality in _values(Quality) else Quality.TIGHT,
        corners=Corners(corners) if corners in _values(Corners) else otherwise,
        turn=int(turn) if turn in (0, 90, 180, 270) else None,
        visible=visible if visible is not None and 0 <= visible <= 1 else None,
        confidence=confidence if confidence is not None and 0 <= confidence <= 1 else None,
        red=attributes.get("red") in (True, "true", "True", 1),
    )


def _values(kind: type[Quality] | type[Corners]) -> list[object]:
    return [member.value for member in kind]


def _number(value: object) -> float | None:
    """Return a number that may stand as text, or None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None

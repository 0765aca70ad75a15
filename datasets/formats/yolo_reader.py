"""Reads YOLO trees; boxes and oriented boxes are told apart by the number of columns."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..errors import LabelError, LabelFileError
from ..fields import Place, finite_number
from ..files import read_lines, read_text
from ..pictures import find_picture, is_picture, upright_size
from ..quads import Quad
from ..records import Corners, PictureRecord, TileLabel
from .base import ReadOptions, Said, label_from, quad_from_outline
from .classes import NAMES, ClassFinder, names_from_yaml

__all__ = ["read_yolo"]

_BOX_COLUMNS = (5, 6)
_FARTHEST = 1e6
"""Widths of the picture beyond which a corner is a mistake."""


@dataclass(frozen=True, slots=True)
class _Context:
    names: dict[int, str]
    finder: ClassFinder
    options: ReadOptions


def read_yolo(folder: Path, options: ReadOptions) -> list[PictureRecord]:
    """Read a YOLO tree: every label file, and every picture without one as an empty picture.

    Sizes come from the pictures, which lie in folders `images` beside the folders `labels`, or
    below `options.images`.
    """
    context = _Context(_names(folder), ClassFinder(options.classes), options)
    records = {}
    for path in _label_files(folder):
        picture, file = _picture_of(path, folder, options)
        records[file] = _record(path, picture, file, context)
    for picture in sorted(folder.rglob("*")):
        file = picture.relative_to(folder).as_posix()
        is_one = is_picture(picture) and "images" in PurePosixPath(file).parts
        if options.images is None and is_one and file not in records:
            options.notes["pictures without a label file, taken as showing no tile"] += 1
            width, height = upright_size(picture)
            try:
                records[file] = PictureRecord(file, width, height)
            except LabelError as error:
                raise Place(picture).refused(error) from error
    if not records:
        raise LabelFileError(
            folder,
            None,
            None,
            seen="no label file below a folder labels, and no picture below a folder images",
            expected="a YOLO tree: data.yaml, images/ and labels/",
        )
    return [records[file] for file in sorted(records)]


def _names(folder: Path) -> dict[int, str]:
    """Return the class names of data.yaml or classes.txt, else the 44 tile codes."""
    for name in ("data.yaml", "dataset.yaml", "data.yml"):
        if (folder / name).is_file():
            return names_from_yaml(read_text(folder / name), folder / name)
    listed = folder / "classes.txt"
    if listed.is_file():
        return {n: line.strip() for n, (_, line) in enumerate(read_lines(listed))}
    return dict(enumerate(NAMES))


def _label_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*.txt")):
        if "labels" in path.relative_to(folder).parts[:-1]:
            yield path


def _picture_of(path: Path, folder: Path, options: ReadOptions) -> tuple[Path, str]:
    """Return (picture, its path relative to the pictures' folder) of a label file."""
    parts = list(path.relative_to(folder).with_suffix("").parts)
    last = max(n for n, part in enumerate(parts[:-1]) if part == "labels")
    inside = [*parts[:last], "images", *parts[last + 1 :]]
    bare = [*parts[:last], *parts[last + 1 :]]
    root = folder if options.images is None else options.images
    for candidate in (inside, bare):
        picture = find_picture(root.joinpath(*candidate))
        if picture is not None:
            return picture, picture.relative_to(root).as_posix()
    raise LabelFileError(
        path,
        None,
        None,
        seen=f"no picture {'/'.join(inside)} below {root}",
        expected="the labelled picture, whose size gives the labels their scale",
        advice="say with --images where the pictures lie",
    )


def _record(path: Path, picture: Path, file: str, context: _Context) -> PictureRecord:
    width, height = upright_size(picture)
    labels = []
    for line, text in read_lines(path):
        label = _label(text.split(), Place(path, line), (width, height), context)
        if label is not None:
            labels.append(label)
    try:
        return PictureRecord(file, width, height, tuple(labels))
    except LabelError as error:
        raise Place(path).refused(error) from error


def _label(
    words: list[str], place: Place, size: tuple[int, int], context: _Context
) -> TileLabel | None:
    values = [
        finite_number(word, place.at(f"column {n}"), most=_FARTHEST)
        for n, word in enumerate(words, start=1)
    ]
    if len(values) < 5 or len(values) in (7, 8):
        raise place.at("columns").error(
            f"{len(values)} columns",
            "5 (class cx cy w h) or 9 (class and four corners), and one more for a confidence",
        )
    number = values[0]
    if number not in context.names:
        raise place.at("column 1").error(
            f"class {words[0]}", f"one of the {len(context.names)} classes of data.yaml"
        )
    name_place = Place(place.file, place.line, f"class {words[0]} of data.yaml")
    tile, red = context.finder.find(context.names[int(number)], name_place)
    if tile is None:
        context.options.notes["labels of classes dropped by --classes"] += 1
        return None
    quad, corners, confidence = _shape(values[1:], place, size, context)
    if confidence is not None and not 0 <= confidence <= 1:
        raise place.at(f"column {len(values)}").wrong(confidence, "a confidence from 0 to 1")
    said = Said({"red": red, "confidence": confidence}, place)
    return label_from(tile, quad, said, otherwise=corners)


def _shape(
    values: list[float], place: Place, size: tuple[int, int], context: _Context
) -> tuple[Quad, Corners, float | None]:
    width, height = size
    if len(values) + 1 in _BOX_COLUMNS:
        cx, cy, w, h = values[:4]
        if w < 0 or h < 0:
            raise place.at("column 4" if w < 0 else "column 5").wrong(min(w, h), "0 or more")
        box = (
            (cx - w / 2) * width,
            (cy - h / 2) * height,
            (cx + w / 2) * width,
            (cy + h / 2) * height,
        )
        return Quad.from_box(box), Corners.BOX, values[4] if len(values) == 5 else None
    points = [(x * width, y * height) for x, y in zip(values[0::2], values[1::2], strict=False)]
    confidence = values[-1] if len(values) % 2 else None
    quad, _ = quad_from_outline(points, place, context.options.notes)
    return quad, Corners.OUTLINE, confidence

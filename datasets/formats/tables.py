"""CSV: one row a tile, an empty row for a picture without tiles.

The header names the columns; `x_min y_min x_max y_max class_name confidence` are those of
supervision's CSV files. A file with only those and `file width height` can be read too.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..errors import LabelError, LabelFileError
from ..fields import Place, finite_number, whole_number
from ..files import read_text, write_text
from ..quads import Quad
from ..records import Corners, PictureRecord, TileLabel
from .base import (
    LabelFormat,
    ReadOptions,
    Said,
    WriteOptions,
    attributes_of,
    label_from,
    quad_from_outline,
    refuse_inverted,
)
from .classes import ClassFinder

__all__ = ["CSV", "read_csv", "write_csv"]

_MAIN_FILE = "labels.csv"
_PICTURE = ("file", "width", "height")
_BOX = ("x_min", "y_min", "x_max", "y_max")
_QUAD = ("x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4")
_ATTRIBUTES = ("confidence", "corners", "quality", "turn", "visible", "red")
_TEXTS = ("source", "licence", "set", "group")
_COLUMNS = (*_PICTURE, "class_name", *_BOX, *_QUAD, *_ATTRIBUTES, *_TEXTS)


def write_csv(
    records: Sequence[PictureRecord],
    folder: Path,
    options: WriteOptions,
) -> None:
    """Write `labels.csv`."""
    write_text(folder / _MAIN_FILE, _rows(records))


def read_csv(path: Path, options: ReadOptions) -> list[PictureRecord]:
    """Read a CSV file with a header; rows of one picture need not stand together."""
    text = read_text(path)
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    pictures: dict[str, dict[str, Any]] = {}
    labels: dict[str, list[TileLabel]] = {}
    places: dict[str, Place] = {}
    try:
        _check_header(rows.fieldnames or (), path)
        for row in rows:
            place = Place(path, rows.line_num)
            if None in row or None in row.values():
                raise place.error("more or fewer values than the header", "one for each column")
            file = row["file"]
            picture = {
                "file": file,
                "width": whole_number(row["width"], place.at("width")),
                "height": whole_number(row["height"], place.at("height")),
                **{name: row.get(name) or "" for name in _TEXTS},
            }
            if pictures.setdefault(file, picture) != picture:
                raise place.error(f"other values for {file} than above", "one size a picture")
            places.setdefault(file, place)
            label = _label(row, place, options) if row["class_name"] else None
            labels.setdefault(file, []).extend([label] if label else [])
    except csv.Error as error:
        raise LabelFileError(
            path, rows.reader.line_num, None, seen=str(error), expected="comma-separated values"
        ) from error
    return [_record(values, labels[file], places[file]) for file, values in pictures.items()]


def _rows(records: Sequence[PictureRecord]) -> Iterator[str]:
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, _COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for record in records:
        picture = {name: getattr(record, name) for name in (*_PICTURE, *_TEXTS)}
        for label in record.tiles:
            writer.writerow(picture | _cells(label))
        if not record.tiles:
            writer.writerow(picture)
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _cells(label: TileLabel) -> dict[str, Any]:
    flat = [value for corner in label.quad.corners for value in corner]
    cells: dict[str, Any] = {"class_name": label.tile.code, **attributes_of(label)}
    cells |= {name: f"{value:.2f}" for name, value in zip(_BOX, label.quad.box, strict=True)}
    cells |= {name: f"{value:.2f}" for name, value in zip(_QUAD, flat, strict=True)}
    if label.confidence is not None:
        cells["confidence"] = label.confidence
    return cells


def _check_header(names: Sequence[str], path: Path) -> None:
    needed = [*_PICTURE, "class_name"]
    missing = [name for name in needed if name not in names]
    if not (set(_BOX) <= set(names) or set(_QUAD) <= set(names)):
        missing.append("x_min … y_max or x1 … y4")
    if missing:
        raise LabelFileError(
            path,
            1,
            "header",
            seen=", ".join(names)[:80] or "nothing",
            expected="the columns " + ", ".join(missing) + " as well",
        )


def _label(row: dict[str, str], place: Place, options: ReadOptions) -> TileLabel | None:
    tile, red = ClassFinder(options.classes).find(row["class_name"], place.at("class_name"))
    if tile is None:
        options.notes["labels of classes dropped by --classes"] += 1
        return None
    attributes: dict[str, Any] = {name: row.get(name) for name in _ATTRIBUTES}
    if red:
        attributes["red"] = True
    said = Said(attributes, place)
    if any(row.get(name) for name in _QUAD):
        values = [_number(row, name, place) for name in _QUAD]
        points = list(zip(values[0::2], values[1::2], strict=True))
        quad, certain = quad_from_outline(points, place.at(_QUAD[0]), options.notes)
        return label_from(tile, quad, said, certain=certain)
    box = [_number(row, name, place) for name in _BOX]
    refuse_inverted(box, place, ("x_max", "y_max"))
    return label_from(tile, Quad.from_box(box), said, otherwise=Corners.BOX)


def _number(row: dict[str, str], name: str, place: Place) -> float:
    text = row.get(name)
    if not text:
        raise place.at(name).error("nothing", "a number")
    return finite_number(text, place.at(name))


def _record(values: dict[str, Any], labels: list[TileLabel], place: Place) -> PictureRecord:
    try:
        return PictureRecord(**values, tiles=tuple(labels))
    except LabelError as error:
        raise place.refused(error) from error


CSV = LabelFormat(
    name="csv",
    main_file=_MAIN_FILE,
    write=write_csv,
    read=read_csv,
)

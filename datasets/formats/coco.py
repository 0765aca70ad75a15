"""COCO detection JSON: boxes, with the four corners as a segmentation polygon.

What COCO has no field for stands in `attributes` of an annotation (as CVAT and Datumaro write
them) and in `rekje` of an image; other tools pass over both.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...scoring.tiles import Tile
from ..errors import LabelFileError
from ..fields import Fields, Place
from ..files import read_text, write_text
from ..json_text import parse_json
from ..jsonl import picture_from_json, picture_to_json
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
)
from .classes import NAMES, ClassFinder

__all__ = ["COCO", "read_coco", "write_coco"]

_MAIN_FILE = "annotations.json"


def write_coco(
    records: Sequence[PictureRecord],
    folder: Path,
    options: WriteOptions,
) -> None:
    """Write `annotations.json`; ids run from 1, category n is tile number n - 1."""
    licences = sorted({record.licence for record in records if record.licence})
    document = {
        "info": {"description": "mahjong tiles", "version": "1"},
        "licenses": [
            {"id": number, "name": name, "url": ""} for number, name in enumerate(licences, start=1)
        ],
        "images": [
            _image(number, record, licences) for number, record in enumerate(records, start=1)
        ],
        "annotations": list(_annotations(records)),
        "categories": [
            {"id": number, "name": name, "supercategory": "tile"}
            for number, name in enumerate(NAMES, start=1)
        ],
    }
    write_text(folder / _MAIN_FILE, _pretty(document))


def read_coco(path: Path, options: ReadOptions) -> list[PictureRecord]:
    """Read COCO detection JSON; annotations without a polygon give upright boxes."""
    fields = Fields(parse_json(read_text(path), Place(path)), Place(path))
    finder = ClassFinder(options.classes)
    categories = _by_id(fields, "categories")
    images = _by_id(fields, "images")
    labels: dict[int, list[TileLabel]] = {}
    for annotation in fields.objects("annotations"):
        image_id = annotation.integer("image_id")
        if image_id not in images:
            raise annotation.place.at("image_id").wrong(image_id, "the id of one of the images")
        category_id = annotation.integer("category_id")
        if category_id not in categories:
            raise annotation.place.at("category_id").wrong(
                category_id, "the id of one of the categories"
            )
        name = categories[category_id]
        tile, red = finder.find(name.text("name"), name.place.at("name"))
        if tile is None:
            options.notes["labels of classes dropped by --classes"] += 1
        else:
            labels.setdefault(image_id, []).append(_label(annotation, tile, red, options))
    licences = {
        number: item.text("name", "") for number, item in _by_id(fields, "licenses").items()
    }
    return [_record(image, labels.get(number, []), licences) for number, image in images.items()]


def _by_id(fields: Fields, key: str) -> dict[int, Fields]:
    """Return the objects of a list by their `id`; only licences may be missing."""
    by_id: dict[int, Fields] = {}
    for item in fields.objects(key, required=key != "licenses"):
        number = item.integer("id")
        if number in by_id:
            raise item.place.at("id").wrong(number, f"an id that no other of the {key} has")
        by_id[number] = item
    return by_id


def _image(number: int, record: PictureRecord, licences: list[str]) -> dict[str, Any]:
    image: dict[str, Any] = {
        "id": number,
        "file_name": record.file,
        "width": record.width,
        "height": record.height,
    }
    if record.licence:
        image["license"] = licences.index(record.licence) + 1
    own = picture_to_json(record)
    for name in ("schema", "file", "width", "height", "licence", "tiles", "groups"):
        own.pop(name, None)
    if own:
        image["rekje"] = own
    return image


def _annotations(records: Sequence[PictureRecord]) -> Iterator[dict[str, Any]]:
    number = 0
    for image, record in enumerate(records, start=1):
        for label in record.tiles:
            number += 1
            x0, y0, x1, y1 = label.quad.box
            corners = [round(value, 3) for corner in label.quad.corners for value in corner]
            annotation: dict[str, Any] = {
                "id": number,
                "image_id": image,
                "category_id": label.tile.index + 1,
                "bbox": [round(value, 3) for value in (x0, y0, x1 - x0, y1 - y0)],
                "area": round(abs(label.quad.area), 3),
                "iscrowd": 0,
                "segmentation": [corners],
                "attributes": attributes_of(label),
            }
            if label.confidence is not None:
                annotation["score"] = label.confidence
            yield annotation


def _pretty(document: dict[str, Any]) -> Iterator[str]:
    """Yield the document with one image or annotation a line."""
    yield "{\n"
    for position, (key, value) in enumerate(document.items()):
        end = ",\n" if position < len(document) - 1 else "\n"
        if isinstance(value, list) and value:
            rows = ",\n".join("  " + json.dumps(item, ensure_ascii=False) for item in value)
            yield f'"{key}": [\n{rows}\n]{end}'
        else:
            yield f'"{key}": {json.dumps(value, ensure_ascii=False)}{end}'
    yield "}\n"


def _label(annotation: Fields, tile: Tile, red: bool, options: ReadOptions) -> TileLabel:
    attributes: dict[str, Any] = {}
    place = annotation.place.at("attributes")
    if annotation.has("attributes"):
        attributes.update(annotation.object("attributes").values)
    if annotation.has("score"):
        attributes["confidence"] = annotation.number("score")
    if red:
        attributes["red"] = True
    quad, certain = _quad(annotation, options)
    said = Said(attributes, place, {"confidence": annotation.place.at("score")})
    return label_from(tile, quad, said, certain=certain)


def _quad(annotation: Fields, options: ReadOptions) -> tuple[Quad, Corners | None]:
    """Return the corners of the polygon, or of the box where there is no single polygon."""
    polygons = annotation.values.get("segmentation")
    if isinstance(polygons, list) and len(polygons) == 1:
        place = annotation.place.at("segmentation")
        wrapped = Fields({"polygon": polygons[0]}, place)
        values = wrapped.numbers("polygon", len(wrapped.items("polygon")) // 2 * 2)
        points = list(zip(values[0::2], values[1::2], strict=True))
        return quad_from_outline(points, place.at(0), options.notes)
    if polygons:
        options.notes["masks and polygons of several parts, taken as their boxes"] += 1
    x, y, width, height = annotation.numbers("bbox", 4)
    if width < 0 or height < 0:
        raise annotation.place.at("bbox").wrong([x, y, width, height], "x, y, width, height")
    return Quad.from_box((x, y, x + width, y + height)), Corners.BOX


def _record(image: Fields, labels: list[TileLabel], licences: dict[int, str]) -> PictureRecord:
    own = dict(image.object("rekje").values) if image.has("rekje") else {}
    own |= {
        "file": image.text("file_name"),
        "width": image.integer("width"),
        "height": image.integer("height"),
        "tiles": [],
        "groups": [],
    }
    licence = image.values.get("license")
    if isinstance(licence, int) and licence in licences:
        own["licence"] = licences[licence]
    try:
        return replace(picture_from_json(Fields(own, image.place)), tiles=tuple(labels))
    except LabelFileError as error:
        if error.field == f"{image.place.path}.file":
            place = image.place.at("file_name")
            raise place.error(error.seen, error.expected) from error
        raise


COCO = LabelFormat(
    name="coco",
    main_file=_MAIN_FILE,
    write=write_coco,
    read=read_coco,
)

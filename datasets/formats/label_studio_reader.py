"""Reads Label Studio: its JSON and JSON_MIN exports, and pre-annotations."""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from ..errors import LabelError, LabelFileError
from ..fields import Fields, Place
from ..files import read_text
from ..json_text import parse_json
from ..pictures import upright_size
from ..quads import Quad
from ..records import Corners, PictureRecord, TileLabel
from .base import ReadOptions, Said, label_from, quad_from_outline
from .classes import ClassFinder

__all__ = ["read_label_studio", "turned_rectangle"]

_RECTANGLES, _POLYGONS = "rectanglelabels", "polygonlabels"
_DATA_TEXTS = ("source", "licence", "set", "group", "hand")
_DROPPED = "labels of classes dropped by --classes"


def read_label_studio(path: Path, options: ReadOptions) -> list[PictureRecord]:
    """Read a list of tasks: the newest annotation of each, or its prediction if there is none.

    Tasks that a labeller skipped are left out. The size of a picture without tiles comes from
    the task's data or from the picture itself below `options.images`.
    """
    document = parse_json(read_text(path), Place(path))
    if not isinstance(document, list):
        raise Place(path).wrong(document, "a list of tasks", "export as JSON or JSON-MIN")
    records = []
    for number, value in enumerate(document):
        task = Fields(value, Place(path).at(number))
        result = _result(task, options) if task.has("data") else _min_result(task)
        if result is not None:
            records.append(_record(task, result, options))
    return records


def turned_rectangle(value: Mapping[str, float], size: tuple[int, int]) -> Quad:
    """Return the corners of a rectangle in percent, turned about its top left corner.

    >>> turned_rectangle(
    ...     {"x": 50, "y": 50, "width": 10, "height": 20, "rotation": 90}, (200, 100)
    ... ).corners[1]
    (100.0, 70.0)
    """
    x, y = value["x"] / 100 * size[0], value["y"] / 100 * size[1]
    w, h = value["width"] / 100 * size[0], value["height"] / 100 * size[1]
    angle = math.radians(value["rotation"])
    cos, sin = math.cos(angle), math.sin(angle)
    return Quad.of(
        [
            (x, y),
            (x + w * cos, y + w * sin),
            (x + w * cos - h * sin, y + w * sin + h * cos),
            (x - h * sin, y + h * cos),
        ]
    )


def _result(task: Fields, options: ReadOptions) -> list[Fields] | None:
    """Return the regions of the newest annotation or the first prediction."""
    annotations = list(task.objects("annotations", required=False))
    done = [item for item in annotations if not item.boolean("was_cancelled", False)]
    if annotations and not done:
        options.notes["tasks skipped by the labeller, left out"] += 1
        return None
    if len(done) > 1:
        options.notes["tasks with several annotations, of which the newest is taken"] += 1
    predictions = list(task.objects("predictions", required=False))
    if done:
        chosen = max(done, key=lambda item: str(item.values.get("updated_at", "")))
    elif predictions:
        chosen = predictions[0]
    else:
        options.notes["tasks without annotation or prediction, taken as showing no tile"] += 1
        return []
    return list(chosen.objects("result"))


def _min_result(task: Fields) -> list[Fields]:
    """Return the regions of a JSON_MIN task, which has them as lists of values beside the data."""
    regions = []
    for key, items in task.values.items():
        if not isinstance(items, list):
            continue
        for number, item in enumerate(items):
            place = task.place.at(key).at(number)
            if not isinstance(item, Mapping):
                continue
            kind = next((name for name in (_RECTANGLES, _POLYGONS) if name in item), None)
            if kind is not None:
                region = Fields({**item, "type": kind, "value": item}, place)
                regions.append(region)
    return regions


def _record(task: Fields, result: list[Fields], options: ReadOptions) -> PictureRecord:
    data = task.object("data") if task.has("data") else task
    file = _file(data)
    width, height = _size(task, data, result, file, options)
    labels: list[TileLabel] = []
    for region in result:
        labels.extend(_labels(region, (width, height), options))
    texts = {
        name: data.values[name] for name in _DATA_TEXTS if isinstance(data.values.get(name), str)
    }
    try:
        return PictureRecord(file, width, height, tuple(labels), **texts)
    except LabelError as error:
        raise data.place.refused(error) from error


def _file(data: Fields) -> str:
    """Return the picture's path: the one we wrote, else what its address says.

    Local storage names it in `d=`; an upload puts eight hexadecimal digits before the name.
    """
    if data.has("file"):
        return str(data.text("file"))
    key = next((name for name in ("image", "img", "picture") if data.has(name)), "image")
    try:
        address = urlsplit(data.text(key))
    except ValueError:
        raise data.place.at(key).wrong(data.values[key], "the address of a picture") from None
    local = parse_qs(address.query).get("d")
    if local:
        return local[0].lstrip("/")
    path = PurePosixPath(unquote(address.path))
    if path.is_relative_to("/data/upload"):
        name = path.name
        return name[9:] if len(name) > 9 and name[8] == "-" else name
    return str(path).lstrip("/")


def _size(
    task: Fields, data: Fields, result: list[Fields], file: str, options: ReadOptions
) -> tuple[int, int]:
    for source, names in (
        *((region, ("original_width", "original_height")) for region in result),
        (data, ("width", "height")),
    ):
        if all(isinstance(source.values.get(name), int | float) for name in names):
            return source.integer(names[0]), source.integer(names[1])
    if options.images is None:
        raise LabelFileError(
            task.place.file,
            None,
            task.place.path,
            seen=f"no size of {file}",
            expected="original_width and original_height",
            advice="say with --images where the pictures lie",
        )
    return upright_size(options.images / file)


def _labels(region: Fields, size: tuple[int, int], options: ReadOptions) -> Iterator[TileLabel]:
    kind = region.text("type")
    if kind not in (_RECTANGLES, _POLYGONS):
        options.notes[f"regions of another kind ({kind}), left out"] += 1
        return
    if region.integer("image_rotation", 0) % 360:
        raise region.place.at("image_rotation").wrong(
            region.values["image_rotation"], "0", "turn the picture back in Label Studio"
        )
    value = region.object("value")
    names = value.items(kind)
    if len(names) != 1:
        raise value.place.at(kind).wrong(names, "exactly one tile name")
    place = value.place.at(kind).at(0)
    tile, red = ClassFinder(options.classes).find(str(names[0]), place)
    if tile is None:
        options.notes[_DROPPED] += 1
        return
    said = _said(region, red=red)
    if kind == _POLYGONS:
        points = [(x / 100 * size[0], y / 100 * size[1]) for x, y in value.points("points")]
        quad, certain = quad_from_outline(points, value.place.at("points"), options.notes)
        yield label_from(tile, quad, said, certain=certain)
        return
    numbers = {name: value.number(name) for name in ("x", "y", "width", "height")}
    for name in ("width", "height"):
        if numbers[name] < 0:
            raise value.place.at(name).wrong(numbers[name], "0 or more")
    numbers["rotation"] = value.number("rotation", 0.0)
    otherwise = Corners.OUTLINE if numbers["rotation"] % 360 else Corners.BOX
    quad = turned_rectangle(numbers, size)
    yield label_from(tile, quad, said, otherwise=otherwise)


def _said(region: Fields, *, red: bool) -> Said:
    meta = region.values.get("meta")
    own = meta.get("rekje") if isinstance(meta, Mapping) else None
    attributes: dict[str, Any] = dict(own) if isinstance(own, Mapping) else {}
    if region.has("score"):
        attributes["confidence"] = region.number("score")
    if red:
        attributes["red"] = True
    score = {"confidence": region.place.at("score")} if region.has("score") else {}
    return Said(attributes, region.place.at("meta").at("rekje"), score)

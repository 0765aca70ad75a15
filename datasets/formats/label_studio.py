"""Label Studio pre-annotations: a list of tasks, and the labelling interface that fits them.

Rectangles (turned ones too) are `rectanglelabels`, whose rotation is in degrees clockwise about
the tile's own top left corner; other quads are `polygonlabels`, so that every quad comes back as
it went. Positions are percent of the picture's width and height. A task's score is the lowest
confidence of its tiles: sorting by score puts doubtful pictures first.
"""

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..files import write_text
from ..quads import Quad
from ..records import PictureRecord, TileLabel
from .base import LabelFormat, WriteOptions, attributes_of
from .classes import NAMES
from .label_studio_reader import read_label_studio, turned_rectangle

__all__ = ["LABEL_STUDIO", "label_config", "write_label_studio"]

_MAIN_FILE = "tasks.json"
_CONFIG_FILE = "label_config.xml"
_RECTANGLE_PX = 0.1
"""Distance from a rectangle's corner up to which a quad is written as one; a fifth of the half
pixel that a round trip may cost."""
_RECTANGLE, _POLYGON = "rectangle", "polygon"
_DATA_TEXTS = ("source", "licence", "set", "group", "hand")


def label_config() -> str:
    """Return the labelling interface: rectangles and polygons with the 44 names."""
    labels = "".join(f'    <Label value="{name}"/>\n' for name in NAMES)
    return (
        '<View>\n  <Image name="image" value="$image" zoom="true" rotateControl="false"/>\n'
        f'  <RectangleLabels name="{_RECTANGLE}" toName="image" canRotate="true">\n{labels}'
        "  </RectangleLabels>\n"
        f'  <PolygonLabels name="{_POLYGON}" toName="image">\n{labels}  </PolygonLabels>\n</View>\n'
    )


def write_label_studio(
    records: Sequence[PictureRecord],
    folder: Path,
    options: WriteOptions,
) -> None:
    """Write `tasks.json` and `label_config.xml`."""
    write_text(folder / _MAIN_FILE, _tasks(records, options))
    write_text(folder / _CONFIG_FILE, [label_config()])


def _tasks(records: Sequence[PictureRecord], options: WriteOptions) -> Iterator[str]:
    yield "["
    for number, record in enumerate(records):
        yield ",\n" if number else "\n"
        yield json.dumps(_task(record, options), ensure_ascii=False)
    yield "\n]\n"


def _task(record: PictureRecord, options: WriteOptions) -> dict[str, Any]:
    data: dict[str, Any] = {
        "image": options.image_prefix + quote(record.file),
        "file": record.file,
        "width": record.width,
        "height": record.height,
    }
    data |= {name: getattr(record, name) for name in _DATA_TEXTS if getattr(record, name)}
    prediction: dict[str, Any] = {
        "model_version": "rekje",
        "result": [_region(number, label, record) for number, label in enumerate(record.tiles)],
    }
    sure = [label.confidence for label in record.tiles if label.confidence is not None]
    if sure:
        prediction["score"] = min(sure)
    return {"data": data, "predictions": [prediction]}


def _region(number: int, label: TileLabel, record: PictureRecord) -> dict[str, Any]:
    rectangle = _as_rectangle(label.quad, record)
    kind, name = (_RECTANGLE, "rectanglelabels") if rectangle else (_POLYGON, "polygonlabels")
    percent = [
        [_percent(x, record.width), _percent(y, record.height)] for x, y in label.quad.corners
    ]
    region: dict[str, Any] = {
        "id": f"tile{number}",
        "from_name": kind,
        "to_name": "image",
        "type": name,
        "original_width": record.width,
        "original_height": record.height,
        "image_rotation": 0,
        "value": {**(rectangle or {"points": percent, "closed": True}), name: [label.tile.code]},
        "meta": {"rekje": attributes_of(label)},
    }
    if label.confidence is not None:
        region["score"] = label.confidence
    return region


def _as_rectangle(quad: Quad, record: PictureRecord) -> dict[str, float] | None:
    """Return the quad as a turned rectangle in percent, or None if it is not one."""
    (x0, y0), (x1, y1), _, (x3, y3) = quad.corners
    value = {
        "x": _percent(x0, record.width),
        "y": _percent(y0, record.height),
        "width": _percent(math.hypot(x1 - x0, y1 - y0), record.width),
        "height": _percent(math.hypot(x3 - x0, y3 - y0), record.height),
        "rotation": round(math.degrees(math.atan2(y1 - y0, x1 - x0)) % 360, 6),
    }
    again = turned_rectangle(value, (record.width, record.height))
    distances = (
        math.hypot(ax - bx, ay - by)
        for (ax, ay), (bx, by) in zip(quad.corners, again.corners, strict=True)
    )
    return value if max(distances) <= _RECTANGLE_PX else None


def _percent(pixels: float, of: int) -> float:
    return round(100 * pixels / of, 6)


LABEL_STUDIO = LabelFormat(
    name="label-studio",
    main_file=_MAIN_FILE,
    other_files=(_CONFIG_FILE,),
    write=write_label_studio,
    read=read_label_studio,
)

"""CVAT for images 1.1: one XML file, a polygon a tile.

Attributes of a tile (corners, quality, turn, visible, red, confidence) are declared for each
label, so that they can be seen and edited there.
"""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from ..errors import LabelError
from ..fields import Place, finite_number
from ..files import write_text
from ..quads import Point, Quad
from ..records import Corners, PictureRecord, Quality, TileLabel
from ..xml_tree import Element, read_xml
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
from .classes import NAMES, ClassFinder

__all__ = ["CVAT", "read_cvat", "write_cvat"]

_MAIN_FILE = "annotations.xml"
_MOSTLY_VISIBLE = 0.95
"""Share of a face below which CVAT shows the tile as occluded: less than an edge is hidden."""
_ATTRIBUTES = {
    "corners": ("select", ["outline", "exact", "box"]),
    "quality": ("select", [quality.value for quality in Quality]),
    "turn": ("select", ["unknown", "0", "90", "180", "270"]),
    "visible": ("text", [""]),
    "red": ("checkbox", ["false"]),
    "confidence": ("text", [""]),
}


def write_cvat(
    records: Sequence[PictureRecord],
    folder: Path,
    options: WriteOptions,
) -> None:
    """Write `annotations.xml`; ids run from 0 as CVAT's do."""
    write_text(folder / _MAIN_FILE, _document(records))


def read_cvat(path: Path, options: ReadOptions) -> list[PictureRecord]:
    """Read an XML file of images; polygons and boxes (turned too) become tiles."""
    root = read_xml(path)
    if root.tag != "annotations":
        raise root.place.error(f"<{root.tag}>", "<annotations>, a file CVAT for images 1.1")
    if any(root.all("track")):
        options.notes["tracks (CVAT for video), left out"] += len(list(root.all("track")))
    return [_record(image, options) for image in root.all("image")]


def _document(records: Sequence[PictureRecord]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n<version>1.1</version>\n'
    yield f"<meta><task><name>mahjong tiles</name><size>{len(records)}</size>"
    yield "<mode>annotation</mode><overlap>0</overlap><labels>\n"
    attributes = "".join(_declared(name, *kind) for name, kind in _ATTRIBUTES.items())
    for name in NAMES:
        yield f"<label><name>{name}</name><attributes>{attributes}</attributes></label>\n"
    yield "</labels></task></meta>\n"
    for number, record in enumerate(records):
        yield (
            f'<image id="{number}" name={quoteattr(record.file)} '
            f'width="{record.width}" height="{record.height}">\n'
        )
        yield from (_polygon(label) for label in record.tiles)
        yield "</image>\n"
    yield "</annotations>\n"


def _declared(name: str, kind: str, values: list[str]) -> str:
    return (
        f"<attribute><name>{name}</name><mutable>False</mutable><input_type>{kind}</input_type>"
        f"<default_value>{values[0]}</default_value>"
        f"<values>{chr(10).join(values)}</values></attribute>"
    )


def _polygon(label: TileLabel) -> str:
    values = {"turn": "unknown", "visible": "", "red": False, "confidence": ""}
    values |= attributes_of(label)
    if label.confidence is not None:
        values["confidence"] = label.confidence
    points = ";".join(f"{x:.2f},{y:.2f}" for x, y in label.quad.corners)
    occluded = int(label.visible is not None and label.visible < _MOSTLY_VISIBLE)
    inner = "".join(
        f'<attribute name="{name}">{escape(str(value).lower())}</attribute>'
        for name, value in values.items()
    )
    return (
        f'<polygon label="{label.tile.code}" source="manual" occluded="{occluded}" '
        f'points="{points}" z_order="0">{inner}</polygon>\n'
    )


def _record(image: Element, options: ReadOptions) -> PictureRecord:
    labels = []
    for shape in image.children:
        shape_quad = _quad(shape, options)
        if shape_quad is None:
            continue
        quad, corners = shape_quad
        place = shape.place.at("label")
        tile, red = ClassFinder(options.classes).find(shape.attribute("label"), place)
        if tile is None:
            options.notes["labels of classes dropped by --classes"] += 1
            continue
        labels.append(label_from(tile, quad, _said(shape, red=red), certain=corners))
    try:
        return PictureRecord(
            image.attribute("name"),
            image.whole("width"),
            image.whole("height"),
            tuple(labels),
        )
    except LabelError as error:
        raise image.place.refused(error, {"file": "name"}) from error


def _said(shape: Element, *, red: bool) -> Said:
    items = {item.attribute("name"): item for item in shape.all("attribute")}
    attributes: dict[str, object] = {name: item.text.strip() for name, item in items.items()}
    if red:
        attributes["red"] = True
    places = {name: item.place.at(name) for name, item in items.items()}
    return Said(attributes, shape.place, places)


def _quad(shape: Element, options: ReadOptions) -> tuple[Quad, Corners | None] | None:
    """Return the corners of a shape, or None for one that cannot be a tile."""
    if shape.tag == "polygon":
        place = shape.place.at("points")
        points = [_point(pair, place) for pair in shape.attribute("points").split(";")]
        return quad_from_outline(points, place, options.notes)
    if shape.tag == "box":
        box = [shape.number(name) for name in ("xtl", "ytl", "xbr", "ybr")]
        refuse_inverted(box, shape.place, ("xbr", "ybr"))
        turn = shape.number("rotation", 0.0)
        quad = _about_centre(Quad.from_box(box), turn)
        return quad, Corners.OUTLINE if turn else Corners.BOX
    options.notes[f"shapes of another kind ({shape.tag}), left out"] += 1
    return None


def _point(pair: str, place: Place) -> Point:
    x, comma, y = pair.partition(",")
    if not comma:
        raise place.wrong(pair, "x,y;x,y;x,y;x,y")
    return finite_number(x, place), finite_number(y, place)


def _about_centre(quad: Quad, degrees: float) -> Quad:
    """Return the quad turned clockwise about its centre, as CVAT turns boxes."""
    if not degrees:
        return quad
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    cx, cy = quad.centre
    return Quad.of(
        (cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos)
        for x, y in quad.corners
    )


CVAT = LabelFormat(
    name="cvat",
    main_file=_MAIN_FILE,
    write=write_cvat,
    read=read_cvat,
)

"""The label record on disk: JSON lines, one picture a line, usually named `labels.jsonl`.

`{"schema": 1, "file": "images/1.jpg", "width": 640, "height": 480, "tiles": [{"tile": "3p",
"quad": [[x, y], [x, y], [x, y], [x, y]]}]}`; fields that have their default value are left out.
Coordinates are kept to a hundredth of a pixel.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from .errors import LabelError
from .fields import Fields, Place, shown, tile_of
from .files import read_lines, write_text
from .json_text import parse_json
from .quads import Box, Quad
from .records import Corners, GroupKind, PictureRecord, Quality, TileGroup, TileLabel

__all__ = [
    "SCHEMA",
    "boxes_of",
    "enum_of",
    "group_from_json",
    "picture_from_json",
    "picture_to_json",
    "quad_of",
    "read_records",
    "write_records",
]

SCHEMA = 1
"""Raised only when a field changes its meaning."""
_DECIMALS = 2
_LEFT_OUT_WHEN_EMPTY = (
    "source",
    "licence",
    "set",
    "group",
    "hand",
    "complete",
    "backs_labelled",
)

_KEYS: dict[type, frozenset[str]] = {
    PictureRecord: frozenset(PictureRecord.__dataclass_fields__) | {"schema"},
    TileLabel: frozenset(TileLabel.__dataclass_fields__),
    TileGroup: frozenset(TileGroup.__dataclass_fields__),
}

E = TypeVar("E", bound=Enum)


def write_records(path: Path, records: Iterable[PictureRecord]) -> None:
    """Write one picture a line, all or nothing; the records may come from a generator."""
    write_text(
        path,
        (json.dumps(picture_to_json(record), ensure_ascii=False) + "\n" for record in records),
    )


def read_records(path: Path, notes: Counter[str] | None = None) -> list[PictureRecord]:
    """Read JSON lines as written by `write_records`; raises `LabelFileError`.

    Keys that the record does not know (misspelt, or of a later version) are passed over and
    counted in `notes`.
    """
    records = []
    for line, text in read_lines(path):
        place = Place(path, line)
        fields = Fields(parse_json(text, place), place)
        records.append(picture_from_json(fields))
        if notes is not None:
            notes.update(_unknown_keys(fields))
    return records


def picture_to_json(record: PictureRecord) -> dict[str, Any]:
    """Return the record as a JSON object; what has its default value is left out."""
    values: dict[str, Any] = {
        "schema": SCHEMA,
        "file": record.file,
        "width": record.width,
        "height": record.height,
    }
    for name in _LEFT_OUT_WHEN_EMPTY:
        if getattr(record, name):
            values[name] = getattr(record, name)
    for name in ("winning", "turn", "seen", "unstretched"):
        if getattr(record, name) is not None:
            values[name] = getattr(record, name)
    if record.ignore:
        values["ignore"] = [[_short(value) for value in box] for box in record.ignore]
    if record.groups:
        values["groups"] = [_group_to_json(group) for group in record.groups]
    values["tiles"] = [_tile_to_json(label) for label in record.tiles]
    return values


def picture_from_json(fields: Fields) -> PictureRecord:
    """Read a record from a JSON object; raises `LabelFileError` naming the field."""
    schema = fields.integer("schema", SCHEMA)
    if schema != SCHEMA:
        raise fields.place.at("schema").wrong(
            schema, f"schema {SCHEMA}", "the file comes from another version of rekje"
        )
    try:
        return PictureRecord(
            file=fields.text("file"),
            width=fields.integer("width"),
            height=fields.integer("height"),
            tiles=tuple(_tile_from_json(tile) for tile in fields.objects("tiles")),
            ignore=boxes_of(fields, "ignore"),
            winning=fields.boolean("winning", None),
            turn=fields.integer("turn", None),
            seen=fields.boolean("seen", None),
            unstretched=fields.number("unstretched", None),
            groups=tuple(
                group_from_json(group) for group in fields.objects("groups", required=False)
            ),
            source=fields.text("source", ""),
            licence=fields.text("licence", ""),
            set=fields.text("set", ""),
            group=fields.text("group", ""),
            hand=fields.text("hand", ""),
            complete=fields.boolean("complete", False),
            backs_labelled=fields.boolean("backs_labelled", False),
        )
    except LabelError as error:
        raise fields.place.refused(error) from error


def group_from_json(fields: Fields, member_key: str = "members") -> TileGroup:
    """Read a group; a member of -1 is a tile without a label."""
    codes = fields.items("tiles")
    tiles = tuple(
        tile_of(code, fields.place.at("tiles").at(number)) for number, code in enumerate(codes)
    )
    members = _indices(fields, member_key) if fields.has(member_key) else (-1,) * len(tiles)
    try:
        return TileGroup(
            kind=enum_of(fields, "kind", GroupKind),
            open=fields.boolean("open", None),
            tiles=tiles,
            members=tuple(member if member >= 0 else None for member in members),
            turned=_indices(fields, "turned"),
            face_down=_indices(fields, "face_down"),
            of_hand=fields.boolean("of_hand", None),
        )
    except LabelError as error:
        raise fields.place.refused(error) from error


def enum_of(fields: Fields, key: str, kind: type[E], default: E | None = None) -> E:
    """Read the value of an enumeration."""
    names = [member.value for member in kind]
    return fields.choice(key, kind, names, None if default is None else default.value)


def quad_of(fields: Fields, key: str) -> Quad:
    """Read four [x, y] pairs."""
    points = fields.points(key)
    if len(points) != 4:
        raise fields.place.at(key).wrong([list(point) for point in points], "four corners [x, y]")
    return Quad.of(points)


def _unknown_keys(picture: Fields) -> Iterator[str]:
    """Yield a note for each key of a picture, its tiles and its groups that is not ours."""
    for name, kind, objects in (
        ("picture", PictureRecord, [picture]),
        ("tile", TileLabel, picture.objects("tiles")),
        ("group", TileGroup, picture.objects("groups", required=False)),
    ):
        known = _KEYS[kind]
        for item in objects:
            for key in item.values.keys() - known:
                near = get_close_matches(key, known, n=1)
                advice = f"; is {near[0]} meant?" if near else ""
                yield f"unknown key {shown(key)} of a {name}, passed over{advice}"


def _tile_from_json(fields: Fields) -> TileLabel:
    try:
        return TileLabel(
            tile=fields.tile("tile"),
            quad=quad_of(fields, "quad"),
            quality=enum_of(fields, "quality", Quality, Quality.TIGHT),
            corners=enum_of(fields, "corners", Corners, Corners.EXACT),
            turn=fields.integer("turn", None),
            group=fields.integer("group", None),
            visible=fields.number("visible", None),
            confidence=fields.number("confidence", None),
            red=fields.boolean("red", False),
        )
    except LabelError as error:
        raise fields.place.refused(error) from error


def _tile_to_json(label: TileLabel) -> dict[str, Any]:
    values: dict[str, Any] = {
        "tile": label.tile.code,
        "quad": [[_short(x), _short(y)] for x, y in label.quad.corners],
    }
    if label.quality is not Quality.TIGHT:
        values["quality"] = label.quality.value
    if label.corners is not Corners.EXACT:
        values["corners"] = label.corners.value
    for name in ("turn", "group", "visible", "confidence"):
        if getattr(label, name) is not None:
            values[name] = getattr(label, name)
    if label.red:
        values["red"] = True
    return values


def _group_to_json(group: TileGroup) -> dict[str, Any]:
    values: dict[str, Any] = {
        "kind": group.kind.value,
        "open": group.open,
        "tiles": [tile.code for tile in group.tiles],
        "members": [-1 if member is None else member for member in group.members],
        "turned": list(group.turned),
        "face_down": list(group.face_down),
    }
    if group.of_hand is not None:
        values["of_hand"] = group.of_hand
    return values


def boxes_of(fields: Fields, key: str) -> tuple[Box, ...]:
    """Read a list of boxes [x0, y0, x1, y1]; a missing list is empty."""
    boxes = []
    for number in range(len(fields.items(key, required=False))):
        values = Fields({"box": fields.values[key][number]}, fields.place.at(key).at(number))
        x0, y0, x1, y1 = values.numbers("box", 4)
        boxes.append((x0, y0, x1, y1))
    return tuple(boxes)


def _indices(fields: Fields, key: str) -> tuple[int, ...]:
    values = fields.items(key, required=False)
    for number, value in enumerate(values):
        if not isinstance(value, int) or isinstance(value, bool) or value < -1:
            raise fields.place.at(key).at(number).wrong(value, "an index from 0")
    return tuple(values)


def _short(value: float) -> float:
    short = round(float(value), _DECIMALS)
    return int(short) if short.is_integer() else short

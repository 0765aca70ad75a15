"""The shared photos (`photos/train`, `dev` and `crops`) as label records.

Their `file` is relative to the split's folder. Most labels are upright boxes
(`Corners.BOX`); a tile with a `quad` there was outlined without regard to which side is up
(`Corners.OUTLINE`). `dev` is for measuring only.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from .errors import LabelError
from .fields import Fields, Place
from .files import read_lines
from .json_text import parse_json
from .jsonl import boxes_of, enum_of, group_from_json, quad_of
from .quads import Quad
from .records import Corners, PictureRecord, Quality, TileGroup, TileLabel

__all__ = [
    "PhotoStructure",
    "read_photo_labels",
    "read_photos",
    "read_structures",
    "with_structure",
]


@dataclass(frozen=True, slots=True)
class PhotoStructure:
    """What a person reads in a photo: groups, hand text, and how hard it was."""

    file: str
    groups: tuple[TileGroup, ...]
    hand: str
    """Hand text; `?` is a face-down tile that no visible one names."""
    complete_win: bool
    hand_count: int
    orientation: str = "upright"
    rules: str | None = None
    difficulty: str = ""
    why: str = ""
    flags: tuple[str, ...] = ()


def read_photos(path: Path, *, structure: bool = True) -> list[PictureRecord]:
    """Read a split of the shared photos, such as `photos/train.jsonl`.

    With `structure`, the photos named in `train-structure.jsonl` beside it carry their groups
    and hand text. The pictures lie in the folder `train` beside it.
    """
    path = Path(path)
    records = read_photo_labels(path)
    beside = path.with_name(f"{path.stem}-structure.jsonl")
    if not structure or not beside.exists():
        return records
    by_file = {item.file: item for item in read_structures(beside)}
    return [
        with_structure(record, by_file[record.file]) if record.file in by_file else record
        for record in records
    ]


def read_photo_labels(path: Path) -> list[PictureRecord]:
    """Read one label file of the shared photos."""
    records = []
    for line, text in read_lines(path):
        place = Place(path, line)
        records.append(_picture(Fields(parse_json(text, place), place)))
    return records


def read_structures(path: Path) -> list[PhotoStructure]:
    """Read one structure file of the shared photos."""
    structures = []
    for line, text in read_lines(path):
        place = Place(path, line)
        fields = Fields(parse_json(text, place), place)
        structures.append(
            PhotoStructure(
                file=fields.text("file"),
                groups=tuple(group_from_json(group, "label") for group in fields.objects("groups")),
                hand=fields.text("hand"),
                complete_win=fields.boolean("complete_win"),
                hand_count=fields.integer("hand_count"),
                orientation=fields.text("orientation", "upright"),
                rules=fields.text("rules", None),
                difficulty=fields.text("difficulty", ""),
                why=fields.text("why", ""),
                flags=tuple(str(flag) for flag in fields.items("flags", required=False)),
            )
        )
    return structures


def with_structure(record: PictureRecord, structure: PhotoStructure) -> PictureRecord:
    """Return the record with the groups and the hand text that a person read.

    Where a group's member is labelled as another tile than the person read (four photos of
    `train`), the photo's member numbers cannot be trusted: they are dropped, the tiles read stay.
    """
    groups = structure.groups
    if not all(_agrees(record, group) for group in groups):
        groups = tuple(replace(group, members=(None,) * len(group.tiles)) for group in groups)
    group_of = {
        member: number
        for number, group in enumerate(groups)
        for member in group.members
        if member is not None
    }
    return replace(
        record,
        groups=groups,
        hand=structure.hand,
        tiles=tuple(
            replace(label, group=group_of.get(number)) for number, label in enumerate(record.tiles)
        ),
    )


def _agrees(record: PictureRecord, group: TileGroup) -> bool:
    """Say whether each member of the group is labelled as the tile that was read."""
    return all(
        member is None or (member < len(record.tiles) and record.tiles[member].tile is tile)
        for member, tile in zip(group.members, group.tiles, strict=True)
    )


def _picture(fields: Fields) -> PictureRecord:
    try:
        return PictureRecord(
            file=fields.text("file"),
            width=fields.integer("width"),
            height=fields.integer("height"),
            tiles=tuple(_tile(tile) for tile in fields.objects("tiles")),
            source=fields.text("source"),
            licence=fields.text("licence"),
            set=fields.text("set"),
            group=fields.text("group"),
            complete=fields.boolean("complete"),
            backs_labelled=fields.boolean("backs_labelled", False),
            ignore=boxes_of(fields, "ignore"),
            winning=fields.boolean("winning", None),
            turn=fields.integer("turn", None),
            seen=fields.boolean("seen", None),
            unstretched=fields.number("unstretched", None),
        )
    except LabelError as error:
        raise fields.place.refused(error) from error


def _tile(fields: Fields) -> TileLabel:
    outlined = fields.has("quad")
    return TileLabel(
        tile=fields.tile("tile"),
        quad=quad_of(fields, "quad") if outlined else Quad.from_box(fields.numbers("box", 4)),
        quality=enum_of(fields, "box_quality", Quality),
        corners=Corners.OUTLINE if outlined else Corners.BOX,
        red=fields.boolean("red", False),
    )

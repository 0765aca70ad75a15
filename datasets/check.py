"""Finds labels that cannot be true: of one picture, or of a picture and its file."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from ..scoring.errors import RekjeError
from ..scoring.notation import parse_hand
from ..scoring.tiles import Tile, TileKind
from .errors import PictureError
from .overlap import overlaps, share_inside, shared_area
from .pictures import upright_size
from .records import GroupKind, PictureRecord, TileLabel

__all__ = ["Problem", "ProblemCode", "Severity", "check_labels"]

_COPIES = 4
_FREE_KINDS = (TileKind.JOKER, TileKind.BACK)
"""Kinds of which a set has any number: jokers differ by country, backs hide anything."""
_OUTSIDE_PX = 2.0
"""Overhang that is no problem: rounding, and labellers who draw along the edge."""
_FLAT_PX2 = 1.0
"""Area below which a quad shows nothing."""
_DUPLICATE = 0.65
"""Shared part of the smaller tile above which two labels are one tile labelled twice. Of 7,665
overlapping pairs in the shared photos, right ones share up to 0.48 (loose boxes around tilted
neighbours), wrong ones from 0.87."""
_HIDDEN_SLACK = 0.15
"""How much more of a tile may lie under another than its visible share explains."""
_QUARTER_TURNS = (0, 90, 180, 270)
_UNNAMED = "?"
"""Stands in the hand texts of the shared photos for a tile that nothing names."""


class Severity(Enum):
    """Whether the label is wrong or only unlikely."""

    ERROR = "error"
    WARNING = "warning"


class ProblemCode(Enum):
    """What is wrong."""

    TOO_MANY_COPIES = "too_many_copies"
    OUTSIDE = "outside"
    FLAT = "flat"
    CROSSED = "crossed"
    ANTICLOCKWISE = "anticlockwise"
    NESTED = "nested"
    DUPLICATE_PICTURE = "duplicate_picture"
    MISSING_PICTURE = "missing_picture"
    SIZE = "size"
    GROUP = "group"
    HAND = "hand"
    TURN = "turn"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a picture's labels."""

    file: str
    code: ProblemCode
    severity: Severity
    message: str
    tiles: tuple[int, ...] = ()
    """Indices into the picture's tiles, from 0."""

    def to_json(self) -> dict[str, Any]:
        """Return the problem as a JSON object."""
        return {
            "file": self.file,
            "code": self.code.value,
            "severity": self.severity.value,
            "message": self.message,
            "tiles": list(self.tiles),
        }


def check_labels(records: Iterable[PictureRecord], images: Path | None = None) -> Iterator[Problem]:
    """Yield the problems of each record; with `images`, those of the picture files too."""
    seen: Counter[str] = Counter()
    for record in records:
        seen[record.file] += 1
        if seen[record.file] == 2:
            message = "two records of this picture; merge them"
            yield Problem(record.file, ProblemCode.DUPLICATE_PICTURE, Severity.ERROR, message)
        if images is not None:
            yield from _file_problems(record, images)
        for number, label in enumerate(record.tiles):
            yield from _shape_problems(record, number, label)
        yield from _picture_problems(record)
        yield from _groups(record)
        yield from _nested(record)
        yield from _copies(record)


def _file_problems(record: PictureRecord, images: Path) -> Iterator[Problem]:
    try:
        size = upright_size(images / record.file)
    except PictureError as error:
        yield Problem(record.file, ProblemCode.MISSING_PICTURE, Severity.ERROR, str(error))
        return
    labelled = (record.width, record.height)
    if size == labelled:
        return
    message = f"labels are for {_size(labelled)} pixels, the upright picture has {_size(size)}"
    if size == labelled[::-1]:
        message += "; label the picture upright, as its EXIF orientation says"
    yield Problem(record.file, ProblemCode.SIZE, Severity.ERROR, message)


def _shape_problems(record: PictureRecord, number: int, label: TileLabel) -> Iterator[Problem]:
    quad = label.quad

    def problem(code: ProblemCode, message: str, severity: Severity = Severity.ERROR) -> Problem:
        return Problem(record.file, code, severity, f"{_name(record, number)} {message}", (number,))

    if not quad.is_simple:
        yield problem(ProblemCode.CROSSED, "has sides that cross; put its corners in order")
    elif abs(quad.area) < _FLAT_PX2:
        yield problem(ProblemCode.FLAT, f"has no area ({abs(quad.area):.2f} square pixels)")
    elif quad.area < 0:
        yield problem(
            ProblemCode.ANTICLOCKWISE, "has corners that run anticlockwise: mirrored; reverse them"
        )
    x0, y0, x1, y1 = quad.box
    overhang = max(-x0, -y0, x1 - record.width, y1 - record.height)
    if x1 <= 0 or y1 <= 0 or x0 >= record.width or y0 >= record.height:
        yield problem(ProblemCode.OUTSIDE, "lies outside the picture")
    elif overhang > _OUTSIDE_PX and (label.visible is None or label.visible >= 1):
        message = f"reaches {overhang:.1f} pixels over the edge but is not marked as partly hidden"
        yield problem(ProblemCode.OUTSIDE, message, Severity.WARNING)


def _nested(record: PictureRecord) -> Iterator[Problem]:
    """Yield pairs of which one lies almost whole in the other: a tile labelled twice."""
    for first, second in overlaps(record.tiles):
        labels = (record.tiles[first], record.tiles[second])
        share = share_inside(*labels)
        if share <= _DUPLICATE or _hides(*labels):
            continue
        message = (
            f"{_name(record, first)} and {_name(record, second)} share {share:.0%} of the "
            "smaller one; keep one of them"
        )
        yield Problem(record.file, ProblemCode.NESTED, Severity.ERROR, message, (first, second))


def _hides(first: TileLabel, second: TileLabel) -> bool:
    """Say whether one tile may lie before the other: as much of that one is hidden."""
    shared = shared_area(first, second)
    return any(
        label.visible is not None
        and 1 - label.visible >= shared / abs(label.quad.area) - _HIDDEN_SLACK
        for label in (first, second)
    )


def _picture_problems(record: PictureRecord) -> Iterator[Problem]:
    """Yield what is wrong with what is said of the picture as a whole."""

    def problem(code: ProblemCode, message: str) -> Problem:
        return Problem(record.file, code, Severity.ERROR, message)

    if record.turn is not None and record.turn not in _QUARTER_TURNS:
        yield problem(ProblemCode.TURN, f"turn is 0, 90, 180 or 270, not {record.turn}")
    for number, (x0, y0, x1, y1) in enumerate(record.ignore):
        if x0 >= x1 or y0 >= y1:
            yield problem(
                ProblemCode.IGNORE,
                f"ignore region {number} ({x0:g}, {y0:g}, {x1:g}, {y1:g}) ends before it begins; "
                "give x0, y0, x1, y1",
            )
    if record.hand and _UNNAMED not in record.hand:
        try:
            parse_hand(record.hand)
        except RekjeError as error:
            yield problem(ProblemCode.HAND, f"hand {record.hand!r} is no hand text: {error}")


def _groups(record: PictureRecord) -> Iterator[Problem]:
    """Yield where the groups and the tiles do not say the same."""

    def problem(message: str, *tiles: int) -> Problem:
        return Problem(record.file, ProblemCode.GROUP, Severity.ERROR, message, tiles)

    owners: dict[int, list[int]] = {}
    for number, group in enumerate(record.groups):
        for member, tile in zip(group.members, group.tiles, strict=True):
            if member is None:
                continue
            owners.setdefault(member, []).append(number)
            if record.tiles[member].tile is not tile:
                yield problem(f"group {number} names {_name(record, member)} {tile}", member)
    for number, label in enumerate(record.tiles):
        found = owners.get(number, [])
        if len(found) > 1:
            listed = ", ".join(str(one) for one in found)
            yield problem(f"{_name(record, number)} is a member twice: groups {listed}", number)
        elif found and label.group != found[0]:
            said = "no group" if label.group is None else f"group {label.group}"
            yield problem(
                f"{_name(record, number)} says {said} but is a member of group {found[0]}", number
            )
        elif not found and label.group is not None:
            yield problem(
                f"{_name(record, number)} says group {label.group} but is no member of it", number
            )


def _copies(record: PictureRecord) -> Iterator[Problem]:
    """Yield faces of which there are more than a set has.

    In one hand that is an error; in a picture whose tiles are not known to be one hand it is a
    warning, as it may show two sets.
    """
    in_hand = [
        label
        for label in record.tiles
        if label.group is not None and record.groups[label.group].kind is not GroupKind.OTHER
    ]
    for labels, severity, where in (
        (in_hand, Severity.ERROR, "in the hand"),
        (record.tiles, Severity.WARNING, "in the picture"),
    ):
        found = _too_many(Counter(label.tile for label in labels))
        for tile, count in found.items():
            if severity is Severity.WARNING and tile in _too_many(
                Counter(label.tile for label in in_hand)
            ):
                continue
            most = 1 if tile.is_bonus else _COPIES
            message = f"{count} tiles {tile} {where}, a set has {most}"
            if severity is Severity.WARNING:
                message += "; fine if it shows more than one set"
            members = tuple(n for n, label in enumerate(record.tiles) if label.tile is tile)
            yield Problem(record.file, ProblemCode.TOO_MANY_COPIES, severity, message, members)


def _too_many(counts: Counter[Tile]) -> dict[Tile, int]:
    return {
        tile: count
        for tile, count in counts.items()
        if tile.kind not in _FREE_KINDS and count > (1 if tile.is_bonus else _COPIES)
    }


def _name(record: PictureRecord, number: int) -> str:
    label = record.tiles[number]
    x, y = label.quad.centre
    return f"tile {number} ({label.tile} at {x:.0f}, {y:.0f})"


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]}"

"""Whole hands: how often a photo's tiles, groups, open sets and hand text are right.

The truth is what a person read in the photo (`groups` and `hand` of the labels). "Before" is what
the picture alone says of the tiles that the reading took for the hand's, "after" what the rules
made of it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...datasets.formats import ReadResult
from ...datasets.records import GroupKind, PictureRecord, TileGroup
from ...scoring.errors import NotationError
from ...scoring.notation import format_hand, parse_hand
from ...scoring.tiles import Tile
from ...vision.reading import OPEN_KINDS, Reading, ReadingGroup
from .intervals import of_photos
from .run import Progress, photo_pixels

__all__ = ["HandOutcome", "Hands", "compare", "curve", "evaluate_hands"]

_HIDDEN = "?"
"""In a hand text, a tile that the photo does not show."""
_VISIBLE = 0.35
"""Share of a face that must be seen for its label to count."""
_LEVELS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999)
"""Probabilities of a reading at which the curve is given."""
_Laid = tuple[GroupKind, Sequence[Tile]]
"""A group and its faces."""


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """One photo's reading beside what a person read."""

    record: PictureRecord
    reading: Reading
    text: str
    """The hand that a person read, as the photo can tell it."""
    tiles_before: bool
    """All tiles of the hand are right as the picture alone shows them."""
    tiles: bool
    """All tiles of the hand are right, and none is missing or added."""
    groups: bool
    """All groups of the hand are right, open or closed aside."""
    open: bool | None
    """Sets are open or closed where the truth says so; None where it says nothing."""
    hand: bool
    """The whole hand text is right."""

    @property
    def is_silent_mistake(self) -> bool:
        """Tell whether the reading is called certain and is wrong."""
        return self.reading.certain and not self.hand


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of a label file."""

    outcomes: Sequence[HandOutcome]
    name: str = ""
    models: Mapping[str, Any] = field(default_factory=dict)

    def parts(self) -> dict[str, list[HandOutcome]]:
        """Return all photos, those of seen and of unseen sets, and those of each source."""
        parts = {"overall": list(self.outcomes)}
        for name, wanted in (("seen", True), ("unseen", False)):
            parts[name] = [one for one in self.outcomes if one.record.seen is wanted]
        for one in sorted(self.outcomes, key=lambda each: each.record.source):
            parts.setdefault(f"source:{one.record.source or '(none)'}", []).append(one)
        return {name: part for name, part in parts.items() if part}

    def to_json(self) -> dict[str, Any]:
        """Return the figures and every photo as one JSON document."""
        return {
            "schema": 1,
            "labels": self.name,
            "models": dict(self.models),
            "groups": {name: _figures(part) for name, part in self.parts().items()},
            "curve": curve(self.outcomes),
            "photos": [_photo(one) for one in self.outcomes],
        }

    def text(self) -> str:
        """Return the table for people; per cent, the 95 % interval in brackets."""
        parts = {name: _figures(part) for name, part in self.parts().items()}
        lines = [f"{'':<22}" + "".join(f"{name.removeprefix('source:'):>26}" for name in parts)]
        for key in next(iter(parts.values())):
            cells = (_cell(figures[key]) for figures in parts.values())
            lines.append(f"{key:<22}" + "".join(f"{cell:>26}" for cell in cells))
        lines += ["", f"{'probability from':<22}{'share kept':>14}{'wrong of these':>26}"]
        for level in curve(self.outcomes):
            lines.append(f"{level['from']:<22}{level['kept']:>14.3f}{_cell(level['wrong']):>26}")
        wrong = [one for one in self.outcomes if not one.hand]
        lines += ["", *(_line(one) for one in wrong)]
        return "\n".join(lines)


def evaluate_hands(
    labels: ReadResult,
    read: Callable[[Any], Reading],
    progress: Progress | None = None,
) -> Hands:
    """Read every photo whose labels say which hand it shows.

    `read` takes (height, width, 3) upright RGB pixels. Photos of which some tiles of the hand have
    no label (they lie outside the picture) are left out.
    """
    known = [record for record in labels.records if record.hand and _whole(record)]
    outcomes = []
    for done, record in enumerate(known):
        if progress:
            progress("read hands", done, len(known))
        outcomes.append(compare(record, read(photo_pixels(record, labels.images))))
    if progress:
        progress("read hands", len(known), len(known))
    return Hands(outcomes)


def compare(record: PictureRecord, reading: Reading) -> HandOutcome:
    """Compare a reading with what a person read in the same photo."""
    laid = [group for group in record.groups if _of_hand(group)]
    truth = Counter(tile for group in laid for tile in _faces(group))
    own = [group for group in reading.groups if group.kind is not GroupKind.OTHER]
    mine = [tile for group in own for tile in reading.of_group(group)]
    seen = [tile for tile in mine if tile.read_as is not Tile.BACK]
    text = _text(record)
    return HandOutcome(
        record,
        reading,
        text,
        tiles_before=Counter(tile.read_as for tile in seen) == truth,
        tiles=Counter(tile.tile for tile in seen) == truth,
        groups=_groups(_true_groups(laid)) == _groups(_read_groups(reading)),
        open=_openness(laid, reading),
        hand=reading.hand_text == text,
    )


def curve(outcomes: Sequence[HandOutcome]) -> list[dict[str, Any]]:
    """Return, for each least probability, the share of readings kept and of these the wrong ones.

    Only readings count that nothing but their probability keeps from being certain.
    """
    sound = [one for one in outcomes if one.reading.is_sound]
    found = []
    for level in _LEVELS:
        kept = [one for one in sound if one.reading.confidence >= level]
        wrong = of_photos(sum(not one.hand for one in kept), len(kept))
        share = len(kept) / max(1, len(outcomes))
        found.append({"from": level, "kept": round(share, 4), "wrong": wrong.to_json()})
    return found


def _figures(part: Sequence[HandOutcome]) -> dict[str, Any]:
    """Return every figure of some photos, as a share with its interval."""

    def share(test: Callable[[HandOutcome], bool | None]) -> dict[str, Any] | None:
        """Return how many pass, of those that the test says anything of."""
        values = [value for one in part if (value := test(one)) is not None]
        return of_photos(sum(values), len(values)).to_json()

    certain = [one for one in part if one.reading.certain]
    silent = of_photos(sum(not one.hand for one in certain), len(certain))
    return {
        "tiles_before": share(lambda one: one.tiles_before),
        "tiles": share(lambda one: one.tiles),
        "fixed_by_rules": share(lambda one: one.tiles and not one.tiles_before),
        "broken_by_rules": share(lambda one: one.tiles_before and not one.tiles),
        "groups": share(lambda one: one.groups),
        "open": share(lambda one: one.open),
        "hand": share(lambda one: one.hand),
        "certain": share(lambda one: one.reading.certain),
        "silent_mistakes": silent.to_json(),
    }


def _whole(record: PictureRecord) -> bool:
    """Tell whether every face of the hand that a person read has a label."""
    labelled = Counter(label.tile for label in record.tiles if (label.visible or 1.0) >= _VISIBLE)
    wanted = Counter(tile for group in record.groups if _of_hand(group) for tile in _faces(group))
    return bool(wanted) and not wanted - labelled


def _of_hand(group: TileGroup) -> bool:
    """Tell whether a group of the truth is of the hand."""
    return group.kind is not GroupKind.OTHER or bool(group.of_hand)


def _faces(group: TileGroup) -> list[Tile]:
    """Return the tiles of a group that lie face up."""
    return [
        tile
        for place, tile in enumerate(group.tiles)
        if place not in group.face_down and tile is not Tile.BACK
    ]


def _text(record: PictureRecord) -> str:
    """Return the hand as the photo can tell it: no winning tile that does not lie apart."""
    apart = any(group.kind is GroupKind.WINNING for group in record.groups)
    words = [
        word
        for word in record.hand.split()
        if (apart or not word.startswith("@")) and _HIDDEN not in word
    ]
    text = " ".join(words)
    try:
        return format_hand(parse_hand(text))
    except NotationError:
        return text


def _true_groups(laid: Iterable[TileGroup]) -> list[_Laid]:
    """Return the groups of the truth with their faces."""
    return [(group.kind, _faces(group)) for group in laid]


def _read_groups(reading: Reading) -> list[_Laid]:
    """Return the groups of the hand that was read with their faces."""
    return [
        (group.kind, _read_faces(reading, group))
        for group in reading.groups
        if group.kind is not GroupKind.OTHER
    ]


def _read_faces(reading: Reading, group: ReadingGroup) -> list[Tile]:
    """Return what the tiles of a group that lie face up are read as."""
    tiles = reading.of_group(group)
    return [tile.tile for tile in tiles if tile.read_as is not Tile.BACK]


def _groups(laid: Iterable[_Laid]) -> Counter[object]:
    """Count the groups by kind and faces; concealed tiles and bonus tiles as one group each."""
    found: Counter[object] = Counter()
    loose: dict[GroupKind, list[Tile]] = {}
    for kind, faces in laid:
        if kind in OPEN_KINDS or kind in (GroupKind.PAIR, GroupKind.WINNING):
            found[kind, _sorted(faces)] += 1
        else:
            same = GroupKind.CONCEALED if kind is GroupKind.OTHER else kind
            loose.setdefault(same, []).extend(faces)
    for kind, faces in loose.items():
        found[kind, _sorted(faces)] += 1
    return found


def _sorted(faces: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return tiles in the order of their kinds."""
    return tuple(sorted(faces, key=lambda tile: tile.index))


def _openness(laid: Sequence[TileGroup], reading: Reading) -> bool | None:
    """Say whether all sets of which the truth knows it are read as open or closed, as they are."""
    known: Counter[tuple[tuple[Tile, ...], bool | None]] = Counter(
        (_sorted(_faces(group)), group.open)
        for group in laid
        if group.kind in OPEN_KINDS and group.open is not None
    )
    if not known:
        return None
    read = Counter(
        (
            _sorted(_read_faces(reading, group)),
            group.open,
        )
        for group in reading.groups
        if group.kind in OPEN_KINDS
    )
    return not known - read


def _photo(one: HandOutcome) -> dict[str, Any]:
    """Return what came of one photo as a JSON object."""
    return {
        "file": one.record.file,
        "set": one.record.set,
        "hand": one.text,
        "read": one.reading.hand_text,
        "tiles_before": one.tiles_before,
        "tiles": one.tiles,
        "groups": one.groups,
        "open": one.open,
        "right": one.hand,
        "certain": one.reading.certain,
        "confidence": round(one.reading.confidence, 4),
    }


def _line(one: HandOutcome) -> str:
    """Return the lines for people on a photo that was read wrong."""
    mark = "CERTAIN " if one.reading.certain else ""
    return (
        f"{mark}{one.record.file} ({one.record.set}, {one.reading.confidence:.3f})\n"
        f"    is   {one.text}\n    read {one.reading.hand_text}"
    )


def _cell(share: Mapping[str, Any] | None) -> str:
    """Return a share as it stands in the table; a dash where there is none."""
    if share is None:
        return "-"
    bounds = f"({100 * share['low']:.1f}-{100 * share['high']:.1f})"
    return f"{100 * share['share']:.1f} {bounds} of {share['total']}"

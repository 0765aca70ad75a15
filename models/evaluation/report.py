"""An evaluation as one value: to JSON, and to a table for people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...scoring.tiles import Tile
from .calibration import Calibration, calibrate, probabilities
from .intervals import Share
from .metrics import Stages, by_class, by_quality, confusions, groups, measure
from .mistakes import Mistake, mistakes
from .timing import Timing
from .turns import Turned

__all__ = ["Evaluation"]

SCHEMA = 1
_COLUMNS = {
    "recall": "recall",
    "precision": "precision",
    "well_placed": "IoU .75",
    "plain": "plain",
    "bonus": "bonus",
    "whole": "whole",
    "backs": "backs",
}
_MAIN_GROUPS = ("overall", "seen", "unseen")
_FEW = 10
"""Classes and confusions that the table lists."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What was measured on one label file."""

    photos: Sequence[Stages]
    labels: str = ""
    """Name of the label file."""
    models: Mapping[str, Any] = field(default_factory=dict)
    turns: Sequence[Turned] = ()
    timing: Sequence[Timing] = ()

    @property
    def calibration(self) -> Calibration:
        """Return how well the probabilities of found faces hold."""
        return calibrate(probabilities(self.photos))

    @property
    def mistakes(self) -> list[Mistake]:
        """Return every mistake."""
        return mistakes(self.photos)

    def to_json(self) -> dict[str, Any]:
        """Return everything as one JSON document."""
        parts = groups(self.photos)
        return {
            "schema": SCHEMA,
            "labels": self.labels,
            "models": dict(self.models),
            "groups": {name: _group_json(part) for name, part in parts.items()},
            "classes": {
                name: {code: _shares_json(shares) for code, shares in by_class(part).items()}
                for name, part in parts.items()
                if name in _MAIN_GROUPS
            },
            "qualities": _shares_json(by_quality(self.photos)),
            "confusions": confusions(self.photos),
            "calibration": self.calibration.to_json(),
            "turns": [each.to_json() for each in self.turns],
            "timing": [each.to_json() for each in self.timing],
            "photos": [_photo_json(photo) for photo in self.photos],
            "mistakes": [each.to_json() for each in self.mistakes],
        }

    def text(self) -> str:
        """Return the table for people; per cent, the 95 % interval in brackets."""
        parts = groups(self.photos)
        measured = {name: measure(part) for name, part in parts.items()}
        blocks = [
            _main_table({name: measured[name] for name in _MAIN_GROUPS if name in measured}),
            _part_table(parts, measured),
            self._classes(),
            self._confusions(),
        ]
        held = self.calibration
        blocks.append(f"expected calibration error {held.error:.4f}, Brier score {held.brier:.4f}")
        if self.turns:
            rows = [["turned by", "right", "stays right"]]
            rows += [[f"{t.degrees}", _long(t.right), _long(t.stays_right)] for t in self.turns]
            blocks.append(_table(rows))
        blocks += [_timing_line(each) for each in self.timing]
        return "\n\n".join(block for block in blocks if block)

    def _classes(self) -> str:
        found = by_class(self.photos)
        known = [tile.code for tile in Tile if found[tile.code]["right"].total]
        known.sort(key=lambda code: found[code]["right"].value or 0.0)
        rows = [["worst classes", "recall", "right of those found"]]
        rows += [
            [code, _long(found[code]["recall"]), _long(found[code]["right"])]
            for code in known[:_FEW]
        ]
        return _table(rows) if known else ""

    def _confusions(self) -> str:
        worst = confusions(self.photos)[:_FEW]
        pairs = ", ".join(f"{row['tile']} as {row['read_as']} {row['count']}" for row in worst)
        return f"worst confusions: {pairs}" if pairs else ""


def _group_json(part: Sequence[Stages]) -> dict[str, Any]:
    return {
        "photos": len(part),
        "complete": sum(photo.record.complete for photo in part),
        "tiles": sum(len(photo.found.faces) for photo in part),
        **_shares_json(measure(part)),
    }


def _photo_json(photo: Stages) -> dict[str, Any]:
    """Return the counts of one photo, after the classifier."""
    read = photo.read
    return {
        "file": photo.record.file,
        "set": photo.record.set,
        "complete": photo.record.complete,
        "faces": len(read.faces),
        "found": sum(each.found for each in read.faces),
        "right": sum(each.right for each in read.faces),
        "backs": len(read.backs),
        "backs_found": sum(each.found for each in read.backs),
        "invented": len(read.invented),
        "whole": read.whole if photo.record.complete else None,
    }


def _shares_json(shares: Mapping[str, Share]) -> dict[str, Any]:
    return {name: share.to_json() for name, share in shares.items()}


def _main_table(measured: Mapping[str, Mapping[str, Share]]) -> str:
    """Return every metric of the main groups, one a row."""
    names = next(iter(measured.values()))
    rows = [["", *measured]]
    rows += [[name, *(_long(shares[name]) for shares in measured.values())] for name in names]
    return _table(rows)


def _part_table(
    parts: Mapping[str, Sequence[Stages]], measured: Mapping[str, Mapping[str, Share]]
) -> str:
    """Return the main metrics of each source and set."""
    rows = [["", "photos", "tiles", *_COLUMNS.values()]]
    for name, part in parts.items():
        if name in _MAIN_GROUPS:
            continue
        tiles = sum(len(photo.found.faces) for photo in part)
        shares = [_short(measured[name][column]) for column in _COLUMNS]
        rows.append([name.partition(":")[2], str(len(part)), str(tiles), *shares])
    return _table(rows)


def _timing_line(timing: Timing) -> str:
    steps = ", ".join(f"{name} {value:.0f}" for name, value in timing.steps_ms.items())
    return (
        f"{timing.total_ms:.0f} ms a photo with {timing.threads} threads ({steps}; "
        f"median of {timing.photos} photos)"
    )


def _long(share: Share) -> str:
    if share.value is None:
        return "-"
    return (
        f"{100 * share.value:.2f} ({100 * share.low:.1f}-{100 * share.high:.1f}) of {share.total}"
    )


def _short(share: Share) -> str:
    return "-" if share.value is None else f"{100 * share.value:.1f}"


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Return aligned columns, the first one to the left, the others to the right."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if n else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )

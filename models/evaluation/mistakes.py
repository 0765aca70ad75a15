"""Every mistake of an evaluation, one by one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ...datasets.records import PictureRecord, TileLabel
from ...scoring.tiles import Tile
from ..metadata import NOT_A_TILE
from .metrics import Stages
from .predictions import Prediction

__all__ = ["Mistake", "MistakeKind", "mistakes"]

_DECIMALS = 1


class MistakeKind(Enum):
    """What went wrong, in the order in which mistakes are shown."""

    MISREAD = "misread"
    """Found, and read as another tile or as no tile."""
    MISSED = "missed"
    INVENTED = "invented"
    """Kept by the classifier too, on a complete photo, where no labelled tile is."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One labelled tile or one invented one."""

    kind: MistakeKind
    record: PictureRecord
    label: TileLabel | None
    """None for an invented tile."""
    prediction: Prediction | None
    """None for a missed tile."""

    @property
    def truth(self) -> str:
        """Return the labelled tile's code, empty for an invented one."""
        return self.label.tile.code if self.label else ""

    @property
    def read_as(self) -> str:
        """Return what it was taken for, empty for a missed one."""
        if self.prediction is None:
            return ""
        return self.prediction.tile.code if self.prediction.tile else NOT_A_TILE

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON; the quad is the prediction's, or the label's where nothing is."""
        shown = self.prediction.quad if self.prediction else self.label.quad if self.label else None
        values: dict[str, Any] = {
            "kind": self.kind.value,
            "file": self.record.file,
            "set": self.record.set,
            "seen": self.record.seen,
            "tile": self.truth or None,
            "read_as": self.read_as or None,
        }
        if shown is not None:
            values["quad"] = [[round(v, _DECIMALS) for v in corner] for corner in shown.corners]
        if self.label is not None:
            values["quality"] = self.label.quality.value
        if self.prediction is not None:
            values["probability"] = round(self.prediction.probability, 4)
            values["confidence"] = round(self.prediction.confidence, 4)
            values["alternatives"] = [
                [name, round(share, 4)] for name, share in self.prediction.alternatives
            ]
        return values


def mistakes(photos: Iterable[Stages]) -> list[Mistake]:
    """Return all mistakes: by kind, then sets never seen first, then by set and photo."""
    order = list(MistakeKind)
    return sorted(
        (each for photo in photos for each in _of_photo(photo)),
        key=lambda each: (
            order.index(each.kind),
            each.record.seen is not False,
            each.record.set,
            each.record.file,
        ),
    )


def _of_photo(photo: Stages) -> Iterator[Mistake]:
    record = photo.record
    for each in (*photo.found.faces, *photo.found.backs):
        back = each.label.tile is Tile.BACK
        if not each.found:
            yield Mistake(MistakeKind.MISSED, record, each.label, None)
        elif not each.right and not back:
            yield Mistake(MistakeKind.MISREAD, record, each.label, each.prediction)
    if record.complete:
        for invented in photo.read.invented:
            yield Mistake(MistakeKind.INVENTED, record, None, invented)

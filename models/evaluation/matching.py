"""Which prediction is which labelled tile, and what is left over on both sides.

The rules, in order:

1. Faces are matched with faces, backs with backs; backs only where the photo's backs are labelled.
2. One to one, greedily: of all pairs with an IoU of at least 0.5 the closest is taken first. Where
   the label is only an upright box, the upright box of the predicted quad is compared with it.
   A second prediction of the same tile is left over, and so counts as invented.
3. A label whose box is known not to fit its tile (`loose`, `estimated`, `partial`) may also be
   matched, after all others, by a prediction if half of the smaller of the two boxes lies in the
   other. Such a pair has no meaningful IoU; `loosely` tells.
4. A label of which less than half can be seen need not be found and never counts; a prediction left
   over that fits it is passed over.
5. Any other prediction left over is passed over where half of it lies in the photo's `ignore`
   regions, and a back where backs are not labelled; else it is invented.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...datasets.records import PictureRecord, Quality, TileLabel
from ...scoring.tiles import Tile
from .geometry import agreement, covered, share_inside
from .predictions import Prediction

__all__ = ["FOUND_IOU", "PhotoOutcome", "TileOutcome", "match"]

FOUND_IOU = 0.5
"""Least intersection over union of a tile that counts as found; in rule 3 the least share of the
smaller box that lies in the other."""
_LEAST_VISIBLE = 0.5
"""Share of a tile that must be seen for its label to count, where the label knows it."""
_IGNORED_SHARE = 0.5
"""Share of a prediction in `ignore` regions from which it is passed over."""


@dataclass(frozen=True, slots=True)
class TileOutcome:
    """A labelled tile, and the prediction that is taken for it."""

    label: TileLabel
    prediction: Prediction | None = None
    iou: float = 0.0
    loosely: bool = False
    """Found by rule 3 only."""

    @property
    def found(self) -> bool:
        """Say whether a prediction was taken for it."""
        return self.prediction is not None

    @property
    def right(self) -> bool:
        """Say whether it was found and read as what it is."""
        return self.prediction is not None and self.prediction.tile is self.label.tile


@dataclass(frozen=True, slots=True)
class PhotoOutcome:
    """A photo's labelled tiles in their order, and the predictions that are none of them."""

    record: PictureRecord
    faces: tuple[TileOutcome, ...]
    backs: tuple[TileOutcome, ...]
    """Empty where backs are not labelled."""
    invented: tuple[Prediction, ...]
    passed_over: tuple[Prediction, ...]

    @property
    def invented_faces(self) -> int:
        """Count the invented tiles that are taken for faces."""
        return sum(not each.is_back for each in self.invented)

    @property
    def whole(self) -> bool:
        """Say whether every tile is found and right and none is invented."""
        return not self.invented and all(each.right for each in (*self.faces, *self.backs))


def match(record: PictureRecord, predictions: Sequence[Prediction]) -> PhotoOutcome:
    """Compare what was found in one photo with its labels."""
    sides: list[tuple[TileOutcome, ...]] = []
    left: list[Prediction] = []
    for is_back in (False, True):
        mine = [each for each in predictions if each.is_back is is_back]
        labels = [
            label
            for label in record.tiles
            if (label.tile is Tile.BACK) is is_back and not _hidden(label)
        ]
        if is_back and not record.backs_labelled:
            labels = []
        outcomes, rest = _match_kind(labels, mine)
        sides.append(outcomes)
        left += rest
    passed = [_passed_over(record, each) for each in left]
    return PhotoOutcome(
        record=record,
        faces=sides[0],
        backs=sides[1],
        invented=tuple(each for each, over in zip(left, passed, strict=True) if not over),
        passed_over=tuple(each for each, over in zip(left, passed, strict=True) if over),
    )


def _match_kind(
    labels: Sequence[TileLabel], predictions: Sequence[Prediction]
) -> tuple[tuple[TileOutcome, ...], list[Prediction]]:
    """Match labels and predictions of one kind; also return the predictions left over."""
    everywhere = range(len(predictions))
    pairs = _closest_first(
        (agreement(label, predictions[m].quad), n, m)
        for n, label in enumerate(labels)
        for m in everywhere
    )
    taken = {m for m, _ in pairs.values()}
    loose = _closest_first(
        (share_inside(label.quad.box, predictions[m].quad.box), n, m)
        for n, label in enumerate(labels)
        if n not in pairs and label.quality is not Quality.TIGHT
        for m in everywhere
        if m not in taken
    )
    outcomes = []
    for number, label in enumerate(labels):
        if number in pairs:
            other, iou = pairs[number]
            outcomes.append(TileOutcome(label, predictions[other], iou))
        elif number in loose:
            found = predictions[loose[number][0]]
            outcomes.append(TileOutcome(label, found, agreement(label, found.quad), loosely=True))
        else:
            outcomes.append(TileOutcome(label))
    taken |= {number for number, _ in loose.values()}
    return tuple(outcomes), [each for n, each in enumerate(predictions) if n not in taken]


def _closest_first(
    candidates: Iterable[tuple[float, int, int]],
) -> dict[int, tuple[int, float]]:
    """Pair labels with (prediction, measure) from (measure, label, prediction), numbers both.

    Each is taken at most once; a measure below a half makes no pair.
    """
    pairs: dict[int, tuple[int, float]] = {}
    taken: set[int] = set()
    close = (each for each in candidates if each[0] >= FOUND_IOU)
    for value, label, other in sorted(close, key=lambda each: (-each[0], *each[1:])):
        if label not in pairs and other not in taken:
            pairs[label] = (other, value)
            taken.add(other)
    return pairs


def _passed_over(record: PictureRecord, prediction: Prediction) -> bool:
    if prediction.is_back and not record.backs_labelled:
        return True
    hidden = [label for label in record.tiles if _hidden(label)]
    if any(agreement(label, prediction.quad) >= FOUND_IOU for label in hidden):
        return True
    return covered(prediction.quad.box, record.ignore) >= _IGNORED_SHARE


def _hidden(label: TileLabel) -> bool:
    return label.visible is not None and label.visible < _LEAST_VISIBLE

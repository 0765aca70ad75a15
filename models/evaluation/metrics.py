"""The figures of an evaluation, for all photos and for any part of them.

`Stages` holds a photo's two comparisons: `found` is what the detector found, by its own word;
`read` is what is left once the classifier has taken out what it takes for no tile.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...datasets.records import Corners, PictureRecord, Quality
from ...scoring.tiles import Tile
from ..metadata import NOT_A_TILE
from .intervals import Share, of_photos, of_tiles
from .matching import FOUND_IOU, PhotoOutcome, TileOutcome, match
from .predictions import Prediction, kept

__all__ = [
    "METRICS",
    "Stages",
    "by_class",
    "by_quality",
    "compare",
    "confusions",
    "groups",
    "measure",
]

_WELL_PLACED_IOU = 0.75
_WORST = 40


@dataclass(frozen=True, slots=True)
class Stages:
    """One photo compared with its labels, before and after the classifier."""

    found: PhotoOutcome
    read: PhotoOutcome

    @property
    def record(self) -> PictureRecord:
        """Return the photo's labels."""
        return self.found.record


def compare(record: PictureRecord, predictions: Sequence[Prediction]) -> Stages:
    """Compare the predictions of a photo with its labels, before and after the classifier."""
    return Stages(match(record, predictions), match(record, kept(predictions)))


def measure(photos: Sequence[Stages]) -> dict[str, Share]:
    """Return every metric by its name.

    recall: labelled faces that were found; recall_strict: the same, every label held to an IoU of
    0.5 whether or not its box fits the tile. precision: faces found that are labelled ones, on
    complete photos; precision_read: the same after the classifier. well_placed: found faces with
    an IoU of at least 0.75, of the labels that fit their tile. plain, bonus: found faces read as
    what they are, for the 34 plain faces and for flowers and seasons. whole: complete photos with
    every tile found and right and none invented, without any rule of the game. backs,
    backs_precision: the same for backs, by both models, where they are labelled. turn: found faces
    whose own top left is the predicted one, where the label knows it.
    """
    return {name: metric(photos) for name, metric in METRICS.items()}


def groups(photos: Sequence[Stages]) -> dict[str, list[Stages]]:
    """Return the parts that are reported: overall, seen and unseen sets, sources, sets."""
    parts: dict[str, list[Stages]] = {"overall": list(photos)}
    for name, wanted in (("seen", True), ("unseen", False)):
        part = [photo for photo in photos if photo.record.seen is wanted]
        if part:
            parts[name] = part
    for kind in ("source", "set"):
        for photo in sorted(photos, key=lambda each: str(getattr(each.record, kind))):
            name = getattr(photo.record, kind) or "(none)"
            parts.setdefault(f"{kind}:{name}", []).append(photo)
    return parts


def by_class(photos: Sequence[Stages]) -> dict[str, dict[str, Share]]:
    """Return for each of the 44 names how many were found, and how many of those were right."""
    return {
        tile.code: {
            "recall": _tiles(photos, lambda each: each.found, _of(tile)),
            "right": _tiles(photos, lambda each: each.right, _found_of(tile)),
        }
        for tile in Tile
    }


def by_quality(photos: Sequence[Stages]) -> dict[str, Share]:
    """Return the recall of faces for each quality of label, held to an IoU of 0.5."""
    return {quality.value: _tiles(photos, _strictly, _of_quality(quality)) for quality in Quality}


def confusions(photos: Iterable[Stages]) -> list[dict[str, Any]]:
    """Return what found faces are taken for when they are misread, the most frequent first.

    `unseen` counts those on photos of sets that training has not seen.
    """
    counts: Counter[tuple[str, str]] = Counter()
    unseen: Counter[tuple[str, str]] = Counter()
    for photo in photos:
        for each in photo.found.faces:
            if each.prediction is not None and not each.right:
                read = each.prediction.tile
                pair = (each.label.tile.code, read.code if read else NOT_A_TILE)
                counts[pair] += 1
                unseen[pair] += photo.record.seen is False
    return [
        {"tile": pair[0], "read_as": pair[1], "count": count, "unseen": unseen[pair]}
        for pair, count in counts.most_common(_WORST)
    ]


Test = Callable[[TileOutcome], bool]


def _tiles(
    photos: Sequence[Stages], hit: Test, counts: Test = lambda each: True, *, backs: bool = False
) -> Share:
    """Return the share of labelled tiles that pass `hit`, of those that `counts`."""
    pairs = []
    for photo in photos:
        outcomes = photo.read.backs if backs else photo.found.faces
        counted = [each for each in outcomes if counts(each)]
        pairs.append((sum(hit(each) for each in counted), len(counted)))
    return of_tiles(pairs)


def _precision(
    photos: Sequence[Stages],
    stage: Callable[[Stages], PhotoOutcome],
    *,
    backs: bool = False,
) -> Share:
    """Return the share of the tiles found in complete photos that are labelled ones."""
    pairs = []
    for outcome in map(stage, photos):
        record = outcome.record
        if not record.complete or (backs and not record.backs_labelled):
            continue
        hits = sum(each.found for each in (outcome.backs if backs else outcome.faces))
        wrong = sum(each.is_back is backs for each in outcome.invented)
        pairs.append((hits, hits + wrong))
    return of_tiles(pairs)


def _whole(photos: Sequence[Stages]) -> Share:
    complete = [photo.read for photo in photos if photo.record.complete]
    return of_photos(sum(outcome.whole for outcome in complete), len(complete))


def _strictly(each: TileOutcome) -> bool:
    return each.iou >= FOUND_IOU


def _of(tile: Tile) -> Test:
    return lambda each: each.label.tile is tile


def _of_quality(quality: Quality) -> Test:
    return lambda each: each.label.quality is quality


def _found_of(tile: Tile) -> Test:
    return lambda each: each.found and each.label.tile is tile


def _placed(each: TileOutcome) -> bool:
    return each.found and each.label.quality is Quality.TIGHT


def _found_plain(each: TileOutcome) -> bool:
    return each.found and (each.label.tile.suit is not None or each.label.tile.is_honour)


def _found_bonus(each: TileOutcome) -> bool:
    return each.found and each.label.tile.is_bonus


def _known_corners(each: TileOutcome) -> bool:
    return each.found and each.label.corners is Corners.EXACT


def _same_turn(each: TileOutcome) -> bool:
    """Say whether the predicted top left is the corner nearest to the label's."""
    if each.prediction is None:
        return False
    x, y = each.label.quad.top_left
    away = [(x - u) ** 2 + (y - v) ** 2 for u, v in each.prediction.quad.corners]
    return away.index(min(away)) == 0


METRICS: dict[str, Callable[[Sequence[Stages]], Share]] = {
    "recall": lambda photos: _tiles(photos, lambda each: each.found),
    "recall_strict": lambda photos: _tiles(photos, _strictly),
    "precision": lambda photos: _precision(photos, lambda photo: photo.found),
    "precision_read": lambda photos: _precision(photos, lambda photo: photo.read),
    "well_placed": lambda photos: _tiles(
        photos, lambda each: each.iou >= _WELL_PLACED_IOU, _placed
    ),
    "plain": lambda photos: _tiles(photos, lambda each: each.right, _found_plain),
    "bonus": lambda photos: _tiles(photos, lambda each: each.right, _found_bonus),
    "whole": _whole,
    "backs": lambda photos: _tiles(photos, lambda each: each.found, backs=True),
    "backs_precision": lambda photos: _precision(photos, lambda photo: photo.read, backs=True),
    "turn": lambda photos: _tiles(photos, _same_turn, _known_corners),
}
"""Name and figure; what each means stands at `measure`."""

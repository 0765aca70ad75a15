"""Measures the detector on pictures kept apart, and chooses its thresholds there.

On photos a label is an upright box: a tile is found when the box around its outline overlaps it
by half (intersection over union). On renders the outlines themselves are compared.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...vision.detector import Detector, FoundTile, Thresholds
from ...vision.outlines import areas, overlap_area
from .detector_pictures import Floats, Picture

__all__ = ["Match", "Score", "choose_thresholds", "measure", "overlaps"]

_FOUND = 0.5
_CLOSE = 0.75
# A find counts as false only where less than this share of it lies in an ignored region.
_IGNORED = 0.4
_FACES = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
_BACKS = (0.2, 0.3, 0.4, 0.5)
_ALONE = (0.3, 0.4, 0.5, 0.6, 0.7)


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """What became of one picture's labels and finds."""

    picture: Picture
    found: tuple[FoundTile, ...]
    best: NDArray[np.float64]
    """(n,) overlap of each label with the find that took it, 0 for a missed one."""
    false: tuple[int, ...]
    """Finds that are no tile; where that can be said."""
    backs: tuple[int, int]
    """Backs found, backs labelled."""


@dataclass(frozen=True, slots=True)
class Score:
    """Sums over pictures."""

    tiles: int = 0
    hit: int = 0
    close: int = 0
    false: int = 0
    certain: int = 0
    """Finds on pictures whose every face is labelled; precision is told on these."""
    backs: int = 0
    backs_hit: int = 0
    backs_false: int = 0

    @property
    def recall(self) -> float:
        """Return the share of tiles found."""
        return self.hit / max(self.tiles, 1)

    @property
    def precision(self) -> float:
        """Return the share of finds that are tiles, on complete pictures."""
        return 1 - self.false / max(self.certain, 1)

    @property
    def mean(self) -> float:
        """Return the harmonic mean of recall and precision (F1)."""
        return 2 * self.recall * self.precision / max(self.recall + self.precision, 1e-9)

    @property
    def mean_of_backs(self) -> float:
        """Return the same for backs alone."""
        return 2 * self.backs_hit / max(self.backs + self.backs_hit + self.backs_false, 1)

    def __str__(self) -> str:
        text = f"recall {self.recall:.4f} precision {self.precision:.4f} of {self.tiles} tiles"
        text += f", {self.close / max(self.hit, 1):.3f} of the hits closer than {_CLOSE}"
        return text + (f", {self.backs_hit} of {self.backs} backs" if self.backs else "")


def measure(
    detector: Detector,
    pictures: Iterable[Picture],
    look: Callable[[Match], None] | None = None,
) -> Score:
    """Find the tiles of the pictures and compare with the labels; `look` sees every picture."""
    total = Score()
    for picture in pictures:
        found = detector.find(picture.pixels())
        match = _match(picture, found)
        if look is not None:
            look(match)
        total = _add(total, match)
    return total


def choose_thresholds(
    detector: Detector, photos: Sequence[Picture], scenes: Sequence[Picture]
) -> Thresholds:
    """Return the thresholds of the best F1: for faces on photos, for backs on renders.

    Of a plateau the middle is taken rather than the edge.
    """
    before = detector.thresholds
    best = before
    for name, values, pictures in (
        ("face", _FACES, photos),
        ("alone", _ALONE, photos),
        ("back", _BACKS, scenes),
    ):
        scores = []
        for value in values:
            detector.thresholds = replace(best, **{name: value})
            score = measure(detector, pictures)
            scores.append(score.mean_of_backs if name == "back" else score.mean)
        smooth = np.convolve(np.pad(scores, 1, mode="edge"), (0.25, 0.5, 0.25), mode="valid")
        if max(scores) > 0:
            best = replace(best, **{name: values[int(np.argmax(smooth))]})
    detector.thresholds = before
    return best


def overlaps(labels: Floats, found: Floats, *, boxes: bool) -> NDArray[np.float64]:
    """Return (n, m) intersections over union of outlines, or of the boxes around them."""
    if boxes:
        labels, found = _rectangles(labels), _rectangles(found)
    shared = np.array([[overlap_area(one, other) for other in found] for one in labels])
    shared = shared.reshape(len(labels), len(found))
    union = areas(labels)[:, None] + areas(found)[None] - shared
    return np.asarray(shared / np.maximum(union, 1e-6), np.float64)


def _rectangles(corners: Floats) -> Floats:
    low, high = corners.min(axis=1), corners.max(axis=1)
    return np.stack([low, np.stack([high[:, 0], low[:, 1]], axis=1), high,
                     np.stack([low[:, 0], high[:, 1]], axis=1)], axis=1)  # fmt: skip


def _match(picture: Picture, found: tuple[FoundTile, ...]) -> Match:
    tiles = picture.tiles
    corners = np.array([tile.quad for tile in found], np.float32).reshape(-1, 4, 2)
    back = np.array([tile.is_back for tile in found], np.bool_)
    shared = overlaps(tiles.corners, corners, boxes=bool(tiles.box.any()))
    best = np.zeros(len(tiles.corners))
    taken: set[int] = set()
    # The best pairs first; a face is found by a face and a back by a back.
    fits = (tiles.kind[:, None] == back[None]) & (shared >= _FOUND)
    for flat in np.argsort(-shared, axis=None):
        label, number = divmod(int(flat), len(found))
        if fits[label, number] and not best[label] and number not in taken:
            best[label] = shared[label, number]
            taken.add(number)
    hit = best > 0
    false = [
        number
        for number in range(len(found))
        if number not in taken
        and (tiles.backs or not back[number])
        and not _excused(picture, corners[number])
    ]
    is_back = tiles.kind == 1
    return Match(picture, found, best, tuple(false), (int((hit & is_back).sum()), is_back.sum()))


def _excused(picture: Picture, corners: Floats) -> bool:
    """Say whether a find lies where nothing is known: ignored, or on a label not trusted."""
    tiles = picture.tiles
    area = float(areas(corners[None])[0])
    regions = [*tiles.ignore, *tiles.corners[~tiles.taught]]
    return any(overlap_area(corners, region) > _IGNORED * area for region in regions)


def _add(total: Score, match: Match) -> Score:
    tiles = match.picture.tiles
    face = tiles.taught & (tiles.kind == 0)
    complete = match.picture.record.complete
    faces = sum(tiles.backs or not tile.is_back for tile in match.found)
    return Score(
        tiles=total.tiles + int(face.sum()),
        hit=total.hit + int((match.best[face] > 0).sum()),
        close=total.close + int((match.best[face] >= _CLOSE).sum()),
        false=total.false + (len(match.false) if complete else 0),
        certain=total.certain + (faces if complete else 0),
        backs=total.backs + match.backs[1],
        backs_hit=total.backs_hit + match.backs[0],
        backs_false=total.backs_false + sum(match.found[number].is_back for number in match.false),
    )

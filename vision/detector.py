"""Finds the tiles in a picture: four corners each, face or back.

>>> from rekje.models.session import open_model  # doctest: +SKIP
>>> detector = Detector(open_model("detector", threads=2).session)  # doctest: +SKIP
>>> [tile.confidence for tile in detector.find(image)]  # doctest: +SKIP
[0.98, 0.97]
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from . import looks
from .halves import made_whole
from .heatmap import BACK, FACE, STRIDE, Peaks, find_peaks
from .outlines import areas, distinct

__all__ = ["Corners", "Detector", "FoundTile", "Session", "Thresholds"]

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
Pixels = NDArray[np.uint8]

_APART = 0.2
"""What nearly counts is told of only where it overlaps tiles by less than this share."""
_NEARLY = 0.6
"""What nearly counts has this share of the threshold at least..."""
_FAINT_BACK = 0.12
"""... and a back so much heat: those of the colour of their cloth often have hardly twice that."""
_NEAR_SIZES = (0.5, 2.0)
"""Sides (root of the area) of what nearly counts, over the usual one of what does."""


class Session(Protocol):
    """What is used of an `onnxruntime.InferenceSession`."""

    def run(self, output_names: Sequence[str] | None, input_feed: Mapping[str, Any]) -> list[Any]:
        """Run the net."""

    def get_modelmeta(self) -> Any:
        """Return an object with `custom_metadata_map`."""


@dataclass(frozen=True, slots=True)
class FoundTile:
    """One tile in a picture."""

    quad: Corners
    """Corners (x, y) in pixels of the picture, clockwise, from the tile's own top left as far as
    known: the detector cannot tell a tile from one turned by half, and takes it to stand more or
    less upright. They may lie outside the picture where it cuts the tile."""
    is_back: bool
    """Whether the tile shows its back."""
    confidence: float
    """Heat, 0 to 1; 0.9 does not mean nine in ten."""
    is_sure: bool = True
    """Whether it reaches the threshold; see `Detector.find`."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From when on something counts; chosen on training photos that were kept apart."""

    face: float
    """Heat from which on a face counts, 0 to 1."""
    back: float
    overlap: float
    """Intersection over union above which two outlines are the same tile."""
    inside: float
    """Share of one outline inside others above which it is no tile of its own."""
    alone: float = 0.5
    """Heat from which on a face counts that only the first of two looks showed."""

    @classmethod
    def read(cls, raw: Mapping[str, str]) -> "Thresholds":
        """Read the `thresholds` of a model's metadata."""
        values = json.loads(raw["thresholds"])
        return cls(**{name: float(value) for name, value in values.items()})


class Detector:
    """Finds tiles with the net of an ONNX session whose metadata was checked."""

    def __init__(self, session: Session, thresholds: Thresholds | None = None) -> None:
        raw: Mapping[str, str] = session.get_modelmeta().custom_metadata_map
        self._session = session
        if int(raw["stride"]) != STRIDE:
            raise ValueError(f"the model's stride is {raw['stride']}, expected {STRIDE}")
        self.thresholds = thresholds or Thresholds.read(raw)

    def find(self, image: Pixels, *, doubtful: bool = False) -> tuple[FoundTile, ...]:
        """Return the tiles in (height, width, 3) upright RGB pixels, the surest first.

        With `doubtful` also what nearly counts, marked by `is_sure`: of about the size of the
        others, and overlapping none.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or not image.size:
            raise ValueError(
                f"an image is (height, width, 3) uint8 RGB, not {image.shape} {image.dtype}"
            )
        size = (image.shape[1], image.shape[0])
        start = looks.first(size)
        found = self._look(image, start)
        if not len(self._reaching(found, _NEARLY)):
            for start in looks.more_looks(size):
                found = self._look(image, start)
                if len(self._reaching(found, _NEARLY)):
                    break
        # What hardly counts may be no tile: it should not say where to look.
        sure, near = self._counting(found), self._nearly(found)
        guide = sure if len(sure.score) else _some(found, self._reaching(found, _NEARLY))
        if not len(guide.score):
            return ()
        second = looks.closer(guide.corners, start, size)
        if second is not None:
            lone = self._lone(image, found, sure, second)
            found = self._look(image, second)
            sure = self._merge(sure, _joined(self._counting(found), lone))
            near = _joined(self._nearly(found), _some(near, np.flatnonzero(near.kind == BACK)))
        sure = self._once(_whole(sure))
        tiles = self._tiles(sure)
        return tiles + self._tiles(_beside(near, sure), sure=False) if doubtful else tiles

    def _tiles(self, peaks: Peaks, *, sure: bool = True) -> tuple[FoundTile, ...]:
        order = np.argsort(-peaks.score, kind="stable")
        return tuple(self._tile(peaks, int(number), sure) for number in order)

    def _nearly(self, found: Peaks) -> Peaks:
        """Return what does not count, but nearly."""
        return _some(found, np.setdiff1d(np.arange(len(found.score)), self._reaching(found)))

    def _look(self, image: Pixels, look: looks.Look) -> Peaks:
        """Return what may be a tile, in pixels of the picture, each once."""
        fed = {"pixels": looks.pixels_of(image, look)[None]}
        heat, geometry = self._session.run(None, fed)
        least = (self.thresholds.face * _NEARLY, min(self.thresholds.back * _NEARLY, _FAINT_BACK))
        peaks = find_peaks(heat[0], geometry[0], least)
        corners = looks.to_picture(peaks.corners, look).astype(np.float32)
        return self._once(Peaks(corners, peaks.score, peaks.kind))

    def _lone(self, image: Pixels, found: Peaks, sure: Peaks, second: looks.Look) -> Peaks:
        """Return the faces around those that a second look does not reach, looked at closer.

        The first look hardly shows a flower that lies by itself.
        """
        sides = np.sqrt(areas(found.corners))
        usual = float(np.median(np.sqrt(areas(sure.corners)))) if len(sure.score) else 0.0
        alike = (sides > _NEAR_SIZES[0] * usual) & (sides < _NEAR_SIZES[1] * usual)
        faces = np.flatnonzero(alike & (found.kind == FACE))
        size = (image.shape[1], image.shape[0])
        lone = _some(found, np.array([], np.int64))
        for look in looks.at_lone(found.corners[faces], usual, second, size):
            near = self._counting(self._look(image, look))
            lone = _joined(lone, _some(near, np.flatnonzero(near.kind == FACE)))
        return lone

    def _once(self, peaks: Peaks) -> Peaks:
        kept = distinct(peaks.corners, self.thresholds.overlap, self.thresholds.inside)
        return _some(peaks, np.array(kept, np.int64))

    def _counting(self, peaks: Peaks) -> Peaks:
        return _some(peaks, self._reaching(peaks))

    def _reaching(self, peaks: Peaks, share: float = 1.0) -> NDArray[np.int64]:
        """Return the numbers of the peaks that reach this share of their threshold."""
        least = np.where(peaks.kind == FACE, self.thresholds.face, self.thresholds.back)
        return np.flatnonzero(peaks.score >= share * least)

    def _merge(self, one: Peaks, two: Peaks) -> Peaks:
        """Return the tiles of both looks, each once and as the second, better one shows it.

        Backs, plain as they are, are seen better from further away.
        """
        one = _some(one, np.flatnonzero((one.score >= self.thresholds.alone) | (one.kind == BACK)))
        return self._once(_joined(two, one))

    @staticmethod
    def _tile(peaks: Peaks, number: int, sure: bool) -> FoundTile:
        corners = peaks.corners[number]
        top, bottom = corners[:2, 1].sum(), corners[2:, 1].sum()
        if top > bottom:
            corners = np.roll(corners, 2, axis=0)
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        return FoundTile((a, b, c, d), bool(peaks.kind[number]), float(peaks.score[number]), sure)


def _whole(peaks: Peaks) -> Peaks:
    """Return the faces that were found in halves as whole ones, and all backs."""
    peaks = _some(peaks, np.argsort(-peaks.score, kind="stable"))
    faces, backs = (_some(peaks, np.flatnonzero(peaks.kind == kind)) for kind in (FACE, BACK))
    outlines, kept = made_whole(faces.corners, backs.corners)
    return _joined(Peaks(outlines, faces.score[kept], faces.kind[kept]), backs)


def _some(peaks: Peaks, numbers: NDArray[np.int64]) -> Peaks:
    return Peaks(peaks.corners[numbers], peaks.score[numbers], peaks.kind[numbers])


def _joined(one: Peaks, two: Peaks) -> Peaks:
    return Peaks(
        np.concatenate([one.corners, two.corners]),
        np.concatenate([one.score, two.score]),
        np.concatenate([one.kind, two.kind]),
    )


def _beside(near: Peaks, sure: Peaks) -> Peaks:
    """Return of what nearly counts that which overlaps nothing that does, and is as large."""
    if len(sure.score):
        sides = np.sqrt(areas(near.corners)) / np.median(np.sqrt(areas(sure.corners)))
        near = _some(near, np.flatnonzero((sides > _NEAR_SIZES[0]) & (sides < _NEAR_SIZES[1])))
    kept = distinct(np.concatenate([sure.corners, near.corners]), _APART, _APART)
    free = [number - len(sure.score) for number in kept if number >= len(sure.score)]
    return _some(near, np.array(free, np.int64))

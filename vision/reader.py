"""Reads photos: detector, classifier, layout and decoding in one object.

>>> from rekje.models.reading import open_reader  # doctest: +SKIP
>>> open_reader().read(open_photo("hand.jpg")).hand_text  # doctest: +SKIP
'678m345p88s777z (111z)'
"""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from ..scoring.tiles import Tile
from .agree import Verdict, may_matter, verdicts
from .classifier import Classifier, FaceReading
from .detector import Detector, FoundTile
from .image import SHRINKS, Photo, photo_of_pixels
from .outlines import areas
from .reading import Note, Reading
from .seeing import SeenTile
from .understand import understand

__all__ = ["Reader"]

Pixels = NDArray[np.uint8]

_OVERVIEW_PX = 1000
"""The detector gets a view whose longer side is at least this, where the photo has as much."""
_CLEAR_PX = 48.0
"""Tiles of fewer pixels (root of the area) in the view are cut from a finer one; in the crops that
the classifier gets a tile is 50 wide."""
_SHRINKS = tuple(sorted(SHRINKS, reverse=True))
"""The smallest view first."""
_DARK = 70
"""Brightness, of 255, that the lighter parts of tiles have at least in a picture fit to be read."""
_LIGHT_PERCENT = 90
"""The lighter parts: this share of the pixels is darker."""
_SPARSE_PX, _SAMPLES = 8, 12
"""Brightness is measured in each so many-th pixel of a picture, and in so many across a tile."""


class Reader:
    """Reads photos with two open models; one reader serves one thread at a time."""

    def __init__(self, detector: Detector, classifier: Classifier) -> None:
        self._detector = detector
        self._classifier = classifier

    def read(self, photo: Photo | Pixels) -> Reading:
        """Read a photo, or (height, width, 3) upright RGB pixels."""
        start = perf_counter()
        opened = photo if isinstance(photo, Photo) else photo_of_pixels(photo)
        shrink = _overview(opened)
        view = opened.view(shrink)
        loaded = perf_counter()
        found = self._detector.find(view, doubtful=True)
        detected = perf_counter()
        seen, missed = self._classified(opened, shrink, found)
        classified = perf_counter()
        reading = understand(seen, (opened.width, opened.height))
        if missed:
            reading = reading.with_note(Note.of("maybe_missed", count=missed))
        if _is_dark(view, _clear(found)):
            reading = reading.with_note(Note.of("too_dark"))
        timing = {
            "load": loaded - start,
            "detect": detected - loaded,
            "classify": classified - detected,
            "layout": perf_counter() - classified,
        }
        in_ms = {name: seconds * 1000 for name, seconds in timing.items()}
        return replace(reading, path=opened.path, timing_ms=in_ms)

    def see(self, pixels: Pixels) -> tuple[SeenTile, ...]:
        """Return the tiles clearly seen in (height, width, 3) upright RGB pixels, not laid out."""
        photo = photo_of_pixels(pixels)
        return self._classified(photo, 1, self._detector.find(pixels))[0]

    def _classified(
        self, photo: Photo, shrink: int, found: Sequence[FoundTile]
    ) -> tuple[tuple[SeenTile, ...], int]:
        """Return the tiles found in a view as both models see them, and how many were overlooked.

        Overlooked is what hardly looked like a tile to the detector, and the classifier can name.
        """
        if not found:
            return (), 0
        view = photo.view(shrink)
        quads = np.array([tile.quad for tile in found]) * _growth(photo, view)
        clear = np.array([tile.quad for tile in _clear(found)]) * _growth(photo, view)
        size = float(np.median(np.sqrt(areas(clear))))
        finest = max([s for s in _SHRINKS if size / s >= _CLEAR_PX], default=1)
        if finest < shrink:
            view = photo.view(finest)
        readings = self._classifier.classify(view, quads / _growth(photo, view), may_matter(found))
        shown = verdicts(found, readings)
        seen = tuple(
            _seen(quad, tile, reading, is_back=verdict is Verdict.BACK)
            for quad, tile, reading, verdict in zip(quads, found, readings, shown, strict=True)
            if verdict in (Verdict.FACE, Verdict.BACK)
        )
        return seen, shown.count(Verdict.MISSED)


def _clear(found: Sequence[FoundTile]) -> Sequence[FoundTile]:
    """Return the tiles that the detector is sure of; all where it is sure of none."""
    return [tile for tile in found if tile.is_sure] or found


def _growth(photo: Photo, view: Pixels) -> NDArray[np.float64]:
    """Return (2,) how many pixels of the photo one of a view is, across and down."""
    return np.array([photo.width / view.shape[1], photo.height / view.shape[0]])


def _is_dark(view: Pixels, found: Sequence[FoundTile]) -> bool:
    """Tell whether the tiles (or, where there are none, the picture) are badly lit."""
    parts = (
        [view[::_SPARSE_PX, ::_SPARSE_PX]] if not found else [_box(view, tile) for tile in found]
    )
    light = sorted(_light(part) for part in parts if part.size)
    return bool(light) and light[len(light) // 2] < _DARK


def _light(part: Pixels) -> int:
    """Return how bright the lighter part of some pixels is, 0 to 255."""
    brightest = part.max(axis=2).ravel()
    place = len(brightest) * _LIGHT_PERCENT // 100
    return int(np.partition(brightest, place)[place])


def _box(view: Pixels, tile: FoundTile) -> Pixels:
    """Return some of the pixels around a tile."""
    x, y = zip(*tile.quad, strict=True)
    step = max(1, int((max(x) - min(x)) / _SAMPLES))
    part = view[max(0, int(min(y))) : int(max(y)) : step, max(0, int(min(x))) : int(max(x)) : step]
    return np.asarray(part, np.uint8)


def _overview(photo: Photo) -> int:
    """Return the shrink of the smallest view in which the detector finds the tiles."""
    longer = max(photo.width, photo.height)
    return next((s for s in _SHRINKS if longer / s >= _OVERVIEW_PX), 1)


def _seen(
    quad: NDArray[np.float64], tile: FoundTile, reading: FaceReading, *, is_back: bool
) -> SeenTile:
    """Join what both models say; the quad then begins at the tile's own top left."""
    chances = reading.probabilities
    found = tile.confidence
    turned = np.roll(quad, -(reading.turn // 90), axis=0)
    a, b, c, d = ((float(x), float(y)) for x, y in (quad if is_back else turned))
    if is_back:
        # Of a back that the detector hardly saw the classifier's word counts.
        found = tile.confidence if tile.is_sure else float(chances[Tile.BACK.index])
        chances = np.zeros_like(chances)
        chances[Tile.BACK.index] = 1.0
    return SeenTile(
        (a, b, c, d),
        is_back,
        chances,
        turn_confidence=0.0 if is_back else reading.turn_confidence,
        found=found,
        is_faint=is_back and not tile.is_sure,
        half_turn=0.0 if is_back else reading.half_turn,
    )

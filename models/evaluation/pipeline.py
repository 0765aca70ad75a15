"""The two models one after the other, as one reader of photos."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from ...datasets.quads import Quad
from ...scoring.tiles import Tile
from ...vision.agree import Verdict, may_matter, verdicts
from ...vision.classifier import Classifier, FaceReading
from ...vision.detector import Detector, FoundTile
from ...vision.seeing import TILES
from ..errors import ModelError
from ..metadata import CLASSIFIER_NAMES
from ..session import Model
from .predictions import Pixels, Prediction

__all__ = ["Classifies", "FindsTiles", "Pipeline", "pipeline_of"]

_ALTERNATIVES = 3
_T = TypeVar("_T")


class FindsTiles(Protocol):
    """A detector, such as `vision.detector.Detector`."""

    def find(self, image: Pixels, *, doubtful: bool = False) -> Sequence[FoundTile]:
        """Return every tile in upright RGB pixels, and perhaps doubtful ones."""


class Classifies(Protocol):
    """A classifier, such as `vision.classifier.Classifier`."""

    def classify(
        self, image: Pixels, quads: Any, again: Sequence[bool] | None = None
    ) -> Sequence[FaceReading]:
        """Return a reading for every quad, of some after a second look."""


class Pipeline:
    """Finds tiles, then reads them; what is a tile both models say together."""

    def __init__(self, detector: FindsTiles, classifier: Classifies) -> None:
        self._detector = detector
        self._classifier = classifier

    def __call__(self, image: Pixels) -> list[Prediction]:
        """Read upright RGB pixels (height, width, 3)."""
        return self.read(self.find(image))

    def find(self, image: Pixels) -> tuple[Pixels, Sequence[FoundTile]]:
        """Do the first step: return the picture and what was found in it."""
        return image, self._detector.find(image, doubtful=True)

    def read(self, step: tuple[Pixels, Sequence[FoundTile]]) -> list[Prediction]:
        """Do the second step on what the first one returned."""
        image, found = step
        quads = [each.quad for each in found]
        readings = self._classifier.classify(image, quads, may_matter(found))
        return [
            _prediction(tile, reading, verdict)
            for tile, reading, verdict in zip(
                found, readings, verdicts(found, readings), strict=True
            )
            if tile.is_sure or verdict is Verdict.BACK
        ]


def pipeline_of(detector: Model, classifier: Model) -> Pipeline:
    """Make the pipeline of two open models; raises `ModelError` where one cannot be used."""
    return Pipeline(_made(Detector, detector), _made(Classifier, classifier))


def _made(make: Callable[[Any], _T], model: Model) -> _T:
    try:
        return make(model.session)
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(
            f"{model.path}: metadata that this version cannot use ({error!r}); reinstall rekje"
        ) from error


def _prediction(found: FoundTile, reading: FaceReading, verdict: Verdict) -> Prediction:
    """Join what both models say; the quad then starts at the tile's own top left."""
    if found.is_back:
        return Prediction(Quad.of(found.quad), Tile.BACK, True, found.confidence, found.confidence)
    tile = None
    if verdict is Verdict.BACK:
        tile = Tile.BACK
    elif verdict is Verdict.FACE:
        tile = TILES[int(reading.probabilities[: Tile.BACK.index].argmax())]
    order = np.argsort(-reading.probabilities, kind="stable")[1 : 1 + _ALTERNATIVES]
    return Prediction(
        quad=Quad.of(found.quad).turned(reading.turn // 90),
        tile=tile,
        is_back=False,
        confidence=found.confidence,
        probability=reading.confidence,
        alternatives=tuple(
            (CLASSIFIER_NAMES[index], float(reading.probabilities[index])) for index in order
        ),
    )

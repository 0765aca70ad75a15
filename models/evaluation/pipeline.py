"""The two models one after the other, as one reader of photos."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...datasets.quads import Quad
from ...scoring.tiles import Tile
from ..metadata import CLASSIFIER_NAMES, NOT_A_TILE
from ..session import Model
from .predictions import Pixels, Prediction

__all__ = ["Classifies", "FindsTiles", "Pipeline", "pipeline_of"]

_ALTERNATIVES = 3
_TILES = list(Tile)


class Found(Protocol):
    """What a detector says of one tile."""

    @property
    def quad(self) -> Quad:
        """Return the outline in pixels of the picture."""

    @property
    def is_back(self) -> bool:
        """Say whether it lies face down."""

    @property
    def confidence(self) -> float:
        """Return how sure it is, 0 to 1."""


class FaceRead(Protocol):
    """What a classifier says of one face."""

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """Return 45 probabilities: those of the 44 tiles, then of what is no tile."""

    @property
    def turn(self) -> int:
        """Return how far the tile stands turned in its quad, in degrees clockwise."""


class FindsTiles(Protocol):
    """A detector."""

    def find(self, image: Pixels) -> Sequence[Any]:
        """Return a `Found` for every tile."""


class Classifies(Protocol):
    """A classifier."""

    def classify(self, image: Pixels, quads: Sequence[Quad]) -> Sequence[Any]:
        """Return a `FaceRead` for every quad."""


class Pipeline:
    """Finds tiles, then reads the faces; what the detector takes for a back is not read."""

    def __init__(self, detector: FindsTiles, classifier: Classifies) -> None:
        self._detector = detector
        self._classifier = classifier

    def __call__(self, image: Pixels) -> list[Prediction]:
        """Read upright RGB pixels (height, width, 3)."""
        return self.read(self.find(image))

    def find(self, image: Pixels) -> tuple[Pixels, Sequence[Found]]:
        """Do the first step: return the picture and what was found in it."""
        return image, self._detector.find(image)

    def read(self, step: tuple[Pixels, Sequence[Found]]) -> list[Prediction]:
        """Do the second step on what the first one returned."""
        image, found = step
        faces = [each for each in found if not each.is_back]
        readings = self._classifier.classify(image, [each.quad for each in faces])
        predictions = [
            _prediction(face, reading) for face, reading in zip(faces, readings, strict=True)
        ]
        predictions += [
            Prediction(each.quad, Tile.BACK, True, each.confidence, each.confidence)
            for each in found
            if each.is_back
        ]
        return predictions


def pipeline_of(detector: Model, classifier: Model) -> Pipeline:
    """Make the pipeline of two open models."""
    from ...vision.classifier import Classifier
    from ...vision.detector import Detector

    return Pipeline(
        Detector(detector.session),
        Classifier(classifier.session, classifier.metadata.raw),
    )


def _prediction(face: Found, reading: FaceRead) -> Prediction:
    """Join what both models say; the quad then starts at the tile's own top left."""
    order = np.argsort(-reading.probabilities, kind="stable")[: 1 + _ALTERNATIVES]
    names = [(CLASSIFIER_NAMES[index], float(reading.probabilities[index])) for index in order]
    best, probability = names[0]
    return Prediction(
        quad=face.quad.turned(reading.turn // 90),
        tile=None if best == NOT_A_TILE else _TILES[order[0]],
        is_back=False,
        confidence=face.confidence,
        probability=probability,
        alternatives=tuple(names[1:]),
    )

"""Names the faces that the detector found: tile, confidence, and how far each stands turned.

>>> from rekje.models.session import open_model  # doctest: +SKIP
>>> model = open_model("classifier", threads=2)  # doctest: +SKIP
>>> classifier = Classifier(model.session, model.metadata.raw)  # doctest: +SKIP
>>> [str(reading.tile) for reading in classifier.classify(image, quads)]  # doctest: +SKIP
['3p', '7z']
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..scoring.tiles import Tile
from .straighten import straighten_all

__all__ = ["TILES", "Classifier", "FaceReading", "Look", "Session"]

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]

TILES = tuple(Tile)
"""The names in the order of the probabilities; one more place stands for what is no tile."""
_QUARTERS = 4
# Crops in one run of the net at most: bounds memory in photos of a whole table.
_MOST_CROPS = 512


class Session(Protocol):
    """What is used of an `onnxruntime.InferenceSession`."""

    def run(self, output_names: Sequence[str] | None, input_feed: Mapping[str, Any]) -> list[Any]:
        """Run the net."""

    def get_modelmeta(self) -> Any:
        """Return an object with `custom_metadata_map`."""


@dataclass(frozen=True, slots=True)
class Look:
    """One way of cutting a face out."""

    margin: float
    """Margin around the quad, as a share of its size."""
    quarters: int = 0
    """Quarters clockwise that the crop is turned by."""


# Measured on training photos kept apart, cut along the detector's outlines: with good outlines
# margins from 0.08 to 0.2 misread at most 1 of 1029 plain faces, -0.04 misread 9; with poor ones,
# which cut tiles in two, wider margins lost fewer (0.08: 18 of 983, 0.14: 15, 0.2: 12). Looking at
# the doubtful (2 in 100) from all four sides read as many bonus tiles as so looking at every face.
FIRST_LOOK = Look(0.14)
MORE_LOOKS = (Look(0.08, 1), Look(0.2, 2), Look(0.14, 3))
"""How a face is looked at again when the first look leaves it doubtful."""
_ALL_LOOKS = 1 + len(MORE_LOOKS)
SURE = 0.97
"""Confidence from which on one look is enough."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceReading:
    """What one face shows."""

    probabilities: Floats
    """(45,) calibrated: those of the 44 tiles in their order, then of what is no tile."""
    turn: int
    """Degrees clockwise that the tile stands turned in its quad: 0, 90, 180 or 270. Faces that
    look the same both ways up have two right answers."""
    turn_confidence: float
    """Probability of that turn."""
    half_turn: float = 0.0
    """Probability that it stands the other way up instead."""
    looks: int = 1
    """How often the face was looked at."""

    @property
    def tile(self) -> Tile | None:
        """Return the likeliest tile; None where that is no tile."""
        best = int(self.probabilities.argmax())
        return TILES[best] if best < len(TILES) else None

    @property
    def confidence(self) -> float:
        """Return the probability of the likeliest name, 0 to 1."""
        return float(self.probabilities.max())

    def alternatives(self, count: int = 3) -> tuple[tuple[Tile, float], ...]:
        """Return the next likeliest tiles with their probabilities, likeliest first."""
        order = np.argsort(-self.probabilities[: len(TILES)], kind="stable")
        others = [index for index in order if TILES[index] is not self.tile]
        return tuple((TILES[i], float(self.probabilities[i])) for i in others[:count])


class Classifier:
    """Reads faces with the net of an ONNX session whose metadata was checked."""

    def __init__(self, session: Session, metadata: Mapping[str, str] | None = None) -> None:
        raw = session.get_modelmeta().custom_metadata_map if metadata is None else metadata
        names = json.loads(raw["names"])
        if names[:-1] != [tile.code for tile in TILES]:
            raise ValueError(f"the model names {names}, expected the 44 tile codes and one more")
        self._session = session
        size = json.loads(raw["input_size"])
        self._side_px = int(size[0] if isinstance(size, list) else size)
        thresholds = json.loads(raw["thresholds"])
        self._temperature = float(thresholds.get("temperature", 1.0))
        self.reject = float(thresholds.get("reject", 0.5))
        """Confidence below which a reading is doubtful."""

    def classify(
        self, image: Pixels, quads: Any, again: Sequence[bool] | None = None
    ) -> tuple[FaceReading, ...]:
        """Return a reading for each quad of (height, width, 3) upright RGB pixels.

        `quads` are N outlines of four (x, y) corners each: an array (N, 4, 2), tuples, or objects
        with `corners`. All go through the net together; those that stay doubtful once more, where
        `again` (N,) allows it: all unless given.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise ValueError(
                f"an image is (height, width, 3) uint8 RGB, not {image.shape} {image.dtype}"
            )
        corners = _corners(quads)
        if not len(corners):
            return ()
        names, turns = self._looked(image, corners, (FIRST_LOOK,))
        looks = np.ones(len(corners), np.int64)
        open_to_doubt = np.ones(len(corners), np.bool_) if again is None else np.array(again)
        doubtful = np.flatnonzero(open_to_doubt & (names.max(axis=1) < SURE))
        if len(doubtful):
            more = self._looked(image, corners[doubtful], MORE_LOOKS)
            for first, others in zip((names, turns), more, strict=True):
                first[doubtful] = (first[doubtful] + others * len(MORE_LOOKS)) / _ALL_LOOKS
            looks[doubtful] = _ALL_LOOKS
        return tuple(
            _reading(name, turn, int(count))
            for name, turn, count in zip(names, turns, looks, strict=True)
        )

    def _looked(
        self, image: Pixels, corners: NDArray[np.float64], looks: Sequence[Look]
    ) -> tuple[Floats, Floats]:
        """Return probabilities of names (N, 45) and of turns in the quad (N, 4), over all looks."""
        crops = [
            np.rot90(
                straighten_all(image, corners, self._side_px, look.margin),
                -look.quarters,
                axes=(1, 2),
            )
            for look in looks
        ]
        names, turns = self._run(np.concatenate(crops))
        shape = (len(looks), len(corners), -1)
        by_name = _softmax(names / self._temperature).reshape(shape)
        by_turn = _softmax(turns).reshape(shape)
        # What was turned before it was shown stands that much less turned in its quad.
        back = [np.roll(t, -look.quarters, axis=1) for t, look in zip(by_turn, looks, strict=True)]
        return by_name.mean(axis=0), np.asarray(np.mean(back, axis=0), np.float32)

    def _run(self, crops: Pixels) -> tuple[Floats, Floats]:
        parts = []
        for start in range(0, len(crops), _MOST_CROPS):
            fed = {"crops": np.ascontiguousarray(crops[start : start + _MOST_CROPS])}
            parts.append(self._session.run(["names", "turns"], fed))
        names = np.concatenate([name for name, _ in parts]).astype(np.float32)
        return names, np.concatenate([turn for _, turn in parts]).astype(np.float32)


def _reading(names: Floats, turns: Floats, looks: int) -> FaceReading:
    """Return what (45,) and (4,) probabilities say."""
    turn = int(turns.argmax())
    half = float(turns[(turn + _QUARTERS // 2) % _QUARTERS])
    return FaceReading(names, turn * 90, float(turns[turn]), half, looks)


def _corners(quads: Any) -> NDArray[np.float64]:
    """Return quads of any kind as (N, 4, 2)."""
    if not isinstance(quads, np.ndarray):
        quads = [getattr(quad, "corners", quad) for quad in quads]
    corners = np.asarray(quads, np.float64)
    if not corners.size:
        return np.zeros((0, _QUARTERS, 2))
    if corners.shape[1:] != (4, 2) or not np.isfinite(corners).all():
        raise ValueError(f"quads are (N, 4, 2) finite numbers, not {corners.shape}")
    return corners


def _softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)

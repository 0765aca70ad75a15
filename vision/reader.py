"""Reads photos: detector, classifier, layout and decoding in one object.

>>> from rekje.models.reading import open_reader  # doctest: +SKIP
>>> open_reader().read(open_photo("hand.jpg")).hand_text  # doctest: +SKIP
'678m345p88s777z (111z)'
"""

from dataclasses import replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from .classifier import Classifier
from .detector import Detector
from .reading import Reading
from .seeing import SeenTile

__all__ = ["Reader"]

Pixels = NDArray[np.uint8]


class Reader:
    """Reads photos with two open models; one reader serves one thread at a time."""

    def __init__(self, detector: Detector, classifier: Classifier) -> None:
        self._detector = detector
        self._classifier = classifier

    def read(self, pixels: Pixels, path: str = "") -> Reading:
        """Read (height, width, 3) upright RGB pixels."""
        seen = self.see(pixels)
        return replace(understand(seen, (pixels.shape[1], pixels.shape[0])), path=path)

    def see(self, pixels: Pixels) -> tuple[SeenTile, ...]:
        """Return the tiles seen, not yet laid out nor decoded."""
        raise NotImplementedError


def understand(seen: tuple[SeenTile, ...], size: tuple[int, int]) -> Reading:
    """Lay out and decode what was seen in a picture of `size` (width, height)."""
    raise NotImplementedError

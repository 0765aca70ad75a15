"""Reading photos with the shipped models: the shortest way from a file to a hand."""

import os
from functools import lru_cache

from ..vision.classifier import Classifier
from ..vision.detector import Detector
from ..vision.image import open_photo
from ..vision.reader import Reader
from ..vision.reading import Reading
from .metadata import Task
from .session import Model, open_model

__all__ = ["open_reader", "read_photo", "reader_of"]


@lru_cache(maxsize=4)
def open_reader(threads: int | None = None) -> Reader:
    """Return a reader with the shipped models, opened once for each number of threads.

    Raises:
        ModelError: a model is missing or damaged.

    """
    return reader_of(
        open_model(Task.DETECTOR.value, threads=threads),
        open_model(Task.CLASSIFIER.value, threads=threads),
    )


def reader_of(detector: Model, classifier: Model) -> Reader:
    """Return a reader with two open models."""
    return Reader(
        Detector(detector.session), Classifier(classifier.session, classifier.metadata.raw)
    )


def read_photo(path: str | os.PathLike[str], threads: int | None = None) -> Reading:
    """Read the hand in a photo.

    Raises:
        ImageError: the file is no picture that can be read.
        ModelError: a model is missing or damaged.

    >>> import rekje
    >>> rekje.read_photo("examples/hand.jpg").hand_text  # doctest: +SKIP
    '678m345p88s777z (111z)'

    """
    return open_reader(threads).read(open_photo(path))

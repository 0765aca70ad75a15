"""Read every photo of a label file and compare what was read with the labels."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from ...datasets.formats import ReadResult
from ...datasets.records import PictureRecord
from ..errors import EvaluationError
from .metrics import Stages, compare
from .predictions import Pixels, ReadPhoto

__all__ = ["Progress", "evaluate_photos", "part_of", "photo_pixels", "upright_pixels"]

Progress = Callable[[str, int, int], None]
"""Takes what is being done, how many photos are done, and how many there are."""


def part_of(labels: ReadResult, every: int) -> ReadResult:
    """Return every so many-th photo, the first included: the same part on every run."""
    return ReadResult(labels.records[::every], labels.images)


def evaluate_photos(
    labels: ReadResult, read: ReadPhoto, progress: Progress | None = None
) -> list[Stages]:
    """Read all photos, one at a time, and compare; raises `EvaluationError`."""
    if not labels.records:
        raise EvaluationError(f"{labels.images}: there are no photos to read")
    return [
        compare(record, read(image))
        for record, image in _photos(labels.records, labels.images, progress)
    ]


def _photos(
    records: Sequence[PictureRecord], folder: Path, progress: Progress | None
) -> Iterator[tuple[PictureRecord, Pixels]]:
    for done, record in enumerate(records):
        if progress:
            progress("read", done, len(records))
        yield record, photo_pixels(record, folder)
    if progress:
        progress("read", len(records), len(records))


def photo_pixels(record: PictureRecord, folder: Path) -> Pixels:
    """Return the pixels of a labelled photo; it must have the size that its labels are made for."""
    image = upright_pixels(folder / record.file)
    if image.shape[:2] != (record.height, record.width):
        raise EvaluationError(
            f"{folder / record.file}: seen {image.shape[1]} x {image.shape[0]} pixels, expected "
            f"{record.width} x {record.height} as labelled; are these the pictures of the labels?"
        )
    return image


def upright_pixels(path: Path) -> Pixels:
    """Return a picture as upright RGB pixels, (height, width, 3)."""
    try:
        with Image.open(path) as picture:
            return np.asarray(ImageOps.exif_transpose(picture).convert("RGB"), np.uint8)
    except FileNotFoundError as error:
        raise EvaluationError(
            f"{path}: no such picture; say with --images where the pictures lie"
        ) from error
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError) as error:
        raise EvaluationError(f"{path}: cannot be read as a picture ({error})") from error

"""Models that are fakes: in their pictures every tile is a rectangle in the grey of its class."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from rekje.datasets.quads import Quad
from rekje.datasets.records import PictureRecord
from rekje.models.evaluation.pipeline import Pipeline
from rekje.models.evaluation.predictions import Pixels
from rekje.scoring.tiles import Tile
from rekje.vision.classifier import FaceReading
from rekje.vision.detector import Corners, FoundTile

from .scenes import at

SHADE = 5
"""Grey levels from one class to the next: a tile's shade in the picture is its class."""


class FakeDetector:
    """Finds every blob of one shade by its upright box; the shade of `back` is a back."""

    def find(self, image: Pixels, *, doubtful: bool = False) -> list[FoundTile]:
        spots = []
        for shade in np.unique(image[..., 0]):
            if shade == 0:
                continue
            rows, columns = np.nonzero(image[..., 0] == shade)
            box = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
            if len(rows) < (box[2] - box[0]) * (box[3] - box[1]) / 2:
                continue  # the seam of a turned tile
            is_back = bool(shade == shade_of(Tile.BACK))
            spots.append(FoundTile(Quad.from_box(box).corners, is_back, 0.9))
        return spots


class FakeClassifier:
    """Reads the shade in the middle; takes 9s for 8s and 4q for no tile."""

    def classify(
        self, image: Pixels, quads: Sequence[Corners], again: Sequence[bool] | None = None
    ) -> list[FaceReading]:
        faces = []
        for quad in quads:
            x, y = Quad(quad).centre
            index = int(image[int(y), int(x), 0]) // SHADE - 1
            index = {Tile.S9.index: Tile.S8.index, Tile.Q4.index: 44}.get(index, index)
            probabilities = np.full(45, 0.1 / 44, np.float32)
            probabilities[index] = 0.9
            faces.append(FaceReading(probabilities, turn=0, turn_confidence=1.0))
        return faces


def shade_of(tile: Tile) -> int:
    return (tile.index + 1) * SHADE


def draw(record: PictureRecord, folder: Path, extra: str = "") -> PictureRecord:
    """Write the picture of a record, and of tiles that are not labelled after them."""
    image = np.zeros((record.height, record.width, 3), np.uint8)
    for label in record.tiles:
        x0, y0, x1, y1 = (int(value) for value in label.quad.box)
        image[y0:y1, x0:x1] = shade_of(label.tile)
    for number, code in enumerate(extra.split()):
        x0, y0, x1, y1 = (int(value) for value in at(len(record.tiles) + number))
        image[y0:y1, x0:x1] = shade_of(Tile(code))
    folder.mkdir(parents=True, exist_ok=True)
    Image.fromarray(image).save(folder / record.file)
    return record


PIPELINE = Pipeline(FakeDetector(), FakeClassifier())

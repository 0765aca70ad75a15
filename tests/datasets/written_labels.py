"""What the tests of the formats share: write records, and compare corners."""

from pathlib import Path

import numpy as np

from rekje.datasets.convert import PictureMode, export_labels
from rekje.datasets.formats import ReadResult
from rekje.datasets.records import PictureRecord, TileLabel


def export(
    records: list[PictureRecord], pictures: Path, folder: Path, name: str, mode: PictureMode
) -> Path:
    labels = ReadResult(tuple(records), pictures)
    return export_labels(labels, folder, name, pictures=mode).path


def corners(label: TileLabel) -> np.ndarray:
    return np.array(label.quad.corners)

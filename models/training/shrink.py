"""Makes a trained model small, and measures on photos kept apart that it reads as well as before.

`rekje models shrink` calls `shrink`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime as ort  # type: ignore[import-untyped]

from ...scoring.tiles import Tile
from ...vision import looks
from ...vision.classifier import FIRST_LOOK, Classifier
from ...vision.detector import Detector
from ...vision.straighten import straighten_all
from ..metadata import Task
from ..session import open_model
from .classifier_net import INPUT_PX
from .common import TrainingError
from .detector_choose import measure
from .detector_pictures import Picture, photo_pictures
from .quantise import quantise

__all__ = ["Shrunk", "shrink"]

_CALIBRATED_ON = 40
"""Training photos that the ranges of the activations are taken from."""
_MAY_LOSE = 0.003
"""Drop of the share read right up to which a model in 8 bits is taken."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    """What a model reads right before and after, as a share, and how many bytes it has."""

    before: float
    after: float
    bytes_before: int
    bytes_after: int


def shrink(path: Path, out: Path, photos: Path) -> Shrunk:
    """Write the model of `path` in 8 bits to `out`.

    `photos` is the label file of the training photos. The last layers stay as they are: they cost
    little and lose most.

    Raises:
        TrainingError: it would read worse than before, or the photos lack black or white pixels.

    """
    task = open_model(path).metadata.task
    apart = photo_pictures(photos, apart=True)
    trained = photo_pictures(photos, apart=False)
    some = trained[:: max(1, len(trained) // _CALIBRATED_ON)]
    feeds = _pictures(some) if task is Task.DETECTOR else _crops(some)
    worth = _found if task is Task.DETECTOR else _named
    part = out.with_name(f".{out.name}.part")
    try:
        quantise(path, part, feeds, _ends(path))
        shrunk = Shrunk(
            worth(path, apart), worth(part, apart), path.stat().st_size, part.stat().st_size
        )
        if shrunk.after < shrunk.before - _MAY_LOSE:
            raise TrainingError(
                f"{path}: in 8 bits it reads {shrunk.after:.4f} right instead of "
                f"{shrunk.before:.4f}; ship it as it is"
            )
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return shrunk


def _ends(path: Path) -> list[str]:
    """Return the nodes that make the answers."""
    graph = onnx.load(path).graph
    nodes = list(graph.node)
    last = max(n for n, node in enumerate(nodes) if node.op_type in ("Conv", "Gemm", "MatMul"))
    answers = {output.name for output in graph.output}
    return [
        node.name for n, node in enumerate(nodes) if n >= last or answers.intersection(node.output)
    ]


def _pictures(pictures: Sequence[Picture]) -> Iterator[dict[str, Any]]:
    """Yield inputs of the detector: whole photos as it gets them first."""
    for picture in pictures:
        image = picture.pixels()
        look = looks.first((image.shape[1], image.shape[0]))
        yield {"pixels": looks.pixels_of(image, look)[None]}


def _crops(pictures: Sequence[Picture]) -> Iterator[dict[str, Any]]:
    """Yield inputs of the classifier: the labelled tiles of each photo."""
    for picture in pictures:
        quads = picture.tiles.corners[picture.tiles.taught].astype(np.float64)
        crops = straighten_all(picture.pixels(), quads, INPUT_PX, FIRST_LOOK.margin)
        if len(crops):
            yield {"crops": crops}


def _session(path: Path) -> ort.InferenceSession:
    """Open a model on the CPU, whatever else this machine has."""
    return ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def _found(path: Path, pictures: Sequence[Picture]) -> float:
    """Return the mean of recall and precision."""
    return measure(Detector(_session(path)), pictures).mean


def _named(path: Path, pictures: Sequence[Picture]) -> float:
    """Return the share of labelled tiles that are named right."""
    session = _session(path)
    classifier = Classifier(session)
    right = total = 0
    for picture in pictures:
        tiles = [
            label.tile
            for label, taught in zip(picture.record.tiles, picture.tiles.taught, strict=True)
            if taught
        ]
        quads = picture.tiles.corners[picture.tiles.taught]
        readings = classifier.classify(picture.pixels(), quads)
        right += sum(r.tile is tile for r, tile in zip(readings, tiles, strict=True))
        total += sum(tile is not Tile.BACK for tile in tiles)
    return right / max(1, total)

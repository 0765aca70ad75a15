"""The pictures that the detector learns from, and what of each label it may learn."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ...datasets.jsonl import read_records
from ...datasets.photos import read_photo_labels
from ...datasets.records import Corners, GroupKind, PictureRecord, Quality, TileLabel
from ...scoring.tiles import Tile
from .common import TrainingError, held_out

__all__ = ["Picture", "Pixels", "Tiles", "photo_pictures", "scene_pictures", "set_weights"]

Pixels = NDArray[np.uint8]
Floats = NDArray[np.floating[Any]]

# Sets in whose photos no tile lies face down, looked at one by one: a back there is a mistake.
_NO_BACKS = ("home-mini-", "phone-", "rmd-families", "rmd-edge-strips")
# A label that covers a strip of the face hides the rest of it from training: this much around it.
_PARTIAL_REACH = 2.2
# Of a tile that shows less than this, neither "there is one" nor "there is none" is taught.
_MIN_VISIBLE = 0.25
# A box of such a shape (long over short side) holds a tile that lies along it, within 8 degrees;
# that is taught a little, besides that the tile fills the box.
_UPRIGHT = (1.27, 1.6)
_UPRIGHT_TRUST = 0.5
# The shares of JPEG decoding in a smaller size, which is faster than decoding and shrinking.
_REDUCED = {
    1: cv2.IMREAD_COLOR_RGB,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
}


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """The labels of one picture as arrays, n tiles in pixels of the picture."""

    corners: NDArray[np.float32]
    """(n, 4, 2), of a tile known by its upright box the box's."""
    kind: NDArray[np.int64]
    """(n,) 0 a face, 1 a back."""
    taught: NDArray[np.bool_]
    """(n,) whether the tile is a positive example; else its place teaches nothing."""
    outline: NDArray[np.float32]
    """(n,) how far the four corners may be taken for the tile's, its own top left first: 0 to 1."""
    box: NDArray[np.bool_]
    """(n,) whether the corners are the smallest upright box around the tile."""
    ignore: NDArray[np.float32]
    """(m, 4, 2) regions that may hold tiles without a label."""
    backs: bool
    """Whether a place without a back label is known to be no back."""
    rare: NDArray[np.bool_]
    """(n,) whether the tile lies as few do: face down or turned in a group, or by itself."""

    def some(self, chosen: NDArray[np.bool_]) -> "Tiles":
        """Return these of the tiles."""
        return Tiles(
            self.corners[chosen],
            self.kind[chosen],
            self.taught[chosen],
            self.outline[chosen],
            self.box[chosen],
            self.ignore,
            self.backs,
            self.rare[chosen],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """One picture, decoded when needed."""

    file: Path
    size: tuple[int, int]
    """Width and height in pixels."""
    tiles: Tiles
    record: PictureRecord

    def pixels(self, shrink: int = 1) -> Pixels:
        """Return (height, width, 3) RGB, in 1, 1/2 or 1/4 of the size."""
        data = np.frombuffer(self.file.read_bytes(), np.uint8)
        image = cv2.imdecode(data, _REDUCED[shrink])
        if image is None:
            raise TrainingError(f"{self.file}: cannot be read as a picture; check the file")
        found = np.asarray(image, np.uint8)
        return found if shrink == 1 else np.ascontiguousarray(found[..., ::-1])


def photo_pictures(labels: Path, *, apart: bool) -> list[Picture]:
    """Return the photos of a label file: those trained on, or those kept `apart` for choices."""
    if labels.stem.startswith("dev"):
        raise TrainingError(f"{labels}: is for measuring only; name the training photos")
    folder = labels.with_name(labels.stem)
    records = [record for record in read_photo_labels(labels) if held_out(record) is apart]
    return [_picture(folder, record) for record in records]


def scene_pictures(folders: Iterable[Path]) -> list[Picture]:
    """Return the rendered pictures of folders with a `labels.jsonl`."""
    return [
        _picture(folder, record)
        for folder in folders
        for record in read_records(folder / "labels.jsonl")
    ]


def set_weights(pictures: Sequence[Picture]) -> NDArray[np.float64]:
    """Return the chance of each photo: large sets weigh more than small ones, but not as much.

    A photo counts as one over the root of the number of photos of its set.
    """
    counts = Counter(picture.record.set for picture in pictures)
    weights = np.array([counts[picture.record.set] ** -0.5 for picture in pictures])
    return np.asarray(weights / weights.sum(), np.float64)


def _picture(folder: Path, record: PictureRecord) -> Picture:
    return Picture(folder / record.file, (record.width, record.height), _tiles(record), record)


def _tiles(record: PictureRecord) -> Tiles:
    labels = record.tiles
    corners = np.array([_corners(label) for label in labels], np.float32).reshape(-1, 4, 2)
    rectangles = np.array([_rectangle(box) for box in record.ignore], np.float32)
    return Tiles(
        corners=corners,
        kind=np.array([int(label.tile is Tile.BACK) for label in labels], np.int64),
        taught=np.array([_is_taught(label) for label in labels], np.bool_),
        outline=np.array([_trust(label) for label in labels], np.float32),
        box=np.array([_is_box(label) for label in labels], np.bool_),
        ignore=rectangles.reshape(-1, 4, 2),
        backs=record.backs_labelled or record.set.startswith(_NO_BACKS),
        rare=_rare(record),
    )


def _rare(record: PictureRecord) -> NDArray[np.bool_]:
    rare = np.zeros(len(record.tiles), np.bool_)
    for group in record.groups:
        alone = group.kind is GroupKind.WINNING
        places = range(len(group.members)) if alone else (*group.turned, *group.face_down)
        rare[[number for place in places if (number := group.members[place]) is not None]] = True
    return rare


def _is_taught(label: TileLabel) -> bool:
    if label.visible is not None and label.visible < _MIN_VISIBLE:
        return False
    return label.quality in (Quality.TIGHT, Quality.LOOSE)


def _is_box(label: TileLabel) -> bool:
    return label.corners is not Corners.EXACT and label.quality is Quality.TIGHT


def _trust(label: TileLabel) -> float:
    """Return how far the corners of `_corners` are the tile's own."""
    if label.corners is Corners.EXACT:
        return 1.0
    x0, y0, x1, y1 = label.quad.box
    long, short = max(x1 - x0, y1 - y0), max(1e-3, min(x1 - x0, y1 - y0))
    upright = _UPRIGHT[0] <= long / short <= _UPRIGHT[1]
    return _UPRIGHT_TRUST if upright and label.quality is Quality.TIGHT else 0.0


def _corners(label: TileLabel) -> Floats:
    corners = np.array(label.quad.corners, np.float32)
    if label.corners is not Corners.EXACT:
        corners = np.array(_rectangle(label.quad.box), np.float32)
        if corners[1, 0] - corners[0, 0] > corners[2, 1] - corners[1, 1]:
            # A tile is taller than wide: this one lies on its side.
            corners = np.roll(corners, 1, axis=0)
    if label.quality is Quality.PARTIAL:
        middle = corners.mean(axis=0)
        corners = middle + (corners - middle) * _PARTIAL_REACH
    return corners


def _rectangle(box: Sequence[float]) -> list[list[float]]:
    x0, y0, x1, y1 = box
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]

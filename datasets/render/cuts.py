"""Real tiles cut from training photos, to be laid into scenes like any printed face.

Only photos meant for training may be named: labels called `dev`, in a folder called `dev`, or
that say whether a photo was seen in training are refused.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from ...scoring.tiles import Tile
from ..errors import LabelError, PictureError
from ..photos import read_photo_labels
from ..records import Box, PictureRecord, Quality, TileLabel
from .arrays import RGB, Pixels, between, pick

__all__ = ["PhotoCuts", "photo_cuts", "pictures_of"]

# Tiles narrower than this in the photo are too coarse to be worth cutting out.
_MIN_WIDTH_PX = 34
# An upright tile's box has about this shape; others are turned, seen aslant or hidden.
_MIN_ASPECT, _MAX_ASPECT = 1.15, 1.6
# In sets with this in their name single tiles lie any way round.
_ANY_WAY = "cased"
# A set that has at least so many names is laid as a whole.
_MIN_NAMES = 12
# Share cut off at each edge of the box: what is behind the tile shows in its corners.
_INSET = 0.05
_SOFT_PX = 5
# Label files and folders of this name are for measuring.
_MEASURING = "dev"
# Photos whose sides were stretched apart by more than this show misshapen tiles.
_STRETCHES = 0.6, 1.7
# A cut with fewer pixels on a side is at the photo's edge.
_MIN_PART_PX = 8
# How bright the body of a cut is made, of 255; one darker than the second is taken as that dark.
_BODY_LEVELS, _DARKEST_BODY, _BRIGHTEST_BODY = (232.0, 248.0), 60.0, 252.0


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where one tile is in one photo."""

    photo: Path
    box: Box


class PhotoCuts:
    """The upright, unhidden tiles of a label file, by tile set and name."""

    def __init__(self, labels: Path) -> None:
        self.labels = labels
        _refuse_measuring(labels)
        folder = pictures_of(labels)
        sets: dict[str, dict[Tile, list[_Cut]]] = defaultdict(lambda: defaultdict(list))
        for record in read_photo_labels(labels):
            if record.seen is not None:
                raise LabelError(
                    f"{labels}: {record.file} says whether it was seen in training, so it is for "
                    "measuring only; cut tiles from training photos"
                )
            if not _is_upright(record):
                continue
            photo = folder / record.file
            _refuse_measuring(photo)
            for label in record.tiles:
                if _is_whole(label):
                    sets[record.set][label.tile].append(_Cut(photo, label.quad.box))
        self.sets = {name: dict(tiles) for name, tiles in sets.items()}
        self.names = tuple(sorted(n for n, tiles in self.sets.items() if len(tiles) >= _MIN_NAMES))
        if not self.names:
            raise LabelError(
                f"{labels}: no tile set in it shows {_MIN_NAMES} or more names upright and at "
                f"least {_MIN_WIDTH_PX} pixels wide; name another label file, or none"
            )
        missing = sorted(
            {
                cut.photo
                for name in self.names
                for cuts in self.sets[name].values()
                for cut in cuts
                if not cut.photo.is_file()
            }
        )
        if missing:
            raise PictureError(
                f"{labels}: {len(missing)} of its pictures are not there, the first {missing[0]}; "
                f"put them in {folder}"
            )

    def draw_set(self, rng: np.random.Generator) -> str | None:
        """Draw one of the sets that has enough names, or None."""
        return pick(rng, self.names) if self.names else None

    def _photo(self, path: Path) -> Pixels:
        """Return a photo; one that cannot be read is reported with the label file naming it."""
        try:
            return _photo(path)
        except PictureError as error:
            raise PictureError(f"{self.labels}: {error}") from error

    def face(
        self, name: str, tile: Tile, size_px: tuple[int, int], rng: np.random.Generator
    ) -> tuple[NDArray[np.float32], RGB] | None:
        """Return a cut as an opaque print with soft edges, and its tile's colour, or None."""
        found = self.sets[name].get(tile)
        if not found:
            return None
        cut = pick(rng, found)
        photo = self._photo(cut.photo)
        x0, y0, x1, y1 = cut.box
        dx, dy = (x1 - x0) * _INSET, (y1 - y0) * _INSET
        rows = slice(max(0, round(y0 + dy)), max(1, round(y1 - dy)))
        columns = slice(max(0, round(x0 + dx)), max(1, round(x1 - dx)))
        part = photo[rows, columns]
        if min(part.shape[:2]) < _MIN_PART_PX:
            return None
        colour = _body_colour(part)
        gain = between(rng, *_BODY_LEVELS) / max(*colour, _DARKEST_BODY)
        ink = cv2.resize(part, size_px, None, 0, 0, cv2.INTER_CUBIC).astype(np.float32) * gain
        width, height = size_px
        hard = np.zeros((height, width), np.float32)
        hard[_SOFT_PX:-_SOFT_PX, _SOFT_PX:-_SOFT_PX] = 1
        alpha = cv2.blur(hard, (2 * _SOFT_PX - 1, 2 * _SOFT_PX - 1))[..., None]
        print_ = np.dstack([np.clip(ink, 0, 255) * alpha, alpha * 255])
        r, g, b = (float(min(c * gain, _BRIGHTEST_BODY)) for c in colour)
        return print_, (r, g, b)


def pictures_of(labels: Path) -> Path:
    """Return the folder that the pictures of a label file of photos lie in."""
    return labels.with_name(labels.stem)


def _refuse_measuring(file: Path) -> None:
    """Raise where a label file or photo, or what it links to, is one for measuring.

    Only the folder it lies in counts: somebody may keep all projects in a folder `dev`.
    """
    for path in (file, file.resolve()):
        if path.stem.startswith(_MEASURING) or path.parent.name == _MEASURING:
            raise LabelError(f"{file}: is for measuring only; cut tiles from training photos")


def _is_upright(record: PictureRecord) -> bool:
    low, high = _STRETCHES
    stretch = record.unstretched or 1.0
    return record.turn == 0 and _ANY_WAY not in record.set and low < stretch < high


def _is_whole(label: TileLabel) -> bool:
    x0, y0, x1, y1 = label.quad.box
    shape = (y1 - y0) / max(x1 - x0, 1.0)
    return (
        label.quality is Quality.TIGHT
        and x1 - x0 >= _MIN_WIDTH_PX
        and _MIN_ASPECT <= shape <= _MAX_ASPECT
    )


def _body_colour(part: Pixels) -> RGB:
    """Return the colour of the tile's body: the brighter half's median."""
    flat = part.reshape(-1, 3).astype(np.float32)
    bright = flat[flat.sum(axis=1) >= np.median(flat.sum(axis=1))]
    r, g, b = (float(value) for value in np.median(bright, axis=0))
    return r, g, b


@lru_cache(maxsize=24)
def _photo(path: Path) -> Pixels:
    try:
        data = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR_RGB)
    except (OSError, cv2.error) as error:
        raise PictureError(f"{path}: cannot be read ({error})") from error
    if data is None:
        raise PictureError(f"{path}: cannot be read as a picture; check the file")
    return np.asarray(data, np.uint8)


@lru_cache(maxsize=4)
def photo_cuts(labels: Path | None) -> PhotoCuts | None:
    """Return the cuts of a label file, read once; None for None."""
    return PhotoCuts(labels) if labels is not None else None

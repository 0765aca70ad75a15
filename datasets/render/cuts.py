"""Real tiles cut from training photos, to be laid into scenes like any printed face.

Only photos meant for training may be named: labels called `dev` are refused.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from ...scoring.tiles import Tile
from ..errors import LabelError
from ..photos import read_photo_labels
from ..records import Box, Quality
from .arrays import RGB, Pixels, between, pick

__all__ = ["PhotoCuts", "photo_cuts"]

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


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where one tile is in one photo."""

    photo: Path
    box: Box


class PhotoCuts:
    """The upright, unhidden tiles of a label file, by tile set and name."""

    def __init__(self, labels: Path) -> None:
        if labels.stem.startswith("dev"):
            raise LabelError(f"{labels}: is for measuring only; cut tiles from training photos")
        folder = labels.with_name(labels.stem)
        sets: dict[str, dict[Tile, list[_Cut]]] = defaultdict(lambda: defaultdict(list))
        for record in read_photo_labels(labels):
            stretch = record.unstretched or 1.0
            if record.turn != 0 or _ANY_WAY in record.set or not 0.6 < stretch < 1.7:
                continue
            for label in record.tiles:
                x0, y0, x1, y1 = label.quad.box
                shape = (y1 - y0) / max(x1 - x0, 1.0)
                if (
                    label.quality is Quality.TIGHT
                    and x1 - x0 >= _MIN_WIDTH_PX
                    and _MIN_ASPECT <= shape <= _MAX_ASPECT
                ):
                    cut = _Cut(folder / record.file, (x0, y0, x1, y1))
                    sets[record.set][label.tile].append(cut)
        self.sets = {name: dict(tiles) for name, tiles in sets.items()}
        self.names = tuple(sorted(n for n, tiles in self.sets.items() if len(tiles) >= _MIN_NAMES))

    def draw_set(self, rng: np.random.Generator) -> str | None:
        """Draw one of the sets that has enough names, or None."""
        return pick(rng, self.names) if self.names else None

    def face(
        self, name: str, tile: Tile, size_px: tuple[int, int], rng: np.random.Generator
    ) -> tuple[NDArray[np.float32], RGB] | None:
        """Return a cut as an opaque print with soft edges, and its tile's colour, or None."""
        found = self.sets[name].get(tile)
        if not found:
            return None
        cut = pick(rng, found)
        photo = _photo(cut.photo)
        x0, y0, x1, y1 = cut.box
        dx, dy = (x1 - x0) * _INSET, (y1 - y0) * _INSET
        rows = slice(max(0, round(y0 + dy)), max(1, round(y1 - dy)))
        columns = slice(max(0, round(x0 + dx)), max(1, round(x1 - dx)))
        part = photo[rows, columns]
        if min(part.shape[:2]) < 8:
            return None
        colour = _body_colour(part)
        gain = between(rng, 232, 248) / max(*colour, 60)
        ink = cv2.resize(part, size_px, None, 0, 0, cv2.INTER_CUBIC).astype(np.float32) * gain
        width, height = size_px
        hard = np.zeros((height, width), np.float32)
        hard[_SOFT_PX:-_SOFT_PX, _SOFT_PX:-_SOFT_PX] = 1
        alpha = cv2.blur(hard, (2 * _SOFT_PX - 1, 2 * _SOFT_PX - 1))[..., None]
        print_ = np.dstack([np.clip(ink, 0, 255) * alpha, alpha * 255])
        r, g, b = (float(min(c * gain, 252.0)) for c in colour)
        return print_, (r, g, b)


def _body_colour(part: Pixels) -> RGB:
    """Return the colour of the tile's body: the brighter half's median."""
    flat = part.reshape(-1, 3).astype(np.float32)
    bright = flat[flat.sum(axis=1) >= np.median(flat.sum(axis=1))]
    r, g, b = (float(value) for value in np.median(bright, axis=0))
    return r, g, b


@lru_cache(maxsize=24)
def _photo(path: Path) -> Pixels:
    data = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR_RGB)
    if data is None:
        raise LabelError(f"{path}: cannot be read as a picture; check the file")
    return np.asarray(data, np.uint8)


@lru_cache(maxsize=4)
def photo_cuts(labels: Path | None) -> PhotoCuts | None:
    """Return the cuts of a label file, read once; None for None."""
    return PhotoCuts(labels) if labels is not None else None

"""Folders of artwork: one PNG a face, named by tile code, transparent where the body shows."""

import os
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from ....scoring.tiles import Tile
from ...errors import LabelError, PictureError
from ..arrays import Pixels

__all__ = ["ArtSet", "art_sets", "default_art"]

ART_VARIABLE = "REKJE_ART"

# A drawn edge of the tile is a line along this share of the picture's sides at least.
_EDGE_SPAN = 0.6
# A folder with this file holds artwork.
_PROOF = "1m.png"
# Artwork is kept this wide.
_KEPT_PX = 180


class ArtSet:
    """One folder of artwork, read when it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self._files = {path.stem: path for path in folder.glob("*.png")}
        self._cache: dict[str, Pixels] = {}

    def has(self, tile: Tile) -> bool:
        """Tell whether the folder has this face."""
        return tile.code in self._files

    @property
    def has_bonus(self) -> bool:
        """Tell whether the folder has all flowers and seasons."""
        return all(self.has(tile) for tile in Tile if tile.is_bonus)

    def ink(self, tile: Tile, width_px: int, height_px: int) -> Pixels:
        """Return the print as premultiplied RGBA, fitted into the size given."""
        if tile.code not in self._cache:
            self._cache[tile.code] = _load(self._files[tile.code])
        picture = self._cache[tile.code]
        h, w = picture.shape[:2]
        scale = min(width_px / w, height_px / h)
        size = (max(1, round(w * scale)), max(1, round(h * scale)))
        small = cv2.resize(picture, size, None, 0, 0, cv2.INTER_AREA)
        sheet = np.zeros((height_px, width_px, 4), np.uint8)
        top, left = (height_px - size[1]) // 2, (width_px - size[0]) // 2
        sheet[top : top + size[1], left : left + size[0]] = small
        return sheet


def _load(path: Path) -> Pixels:
    """Read a face, drop a drawn tile edge, premultiply, and turn BGR to RGB."""
    try:
        data = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)
    except (OSError, cv2.error) as error:
        raise PictureError(f"{path}: the artwork cannot be read ({error})") from error
    if data is None or data.dtype != np.uint8 or data.ndim != 3 or data.shape[2] != 4:
        raise PictureError(
            f"{path}: a face of artwork is a PNG with transparency, 8 bits a channel; "
            "mend or remove the file"
        )
    alpha = np.array(data[..., 3], np.uint8)
    _drop_edge(alpha)
    colour = data[..., 2::-1].astype(np.float32) * (alpha[..., None].astype(np.float32) / 255)
    ink = np.dstack([np.round(colour).astype(np.uint8), alpha])
    scale = _KEPT_PX / alpha.shape[1]
    if scale >= 1:
        return ink
    return np.asarray(cv2.resize(ink, None, None, scale, scale, cv2.INTER_AREA), np.uint8)


def _drop_edge(alpha: Pixels) -> None:
    """Take out an outline that runs around everything else: the tile's edge, not its print."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((alpha > 40).astype(np.uint8))
    if count < 3:
        return
    x0, y0, wide, tall = (int(v) for v in cv2.boundingRect(alpha))
    for part in range(1, count):
        own = (labels == part)[y0 : y0 + tall, x0 : x0 + wide]
        sides = (
            own[:, : wide // 12].any(axis=1),
            own[:, -(wide // 12) :].any(axis=1),
            own[: tall // 12].any(axis=0),
            own[-(tall // 12) :].any(axis=0),
        )
        thin = int(stats[part][cv2.CC_STAT_AREA]) < 0.35 * wide * tall
        if thin and all(side.mean() > _EDGE_SPAN for side in sides):
            grown = cv2.dilate((labels == part).astype(np.uint8), np.ones((5, 5), np.uint8))
            alpha[grown > 0] = 0


def default_art() -> Path | None:
    """Return the folder of artwork named in `REKJE_ART`, or the one beside the repository.

    None where neither is named nor beside it: then only the house draws.
    """
    named = os.environ.get(ART_VARIABLE)
    if named:
        return Path(named)
    folder = Path(__file__).resolve().parents[4] / "shared" / "art"
    return folder if any(folder.glob(f"*/{_PROOF}")) else None


@lru_cache(maxsize=8)
def art_sets(folder: Path | None) -> tuple[ArtSet, ...]:
    """Return the art sets in a folder, by name; none for None.

    Raises LabelError where the folder is none or holds no artwork.
    """
    if folder is None:
        return ()
    if not folder.is_dir():
        raise LabelError(f"{folder}: is no folder; name a folder of artwork folders")
    found = [ArtSet(path) for path in sorted(folder.iterdir()) if (path / _PROOF).is_file()]
    if not found:
        raise LabelError(
            f"{folder}: holds no artwork; it needs folders with PNG files named by tile code, "
            f"such as NAME/{_PROOF}"
        )
    return tuple(found)

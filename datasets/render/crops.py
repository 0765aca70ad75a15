"""Straightened crops of single tiles, as a classifier sees them after the detector."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ...scoring.tiles import Tile
from ..records import PictureRecord, TileLabel
from .arrays import Floats, Pixels, scene_rng
from .scene import RenderOptions, Scene, render_scene

__all__ = ["CropOptions", "Single", "crops_of", "singles", "straighten"]

_CROP_STREAM = 2
# A crop that is no tile keeps its middle this far, in tile widths, from every tile's middle.
_CLEAR = 0.8


@dataclass(frozen=True, slots=True)
class CropOptions:
    """How tiles are cut out."""

    size_px: tuple[int, int] = (64, 64)
    margin: float = 0.08
    """Share of the tile's width and height added on each side."""
    jitter: float = 0.04
    """How far the corners stray, as a detector's do, as a share of the tile's size."""
    turns: bool = True
    """Crops are turned by any quarter; else every tile stands upright."""
    min_visible: float = 0.55
    """Tiles of which less can be seen are left out."""
    min_side_px: float = 13.0
    """Tiles of which a side is seen shorter than this are left out: nobody could read them."""
    no_tile: float = 0.05
    """Crops of what is no tile, for each crop of a tile."""


@dataclass(frozen=True, slots=True, eq=False)
class Single:
    """One crop."""

    image: Pixels
    """(height, width, 3) RGB."""
    tile: Tile | None
    """None where the crop shows no tile."""
    turn: int
    """Degrees clockwise that the tile stands turned in the crop."""
    visible: float
    set: str
    """The artwork's name, or house."""
    corners: Floats
    """(4, 2) where the tile's own corners are in the crop, clockwise from its top left."""


def straighten(image: Pixels, corners: Floats, size_px: tuple[int, int]) -> Pixels:
    """Return what lies between four corners (pixel edges, clockwise) as an upright picture.

    The picture is made smaller first where the crop needs fewer pixels than it has.
    """
    across = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])
    shrink = float(across) / 2 / size_px[0]
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, image.shape[1::-1])
    if (high - low < 2).any():
        return np.zeros((size_px[1], size_px[0], 3), np.uint8)
    part = image[low[1] : high[1], low[0] : high[0]]
    if shrink > 1.3:
        small = (max(2, round(part.shape[1] / shrink)), max(2, round(part.shape[0] / shrink)))
        resized = cv2.resize(part, small, None, 0, 0, cv2.INTER_AREA)
    else:
        resized = part
    scale = np.array(resized.shape[1::-1]) / np.array(part.shape[1::-1])
    source = ((corners - low) * scale - 0.5).astype(np.float32)
    w, h = size_px
    goal = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - np.float32(0.5)
    frame = cv2.getPerspectiveTransform(source, goal)
    warped = cv2.warpPerspective(
        resized, frame, size_px, None, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)


def singles(
    seed: int,
    options: RenderOptions | None = None,
    crop: CropOptions | None = None,
    *,
    start: int = 0,
    count: int | None = None,
) -> Iterator[Single]:
    """Yield crops of all 44 names, more of the bonus tiles; without a count it never ends.

    `start` counts scenes (a dozen and a half tiles each), so that workers can share a run;
    `count` counts crops.
    """
    base = options or RenderOptions()
    chosen = replace(base, kind="samples")
    how = crop or CropOptions()
    index, made = start, 0
    while count is None or made < count:
        rng = scene_rng(seed, index, _CROP_STREAM)
        for single in crops_of(render_scene(seed, index, chosen), how, rng):
            yield single
            made += 1
            if count is not None and made >= count:
                return
        index += 1


def crops_of(scene: Scene, crop: CropOptions, rng: np.random.Generator) -> Iterator[Single]:
    """Yield the crops of one scene: each tile seen well enough, and some of no tile."""
    record = scene.record
    for label in record.tiles:
        if (label.visible or 0.0) < crop.min_visible or _shortest(label) < crop.min_side_px:
            continue
        yield _cut(scene, label, crop, rng)
        if rng.random() < crop.no_tile:
            other = _cut_nothing(scene, label, crop, rng)
            if other is not None:
                yield other


def _shortest(label: TileLabel) -> float:
    quad = np.array(label.quad.corners)
    return float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).min())


def _cut(scene: Scene, label: TileLabel, crop: CropOptions, rng: np.random.Generator) -> Single:
    quad = np.array(label.quad.corners)
    turn = int(rng.integers(4)) if crop.turns else 0
    image, corners = _warp(scene.image, np.roll(quad, turn, axis=0), crop, rng)
    own = np.roll(corners, -turn, axis=0)
    # Corners moved on by `turn` places: the tile's own top left is now further clockwise.
    return Single(image, label.tile, turn * 90, label.visible or 0.0, scene.record.set, own)


def _warp(
    image: Pixels, quad: Floats, crop: CropOptions, rng: np.random.Generator
) -> tuple[Pixels, Floats]:
    """Cut a quad with its margin; return the crop and where the quad's corners are in it."""
    share = 1 + 2 * crop.margin
    frame = cv2.getPerspectiveTransform(
        np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), quad.astype(np.float32)
    )
    unit = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    wanted = (unit - 0.5) * share + 0.5 + rng.normal(0, crop.jitter, (4, 2)) * 0.7
    wanted += rng.normal(0, crop.jitter, (1, 2)) * 0.7
    outer = cv2.perspectiveTransform(wanted[None], frame)[0]
    cut = straighten(image, outer, crop.size_px)
    w, h = crop.size_px
    to_crop = cv2.getPerspectiveTransform(
        outer.astype(np.float32), np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    )
    inner = cv2.perspectiveTransform(quad[None].astype(np.float64), to_crop)[0]
    return cut, np.asarray(inner, np.float64)


def _cut_nothing(
    scene: Scene, like: TileLabel, crop: CropOptions, rng: np.random.Generator
) -> Single | None:
    """Cut a place of about a tile's size where no tile is, or None where that is not found."""
    quad = np.array(like.quad.corners)
    size = float(np.linalg.norm(quad[1] - quad[0]))
    record = scene.record
    centres = _occupied(record)
    for _ in range(8):
        middle = rng.uniform(0, 1, 2) * [record.width, record.height]
        if np.linalg.norm(centres - middle, axis=1).min() < _CLEAR * 2 * size:
            continue
        moved = (quad - quad.mean(axis=0)) * rng.uniform(0.6, 1.6) + middle
        image, corners = _warp(scene.image, moved, crop, rng)
        return Single(image, None, 0, 0.0, record.set, corners)
    return None


def _occupied(record: PictureRecord) -> Floats:
    spots = [label.quad.centre for label in record.tiles]
    spots += [((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in record.ignore]
    return np.array(spots or [(-1e6, -1e6)])

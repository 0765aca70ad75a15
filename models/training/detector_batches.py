"""Endless batches of crops with their targets, drawn from photos, renders and textures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from ...vision.heatmap import HEAT, STRIDE
from .detector_augment import draw_view, take
from .detector_distractors import add_stickers, draw_texture
from .detector_pictures import Picture, Pixels, Tiles, set_weights
from .detector_pixels import change_pixels
from .detector_targets import Targets, apply, make_targets

__all__ = ["Batch", "Batches", "Mixture"]

SHAPES = ((416, 320), (352, 384), (544, 256), (320, 416))
"""Width and height of crops, in turn: rows are long, so wide ones too. All about as many pixels."""
# A crop in two halves shows two pictures, so that small tiles do not leave it mostly empty.
_HALVES, _LARGEST_IN_HALF_PX = 0.25, 70.0
_STICKERS = 0.3
# Scenes that show backs are drawn more often: another try where a scene shows none.
_TRIES_FOR_BACKS = 3
_NO_TILES = Tiles(
    corners=np.empty((0, 4, 2), np.float32),
    kind=np.empty(0, np.int64),
    taught=np.empty(0, np.bool_),
    outline=np.empty(0, np.float32),
    box=np.empty(0, np.bool_),
    ignore=np.empty((0, 4, 2), np.float32),
    backs=True,
    rare=np.empty(0, np.bool_),
)


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """B crops of h x w cells, and the p cells in which outlines are taught; see `Targets`."""

    image: Tensor
    """(B, 3, H, W) uint8 RGB."""
    heat: Tensor
    counts: Tensor
    cells: Tensor
    """(p, 3) crop, row, column."""
    share: Tensor
    geometry: Tensor
    outline: Tensor
    rows: Tensor
    box: Tensor

    def to(self, device: torch.device) -> "Batch":
        """Return the batch on a device."""
        return Batch(*(getattr(self, item.name).to(device) for item in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """Where crops come from."""

    photos: Sequence[Picture]
    scenes: Sequence[Picture]
    photo_share: float = 0.6
    """Share of photos where there are both."""
    texture_share: float = 0.04
    """Share of pictures without any tile."""

    def draw(self, rng: np.random.Generator, weights: NDArray[np.float64]) -> Picture | None:
        """Draw a picture; None for a texture."""
        if rng.random() < self.texture_share:
            return None
        photo = bool(self.photos) and (not self.scenes or rng.random() < self.photo_share)
        if photo:
            return self.photos[int(rng.choice(len(self.photos), p=weights))]
        for _ in range(_TRIES_FOR_BACKS):
            scene = self.scenes[int(rng.integers(len(self.scenes)))]
            if (scene.tiles.kind == 1).any():
                break
        return scene


class Batches(IterableDataset[Batch]):
    """Batches without end; the same seed gives the same ones in one process."""

    def __init__(
        self,
        mixture: Mixture,
        size: int,
        seed: int,
        shapes: Sequence[tuple[int, int]] = SHAPES,
    ) -> None:
        super().__init__()
        self._mixture = mixture
        self._weights = set_weights(mixture.photos)
        self._size = size
        self._seed = seed
        self._shapes = shapes

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        if worker is not None:
            cv2.setNumThreads(1)
        rng = np.random.default_rng((self._seed, 0 if worker is None else worker.id + 1))
        while True:
            shape = self._shapes[int(rng.integers(len(self._shapes)))]
            crops = [self.crop(rng, shape) for _ in range(self._size)]
            yield collate([image for image, _ in crops], [targets for _, targets in crops])

    def crop(
        self, rng: np.random.Generator, shape: tuple[int, int]
    ) -> tuple[Pixels, list[tuple[int, int, Targets]]]:
        """Return one crop of `shape` (width, height), and where in it which targets hold."""
        width, height = shape
        if rng.random() >= _HALVES:
            image, targets = self._part(rng, shape, None)
            return change_pixels(image, rng), [(0, 0, targets)]
        wide = width >= height
        half = (width // 2, height) if wide else (width, height // 2)
        first, one = self._part(rng, half, _LARGEST_IN_HALF_PX)
        second, two = self._part(rng, half, _LARGEST_IN_HALF_PX)
        image = np.concatenate([first, second], axis=1 if wide else 0)
        column, row = (half[0], 0) if wide else (0, half[1])
        parts = [(0, 0, one), (row // STRIDE, column // STRIDE, two)]
        return change_pixels(image, rng), parts

    def _part(
        self, rng: np.random.Generator, shape: tuple[int, int], largest_px: float | None
    ) -> tuple[Pixels, Targets]:
        picture = self._mixture.draw(rng, self._weights)
        if picture is None:
            return draw_texture(shape, rng), make_targets(_NO_TILES, np.eye(3), shape)
        if largest_px is None:
            view = draw_view(picture, rng, shape)
        else:
            view = draw_view(picture, rng, shape, largest_px)
        image = take(picture, view, rng)
        tiles = picture.tiles
        if rng.random() < _STICKERS:
            shown = np.concatenate([tiles.corners, tiles.ignore])
            image = add_stickers(image, apply(view.matrix, shown.astype(np.float64)), rng)
        return image, make_targets(tiles, view.matrix, shape)


def collate(images: Sequence[Pixels], parts: Sequence[list[tuple[int, int, Targets]]]) -> Batch:
    """Put crops of one shape and their targets together."""
    height, width = images[0].shape[:2]
    maps = np.zeros((2, len(images), HEAT, height // STRIDE, width // STRIDE), np.float32)
    cells = [np.empty((0, 3), np.int64)]
    for number, placed in enumerate(parts):
        for row, column, targets in placed:
            high, wide = targets.heat.shape[1:]
            maps[0, number, :, row : row + high, column : column + wide] = targets.heat
            maps[1, number, :, row : row + high, column : column + wide] = targets.counts
            shifted = targets.cells + np.array((row, column))
            cells.append(np.insert(shifted, 0, number, axis=1))
    every = [targets for placed in parts for _, _, targets in placed]
    pixels = np.stack(images).transpose(0, 3, 1, 2)
    return Batch(
        torch.from_numpy(pixels).contiguous(memory_format=torch.channels_last),
        torch.from_numpy(maps[0]),
        torch.from_numpy(maps[1]),
        torch.from_numpy(np.concatenate(cells)),
        *(
            torch.from_numpy(np.concatenate([getattr(targets, name) for targets in every]))
            for name in ("share", "geometry", "outline", "rows", "box")
        ),
    )

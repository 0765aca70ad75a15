"""Which crops come into a batch: sets and names evened out, bonus tiles more often."""

import queue
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ...scoring.tiles import Tile
from ..metadata import CLASSIFIER_NAMES
from .classifier_augment import Augment, augmented
from .classifier_crops import NO_FACE, NO_TILE, SIDE_PX, UNKNOWN_TURN, Crops
from .classifier_net import INPUT_PX

__all__ = ["Batch", "Mixture", "Pictures", "Sampler", "batches", "draw_batch"]

_BONUS = np.array([tile.is_bonus for tile in Tile])
_BACK, _JOKER = Tile.BACK.index, Tile.JOKER.index
# Photographed sets and names are drawn by their count to this power: 1 as they come, 0 all alike.
_SET_POWER, _NAME_POWER = 0.5, 0.4
_OTHER_PICTURE = 0.4
"""Share of photographed flowers and seasons that get the picture of another one of their set."""
_PICTURE = (0.44, 0.81), (0.2, 0.8)
"""Rows and columns of a stored crop that hold the picture, below the number and the character."""
_SEAM = 0.025
"""How softly one picture passes into the other, as a share of the crop."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """Shares of a batch."""

    photos: float = 0.5
    """The rest are renders."""
    bonus: float = 0.32
    """Flowers and seasons, among photos and among renders."""
    nothing: float = 0.12
    """Crops without a tile."""
    back: float = 0.05
    joker: float = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Crops ready for the net."""

    images: NDArray[np.uint8]
    """(N, 64, 64, 3) RGB."""
    allowed: NDArray[np.bool_]
    """(N, 45): the names that are right; two for a place that may be a back or nothing."""
    turns: NDArray[np.int64]
    """Quarters clockwise, or -1 where not known."""


class Sampler:
    """Draws the numbers of crops by the mixture."""

    def __init__(self, crops: Crops, mixture: Mixture) -> None:
        if not len(crops):
            raise ValueError("no crops to draw from")
        chances = np.zeros(len(crops))
        share = mixture.photos if crops.photo.any() and not crops.photo.all() else 1.0
        for photo, total in ((True, share), (False, 1 - share if crops.photo.any() else 1.0)):
            chances += _even(crops, crops.photo == photo, mixture) * total
        self._sums = np.cumsum(chances / chances.sum())

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw `count` numbers."""
        spots = np.searchsorted(self._sums, rng.random(count) * self._sums[-1], side="right")
        return np.asarray(np.minimum(spots, len(self._sums) - 1), np.int64)


def _even(crops: Crops, mask: NDArray[np.bool_], mixture: Mixture) -> NDArray[np.float64]:
    """Return the chance of each crop within photos or renders, adding up to 1."""
    chances = crops.weight * mask
    if not mask.any():
        return chances
    # Renders come as they are: half of them show the house's own faces, which vary most.
    set_power = _SET_POWER if crops.photo[mask].any() else 1.0
    for key, power in ((crops.set, set_power), (crops.target, _NAME_POWER)):
        _, kinds = np.unique(key, return_inverse=True)
        sums = np.bincount(kinds, weights=chances)
        chances = chances * (np.maximum(sums, 1e-12) ** (power - 1))[kinds]
    target = crops.target
    bonus = (target < len(Tile)) & _BONUS[np.minimum(target, len(Tile) - 1)]
    shares = (
        (bonus, mixture.bonus),
        (target >= NO_TILE, mixture.nothing),
        (target == _BACK, mixture.back),
        (target == _JOKER, mixture.joker),
    )
    result = np.zeros(len(chances))
    rest = np.ones(len(chances), np.bool_)
    left = 1.0
    for kind, share in shares:
        rest &= ~kind
        mass = float(chances[kind].sum())
        if mass > 0:
            result += chances * kind * (share / mass)
            left -= share
    mass = float(chances[rest].sum())
    result += chances * rest * (left / mass if mass > 0 else 0.0)
    return np.asarray(result / result.sum())


class Pictures:
    """Gives photographed flowers and seasons the picture of another one of the same set.

    A net that has seen few sets knows their pictures by heart; on a set that it has not seen only
    the number and the character tell which tile it is.
    """

    def __init__(self, crops: Crops) -> None:
        self._crops = crops
        bonus = _BONUS[np.minimum(crops.target, len(Tile) - 1)] & (crops.target < len(Tile))
        chosen = np.flatnonzero(bonus & crops.photo & (crops.turn != UNKNOWN_TURN))
        order = np.argsort(crops.set[chosen], kind="stable")
        names, starts = np.unique(crops.set[chosen][order], return_index=True)
        self._of_set = dict(zip(names.tolist(), np.split(chosen[order], starts)[1:], strict=True))
        self._mask = _picture_mask(SIDE_PX)

    def image(self, index: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return crop `index`, perhaps with another picture."""
        image = self._crops.image(index)
        others = self._of_set.get(str(self._crops.set[index]))
        if (
            others is None
            or not self._crops.photo[index]
            or self._crops.turn[index] == UNKNOWN_TURN
            or not _is_bonus(int(self._crops.target[index]))
            or rng.random() >= _OTHER_PICTURE
        ):
            return image
        other = int(rng.choice(others))
        turn = int(self._crops.turn[index])
        # As the other one's picture lies in this crop: upright, then turned as this tile is.
        picture = np.rot90(self._crops.image(other), int(self._crops.turn[other]) - turn)
        mask = np.rot90(self._mask, -turn)[..., None]
        return np.asarray(image * (1 - mask) + picture * mask, np.float32).round().astype(np.uint8)


def _is_bonus(target: int) -> bool:
    return target < len(Tile) and bool(_BONUS[target])


def _picture_mask(side_px: int) -> NDArray[np.float32]:
    """Return (side, side), 1 where an upright tile has its picture, softly falling to 0."""
    mask = np.zeros((side_px, side_px), np.float32)
    rows, columns = (slice(round(a * side_px), round(b * side_px)) for a, b in _PICTURE)
    mask[rows, columns] = 1.0
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), _SEAM * side_px), np.float32)


def draw_batch(
    crops: Crops,
    picks: NDArray[np.int64],
    augment: Augment,
    rng: np.random.Generator,
    pictures: Pictures | None = None,
) -> Batch:
    """Return the picked crops, changed and turned at random."""
    shown = pictures or Pictures(crops)
    images = np.zeros((len(picks), INPUT_PX, INPUT_PX, 3), np.uint8)
    turns = np.full(len(picks), UNKNOWN_TURN, np.int64)
    allowed = np.zeros((len(picks), len(CLASSIFIER_NAMES)), np.bool_)
    for place, index in enumerate(picks.tolist()):
        quarters = int(rng.integers(4))
        images[place] = augmented(shown.image(index, rng), quarters, INPUT_PX, augment, rng)
        target, known = int(crops.target[index]), int(crops.turn[index])
        if known != UNKNOWN_TURN and target < NO_TILE and target != _BACK:
            turns[place] = (known + quarters) % 4
        allowed[place, min(target, NO_TILE)] = True
        if target == NO_FACE:
            allowed[place, _BACK] = True
    return Batch(images, allowed, turns)


def batches(
    crops: Crops, mixture: Mixture, size: int, *, seed: int, workers: int = 1, ahead: int = 4
) -> Generator[Batch, None, None]:
    """Yield batches without end, made by threads while the net learns from those before.

    With one worker they are the same for the same seed. Close the iterator to end the threads.
    """
    sampler, pictures = Sampler(crops, mixture), Pictures(crops)
    ready: queue.Queue[Batch | BaseException] = queue.Queue(ahead * workers)
    ended = threading.Event()

    def make(number: int) -> None:
        rng = np.random.default_rng([seed, number])
        try:
            while not ended.is_set():
                picks = sampler.draw(size, rng)
                _put(ready, draw_batch(crops, picks, Augment(), rng, pictures), ended)
        except Exception as error:  # handed on to the training
            _put(ready, error, ended)

    with ThreadPoolExecutor(workers) as pool:
        for number in range(workers):
            pool.submit(make, number)
        try:
            while True:
                item = ready.get()
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            ended.set()


def _put(
    ready: "queue.Queue[Batch | BaseException]", item: Batch | BaseException, ended: threading.Event
) -> None:
    while not ended.is_set():
        try:
            ready.put(item, timeout=0.2)
            return
        except queue.Full:
            continue

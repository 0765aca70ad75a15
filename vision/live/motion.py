"""How the whole table moved in the picture from one frame to the next: pan, zoom, turn, shake.

Points are complex numbers x + iy, pixels of the frame.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["STILL", "Motion", "Places", "common_motion"]

Complex = NDArray[np.complex128]
Ints = NDArray[np.integer[Any]]

_FITS = 0.35
"""A tile lies where it should within so many tile sizes."""
_FIRST_FITS, _LAST_FITS = 0.5, 0.3
"""The fit is done twice, the second time with fewer strangers."""
_OTHER_NAME = 0.25
"""Share that a tile of another name counts: in a row, one place further lies a tile too."""
_REACH = 4.0
"""The table is looked for so many tile sizes around its old place."""
_MOST_TRIES = 48
_STAYS = 0.5
"""Staying is taken unless another motion explains more than half a tile more."""
_CLEAR = 0.75
"""Where staying explains such a share of the tiles, no other motion is tried."""
_LEAST_PAIRS = 3
"""A turn or zoom is fitted to so many tiles or more; fewer give a shift."""
_MOST_ZOOM, _MOST_TURN = 1.15, 0.25
"""Factor and radians between two frames; more is no motion of a camera over a table."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A similarity: a point p goes to `factor * p + shift`."""

    factor: complex = 1.0
    shift: complex = 0.0

    def of(self, points: Complex) -> Complex:
        """Return where points go.

        >>> Motion(1j, 2).of(np.array([1 + 0j]))
        array([2.+1.j])
        """
        return np.asarray(self.factor * points + self.shift, np.complex128)


STILL = Motion()


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Centres and names of tiles."""

    centres: Complex
    names: Ints


def common_motion(old: Places, new: Places, size_px: float) -> Motion:
    """Return the motion that brings most of the `old` tiles upon `new` ones of their name.

    `size_px` is how large a tile is. Without tiles in common it is `STILL`.
    """
    if not len(old.centres) or not len(new.centres):
        return STILL
    start = Motion(1.0, _best_shift(old, new, size_px))
    motion = _fitted(start, old, new, size_px * _FIRST_FITS)
    return _fitted(motion, old, new, size_px * _LAST_FITS)


def _best_shift(old: Places, new: Places, size_px: float) -> complex:
    same = old.names[:, None] == new.names[None]
    worth = np.where(same, 1.0, _OTHER_NAME)
    apart = new.centres[None] - old.centres[:, None]

    def explained(shift: complex) -> float:
        fits = np.abs(apart - shift) < _FITS * size_px
        return float((fits * worth).max(axis=1).sum())

    stays = explained(0.0) + _STAYS
    if stays - _STAYS >= _CLEAR * min(len(old.centres), len(new.centres)):
        return 0.0
    shifts = apart[same & (np.abs(apart) < _REACH * size_px)]
    shifts = shifts[np.argsort(np.abs(shifts), kind="stable")]
    step = max(1, -(-len(shifts) // _MOST_TRIES))
    tries = [(explained(shift), -abs(shift), shift) for shift in shifts[::step]]
    most, _, shift = max(tries, default=(0.0, 0.0, 0.0), key=lambda tried: tried[:2])
    return complex(shift) if most > stays else 0.0


def _fitted(motion: Motion, old: Places, new: Places, within_px: float) -> Motion:
    """Return the similarity through the pairs that are each other's nearest under `motion`."""
    apart = np.abs(motion.of(old.centres)[:, None] - new.centres[None])
    nearest = apart.argmin(axis=1)
    rows = np.arange(len(apart))
    mutual = (apart.argmin(axis=0)[nearest] == rows) & (apart[rows, nearest] < within_px)
    before, after = old.centres[mutual], new.centres[nearest[mutual]]
    if not len(before):
        return motion
    middle, goal = before.mean(), after.mean()
    shift_only = Motion(
        1.0, complex(np.median((after - before).real), np.median((after - before).imag))
    )
    arms = before - middle
    spread = float((np.abs(arms) ** 2).sum())
    if len(before) < _LEAST_PAIRS or not spread:
        return shift_only
    factor = complex((np.conj(arms) * (after - goal)).sum() / spread)
    zoom, turn = abs(factor), abs(np.angle(factor))
    if not 1 / _MOST_ZOOM < zoom < _MOST_ZOOM or turn > _MOST_TURN:
        return shift_only
    return Motion(factor, complex(goal - factor * middle))

"""What the two models say of one tile in a picture: all that layout and decoding get to know."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..scoring.tiles import Tile

__all__ = ["BONUS", "CLEAR", "NO_TILE", "TILES", "Corners", "SeenTile", "named"]

TILES = tuple(Tile)
"""The names in the order of the probabilities."""
NO_TILE = len(TILES)
"""Place of what is no tile."""

BONUS = [tile.index for tile in TILES if tile.is_bonus]
"""Places of the flowers and seasons."""
CLEAR = 0.6
"""Clearness from which on hardly anything is no tile; a judgement, not fitted."""
_BONUS_COUNTS = 0.8
"""Share of the probability of any flower or season that counts as one name."""

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True, eq=False)
class SeenTile:
    """One tile, a face or a back."""

    quad: Corners
    """Pixels of the upright original, clockwise from the tile's own top left."""
    is_back: bool
    probabilities: NDArray[np.floating[Any]]
    """(45,) of the 44 tiles and of what is no tile; all on `Tile.BACK` for a back."""
    turn_confidence: float
    """How sure it is which of its sides is up, 0 to 1; 0 for a back."""
    found: float
    """How clearly the detector saw it, 0 to 1."""
    is_faint: bool = False
    """A back that the detector hardly saw, and the classifier is sure of."""
    is_blank: bool = False
    """A back that may as well be a white dragon."""
    half_turn: float = 0.0
    """Probability that the opposite of its sides is up: many faces look the same both ways."""

    @property
    def best(self) -> Tile:
        """Return the likeliest tile."""
        return TILES[int(self.probabilities[:NO_TILE].argmax())]

    @property
    def clearness(self) -> float:
        """Return how far both models take it for a tile, 0 to 1."""
        return self.found * named(self.probabilities)

    @property
    def no_tile(self) -> float:
        """Return the probability that this is no tile."""
        return float(self.probabilities[NO_TILE])


def named(probabilities: NDArray[np.floating[Any]]) -> float:
    """Return how far (45,) probabilities name a tile, 0 to 1.

    Flowers and seasons, which every maker draws otherwise, count together.
    """
    bonus = float(probabilities[BONUS].sum())
    return max(float(probabilities[:NO_TILE].max()), _BONUS_COUNTS * bonus)

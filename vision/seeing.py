"""What the two models say of one tile in a picture: all that layout and decoding get to know."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..scoring.tiles import Tile

__all__ = ["NO_TILE", "TILES", "Corners", "SeenTile"]

TILES = tuple(Tile)
"""The names in the order of the probabilities."""
NO_TILE = len(TILES)
"""Place of what is no tile."""

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

    @property
    def best(self) -> Tile:
        """Return the likeliest tile."""
        return TILES[int(self.probabilities[:NO_TILE].argmax())]

    @property
    def no_tile(self) -> float:
        """Return the probability that this is no tile."""
        return float(self.probabilities[NO_TILE])

"""Tiles of all names, evenly drawn, laid in every way: what single crops are taken from."""

import numpy as np

from ....scoring.tiles import Tile
from ...records import GroupKind
from ..arrays import between, chance, pick
from .place import Layout, Spot

__all__ = ["draw_names", "lay_samples"]

# Flowers, seasons and jokers are harder and differ more between sets: they come more often.
_WEIGHTS = {tile: 2.2 if tile.is_bonus else 1.0 for tile in Tile}
_COUNT = 18


def draw_names(rng: np.random.Generator, count: int) -> tuple[Tile, ...]:
    """Draw tile names without a care for how many of each a set has."""
    return tuple(pick(rng, tuple(_WEIGHTS), tuple(_WEIGHTS.values())) for _ in range(count))


def lay_samples(layout: Layout, rng: np.random.Generator) -> None:
    """Lay about a dozen and a half tiles in ranks: touching or apart, straight or not."""
    layout.jitter = pick(rng, (0.1, 0.4, 1.2))
    group = layout.group(GroupKind.OTHER)
    columns = int(rng.integers(4, 8))
    gap = pick(rng, (0.0, between(rng, 0, 3), between(rng, 6, 25)))
    tilt = pick(rng, (0.0, between(rng, 55, 90)), (8, 2))
    pitch = layout.height + gap + (layout.depth + 15 if tilt else 0)
    askew = gap > 10 and chance(rng, 0.6)
    for number, tile in enumerate(draw_names(rng, _COUNT)):
        rank, column = divmod(number, columns)
        spot = Spot((column - columns / 2) * (layout.width + gap), -rank * pitch)
        if askew:
            spot = Spot(spot.x, spot.y, float(rng.normal(0, 0.12)))
        if tile is Tile.BACK:
            layout.lie(pick(rng, tuple(Tile)[:34]), spot, group, face_down=True)
        elif tilt:
            layout.lean(tile, spot, group, tilt=tilt)
        else:
            layout.lie(tile, spot, group)

"""One tile over many frames: its place, and what all its looks together say."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...scoring.tiles import Tile
from ..seeing import TILES, SeenTile
from .patches import Patch

__all__ = ["Corners", "Track", "size_of"]

Corners = NDArray[np.float64]
Pixels = NDArray[np.uint8]
Floats = NDArray[np.floating[Any]]

_MEMORY_S = 0.25
"""Time in which the weight of a look falls to 1/e where nothing is known of the picture."""
_SAME_MEMORY_S = 1.0
"""The same while the picture there stays as it is: nothing has changed, so all looks count."""
_OTHER_MEMORY_S, _CHANGED_MEMORY_S = 0.15, 0.05
"""The same while the picture there is another: a shadow or a finger perhaps, ..."""
_CHANGED_S = 0.1
"""... but after so long surely another tile."""
_PATCH_S = 0.35
"""Time in which the remembered picture follows the present one."""
_MOST_LOOKS = 6.0
"""All old looks together weigh as many new ones at most."""
_DOUBTFUL_LOOK = 0.3
"""Weight of a look while a hand is near: the tile may be half covered."""
_LEAST = 0.005
"""No look calls a name less likely: one wrong look shall not rule out the truth."""
_INDEPENDENT = 2.0
"""Looks at one tile resemble each other: many are as good as so many independent ones."""
_KEEPS = 0.35
"""Nats by which another name must be ahead to replace the present one."""
_LEAD = 0.01
"""Nats by which the present name leads where another would be as likely."""
_FOLLOW = 0.5
"""Share of the way to the newly seen corners that the smoothed ones go."""
_JUMP = 0.25
"""Tile sizes from which on a tile was moved: no smoothing then."""
_SIDES = 4
_TURNED = np.array([np.roll(np.arange(_SIDES), turn) for turn in range(_SIDES)])
"""The order of the corners after each turn."""
_BACK = TILES.index(Tile.BACK)


@dataclass(slots=True, eq=False)
class Track:
    """One tile. Its corners keep their order whatever a look takes for its top."""

    quad: Corners
    seen_s: float
    """When it was last seen."""
    names: Floats
    """(45,) weighted mean of the logarithms of the looks' probabilities."""
    turns: Floats
    """(4,) the same of which corner is the tile's own top left."""
    found: float
    weight: float = 1.0
    name: int = 0
    looks: int = 1
    back_s: float = -math.inf
    """When it was last seen again after it had been away."""
    ground_s: float | None = None
    """Since when bare table is seen at its place."""
    patch: Patch | None = None
    other_s: float = 0.0
    """For how long the picture there has been another than remembered."""
    sampled_s: float = -math.inf
    """When the table around it was last looked at."""
    grounds: Floats = field(default_factory=lambda: np.zeros((0, 3)))

    @classmethod
    def of(cls, seen: SeenTile, time_s: float, pixels: Pixels | None) -> "Track":
        """Begin with a first look."""
        quad = np.array(seen.quad, np.float64)
        names = _logs(seen.probabilities)
        track = cls(quad, time_s, names, _turn_logs(seen, 0), seen.found)
        track.name = int(names.argmax())
        track.patch = None if pixels is None else Patch.cut(pixels, quad)
        return track

    @property
    def centre(self) -> complex:
        """Return its middle as x + iy."""
        x, y = (self.quad.sum(axis=0) / _SIDES).tolist()
        return complex(x, y)

    @property
    def size_px(self) -> float:
        """Return the root of its area."""
        return size_of(self.quad)

    def look(self, seen: SeenTile, time_s: float, pixels: Pixels | None, *, doubtful: bool) -> None:
        """Take in what one more frame shows; `doubtful` where something may cover it partly."""
        passed_s = max(0.0, time_s - self.seen_s)
        turn = self._follow(np.array(seen.quad, np.float64))
        new = _DOUBTFUL_LOOK if doubtful else 1.0
        memory_s = _MEMORY_S if pixels is None else self._compare(pixels, passed_s)
        old = min(self.weight, _MOST_LOOKS) * math.exp(-passed_s / memory_s)
        share = new / (old + new)
        self.names = self.names * (1 - share) + _logs(seen.probabilities) * share
        self.turns = self.turns * (1 - share) + _turn_logs(seen, turn) * share
        self.found += share * (seen.found - self.found)
        self.weight = old + new
        best = int(self.names.argmax())
        if self.names[best] > self.names[self.name] + _KEEPS:
            self.name = best
        self.seen_s, self.ground_s = time_s, None
        self.looks += 1

    def _compare(self, pixels: Pixels, passed_s: float) -> float:
        """Return how long looks are remembered (seconds), as the picture there says."""
        patch = Patch.cut(pixels, self.quad)
        if self.patch is None:
            self.patch = patch
            return _MEMORY_S
        self.other_s = 0.0 if patch.is_like(self.patch) else self.other_s + passed_s
        self.patch = self.patch.mixed(patch, 1.0 - math.exp(-passed_s / _PATCH_S))
        if not self.other_s:
            return _SAME_MEMORY_S
        return _CHANGED_MEMORY_S if self.other_s - passed_s >= _CHANGED_S else _OTHER_MEMORY_S

    def _follow(self, quad: Corners) -> int:
        """Go towards newly seen corners; return which corner of ours is their first."""
        turned = quad[_TURNED]
        turn = int(((turned - self.quad) ** 2).sum(axis=(1, 2)).argmin())
        step = turned[turn] - self.quad
        moved = float(np.linalg.norm(step.mean(axis=0))) > _JUMP * self.size_px
        self.quad = self.quad + step * (1.0 if moved else _FOLLOW)
        return turn

    def tile(self) -> SeenTile:
        """Return what all looks together say."""
        count = min(float(self.looks), _INDEPENDENT)
        logs = self.names * count
        logs[self.name] = max(logs[self.name], logs.max() + _LEAD)
        powers = np.exp(logs - logs.max())
        names = powers / powers.sum()
        turns = np.exp((self.turns - self.turns.max()) * count)
        turn = int(turns.argmax())
        corners = self.quad[_TURNED[-turn]]
        a, b, c, d = ((x, y) for x, y in corners.tolist())
        is_back = self.name == _BACK
        if is_back:
            names = np.eye(len(names))[_BACK]
        turns = np.zeros(_SIDES) if is_back else turns / turns.sum()
        sure, half = float(turns[turn]), float(turns[(turn + _SIDES // 2) % _SIDES])
        return SeenTile((a, b, c, d), is_back, names, sure, self.found, half_turn=half)


def size_of(quad: Corners) -> float:
    """Return the root of the area of (4, 2) corners.

    >>> size_of(np.array([[0, 0], [4, 0], [4, 9], [0, 9]], float))
    6.0
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return math.sqrt(abs((cx - ax) * (dy - by) - (cy - ay) * (dx - bx)) / 2)


def _logs(probabilities: Floats) -> Floats:
    return np.asarray(np.log(np.maximum(probabilities, _LEAST)), np.float64)


def _turn_logs(seen: SeenTile, turn: int) -> Floats:
    """Return the logarithms (4,) of which corner is its own top left, as one look says."""
    if seen.is_back:
        return np.full(_SIDES, -math.log(_SIDES))
    sure = min(max(seen.turn_confidence, 1 / _SIDES), 1 - _LEAST)
    # At least its even share of what is left: one look rules no turn out.
    half = min(max(seen.half_turn, (1 - sure) / (_SIDES - 1)), 1 - sure)
    shares = np.full(_SIDES, (1 - sure - half) / (_SIDES - 2))
    shares[turn], shares[(turn + _SIDES // 2) % _SIDES] = sure, half
    return _logs(shares)

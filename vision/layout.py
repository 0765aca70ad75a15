"""How the tiles of a picture lie: which way is up, rows, gaps, tiles that lie sideways.

Everything is measured in the tiles' own sizes and directions, so camera roll, quarter turns and
perspective make no difference. What a group means to a hand is said elsewhere.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .outlines import sides
from .seeing import SeenTile

__all__ = ["Layout", "Segment", "lay_out"]

Floats = NDArray[np.float64]

_AGREE_DEGREES = 30.0
"""Tiles that are read in directions apart by less than this agree."""
_LEAST_WEIGHT = 0.05
"""With less than this known of the tiles' turns, the picture's own level is taken."""
_LEAST_TURN = 0.4
"""Probability of a turn up to which it has no weight: of four turns a guess has 0.25."""
_NARROW = 8
"""Power of the cosine with which directions support each other: half at 24 degrees."""
_SURE_TURN = 0.6
"""Probability of a turn from which on it counts."""
_SURE_AXIS = 0.75
"""The same of a turn or its half turn: of the two ways to lie a guess has 0.5."""
_ROW_GAP = 3.4
"""Tiles of one row are at most this far apart, in tile widths."""
_ROW_SHIFT, _ROW_SHIFT_BY_GAP = 0.42, 0.08
"""Tiles of one row are shifted against each other by at most this share of their height, and by
so much more for every tile width between them."""
_ROW_SIZES = 1.7
"""Tiles of one row differ in size by at most this factor."""
_ROW_TILT_DEGREES = 32.0
"""Tiles of one row are turned against each other by at most this."""
_GAP, _GAP_OVER_USUAL = 0.24, 0.3
"""From this gap on, in tile widths, a row is in parts; in a row laid loosely from the usual gap
and this on."""
_ON_EDGE, _FLATTER = 0.35, 0.75
"""A side lies on the edge of its tile, up to this share of its own height off, and is at most so
high."""
_GAP_BESIDE_TURNED = 0.12
"""More than that beside a tile that lies sideways: its outline is often found too short."""
_SIDEWAYS, _UPRIGHT = 1.4, 1.12
"""A tile that is so much wider, over its height, than its neighbours lies sideways for certain;
one that is not even so much wider does not."""
_LOOSE_DEGREES = 14.0
"""A tile turned by more than this against its row was not laid in it with care."""
_LINE_REACH, _LINE_LEAST = 3, 3
"""Neighbours on each side that a row's straight line is drawn through, and least of them in all."""
_USUAL_FROM = 4
"""So many gaps of a row tell what its usual gap is."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Tiles side by side without a gap, from left to right."""

    tiles: tuple[int, ...]
    """Places in the tuple of tiles seen."""
    row: int
    """Which row it is a part of."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """How n tiles lie."""

    segments: tuple[Segment, ...]
    """In reading order: the rows from top to bottom, each from left to right."""
    turned: tuple[bool, ...]
    """(n) whether a tile lies sideways in its row."""
    centres: Floats
    """(n, 2) seen the right way up, in pixels: x to the reader's right, y down."""
    widths: Floats
    """(n) in pixels, along the row."""
    heights: Floats
    """(n) in pixels, across the row."""
    loose: tuple[bool, ...]
    """(n) whether a tile lies askew."""
    upside_down: tuple[bool, ...]
    """(n) whether a tile's top points to the reader."""
    stray: tuple[float, ...]
    """(n) how far a tile strays from the straight line of its row, in heights and radians."""
    right: Floats
    """(n, 2) unit vectors along the rows."""
    turn_degrees: float
    """How far the reader's right is turned clockwise from the picture's."""

    def apart(self, part: Sequence[int], other: Sequence[int]) -> Floats:
        """Return (p, o) how far tiles are from each other, edge to edge, in pixels."""
        one, two = list(part), list(other)
        gaps = np.abs(self.centres[one][:, None] - self.centres[two][None])
        sizes = np.stack([self.widths, self.heights], axis=1)
        gaps -= (sizes[one][:, None] + sizes[two][None]) / 2
        return np.asarray(np.maximum(gaps.max(axis=2), 0))

    def is_side(self, tile: int, others: Sequence[int]) -> bool:
        """Tell whether a tile may be the side of one of the others, seen from above or before.

        It is flatter, and begins above or below where the other one ends.
        """
        off = np.abs(self.centres[list(others)] - self.centres[tile])
        widths, heights = self.widths[list(others)], self.heights[list(others)]
        own_width, own_height = self.widths[tile], self.heights[tile]
        edge = np.abs(off[:, 1] - (heights + own_height) / 2) < _ON_EDGE * own_height
        beside = off[:, 0] < np.minimum(widths, own_width) / 2
        return bool((edge & beside & (own_height < _FLATTER * heights)).any())

    def shift(self, part: Sequence[int], other: Sequence[int]) -> float:
        """Return how far two parts of rows are off one line, where they are nearest, in heights."""
        gaps = self.centres[list(part)][:, None] - self.centres[list(other)][None]
        one, two = np.unravel_index(int(np.linalg.norm(gaps, axis=2).argmin()), gaps.shape[:2])
        first, second = part[int(one)], other[int(two)]
        ahead = self.centres[second] - self.centres[first]
        off = [abs(float(ahead @ _turned(self.right[[t]])[0])) for t in (first, second)]
        return min(off) / float(self.heights[[first, second]].mean())


def lay_out(seen: Sequence[SeenTile]) -> Layout:
    """Return how the tiles lie; one without any for none."""
    if not seen:
        none = np.zeros(0)
        return Layout((), (), np.zeros((0, 2)), none, none, (), (), (), np.zeros((0, 2)), 0.0)
    corners = np.array([tile.quad for tile in seen], np.float64)
    right = _general_right(seen, corners)
    angle = math.atan2(right[1], right[0])
    level = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    frames = _Frames.of(corners @ level.T)
    rows = _rows(frames)
    turned = _sideways(seen, frames, rows)
    segments: list[Segment] = []
    loose, stray = [False] * len(seen), [0.0] * len(seen)
    for number, row in enumerate(rows):
        segments += [Segment(part, number) for part in _parts(row, frames, turned)]
        # What hardly looked like a back may be none: it bends no row.
        clear = [tile for tile in row if not seen[tile].is_faint]
        for tile in row:
            loose[tile] = frames.askew(tile, row)
            stray[tile] = frames.stray(tile, row if seen[tile].is_faint else clear)
    return Layout(
        tuple(segments),
        tuple(turned),
        frames.centres,
        frames.widths,
        frames.heights,
        tuple(loose),
        _upside_down(seen, frames),
        tuple(stray),
        frames.right,
        math.degrees(angle),
    )


def _units(vectors: Floats) -> Floats:
    """Return (..., 2) vectors at length 1."""
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def _general_right(seen: Sequence[SeenTile], corners: Floats) -> Floats:
    """Return the unit vector along which most tiles are read.

    The tops would not do: a tile seen from the side is a skewed outline, and only the edges along
    the row point from tile to tile.
    """
    right, down = (_units(edges) for edges in sides(corners).swapaxes(0, 1))
    weights = np.array(
        [0.0 if one.is_back else max(0.0, one.turn_confidence - _LEAST_TURN) for one in seen]
    )
    if weights.sum() < _LEAST_WEIGHT:
        level = np.where(np.abs(right[:, :1]) >= np.abs(down[:, :1]), right, down)
        return np.asarray(_units((level * np.where(level[:, :1] < 0, -1, 1)).sum(axis=0)))
    near = np.clip(right @ right.T, 0, 1) ** _NARROW
    best = right[int((near @ weights).argmax())]
    agree = right @ best > math.cos(math.radians(_AGREE_DEGREES))
    return np.asarray(_units((right[agree] * weights[agree, None]).sum(axis=0)))


def _upside_down(seen: Sequence[SeenTile], frames: "_Frames") -> tuple[bool, ...]:
    """Return which tiles are surely read from the other side of the table."""
    return tuple(
        bool(away) and not one.is_back and one.turn_confidence >= _SURE_TURN
        for away, one in zip(frames.away, seen, strict=True)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Frames:
    """Tiles seen the right way up: middle, half axes to the right and down."""

    centres: Floats
    right: Floats
    """(n, 2) unit vectors."""
    widths: Floats
    """(n) pixels along the row."""
    heights: Floats
    """(n) pixels across it."""
    across: NDArray[np.bool_]
    """(n) whether the tile's own sides, not its top and bottom, run along the row."""
    away: NDArray[np.bool_]
    """(n) whether the tile's own top points to the reader."""

    @classmethod
    def of(cls, corners: Floats) -> "_Frames":
        """Return the frames of (n, 4, 2) corners in a level picture: rows run to the right."""
        own_right, own_down = sides(corners).swapaxes(0, 1)
        one, two = _units(own_right), _units(own_down)
        across = np.abs(two[:, 0]) > np.abs(one[:, 0])
        along = np.where(across[:, None], own_down, own_right)
        other = np.where(across[:, None], own_right, own_down)
        back = along[:, 0] < 0
        return cls(
            corners.mean(axis=1),
            _units(along) * np.where(back, -1, 1)[:, None],
            np.maximum(np.linalg.norm(along, axis=1), 1e-6),
            np.maximum(np.linalg.norm(other, axis=1), 1e-6),
            across,
            ~across & back,
        )

    def stray(self, tile: int, row: Sequence[int]) -> float:
        """Return how far a tile is off the line through its neighbours in its row.

        The larger of its shift, in tile heights, and its turn against them, in radians.
        """
        near = _neighbours(tile, row, _LINE_REACH)
        if len(near) < _LINE_LEAST:
            return 0.0
        x, y = (float(value) for value in self.right[near].sum(axis=0))
        length = math.hypot(x, y)
        way = np.array([[x, -y], [y, x]]) / length
        points = ((self.centres[near] - self.centres[tile]) @ way).tolist()
        slope, level = _line(points)
        ahead, aside = (self.right[tile] @ way).tolist()
        turn = math.atan2(aside, ahead) - math.atan(slope)
        return max(abs(level) / float(self.heights[tile]), abs(turn))

    def askew(self, tile: int, row: Sequence[int]) -> bool:
        """Tell whether a tile is turned against its row."""
        near = _neighbours(tile, row, 2)
        x, y = self.right[near].sum(axis=0).tolist() if near else (1.0, 0.0)
        cos = float(self.right[tile, 0] * x + self.right[tile, 1] * y) / max(math.hypot(x, y), 1e-9)
        return cos < math.cos(math.radians(_LOOSE_DEGREES))


def _neighbours(tile: int, row: Sequence[int], reach: int) -> list[int]:
    """Return the tiles up to `reach` places before and after a tile in its row."""
    place = row.index(tile)
    return [*row[max(0, place - reach) : place], *row[place + 1 : place + 1 + reach]]


def _line(points: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return slope and height at 0 of the line that fits points best.

    >>> _line([(1, 3), (2, 5), (3, 7)])
    (2.0, 1.0)
    """
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / max(spread, 1e-9)
    return slope, mean_y - slope * mean_x


def _rows(frames: _Frames) -> list[list[int]]:
    """Return the tiles row by row, from top to bottom, each row from left to right."""
    count = len(frames.centres)
    gap, shift = _beside(frames)
    size = np.sqrt(frames.widths * frames.heights)
    ratio = np.maximum(size[:, None] / size[None], size[None] / size[:, None])
    level = frames.right @ frames.right.T > math.cos(math.radians(_ROW_TILT_DEGREES))
    linked = (
        (gap < _ROW_GAP)
        & (np.abs(shift) < _ROW_SHIFT + _ROW_SHIFT_BY_GAP * np.maximum(gap, 0))
        & (ratio < _ROW_SIZES)
        & level
    )
    linked &= linked.T
    right = np.einsum("nij,ij->ni", frames.centres[None] - frames.centres[:, None], frames.right)
    after = np.where(linked & (right > 0), np.maximum(gap, 0) + 0.5 * np.abs(shift), np.inf)
    np.fill_diagonal(after, np.inf)
    # Everyone's nearest neighbour to the right, when it is also that one's nearest to the left.
    next_ = [-1] * count
    for tile in range(count):
        best = int(after[tile].argmin())
        if np.isfinite(after[tile, best]) and int(after[:, best].argmin()) == tile:
            next_[tile] = best
    followers = set(next_)
    starts = [tile for tile in range(count) if tile not in followers]
    rows = []
    for start in starts:
        row = [start]
        while next_[row[-1]] >= 0:
            row.append(next_[row[-1]])
        rows.append(row)
    return sorted(rows, key=lambda row: float(np.mean(frames.centres[row, 1])))


def _beside(frames: _Frames) -> tuple[Floats, Floats]:
    """Return (n, n) the gaps in widths, and the shifts in heights, of all pairs of tiles."""
    ahead = frames.centres[None] - frames.centres[:, None]
    along = np.einsum("ijk,ik->ij", ahead, frames.right)
    along = (along - np.einsum("ijk,jk->ij", -ahead, frames.right)) / 2
    # How far one lies below the line along the other's right, measured both ways.
    cross_one = np.einsum("ijk,ik->ij", ahead, _turned(frames.right))
    cross_two = np.einsum("ijk,jk->ij", ahead, _turned(frames.right))
    wide = (frames.widths[:, None] + frames.widths[None]) / 2
    narrow = np.minimum(frames.widths[:, None], frames.widths[None])
    high = (frames.heights[:, None] + frames.heights[None]) / 2
    gap = (np.abs(along) - wide) / narrow
    shift = np.where(np.abs(cross_one) < np.abs(cross_two), cross_one, cross_two) / high
    return gap, shift


def _turned(vectors: Floats) -> Floats:
    """Return vectors turned a quarter clockwise as seen with y down."""
    return np.stack([-vectors[:, 1], vectors[:, 0]], axis=1)


def _parts(row: Sequence[int], frames: _Frames, turned: Sequence[bool]) -> list[tuple[int, ...]]:
    """Cut a row at its gaps."""
    gaps = []
    for left, right in pairwise(row):
        way = frames.right[left] + frames.right[right]
        way = way / max(float(np.linalg.norm(way)), 1e-9)
        along = float((frames.centres[right] - frames.centres[left]) @ way)
        wide = (frames.widths[left] + frames.widths[right]) / 2
        gaps.append((along - wide) / min(frames.widths[left], frames.widths[right]))
    usual = float(np.median(gaps)) if len(gaps) >= _USUAL_FROM else 0.0
    least = max(_GAP, usual + _GAP_OVER_USUAL)
    parts, part = [], [row[0]]
    for (before, tile), gap in zip(pairwise(row), gaps, strict=True):
        beside = _GAP_BESIDE_TURNED if turned[before] or turned[tile] else 0.0
        if gap > least + beside:
            parts.append(tuple(part))
            part = []
        part.append(tile)
    return [*parts, tuple(part)]


def _sideways(
    seen: Sequence[SeenTile], frames: _Frames, rows: Sequence[Sequence[int]]
) -> list[bool]:
    """Return which tiles lie sideways in their rows."""
    axes = np.array([0.0 if one.is_back else one.turn_confidence + one.half_turn for one in seen])
    said = frames.across & (axes >= _SURE_AXIS)
    shape = frames.widths / frames.heights
    turned = [False] * len(seen)
    for row in rows:
        upright = [tile for tile in row if not said[tile]]
        near = upright if len(upright) * 2 >= len(row) else list(range(len(seen)))
        usual = float(np.median(shape[[tile for tile in near if not said[tile]] or near]))
        for tile in row:
            wider = shape[tile] / usual
            turned[tile] = bool(wider > _SIDEWAYS or (said[tile] and wider > _UPRIGHT))
        if all(said[tile] for tile in row):
            for tile in row:
                turned[tile] = True
    return turned

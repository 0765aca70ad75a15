"""Tiles that were found in two halves, made whole.

A face of two columns, such as 4s, may be taken for two narrow tiles, and cut in two each half even
passes for a face: two sticks one above the other are a 2s. What gives it away is the row: a tile of
half the width of its neighbours, as high as they are, is no whole tile.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .outlines import areas, overlap_area, sides

__all__ = ["made_whole"]

Floats = NDArray[np.floating[Any]]

_IN_ROW = 0.35
"""Neighbours in a row lie no further up or down than this share of a tile's height..."""
_REACH = 9.0
"""... no further away than so many of its widths..."""
_ALIGNED = 0.97
"""... and are not turned to it by more than has this cosine."""
_LEAST_NEIGHBOURS = 2
"""With fewer nobody can say what is narrow."""
_NARROW, _AS_HIGH = 0.68, (0.75, 1.22)
"""A half is at most this share of the width of its neighbours, and this of their height."""
_MATE_NARROW, _MATE_IN_ROW, _MATE_AS_HIGH = 0.8, 0.2, 1.15
"""The other half may be a little wider, lies in one line with it, and is up to a factor as high."""
_USUAL = 0.65
"""How wide neighbours usually are: the quantile, for some may be halves too."""
_WHOLE = (0.75, 1.4)
"""Two halves together have this share of the neighbours' width; two tiles would have twice it."""
_FREE, _TAKEN = 0.15, 0.3
"""A half alone, between others, grows to the side where this share of the whole, at most, lies on
other tiles, if on the other side at least that share does."""
_LEAST_PX = 1e-3
"""Sides and areas are no smaller, so that they can be divided by."""
_FIRST_SIDE = ((0, 3), (0, 1))
_LAST_SIDE = ((1, 2), (3, 2))
"""Corners at the near and at the far end of the tile's own width (0), and of its height (1)."""


@dataclass(frozen=True, slots=True, eq=False)
class _Half:
    """What is known of half a tile: its row runs along `way`, a unit vector."""

    axis: int
    """Whether the row runs along the half's own width (0) or height (1)."""
    way: Floats
    mates: NDArray[np.int64]
    """Tiles of the row, none as good, that may be its other half."""
    width: float
    """The neighbours' usual one, in pixels."""
    between: bool
    """Whether neighbours lie on both sides."""


def made_whole(
    corners: Floats, others: Floats | None = None
) -> tuple[NDArray[np.float32], list[int]]:
    """Return (m, 4, 2) outlines in which halves are whole, and which of the (n, 4, 2) they were.

    `corners` are of faces, the best first; of two halves of one tile the better one is kept.
    `others` (k, 4, 2) lie there too, but are no halves.
    """
    outlines = np.array(corners, np.float32).reshape(-1, 4, 2)
    besides = np.zeros((0, 4, 2)) if others is None else others
    kept = list(range(len(outlines)))
    for number, half in _halves(outlines):
        if number not in kept:
            continue
        mate = _other_half(outlines, number, half, kept)
        if mate is not None:
            outlines[number] = _spanning(outlines[number], outlines[mate], half)
            kept.remove(mate)
        elif half.between:
            rest = outlines[[other for other in kept if other != number]]
            outlines[number] = _grown(outlines[number], [*rest, *besides], half)
    return outlines[kept], kept


def _halves(outlines: Floats) -> list[tuple[int, _Half]]:
    """Return which tiles are half as wide as the others of their rows."""
    own = sides(outlines)
    lengths = np.maximum(np.linalg.norm(own, axis=2), _LEAST_PX)
    ways = own / lengths[..., None]
    centres = outlines.mean(axis=1)
    offsets = centres[None] - centres[:, None]
    # Along a tile's own sides: how far others lie off, in those, and how long they are, in pixels.
    flat = np.abs(np.linalg.det(own)) < _LEAST_PX
    places = np.abs(offsets @ np.linalg.inv(np.where(flat[:, None, None], np.eye(2), own)))
    cast = np.abs(np.einsum("jsx,iax->ijas", own, ways))
    seen = cast.max(axis=3)
    aligned = (cast / lengths[None, :, None]).max(axis=3) > _ALIGNED
    beside = aligned & (places < _REACH) & (places[..., ::-1] < _IN_ROW)
    np.einsum("iia->ia", beside)[:] = False
    widest = np.where(beside, seen, 0.0).max(axis=1, initial=0.0)
    may_be = (beside.sum(axis=1) >= _LEAST_NEIGHBOURS) & (lengths <= _NARROW * widest)
    found = []
    for number, axis in np.argwhere(may_be).tolist():
        near = np.flatnonzero(beside[number, :, axis])
        usual = np.maximum(np.quantile(seen[number, near], _USUAL, axis=0), _LEAST_PX)
        width, height = lengths[number, [axis, 1 - axis]] / usual[[axis, 1 - axis]]
        if width > _NARROW or not _AS_HIGH[0] <= height <= _AS_HIGH[1]:
            continue
        narrow = (near > number) & (seen[number, near, axis] <= _MATE_NARROW * usual[axis])
        narrow &= places[number, near, 1 - axis] < _MATE_IN_ROW
        alike = seen[number, near, 1 - axis] / lengths[number, 1 - axis]
        narrow &= np.maximum(alike, 1 / np.maximum(alike, _LEAST_PX)) < _MATE_AS_HIGH
        along = offsets[number, near] @ ways[number, axis]
        between = bool(along.min() < 0 < along.max())
        half = _Half(axis, ways[number, axis], near[narrow], float(usual[axis]), between)
        found.append((number, half))
    return found


def _ends(outline: Floats, half: _Half) -> tuple[float, float]:
    """Return how far along the row an outline begins and ends: the middles of its edges."""
    places = (outline + np.roll(outline, -1, axis=0)) / 2 @ half.way
    return float(places.min()), float(places.max())


def _other_half(outlines: Floats, number: int, half: _Half, kept: list[int]) -> int | None:
    """Return which tile is the other half: of those that fit the nearest; None without any."""
    low, high = _ends(outlines[number], half)
    fit: list[tuple[float, int]] = []
    for mate in map(int, half.mates):
        first, last = _ends(outlines[mate], half)
        width = (max(high, last) - min(low, first)) / half.width
        if mate in kept and _WHOLE[0] <= width <= _WHOLE[1]:
            fit.append((width, mate))
    return min(fit)[1] if fit else None


def _spanning(outline: Floats, mate: Floats, half: _Half) -> Floats:
    (low, high), (first, last) = _ends(outline, half), _ends(mate, half)
    return _stretched(outline, half, max(low - first, 0.0), max(last - high, 0.0))


def _grown(outline: Floats, others: list[Floats], half: _Half) -> Floats:
    """Return the half grown to the side where there is room; as it is where that may be either."""
    low, high = _ends(outline, half)
    missing = half.width - (high - low)
    grown = [_stretched(outline, half, missing, 0.0), _stretched(outline, half, 0.0, missing)]
    taken = [
        max(overlap_area(one, other) for other in others)
        / max(float(areas(one[None])[0]), _LEAST_PX)
        for one in grown
    ]
    best = int(np.argmin(taken))
    return grown[best] if taken[best] <= _FREE and taken[1 - best] >= _TAKEN else outline


def _stretched(outline: Floats, half: _Half, before: float, behind: float) -> Floats:
    """Return an outline with its ends moved outwards along the row, in pixels."""
    moved = outline.copy()
    moved[list(_FIRST_SIDE[half.axis])] -= half.way * before
    moved[list(_LAST_SIDE[half.axis])] += half.way * behind
    return moved

"""Tiles followed from frame to frame, so that a reading does not flicker.

A tile is known again by its place, after the motion of the whole table; what its looks say is put
together; one that a hand covers is remembered for a while.

>>> tracker = Tracker()
>>> tracker.update((), 0.0)
()
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..seeing import SeenTile
from .motion import Places, common_motion
from .patches import Patch, ground_around
from .track import Track, size_of

__all__ = ["Tracker"]

Pixels = NDArray[np.uint8]

_MATCH = 0.45
"""Tile sizes (root of the area) within which a tile is the one of before; the next one in a row
lies 0.85 away."""
_SAME_NAME = 0.1
"""Tile sizes by which one of the same name seems nearer."""
_SIZE_RATIO = 2.0
"""A tile does not become larger or smaller by more between frames."""
_FIRST_LOOKS = 2
"""A tile that appears counts from its second look on: fingers look like tiles for a frame."""
_MISSED_S = 0.25
"""Detectors miss a tile for so long although nothing covers it."""
_UNSURE_S = 0.1
"""The same of a tile seen only once."""
_COVERED_S = 3.0
"""A covered tile is remembered for so long."""
_GROUND_S = 0.2
"""Bare table at its place for so long says that a tile was taken away."""
_SAMPLE_S = 0.5
"""The table's colours are noted so often."""
_NEAR = 1.9
"""Tile sizes within which two tiles are neighbours."""
_OVERLAID = 0.6
"""Tile sizes within which two tiles cannot both lie."""
_PAUSE_S = 2.0
"""After so long without frames all begins anew."""


class Tracker:
    """Puts together what the frames of one camera show."""

    def __init__(self) -> None:
        self._tracks: list[Track] = []
        self._time_s = -math.inf

    def update(
        self, seen: tuple[SeenTile, ...], time_s: float, pixels: Pixels | None = None
    ) -> tuple[SeenTile, ...]:
        """Return the steady tiles after one more frame, seen at `time_s`.

        With the `pixels` of the frame, upright RGB, the picture says whether a tile that is no
        longer seen is covered or gone, and whether a tile that reads otherwise is another.
        """
        fresh = not 0 <= time_s - self._time_s <= _PAUSE_S
        if fresh:
            self._tracks = []
        self._time_s = time_s
        size_px = _size(seen, self._tracks)
        self._move(seen, size_px)
        pairs = self._pairs(seen, size_px)
        missing = [track for track in self._tracks if track not in pairs]
        for track, one in pairs.items():
            if time_s - track.seen_s > _UNSURE_S:
                track.back_s = time_s
            doubtful = _has_neighbour(track, missing, size_px)
            track.look(one, time_s, pixels, doubtful=doubtful)
        known = {id(one) for one in pairs.values()}
        for one in seen:
            if id(one) not in known:
                track = Track.of(one, time_s, pixels)
                track.looks = _FIRST_LOOKS if fresh else 1
                self._tracks.append(track)
        if pixels is not None:
            self._look_at_ground(pixels, missing, size_px)
        hidden = self._overlaid(size_px)
        self._tracks = [t for t in self._tracks if self._stays(t, missing, size_px, pixels)]
        counting = (t for t in self._tracks if t.looks >= _FIRST_LOOKS and t not in hidden)
        return tuple(track.tile() for track in counting)

    def _move(self, seen: tuple[SeenTile, ...], size_px: float) -> None:
        """Move all tiles as the table moved in the picture."""
        old = Places(_centres(self._tracks), np.array([track.name for track in self._tracks], int))
        names = np.array([one.probabilities.argmax() for one in seen], int)
        motion = common_motion(old, Places(_centres(seen), names), size_px)
        for track in self._tracks:
            moved = motion.of(track.quad[:, 0] + 1j * track.quad[:, 1])
            track.quad = np.stack([moved.real, moved.imag], axis=1)

    def _pairs(self, seen: tuple[SeenTile, ...], size_px: float) -> dict[Track, SeenTile]:
        """Return which tile seen is which known one, the nearest first."""
        if not seen or not self._tracks:
            return {}
        old, new = _centres(self._tracks), _centres(seen)
        apart = np.abs(old[:, None] - new[None]) / size_px
        own = np.array([track.size_px for track in self._tracks])[:, None]
        ratio = own / np.array([_size_of(one) for one in seen])[None]
        fits = (apart < _MATCH) & (ratio < _SIZE_RATIO) & (ratio > 1 / _SIZE_RATIO)
        names = np.array([one.probabilities.argmax() for one in seen])
        same = np.array([track.name for track in self._tracks])[:, None] == names[None]
        cost = np.where(fits, apart - _SAME_NAME * same, np.inf)
        pairs: dict[Track, SeenTile] = {}
        while np.isfinite(least := cost.min()):
            row, column = (int(index) for index in np.argwhere(cost == least)[0])
            pairs[self._tracks[row]] = seen[column]
            cost[row], cost[:, column] = np.inf, np.inf
        return pairs

    def _look_at_ground(self, pixels: Pixels, missing: list[Track], size_px: float) -> None:
        """Note the table's colours around the tiles seen, and whether it is seen where tiles were.

        Beside a missing tile may lie a hand.
        """
        quads = np.array([track.quad for track in self._tracks]).reshape(-1, 4, 2)
        for number, track in enumerate(self._tracks):
            if track.seen_s == self._time_s:
                due = self._time_s - track.sampled_s > _SAMPLE_S
                if due and not _has_neighbour(track, missing, size_px):
                    track.sampled_s = self._time_s
                    grounds = ground_around(pixels, track.quad, np.delete(quads, number, axis=0))
                    track.grounds = grounds if len(grounds) else track.grounds
            elif not self._is_bare(track, Patch.cut(pixels, track.quad)):
                track.ground_s = None
            elif track.ground_s is None:
                track.ground_s = self._time_s

    def _is_bare(self, track: Track, patch: Patch) -> bool:
        """Return whether the picture shows table where a tile was, and not still the tile."""
        if track.patch is not None and patch.is_still(track.patch):
            return False
        reach_px = _NEAR * track.size_px
        near = [t.grounds for t in self._tracks if abs(t.centre - track.centre) < reach_px]
        return patch.shows(np.concatenate([track.grounds, *near]))

    def _overlaid(self, size_px: float) -> set[Track]:
        """Return the tiles not seen whose place another one has taken that is seen."""
        seen = [t for t in self._tracks if t.seen_s == self._time_s and t.looks >= _FIRST_LOOKS]
        places = _centres(seen)
        gone = (t for t in self._tracks if t.seen_s < self._time_s)
        return {t for t in gone if (np.abs(places - t.centre) < _OVERLAID * size_px).any()}

    def _stays(
        self, track: Track, missing: list[Track], size_px: float, pixels: Pixels | None
    ) -> bool:
        """Return whether a tile is remembered."""
        away_s = self._time_s - track.seen_s
        if away_s <= (_MISSED_S if track.looks >= _FIRST_LOOKS else _UNSURE_S):
            return True
        if track.looks < _FIRST_LOOKS or away_s > _COVERED_S:
            return False
        if pixels is None:
            soon_s = self._time_s - _MISSED_S
            away = [t for t in self._tracks if t in missing or t.back_s > soon_s]
            return _has_neighbour(track, [t for t in away if t is not track], size_px)
        inside = 0 <= track.centre.real < pixels.shape[1] and 0 <= track.centre.imag < len(pixels)
        bare = track.ground_s is not None and self._time_s - track.ground_s >= _GROUND_S
        return inside and not bare


def _centres(tiles: Sequence[Track | SeenTile]) -> NDArray[np.complex128]:
    """Return the middles as x + iy."""
    quads = np.array([tile.quad for tile in tiles], np.float64).reshape(-1, 4, 2)
    middles = quads.mean(axis=1)
    return np.asarray(middles[:, 0] + 1j * middles[:, 1], np.complex128)


def _size_of(tile: SeenTile) -> float:
    return size_of(np.array(tile.quad, np.float64))


def _size(seen: tuple[SeenTile, ...], tracks: list[Track]) -> float:
    """Return how large a tile is, in pixels: the root of its area, the median of all."""
    sizes = [_size_of(one) for one in seen] or [track.size_px for track in tracks] or [1.0]
    return max(1.0, float(np.median(sizes)))


def _has_neighbour(track: Track, others: list[Track], size_px: float) -> bool:
    return any(abs(other.centre - track.centre) < _NEAR * size_px for other in others)

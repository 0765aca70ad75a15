"""When a reading is steady enough to be told.

>>> steady = Steady()
>>> steady.update(Reading(640, 480), 0.0) is None
True
"""

from dataclasses import dataclass

from ...scoring.laid import GroupKind
from ..reading import Reading

__all__ = ["Steady"]

_STEADY_S = 0.33
"""A reading is told when it has been the same for so long, ..."""
_STEADY_FRAMES = 4
"""... and in so many frames."""
_GLITCH_S = 0.15
"""Another reading for so long at most, two frames at 15 a second, is passed over."""
_PAUSE_S = 1.0
"""After so long without frames the count begins anew."""

_Key = tuple[str, tuple[str, ...]]


@dataclass(slots=True)
class _Run:
    """A reading that has been the same for a while."""

    key: _Key
    since_s: float
    last_s: float
    frames: int = 1


class Steady:
    """Tells each steady reading once; one that comes back after another is told again."""

    def __init__(self) -> None:
        self._run: _Run | None = None
        self._interrupted: _Run | None = None
        self._told: _Key | None = None
        self.reading: Reading | None = None
        """The reading told last."""

    def update(self, reading: Reading, time_s: float) -> Reading | None:
        """Take the reading of one more frame; return it if it is to be told now.

        A table without tiles is told only after another reading.
        """
        key = _key(reading)
        run = self._run = self._continued(key, time_s)
        steady = run.frames >= _STEADY_FRAMES and run.last_s - run.since_s >= _STEADY_S
        if not steady or key == self._told:
            return None
        was_told, self._told = self._told, key
        if was_told is None and not reading.tiles:
            return None
        self.reading = reading
        return reading

    def _continued(self, key: _Key, time_s: float) -> _Run:
        """Return the run that this frame goes on with or begins."""
        run, before = self._run, self._interrupted
        if run is None or not 0 <= time_s - run.last_s <= _PAUSE_S:
            self._interrupted = None
            return _Run(key, time_s, time_s)
        if run.key != key and before and before.key == key and time_s - before.last_s <= _GLITCH_S:
            self._interrupted, run = None, before
        elif run.key != key:
            self._interrupted = run
            return _Run(key, time_s, time_s)
        run.frames, run.last_s = run.frames + 1, time_s
        return run


def _key(reading: Reading) -> _Key:
    """Return what must stay the same: the hand text and the hand's tiles."""
    apart = {n for group in reading.groups if group.kind is GroupKind.OTHER for n in group.tiles}
    tiles = sorted(tile.tile.code for tile in reading.tiles if tile.n not in apart)
    return reading.hand_text, tuple(tiles)

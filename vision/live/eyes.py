"""Reading frame after frame: what was seen before helps.

>>> eyes = Eyes(open_reader())  # doctest: +SKIP
>>> eyes.look(frame).reading.hand_text  # doctest: +SKIP
'678m345p88s777z'
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ...scoring.messages import Lang
from ..reading import Reading
from ..seeing import SeenTile
from ..understand import understand
from .camera import Frame
from .steady import Steady
from .tracker import Tracker

__all__ = ["Eyes", "Look", "Looks", "Sees", "Understands", "document"]

Pixels = NDArray[np.uint8]
Understands = Callable[[tuple[SeenTile, ...], tuple[int, int]], Reading]
"""Lays out and decodes what was seen in a picture of a size (width, height)."""


class Sees(Protocol):
    """What is used of a reader."""

    def see(self, pixels: Pixels) -> tuple[SeenTile, ...]:
        """Return the tiles seen in one picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A frame and what the table is read as."""

    frame: Frame
    reading: Reading
    steady: Reading | None = None
    """The same reading if it is to be told now: once for each steady one."""


def document(look: Look, lang: Lang = "en") -> dict[str, object]:
    """Return the `read` document of a frame, with its number and time in place of the path."""
    return look.reading.to_json(lang) | {
        "image": {
            "frame": look.frame.number,
            "time_s": round(look.frame.time_s, 3),
            "width": look.reading.width,
            "height": look.reading.height,
        }
    }


class Eyes:
    """Reads frame after frame, remembering the ones before."""

    def __init__(self, reader: Sees, understands: Understands = understand) -> None:
        self._reader = reader
        self._understands = understands
        self._tracker = Tracker()
        self._steady = Steady()

    def look(self, frame: Frame) -> Look:
        """Read one frame."""
        seen = self._reader.see(frame.pixels)
        steady = self._tracker.update(seen, frame.time_s, frame.pixels)
        reading = self._understands(steady, (frame.pixels.shape[1], frame.pixels.shape[0]))
        return Look(frame, reading, self._steady.update(reading, frame.time_s))


class Looks:
    """At most one frame being read, here or behind."""

    def __init__(self, eyes: Eyes, behind: bool) -> None:
        self._eyes = eyes
        self._worker = ThreadPoolExecutor(1, "rekje reader") if behind else None
        self._pending: Future[Look] | None = None

    @property
    def busy(self) -> bool:
        """Whether a frame is being read."""
        return self._pending is not None

    def start(self, frame: Frame) -> None:
        """Begin to read a frame."""
        if self._worker:
            self._pending = self._worker.submit(self._eyes.look, frame)
        else:
            self._pending = Future()
            self._pending.set_result(self._eyes.look(frame))

    def done(self) -> Look | None:
        """Return the look that has become ready, once."""
        if self._pending is None or not self._pending.done():
            return None
        look, self._pending = self._pending.result(), None
        return look

    def close(self) -> None:
        """Wait for the frame that is being read."""
        if self._worker:
            self._worker.shutdown(wait=True, cancel_futures=True)

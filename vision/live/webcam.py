"""Reads a live table: frames in, steady readings out.

>>> with Camera("0") as camera, Window() as window:  # doctest: +SKIP
...     watch(camera, open_reader(), Outputs(tell=print_line, window=window, draw=annotate))
"""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ...scoring.messages import Lang, Text
from ..reading import Reading
from ..understand import understand
from .camera import Frame
from .eyes import Eyes, Look, Looks, Sees, Understands, document
from .keep import Record, SaveError, save_look
from .overlay import Draws, Overlay, mirrored, with_words
from .window import ESCAPE

__all__ = ["Look", "Outputs", "SaveError", "Sees", "Source", "Summary", "View", "document", "watch"]

Pixels = NDArray[np.uint8]

_SHOW_S = 0.005
"""Keys are waited for so long where frames keep coming ..."""
_IDLE_S = 0.03
"""... and so long where there is nothing new to show."""
_WAIT_S = 0.5
"""A frame is waited for so long where no window wants to be kept alive."""
_NOTICE_S = 3.0
"""A notice stands below the picture for so long."""
_FREEZE, _SAVE, _FLIP, _QUIT = " ", "s", "f", ("q", ESCAPE)

_TEXTS = {
    "reading": Text("reading …", "bezig met lezen …"),
    "no_tiles": Text("no tiles", "geen stenen"),
    "sure": Text("{percent} % sure", "{percent} % zeker"),
    "look": Text("needs a look", "kijk het na"),
    "frozen": Text("frozen: space goes on", "stil: spatie gaat verder"),
    "keys": Text(
        "space: freeze   s: save   f: flip the view   q: end",
        "spatie: stilzetten   s: bewaren   f: beeld spiegelen   q: stoppen",
    ),
    "saved": Text("saved as {name}", "bewaard als {name}"),
    "nothing": Text("nothing read yet", "nog niets gelezen"),
}


class Source(Protocol):
    """Where frames come from; see `Camera`."""

    @property
    def ended(self) -> bool:
        """Whether there are no more frames."""

    def newest(self, wait_s: float = 0.0) -> Frame | None:
        """Return the newest frame not returned before, or None."""


class View(Protocol):
    """What is used of a window."""

    def show(self, pixels: Pixels) -> None:
        """Show RGB pixels."""

    def key(self, wait_s: float) -> str:
        """Return the key pressed within this time, "" for none."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where readings go."""

    tell: Callable[[Look], None]
    """Called once for each steady reading."""
    record: Record | None = None
    """Takes every frame read."""
    window: View | None = None
    draw: Draws | None = None
    """Draws a reading over a frame; without it the window shows frames and words."""
    score: Callable[[Reading], str] | None = None
    """Says what a reading scores, in one or more lines."""
    save_to: Path = Path("rekje-webcam")
    """Folder for what the key `s` saves."""
    lang: Lang = "en"


@dataclass(slots=True)
class Summary:
    """What a session came to."""

    read: int = 0
    """Frames read."""
    shown: int = 0
    told: int = 0


def watch(
    source: Source,
    reader: Sees,
    outputs: Outputs,
    *,
    behind: bool = False,
    understands: Understands = understand,
    clock: Callable[[], float] = time.monotonic,
    date: Callable[[], str] = lambda: time.strftime("%Y%m%d-%H%M%S"),
) -> Summary:
    """Read until the source ends or `q` is pressed.

    Args:
        source: gives the frames; its `CameraError` comes through.
        reader: sees the tiles of one frame.
        outputs: where readings go.
        behind: read in a thread of its own, so that the window shows every frame meanwhile;
            otherwise each frame is read before the next is asked for.
        understands: lays out and decodes what was seen in a picture of a size.
        clock: seconds, for notices.
        date: stamp for the names of saved files.

    Raises `SaveError` where the record cannot be written.

    """
    with closing(Looks(Eyes(reader, understands), behind)) as reading:
        session = _Session(source, reading, outputs, clock, date)
        session.run()
    return session.summary


@dataclass(slots=True)
class _Session:
    """One run of `watch`."""

    source: Source
    reading: Looks
    outputs: Outputs
    clock: Callable[[], float]
    date: Callable[[], str]
    summary: Summary = field(default_factory=Summary)
    frame: Frame | None = None
    """The newest one."""
    look: Look | None = None
    frozen: bool = False
    flipped: bool = False
    notice: tuple[str, float] = ("", 0.0)
    """A text and until when it stands below the picture."""
    score: tuple[str, ...] = ()
    scored: str = ""
    """The hand text that the score is of."""
    overlay: Overlay | None = None
    pressed: bool = False
    """Whether a key has changed what is to be shown."""

    def run(self) -> None:
        if self.outputs.draw:
            self.overlay = Overlay(self.outputs.draw)
        waiting: Frame | None = None
        while True:
            fresh = None if self.frozen else self.source.newest(self._wait_s())
            if fresh is not None:
                self.frame = waiting = fresh
            if waiting is not None and not self.reading.busy:
                self.reading.start(waiting)
                waiting = None
            look = self.reading.done()
            if look is not None:
                self._take(look)
            if not self._window(changed=fresh is not None or look is not None):
                return
            idle = waiting is None and not self.reading.busy
            if self.source.ended and idle and not self.frozen:
                return

    def _wait_s(self) -> float:
        return _SHOW_S if self.outputs.window or self.reading.busy else _WAIT_S

    def _take(self, look: Look) -> None:
        """Tell and record what was read."""
        self.look = look
        self.summary.read += 1
        if look.steady is not None:
            self.summary.told += 1
            score = self.outputs.score
            self.score = tuple(score(look.reading).splitlines()) if score else ()
            self.scored = look.reading.hand_text
            self.outputs.tell(look)
        if self.outputs.record is not None:
            self.outputs.record.write(look)

    def _window(self, *, changed: bool) -> bool:
        """Show what there is and do what the keys say; return whether to go on."""
        window = self.outputs.window
        if window is None:
            return True
        if self.notice[0] and self.clock() > self.notice[1]:
            self.notice, changed = ("", 0.0), True
        if self.frame is not None and (changed or self.pressed):
            window.show(self._picture(self.frame))
            self.summary.shown += 1
        key = window.key(_SHOW_S if changed else _IDLE_S)
        self.pressed = key in (_FREEZE, _FLIP, _SAVE)
        if key == _FREEZE:
            self.frozen = not self.frozen
        elif key == _FLIP:
            self.flipped = not self.flipped
        elif key == _SAVE:
            self.notice = (self._save(), self.clock() + _NOTICE_S)
        return key not in _QUIT

    def _picture(self, frame: Frame) -> Pixels:
        """Return the frame as it is shown."""
        height, width = frame.pixels.shape[:2]
        reading = self.look.reading if self.look else Reading(width, height)
        pixels = frame.pixels
        if self.flipped:
            pixels, reading = np.ascontiguousarray(pixels[:, ::-1]), mirrored(reading)
        if self.overlay:
            pixels = self.overlay.over(pixels, reading)
        return with_words(pixels, tuple(self._words()))

    def _words(self) -> list[str]:
        """Return the lines below the picture."""
        lang = self.outputs.lang
        state = _TEXTS["frozen"].text(lang) if self.frozen else _TEXTS["keys"].text(lang)
        current = self.look is not None and self.look.reading.hand_text == self.scored
        score = self.score if current else ()
        return [self._hand(lang), *score, self.notice[0] or state]

    def _hand(self, lang: Lang) -> str:
        if self.look is None:
            return _TEXTS["reading"].text(lang)
        reading = self.look.reading
        if not reading.hand_text:
            return _TEXTS["no_tiles"].text(lang)
        sure = _TEXTS["sure"].text(lang).format(percent=int(reading.confidence * 100))
        look = "" if reading.certain else f" - {_TEXTS['look'].text(lang)}"
        return f"{reading.hand_text}   ({sure}{look})"

    def _save(self) -> str:
        """Save the frame read last, its labels and score; return what to say about it."""
        lang, look = self.outputs.lang, self.look
        if look is None:
            return _TEXTS["nothing"].text(lang)
        score = self.outputs.score(look.reading) if self.outputs.score else None
        try:
            path = save_look(look, self.outputs.save_to, self.date(), score, lang)
        except SaveError as error:
            return error.text(lang)
        return _TEXTS["saved"].text(lang).format(name=path)

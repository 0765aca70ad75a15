"""A window on this computer's screen, and why there may be none."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from ...scoring.errors import RekjeError
from ...scoring.messages import Lang, Text

__all__ = ["ESCAPE", "DisplayError", "Window", "why_no_window"]

Pixels = NDArray[np.uint8]

ESCAPE = "\x1b"
_QUIT = "q"
_NO_KEY = -1
_PROBE = "import cv2; cv2.namedWindow('rekje'); cv2.waitKey(1); cv2.destroyAllWindows()"
_PROBE_S = 20.0
"""A screen that does not answer for so long is none."""

_GO_ON = Text(
    "use --no-window, which prints every reading as a line of JSON",
    "gebruik --no-window, dat elke lezing als een regel JSON toont",
)
_TEXTS = {
    "headless": Text(
        "this OpenCV can show no window (opencv-python-headless): {go_on}, or run pip uninstall "
        "opencv-python-headless and then pip install --force-reinstall opencv-python",
        "deze OpenCV kan geen venster tonen (opencv-python-headless): {go_on}, of geef de "
        "opdracht pip uninstall opencv-python-headless en dan pip install --force-reinstall "
        "opencv-python",
    ),
    "no_display": Text(
        "there is no screen here (DISPLAY is not set): {go_on}, or start rekje on the desktop or "
        "through ssh -X",
        "er is hier geen scherm (DISPLAY is niet gezet): {go_on}, of start rekje op het bureaublad "
        "of met ssh -X",
    ),
    "no_answer": Text(
        "no window can be opened on the screen {display!r}: {go_on}, or check that a program of "
        "this user can open a window there",
        "op het scherm {display!r} kan geen venster worden geopend: {go_on}, of ga na of een "
        "programma van deze gebruiker daar een venster kan openen",
    ),
    "lost": Text("the window was lost: {go_on}", "het venster is verdwenen: {go_on}"),
}


class DisplayError(RekjeError):
    """There is no window to be had; the message says why and how to go on without."""

    def __init__(self, code: str, display: str = "") -> None:
        super().__init__(code, display)
        self.code = code
        self._display = display

    def text(self, lang: Lang = "en") -> str:
        """Return the message in `lang`."""
        go_on = _GO_ON.text(lang)
        return _TEXTS[self.code].text(lang).format(go_on=go_on, display=self._display)

    def __str__(self) -> str:
        return self.text()


def _opens_in_child() -> bool:
    """Return whether a window opens, tried in a child: where it cannot, Qt ends the process."""
    command = [sys.executable, "-c", _PROBE]
    try:
        run = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_PROBE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    except OSError:  # no interpreter to try it with
        return True
    return run.returncode == 0


def why_no_window(
    platform: str = sys.platform,
    environment: Mapping[str, str] = os.environ,
    build: str | None = None,
    opens: Callable[[], bool] = _opens_in_child,
) -> DisplayError | None:
    """Return why no window can be opened here; None where one can.

    >>> why_no_window("linux", {}, "GUI: QT5").code
    'no_display'
    >>> why_no_window("win32", {}, "GUI: NONE").code
    'headless'
    """
    text = cv2.getBuildInformation() if build is None else build
    gui = next((line for line in text.splitlines() if line.strip().startswith("GUI:")), "")
    if gui.split(":")[-1].strip() == "NONE":
        return DisplayError("headless")
    if not platform.startswith("linux"):
        return None
    display = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY") or ""
    if not display:
        return DisplayError("no_display")
    return None if opens() else DisplayError("no_answer", display)


class Window:
    """A window that shows pictures and takes keys. Raises `DisplayError` where there is none."""

    def __init__(self, title: str = "rekje", check: bool = True) -> None:
        error = why_no_window() if check else None
        if error is not None:
            raise error
        self._title = title
        self._open = False

    def show(self, pixels: Pixels) -> None:
        """Show (height, width, 3) RGB pixels."""
        try:
            if not self._open:
                cv2.namedWindow(self._title, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO)
                cv2.resizeWindow(self._title, pixels.shape[1], pixels.shape[0])
                self._open = True
            cv2.imshow(self._title, np.ascontiguousarray(pixels[..., ::-1]))
        except cv2.error as error:
            raise DisplayError("headless" if not self._open else "lost") from error

    def key(self, wait_s: float) -> str:
        """Return the key pressed within this time, "" for none; closing the window is `q`."""
        try:
            code = cv2.waitKey(max(1, round(wait_s * 1000)))
            if code != _NO_KEY:
                return chr(code & 0xFF)
            shown = not self._open or cv2.getWindowProperty(self._title, cv2.WND_PROP_VISIBLE) >= 1
        except cv2.error as error:
            raise DisplayError("lost") from error
        return "" if shown else _QUIT

    def close(self) -> None:
        """Close it."""
        if self._open:
            self._open = False
            try:
                cv2.destroyWindow(self._title)
            except cv2.error:  # the user closed it first
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

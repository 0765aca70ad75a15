"""Frames of a webcam, a stream or a video file, as upright RGB pixels.

>>> with Camera("0") as camera:  # doctest: +SKIP
...     while not camera.ended:
...         frame = camera.newest(wait_s=0.1)
"""

import math
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from .camera_error import CameraError, check_name, check_path, no_camera, without_password

__all__ = ["Camera", "CameraError", "Frame", "Opens"]

Pixels = NDArray[np.uint8]
Opens = Callable[[int | str], Any]
"""Opens a camera number, path or address as `cv2.VideoCapture` does."""

WANTED_SIZE_PX = (1280, 720)
"""Asked of a webcam: at the usual 640 x 480 a row of 14 tiles is hard to read."""
_OPEN_S, _READ_S = 8.0, 5.0
"""An address that does not answer for so long is given up."""
_STALL_S = 12.0
"""A live source without a picture for so long has stalled; webcams may take seconds to start."""
_PATIENCE_S = 1.0
"""A camera may fail to give single frames for so long."""
_RETRY_S = 0.02
_MOST_DIGITS = 4
"""Of a camera's number; OpenCV takes none that is larger."""
_CLOSE_S = 1.0
"""Closing waits no longer for a driver that hangs."""
_FPS = 25.0
"""Taken where a file does not say, or says nonsense."""
_MOST_FPS = 250.0
_END_SHARE, _END_FRAMES = 0.95, 3.0
"""Files may say a few frames more than they hold; one that lacks more was cut off."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source."""

    number: int
    """Counted from 0, frames that nobody asked for included."""
    time_s: float
    """Since the first frame; of a file its place in the film."""
    pixels: Pixels
    """(height, width, 3) upright RGB."""


class Camera:
    """Frames of `source`: a number ("0"), an address or a video file.

    Of live sources only the newest frame is kept. A file plays at its own speed, or with
    `every_frame` gives each frame in turn, as fast as they are asked for. Raises `CameraError`
    where there are no frames to be had.
    """

    def __init__(
        self,
        source: str,
        *,
        every_frame: bool = False,
        open_capture: Opens | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._log_level = _silence()
        self._film = _Film.open(source, open_capture or _open, clock)
        self.is_live = self._film.is_live
        """Whether frames that are not asked for in time are lost for good."""
        self._next_file_frame = every_frame and not self.is_live
        self._newest: Frame | None = None
        self._error: CameraError | None = None
        self._ended = self._closing = False
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        if not self._next_file_frame:
            self._thread = threading.Thread(target=self._grab, name="rekje camera", daemon=True)
            self._thread.start()

    @property
    def ended(self) -> bool:
        """Whether there are no more frames."""
        return self._ended and self._newest is None

    def newest(self, wait_s: float = 0.0) -> Frame | None:
        """Return the newest frame not returned before, waiting for one; None where none came.

        Raises `CameraError` where the source broke off, after its last frame was returned.
        """
        if self._next_file_frame:
            frame = None if self._ended else self._film.next()
            self._ended = frame is None
            return frame
        with self._changed:
            self._changed.wait_for(lambda: self._newest or self._ended, wait_s)
            frame, self._newest = self._newest, None
            if frame is None and self._error:
                raise self._error
            waiting = frame is None and not self._ended and self.is_live
            if waiting and self._film.quiet_s() > _STALL_S:
                raise CameraError("stalled", source=self._film.shown, seconds=_STALL_S)
            return frame

    def close(self) -> None:
        """Let the camera go; a driver that hangs is left behind after a second."""
        with self._changed:
            self._closing = self._ended = True
            self._changed.notify_all()
        if self._thread is None:
            self._film.release()
        else:
            self._thread.join(_CLOSE_S)  # it releases the camera: no other thread may
        cv2.utils.logging.setLogLevel(self._log_level)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _grab(self) -> None:
        """Keep the newest frame; runs in the thread."""
        error = None
        start_s = time.monotonic()
        try:
            while not self._closing and (frame := self._film.next(lambda: self._closing)):
                with self._changed:
                    if not self.is_live:
                        late_s = time.monotonic() - start_s - frame.time_s
                        self._changed.wait_for(lambda: self._closing, max(0.0, -late_s))
                    self._newest = frame
                    self._changed.notify_all()
        except CameraError as broken:
            error = broken
        finally:
            self._film.release()
            with self._changed:
                self._error, self._ended = error, True
                self._changed.notify_all()


@dataclass(slots=True)
class _Film:
    """An open capture that counts its frames and knows how it may end."""

    capture: Any
    shown: str
    """The source as messages name it."""
    is_live: bool
    clock: Callable[[], float]
    fps: float = _FPS
    count: float = 0.0
    """How many frames there are; 0 where that is unknown."""
    read: int = 0
    start_s: float = 0.0
    last_s: float = 0.0
    first: Any = None
    """The first frame, read to see whether there is one."""
    released: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def open(cls, source: str, opens: Opens, clock: Callable[[], float]) -> "_Film":
        """Open a source and see that it gives a frame, or raise `CameraError`."""
        check_name(source)
        if source.isdecimal():
            if len(source) > _MOST_DIGITS:
                raise no_camera(source)
            film = cls(opens(int(source)), source, True, clock)
            error = no_camera(source)
        elif "://" in source:
            shown = without_password(source)
            film = cls(opens(source), shown, True, clock)
            error = CameraError("no_stream", source=shown)
        else:
            is_device = check_path(source)
            film = cls(opens(source), source, is_device, clock)
            error = CameraError("busy" if is_device else "no_video", source=source)
        if not film.starts():
            film.release()
            raise error
        return film

    def starts(self) -> bool:
        """Read the first frame; return whether there is one."""
        if not self.capture.isOpened():
            return False
        fps = float(self.capture.get(cv2.CAP_PROP_FPS))
        count = float(self.capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self.fps = fps if math.isfinite(fps) and 0 < fps <= _MOST_FPS else _FPS
        self.count = count if math.isfinite(count) and count > 0 else 0.0
        self.first = self._image(lambda: False)
        self.start_s = self.last_s = self.clock()
        return self.first is not None

    def quiet_s(self) -> float:
        """Return for how long no frame has come."""
        return self.clock() - self.last_s

    def next(self, stop: Callable[[], bool] = lambda: False) -> Frame | None:
        """Return the next frame, None at the end; raise `CameraError` where it broke off."""
        image, self.first = (self.first, None) if self.first is not None else (None, None)
        if image is None:
            image = self._image(stop)
        if image is None:
            if not stop():
                self._check_end()
            return None
        number, self.read = self.read, self.read + 1
        self.last_s = self.clock()
        time_s = self.last_s - self.start_s if self.is_live else number / self.fps
        return Frame(number, time_s, np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8))

    def release(self) -> None:
        """Let it go, once."""
        if not self.released.is_set():
            self.released.set()
            self.capture.release()

    def _image(self, stop: Callable[[], bool]) -> Any:
        """Return BGR or grey pixels, bearing with a live source that fails for a moment."""
        until_s = self.clock() + (_PATIENCE_S if self.is_live and not self.count else 0.0)
        while True:
            try:
                good, image = self.capture.read()
            except cv2.error:
                good, image = False, None
            if good and image is not None and image.size:
                return image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
            if stop() or self.clock() >= until_s:
                return None
            time.sleep(_RETRY_S)

    def _check_end(self) -> None:
        """Raise `CameraError` unless all frames were read."""
        if self.is_live and not self.count:
            seconds = self.last_s - self.start_s
            raise CameraError("broken_off", source=self.shown, frames=self.read, seconds=seconds)
        if self.read < _END_SHARE * self.count - _END_FRAMES:
            count = round(self.count)
            raise CameraError("cut_off", source=self.shown, frames=self.read, count=count)


def _open(source: int | str) -> Any:
    """Open with OpenCV; addresses with a limit of time, webcams at a size that can be read."""
    if isinstance(source, str) and "://" in source:
        limits = {cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: _OPEN_S, cv2.CAP_PROP_READ_TIMEOUT_MSEC: _READ_S}
        given = [number for key, limit in limits.items() for number in (key, round(limit * 1e3))]
        return cv2.VideoCapture(source, cv2.CAP_FFMPEG, given)
    capture = cv2.VideoCapture(source)
    if isinstance(source, int) and capture.isOpened():
        # Many webcams give larger pictures at full speed as JPEG only.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_SIZE_PX[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_SIZE_PX[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _silence() -> int:
    """Keep OpenCV and FFmpeg from writing to standard error; return OpenCV's level until now."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    level = int(cv2.utils.logging.getLogLevel())
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return level

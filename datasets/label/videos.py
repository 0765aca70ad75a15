"""Frames of videos, as pictures."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from ..errors import OutputError, PictureError
from ..fields import printable

__all__ = ["VIDEO_SUFFIXES", "Every", "frames_of", "is_video"]

VIDEO_SUFFIXES = (".mp4", ".mov", ".avi", ".mkv", ".webm", ".m4v", ".mpg", ".mpeg")
_JPEG_QUALITY = 95
"""Of a frame: high enough that the labels of the frame are those of the video."""
_USUAL_FPS = 25.0
"""Taken where a video does not say."""
_EVERY = re.compile(r"(\d+(?:\.\d+)?)(s?)")


@dataclass(frozen=True, slots=True)
class Every:
    """Which frames of a video are read: one in so many frames, or one in so many seconds."""

    frames: int = 0
    seconds: float = 1.0

    @classmethod
    def parse(cls, text: str) -> "Every":
        """Read `10` (frames) or `0.5s` (seconds).

        >>> Every.parse("10"), Every.parse("0.5s")
        (Every(frames=10, seconds=0.0), Every(frames=0, seconds=0.5))
        """
        found = _EVERY.fullmatch(text.strip())
        if found and float(found[1]) > 0:
            if found[2]:
                return cls(0, float(found[1]))
            if found[1].isdecimal():
                return cls(int(found[1]), 0.0)
        raise OutputError(
            f"--every {text!r}: give a number of frames such as 10, or of seconds such as 0.5s"
        )

    def step(self, fps: float) -> float:
        """Return the distance of two frames that are read, in frames."""
        if self.frames:
            return float(self.frames)
        return max(1.0, self.seconds * (fps if fps > 0 else _USUAL_FPS))


def is_video(path: Path) -> bool:
    """Say whether the name looks like a video's.

    >>> is_video(Path("a.MP4")), is_video(Path(".a.mp4")), is_video(Path("a.jpg"))
    (True, False, False)
    """
    return path.suffix.lower() in VIDEO_SUFFIXES and not path.name.startswith(".")


def frames_of(
    path: Path, every: Every, wanted: Callable[[int], bool]
) -> Iterator[tuple[int, bytes | None]]:
    """Yield (number from 0, JPEG) of the frames to read; None for those not `wanted`.

    Raises `PictureError` for a file that is no video, and for a path that OpenCV cannot take:
    one that is not UTF-8 would end the process.
    """
    if printable(str(path)) != str(path):
        raise PictureError("the path is not UTF-8; rename the file or its folder")
    video = cv2.VideoCapture(str(path))
    try:
        if not video.isOpened():
            raise PictureError(f"{path}: cannot be read as a video")
        step = every.step(video.get(cv2.CAP_PROP_FPS))
        number, taken = 0, 0
        while video.grab():
            if number >= round(taken * step):
                taken += 1
                yield number, _jpeg(video, path) if wanted(number) else None
            number += 1
        if not number:
            raise PictureError(f"{path}: the video has no frame that can be read")
    finally:
        video.release()


def _jpeg(video: cv2.VideoCapture, path: Path) -> bytes:
    there, frame = video.retrieve()
    if not there:
        raise PictureError(f"{path}: the video breaks off")
    _, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return data.tobytes()

"""The one door for pixels: a photo from a file, from bytes or from pixels in memory.

All that comes in is upright 8-bit RGB; coordinates everywhere are pixels of the upright original,
x right, y down. Pictures can be had at a half, a quarter or an eighth of their size; a JPEG is then
decoded small. A 12-megapixel JPEG (4 MB, 4:2:0) takes, on one thread and against its full decoding:
at a half 0.6, at a quarter 0.5, at an eighth 0.4 of the time.

>>> photo = open_photo("hand.jpg")  # doctest: +SKIP
>>> photo.width, photo.height, photo.view(4).shape  # doctest: +SKIP
(4032, 3024, (756, 1008, 3))
"""

import os
import stat
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from .errors import ImageError
from .imagedata import decode, kind_of, opened, reading, size_upright

__all__ = [
    "MAX_BYTES",
    "MAX_PIXELS",
    "SHRINKS",
    "Photo",
    "open_photo",
    "photo_of_bytes",
    "photo_of_pixels",
]

Pixels = NDArray[np.uint8]

SHRINKS = (1, 2, 4, 8)
"""Parts of the size that a view can have."""
MAX_PIXELS = 120_000_000
"""Phones take up to 108 megapixels (12000 x 9000); these need 0.8 GB while they are decoded."""
MAX_BYTES = 200_000_000
"""A photo of `MAX_PIXELS` as JPEG takes some 60 MB."""
_MAX_MB = MAX_BYTES // 1_000_000


class Photo:
    """A picture that can be had at several sizes; made by the functions of this module."""

    __slots__ = ("_decode", "_views", "height", "path", "width")

    def __init__(
        self, path: str, size: tuple[int, int], views: dict[int, Pixels], decode: "_Decode | None"
    ) -> None:
        self.path = path
        """As it was given; empty for what came without a name."""
        self.width, self.height = size
        """Pixels of the upright original."""
        self._views = views
        self._decode = decode

    def __repr__(self) -> str:
        return f"Photo({self.path!r}, {self.width} x {self.height})"

    def view(self, shrink: int = 1) -> Pixels:
        """Return upright RGB pixels (h, w, 3), a `shrink`-th of the original's size, rounded up.

        A view is made once and kept; it is read-only. A point (x, y) of the original lies in it at
        (x * w / width, y * h / height), to within a pixel of the view.

        Raises:
            ImageError: a JPEG's data is cut off or damaged; all else is known on opening.
            ValueError: `shrink` is not one of `SHRINKS`.

        """
        if shrink not in SHRINKS:
            raise ValueError(f"shrink is {shrink!r}, expected one of {SHRINKS}")
        view = self._views.get(shrink)
        if view is None:
            whole = self._views[1] if self._decode is None else self._decode(shrink)
            size = (-(-self.width // shrink), -(-self.height // shrink))
            view = self._views[shrink] = _read_only(_fitted(whole, size))
        return view


_Decode = Callable[[int], Pixels]


def open_photo(path: str | os.PathLike[str], *, max_pixels: int = MAX_PIXELS) -> Photo:
    """Open a JPEG, PNG, WebP, HEIC, TIFF, BMP or GIF file; its content says which.

    A JPEG is decoded when it is looked at, all else at once; of several pictures in a file the
    first counts.

    Raises:
        ImageError: there is no such file, it is no picture, damaged, not complete or larger than
            `max_pixels` or `MAX_BYTES`.

    """
    name = os.fspath(path)
    return photo_of_bytes(_content(name), name, max_pixels=max_pixels)


def photo_of_bytes(data: bytes, name: str = "", *, max_pixels: int = MAX_PIXELS) -> Photo:
    """Open the content of a picture file; `name` is what messages call it.

    Raises:
        ImageError: as for `open_photo`.

    """
    if len(data) > MAX_BYTES:
        raise ImageError("large_file", name, most=_MAX_MB)
    kind = kind_of(data, name)
    with reading(kind, name):
        picture = opened(data, kind, name, max_pixels)
        if kind == "JPEG":
            again = partial(_decoded_jpeg, data, name, max_pixels)
            return Photo(name, size_upright(picture), {}, again)
        pixels = _read_only(decode(picture))
    return Photo(name, (pixels.shape[1], pixels.shape[0]), {1: pixels}, None)


def photo_of_pixels(pixels: Pixels, path: str = "") -> Photo:
    """Return a photo of upright RGB pixels (h, w, 3), which it shares.

    Raises:
        ImageError: they have another shape or type.

    >>> photo_of_pixels(np.zeros((30, 40, 3), np.uint8)).view(2).shape
    (15, 20, 3)
    >>> photo_of_pixels(np.zeros((30, 40), np.uint8))
    Traceback (most recent call last):
    rekje.vision.errors.ImageError: pixels are (30, 40) uint8, expected (height, width, 3) uint8 \
RGB, sides at least 1

    """
    if not isinstance(pixels, np.ndarray):
        raise ImageError("pixels", path, seen=type(pixels).__name__)
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8 or not pixels.size:
        raise ImageError("pixels", path, seen=f"{pixels.shape} {pixels.dtype}")
    return Photo(path, (pixels.shape[1], pixels.shape[0]), {1: _read_only(pixels)}, None)


def _content(path: str) -> bytes:
    """Return what is in a file; anything else is refused before it is opened, for pipes hang."""
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise ImageError("folder", path)
        if not stat.S_ISREG(status.st_mode):
            raise ImageError("no_file", path)
        if status.st_size > MAX_BYTES:
            raise ImageError("large_file", path, most=_MAX_MB)
        with open(path, "rb") as file:
            # A file that grows meanwhile is too large as well.
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise ImageError("missing", path) from error
    except PermissionError as error:
        raise ImageError("no_permission", path) from error
    except OSError as error:
        raise ImageError("unopened", path, reason=error.strerror or str(error)) from error
    except ValueError as error:  # a name with a zero character
        raise ImageError("unopened", path, reason=str(error)) from error


def _decoded_jpeg(data: bytes, path: str, max_pixels: int, shrink: int) -> Pixels:
    with reading("JPEG", path):
        return decode(opened(data, "JPEG", path, max_pixels), shrink)


def _fitted(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """Return pixels of that width and height, the same where they have it, else by area."""
    if pixels.shape[1::-1] == size:
        return pixels
    return np.asarray(cv2.resize(pixels, size, None, 0, 0, cv2.INTER_AREA), np.uint8)


def _read_only(pixels: Pixels) -> Pixels:
    """Return a contiguous view that cannot be written."""
    view = np.ascontiguousarray(pixels).view()
    view.flags.writeable = False
    return view

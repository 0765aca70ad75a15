"""From the bytes of a picture file to upright RGB pixels, or one `ImageError`.

The content says what a file is, never its name. Pillow decodes: it reports what is cut off and
prints nothing, and for JPEG is within a tenth of the time of OpenCV, which does both.
"""

import importlib
import io
import logging
import os
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.BmpImagePlugin import BmpImageFile
from PIL.GifImagePlugin import GifImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.TiffImagePlugin import TiffImageFile
from PIL.WebPImagePlugin import WebPImageFile

from .errors import ImageError

__all__ = ["decode", "kind_of", "opened", "reading", "size_upright"]

Pixels = NDArray[np.uint8]

# Pillow also logs what it thinks of a file; nobody asked for that on standard error.
logging.getLogger("PIL").addHandler(logging.NullHandler())

_CLASSES: dict[str, Callable[[io.BytesIO], Image.Image]] = {
    "JPEG": JpegImageFile,
    "PNG": PngImageFile,
    "WebP": WebPImageFile,
    "TIFF": TiffImageFile,
    "BMP": BmpImageFile,
    "GIF": GifImageFile,
}
_STARTS = (
    (b"\xff\xd8", "JPEG"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"II+\0", "TIFF"),
    (b"MM\0+", "TIFF"),
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
)
_HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
_OTHERS = (
    (b"%PDF", "pdf"),
    (b"PK\x03\x04", "archive"),
    (b"RIFF", "video"),
    (b"\0\0\0\x0cjP  ", "other_picture"),
    (b"\0\0\0\x0cJXL ", "other_picture"),
    (b"\xff\x0a", "other_picture"),
    (b"8BPS", "other_picture"),
)
_PICTURE_BRANDS = (b"avif", b"avis", b"crx ")
_TEXT_LOOK_BYTES = 512
_CONTROLS = bytes({*range(0x20)} - {*b"\t\n\f\r\x1b"})

_STDERR = 2
_ORIENTATION = 0x0112
_ON_ITS_SIDE = (5, 6, 7, 8)
"""EXIF orientations whose rows are columns of the upright picture."""
_FLIPS = {1: None, 2: 1, 3: -1, 4: 0, 5: None, 6: 1, 7: -1, 8: 0}
"""How each is then mirrored, in the words of `cv2.flip`: 1 sideways, 0 top to bottom, -1 both."""
_UNDER_ALPHA = (127, 127, 127)
"""Grey lies under what is see-through, as around the picture in a look: tiles are white."""
_JPEG_SCAN, _JPEG_END = b"\xff\xda", b"\xff\xd9"
_MOST_SCANNED = 2_500_000_000
"""Pixels times scans of a progressive JPEG: about 5 s; encoders write some 10 scans."""


def kind_of(data: bytes, path: str = "") -> str:
    """Return what kind of picture the data is by its first bytes, as in "JPEG".

    Raises:
        ImageError: it is empty, or nothing that can be read as a picture.

    >>> kind_of(b"GIF89a...")
    'GIF'

    """
    if not data:
        raise ImageError("empty", path)
    for start, kind in _STARTS:
        if data.startswith(start):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    is_box, brand = data[4:8] == b"ftyp", data[8:12]
    # mif1 says only that it is a picture in boxes; AVIF uses it too and says so further on.
    if is_box and brand in _HEIC_BRANDS and b"avif" not in data[12:64]:
        return "HEIC"
    if is_box:
        pictures = (*_HEIC_BRANDS, *_PICTURE_BRANDS)
        raise ImageError("foreign", path, what="other_picture" if brand in pictures else "video")
    raise ImageError("foreign", path, what=_foreign(data))


def _foreign(data: bytes) -> str:
    """Return what data that is no picture of ours seems to be, in the words of `ImageError`."""
    for start, what in _OTHERS:
        if data.startswith(start):
            return what
    look = data[:_TEXT_LOOK_BYTES]
    return "unknown" if look.translate(None, _CONTROLS) != look else "text"


@contextmanager
def reading(kind: str, path: str) -> Iterator[None]:
    """Turn whatever goes wrong with the data inside into one `ImageError`, without warnings.

    Parsers of damaged data raise anything, from KeyError to zlib.error: this is the edge to them.
    """
    silent = _silence if kind == "TIFF" else nullcontext
    with silent(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"(PIL|pi_heif)\b")
        try:
            yield
        except ImageError:
            raise
        except MemoryError as error:
            raise ImageError("no_memory", path) from error
        except Image.DecompressionBombError as error:
            most = round((Image.MAX_IMAGE_PIXELS or 0) * 2 / 1e6)
            raise ImageError("many_pixels", path, seen="more", most=most) from error
        except Exception as error:
            said = str(error).lower()
            cut = isinstance(error, EOFError) or "truncated" in said or "end of file" in said
            raise ImageError("cut_off" if cut else "damaged", path, kind=kind) from error


_silent = threading.Lock()


@contextmanager
def _silence() -> Iterator[None]:
    """Keep off standard error what libtiff says of damage: it writes there past Python.

    What other threads write there in the meantime is lost too, so this is for TIFF alone.
    """
    with _silent:
        try:
            kept = os.dup(_STDERR)
        except OSError:  # there is no standard error
            yield
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, _STDERR)
            yield
        finally:
            os.dup2(kept, _STDERR)
            os.close(kept)
            os.close(nowhere)


def opened(data: bytes, kind: str, path: str, max_pixels: int) -> Image.Image:
    """Return the picture with its header read and nothing decoded; to be used in `reading`.

    Raises:
        ImageError: it has no or too many pixels, or pi-heif is needed and not installed.

    """
    if kind == "HEIC":
        try:
            make = importlib.import_module("pi_heif").HeifImageFile
        except ImportError as error:
            raise ImageError("no_heic", path) from error
    else:
        make = _CLASSES[kind]
    file = io.BytesIO(data)
    picture: Image.Image = make(file)
    width, height = picture.size
    if width < 1 or height < 1:
        raise ImageError("damaged", path, kind=kind)
    if width * height > max_pixels:
        most = f"{max_pixels / 1e6:g}"
        raise ImageError("many_pixels", path, seen=f"{width} x {height}", most=most)
    if kind == "JPEG":
        _check_scans(data, file.tell(), picture, path)
    return picture


def _check_scans(data: bytes, start: int, picture: Image.Image, path: str) -> None:
    """Refuse a JPEG whose scans, from `start` on, do not end or are too many for its size.

    The decoder takes zeros for pixels, as where a download reserved room and then broke off.
    """
    if data.rfind(_JPEG_END, start) < 0:
        raise ImageError("cut_off", path, kind="JPEG")
    if "progressive" in picture.info:
        scans = 1 + data.count(_JPEG_SCAN, start, data.find(_JPEG_END, start))
        if scans * picture.width * picture.height > _MOST_SCANNED:
            raise ImageError("damaged", path, kind="JPEG")


def size_upright(picture: Image.Image) -> tuple[int, int]:
    """Return width and height of the picture when it stands upright."""
    width, height = picture.size
    return (height, width) if _orientation(picture) in _ON_ITS_SIDE else (width, height)


def decode(picture: Image.Image, shrink: int = 1) -> Pixels:
    """Return the upright pixels (h, w, 3) of an `opened` picture; to be used in `reading`.

    A JPEG is decoded at about 1/`shrink` of its size, which saves time; nothing else is. What is
    transparent lies on grey, 16 bits become 8, a palette its colours.
    """
    if shrink > 1 and isinstance(picture, JpegImageFile):
        width, height = picture.size
        picture.draft(picture.mode, (max(width // shrink, 1), max(height // shrink, 1)))
    picture.load()
    # Only now: Pillow turns a TIFF itself as it loads, libheif a HEIC, and both then say so.
    return _turned(_rgb(picture), _orientation(picture))


def _orientation(picture: Image.Image) -> int:
    """Return the EXIF orientation, 1 to 8; data about the picture that is damaged says nothing."""
    found: object = None
    with suppress(Exception):
        found = picture.getexif().get(_ORIENTATION)
    return found if isinstance(found, int) and 1 <= found <= 8 else 1


def _turned(pixels: Pixels, orientation: int) -> Pixels:
    """Return pixels as they stand upright, given how they lie."""
    if orientation in _ON_ITS_SIDE:
        pixels = np.asarray(cv2.transpose(pixels), np.uint8)
    flip = _FLIPS[orientation]
    return pixels if flip is None else np.asarray(cv2.flip(pixels, flip), np.uint8)


def _rgb(picture: Image.Image) -> Pixels:
    """Return the pixels (h, w, 3) of a loaded picture of any mode."""
    if picture.mode.startswith(("I", "F")):
        grey = _to_8_bits(np.asarray(picture))
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8)
    if picture.has_transparency_data:
        above = picture.convert("RGBA")
        ground = Image.new("RGBA", picture.size, (*_UNDER_ALPHA, 255))
        return np.asarray(Image.alpha_composite(ground, above).convert("RGB"))
    return np.asarray(picture if picture.mode == "RGB" else picture.convert("RGB"))


def _to_8_bits(grey: NDArray[Any]) -> Pixels:
    """Return grey values of 16 or 32 bits or floats as bytes.

    The highest value decides which scale they have: 1 and 255 are common among floats.
    """
    values = np.nan_to_num(grey.astype(np.float32), posinf=0.0, neginf=0.0)
    scales = (1.0, 255.0, 65535.0) if grey.dtype.kind == "f" else (65535.0,)
    highest = float(values.max())
    scale = next((s for s in scales if highest <= s), highest)
    return np.asarray(np.clip(values * (255.0 / scale) + 0.5, 0, 255), np.uint8)

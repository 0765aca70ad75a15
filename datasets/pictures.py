"""Picture files beside their labels: sizes, upright, and where they lie."""

import os
import shutil
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from .errors import PictureError

__all__ = [
    "SUFFIXES",
    "find_picture",
    "is_picture",
    "place_picture",
    "require_picture",
    "upright_size",
]

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic")
"""Endings that count as pictures, in the order in which they are looked for."""
_EXIF_ORIENTATION = 0x0112
_SIDEWAYS = (5, 6, 7, 8)


def is_picture(path: Path) -> bool:
    """Say whether the name looks like a picture's.

    >>> is_picture(Path("a/B.JPG")), is_picture(Path("a/.B.jpg")), is_picture(Path("b.txt"))
    (True, False, False)
    """
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(".")


def upright_size(path: Path) -> tuple[int, int]:
    """Return (width, height) in pixels with the EXIF orientation applied."""
    try:
        with Image.open(path) as picture:
            width, height = picture.size
            sideways = picture.getexif().get(_EXIF_ORIENTATION) in _SIDEWAYS
    except FileNotFoundError as error:
        raise PictureError(
            f"{path}: no such picture; check the path, or say with --images where pictures lie"
        ) from error
    except UnidentifiedImageError as error:
        hint = "install rekje[heic]" if path.suffix.lower() == ".heic" else "is it a picture?"
        raise PictureError(f"{path}: cannot be read as a picture; {hint}") from error
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise PictureError(f"{path}: the picture is damaged ({error})") from error
    return (height, width) if sideways else (width, height)


def find_picture(without_suffix: Path) -> Path | None:
    """Return the picture of this name whatever its ending, or None."""
    for suffix in SUFFIXES:
        for ending in (suffix, suffix.upper()):
            candidate = without_suffix.with_name(without_suffix.name + ending)
            if candidate.is_file():
                return candidate
    return None


def require_picture(path: Path) -> None:
    """Raise unless there is a file of this name."""
    if not path.is_file():
        raise PictureError(
            f"{path}: no such picture; say with --images where the pictures lie, "
            "or leave them where they are with --pictures none"
        )


def place_picture(source: Path, target: Path, *, link: bool) -> None:
    """Copy a picture, bytes and EXIF as they are, or hard-link it where the disk can."""
    require_picture(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    if link:
        try:
            os.link(source, target)
        except OSError:  # another disk, or one without hard links
            pass
        else:
            return
    try:
        shutil.copy2(source, target)
    except OSError as error:
        if error.filename is None or Path(error.filename) != source:
            raise
        raise PictureError(f"{source}: cannot be read ({error.strerror})") from error

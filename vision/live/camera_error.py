"""Why there are no frames, as a sentence that says what to do."""

import os
import stat
import sys
from pathlib import Path
from urllib.parse import urlsplit

from ...scoring.errors import RekjeError
from ...scoring.messages import Lang, Text
from ..errors import ImageError, printable
from ..imagedata import kind_of

__all__ = ["CameraError", "check_name", "check_path", "no_camera", "without_password"]

_DEVICES = Path("/dev")
_START_BYTES = 64
"""Of a file, that say what it is."""
_VIDEO_MAJOR = 81
"""Number of the kernel's driver for cameras, on Linux."""

_TEXTS = {
    "no_camera": Text(
        "no camera {source} found ({there}): plug one in, or give --camera a number, an address "
        "or a video file",
        "geen camera {source} gevonden ({there}): sluit er een aan, of geef --camera een nummer, "
        "een adres of een videobestand",
    ),
    "there": Text("there are: {names}", "wel: {names}"),
    "none_there": Text("there is none at all", "er is er geen"),
    "busy": Text(
        "camera {source} gives no picture: it may be in use; close other programs that show it, "
        "or choose another with --camera",
        "camera {source} geeft geen beeld: misschien is hij in gebruik; sluit andere programma's "
        "die hem tonen, of kies een andere met --camera",
    ),
    "no_permission": Text(
        "camera {source} may not be used by this user: become a member of the group that owns "
        "{device} (mostly 'video') and log in again",
        "camera {source} mag niet door deze gebruiker worden gebruikt: word lid van de groep van "
        "{device} (meestal 'video') en log opnieuw in",
    ),
    "no_stream": Text(
        "{source}: no video from this address; check that it plays in a browser or player on "
        "this computer",
        "{source}: geen video van dit adres; ga na of het op deze computer in een browser of "
        "speler te zien is",
    ),
    "no_file": Text(
        "{source}: no such file; --camera takes a number such as 0, an address or a video file",
        "{source}: dit bestand bestaat niet; --camera neemt een nummer zoals 0, een adres of een "
        "videobestand",
    ),
    "folder": Text(
        "{source}: is a folder, expected a video file",
        "{source}: is een map, verwacht werd een videobestand",
    ),
    "no_utf8": Text(
        "{source}: the name is not UTF-8, which OpenCV cannot open; give the file another name",
        "{source}: de naam is geen UTF-8 en kan OpenCV niet openen; geef het bestand een andere "
        "naam",
    ),
    "no_device": Text(
        "{source}: is a device, but no camera; --camera takes a number such as 0, an address or a "
        "video file",
        "{source}: is een apparaat, maar geen camera; --camera neemt een nummer zoals 0, een adres "
        "of een videobestand",
    ),
    "picture": Text(
        "{source}: is a picture, expected a video; use: rekje read {source}",
        "{source}: is een foto, verwacht werd een video; gebruik: rekje read {source}",
    ),
    "no_video": Text(
        "{source}: cannot be read as a video; expected a file that a player shows, such as MP4 "
        "or AVI",
        "{source}: kan niet als video worden gelezen; verwacht werd een bestand dat een speler "
        "toont, zoals MP4 of AVI",
    ),
    "broken_off": Text(
        "{source}: broke off after {frames} frames ({seconds:.1f} s); what was read until then "
        "stands; check the cable or the connection and start again",
        "{source}: brak af na {frames} beelden ({seconds:.1f} s); wat tot dan gelezen is blijft "
        "staan; controleer de kabel of de verbinding en begin opnieuw",
    ),
    "cut_off": Text(
        "{source}: ends after {frames} of {count} frames: the file is damaged or not whole; "
        "copy it again",
        "{source}: eindigt na {frames} van {count} beelden: het bestand is beschadigd of niet "
        "heel; kopieer het opnieuw",
    ),
    "stalled": Text(
        "{source}: no picture for {seconds:.0f} s; check the cable or the connection and start "
        "again",
        "{source}: {seconds:.0f} s lang geen beeld; controleer de kabel of de verbinding en begin "
        "opnieuw",
    ),
}


class CameraError(RekjeError):
    """A camera, stream or file gives no frames, or no more; `text` says why and what to do."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self._values = values

    def text(self, lang: Lang = "en") -> str:
        """Return the message in `lang`."""
        values = {
            name: value.text(lang)
            if isinstance(value, Text)
            else printable(value)
            if isinstance(value, str)
            else value
            for name, value in self._values.items()
        }
        return _TEXTS[self.code].text(lang).format(**values)

    def __str__(self) -> str:
        return self.text()


def check_name(source: str) -> None:
    """Raise `CameraError` for a name that is not UTF-8: OpenCV ends the program at those."""
    try:
        source.encode()
    except UnicodeEncodeError as error:
        raise CameraError("no_utf8", source=source) from error


def check_path(source: str) -> bool:
    """Raise `CameraError` for a path that can be no video; return whether it is a device."""
    path = Path(source)
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise CameraError("no_file", source=source) from error
    mode = status.st_mode
    if stat.S_ISDIR(mode):
        raise CameraError("folder", source=source)
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
        # Opening it would wait for whoever writes, perhaps for ever.
        raise CameraError("no_video", source=source)
    if stat.S_ISREG(mode) and _is_picture(path):
        raise CameraError("picture", source=source)
    is_device = stat.S_ISCHR(mode)
    if is_device and sys.platform == "linux" and os.major(status.st_rdev) != _VIDEO_MAJOR:
        raise CameraError("no_device", source=source)
    return is_device


def _is_picture(path: Path) -> bool:
    """Tell whether the content of a file is a picture; what cannot be read is none."""
    try:
        with path.open("rb") as file:
            return bool(kind_of(file.read(_START_BYTES)))
    except (OSError, ImageError):
        return False


def no_camera(source: str) -> CameraError:
    """Say why camera number `source` cannot be opened, as far as this system tells."""
    device = _DEVICES / f"video{source}"
    if os.path.exists(device):
        if not os.access(device, os.R_OK | os.W_OK):
            return CameraError("no_permission", source=source, device=device)
        return CameraError("busy", source=source)
    numbers = sorted(path.name.removeprefix("video") for path in _DEVICES.glob("video[0-9]*"))
    if numbers:
        names = ", ".join(numbers)
        there = Text(_TEXTS["there"].en.format(names=names), _TEXTS["there"].nl.format(names=names))
        return CameraError("no_camera", source=source, there=there)
    return CameraError("no_camera", source=source, there=_TEXTS["none_there"])


def without_password(url: str) -> str:
    """Return an address as it may be shown.

    >>> without_password("rtsp://me:secret@10.0.0.5/live")
    'rtsp://10.0.0.5/live'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return url.rsplit("@", maxsplit=1)[-1]
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()

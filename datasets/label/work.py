"""What a worker does with one picture: read it, and cut and draw what was asked for.

Workers write nothing: all they make goes back as bytes, and one process writes.
"""

import hashlib
import math
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from ...scoring.errors import RekjeError
from ..quads import Quad
from ..records import PictureRecord, TileGroup, TileLabel
from .protocol import Draw, Found, PictureReader, Pixels, ReaderFactory
from .words import flattened, reason_for

__all__ = ["ANNOTATED", "SMALL", "Job", "Result", "Task", "Worker", "content_hash", "crop_tile"]

SMALL, ANNOTATED = "small.jpg", "annotated.jpg"
"""Names of what is kept of a picture besides its crops."""
_SMALL_PX = 512
"""Longer side of a picture on the review page: the tiles of a hand can be told apart, 30 kB."""
_HARDLY_SMALLER = 0.6
"""Share of its size from which on a picture is hardly made smaller."""
_SMALL_QUALITY, _QUALITY = 80, 95
_CROP_PX = (8, 512)
"""Least and most pixels of a crop's side."""
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Task:
    """One picture to read."""

    position: int
    """Its place among all pictures of the run."""
    path: Path
    file: str
    sha256: str = ""
    """Of the picture's bytes, or of its video's; empty where not yet known."""
    frame: int | None = None
    """Number of the frame, for one of a video."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one picture: a record, or an error."""

    sha256: str
    record: PictureRecord | None = None
    error: str = ""
    doubt: float = 0.0
    reasons: tuple[str, ...] = ()
    pieces: dict[str, bytes] = field(default_factory=dict)
    """Pictures made of the picture, by name."""
    crops: tuple[str | None, ...] = ()
    """For each tile of the record the name of its crop."""
    left_out: int = 0
    """Tiles below the least confidence."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with every picture; travels to the workers."""

    factory: ReaderFactory
    draw: Draw | None = None
    min_confidence: float = 0.0
    annotate: bool = False
    crops: bool = False


class Worker:
    """A reader and what is done with its findings, in one process."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._read: PictureReader = job.factory()

    def __call__(self, task: Task) -> Result:
        """Read one picture; whatever goes wrong with it is the result.

        Errors that nobody expected count as the picture's too: one odd picture among thousands
        must not end the run, and its reason is listed.
        """
        sha256 = task.sha256
        try:
            sha256 = sha256 or content_hash(task.path)
            return self._result(task, sha256, self._read(task.path))
        except RekjeError as error:
            return Result(sha256, error=reason_for(task.path, str(error)))
        except OSError as error:
            return Result(sha256, error=f"cannot be read ({error.strerror or error})")
        except Exception as error:
            return Result(sha256, error=flattened(f"unexpected {type(error).__name__}: {error}"))

    def _result(self, task: Task, sha256: str, found: Found) -> Result:
        record = replace(found.record, file=task.file)
        sure = _without(record, self._job.min_confidence)
        pieces: dict[str, bytes] = {}
        crops: list[str | None] = [None] * len(sure.tiles)
        pixels = found.pixels
        if pixels is not None:
            pieces[SMALL] = _jpeg(_shrunk(pixels), _SMALL_QUALITY)
            if self._job.annotate and self._job.draw is not None:
                pieces[ANNOTATED] = _jpeg(self._job.draw(pixels, found.reading), _QUALITY)
            for number, label in enumerate(sure.tiles if self._job.crops else ()):
                name = f"crop{number:02d}.jpg"
                pieces[name] = _jpeg(crop_tile(pixels, label.quad), _QUALITY)
                crops[number] = name
        return Result(
            sha256,
            sure,
            doubt=found.doubt,
            reasons=tuple(map(flattened, found.reasons)),
            pieces=pieces,
            crops=tuple(crops),
            left_out=len(record.tiles) - len(sure.tiles),
        )


def content_hash(path: Path) -> str:
    """Return the SHA-256 of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def crop_tile(pixels: Pixels, quad: Quad) -> Pixels:
    """Return the tile upright and straightened, about as large as it is in the picture.

    >>> crop_tile(np.zeros((90, 90, 3), np.uint8), Quad.from_box((10, 20, 36, 56))).shape
    (36, 26, 3)
    """
    a, b, c, d = quad.corners
    width = _side((math.dist(a, b) + math.dist(d, c)) / 2)
    height = _side((math.dist(a, d) + math.dist(b, c)) / 2)
    source = np.array(quad.corners, dtype=np.float32) - 0.5
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, target)
    straight = cv2.warpPerspective(
        pixels, warp, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(straight, dtype=np.uint8)


def _side(length: float) -> int:
    return min(max(round(length), _CROP_PX[0]), _CROP_PX[1])


def _without(record: PictureRecord, least: float) -> PictureRecord:
    """Drop the tiles below a confidence; groups keep them as tiles without a label."""
    kept = [
        number
        for number, label in enumerate(record.tiles)
        if label.confidence is None or label.confidence >= least
    ]
    if len(kept) == len(record.tiles):
        return record
    new = {old: number for number, old in enumerate(kept)}
    tiles: tuple[TileLabel, ...] = tuple(record.tiles[number] for number in kept)
    groups: tuple[TileGroup, ...] = tuple(
        replace(
            group,
            members=tuple(None if member is None else new.get(member) for member in group.members),
        )
        for group in record.groups
    )
    return replace(record, tiles=tiles, groups=groups, complete=False)


def _shrunk(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[:2]
    scale = _SMALL_PX / max(width, height)
    if scale >= 1:
        return pixels
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    # Of a picture hardly made smaller every pixel counts either way, and this way is faster.
    how = cv2.INTER_LINEAR if scale > _HARDLY_SMALLER else cv2.INTER_AREA
    return np.asarray(cv2.resize(pixels, size, interpolation=how), dtype=np.uint8)


def _jpeg(pixels: Pixels, quality: int) -> bytes:
    bgr = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()

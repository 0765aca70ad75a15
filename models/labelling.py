"""Photos read as label records: what bulk labelling needs of the models."""

import hashlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2

from ..datasets.label.protocol import Found, PictureReader
from ..datasets.quads import Quad
from ..datasets.records import Corners, PictureRecord, TileGroup, TileLabel
from ..scoring.messages import Lang
from ..scoring.tiles import Tile
from ..vision.image import open_photo
from ..vision.reader import Reader
from ..vision.reading import Reading, ReadingGroup, TileReading
from .metadata import Task
from .reading import open_reader
from .session import shipped_path

__all__ = ["LabelReaderFactory", "as_record", "doubt"]

_NOTHING_FOUND = 0.5
"""Doubt about a picture in which no tile was found."""


@dataclass(frozen=True, slots=True)
class LabelReaderFactory:
    """Opens the shipped models in the process that calls it, with one thread each."""

    lang: Lang = "en"
    """Language of the reasons for a look."""

    @property
    def identity(self) -> str:
        """Return a hash over both models."""
        whole = hashlib.sha256()
        for task in (Task.DETECTOR, Task.CLASSIFIER):
            whole.update(shipped_path(task).read_bytes())
        return whole.hexdigest()[:16]

    def __call__(self) -> PictureReader:
        """Return a function that reads one picture; raises `ModelError`."""
        cv2.setNumThreads(1)
        return partial(_read, open_reader(1), self.lang)


def _read(reader: Reader, lang: Lang, path: Path) -> Found:
    """Read one picture for labelling."""
    photo = open_photo(path)
    reading = reader.read(photo)
    reasons = tuple(note.text(lang) for note in reading.warnings)
    return Found(as_record(reading, path.name), doubt(reading), photo.view(1), reasons, reading)


def doubt(reading: Reading) -> float:
    """Return how doubtful the most doubtful tile of a picture is, 0 to 1.

    Whether the tiles make a hand does not count: pictures to be labelled may show any tiles.
    """
    sure = [tile.confidence * (1 - tile.no_tile) for tile in reading.tiles]
    return 1 - min(sure) if sure else _NOTHING_FOUND


def as_record(reading: Reading, file: str) -> PictureRecord:
    """Return the label record of a reading; a tile that lies face down is labelled as a back."""
    place = {tile.n: number for number, tile in enumerate(reading.tiles)}
    return PictureRecord(
        file=file,
        width=reading.width,
        height=reading.height,
        tiles=tuple(map(_label, reading.tiles)),
        source="rekje",
        hand=reading.hand_text,
        groups=tuple(_group(reading, group, place) for group in reading.groups),
    )


def _label(tile: TileReading) -> TileLabel:
    """Return the label of a tile; it says what is seen, so a kong's hidden tile is a back."""
    shown = Tile.BACK if tile.read_as is Tile.BACK else tile.tile
    return TileLabel(
        shown,
        Quad.of(tile.quad),
        corners=Corners.OUTLINE if shown is Tile.BACK else Corners.EXACT,
        group=tile.group,
        confidence=min(1.0, max(0.0, tile.confidence)),
    )


def _group(reading: Reading, group: ReadingGroup, place: dict[int, int]) -> TileGroup:
    """Return the label of a group; `place` gives each tile's index by its number."""
    tiles = reading.of_group(group)
    return TileGroup(
        kind=group.kind,
        open=group.open,
        tiles=tuple(tile.tile for tile in tiles),
        members=tuple(place[n] for n in group.tiles),
        turned=tuple(k for k, tile in enumerate(tiles) if tile.turned),
        face_down=tuple(k for k, tile in enumerate(tiles) if tile.read_as is Tile.BACK),
    )

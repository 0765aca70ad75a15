"""The final folders, made from the manifest: each is written beside its place and renamed."""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import overload

from ..convert import PictureMode, Written
from ..formats import FORMATS, TILES_LEFT_OUT, LabelFormat, Notes, WriteOptions
from ..pictures import place_picture
from ..records import PictureRecord
from .entry import Entry
from .manifest import Entries
from .own import FILES, is_own, made_anew, remove_own
from .pieces import PieceStore, piece_key
from .review import Page, write_page
from .split import Split
from .words import counted
from .work import ANNOTATED, SMALL

__all__ = [
    "BEGUN",
    "FRAME",
    "MANIFEST",
    "OURS",
    "Counts",
    "Failure",
    "OutputOptions",
    "Outputs",
    "clear_leftovers",
]

FRAME = "frame.jpg"
"""Name of a video's frame among the pieces."""
_REVIEW, _ANNOTATED, _CROPS = "review", "annotated", "crops"
_PAGE, MANIFEST = "review.html", "manifest.jsonl"
_MADE_FOLDERS = (*FORMATS, _REVIEW, _ANNOTATED, _CROPS)
BEGUN = (".pieces", ".lock", f".{MANIFEST}.????????.part")
"""What lies in the folder of a run before it has a manifest."""
OURS = (*_MADE_FOLDERS, _PAGE, MANIFEST, *BEGUN, FILES, ".*.????????", ".*.part")
"""All that labelling ever writes directly in the folder of a run."""
_AWAY = "pictures that are not at hand, left out of the folder"


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """What is made of the labels."""

    formats: tuple[str, ...] = ("jsonl",)
    pictures: PictureMode = PictureMode.AUTO
    split: Split | None = None
    review_below: float = 0.7
    """Certainty (1 - doubt) of a picture, and confidence of a tile, below which it is marked."""
    image_prefix: str = "/data/local-files/?d="
    """Label Studio: what stands before a picture's path in its address."""

    def __post_init__(self) -> None:
        WriteOptions(image_prefix=self.image_prefix)  # refused before anything is read


@dataclass(frozen=True, slots=True)
class Failure:
    """A picture that could not be read, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How many pictures and tiles a manifest has."""

    pictures: int
    """Pictures that were read, now or in an earlier run."""
    tiles: int
    doubtful: int
    failed: tuple[Failure, ...]
    left_out: int
    """Tiles below the least confidence."""
    absent: int
    """Pictures of an earlier run that were not among the inputs: kept, but in no output."""


class _Records(Sequence[PictureRecord]):
    """The records of entries on disk, one at a time in memory, each as `change` returns it."""

    def __init__(self, entries: Entries, change: Callable[[Entry], PictureRecord]) -> None:
        self._entries = entries
        self._change = change

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> PictureRecord: ...
    @overload
    def __getitem__(self, index: slice) -> "_Records": ...
    def __getitem__(self, index: int | slice) -> "PictureRecord | _Records":
        if isinstance(index, slice):
            return _Records(self._entries[index], self._change)
        return self._change(self._entries[index])

    def __iter__(self) -> Iterator[PictureRecord]:
        return map(self._change, self._entries)


class Outputs:
    """Makes the final folders of one run."""

    def __init__(
        self,
        out: Path,
        entries: Entries,
        options: OutputOptions,
        origin: Callable[[Entry], Path | None],
    ) -> None:
        """Take all entries in their order, and where each picture lies."""
        self._out = out
        self._options = options
        self._origin = origin
        self._pieces = PieceStore(out / ".pieces")
        below = options.review_below
        good: list[int] = []
        failed: dict[int, Failure] = {}
        doubts: dict[int, float] = {}
        kinds = Counter[str]()
        sums = Counter[str]()
        self._parts: dict[str, list[int]] = {}
        for number, entry in enumerate(entries):
            if entry.absent:
                sums["absent"] += 1
                continue
            if entry.record is None:
                failed[number] = Failure(entry.file, entry.error)
                continue
            good.append(number)
            sums["tiles"] += len(entry.record.tiles)
            sums["left_out"] += entry.left_out
            kinds.update(name for name in entry.pieces if name in (FRAME, SMALL, ANNOTATED))
            kinds[_CROPS] += any(entry.crops)
            if entry.is_doubtful(below):
                doubts[number] = -entry.doubt
            if options.split is not None:
                self._parts.setdefault(options.split.of(entry), []).append(number)
        self._entries = entries
        self._good = entries.chosen(good)
        self._failed = entries.chosen(failed)
        first = sorted(doubts, key=lambda number: (doubts[number], number))
        self._order = [*first, *(number for number in good if number not in doubts)]
        self._kinds = kinds
        self.counts = Counts(
            pictures=len(good),
            tiles=sums["tiles"],
            doubtful=len(doubts),
            failed=tuple(failed.values()),
            left_out=sums["left_out"],
            absent=sums["absent"],
        )
        """What there is, by the manifest."""

    def write(self) -> tuple[Written, ...]:
        """Make all folders and the page, and remove those of earlier runs not asked for now."""
        there = [name for name in FORMATS if is_own(self._out / name)]
        names = dict.fromkeys((*self._options.formats, *there))
        written = tuple(self._format(FORMATS[name]) for name in names)
        made = [*names, *self._pictures_made()]
        self._page()
        for name in _MADE_FOLDERS:
            if name not in made and is_own(self._out / name):
                remove_own(self._out / name)
        return written

    def _format(self, label_format: LabelFormat) -> Written:
        options = WriteOptions(image_prefix=self._options.image_prefix, notes=Notes())
        yolo = label_format.takes_folder
        change = self._yolo_record if yolo else _labels
        with made_anew(self._out / label_format.name) as stage:
            if yolo:
                label_format.write(_Records(self._good, change), stage, options)
            for part, entries in self._in_parts(label_format) if not yolo else ():
                (stage / part).mkdir(exist_ok=True)
                label_format.write(_Records(entries, change), stage / part, options)
            for entry in self._good if self._puts_any(label_format) else ():
                part = self._part(entry) if not yolo else ""
                place = stage / part / label_format.picture_path(change(entry).file)
                self._place(entry, place, label_format, options.notes)
        main = self._out / label_format.name
        return Written(
            format=label_format.name,
            path=main if self._parts and not yolo else main / label_format.main_file,
            pictures=len(self._good),
            tiles=self.counts.tiles - options.notes[TILES_LEFT_OUT],
            notes=options.notes.lines(),
        )

    def _in_parts(self, label_format: LabelFormat) -> Iterator[tuple[str, Entries]]:
        """Yield (folder, its entries); Label Studio's tasks have the doubtful pictures first."""
        ordered = self._order if label_format.name == "label-studio" else None
        if not self._parts:
            yield "", self._good if ordered is None else self._entries.chosen(ordered)
        for part, numbers in sorted(self._parts.items()):
            inside = set(numbers)
            chosen = numbers if ordered is None else [n for n in ordered if n in inside]
            yield part, self._entries.chosen(chosen)

    def _part(self, entry: Entry) -> str:
        return "" if self._options.split is None else self._options.split.of(entry)

    def _yolo_record(self, entry: Entry) -> PictureRecord:
        """Return the record under a name that shares neither picture nor label file."""
        file = entry.stem + PurePosixPath(entry.file).suffix
        part = self._part(entry)
        return replace(entry.labels, file=f"{part}/{file}" if part else file)

    def _wants(self, label_format: LabelFormat) -> bool:
        """Say whether pictures go beside the labels of this format."""
        if self._options.pictures is PictureMode.AUTO:
            return label_format.wants_pictures
        return self._options.pictures is not PictureMode.NONE

    def _puts_any(self, label_format: LabelFormat) -> bool:
        """Say whether some picture goes beside the labels; frames have no other place."""
        frames = bool(self._kinds[FRAME]) and self._options.pictures is not PictureMode.NONE
        return frames or self._wants(label_format)

    def _place(self, entry: Entry, target: Path, label_format: LabelFormat, notes: Notes) -> None:
        """Put the picture beside its labels, where wanted; frames have no other place."""
        mode = self._options.pictures
        frame = FRAME in entry.pieces
        if not (self._wants(label_format) or frame):
            return
        path = self._piece(entry, FRAME) if frame else self._origin(entry)
        if path is None or not path.is_file():
            notes[_AWAY] += 1
            return
        place_picture(path, target, link=frame or mode is PictureMode.LINK)

    def _pictures_made(self) -> list[str]:
        """Make the folders of small and annotated pictures and of crops."""
        made = []
        for folder, piece in ((_REVIEW, SMALL), (_ANNOTATED, ANNOTATED)):
            if self._kinds[piece]:
                made.append(folder)
                self._link(folder, ((entry, piece, f"{entry.stem}.jpg") for entry in self._good))
        if self._kinds[_CROPS]:
            made.append(_CROPS)
            self._link(_CROPS, self._crops())
        return made

    def _crops(self) -> Iterator[tuple[Entry, str, str]]:
        for entry in self._good:
            part = self._part(entry)
            folder = f"{part}/" if part else ""
            for number, (label, crop) in enumerate(
                zip(entry.labels.tiles, entry.crops, strict=True), start=1
            ):
                if crop is not None:
                    yield entry, crop, f"{folder}{label.tile.code}/{entry.stem}-{number:02d}.jpg"

    def _link(self, folder: str, items: Iterable[tuple[Entry, str, str]]) -> None:
        with made_anew(self._out / folder) as stage:
            for entry, piece, place in items:
                if piece in entry.pieces:
                    place_picture(self._piece(entry, piece), stage / place, link=True)

    def _piece(self, entry: Entry, name: str) -> Path:
        return self._pieces.require(piece_key(entry.sha256, entry.frame), name)

    def _page(self) -> None:
        page = Page(
            self._options.review_below,
            lambda entry: f"{_REVIEW}/{entry.stem}.jpg" if SMALL in entry.pieces else None,
            self._original,
        )
        counts = (
            f"{counted(len(self._good), 'picture')}, {self.counts.doubtful} doubtful, "
            f"{len(self._failed)} could not be read"
        )
        ordered = self._entries.chosen(self._order)
        write_page(self._out / _PAGE, page, ordered, self._failed, counts)

    def _original(self, entry: Entry) -> str | None:
        path = self._piece(entry, FRAME) if FRAME in entry.pieces else self._origin(entry)
        if path is None and os.path.isfile(entry.path):
            path = Path(entry.path)
        if path is None:
            return None
        try:
            return Path(os.path.relpath(path, os.path.abspath(self._out))).as_posix()
        except ValueError:  # another disk
            return None


def clear_leftovers(out: Path) -> None:
    """Remove what a run that was killed while it made the folders left beside them.

    A folder that had been put aside, and nothing else in its place yet, takes its name again.
    """
    for name in _MADE_FOLDERS:
        for stage in out.glob(f".{name}.????????"):
            if not stage.is_dir() or {path.name for path in stage.iterdir()} - {"new", "old"}:
                continue
            if (stage / "old").is_dir() and not (out / name).exists():
                (stage / "old").rename(out / name)
            shutil.rmtree(stage, ignore_errors=True)
    for name in (_PAGE, MANIFEST):
        for path in out.glob(f".{name}.????????.part"):
            path.unlink(missing_ok=True)


def _labels(entry: Entry) -> PictureRecord:
    return entry.labels

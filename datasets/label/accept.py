"""Takes the labels back that people corrected in Label Studio or CVAT."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from ..check import ProblemCode, Severity, check_labels
from ..convert import guess_format, load_labels
from ..errors import LabelFileError, OutputError
from ..fields import Place
from ..files import read_text
from ..formats import Notes, ReadOptions, ReadResult
from ..formats.cvat import CVAT
from ..formats.label_studio import LABEL_STUDIO
from ..json_text import parse_json
from ..records import PictureRecord
from .corrections import Corrections, compare
from .entry import Entry
from .folder import MANIFEST, Again, Mode, open_folder, stops_resumable
from .manifest import Entries, Manifest
from .merge import placed_picture
from .outputs import OutputOptions
from .own import written_files
from .pieces import piece_key
from .run import Summary, finish

__all__ = ["AcceptOptions", "Accepted", "accept"]

_OTHER_SIZE = "pictures of another size than was read, passed over"
_UNKNOWN = "pictures that are not in this folder, passed over"
_UNTOUCHED = "tasks that nobody reviewed, passed over"
_NO_TILE = "outlines that are flat, crossed or outside the picture, left out"
_NO_TILE_CODES = (ProblemCode.FLAT, ProblemCode.CROSSED, ProblemCode.OUTSIDE)


@dataclass(frozen=True, slots=True)
class AcceptOptions:
    """What was asked for."""

    reviewed: Path
    out: Path
    """The folder that was labelled, whose labels are corrected."""
    outputs: OutputOptions = field(default_factory=lambda: OutputOptions(formats=()))


@dataclass(frozen=True, slots=True)
class Accepted:
    """What was corrected, and the folder as it is now."""

    corrections: Corrections
    summary: Summary
    notes: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return both as one JSON document."""
        return {
            **self.summary.to_json(),
            "corrections": self.corrections.to_json(),
            "notes": list(self.notes),
        }


def accept(options: AcceptOptions) -> Accepted:
    """Correct the labels of a folder and write its formats again.

    What the models had read stays in the manifest, so that the counts are against it however
    often corrections are taken back. Raises `LabelFileError` for a broken export, and
    `OutputError` for one that lies where the formats are written.
    """
    settings, entries = Manifest.look(options.out / MANIFEST)
    notes = Notes()
    _refuse_own(options.reviewed, options.out)
    right = _reviewed(options.reviewed, entries, notes)
    counts = Corrections()
    with (
        stops_resumable(options.out, Again.ACCEPT),
        open_folder(options.out, settings, Mode.RESUME) as folder,
    ):
        places = folder.manifest.places()
        current = folder.manifest.entries(places)
        for entry in current:
            for name in entry.pieces:
                folder.pieces.require(piece_key(*entry.key), name)
        folder.manifest.arrange(_corrected(current, right, counts, notes))
        summary = finish(folder, options.outputs, lambda entry: placed_picture(options.out, entry))
    return Accepted(counts, summary, notes.lines())


def _corrected(
    entries: Entries, right: dict[str, PictureRecord], counts: Corrections, notes: Notes
) -> Iterator[Entry]:
    for entry in entries:
        new = right.get(entry.file)
        if new is None or entry.record is None:
            yield entry
        elif (new.width, new.height) != (entry.record.width, entry.record.height):
            notes[_OTHER_SIZE] += 1
            yield entry
        else:
            yield _reviewed_entry(entry, new, counts)


def _reviewed_entry(entry: Entry, new: PictureRecord, counts: Corrections) -> Entry:
    """Return the entry with the corrected record; crops go with the tiles that did not move."""
    now = entry.labels
    if entry.read is None:
        reviewed = compare(now, new, counts)
    else:
        compare(entry.read, new, counts)
        reviewed = compare(now, new, Corrections())
    crops = tuple(None if number is None else entry.crops[number] for number in reviewed.origins)
    return replace(entry, record=reviewed.record, read=entry.read or now, crops=crops)


def _reviewed(path: Path, entries: Entries, notes: Notes) -> dict[str, PictureRecord]:
    """Return the reviewed records by the names that the folder knows the pictures by."""
    name, labels = _export(path, notes)
    untouched = frozenset[str]()
    if name == LABEL_STUDIO.name and labels.source is not None:
        untouched = _untouched(labels.source)
    files = [entry.file for entry in entries if entry.record is not None]
    known = set(files)
    by_name: dict[str, list[str]] = {}
    for file in files:
        by_name.setdefault(PurePosixPath(file).name, []).append(file)
    right: dict[str, PictureRecord] = {}
    for record in labels.records:
        alike = by_name.get(PurePosixPath(record.file).name, [])
        file = record.file if record.file in known else alike[0] if len(alike) == 1 else ""
        if record.file in untouched:
            notes[_UNTOUCHED] += 1
        elif not file:
            notes[_UNKNOWN] += 1
        else:
            right[file] = _shown(record, notes)
    return right


def _export(path: Path, notes: Notes) -> tuple[str, ReadResult]:
    """Return the format and the labels of an export."""
    if not (path.is_file() or path.is_dir()):
        seen = "a pipe or a device" if path.exists() else "no such file"
        raise Place(path).error(seen, "a Label Studio or CVAT export", "check the path")
    try:
        name = guess_format(path)
        if name not in (LABEL_STUDIO.name, CVAT.name):
            raise Place(path).error(f"labels of the format {name}", "a Label Studio or CVAT export")
        return name, load_labels(path, format_name=name, options=ReadOptions(notes=notes))
    except LabelFileError as error:  # its advice is for another command
        raise LabelFileError(
            error.file,
            error.line,
            error.field,
            seen=error.seen,
            expected=error.expected,
            advice="export from Label Studio as JSON, or from CVAT as CVAT for images",
        ) from error


def _refuse_own(reviewed: Path, out: Path) -> None:
    """Refuse an export that lies where a file of the folder is written again."""
    place, folder = Path(os.path.realpath(reviewed)), Path(os.path.realpath(out))
    if place.is_dir() and place.is_relative_to(folder):
        raise OutputError(f"{reviewed}: is a folder of {out}; name the file that was exported")
    for above in place.parents:
        if above.parent == folder and place.relative_to(above).as_posix() in written_files(above):
            raise OutputError(
                f"{reviewed}: lies where labels are written again; move it elsewhere, out of {out}"
            )


def _shown(record: PictureRecord, notes: Notes) -> PictureRecord:
    """Return the record without outlines that show no tile."""
    bare = tuple(replace(label, group=None) for label in record.tiles)
    record = replace(record, tiles=bare, groups=(), hand="")
    wrong = {
        number
        for problem in check_labels([record])
        if problem.code in _NO_TILE_CODES and problem.severity is Severity.ERROR
        for number in problem.tiles
    }
    if wrong:
        notes[_NO_TILE] += len(wrong)
    tiles = tuple(label for number, label in enumerate(bare) if number not in wrong)
    return replace(record, tiles=tiles)


def _untouched(path: Path) -> frozenset[str]:
    """Return the pictures of the Label Studio tasks that have a prediction only."""
    tasks = parse_json(read_text(path), Place(path))
    return frozenset(
        str(task["data"].get("file", ""))
        for task in tasks
        if isinstance(task.get("data"), dict) and not task.get("annotations")
    )

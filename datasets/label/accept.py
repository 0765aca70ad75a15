"""Takes the labels back that people corrected in Label Studio or CVAT."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from ..convert import guess_format, load_labels
from ..fields import Place
from ..files import read_text
from ..formats import Notes, ReadOptions
from ..formats.label_studio import LABEL_STUDIO
from ..json_text import parse_json
from ..records import PictureRecord
from .corrections import Corrections, compare
from .folder import MANIFEST, Mode, open_folder, stops_resumable
from .manifest import Entries, Entry, Manifest
from .merge import placed_picture
from .outputs import OutputOptions
from .run import Summary, finish

__all__ = ["AcceptOptions", "Accepted", "accept"]

_OTHER_SIZE = "pictures of another size than was read, passed over"
_UNKNOWN = "pictures that are not in this folder, passed over"
_UNTOUCHED = "tasks that nobody reviewed, passed over"


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
    often corrections are taken back. Raises `LabelFileError` for a broken export.
    """
    settings, entries = Manifest.look(options.out / MANIFEST)
    notes = Notes()
    right = _reviewed(options.reviewed, entries, notes)
    counts = Corrections()
    with (
        stops_resumable(options.out),
        open_folder(options.out, settings, Mode.RESUME) as folder,
    ):
        places = folder.manifest.places()
        current = folder.manifest.entries(places)
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
    name = guess_format(path)
    labels = load_labels(path, format_name=name, options=ReadOptions(notes=notes))
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
            right[file] = record
    return right


def _untouched(path: Path) -> frozenset[str]:
    """Return the pictures of the Label Studio tasks that have a prediction only."""
    tasks = parse_json(read_text(path), Place(path))
    return frozenset(
        str(task["data"].get("file", ""))
        for task in tasks
        if isinstance(task.get("data"), dict) and not task.get("annotations")
    )

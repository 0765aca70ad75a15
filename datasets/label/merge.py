"""Folders labelled on several machines, made into one.

All must be of the same settings. A picture that lies in several, by its content, is taken once:
reviewed before not reviewed, read before failed, else from the folder named first. Two pictures
of one name are both kept, the second under a number.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from ..errors import OutputError
from ..formats import FORMATS
from ..pictures import place_picture
from .entry import Entry, Settings
from .folder import MANIFEST, Again, Mode, RunFolder, alone, open_folder, stops_resumable
from .manifest import Entries, Manifest
from .names import Names
from .outputs import OutputOptions
from .pieces import PieceStore, piece_key
from .run import Summary, finish

__all__ = ["MergeOptions", "merge", "placed_picture"]

_PARTS = ("", "train/", "val/", "test/")


@dataclass(frozen=True, slots=True)
class MergeOptions:
    """What was asked for."""

    folders: tuple[Path, ...]
    out: Path
    outputs: OutputOptions = field(default_factory=OutputOptions)
    mode: Mode = Mode.NEW


@dataclass(frozen=True, slots=True)
class _Part:
    """One of the folders that are made one."""

    folder: Path
    pieces: PieceStore
    entries: Entries


def merge(options: MergeOptions) -> Summary:
    """Write one folder with the pictures of all; raises what `label` raises."""
    if len(options.folders) < 2:
        raise OutputError("--merge: name two or more folders that were labelled")
    if options.mode is Mode.RESUME:
        raise OutputError("--merge: begins anew each time; give --overwrite instead of --resume")
    if options.mode is Mode.NEW and os.path.isfile(options.out / MANIFEST):
        raise OutputError(
            f"{options.out}: holds an earlier run; begin anew by --overwrite, or name another "
            "folder for --out"
        )
    with ExitStack() as held:
        for shard in options.folders:
            held.enter_context(alone(shard, reads=True))
        looked = [Manifest.look(shard / MANIFEST, whole=True) for shard in options.folders]
        settings = _same_settings(options.folders, [settings for settings, _ in looked])
        parts = [
            _Part(shard, PieceStore(shard / ".pieces"), entries)
            for shard, (_, entries) in zip(options.folders, looked, strict=True)
        ]
        for part, entry in _kept(parts):
            for name in entry.pieces:
                part.pieces.require(piece_key(*entry.key), name)
        held.enter_context(stops_resumable(options.out, Again.MERGE))
        folder = held.enter_context(
            open_folder(options.out, settings, options.mode, options.folders)
        )
        origins: dict[str, Path] = {}
        folder.manifest.arrange(_merged(folder, parts, origins))
        return finish(folder, options.outputs, lambda entry: origins.get(entry.file))


def placed_picture(folder: Path, entry: Entry) -> Path | None:
    """Return the copy of a picture that an earlier run placed beside its labels."""
    suffix = PurePosixPath(entry.file).suffix
    for label_format in FORMATS.values():
        for part in _PARTS:
            name = f"{part}{entry.stem}{suffix}" if label_format.takes_folder else entry.file
            file = label_format.picture_path(name)
            path = folder / label_format.name / ("" if label_format.takes_folder else part) / file
            if path.is_file():
                return path
    return None


def _same_settings(folders: Sequence[Path], settings: Sequence[Settings]) -> Settings:
    for folder, other in zip(folders[1:], settings[1:], strict=True):
        differences = other.differences(settings[0])
        if differences:
            raise OutputError(
                f"{folder}: was labelled with other settings than {folders[0]} ({differences}); "
                "label one of them again"
            )
    return settings[0]


def _merged(folder: RunFolder, parts: Sequence[_Part], origins: dict[str, Path]) -> Iterator[Entry]:
    """Yield the entries that are kept, each under a name of its own, with its pieces placed."""
    names = Names()
    for part, entry in _kept(parts):
        file = names.file(entry.file)
        key = piece_key(*entry.key)
        for name in entry.pieces:
            place_picture(part.pieces.path(key, name), folder.pieces.path(key, name), link=True)
        picture = placed_picture(part.folder, entry)
        if picture is not None:
            origins[file] = picture
        yield entry.renamed(file, names.stem(file))


def _kept(parts: Sequence[_Part]) -> Iterator[tuple[_Part, Entry]]:
    """Yield the entries that are kept, each with its part."""
    best = _best([part.entries for part in parts])
    for number, part in enumerate(parts):
        for index, entry in enumerate(part.entries):
            if best.get(_identity(entry)) == (number, index):
                yield part, entry


def _best(lists: Sequence[Entries]) -> dict[tuple[str, int | None], tuple[int, int]]:
    """Return for each picture the entry that is kept, as (folder, index)."""
    best: dict[tuple[str, int | None], tuple[tuple[int, int], int]] = {}
    for number, entries in enumerate(lists):
        for index, entry in enumerate(entries):
            if entry.absent:
                continue
            rank = 2 if entry.read is not None else int(entry.record is not None)
            key = _identity(entry)
            if key not in best or rank > best[key][1]:
                best[key] = ((number, index), rank)
    return {key: place for key, (place, _) in best.items()}


def _identity(entry: Entry) -> tuple[str, int | None]:
    """Return what tells pictures apart: content, or the name of one that has none."""
    return entry.key if entry.sha256 else (f"file {entry.file}", None)

"""Folders labelled on several machines, made into one.

All must be of the same settings. A picture that lies in several, by its content, is taken once:
reviewed before not reviewed, read before failed, else from the folder named first. Two pictures
of one name are both kept, the second under a number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from ..errors import OutputError
from ..formats import FORMATS
from ..pictures import place_picture
from .folder import MANIFEST, Mode, RunFolder, open_folder, stops_resumable
from .manifest import Entries, Entry, Manifest, Settings
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


def merge(options: MergeOptions) -> Summary:
    """Write one folder with the pictures of all; raises what `label` raises."""
    if len(options.folders) < 2:
        raise OutputError("--merge: name two or more folders that were labelled")
    if options.mode is Mode.RESUME:
        raise OutputError("--merge: begins anew each time; give --overwrite instead of --resume")
    looked = [Manifest.look(folder / MANIFEST) for folder in options.folders]
    settings = _same_settings(options.folders, [settings for settings, _ in looked])
    shards = [entries for _, entries in looked]
    with (
        stops_resumable(options.out),
        open_folder(options.out, settings, options.mode, options.folders) as folder,
    ):
        origins: dict[str, Path] = {}
        folder.manifest.arrange(_merged(folder, options.folders, shards, origins))
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


def _merged(
    folder: RunFolder, shards: Sequence[Path], lists: Sequence[Entries], origins: dict[str, Path]
) -> Iterator[Entry]:
    """Yield the entries that are kept, each under a name of its own, with its pieces placed."""
    best = _best(lists)
    names = Names()
    for number, (shard, entries) in enumerate(zip(shards, lists, strict=True)):
        store = PieceStore(shard / ".pieces")
        for index, entry in enumerate(entries):
            if best.get(_identity(entry)) != (number, index):
                continue
            file = names.file(entry.file)
            kept = entry.renamed(file, names.stem(file))
            key = piece_key(*entry.key)
            for name in entry.pieces:
                place_picture(store.path(key, name), folder.pieces.path(key, name), link=True)
            picture = placed_picture(shard, entry)
            if picture is not None:
                origins[file] = picture
            yield kept


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

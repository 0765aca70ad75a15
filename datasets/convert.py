"""Labels from any format to any other, with or without their pictures."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import Any

from .errors import LabelFileError, OutputError
from .files import literal, read_lines, read_text, refuse_output, staged_folder
from .formats import (
    FORMATS,
    TILES_LEFT_OUT,
    LabelFormat,
    Notes,
    ReadOptions,
    ReadResult,
    WriteOptions,
)
from .photos import read_photos
from .pictures import place_picture, require_picture
from .records import PictureRecord

__all__ = [
    "PHOTOS",
    "PictureMode",
    "Written",
    "check_export",
    "export_labels",
    "guess_format",
    "load_labels",
]

PHOTOS = "photos"
"""Name of the shared photos' own label files, which can only be read."""
_BY_SUFFIX = {".xml": "cvat", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
_FOLDER_FILES = tuple(
    (item.main_file, item.name) for item in FORMATS.values() if not item.takes_folder
)


class PictureMode(Enum):
    """What happens to the pictures when labels are written."""

    AUTO = "auto"
    """Copied where the format is no use without them beside the labels (YOLO), else left."""
    NONE = "none"
    COPY = "copy"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Written:
    """What an export wrote, and what the format could not keep."""

    format: str
    path: Path
    pictures: int
    tiles: int
    notes: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return what was written as a JSON object."""
        return {
            "format": self.format,
            "path": str(self.path),
            "pictures": self.pictures,
            "tiles": self.tiles,
            "notes": list(self.notes),
        }


def load_labels(
    path: Path, *, format_name: str | None = None, options: ReadOptions | None = None
) -> ReadResult:
    """Read labels of any format; without `format_name` it is guessed.

    Raises `LabelFileError`, naming file, line and field, and `PictureError` where a size has to
    come from a picture that cannot be read.
    """
    path = Path(path)
    options = options or ReadOptions()
    name = format_name or guess_format(path)
    if name == PHOTOS:
        images = options.images or path.parent / path.stem
        return ReadResult(tuple(read_photos(path)), images, path)
    label_format = _format(name)
    source = path
    if path.is_dir() and not label_format.takes_folder:
        source = path / label_format.main_file
    elif path.is_file() and label_format.takes_folder:
        source = path.parent
    images = options.images or (source if source.is_dir() else source.parent)
    return ReadResult(tuple(label_format.read(source, options)), images, source)


def export_labels(
    labels: ReadResult,
    folder: Path,
    format_name: str,
    *,
    pictures: PictureMode = PictureMode.AUTO,
    overwrite: bool = False,
    options: WriteOptions | None = None,
) -> Written:
    """Write labels as a folder of one format; all or nothing.

    An old folder is replaced, with `overwrite`, only if it holds nothing but what this format
    writes, and never one that holds the labels or pictures that were read.
    """
    label_format = _format(format_name)
    options = replace(options or WriteOptions(), notes=Notes())
    check_export(labels, folder, format_name, pictures=pictures, overwrite=overwrite)
    placed = _places_pictures(label_format, pictures)
    with staged_folder(
        folder,
        overwrite=overwrite,
        ours=_ours(labels.records, label_format, placed=placed),
        inputs=_inputs(labels),
    ) as stage:
        label_format.write(labels.records, stage, options)
        for record in labels.records if placed else ():
            target = stage / label_format.picture_path(record.file)
            link = pictures is PictureMode.LINK
            place_picture(labels.images / record.file, target, link=link)
    tiles = sum(len(record.tiles) for record in labels.records)
    return Written(
        format=format_name,
        path=Path(folder) / label_format.main_file,
        pictures=len(labels.records),
        tiles=tiles - options.notes[TILES_LEFT_OUT],
        notes=options.notes.lines(),
    )


def check_export(
    labels: ReadResult,
    folder: Path,
    format_name: str,
    *,
    pictures: PictureMode = PictureMode.AUTO,
    overwrite: bool = False,
) -> None:
    """Raise what `export_labels` would raise for its names and pictures; nothing is written."""
    label_format = _format(format_name)
    placed = _places_pictures(label_format, pictures)
    _refuse_same_files(labels.records)
    _refuse_same_places(labels.records, label_format, placed=placed)
    ours = _ours(labels.records, label_format, placed=placed)
    refuse_output(folder, overwrite=overwrite, ours=ours, inputs=_inputs(labels))
    for record in labels.records if placed else ():
        require_picture(labels.images / record.file)


def guess_format(path: Path) -> str:
    """Return the name of the format of a label file or folder.

    >>> guess_format(Path("job/annotations.xml"))
    'cvat'
    """
    if path.is_dir():
        return _guess_folder(path)
    suffix = path.suffix.lower()
    if suffix in (".yaml", ".yml"):
        return "yolo"
    if suffix == ".json":
        return _guess_json(path)
    if suffix not in _BY_SUFFIX:
        raise _unknown(path, f"the ending {suffix!r}")
    if suffix == ".jsonl" and path.is_file():
        first = next(read_lines(path), (0, ""))[1]
        if '"box_quality"' in first or ('"unstretched"' in first and '"schema"' not in first):
            return PHOTOS
    return _BY_SUFFIX[suffix]


def _format(name: str) -> LabelFormat:
    if name not in FORMATS:
        raise OutputError(f"{name!r} is no label format; there are: {', '.join(FORMATS)}")
    return FORMATS[name]


def _guess_folder(path: Path) -> str:
    for main_file, name in _FOLDER_FILES:
        if (path / main_file).is_file():
            return name
    if (path / "data.yaml").is_file() or any(path.rglob("labels")):
        return "yolo"
    raise _unknown(path, "a folder without " + ", ".join(name for name, _ in _FOLDER_FILES))


def _guess_json(path: Path) -> str:
    """Tell a list of tasks from a COCO document by the first bracket."""
    start = re.match(r"\s*([\[{])", read_text(path))
    if start is None:
        raise _unknown(path, "neither [ nor { at the start")
    return "label-studio" if start[1] == "[" else "coco"


def _unknown(path: Path, seen: str) -> LabelFileError:
    return LabelFileError(
        path,
        None,
        None,
        seen=seen,
        expected="labels of a known format",
        advice="say which with --from: " + ", ".join([*FORMATS, PHOTOS]),
    )


def _refuse_same_files(records: Sequence[PictureRecord]) -> None:
    seen = set()
    for record in records:
        if record.file in seen:
            raise OutputError(
                f"{record.file}: two records of this picture; merge or rename them first"
            )
        seen.add(record.file)


def _refuse_same_places(
    records: Sequence[PictureRecord], label_format: LabelFormat, *, placed: bool
) -> None:
    """Refuse pictures whose labels or copies would share a place with anything else."""
    fixed = (label_format.main_file, *label_format.other_files)
    taken = dict.fromkeys(fixed, f"the labels of the format {label_format.name}")
    folders: dict[str, str] = {}
    for record in records:
        for place in _places(record, label_format, placed=placed):
            above = [str(path) for path in PurePosixPath(place).parents][:-1]
            found = next((one for one in (place, *above) if one in taken), None)
            other = folders.get(place) if found is None else taken[found]
            if other is not None:
                raise OutputError(
                    f"{record.file} and {other} would share the place {found or place}; "
                    "give the pictures different names"
                )
            taken[place] = record.file
            folders.update(dict.fromkeys(above, record.file))


def _places(record: PictureRecord, label_format: LabelFormat, *, placed: bool) -> list[str]:
    """Return where the picture and its own label file go, relative to the format's folder."""
    places = [label_format.picture_path(record.file)] if placed else []
    if label_format.label_path is not None:
        places.append(label_format.label_path(record.file))
    return places


def _places_pictures(label_format: LabelFormat, mode: PictureMode) -> bool:
    if mode is PictureMode.AUTO:
        return label_format.wants_pictures
    return mode is not PictureMode.NONE


def _ours(
    records: Sequence[PictureRecord], label_format: LabelFormat, *, placed: bool
) -> tuple[str, ...]:
    """Return the names that the format writes directly in its folder."""
    names = {label_format.main_file, *label_format.other_files, *label_format.folders}
    for record in records:
        places = _places(record, label_format, placed=placed)
        names.update(literal(PurePosixPath(place).parts[0]) for place in places)
    return tuple(sorted(names))


def _inputs(labels: ReadResult) -> tuple[Path, ...]:
    return (labels.images,) if labels.source is None else (labels.images, labels.source)

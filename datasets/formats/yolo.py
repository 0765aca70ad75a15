"""YOLO text labels: one file a picture, coordinates as shares of width and height.

Boxes are `class cx cy w h`, oriented boxes `class x1 y1 x2 y2 x3 y3 x4 y4`; predictions may carry
a confidence as one more column. The trainers find a label by replacing the last folder `images`
in a picture's path by `labels`, refuse numbers outside 0 to 1, and need `data.yaml`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from ..files import write_text
from ..quads import Quad
from ..records import Corners, PictureRecord, TileLabel
from .base import TILES_LEFT_OUT, LabelFormat, Notes, WriteOptions
from .classes import NAMES, names_as_yaml
from .yolo_reader import read_yolo

__all__ = ["YOLO", "YOLO_OBB", "label_path", "picture_path"]

_SPLITS = {"train": ("train",), "val": ("val", "valid"), "test": ("test",)}
_CLIPPED = "tiles reaching over the edge, cut to the picture"
_FOLDERS = ("images", "labels")
_LEFT_BY_TRAINERS = ("*.cache",)


def picture_path(file: str) -> str:
    """Return where a picture lies in the tree: below a folder `images`.

    >>> picture_path("a/1.jpg"), picture_path("train/images/1.jpg")
    ('images/a/1.jpg', 'train/images/1.jpg')
    """
    return file if "images" in PurePosixPath(file).parts[:-1] else f"images/{file}"


def label_path(file: str) -> str:
    """Return where the label of a picture lies, as the trainers look for it.

    >>> label_path("a/1.jpg"), label_path("train/images/1.jpg")
    ('labels/a/1.txt', 'train/labels/1.txt')
    """
    parts = list(PurePosixPath(picture_path(file)).with_suffix(".txt").parts)
    last = max(n for n, part in enumerate(parts[:-1]) if part == "images")
    parts[last] = "labels"
    return str(PurePosixPath(*parts))


def _writer(
    numbers: Callable[[TileLabel, PictureRecord, Notes], list[float] | None],
) -> Callable[[Sequence[PictureRecord], Path, WriteOptions], None]:
    def write(records: Sequence[PictureRecord], folder: Path, options: WriteOptions) -> None:
        """Write `data.yaml` and a label file for each picture, an empty one for no tiles."""
        for record in records:
            write_text(folder / label_path(record.file), _lines(record, numbers, options))
        write_text(folder / "data.yaml", [_data_yaml(records)])

    return write


def _lines(
    record: PictureRecord,
    numbers: Callable[[TileLabel, PictureRecord, Notes], list[float] | None],
    options: WriteOptions,
) -> Iterator[str]:
    for label in record.tiles:
        values = numbers(label, record, options.notes)
        if values is None:
            options.notes[TILES_LEFT_OUT] += 1
            continue
        if options.confidence:
            values.append(1.0 if label.confidence is None else label.confidence)
        yield f"{label.tile.index} " + " ".join(f"{value:.7f}" for value in values) + "\n"


def _box_numbers(label: TileLabel, record: PictureRecord, notes: Notes) -> list[float] | None:
    if label.corners is not Corners.BOX:
        notes["outlines written as the upright boxes around them"] += 1
    quad = _inside(label.quad, record, notes)
    x0, y0, x1, y1 = quad.box
    if x0 >= x1 or y0 >= y1:
        return None
    return [
        (x0 + x1) / 2 / record.width,
        (y0 + y1) / 2 / record.height,
        (x1 - x0) / record.width,
        (y1 - y0) / record.height,
    ]


def _quad_numbers(label: TileLabel, record: PictureRecord, notes: Notes) -> list[float] | None:
    quad = _inside(label.quad, record, notes)
    x0, y0, x1, y1 = quad.box
    if x0 >= x1 or y0 >= y1:
        return None
    return [share for x, y in quad.corners for share in (x / record.width, y / record.height)]


def _inside(quad: Quad, record: PictureRecord, notes: Notes) -> Quad:
    """Move corners outside the picture to its edge."""
    inside = Quad.of(
        (min(max(x, 0.0), record.width), min(max(y, 0.0), record.height)) for x, y in quad.corners
    )
    if inside != quad:
        notes[_CLIPPED] += 1
    return inside


def _data_yaml(records: Sequence[PictureRecord]) -> str:
    """Return data.yaml; pictures of no known split serve as both train and val."""
    roots = sorted({_root(picture_path(record.file)) for record in records}) or ["images"]
    lines = []
    for key, folders in _SPLITS.items():
        chosen = [root for root in roots if set(PurePosixPath(root).parts) & set(folders)]
        if not chosen and key != "test":
            chosen = roots
        if chosen:
            lines.append(f"{key}: " + "[" + ", ".join(_quoted(root) for root in chosen) + "]\n")
    return "".join(lines) + f"nc: {len(NAMES)}\n" + names_as_yaml()


def _root(path: str) -> str:
    """Return the path up to its first folder `images`, and the split below it if there is one."""
    parts = PurePosixPath(path).parts
    first = parts.index("images") + 1
    known = [name for folders in _SPLITS.values() for name in folders]
    if len(parts) > first + 1 and parts[first] in known:
        return "/".join(parts[: first + 1])
    return "/".join(parts[:first])


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


YOLO = LabelFormat(
    name="yolo",
    main_file="data.yaml",
    write=_writer(_box_numbers),
    read=read_yolo,
    other_files=_LEFT_BY_TRAINERS,
    folders=_FOLDERS,
    picture_path=picture_path,
    label_path=label_path,
    takes_folder=True,
    wants_pictures=True,
)
YOLO_OBB = replace(YOLO, name="yolo-obb", write=_writer(_quad_numbers))

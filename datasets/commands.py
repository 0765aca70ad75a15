"""`rekje datasets`: convert, check and count labels, and render labelled pictures."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from .errors import DatasetError, OutputError
from .render.command import render

if TYPE_CHECKING:
    from .check import Problem
    from .convert import Written
    from .formats import ReadResult
    from .stats import LabelStats

__all__ = ["app"]

_EXIT_FOUND, _EXIT_USAGE, _EXIT_UNREADABLE = 1, 2, 3
_FORMATS = "yolo, yolo-obb, coco, label-studio, cvat, csv, jsonl"

app = typer.Typer(help="Label files and training pictures.", no_args_is_help=True)
app.command()(render)

_In = Annotated[
    list[Path], typer.Argument(metavar="PATH...", help="Label files, or folders in one format.")
]
_From = Annotated[
    str | None,
    typer.Option("--from", help=f"Format of the input: {_FORMATS}, photos. Guessed if left out."),
]
_Images = Annotated[
    Path | None,
    typer.Option(help="Folder that picture paths are relative to, if not that of the labels."),
]
_Classes = Annotated[
    Path | None,
    typer.Option(help='JSON object of foreign class names to tile codes: {"dots-3": "3p"}.'),
]
_Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
_Quiet = Annotated[bool, typer.Option("--quiet", help="No notes and summaries.")]


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="PATH", help="A label file or folder.")],
    *,
    to: Annotated[list[str], typer.Option("--to", help=f"Format, repeatable: {_FORMATS}.")],
    out: Annotated[Path, typer.Option(help="Each format gets a folder of its name in here.")],
    from_format: _From = None,
    images: _Images = None,
    classes: _Classes = None,
    pictures: Annotated[
        str,
        typer.Option(
            metavar="auto|none|copy|link",
            help="What to do with the pictures; auto copies them for YOLO only.",
        ),
    ] = "auto",
    image_prefix: Annotated[
        str, typer.Option(help="Label Studio: address of the pictures' folder.")
    ] = "/data/local-files/?d=",
    confidence: Annotated[
        bool, typer.Option(help="YOLO: write confidences (for evaluation, not for training).")
    ] = False,
    overwrite: Annotated[bool, typer.Option(help="Replace folders of earlier output.")] = False,
    as_json: _Json = False,
    quiet: _Quiet = False,
) -> None:
    """Write labels of one format in one or more others."""
    from .convert import PictureMode, check_export, export_labels
    from .formats import WriteOptions

    modes = [mode.value for mode in PictureMode]
    if pictures not in modes:
        raise typer.BadParameter(f"{pictures!r} is none of {', '.join(modes)}")
    with _Edge():
        labels = _load(source, from_format, images, classes, quiet=quiet)
        options = WriteOptions(confidence=confidence, image_prefix=image_prefix)
        names = tuple(dict.fromkeys(to))
        mode = PictureMode(pictures)
        for name in names:
            check_export(labels, out / name, name, pictures=mode, overwrite=overwrite)
        done = [
            export_labels(
                labels, out / name, name, pictures=mode, overwrite=overwrite, options=options
            )
            for name in names
        ]
    _report(done, as_json=as_json, quiet=quiet)


@app.command()
def check(
    sources: _In,
    *,
    from_format: _From = None,
    images: _Images = None,
    classes: _Classes = None,
    no_pictures: Annotated[
        bool, typer.Option("--no-pictures", help="Do not look at the picture files.")
    ] = False,
    strict: Annotated[bool, typer.Option(help="Warnings count as errors.")] = False,
    as_json: _Json = False,
    quiet: _Quiet = False,
) -> None:
    """Find labels that cannot be true; exit code 1 if there are any."""
    from .check import Severity, check_labels
    from .fields import one_line

    problems: list[tuple[Path, Problem]] = []
    pictures = 0
    with _Edge():
        for source in sources:
            labels = _load(source, from_format, images, classes, quiet=quiet)
            pictures += len(labels.records)
            found = check_labels(labels.records, None if no_pictures else labels.images)
            problems.extend((source, problem) for problem in found)
    errors = sum(problem.severity is Severity.ERROR for _, problem in problems)
    warnings = len(problems) - errors
    if as_json:
        counts = {"schema": 1, "pictures": pictures, "errors": errors, "warnings": warnings}
        listed = [{"labels": str(source), **problem.to_json()} for source, problem in problems]
        _print_json({**counts, "problems": listed})
    else:
        for source, problem in problems:
            place = f"{one_line(str(source))}: {one_line(problem.file)}"
            print(f"{place}: {problem.severity.value}: {one_line(problem.message)}")
    if not quiet:
        _say(f"{pictures} pictures, {errors} errors, {warnings} warnings")
    if errors or (strict and warnings):
        raise typer.Exit(_EXIT_FOUND)


@app.command()
def stats(
    sources: _In,
    *,
    from_format: _From = None,
    images: _Images = None,
    classes: _Classes = None,
    by: Annotated[
        str, typer.Option(metavar="source|set|licence", help="What makes the columns.")
    ] = "source",
    as_json: _Json = False,
    quiet: _Quiet = False,
) -> None:
    """Count pictures and tiles: a row for each of the 44 names, a column for each source."""
    from .stats import StatsBy, count_labels

    choices = [choice.value for choice in StatsBy]
    if by not in choices:
        raise typer.BadParameter(f"{by!r} is none of {', '.join(choices)}")
    with _Edge():
        records = [
            record
            for source in sources
            for record in _load(source, from_format, images, classes, quiet=quiet).records
        ]
        counted = count_labels(records, StatsBy(by))
    if as_json:
        _print_json(counted.to_json())
    else:
        _print_table(counted)


class _Edge:
    """Turns the errors of this part into a message and an exit code."""

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Report an error of this part; others pass."""
        if isinstance(error, DatasetError):
            _fail(error)


def _fail(error: DatasetError) -> NoReturn:
    _say(f"error: {error}")
    code = _EXIT_USAGE if isinstance(error, OutputError) else _EXIT_UNREADABLE
    raise typer.Exit(code) from error


def _load(
    source: Path, name: str | None, images: Path | None, classes: Path | None, *, quiet: bool
) -> "ReadResult":
    from .convert import load_labels
    from .formats import ReadOptions
    from .formats.classes import read_class_map

    options = ReadOptions(images=images, classes=read_class_map(classes) if classes else {})
    labels = load_labels(source, format_name=name, options=options)
    if not quiet:
        _say_all(f"{source}: {note}" for note in options.notes.lines())
    return labels


def _report(done: "list[Written]", *, as_json: bool, quiet: bool) -> None:
    """Say what was written, and what the formats could not keep."""
    for written in done:
        if not quiet:
            _say(f"{written.path}: {written.pictures} pictures, {written.tiles} tiles")
            _say_all(f"{written.format}: {note}" for note in written.notes)
    if as_json:
        _print_json({"schema": 1, "written": [written.to_json() for written in done]})


def _print_table(counted: "LabelStats") -> None:
    """Print the counts as aligned columns, as wide as they are."""
    from ..scoring.tiles import Tile

    columns = list(counted.columns.items())
    tiles = counted.tiles
    rows = [["tile", "tiles", "pictures", *(name for name, _ in columns)]]
    rows += [
        [tile.code, str(tiles[tile]), str(counted.pictures_with[tile])]
        + [str(column.tiles[tile]) for _, column in columns]
        for tile in Tile
    ]
    rows.append(
        ["all", str(tiles.total()), str(counted.pictures)]
        + [str(column.tiles.total()) for _, column in columns]
    )
    rows.append(
        ["pictures", "", str(counted.pictures)] + [str(column.pictures) for _, column in columns]
    )
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        print("  ".join(cells).rstrip())
    print()
    _print_counts("box quality", counted.qualities.items())
    _print_counts("corners", counted.corners.items())
    _print_counts("side of a tile, pixels", counted.side_px.items())


def _print_counts(title: str, counts: Iterable[tuple[str, float]]) -> None:
    line = ", ".join(f"{name} {count}" for name, count in counts)
    print(f"{title}: {line or 'none'}")


def _print_json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False))


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _say_all(lines: Iterable[str]) -> None:
    for line in lines:
        _say(line)

"""The command `rekje datasets render`."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["MIN_SIDE_PX", "render"]

_EXIT_USAGE, _EXIT_UNREADABLE = 2, 3
# What a shell reports for a program that SIGTERM ended.
_EXIT_ENDED = 128 + signal.SIGTERM
# The least and most pixels of a picture's width and height.
MIN_SIDE_PX, _MAX_SIDE_PX = 32, 4096


class Kind(StrEnum):
    """The kinds of pictures, as the command line names them."""

    rows = "rows"
    hand = "hand"
    table = "table"
    singles = "singles"
    mixed = "mixed"


def _size(text: str) -> tuple[int, int]:
    """Read WIDTHxHEIGHT.

    >>> _size("640x480")
    (640, 480)
    """
    parts = text.lower().split("x")
    if len(parts) == 2 and all(part.isascii() and part.isdecimal() for part in parts):
        width, height = (int(part) for part in parts)
        if all(MIN_SIDE_PX <= side <= _MAX_SIDE_PX for side in (width, height)):
            return width, height
    raise typer.BadParameter(
        f"{text!r} is no size; give WIDTHxHEIGHT such as 640x480, "
        f"each from {MIN_SIDE_PX} to {_MAX_SIDE_PX}"
    )


@contextmanager
def _tidy_end() -> Iterator[None]:
    """Let SIGTERM end the block as an exception does, so that what is half done is cleared."""

    def end(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise SystemExit(_EXIT_ENDED)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _edge() -> Iterator[None]:
    """Turn what may go wrong into a message and an exit code, as `convert` does."""
    from ..errors import DatasetError, OutputError

    try:
        yield
    except DatasetError as error:
        typer.echo(f"error: {error}", err=True)
        code = _EXIT_USAGE if isinstance(error, OutputError) else _EXIT_UNREADABLE
        raise typer.Exit(code) from error
    except OSError as error:
        typer.echo(f"error: {error}; check the path and the room on the disk", err=True)
        raise typer.Exit(_EXIT_USAGE) from error


def render(
    *,
    out: Annotated[Path, typer.Option(help="Folder to make: images/ and labels.jsonl.")],
    count: Annotated[int, typer.Option(min=1, help="Number of pictures.")],
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same bytes.")] = 0,
    kind: Annotated[Kind, typer.Option(help="What the pictures show.")] = Kind.mixed,
    size: Annotated[
        str, typer.Option(metavar="WxH", help="Size of the pictures (singles: 64x64).")
    ] = "",
    workers: Annotated[int, typer.Option(min=1, help="Processes to share the work.")] = 1,
    contact_sheet: Annotated[
        bool, typer.Option("--contact-sheet", help="Also write contact-sheet.jpg, labels drawn.")
    ] = False,
    art: Annotated[
        Path | None,
        typer.Option(help="Folder of artwork folders; else $REKJE_ART, ../shared/art, or none."),
    ] = None,
    photos: Annotated[
        Path | None,
        typer.Option(help="A label file of photos (such as train.jsonl) to cut real tiles from."),
    ] = None,
    house_only: Annotated[
        bool, typer.Option("--house-only", help="Drawn faces only: no artwork, no fonts.")
    ] = False,
    fonts: Annotated[
        bool, typer.Option("--fonts/--no-fonts", help="Write with this machine's fonts too.")
    ] = True,
    careful: Annotated[
        bool, typer.Option("--careful", help="Such as a player takes of a hand: all of it, sharp.")
    ] = False,
    overwrite: Annotated[bool, typer.Option(help="Replace a folder that is there.")] = False,
    quiet: Annotated[bool, typer.Option(help="No progress bar and summary.")] = False,
) -> None:
    """Render training pictures of tiles whose labels are known exactly."""
    size_px = _size(size or ("64x64" if kind is Kind.singles else "640x480"))
    from .dataset import Run, write_dataset
    from .faces.art import default_art
    from .scene import RenderOptions

    options = RenderOptions(
        kind=kind.value,
        size_px=size_px,
        art=None if house_only else art or default_art(),
        fonts=fonts and not house_only,
        photos=photos,
        careful=careful,
    )
    run = Run(seed, count, options, workers, contact_sheet, overwrite)
    with _edge(), _tidy_end():
        if quiet:
            write_dataset(out, run)
            return
        with typer.progressbar(length=count, label="Rendering", file=sys.stderr) as bar:
            records = write_dataset(out, run, lambda _: bar.update(1))
    tiles = sum(len(record.tiles) for record in records)
    typer.echo(f"{out}: {count} pictures, {tiles} tiles", err=True)

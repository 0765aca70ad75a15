"""The command `rekje label`."""

import json
import os
import signal
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from ...scoring.errors import RekjeError
from .words import counted

if TYPE_CHECKING:
    from .accept import Accepted
    from .engines import Engine
    from .folder import Mode
    from .outputs import OutputOptions
    from .protocol import Draw, ReaderFactory
    from .run import LabelOptions, Summary

__all__ = ["label_command"]

_EXIT_USAGE, _EXIT_UNREADABLE, _EXIT_MODEL = 2, 3, 4
_EXIT_CTRL_C, _EXIT_ENDED = 130, 143
"""What a shell reports for a program that SIGINT or SIGTERM ended."""
_FORMATS = "yolo, yolo-obb, coco, label-studio, cvat, csv, jsonl"
_MOST_WORKERS = 256
"""Processes that read; each opens the models once more, so that far fewer fill a machine."""
_LISTED = 20
"""Failures that are listed; all of them stand on the page for review."""
_ENDINGS = 5
"""Endings of files that were passed over that are named."""

Tools = Callable[[], "tuple[ReaderFactory, Draw | None]"]
"""Returns what reads the pictures and what draws a reading; called only when it is needed."""


class EngineName(StrEnum):
    """Where the pictures are read."""

    local = "local"
    ray = "ray"


class PicturesName(StrEnum):
    """What happens to the pictures when labels are written."""

    auto = "auto"
    none = "none"
    copy = "copy"
    link = "link"


def label_command(tools: Tools) -> Callable[..., None]:
    """Return the command; `tools` says what reads the pictures."""

    def label(
        inputs: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="IN...",
                help="Pictures, videos, folders, globs, or @FILE that lists such, one a line.",
                show_default=False,
            ),
        ] = None,
        *,
        out: Annotated[Path, typer.Option(help="Each format gets a folder of its name in here.")],
        formats: Annotated[
            list[str] | None, typer.Option("--format", help=f"Repeatable: {_FORMATS}; else jsonl.")
        ] = None,
        lists: Annotated[
            list[Path] | None,
            typer.Option(
                "--list", metavar="FILE", help="A file of inputs, one a line; repeatable."
            ),
        ] = None,
        recursive: Annotated[
            bool, typer.Option("--recursive/--no-recursive", help="Folders within folders too.")
        ] = True,
        every: Annotated[
            str, typer.Option(metavar="N|Ns", help="Of videos each N-th frame, or one in N s.")
        ] = "1s",
        pictures: Annotated[
            PicturesName, typer.Option(help="Put pictures beside labels; auto does so for YOLO.")
        ] = PicturesName.auto,
        image_prefix: Annotated[
            str, typer.Option(help="Label Studio: address of the pictures' folder.")
        ] = "/data/local-files/?d=",
        annotate: Annotated[
            bool, typer.Option("--annotate", help="Also write pictures with the reading drawn.")
        ] = False,
        crops: Annotated[
            bool, typer.Option("--crops", help="Also write each tile straightened, by class.")
        ] = False,
        split: Annotated[
            str, typer.Option(metavar="80/10/10", help="Percent of train, val and test.")
        ] = "",
        min_confidence: Annotated[
            float, typer.Option(min=0, max=1, help="Leave out tiles less sure than this.")
        ] = 0.0,
        review_below: Annotated[
            float, typer.Option(min=0, max=1, help="Less sure pictures come first for review.")
        ] = 0.7,
        workers: Annotated[
            int,
            typer.Option(
                min=0, max=_MOST_WORKERS, help="Processes that read; 0 for one on each CPU."
            ),
        ] = 0,
        engine: Annotated[EngineName, typer.Option(help="Where to read.")] = EngineName.local,
        resume: Annotated[
            bool, typer.Option("--resume", help="Go on with an earlier run in this folder.")
        ] = False,
        overwrite: Annotated[
            bool, typer.Option("--overwrite", help="Replace an earlier run in this folder.")
        ] = False,
        accept: Annotated[
            list[str] | None,
            typer.Option(
                metavar="REVIEWED",
                help="Take a Label Studio or CVAT export back into the folder --out.",
            ),
        ] = None,
        merge: Annotated[
            bool, typer.Option("--merge", help="IN are folders that were labelled: make them one.")
        ] = False,
        verbose: Annotated[bool, typer.Option("--verbose", help="A line a picture.")] = False,
        as_json: Annotated[
            bool, typer.Option("--json", help="One JSON document on standard output.")
        ] = False,
        quiet: Annotated[bool, typer.Option("--quiet", help="No progress and summary.")] = False,
    ) -> None:
        """Label many pictures: read them all, write labels, and say which need a look."""
        of_readings = {"--crops": crops, "--annotate": annotate}
        if resume and overwrite:
            _fail("--resume and --overwrite exclude each other", _EXIT_USAGE)
        if accept and (merge or inputs or lists):
            _fail("--accept takes no inputs: name the labelled folder with --out", _EXIT_USAGE)
        if accept:
            _refuse("--accept", of_readings | {"--resume": resume, "--overwrite": overwrite})
        if accept and (len(accept) > 1 or not accept[0]):
            _fail("--accept takes one file: give the command once for each", _EXIT_USAGE)
        if merge:
            _refuse("--merge", of_readings | {"--list": bool(lists)})
        if not (accept or inputs or lists):
            _fail("nothing to read: name pictures, folders or a list", _EXIT_USAGE)
        with _edge(out, accepts=bool(accept), merges=merge):
            from .folder import Mode

            mode = Mode.RESUME if resume else Mode.OVERWRITE if overwrite else Mode.NEW
            outputs = _outputs(formats, pictures, split, review_below, image_prefix)
            if accept:
                _accept(Path(accept[0]), out, outputs, formats, as_json=as_json, quiet=quiet)
                return
            if merge:
                summary = _merge(inputs or [], out, outputs, mode)
            else:
                from .inputs import InputOptions
                from .run import LabelOptions
                from .videos import Every

                _say_pipes(inputs or (), lists or ())
                options = LabelOptions(
                    out=out,
                    inputs=InputOptions(
                        tuple(inputs or ()), tuple(lists or ()), recursive, Every.parse(every)
                    ),
                    outputs=outputs,
                    mode=mode,
                    min_confidence=min_confidence,
                    annotate=annotate,
                    crops=crops,
                    engine=_engine(engine, workers),
                )
                summary = _label(options, tools, quiet=quiet, verbose=verbose)
        _report(summary, as_json=as_json, quiet=quiet)

    return label


def _refuse(name: str, others: dict[str, bool]) -> None:
    """End with a usage error where an option is given that another leaves without effect."""
    for other, given in others.items():
        if given:
            _fail(f"{name} does not go with {other}: leave it out", _EXIT_USAGE)


def _say_pipes(inputs: Iterable[str], lists: Iterable[Path]) -> None:
    """Say which lists are pipes that may have to be waited for; `<(...)` is a link to one."""
    for path in (*(Path(text[1:]) for text in inputs if text.startswith("@")), *lists):
        with suppress(OSError):
            if stat.S_ISFIFO(path.lstat().st_mode):
                _say(f"{_printable(str(path))}: is a pipe; waiting until its list is written")


def _label(options: "LabelOptions", tools: Tools, *, quiet: bool, verbose: bool) -> "Summary":
    from .command_progress import Display
    from .run import label

    factory, draw = tools()
    with Display(quiet=quiet, verbose=verbose) as display:
        return label(options, factory, draw=draw, progress=display.picture)


def _merge(folders: list[str], out: Path, outputs: "OutputOptions", mode: "Mode") -> "Summary":
    from .merge import MergeOptions, merge

    return merge(MergeOptions(tuple(map(Path, folders)), out, outputs, mode))


def _accept(
    reviewed: Path,
    out: Path,
    outputs: "OutputOptions",
    formats: list[str] | None,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    from dataclasses import replace

    from .accept import AcceptOptions, accept

    found = accept(AcceptOptions(reviewed, out, replace(outputs, formats=tuple(formats or ()))))
    for note in found.notes:
        _say(note)
    if as_json:
        _print_json(found.to_json())
    elif not quiet:
        _print_corrections(found)


def _outputs(
    formats: list[str] | None,
    pictures: PicturesName,
    split: str,
    review_below: float,
    image_prefix: str,
) -> "OutputOptions":
    from ..convert import PictureMode
    from .outputs import OutputOptions
    from .split import Split

    return OutputOptions(
        formats=tuple(dict.fromkeys(formats or ("jsonl",))),
        pictures=PictureMode(pictures.value),
        split=Split.parse(split) if split else None,
        review_below=review_below,
        image_prefix=image_prefix,
    )


def _engine(name: EngineName, workers: int) -> "Engine":
    if name is EngineName.ray:
        from .ray_engine import RayEngine

        return RayEngine(workers)
    from .engines import LocalEngine

    return LocalEngine(workers or _cpus())


def _cpus() -> int:
    """Return how many CPUs this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _edge(out: Path, *, accepts: bool, merges: bool) -> Iterator[None]:
    """Turn what may go wrong into a message and an exit code."""
    from ..errors import DatasetError, OutputError
    from .folder import MANIFEST, Again

    again = Again.ACCEPT if accepts else Again.MERGE if merges else Again.LABEL
    ended = False

    def end(number: int, frame: object) -> None:
        nonlocal ended
        ended = True
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except OutputError as error:
        _fail(str(error), _EXIT_USAGE)
    except DatasetError as error:
        _fail(str(error), _EXIT_UNREADABLE)
    except RekjeError as error:  # not of this part: the reader could not be made
        _fail(str(error), _EXIT_MODEL)
    except KeyboardInterrupt:
        begun = os.path.isfile(out / MANIFEST)
        _fail(
            f"stopped; {again if begun else 'nothing was read yet'}",
            _EXIT_ENDED if ended else _EXIT_CTRL_C,
        )
    finally:
        signal.signal(signal.SIGTERM, before)


def _report(summary: "Summary", *, as_json: bool, quiet: bool) -> None:
    """Print the summary; end with exit code 3 where any picture could not be read."""
    failed = summary.counts.failed
    for failure in failed[:_LISTED]:
        _say(f"{_printable(failure.file)}: {failure.reason}")
    if len(failed) > _LISTED:
        _say(f"and {len(failed) - _LISTED} more, listed in {summary.out / 'review.html'}")
    if as_json:
        _print_json(summary.to_json())
    elif not quiet:
        _print_summary(summary)
    if failed:
        raise typer.Exit(_EXIT_UNREADABLE)


def _print_summary(summary: "Summary") -> None:
    counts = summary.counts
    typer.echo(
        f"{counted(counts.pictures, 'picture')}, {counted(counts.tiles, 'tile')}, "
        f"{counts.doubtful} doubtful, {len(counts.failed)} failed"
    )
    endings = ", ".join(ending or "none" for ending in list(summary.passed_over)[:_ENDINGS])
    for count, noun, words in (
        (summary.taken_over, "picture", "read before"),
        (counts.left_out, "tile", "left out by --min-confidence"),
        (counts.absent, "picture", "of the earlier run not among the inputs: left out"),
        (
            sum(summary.passed_over.values()),
            "file",
            f"passed over, no picture or video by the ending: {_printable(endings)}",
        ),
    ):
        if count:
            typer.echo(f"{counted(count, noun)} {words}")
    for written in summary.written:
        typer.echo(f"{written.format}: {_printable(str(written.path))}")
        for note in written.notes:
            typer.echo(f"  {note}")
    typer.echo(f"review: {_printable(str(summary.out / 'review.html'))}")


def _print_corrections(found: "Accepted") -> None:
    counts = found.corrections
    typer.echo(
        f"{counted(counts.pictures, 'picture')} reviewed, {counts.changed} corrected: "
        f"{counted(counts.renamed, 'tile')} renamed, {counts.added.total()} added, "
        f"{counts.removed.total()} removed, {counts.moved} moved"
    )
    for row in counts.to_json()["classes"]:
        words = [f"{count} x {code}" for code, count in row["corrected"].items()]
        words += [f"{row['removed']} x no tile"] if row["removed"] else []
        words += [f"{row['added']} not found"] if row["added"] else []
        if words:
            typer.echo(
                f"  {row['tile']}: {row['right']} of {row['read']} right; {', '.join(words)}"
            )
    for written in found.summary.written:
        typer.echo(f"{written.format}: {_printable(str(written.path))}")


def _print_json(document: object) -> None:
    from ..fields import printable

    typer.echo(printable(json.dumps(document, ensure_ascii=False)))


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text)


def _say(text: str) -> None:
    typer.echo(text, err=True)


def _fail(text: str, code: int) -> NoReturn:
    _say(f"rekje: {_printable(text)}")
    raise typer.Exit(code)

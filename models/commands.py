"""`rekje models`: what the ONNX models are, how well they read, and training new ones."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..scoring.errors import RekjeError
from .errors import ModelError

if TYPE_CHECKING:
    from .evaluation.api import Request
    from .session import Model

__all__ = ["app"]

_EXIT_USAGE, _EXIT_UNREADABLE, _EXIT_MODEL = 2, 3, 4
_DEV = Path("shared", "photos", "dev.jsonl")
_STEPS = 10
"""So often a step of the work is announced where standard error is no terminal."""

app = typer.Typer(
    help="The ONNX models: show, measure, train.", no_args_is_help=True, rich_markup_mode=None
)


class Net(StrEnum):
    """What can be trained."""

    detector = "detector"
    classifier = "classifier"


_Detector = Annotated[str, typer.Option(help="The detector: a name or the path of an ONNX file.")]
_Classifier = Annotated[
    str, typer.Option(help="The classifier: a name or the path of an ONNX file.")
]
_Threads = Annotated[
    int | None, typer.Option(min=1, help="Threads; without it one for each processor, at most 4.")
]
_Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
_Quiet = Annotated[bool, typer.Option("--quiet", help="No progress and notes.")]


@app.command()
def info(
    detector: _Detector = "detector",
    classifier: _Classifier = "classifier",
    *,
    threads: _Threads = None,
    as_json: _Json = False,
) -> None:
    """Check both models and say what they are."""
    with _edge():
        from .metadata import Task
        from .session import open_model

        pairs = ((detector, Task.DETECTOR), (classifier, Task.CLASSIFIER))
        models = [_info(open_model(name, threads=threads, task=task)) for name, task in pairs]
    if as_json:
        _print_json({"schema": 1, "models": models})
        return
    for model in models:
        print(model.pop("task"))
        for key, value in model.items():
            print(f"  {key.replace('_', ' '):<14}{value}")


@app.command()
def evaluate(
    *,
    photos: Annotated[
        Path | None,
        typer.Option(help="Labels in any format; ../shared/photos/dev.jsonl where that is there."),
    ] = None,
    images: Annotated[
        Path | None, typer.Option(help="Folder of the pictures, if not that of the labels.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for JSON, the reliability diagram and sheets of all mistakes."),
    ] = None,
    overwrite: Annotated[bool, typer.Option(help="Replace a folder that is there.")] = False,
    detector: _Detector = "detector",
    classifier: _Classifier = "classifier",
    threads: _Threads = None,
    every: Annotated[int, typer.Option(min=1, metavar="N", help="Read only every Nth photo.")] = 1,
    turn_every: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Read every Nth photo turned as well; 0: none."),
    ] = 5,
    timed: Annotated[
        bool, typer.Option("--time/--no-time", help="Time photos with one thread and two.")
    ] = True,
    as_json: _Json = False,
    hands: Annotated[
        bool,
        typer.Option(
            "--hands", help="Whole hands, with the rules, where labels say what is shown."
        ),
    ] = False,
    quiet: _Quiet = False,
) -> None:
    """Read labelled photos and say how much of it is right, without any rule of the game."""
    labels = photos or _default_photos()
    with _edge():
        from .evaluation.api import Request, evaluate_models, write_evaluation

        request = Request(
            labels, images, detector, classifier, threads, every, turn_every, timed=timed
        )
        progress = None if quiet else _progress
        if hands:
            _evaluate_hands(request, out, as_json=as_json, overwrite=overwrite, quiet=quiet)
            return
        evaluation, read = evaluate_models(request, progress)
        if out is not None:
            write_evaluation(evaluation, read.images, out, overwrite=overwrite)
    if as_json:
        _print_json(evaluation.to_json())
    else:
        print(evaluation.text())
    if out is not None and not quiet:
        _say(f"written: {out}")


def _evaluate_hands(
    request: "Request", out: Path | None, *, as_json: bool, overwrite: bool, quiet: bool
) -> None:
    from .evaluation.api import evaluate_whole_hands, write_hands

    found = evaluate_whole_hands(request, None if quiet else _progress)
    if out is not None:
        write_hands(found, out, overwrite=overwrite)
    if as_json:
        _print_json(found.to_json())
    else:
        print(found.text())
    if out is not None and not quiet:
        _say(f"written: {out}")


@app.command()
def train(
    net: Annotated[Net, typer.Argument(help="What to train.")],
    *,
    minutes: Annotated[float, typer.Option(min=0.01, help="Time for the training steps.")],
    out: Annotated[
        Path | None, typer.Option(help="The ONNX file to write; NET.onnx without it.")
    ] = None,
    work: Annotated[
        Path | None, typer.Option(help="Folder for checkpoints and renders; NET-training without.")
    ] = None,
    photos: Annotated[
        Path | None, typer.Option(help="Labelled photos; without them on renders only.")
    ] = None,
    art: Annotated[Path | None, typer.Option(help="Folder of artwork for the renders.")] = None,
    scenes: Annotated[
        list[Path] | None,
        typer.Option(help="Folder that `datasets render` wrote; repeatable."),
    ] = None,
    render_count: Annotated[
        int, typer.Option(min=1, help="Pictures to render where there are no scenes.")
    ] = 4000,
    device: Annotated[str, typer.Option(help="auto, cpu, or a device of torch.")] = "auto",
    threads: _Threads = None,
    workers: Annotated[
        int | None, typer.Option(min=0, help="Processes that prepare pictures.")
    ] = None,
    seed: int = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    max_steps: Annotated[
        int | None, typer.Option(min=1, help="End after so many steps; for tests.")
    ] = None,
) -> None:
    """Train a net and write it as ONNX; needs rekje[train]."""
    with _edge():
        with _train_extra():
            from .training.common import TrainOptions

            run = _trainer(net)
        run(
            TrainOptions(
                minutes=minutes,
                out=out or Path(f"{net.value}.onnx"),
                work=work or Path(f"{net.value}-training"),
                photos=photos,
                art=art,
                scenes=tuple(scenes or ()),
                render_count=render_count,
                device=device,
                threads=threads,
                workers=workers,
                seed=seed,
                resume=resume,
                max_steps=max_steps,
            )
        )


@app.command()
def shrink(
    model: Annotated[Path, typer.Argument(help="A trained ONNX file.")],
    out: Annotated[Path, typer.Option(help="The ONNX file to write.")],
    photos: Annotated[Path, typer.Option(help="The photos it was trained on.")],
) -> None:
    """Write a model in 8 bits, measured to read as well as before; needs rekje[train]."""
    with _edge(), _train_extra():
        from .training.shrink import shrink as shrink_model

        done = shrink_model(model, out, photos)
    _say(
        f"written: {out}, {done.bytes_after} bytes instead of {done.bytes_before}; "
        f"right {done.after:.4f}, before {done.before:.4f}"
    )


def _trainer(net: Net) -> Any:
    """Return the function that trains a net."""
    if net is Net.detector:
        from .training.detector_train import train_detector

        return train_detector
    from .training.classifier_train import train_classifier

    return train_classifier


@contextmanager
def _edge() -> Iterator[None]:
    """Turn the errors of rekje into one line and an exit code."""
    from ..datasets.errors import OutputError

    try:
        yield
    except RekjeError as error:
        _say(f"error: {error}")
        code = _EXIT_UNREADABLE
        if isinstance(error, ModelError):
            code = _EXIT_MODEL
        elif isinstance(error, OutputError):
            code = _EXIT_USAGE
        raise typer.Exit(code) from error


@contextmanager
def _train_extra() -> Iterator[None]:
    """Say which extra is missing where something for training cannot be imported."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("rekje"):
            raise
        _say(f"error: training needs {error.name}: pip install 'rekje[train]'")
        raise typer.Exit(_EXIT_USAGE) from error


def _default_photos() -> Path:
    """Return the shared photos to measure with, beside the folder or this checkout."""
    checkout = Path(__file__).resolve().parents[1]
    for folder in (Path(".."), checkout.parent):
        if (folder / _DEV).is_file():
            return folder / _DEV
    raise typer.BadParameter(
        f"name a label file: there is no {Path('..') / _DEV}", param_hint="--photos"
    )


def _info(model: "Model") -> dict[str, Any]:
    metadata = model.metadata
    return {
        "task": metadata.task.value,
        "file": str(model.path),
        "size_bytes": model.size_bytes,
        "sha256": model.sha256,
        "classes": len(metadata.names),
        "input_size": list(metadata.input_size),
        "thresholds": dict(metadata.thresholds),
        "train_commit": metadata.train_commit,
        "data_sha256": metadata.data_sha256,
        "license": metadata.license,
        "providers": list(model.providers),
        "threads": model.threads,
        "load_ms": round(model.load_ms, 1),
        "warm_up_ms": round(model.warm_up_ms, 1),
    }


def _progress(what: str, done: int, total: int) -> None:
    """Say how far the work is: on one line in a terminal, else ten times."""
    end = done == total
    if sys.stderr.isatty():
        print(f"\r{what} {done} of {total}", end="\n" if end else "", file=sys.stderr, flush=True)
    elif end or done % max(1, total // _STEPS) == 0:
        _say(f"{what} {done} of {total}")


def _print_json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False))


def _say(text: str) -> None:
    print(text, file=sys.stderr)

"""What `rekje webcam` does: wires camera, reader, window, score and record together."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .commands_common import NO_MODEL, UNREADABLE, USAGE, fail, out_path, print_json

if TYPE_CHECKING:
    from .scoring.hand import Known
    from .scoring.messages import Lang
    from .scoring.ruleset import RuleSet
    from .vision.live.eyes import Look
    from .vision.reading import Reading

__all__ = ["WebcamOptions", "watch_camera"]


@dataclass(frozen=True, slots=True)
class WebcamOptions:
    """Which camera, and where its readings go."""

    camera: str
    """A number, an address, or a video file."""
    lang: "Lang"
    window: bool = True
    record: str | None = None
    """A file for lines of JSON."""
    save_to: Path = Path("rekje-webcam")


def watch_camera(options: WebcamOptions, known: "Known", rules: "RuleSet") -> None:
    """Read what a camera shows until it ends or a key ends it."""
    from .models.errors import ModelError
    from .models.reading import open_reader
    from .vision.drawing.annotate import annotate
    from .vision.live.camera import Camera
    from .vision.live.camera_error import CameraError
    from .vision.live.keep import Record, SaveError
    from .vision.live.webcam import Outputs, watch
    from .vision.live.window import DisplayError, Window

    lang = options.lang
    if not options.camera:
        fail("--camera: the name is empty; give a number, an address or a video file")
    film = options.camera.removeprefix("file://")
    record = None if options.record is None else out_path("--record", options.record, film)
    score = _scorer(known, rules, lang) if known.seat and known.prevailing else None
    try:
        with ExitStack() as stack:
            window = stack.enter_context(Window()) if options.window else None
            reader = open_reader()
            source = stack.enter_context(Camera(options.camera, every_frame=not options.window))
            kept = stack.enter_context(Record(record, lang)) if record else None
            tell = _tell_person if options.window else _tell_program(lang)
            outputs = Outputs(tell, kept, window, annotate, score, options.save_to, lang)
            watch(source, reader, outputs, behind=options.window)
    except KeyboardInterrupt:
        return
    except DisplayError as error:
        fail(error.text(lang), USAGE)
    except (CameraError, SaveError) as error:
        fail(error.text(lang), UNREADABLE)
    except ModelError as error:
        fail(str(error), NO_MODEL)


def _scorer(known: "Known", rules: "RuleSet", lang: "Lang") -> "Callable[[Reading], str]":
    """Return a function that says in a few words what a reading scores."""
    from .scoring.assess import Range, assess_any
    from .scoring.result import Scored

    def score(reading: "Reading") -> str:
        if not reading.hands:
            return ""
        found = assess_any(reading.hands, known, rules)
        if isinstance(found, Range):
            return f"{found.low} - {found.high}"
        if isinstance(found.result, Scored):
            return str(found.result.total)
        return found.result.message.text(lang)

    return score


def _tell_program(lang: "Lang") -> "Callable[[Look], None]":
    """Return a function that prints a steady reading as a line of JSON, at once."""
    import sys

    from .vision.live.eyes import document

    def tell(look: "Look") -> None:
        print_json(document(look, lang))
        sys.stdout.flush()

    return tell


def _tell_person(look: "Look") -> None:
    """Print the hand of a steady reading and how sure it is."""
    typer.echo(f"{look.reading.hand_text}  {look.reading.confidence:.0%}")

"""What `rekje read` and `rekje score PHOTO` do with photos: read, correct, ask, draw, print."""

import os
import stat
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from .commands_common import NO_MODEL, UNREADABLE, fail, out_path, print_json, say
from .commands_score import Output, print_score, with_winning
from .scoring.errors import RekjeError
from .scoring.tiles import Tile

if TYPE_CHECKING:
    from .scoring.hand import Known
    from .scoring.messages import Lang
    from .scoring.ruleset import RuleSet
    from .vision.drawing.sheet import Sheet
    from .vision.errors import ImageError
    from .vision.reading import Reading
    from .vision.understand import Corrections

__all__ = ["CorrectionError", "Photographed", "Said", "read_photos", "score_photo", "target_of"]

Answer = TypeVar("Answer")


class CorrectionError(RekjeError):
    """A correction that cannot be made: no such tile or group, or not written as it should be."""


@dataclass(frozen=True, slots=True)
class Said:
    """Corrections as they are written on the command line."""

    fix: tuple[str, ...] = ()
    """`N=5s`: tile N of the reading is a 5s."""
    drop: tuple[int, ...] = ()
    open: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()

    def parsed(self) -> "Corrections":
        """Return the corrections; raises `CorrectionError` for one that is not understood."""
        from .vision.understand import Corrections

        return Corrections(tuple(map(_fix, self.fix)), self.drop, self.open, self.closed)


def _fix(text: str) -> tuple[int, Tile]:
    """Parse `4=5s`; a 0 is a red five, as in a hand text."""
    number, separator, code = text.partition("=")
    code = code.strip().lower()
    if len(code) == 2 and code[0] == "0" and code[1] in "mps":
        code = f"5{code[1]}"
    try:
        if not separator:
            raise ValueError
        return int(number), Tile(code)
    except ValueError:
        raise CorrectionError(
            f"--fix {text!r}: write the number of a tile and its code, as in 4=5s"
        ) from None


def read_one(path: Path | str, said: Said | None = None) -> "Reading":
    """Read a photo and correct the reading.

    Raises:
        RekjeError: the photo cannot be read (`ImageError`), a model is missing or damaged
            (`ModelError`), or a correction names what is not there (`CorrectionError`).

    """
    from .models.reading import read_photo

    corrections = said.parsed() if said else None
    reading = read_photo(path)
    return corrected(reading, corrections) if corrections is not None else reading


def corrected(reading: "Reading", corrections: "Corrections") -> "Reading":
    """Return the reading as corrected; raises `CorrectionError` for what is not there."""
    from .vision.understand import Corrections, correct

    if corrections == Corrections():
        return reading
    try:
        return correct(reading, corrections)
    except ValueError as error:
        raise CorrectionError(f"{reading.path}: {error}") from None


def unreadable(path: str, error: "ImageError", lang: "Lang") -> dict[str, object]:
    """Return the JSON line of an input that cannot be read."""
    return {
        "schema": 1,
        "image": {"path": path},
        "error": {"code": "unreadable", "message": error.text(lang)},
    }


def target_of(name: str | None, photo: str) -> Path | None:
    """Return where to draw, or end with a usage error: before the photo is read, not after."""
    if name is None:
        return None
    out = out_path("--annotate", name, photo)
    if out.suffix.lower() != ".png":
        fail(f"--annotate {out}: only PNG is written; end the name in .png")
    if not out.parent.is_dir():
        fail(f"--annotate {out}: there is no folder {out.parent}; make it first")
    if os.path.lexists(out) and not stat.S_ISREG(out.lstat().st_mode):
        fail(f"--annotate {out}: is a folder, a link or a device; name a file")
    return out


@dataclass(frozen=True, slots=True)
class Photographed:
    """A photo, and what is said of it."""

    path: str
    said: Said = Said()
    winning_tile: str | None = None
    annotate: Path | None = None
    """Where to write the photo with its reading drawn."""


def read_photos(photos: Sequence[Photographed], how: Output) -> None:
    """Read and print photos, in their order; end with exit code 3 where one cannot be read.

    A quiet answer is one line for each photo, empty where there is no hand.
    """
    from .vision.errors import ImageError

    failed = False
    for photo in photos:
        try:
            reading = _guarded(partial(read_one, photo.path, photo.said))
        except ImageError as error:
            failed = True
            if how.as_json:
                print_json(unreadable(photo.path, error, how.lang))
            else:
                say(error.text(how.lang))
                if how.quiet:
                    typer.echo()
            continue
        if how.as_json:
            print_json(reading.to_json(how.lang))
        else:
            from . import console_photo

            console_photo.print_reading(reading, how.lang, quiet=how.quiet)
        if photo.annotate:
            _guarded(partial(draw, photo, reading, None, how.lang))
    if failed:
        raise typer.Exit(UNREADABLE)


def score_photo(photo: Photographed, known: "Known", rules: "RuleSet", how: Output) -> None:
    """Read a photo and score its hand; what it cannot tell is asked, or named with the range."""
    from .scoring.assess import assess_any
    from .scoring.hand import Hand
    from .vision.drawing.sheet import score_sheet
    from .vision.errors import ImageError

    try:
        reading = _guarded(partial(read_one, photo.path, photo.said))
    except ImageError as error:
        if how.as_json:
            print_json(unreadable(photo.path, error, how.lang))
            raise typer.Exit(UNREADABLE) from error
        fail(error.text(how.lang), UNREADABLE)
    hands = reading.hands or (Hand(),)
    if photo.winning_tile is not None:
        hands = tuple(
            with_winning(replace(one, winning=None), photo.winning_tile, how.lang) for one in hands
        )
    if not how.as_json:
        from . import console_photo

        if not how.quiet:
            console_photo.print_reading(reading, how.lang)
        if reading.hand is not None and sys.stdin.isatty() and sys.stdout.isatty():
            needs = assess_any(hands, known, rules).needs
            known, first = console_photo.ask(known, hands[0], needs, how.lang)
            hands = tuple(replace(one, winning=first.winning) for one in hands)
    if photo.annotate:
        found = assess_any(hands, known, rules)
        sheet = score_sheet(found, how.lang, rules.title.text(how.lang))
        _guarded(partial(draw, photo, reading, sheet, how.lang))
    print_score(hands, known, rules, how, reading.to_json(how.lang))


def _guarded(work: Callable[[], Answer]) -> Answer:
    """Return what `work` does; what goes wrong but for the photo itself ends the command."""
    from .models.errors import ModelError
    from .vision.drawing.annotate import DrawError

    try:
        return work()
    except CorrectionError as error:
        fail(str(error))
    except ModelError as error:
        fail(str(error), NO_MODEL)
    except DrawError as error:
        fail(str(error), UNREADABLE)


def draw(photo: Photographed, reading: "Reading", sheet: "Sheet | None", lang: "Lang") -> None:
    """Write the photo with its reading, and the score beside it, as a PNG file."""
    from .vision.drawing.annotate import annotate, save_png
    from .vision.image import open_photo

    if photo.annotate is not None:
        pixels = open_photo(photo.path).view(1)
        save_png(annotate(pixels, reading, sheet, lang), photo.annotate)

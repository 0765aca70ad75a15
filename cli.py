"""The `rekje` command: parse, call one function, print.

Exit codes: 0 done, 1 the hand cannot be scored, 2 wrong usage, 3 an input cannot be read, 4 a model
is missing or damaged.
"""

import io
import json
import os
import sys
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer

from .datasets import commands as datasets
from .models import commands as models
from .scoring.hand import Win
from .scoring.tiles import Wind

if TYPE_CHECKING:
    from collections.abc import Callable

    from .commands_photo import Said
    from .scoring.assess import Known
    from .scoring.hand import Hand
    from .scoring.messages import Lang
    from .scoring.report import TileStyle
    from .scoring.ruleset import RuleSet

__all__ = ["app", "main"]

Answer = TypeVar("Answer")

app = typer.Typer(
    help="Read mahjong hands and score them by the Dutch tournament rules, every point explained.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

_CANNOT_SCORE = 1
_USAGE = 2
_UNWRITABLE = 3
_NO_MODEL = 4
_HIGHEST_SCORE = 10**12


class Language(StrEnum):
    """The languages of the output."""

    nl = "nl"
    en = "en"


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Lang_ = Annotated[
    Language | None, typer.Option("--lang", help="Language of the output; else the locale's.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print the answer only.")]
Rules = Annotated[str, typer.Option("--rules", help="A rule set by name, or a TOML file.")]
Option = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Change an option of the rule set."),
]


def _language(chosen: Language | None) -> "Lang":
    """Return the language asked for, or Dutch in a Dutch locale, else English."""
    if chosen:
        return "nl" if chosen is Language.nl else "en"
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    return "nl" if locale.lower().startswith("nl") else "en"


def _fail(text: str, code: int = _USAGE) -> NoReturn:
    """Say on standard error what is wrong and end."""
    typer.echo(f"rekje: {text}", err=True)
    raise typer.Exit(code)


def _print_json(document: object) -> None:
    typer.echo(json.dumps(document, ensure_ascii=False))


def _rule_set(name: str, options: list[str] | None) -> "RuleSet":
    """Load a rule set and change its options, or end with a usage error."""
    from .scoring.errors import RuleSetError
    from .scoring.rulefile import load_rule_set

    changed: dict[str, object] = {}
    for text in options or []:
        option, separator, value = text.partition("=")
        if not separator:
            _fail(f"--option {text!r}: write NAME=VALUE, as in minimum_doublings=1")
        changed[option.strip()] = value
    try:
        return load_rule_set(name).with_options(changed)
    except RuleSetError as error:
        _fail(str(error))


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"rekje {version('rekje')}")
        raise typer.Exit


@app.callback()
def _top(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that come before a command."""


Fix = Annotated[
    list[str] | None,
    typer.Option("--fix", metavar="N=TILE", help="Tile N of the reading is another one."),
]
Drop = Annotated[
    list[int] | None, typer.Option("--drop", metavar="N", help="Tile N is no tile of the hand.")
]
Open = Annotated[
    list[int] | None, typer.Option("--open", metavar="GROUP", help="This set is open.")
]
Closed = Annotated[
    list[int] | None, typer.Option("--closed", metavar="GROUP", help="This set is closed.")
]
Annotate = Annotated[
    Path | None,
    typer.Option("--annotate", metavar="OUT.png", help="Draw the reading over the photo."),
]


@app.command()
def read(
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO...", help="Photos of hands.")],
    fix: Fix = None,
    drop: Drop = None,
    open_: Open = None,
    closed: Closed = None,
    annotate: Annotate = None,
    as_json: Json = False,
    lang: Lang_ = None,
    quiet: Quiet = False,
) -> None:
    """Read the hand in each photo, and say what needs a look."""
    from .commands_photo import UNREADABLE, draw, read_one, unreadable
    from .vision.errors import ImageError

    said = _said(fix, drop, open_, closed)
    if len(photos) > 1 and (annotate or fix or drop or open_ or closed):
        _fail("corrections and --annotate go with one photo")
    language, failed = _language(lang), False
    for path in photos:
        try:
            reading = _guarded(partial(read_one, path, said))
        except ImageError as error:
            failed = True
            if as_json:
                _print_json(unreadable(path, error, language))
            else:
                typer.echo(f"rekje: {error.text(language)}", err=True)
            continue
        if as_json:
            _print_json(reading.to_json(language))
        else:
            from . import console_photo

            console_photo.print_reading(reading, language, quiet=quiet)
        if annotate:
            _guarded(partial(draw, path, reading, annotate, None, language))
    if failed:
        raise typer.Exit(UNREADABLE)


def _said(
    fix: list[str] | None,
    drop: list[int] | None,
    open_: list[int] | None,
    closed: list[int] | None,
) -> "Said":
    from .commands_photo import Said

    return Said(tuple(fix or ()), tuple(drop or ()), tuple(open_ or ()), tuple(closed or ()))


def _guarded(work: "Callable[[], Answer]") -> "Answer":
    """Return what `work` does; what goes wrong but for the photo itself ends the command."""
    from .commands_photo import UNREADABLE, CorrectionError
    from .models.errors import ModelError
    from .vision.draw import DrawError

    try:
        return work()
    except CorrectionError as error:
        _fail(str(error))
    except ModelError as error:
        _fail(str(error), _NO_MODEL)
    except DrawError as error:
        _fail(str(error), UNREADABLE)


@app.command()
def score(
    photo: Annotated[
        str | None, typer.Argument(metavar="[PHOTO]", help="A photo of the hand.")
    ] = None,
    hand: Annotated[
        str | None,
        typer.Option(
            help="The hand as text: '678m345p88s777z (111z) [5555p] @3p +1f3q'. Bare tiles are "
            "concealed, ( ) a claimed set, [ ] a closed kong, @ the winning tile, + bonus tiles."
        ),
    ] = None,
    rules: Rules = "nts",
    option: Option = None,
    seat: Annotated[Wind | None, typer.Option(help="The player's own wind.")] = None,
    round_: Annotated[Wind | None, typer.Option("--round", help="The prevailing wind.")] = None,
    win: Annotated[Win | None, typer.Option(help="How the hand was won.")] = None,
    kongs_in_turn: Annotated[
        int, typer.Option(min=1, max=4, help="Kongs made in the winning turn.")
    ] = 1,
    winning_tile: Annotated[
        str | None, typer.Option(help="The tile that won, when the hand has no @.")
    ] = None,
    loser: Annotated[bool, typer.Option("--loser", help="The player did not win.")] = False,
    dead: Annotated[bool, typer.Option("--dead", help="The hand is dead.")] = False,
    ready_at_start: Annotated[
        bool,
        typer.Option(
            "--ready-at-start", help="Waiting since the first hand, as announced (Lucky Thirteen)."
        ),
    ] = False,
    as_json: Json = False,
    lang: Lang_ = None,
    quiet: Quiet = False,
    unicode: Annotated[bool, typer.Option("--unicode", help="Print Unicode tiles.")] = False,
    fix: Fix = None,
    drop: Drop = None,
    open_: Open = None,
    closed: Closed = None,
    annotate: Annotate = None,
) -> None:
    """Score a hand, in a photo or as text, and explain every point."""
    from .scoring.assess import Known
    from .scoring.report import TileStyle

    if (photo is None) == (hand is None):
        _fail("give a photo, or the hand as text with --hand")
    if hand is not None and (fix or drop or open_ or closed or annotate):
        _fail("--fix, --drop, --open, --closed and --annotate go with a photo")
    if loser and win:
        _fail("--loser and --win exclude each other: only a winner has won")
    known = Known(
        seat, round_, win, not loser, kongs_in_turn, dead=dead, ready_at_start=ready_at_start
    )
    rule_set = _rule_set(rules, option)
    language = _language(lang)
    how = _Output(language, TileStyle(unicode), as_json, quiet)
    if hand is not None:
        parsed = _hand(hand, known, rule_set, language, as_json)
        if winning_tile is not None:
            parsed = _with_winning(parsed, winning_tile, language)
        _score((parsed,), known, rule_set, how)
    elif photo is not None:
        said = _said(fix, drop, open_, closed)
        _score_photo(photo, said, winning_tile, known, rule_set, how, annotate)


def _score_photo(
    path: str,
    said: "Said",
    winning_tile: str | None,
    known: "Known",
    rules: "RuleSet",
    how: "_Output",
    annotate: Path | None,
) -> None:
    """Read a photo and score its hand; what it cannot tell is asked, or named with the range."""
    from .commands_photo import UNREADABLE, draw, read_one, unreadable
    from .scoring.assess import assess_any
    from .scoring.hand import Hand
    from .vision.draw_sheet import score_sheet
    from .vision.errors import ImageError

    try:
        reading = _guarded(partial(read_one, path, said))
    except ImageError as error:
        if how.as_json:
            _print_json(unreadable(path, error, how.lang))
            raise typer.Exit(UNREADABLE) from error
        _fail(error.text(how.lang), UNREADABLE)
    hands = reading.hands or (Hand(),)
    if winning_tile is not None:
        hands = tuple(
            _with_winning(replace(one, winning=None), winning_tile, how.lang) for one in hands
        )
    if not how.as_json:
        from . import console_photo

        if not how.quiet:
            console_photo.print_reading(reading, how.lang)
        if reading.hand is not None and sys.stdin.isatty() and sys.stdout.isatty():
            needs = assess_any(hands, known, rules).needs
            known, first = console_photo.ask(known, hands[0], needs, how.lang)
            hands = tuple(replace(one, winning=first.winning) for one in hands)
    if annotate:
        found = assess_any(hands, known, rules)
        sheet = score_sheet(found, how.lang, rules.title.text(how.lang))
        _guarded(partial(draw, path, reading, annotate, sheet, how.lang))
    _score(hands, known, rules, how, reading.to_json(how.lang))


@dataclass(frozen=True, slots=True)
class _Output:
    """How the answer is printed."""

    lang: "Lang"
    style: "TileStyle"
    as_json: bool
    quiet: bool


def _hand(text: str, known: "Known", rules: "RuleSet", lang: "Lang", as_json: bool) -> "Hand":
    """Parse a hand text, or say which character is wrong and end with exit code 1."""
    from .scoring.errors import NotationError
    from .scoring.notation import parse_hand
    from .scoring.result import error_json, score_document, situation_json

    try:
        return parse_hand(text)
    except NotationError as error:
        if as_json:
            why = error_json(error.code, error.message, lang) | {"position": error.position}
            situation = situation_json(known)
            _print_json(score_document(rules.name, text, situation, valid=False, error=why))
        else:
            shown = "".join(char if char.isprintable() else "?" for char in text)
            typer.echo(f"{shown}\n{' ' * error.position}^\n{error.message.text(lang)}", err=True)
        raise typer.Exit(_CANNOT_SCORE) from error


def _with_winning(hand: "Hand", text: str, lang: "Lang") -> "Hand":
    """Return the hand with the winning tile of `--winning-tile`, or end with a usage error."""
    from .scoring.errors import HandError
    from .scoring.notation import with_winning_tile

    try:
        return with_winning_tile(hand, text)
    except HandError as error:
        _fail(f"--winning-tile {text!r}: {error.message.text(lang)}")


def _score(
    hands: "tuple[Hand, ...]",
    known: "Known",
    rules: "RuleSet",
    how: _Output,
    reading: dict[str, object] | None = None,
) -> None:
    """Score and print one hand; end with exit code 1 when it cannot be scored."""
    from .scoring.advice import advise
    from .scoring.assess import Range, assess_any
    from .scoring.result import Scored

    found = assess_any(hands, known, rules)
    advice = advise(hands[0], known, rules)
    if how.as_json:
        document = found.to_json(how.lang) | advice.to_json(how.lang)
        _print_json(document | ({"reading": reading} if reading else {}))
    else:
        from . import console

        if isinstance(found, Range):
            console.print_open(found, rules, how.lang, quiet=how.quiet)
        elif isinstance(found.result, Scored):
            console.print_scored(
                found.result, rules, how.lang, how.style, known=known, quiet=how.quiet
            )
        else:
            console.print_rejected(found.result, rules, how.lang, known=known, quiet=how.quiet)
        if not how.quiet:
            console.print_advice(advice, how.lang, how.style)
    if not found.is_valid:
        raise typer.Exit(_CANNOT_SCORE)


_Score = Annotated[
    int | None, typer.Option(min=0, max=_HIGHEST_SCORE, help="The score of this seat.")
]


@app.command()
def settle(
    east: _Score = None,
    south: _Score = None,
    west: _Score = None,
    north: _Score = None,
    winner: Annotated[Wind | None, typer.Option(help="The seat that has mahjong.")] = None,
    draw: Annotated[bool, typer.Option("--draw", help="Nobody has mahjong.")] = False,
    rules: Rules = "nts",
    as_json: Json = False,
    lang: Lang_ = None,
    quiet: Quiet = False,
) -> None:
    """Settle four scores: who pays whom."""
    from .scoring.settle import settle as settle_scores

    name = _rule_set(rules, None).name
    scores = dict(zip(Wind, (east, south, west, north), strict=True))
    if draw == (winner is not None):
        _fail("say who has mahjong with --winner east|south|west|north, or --draw for nobody")
    missing = [f"--{seat.value}" for seat, score in scores.items() if score is None]
    if missing and not draw:
        _fail(f"the scores of {', '.join(missing)} are missing; four are needed")
    known = {seat: score or 0 for seat, score in scores.items()}
    found = settle_scores(known, winner)
    if as_json:
        _print_json(found.to_json(name))
    else:
        from . import console

        console.print_settlement(found, list(known.values()), _language(lang), quiet=quiet)


@app.command()
def rules(
    name: Annotated[
        str | None, typer.Argument(help="A rule set by name, or a TOML file; all without it.")
    ] = None,
    option: Option = None,
    as_json: Json = False,
    lang: Lang_ = None,
    quiet: Quiet = False,
) -> None:
    """List the rule sets, or print every rule of one with its value and source."""
    from .scoring.rulefile import RULE_SETS, load_rule_set
    from .scoring.ruleset_json import rule_set_json, rule_sets_json

    language = _language(lang)
    if name is None:
        found = [load_rule_set(known) for known in RULE_SETS]
        if as_json:
            _print_json(rule_sets_json(found, language))
        elif quiet:
            typer.echo("\n".join(one.name for one in found))
        else:
            from . import console

            console.print_rule_sets(found, language)
        return
    chosen = _rule_set(name, option)
    if as_json:
        _print_json(rule_set_json(chosen, language))
    elif quiet:
        typer.echo("\n".join(rule.id for rule in chosen.rules))
    else:
        from . import console

        console.print_rules(chosen, language)


app.add_typer(datasets.app, name="datasets")
app.add_typer(models.app, name="models")


def main() -> None:
    """Run the command; a closed pipe ends it quietly, what cannot be printed is replaced."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more at exit; let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.write(f"rekje: cannot write the output: {error.strerror}\n")
        sys.exit(_UNWRITABLE)


if __name__ == "__main__":
    main()

"""The `rekje` command: parse, call one function, print.

Exit codes: 0 done, 1 the hand cannot be scored, 2 wrong usage, 3 an input cannot be read, 4 a model
is missing or damaged; 130 Ctrl-C. A reader who closes the pipe ends it with 0.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from .commands_common import UNREADABLE, Language, fail, language_of, print_json, rule_set_of
from .datasets import commands as datasets
from .datasets.label.command_label import label_command
from .models import commands as models
from .scoring.hand import Win
from .scoring.tiles import Wind
from .streams import forget_output, use_safe_streams

if TYPE_CHECKING:
    from .commands_photo import Said
    from .datasets.label.protocol import Draw, ReaderFactory

__all__ = ["app", "main"]


class _Commands(TyperGroup):
    """The commands, whose messages on wrong usage are sentences."""

    def invoke(self, ctx: Any) -> object:
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise


app = typer.Typer(
    cls=_Commands,
    help="Read mahjong hands and score them by the Dutch tournament rules, every point explained.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

_HIGHEST_SCORE = 10**12
"""Points; larger numbers are taken for slips of the keyboard."""

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Lang_ = Annotated[
    Language | None,
    typer.Option("--lang", case_sensitive=False, help="Language of the output; else the locale's."),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print the answer only.")]
Rules = Annotated[str, typer.Option("--rules", help="A rule set by name, or a TOML file.")]
Option = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Change an option of the rule set."),
]
Seat = Annotated[Wind | None, typer.Option(case_sensitive=False, help="The player's own wind.")]
Round = Annotated[
    Wind | None, typer.Option("--round", case_sensitive=False, help="The prevailing wind.")
]
HowWon = Annotated[Win | None, typer.Option(case_sensitive=False, help="How the hand was won.")]


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
    str | None,
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
    from .commands_photo import Photographed, read_photos, target_of
    from .commands_score import Output
    from .scoring.report import TileStyle

    said = _said(fix, drop, open_, closed)
    if len(photos) > 1 and (annotate is not None or fix or drop or open_ or closed):
        fail("corrections and --annotate go with one photo")
    how = Output(language_of(lang), TileStyle(), as_json, quiet)
    target = target_of(annotate, photos[0])
    read_photos([Photographed(path, said, annotate=target) for path in photos], how)


def _said(
    fix: list[str] | None,
    drop: list[int] | None,
    open_: list[int] | None,
    closed: list[int] | None,
) -> "Said":
    """Return the corrections as they are written on the command line."""
    from .commands_photo import Said

    return Said(tuple(fix or ()), tuple(drop or ()), tuple(open_ or ()), tuple(closed or ()))


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
    seat: Seat = None,
    round_: Round = None,
    win: HowWon = None,
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
    from .commands_photo import Photographed, score_photo, target_of
    from .commands_score import Output, hand_of_text, print_score, with_winning
    from .scoring.assess import Known
    from .scoring.report import TileStyle

    if (photo is None) == (hand is None):
        fail("give a photo, or the hand as text with --hand")
    if hand is not None and (fix or drop or open_ or closed or annotate is not None):
        fail("--fix, --drop, --open, --closed and --annotate go with a photo")
    if loser and win:
        fail("--loser and --win exclude each other: only a winner has won")
    known = Known(
        seat, round_, win, not loser, kongs_in_turn, dead=dead, ready_at_start=ready_at_start
    )
    rule_set = rule_set_of(rules, option)
    language = language_of(lang)
    how = Output(language, TileStyle(unicode), as_json, quiet)
    if hand is not None:
        parsed = hand_of_text(hand, known, rule_set, how)
        if winning_tile is not None:
            parsed = with_winning(parsed, winning_tile, language)
        print_score((parsed,), known, rule_set, how)
    elif photo is not None:
        said = _said(fix, drop, open_, closed)
        taken = Photographed(photo, said, winning_tile, target_of(annotate, photo))
        score_photo(taken, known, rule_set, how)


_Score = Annotated[
    int | None, typer.Option(min=0, max=_HIGHEST_SCORE, help="The score of this seat.")
]


@app.command()
def settle(
    east: _Score = None,
    south: _Score = None,
    west: _Score = None,
    north: _Score = None,
    winner: Annotated[
        Wind | None, typer.Option(case_sensitive=False, help="The seat that has mahjong.")
    ] = None,
    draw: Annotated[bool, typer.Option("--draw", help="Nobody has mahjong.")] = False,
    rules: Rules = "nts",
    as_json: Json = False,
    lang: Lang_ = None,
    quiet: Quiet = False,
) -> None:
    """Settle four scores: who pays whom."""
    from .scoring.settle import settle as settle_scores

    name = rule_set_of(rules, None).name
    scores = dict(zip(Wind, (east, south, west, north), strict=True))
    if draw == (winner is not None):
        fail("say who has mahjong with --winner east|south|west|north, or --draw for nobody")
    missing = [f"--{seat.value}" for seat, score in scores.items() if score is None]
    if missing and not draw:
        fail(f"the scores of {', '.join(missing)} are missing; four are needed")
    known = {seat: score or 0 for seat, score in scores.items()}
    found = settle_scores(known, winner)
    if as_json:
        print_json(found.to_json(name))
    else:
        from . import console

        console.print_settlement(found, list(known.values()), language_of(lang), quiet=quiet)


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

    language = language_of(lang)
    if name is None:
        found = [load_rule_set(known) for known in RULE_SETS]
        if as_json:
            print_json(rule_sets_json(found, language))
        elif quiet:
            typer.echo("\n".join(one.name for one in found))
        else:
            from . import console

            console.print_rule_sets(found, language)
        return
    chosen = rule_set_of(name, option)
    if as_json:
        print_json(rule_set_json(chosen, language))
    elif quiet:
        typer.echo("\n".join(rule.id for rule in chosen.rules))
    else:
        from . import console

        console.print_rules(chosen, language)


@app.command()
def webcam(
    camera: Annotated[str, typer.Option(help="A number, an address, or a video file.")] = "0",
    no_window: Annotated[
        bool, typer.Option("--no-window", help="Print a line of JSON for each steady reading.")
    ] = False,
    record: Annotated[
        str | None, typer.Option(metavar="OUT.jsonl", help="Keep what was read, frame by frame.")
    ] = None,
    save_to: Annotated[Path, typer.Option(help="Folder for what the key s saves.")] = Path(
        "rekje-webcam"
    ),
    rules: Rules = "nts",
    option: Option = None,
    seat: Seat = None,
    round_: Round = None,
    win: HowWon = None,
    lang: Lang_ = None,
) -> None:
    """Read the tiles before a camera, live and steady."""
    from .commands_webcam import WebcamOptions, watch_camera
    from .scoring.assess import Known

    options = WebcamOptions(camera, language_of(lang), not no_window, record, save_to)
    watch_camera(options, Known(seat, round_, win), rule_set_of(rules, option))


def _label_tools() -> "tuple[ReaderFactory, Draw | None]":
    """Return who reads the pictures that are labelled, and who draws on them."""
    from .models.labelling import LabelReaderFactory
    from .vision.drawing.annotate import annotate

    return LabelReaderFactory(), annotate


app.command("label")(label_command(_label_tools))
app.add_typer(datasets.app, name="datasets")
app.add_typer(models.app, name="models")


def main() -> None:
    """Run the command; output that cannot be written ends it with one line."""
    use_safe_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        forget_output()
        sys.stderr.write(f"rekje: cannot write the output: {error.strerror}\n")
        sys.exit(UNREADABLE)


if __name__ == "__main__":
    main()

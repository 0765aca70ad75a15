"""How `rekje score` scores and prints a hand, wherever it comes from."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from .commands_common import CANNOT_SCORE, fail, print_json

if TYPE_CHECKING:
    from .scoring.hand import Hand, Known
    from .scoring.messages import Lang
    from .scoring.report import TileStyle
    from .scoring.ruleset import RuleSet

__all__ = ["Output", "hand_of_text", "print_score", "with_winning"]


@dataclass(frozen=True, slots=True)
class Output:
    """How the answer is printed."""

    lang: "Lang"
    style: "TileStyle"
    as_json: bool
    quiet: bool


def hand_of_text(text: str, known: "Known", rules: "RuleSet", how: Output) -> "Hand":
    """Parse a hand text, or say which character is wrong and end with exit code 1."""
    from .scoring.errors import NotationError
    from .scoring.notation import parse_hand
    from .scoring.result import error_json, score_document, situation_json

    try:
        return parse_hand(text)
    except NotationError as error:
        if how.as_json:
            why = error_json(error.code, error.message, how.lang) | {"position": error.position}
            situation = situation_json(known)
            print_json(score_document(rules.name, text, situation, valid=False, error=why))
        else:
            shown = "".join(char if char.isprintable() else "?" for char in text)
            typer.echo(
                f"{shown}\n{' ' * error.position}^\n{error.message.text(how.lang)}", err=True
            )
        raise typer.Exit(CANNOT_SCORE) from error


def with_winning(hand: "Hand", text: str, lang: "Lang") -> "Hand":
    """Return the hand with the winning tile of `--winning-tile`, or end with a usage error."""
    from .scoring.errors import HandError
    from .scoring.notation import with_winning_tile

    try:
        return with_winning_tile(hand, text)
    except HandError as error:
        fail(f"--winning-tile {text!r}: {error.message.text(lang)}")


def print_score(
    hands: "tuple[Hand, ...]",
    known: "Known",
    rules: "RuleSet",
    how: Output,
    reading: dict[str, object] | None = None,
) -> None:
    """Score and print a hand, given as all that it may be; end with exit code 1 if it cannot be.

    `reading` is the JSON of the photo that it was read in.
    """
    from .scoring.advice import advise
    from .scoring.assess import Range, assess_any
    from .scoring.result import Scored

    found = assess_any(hands, known, rules)
    advice = advise(hands[0], known, rules)
    if how.as_json:
        document = found.to_json(how.lang) | advice.to_json(how.lang)
        print_json(document | ({"reading": reading} if reading else {}))
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
        raise typer.Exit(CANNOT_SCORE)

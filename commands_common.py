"""What all commands share: exit codes, the language, errors, JSON."""

import json
import os
from enum import StrEnum
from typing import TYPE_CHECKING, NoReturn

import typer

if TYPE_CHECKING:
    from .scoring.messages import Lang
    from .scoring.ruleset import RuleSet

__all__ = [
    "CANNOT_SCORE",
    "NO_MODEL",
    "UNREADABLE",
    "USAGE",
    "Language",
    "fail",
    "language_of",
    "print_json",
    "rule_set_of",
]

CANNOT_SCORE, USAGE, UNREADABLE, NO_MODEL = 1, 2, 3, 4
"""Exit codes: the hand cannot be scored, wrong usage, an input (or output) that cannot be read (or
written), a model that is missing or damaged."""


class Language(StrEnum):
    """The languages of the output."""

    nl = "nl"
    en = "en"


def language_of(chosen: Language | None) -> "Lang":
    """Return the language asked for, or Dutch in a Dutch locale, else English."""
    if chosen:
        return "nl" if chosen is Language.nl else "en"
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    return "nl" if locale.lower().startswith("nl") else "en"


def fail(text: str, code: int = USAGE) -> NoReturn:
    """Say on standard error what is wrong and end."""
    typer.echo(f"rekje: {text}", err=True)
    raise typer.Exit(code)


def print_json(document: object) -> None:
    """Print one JSON document on one line."""
    typer.echo(json.dumps(document, ensure_ascii=False))


def rule_set_of(name: str, options: list[str] | None) -> "RuleSet":
    """Load a rule set and change its options, or end with a usage error."""
    from .scoring.errors import RuleSetError
    from .scoring.rulefile import load_rule_set

    changed: dict[str, object] = {}
    for text in options or []:
        option, separator, value = text.partition("=")
        if not separator:
            fail(f"--option {text!r}: write NAME=VALUE, as in minimum_doublings=1")
        changed[option.strip()] = value
    try:
        return load_rule_set(name).with_options(changed)
    except RuleSetError as error:
        fail(str(error))

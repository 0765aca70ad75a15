"""What all commands share: exit codes, the language, errors, JSON."""

import json
import os
import re
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
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
    "out_path",
    "print_json",
    "rule_set_of",
    "say",
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
    say(text)
    raise typer.Exit(code)


def say(text: str) -> None:
    """Say something on standard error, in one line whatever the names in it are."""
    from .vision.errors import printable

    typer.echo(f"rekje: {printable(text)}", err=True)


def print_json(document: object) -> None:
    r"""Print one JSON document on one line; bytes that are no UTF-8 stand as `\udce9`."""
    text = json.dumps(document, ensure_ascii=False)
    typer.echo(re.sub("[\ud800-\udfff]", lambda found: f"\\\\u{ord(found[0]):x}", text))


def out_path(option: str, name: str, source: str) -> Path:
    """Return the file that an option names, or end with a usage error where it would harm.

    `source` is the file that is read, which is never written over, by whatever name.
    """
    if not name:
        fail(f"{option}: the name is empty; name a file")
    with suppress(OSError, ValueError):
        if os.path.samefile(name, source):
            fail(f"{option} {name}: is the file that is read; name another one")
    return Path(name)


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

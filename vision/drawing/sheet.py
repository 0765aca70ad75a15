"""What the score sheet beside an annotated photo says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...scoring.assess import Decided, Range
from ...scoring.hand import Known, Situation
from ...scoring.messages import Lang
from ...scoring.notation import format_hand
from ...scoring.report import Line, report, say, situation_text
from ...scoring.result import Rejected, Scored

__all__ = ["Section", "Sheet", "score_sheet"]


@dataclass(frozen=True, slots=True)
class Section:
    """Lines of a score sheet under a heading."""

    heading: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands beside the photo, in the order in which it is read."""

    title: str
    """The hand text."""
    about: tuple[str, ...] = ()
    """The rules, and who sat where."""
    sections: tuple[Section, ...] = ()
    total: str = ""
    """The sum, a range, or why there is none."""
    notes: tuple[str, ...] = ()


def score_sheet(
    found: Decided | Range | Scored | Rejected, lang: Lang = "en", rules: str = ""
) -> Sheet:
    """Lay out what scoring a hand gave; `rules` is the title of the rule set.

    >>> from ...scoring.assess import assess
    >>> from ...scoring.notation import parse_hand
    >>> score_sheet(assess(parse_hand("678m345p88s777z (111z) @3p"), Known())).total
    'Total: between 0 and 272'
    """
    if isinstance(found, Decided):
        sheet = score_sheet(found.result, lang, rules)
        about = _about(found.known, rules, lang)
        return replace(sheet, about=about, notes=(*_needs(found.needs, lang), *sheet.notes))
    title = format_hand(found.hand)
    notes = tuple(say("note", lang, warning.text(lang)) for warning in found.warnings)
    if isinstance(found, Range):
        same = found.low == found.high
        total = str(found.low) if same else say("range", lang, found.low, found.high)
        about = _about(found.known, rules, lang)
        total = f"{say('total', lang)}: {total}"
        return Sheet(title, about, (), total, (*_needs(found.needs, lang), *notes))
    about = _about(found.situation, rules, lang)
    if isinstance(found, Rejected):
        return Sheet(title, about, (), found.message.text(lang), notes)
    return Sheet(title, about, tuple(_sections(found, lang)), _total(found, lang), notes)


def _about(situation: Situation | Known, rules: str, lang: Lang) -> tuple[str, ...]:
    return (*([rules] if rules else []), situation_text(situation, lang))


def _needs(needs: Sequence[str], lang: Lang) -> tuple[str, ...]:
    if not needs:
        return ()
    return (say("needs", lang, ", ".join(say(f"need_{name}", lang) for name in needs)),)


def _total(scored: Scored, lang: Lang) -> str:
    return f"{say('total', lang)}: {report(scored, lang).formula}"


def _sections(scored: Scored, lang: Lang) -> Iterator[Section]:
    found = report(scored, lang)
    together = Line(say("together", lang), "", str(scored.points))
    if found.sets:
        ends = not found.points and not found.limit
        yield Section(say("sets", lang), (*found.sets, *([together] if ends else [])))
    if found.points:
        yield Section(say("points", lang), (*found.points, together))
    if found.doublings:
        yield Section(say("doublings", lang), found.doublings)
    if found.limit:
        yield Section(say("limits", lang), (found.limit,))

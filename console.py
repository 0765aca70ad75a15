"""What the commands print for people: tables in Dutch or English."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .scoring.advice import Advice
from .scoring.assess import Decided, Known, Range
from .scoring.hand import Situation
from .scoring.messages import Lang
from .scoring.notation import format_hand
from .scoring.options import option_infos
from .scoring.report import (
    WIND_NAMES,
    Line,
    TileStyle,
    report,
    say,
    situation_text,
    tile_name,
)
from .scoring.result import Rejected, Scored
from .scoring.rules import DoublingRule, LimitRule, Rule
from .scoring.ruleset import RuleSet
from .scoring.settle import Settlement
from .scoring.tiles import Wind

__all__ = [
    "grid",
    "new_console",
    "print_advice",
    "print_open",
    "print_rejected",
    "print_rule_sets",
    "print_rules",
    "print_scored",
    "print_settlement",
]

_SIMPLE = box.SIMPLE_HEAD


def new_console() -> Console:
    """Return a console on standard output that prints text as it is."""
    return Console(highlight=False)


def grid(title: str = "") -> Table:
    """Return a table without lines, its title on the left."""
    return Table(
        box=None, show_header=False, title=title, title_justify="left", title_style="bold",
        pad_edge=False, padding=(0, 2, 0, 0),
    )  # fmt: skip


def _add_lines(table: Table, lines: Sequence[Line]) -> None:
    for line in lines:
        row = [escape(line.name), line.tiles, line.value]
        table.add_row(*row, f"[dim]{escape(line.why)}[/dim]" if line.why else "")


def _heading(
    console: Console, hand: str, ruleset: RuleSet, situation: Situation | Known, lang: Lang
) -> None:
    console.print(f"[bold]{escape(hand)}[/bold]")
    console.print(f"[dim]{escape(ruleset.title.text(lang))}[/dim]")
    console.print(f"[dim]{escape(situation_text(situation, lang))}[/dim]")
    console.print()


def _print_notes(console: Console, notes: Sequence[str], lang: Lang) -> None:
    for note in notes:
        console.print(f"[yellow]{escape(say('note', lang, note))}[/yellow]")


def print_scored(
    scored: Scored,
    rules: RuleSet,
    lang: Lang,
    style: TileStyle,
    *,
    known: Known | None = None,
    quiet: bool = False,
) -> None:
    """Print a score sheet: sets, points, doublings and the sum."""
    console = new_console()
    sheet = report(scored, lang, style)
    if not quiet:
        _heading(console, format_hand(scored.hand), rules, known or scored.situation, lang)
        table = grid()
        table.add_column(overflow="fold")
        table.add_column(overflow="fold")
        table.add_column(justify="right", overflow="fold")
        table.add_column(overflow="fold")
        sections = (("sets", sheet.sets), ("points", sheet.points), ("doublings", sheet.doublings))
        for key, lines in sections:
            if not lines:
                continue
            table.add_row(f"[bold]{say(key, lang)}[/bold]")
            _add_lines(table, lines)
            if key == "points" or (key == "sets" and not sheet.points and not sheet.limit):
                table.add_row(say("together", lang), "", f"[bold]{scored.points}[/bold]", "")
            table.add_row()
        if sheet.limit:
            _add_lines(table, [sheet.limit])
        console.print(table)
    console.print(f"[bold]{say('total', lang)}: {sheet.formula}[/bold]")
    if not quiet:
        _print_notes(console, sheet.warnings, lang)


def print_open(found: Range, rules: RuleSet, lang: Lang, *, quiet: bool = False) -> None:
    """Print the range of totals of a hand, and what must still be said."""
    console = new_console()
    if not quiet:
        _heading(console, format_hand(found.hand), rules, found.known, lang)
    same = found.low == found.high
    bounds = str(found.low) if same else say("range", lang, found.low, found.high)
    console.print(f"[bold]{say('total', lang)}: {bounds}[/bold]")
    if quiet:
        return
    needs = ", ".join(say(f"need_{name}", lang) for name in found.needs)
    console.print(say("needs", lang, needs))
    _print_notes(console, [warning.text(lang) for warning in found.warnings], lang)


def print_rejected(
    rejected: Rejected, rules: RuleSet, lang: Lang, *, known: Known, quiet: bool = False
) -> None:
    """Print why a hand cannot be scored."""
    console = new_console()
    if not quiet:
        _heading(console, format_hand(rejected.hand), rules, known, lang)
    console.print(f"[bold red]{escape(rejected.message.text(lang))}[/bold red]")
    if not quiet:
        _print_notes(console, [warning.text(lang) for warning in rejected.warnings], lang)


def print_advice(advice: Advice, lang: Lang, style: TileStyle) -> None:
    """Print which tiles complete a hand of thirteen, or one that is no mahjong."""
    console = new_console()
    for exchange in advice.exchanges:
        others = say("or", lang).join(tile.code for tile in exchange.waits)
        swap = say("exchange", lang, others, exchange.out.code)
        console.print(say("complete", lang, swap))
    if advice.waits is None:
        return
    if not advice.waits:
        console.print(say("no_waits", lang))
        return
    table = Table(box=_SIMPLE, pad_edge=False)
    table.add_column(say("waits", lang), overflow="fold")
    for win, _ in advice.waits[0].results:
        table.add_column(say(win.value, lang), justify="right", overflow="fold")
    for wait in advice.waits:
        cake = f" ({say('pe_ling', lang)})" if wait.pe_ling else ""
        cells = [_outcome(found, lang) for _, found in wait.results]
        name = f"{style.write([wait.tile])}  {tile_name(wait.tile, lang)}{cake}"
        table.add_row(name, *cells)
    console.print(table)


def _outcome(found: Decided | Range, lang: Lang) -> str:
    """Return a total, a range of totals, or that it would be no mahjong."""
    if isinstance(found, Range):
        return f"{found.low}-{found.high}"
    result = found.result
    return str(result.total) if isinstance(result, Scored) else say("no_mahjong", lang)


def print_settlement(
    found: Settlement, scores: Sequence[int], lang: Lang, *, quiet: bool = False
) -> None:
    """Print the net result of every seat and, unless quiet, who pays whom."""
    console = new_console()
    if found.winner is None:
        console.print(say("draw", lang))
        return
    table = Table(box=_SIMPLE, pad_edge=False)
    table.add_column("", overflow="fold")
    table.add_column(say("score", lang), justify="right", overflow="fold")
    table.add_column(say("net", lang), justify="right", overflow="fold")
    for seat, score in zip(Wind, scores, strict=True):
        name = WIND_NAMES[seat].text(lang)
        if seat is found.winner:
            name += f" ({say('won', lang)})"
        table.add_row(name, str(score), f"{found.net_of(seat):+d}")
    console.print(table)
    if quiet:
        return
    payments = grid()
    payments.add_column(overflow="fold")
    payments.add_column(justify="right", overflow="fold")
    for payment in found.payments:
        names = (WIND_NAMES[seat].text(lang) for seat in (payment.payer, payment.payee))
        payments.add_row(say("pays", lang, *names), str(payment.amount))
    console.print(payments)


def print_rule_sets(rule_sets: Sequence[RuleSet], lang: Lang) -> None:
    """Print the rule sets by name."""
    console = new_console()
    table = grid()
    for _ in range(3):
        table.add_column(overflow="fold")
    for rules in rule_sets:
        about = []
        if rules.parent:
            about.append(say("parent", lang, rules.parent))
        if rules.tables:
            names = (rules.table, *(name for name, _ in rules.tables))
            about.append(say("tables", lang, ", ".join(names)))
        table.add_row(f"[bold]{rules.name}[/bold]", rules.title.text(lang), "; ".join(about))
    console.print(table)


def print_rules(rules: RuleSet, lang: Lang) -> None:
    """Print every rule of a rule set with its value, who gets it and its source; then options."""
    console = new_console()
    console.print(f"[bold]{escape(rules.name)}[/bold]  {escape(rules.title.text(lang))}")
    for key, some in (
        ("points", rules.points),
        ("doublings", rules.doublings),
        ("limits", rules.limits),
    ):
        table = Table(box=_SIMPLE, pad_edge=False, title=say(key, lang), title_justify="left")
        table.add_column(say("value", lang), justify="right", overflow="fold")
        table.add_column(f"{say('rule', lang)} ({say('who', lang)}, {say('source', lang)})")
        for rule in some:
            table.add_row(*_rule_cells(rule, rules, lang))
        console.print(table)
    _print_options(console, rules, lang)
    console.print(f"[dim]{say('sources', lang)}[/dim]")


def _rule_cells(rule: Rule, rules: RuleSet, lang: Lang) -> tuple[str, str]:
    value = " ".join(["x 2"] * rule.value) if isinstance(rule, DoublingRule) else str(rule.value)
    if not rules.in_force(rule):
        value = say("off", lang)
    who = "" if isinstance(rule, LimitRule) else f"{say(rule.who.value, lang)}; "
    about = f"{rule.id}; {who}{rule.clause}"
    return value, (
        f"[bold]{escape(rule.name.text(lang))}[/bold]  [dim]{escape(about)}[/dim]\n"
        f"{escape(rule.explanation.text(lang))}"
    )


def _print_options(console: Console, rules: RuleSet, lang: Lang) -> None:
    table = Table(box=_SIMPLE, pad_edge=False, title=say("options", lang), title_justify="left")
    table.add_column(say("value", lang), justify="right", overflow="fold")
    table.add_column(say("option", lang))
    if rules.tables:
        names = sorted((rules.table, *(name for name, _ in rules.tables)))
        choices = escape(" | ".join(names))
        table.add_row(escape(rules.table), f"[bold]table[/bold]  [dim]{choices}[/dim]")
    for info in option_infos().values():
        value = str(getattr(rules.options, info.name)).lower()
        meaning = escape(info.nl if lang == "nl" else info.en)
        table.add_row(value, f"[bold]{info.name}[/bold]  [dim]{info.clause}[/dim]\n{meaning}")
    console.print(table)

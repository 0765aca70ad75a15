"""What is printed of a photo's reading, and what is asked of the person at the terminal."""

import sys
from dataclasses import replace
from typing import TypeVar

import typer
from rich.markup import escape

from .console import grid, new_console
from .scoring.hand import Hand, Known, Win
from .scoring.laid import GroupKind
from .scoring.messages import Lang, Text
from .scoring.tiles import Tile, Wind
from .vision.errors import printable
from .vision.reading import OPEN_KINDS, Reading, ReadingGroup, TileReading

__all__ = ["ask", "print_reading"]

_KINDS = {
    GroupKind.CONCEALED: Text("concealed", "in de hand"),
    GroupKind.CHOW: Text("chow", "chow"),
    GroupKind.PUNG: Text("pung", "pung"),
    GroupKind.KONG: Text("kong", "kong"),
    GroupKind.PAIR: Text("pair", "paar"),
    GroupKind.BONUS: Text("bonus tiles", "bloemen en seizoenen"),
    GroupKind.WINNING: Text("winning tile", "winnende steen"),
    GroupKind.OTHER: Text("not of the hand", "niet van de hand"),
}
_OPEN = {
    True: Text("open", "open"),
    False: Text("closed", "dicht"),
    None: Text("open or closed?", "open of dicht?"),
}
_WORDS = {
    "certain": Text("Nothing needs a look.", "Niets hoeft nagekeken."),
    "look": Text("Please check the reading.", "Kijk de lezing na."),
    "note": Text("Note: {}", "Let op: {}"),
    "group": Text("group {}", "groep {}"),
    "no_hand": Text("no hand", "geen hand"),
    "seat": Text("Own wind ({})", "Eigen wind ({})"),
    "round": Text("Prevailing wind ({})", "Heersende wind ({})"),
    "win": Text("How was it won ({})", "Hoe is er gewonnen ({})"),
    "winning": Text("Which tile won", "Met welke steen is er gewonnen"),
    "skip": Text("Enter to leave it open", "Enter om het open te laten"),
    "again": Text(
        "{!r} is none of these, or the beginning of several",
        "{!r} is geen van deze, of het begin van meer dan een",
    ),
}
_DUTCH: dict[Wind | Win, str] = {
    Wind.EAST: "oost",
    Wind.SOUTH: "zuid",
    Wind.WEST: "west",
    Wind.NORTH: "noord",
    Win.SELF_DRAW: "zelf-getrokken",
    Win.DISCARD: "weggelegd",
    Win.ROB_KONG: "kongroof",
    Win.KONG_REPLACEMENT: "losse-steen",
    Win.LAST_WALL: "laatste-steen",
    Win.HEAVEN: "hemel",
    Win.EARTH: "aarde",
}
"""Words of the Dutch questions; the English ones are those of the options."""
_Choice = TypeVar("_Choice", Wind, Win)


def print_reading(reading: Reading, lang: Lang, *, quiet: bool = False) -> None:
    """Print the hand, what lies where, and what needs a look."""
    if quiet:
        typer.echo(reading.hand_text)
        return
    console = new_console()
    console.print(f"[dim]{escape(printable(reading.path))}[/dim]")
    hand = reading.hand_text or _WORDS["no_hand"].text(lang)
    console.print(f"[bold]{escape(hand)}[/bold]")
    table = grid()
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    for number, group in enumerate(reading.groups):
        name = _WORDS["group"].text(lang).format(number)
        table.add_row(f"[dim]{name}[/dim]", _kind(group, lang), _tiles(reading, group))
    console.print(table)
    for note in reading.warnings:
        console.print(
            f"[yellow]{escape(_WORDS['note'].text(lang).format(note.text(lang)))}[/yellow]"
        )
    if reading.tiles:
        words = _WORDS["certain" if reading.certain else "look"].text(lang)
        sure = f" ({min(99, int(reading.confidence * 100))} %)" if reading.is_sound else ""
        console.print(f"{words}{sure}")


def _kind(group: ReadingGroup, lang: Lang) -> str:
    """Say what a group is, of a set also whether it is open."""
    kind = _KINDS[group.kind].text(lang)
    return f"{kind}, {_OPEN[group.open].text(lang)}" if group.kind in OPEN_KINDS else kind


def _tiles(reading: Reading, group: ReadingGroup) -> str:
    return "  ".join(map(_tile, reading.of_group(group)))


def _tile(tile: TileReading) -> str:
    """Return a tile's number and code, marked where it lies sideways, face down or is doubtful."""
    code = tile.tile.code + ("'" if tile.turned else "")
    if tile.read_as is Tile.BACK and tile.tile is not Tile.BACK:
        code = f"({code})"
    text = f"[dim]{tile.n}[/dim] {code}"
    return f"[yellow]{text} ?[/yellow]" if tile.doubtful else text


def ask(known: Known, hand: Hand, needs: tuple[str, ...], lang: Lang) -> tuple[Known, Hand]:
    """Ask what a photo cannot tell; what is left open stays unknown."""
    if "seat" in needs:
        known = replace(known, seat=_choice("seat", lang, Wind))
    if "round" in needs:
        known = replace(known, prevailing=_choice("round", lang, Wind))
    if "win" in needs:
        known = replace(known, win=_choice("win", lang, Win))
    if "winning_tile" in needs and hand.concealed:
        hand = replace(hand, winning=_winning(hand, lang))
    return known, hand


def _choice(key: str, lang: Lang, kind: type[_Choice]) -> _Choice | None:
    """Ask until one word, or the beginning of one only, is typed; None for nothing.

    English words are taken beside those of the question.
    """
    words = {one: _DUTCH[one] if lang == "nl" else one.value for one in kind}
    question = _WORDS[key].text(lang).format(", ".join(words.values()))
    while said := _asked(question, lang):
        names = {one: (word, one.value) for one, word in words.items()}
        found = [one for one, both in names.items() if said in both] or [
            one for one, both in names.items() if any(name.startswith(said) for name in both)
        ]
        if len(found) == 1:
            return found[0]
        _refuse(said, lang)
    return None


def _winning(hand: Hand, lang: Lang) -> Tile | None:
    """Ask until the code of a concealed tile is typed; None for nothing."""
    codes = {tile.code: tile for tile in hand.concealed}
    while said := _asked(f"{_WORDS['winning'].text(lang)} ({' '.join(codes)})", lang):
        if said in codes:
            return codes[said]
        _refuse(said, lang)
    return None


def _refuse(said: str, lang: Lang) -> None:
    """Say why a question is asked again."""
    typer.echo(_WORDS["again"].text(lang).format(said), err=True)


def _asked(question: str, lang: Lang) -> str:
    """Return the answer; the end of the input leaves the question open, as an empty line does."""
    typer.echo(f"{question}, {_WORDS['skip'].text(lang)}: ", nl=False, err=True)
    answer = sys.stdin.readline()
    if not answer:
        typer.echo(err=True)
    return answer.strip().lower()

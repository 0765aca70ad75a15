"""What is said of the tiles and groups of a reading, in a word or two."""

from enum import Enum

from ...scoring.laid import GroupKind
from ...scoring.messages import Lang, Text
from ...scoring.tiles import Tile
from ..reading import OPEN_KINDS, ReadingGroup, TileReading

__all__ = ["MARKS", "Look", "group_word", "look_of", "tile_lines"]


class Look(Enum):
    """How a tile is shown."""

    PLAIN = "plain"
    OTHER = "other"
    CHANGED = "changed"
    DOUBTFUL = "doubtful"


MARKS = {
    Look.DOUBTFUL: Text("look here: may be another tile", "kijk hier: kan een andere steen zijn"),
    Look.CHANGED: Text("changed to fit the rules", "aangepast aan de regels"),
    Look.OTHER: Text("not in the hand", "hoort niet bij de hand"),
}
"""What the colours of the special looks mean."""
_KINDS = {
    GroupKind.CONCEALED: Text("concealed", "in de hand"),
    GroupKind.CHOW: Text("chow", "chow"),
    GroupKind.PUNG: Text("pung", "pung"),
    GroupKind.KONG: Text("kong", "kong"),
    GroupKind.PAIR: Text("pair", "paar"),
    GroupKind.BONUS: Text("bonus", "bonus"),
    GroupKind.WINNING: Text("winning tile", "winnende steen"),
    GroupKind.OTHER: Text("not in the hand", "niet van de hand"),
}
_OPEN, _CLOSED = Text("open", "open"), Text("closed", "dicht")
_EITHER = Text("open or closed?", "open of dicht?")
_NO_TILE = Text("no tile", "geen steen")
_LIKELY = 0.01
"""Alternatives less likely than this are not named."""
_MOST_ALTERNATIVES = 2


def look_of(tile: TileReading, group: ReadingGroup) -> Look:
    """Return how a tile is shown: what needs a look comes before all else."""
    if tile.doubtful:
        return Look.DOUBTFUL
    if tile.tile is not tile.read_as and tile.read_as is not Tile.BACK:
        return Look.CHANGED
    return Look.OTHER if group.kind is GroupKind.OTHER else Look.PLAIN


def group_word(group: ReadingGroup, number: int, lang: Lang) -> str:
    """Say what a group is, with its number where `--open` or `--closed` is asked for it.

    >>> group_word(ReadingGroup(GroupKind.KONG, False, ()), 2, "nl")
    'kong, dicht'
    """
    word = _KINDS[group.kind].text(lang)
    if group.kind not in OPEN_KINDS:
        return word
    if group.open is None:
        return f"{number}: {word}, {_EITHER.text(lang)}"
    return f"{word}, {(_OPEN if group.open else _CLOSED).text(lang)}"


def tile_lines(tile: TileReading, lang: Lang) -> tuple[str, ...]:
    """Return what is written on a tile: its number and name, then what else it may be."""
    first = f"{tile.n} {tile.tile.code}"
    if tile.doubtful:
        found = [(other.code, share) for other, share in tile.alternatives]
        found.append((_NO_TILE.text(lang), tile.no_tile))
        found.sort(key=lambda pair: -pair[1])
        others = [name for name, share in found if share >= _LIKELY][:_MOST_ALTERNATIVES]
        return (f"{first}?", " ".join(others)) if others else (f"{first}?",)
    if tile.tile is not tile.read_as:
        return first, f"({tile.read_as.code})"
    return (first,)

"""The 44 tile names, and what a rule may ask of a tile."""

from collections.abc import Iterable
from enum import Enum
from itertools import groupby

__all__ = ["Dragon", "Suit", "Tile", "TileKind", "Wind", "format_tiles"]


class Suit(Enum):
    """The three suits; the value is the letter of the tile code."""

    CHARACTERS = "m"
    CIRCLES = "p"
    BAMBOO = "s"


class Wind(Enum):
    """The four winds, in the order of play."""

    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    NORTH = "north"

    def __init__(self, word: str) -> None:
        self.number = len(type(self).__members__) + 1
        """1 for East to 4 for North: the bonus tiles of that seat carry this number."""

    @property
    def next(self) -> "Wind":
        """Return the wind that plays after this one.

        >>> Wind.NORTH.next
        <Wind.EAST: 'east'>
        """
        return list(Wind)[self.number % 4]

    # Members are singletons, so identity hashing is right; Enum's own hash is a slow Python call.
    __hash__ = object.__hash__


class Dragon(Enum):
    """The three dragons, in the order of the tile codes 5z 6z 7z."""

    WHITE = "white"
    GREEN = "green"
    RED = "red"


class TileKind(Enum):
    """What sort of tile it is."""

    SUIT = "suit"
    WIND = "wind"
    DRAGON = "dragon"
    FLOWER = "flower"
    SEASON = "season"
    JOKER = "joker"
    BACK = "back"


_KIND_OF_LETTER = {
    "m": TileKind.SUIT,
    "p": TileKind.SUIT,
    "s": TileKind.SUIT,
    "f": TileKind.FLOWER,
    "q": TileKind.SEASON,
    "j": TileKind.JOKER,
}


class Tile(Enum):
    """A tile name; the value is its code and the order is the class order of all label files.

    >>> Tile("3p").suit, Tile("3p").number
    (<Suit.CIRCLES: 'p'>, 3)
    >>> Tile("1z").wind
    <Wind.EAST: 'east'>
    >>> len(Tile)
    44
    """

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = (f"{n}m" for n in range(1, 10))
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = (f"{n}p" for n in range(1, 10))
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = (f"{n}s" for n in range(1, 10))
    EAST, SOUTH, WEST, NORTH = "1z", "2z", "3z", "4z"
    WHITE, GREEN, RED = "5z", "6z", "7z"
    F1, F2, F3, F4 = "1f", "2f", "3f", "4f"
    Q1, Q2, Q3, Q4 = "1q", "2q", "3q", "4q"
    JOKER = "1j"
    BACK = "back"

    def __init__(self, code: str) -> None:
        letter = code[-1]
        digit = int(code[0]) if code[0].isdigit() else 0
        if code == "back":
            kind = TileKind.BACK
        elif letter == "z":
            kind = TileKind.WIND if digit <= 4 else TileKind.DRAGON
        else:
            kind = _KIND_OF_LETTER[letter]
        self.code = code
        self.kind = kind
        self.number = digit
        self.index = len(type(self).__members__)
        self.suit = Suit(letter) if kind is TileKind.SUIT else None
        self.wind = list(Wind)[digit - 1] if kind is TileKind.WIND else None
        self.dragon = list(Dragon)[digit - 5] if kind is TileKind.DRAGON else None
        self.is_honour = kind in (TileKind.WIND, TileKind.DRAGON)
        self.is_terminal = kind is TileKind.SUIT and digit in (1, 9)
        self.is_simple = kind is TileKind.SUIT and 2 <= digit <= 8
        self.is_bonus = kind in (TileKind.FLOWER, TileKind.SEASON)
        self.forms_sets = kind is TileKind.SUIT or self.is_honour
        self.starts_chow = kind is TileKind.SUIT and digit <= 7
        self.copies = 4 if self.forms_sets else 1 if self.is_bonus else 0
        """How many a game of the Dutch rules has; jokers and backs are no part of one."""

    # Members are singletons, so identity hashing is right; Enum's own hash is a slow Python call.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Tile({self.code!r})"

    def __str__(self) -> str:
        return self.code


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles in class order, digits before their letter.

    >>> format_tiles([Tile.RED, Tile.M3, Tile.M1])
    '13m7z'
    """
    ordered = sorted(tiles, key=lambda tile: tile.index)
    runs = groupby((tile.code for tile in ordered), key=lambda code: code[1:])
    return "".join("".join(code[0] for code in codes) + letter for letter, codes in runs)

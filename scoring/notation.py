"""Hand text: `678m345p88s777z (111z) [5555p] @3p +1f3q`, parsed and formatted.

Bare tiles are concealed, `( )` is a set made with a claimed tile, `[ ]` a closed kong, `@` the
winning tile, `+` begins the bonus tiles. Red fives `0m 0p 0s` are read as fives; capital letters
and spaces are free.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from .errors import ErrorCode, HandError, NotationError
from .hand import Hand
from .melds import KONG, Meld
from .messages import message
from .tiles import Tile, format_tiles

__all__ = ["format_hand", "parse_hand", "parse_tiles", "with_winning_tile"]

_HIGHEST = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 4, "q": 4, "j": 1}
_LONGEST = 500  # characters; a whole hand with every sign and space takes under a hundred
_CLOSING = {"(": ")", "[": "]"}
_EXAMPLE = {"(": "(111z)", "[": "[5555p]"}
_TOKEN = re.compile(r"\s*(?:([0-9]+)([a-zA-Z]?)|(.))", re.DOTALL)


@dataclass(slots=True)
class _Reader:
    """The text, what was read of it so far, and the section that is being read.

    `section` is the sign that began it, `+more` after the first bonus tile, or empty among bare
    tiles; `begun_at` is the place of that sign and `group` holds the tiles of an open bracket.
    """

    text: str
    section: str = ""
    begun_at: int = 0
    group: list[Tile] = field(default_factory=list)
    concealed: list[Tile] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    bonus: list[Tile] = field(default_factory=list)
    winning: Tile | None = None

    def fail(self, position: int, key: str, **values: object) -> NotationError:
        """Make the error for the character at `position` (0-based)."""
        why = message(key, at=position + 1, **values)
        return NotationError(ErrorCode.BAD_NOTATION, why, self.text, position)


def _tokens(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield (position, digits, letter, sign); either digits or sign is not empty."""
    end = len(text.rstrip())
    position = 0
    while position < end:
        found = _TOKEN.match(text, position)
        if found is None:  # cannot be: the last branch takes any character
            raise AssertionError(position)
        digits, letter, sign = found.group(1) or "", found.group(2) or "", found.group(3) or ""
        yield found.start(1 if digits else 3), digits, letter, sign
        position = found.end()


def _tiles(reader: _Reader, position: int, digits: str, letter: str) -> list[Tile]:
    """Turn one run such as 678m into tiles."""
    at_letter = position + len(digits)
    if not letter:
        raise reader.fail(min(at_letter, len(reader.text) - 1), "letter_missing", seen=digits)
    high = _HIGHEST.get(letter.lower())
    if high is None:
        raise reader.fail(at_letter, "letter_missing", seen=digits)
    letter = letter.lower()
    tiles = []
    for offset, digit in enumerate(digits):
        number = 5 if digit == "0" and letter in "mps" else int(digit)
        if not 1 <= number <= high:
            raise reader.fail(
                position + offset,
                "no_such_tile",
                seen=digit + letter,
                letter=letter,
                low=1,
                high=high,
            )
        tiles.append(Tile(f"{number}{letter}"))
    return tiles


def parse_hand(text: str) -> Hand:
    """Read a hand text.

    Raises:
        NotationError: with the position of the first wrong character; its code is
            `bad_notation`, or `invalid_meld` for a bracketed group that is no set.

    >>> hand = parse_hand("678m345p88s777z (111z) @3p")
    >>> len(hand.concealed), hand.melds[0].open, hand.winning
    (11, True, Tile('3p'))
    >>> parse_hand("67x")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    rekje.scoring.errors.NotationError: position 3: the digits '67' need a letter: ...

    """
    reader = _Reader(text)
    if len(text) > _LONGEST:
        raise reader.fail(_LONGEST, "too_long", most=_LONGEST)
    for position, digits, letter, sign in _tokens(text):
        if digits:
            _place(reader, position, _tiles(reader, position, digits, letter))
        elif sign in _CLOSING.values():
            if _CLOSING.get(reader.section) != sign:
                raise reader.fail(position, "bracket_stray", seen=sign)
            reader.melds.append(_meld(reader))
            reader.section = ""
        elif sign in "([@+":
            _begin(reader, position, sign)
        else:
            key = "digit_missing" if sign.lower() in _HIGHEST else "unknown_character"
            raise reader.fail(position, key, seen=sign)
    _end(reader)
    return Hand(tuple(reader.concealed), tuple(reader.melds), tuple(reader.bonus), reader.winning)


def _place(reader: _Reader, position: int, tiles: list[Tile]) -> None:
    """Put tiles where the section says."""
    if reader.section in _CLOSING:
        reader.group.extend(tiles)
    elif reader.section == "@":
        if len(tiles) != 1:
            raise reader.fail(reader.begun_at, "winning_one")
        if not tiles[0].forms_sets:
            raise reader.fail(position, "winning_bonus", seen=tiles[0].code)
        reader.winning = tiles[0]
        reader.section = ""
    elif reader.section.startswith("+"):
        if not tiles[0].is_bonus:
            raise reader.fail(position, "bonus_other", seen=tiles[0].code)
        reader.bonus.extend(tiles)
        reader.section = "+more"
    else:
        reader.concealed.extend(tiles)


def _begin(reader: _Reader, position: int, sign: str) -> None:
    """Begin the section of `sign` when it may begin here."""
    if reader.section in _CLOSING:
        raise reader.fail(position, "bracket_nested", seen=sign)
    _end(reader)
    if sign == "@" and reader.winning is not None:
        raise reader.fail(position, "winning_twice")
    reader.section, reader.begun_at, reader.group = sign, position, []


def _end(reader: _Reader) -> None:
    """Check that the section is complete."""
    at, sign = reader.begun_at, reader.section
    if sign in _CLOSING:
        raise reader.fail(at, "bracket_open", seen=sign, example=_EXAMPLE[sign])
    if sign == "@":
        raise reader.fail(at, "winning_one")
    if sign == "+":
        raise reader.fail(at, "bonus_none")


def _meld(reader: _Reader) -> Meld:
    """Make the set of a bracket that has just been closed."""
    at = reader.begun_at
    try:
        meld = Meld.of(reader.group, open=reader.section == "(")
    except HandError as error:
        raise NotationError(error.code, error.message, reader.text, at) from error
    if not meld.open and meld.kind is not KONG:
        why = message("bracket_needs_kong", tiles=format_tiles(reader.group))
        raise NotationError(ErrorCode.INVALID_MELD, why, reader.text, at)
    return meld


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read bare tiles such as `123m 77z` or `3f`; no sets, no signs.

    >>> parse_tiles("12m 7z")
    (Tile('1m'), Tile('2m'), Tile('7z'))
    """
    reader = _Reader(text)
    tiles: list[Tile] = []
    for position, digits, letter, sign in _tokens(text):
        if sign:
            key = "digit_missing" if sign.lower() in _HIGHEST else "unknown_character"
            raise reader.fail(position, key, seen=sign)
        tiles += _tiles(reader, position, digits, letter)
    return tuple(tiles)


def with_winning_tile(hand: Hand, text: str) -> Hand:
    """Return the hand with a winning tile from a text such as `3p`.

    Raises:
        HandError: not one tile that can win, or the hand names another.

    >>> with_winning_tile(parse_hand("33p"), "3p").winning
    Tile('3p')

    """
    tiles = parse_tiles(text)
    if len(tiles) != 1 or not tiles[0].forms_sets:
        raise HandError(ErrorCode.BAD_NOTATION, message("one_winning_tile"))
    if hand.winning and hand.winning is not tiles[0]:
        why = message("two_winning_tiles", tile=tiles[0].code, other=hand.winning.code)
        raise HandError(ErrorCode.BAD_NOTATION, why)
    return replace(hand, winning=tiles[0])


def format_hand(hand: Hand) -> str:
    """Write a hand so that `parse_hand` gives it back.

    >>> format_hand(parse_hand("@3p [5555p] +3q1f (111z) 777z88s345p678m"))
    '678m345p88s777z [5555p] (111z) @3p +1f3q'
    """
    parts = [format_tiles(hand.concealed)] if hand.concealed else []
    for meld in hand.melds:
        tiles = format_tiles(meld.tiles)
        parts.append(f"({tiles})" if meld.open else f"[{tiles}]")
    if hand.winning:
        parts.append(f"@{hand.winning}")
    if hand.bonus:
        parts.append("+" + format_tiles(hand.bonus))
    return " ".join(parts)

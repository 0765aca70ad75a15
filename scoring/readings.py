"""How concealed tiles can be read as sets, and which tiles would complete them.

Tiles are counted in a tuple of 34 numbers in class order (`Counts`). Every suit is read on its
own and remembered, so that a hand costs a few look-ups.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from .melds import CHOW, PAIR, PUNG, SUITED_AND_HONOURS, Meld, MeldKind
from .tiles import Tile

__all__ = ["Counts", "count", "is_regular", "readings", "regular_waits"]

Counts = tuple[int, ...]
"""How many of each of the 34 tiles, in class order."""

_SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))  # three suits, then the honours
_COPIES = 4
_REMEMBERED = 1 << 16

_Sets = tuple[tuple[MeldKind, int], ...]  # sets by kind and place in the suit
_MELDS = {
    (kind, tile.index): Meld(kind, tile)
    for kind in (PUNG, PAIR, CHOW)
    for tile in SUITED_AND_HONOURS
    if kind is not CHOW or tile.starts_chow
}


def count(tiles: Iterable[Tile]) -> Counts:
    """Count suit and honour tiles; bonus tiles and jokers are no part of a reading.

    >>> count([Tile.M1, Tile.M1, Tile.RED])[:2], sum(count([Tile.F1]))
    ((2, 0), 0)
    """
    counts = [0] * len(SUITED_AND_HONOURS)
    for tile in tiles:
        if tile.forms_sets:
            counts[tile.index] += 1
    return tuple(counts)


@lru_cache(maxsize=_REMEMBERED)
def _suit_readings(counts: Counts, pairs: int, chows: bool) -> tuple[_Sets, ...]:
    """Return every way to read one suit as closed sets and exactly `pairs` pairs, each once."""
    first = next((place for place, held in enumerate(counts) if held), None)
    if first is None:
        return ((),) if not pairs else ()
    held = counts[first]
    room = min(held, counts[first + 1], counts[first + 2]) if chows and first < 7 else 0
    found: list[_Sets] = []
    for runs in range(room + 1):  # how many chows begin at the lowest tile; the rest are alike
        alike: _Sets
        if held - runs == 0:
            alike, left = (), pairs
        elif held - runs == 2 and pairs:
            alike, left = ((PAIR, first),), pairs - 1
        elif held - runs == 3:
            alike, left = ((PUNG, first),), pairs
        elif held - runs == 5 and pairs:  # four 1s, and a 1p that Pe-ling eats
            alike, left = ((PUNG, first), (PAIR, first)), pairs - 1
        else:
            continue
        rest = [*counts[: first + 3]]
        rest[first : first + 3] = [0, *(held - runs for held in rest[first + 1 : first + 3])]
        begun = ((CHOW, first),) * runs + alike
        others = _suit_readings((*rest, *counts[first + 3 :]), left, chows)
        found += [begun + sets for sets in others]
    return tuple(found)


@lru_cache(maxsize=_REMEMBERED)
def _suit_melds(low: int, counts: Counts, pairs: int) -> tuple[tuple[Meld, ...], ...]:
    """Return the readings of one suit as melds."""
    return tuple(
        tuple(_MELDS[kind, low + place] for kind, place in sets)
        for sets in _suit_readings(counts, pairs, len(counts) == 9)
    )


def readings(counts: Counts) -> list[tuple[Meld, ...]]:
    """Return every way to read the tiles as closed sets and one pair, always in the same order.

    >>> from .notation import parse_tiles
    >>> len(readings(count(parse_tiles("11122233355m"))))
    2
    """
    suits = [counts[low:high] for low, high in _SUITS]
    remainders = [sum(suit) % 3 for suit in suits]
    if sorted(remainders) != [0, 0, 0, 2]:
        return []
    per_suit = [
        _suit_melds(low, suit, remainder // 2)
        for (low, _), suit, remainder in zip(_SUITS, suits, remainders, strict=True)
    ]
    return [a + b + c + d for a, b, c, d in product(*per_suit)]


def is_regular(counts: Counts) -> bool:
    """Tell whether the tiles can be read as sets and one pair, without listing how.

    >>> from .notation import parse_tiles
    >>> is_regular(count(parse_tiles("123m55z"))), is_regular(count(parse_tiles("124m55z")))
    (True, False)
    """
    suits = [counts[low:high] for low, high in _SUITS]
    remainders = [sum(suit) % 3 for suit in suits]
    if sorted(remainders) != [0, 0, 0, 2]:
        return False
    return all(_can(suit, rest // 2) for suit, rest in zip(suits, remainders, strict=True))


@lru_cache(maxsize=_REMEMBERED)
def _can(counts: Counts, pairs: int) -> bool:
    """Tell whether one suit can be read as sets and exactly `pairs` pairs."""
    chows = len(counts) == 9
    if not pairs:
        return _all_sets([*counts], chows)
    # Numbers of a pung or chow sum to a multiple of three, so the sum names the pair modulo 3.
    total = sum(place * held for place, held in enumerate(counts))
    for place, held in enumerate(counts):
        if held >= 2 and (not chows or (total - 2 * place) % 3 == 0):
            rest = [*counts]
            rest[place] -= 2
            if _all_sets(rest, chows):
                return True
    return False


def _all_sets(counts: list[int], chows: bool) -> bool:
    """Tell whether the tiles of one suit are sets and nothing else; uses up `counts`.

    From the lowest tile on, three alike may be taken as a pung (three chows would do the same), and
    what is then left of a tile can only begin chows.
    """
    if not chows:
        return all(held % 3 == 0 for held in counts)
    for place, held in enumerate(counts):
        runs = held % 3
        if runs:
            if place > 6 or counts[place + 1] < runs or counts[place + 2] < runs:
                return False
            counts[place + 1] -= runs
            counts[place + 2] -= runs
    return True


@lru_cache(maxsize=_REMEMBERED)
def _suit_waits(suit: Counts, pairs: int) -> tuple[int, ...]:
    """Return the places of the tiles that complete one suit."""
    chows = len(suit) == 9
    waits = []
    for place, held in enumerate(suit):
        near = held or (chows and any(suit[max(0, place - 2) : place + 3]))
        if near and _can((*suit[:place], held + 1, *suit[place + 1 :]), pairs):
            waits.append(place)
    return tuple(waits)


def regular_waits(counts: Counts, held: Counts) -> list[Tile]:
    """Return the tiles that complete the concealed tiles to sets and one pair.

    Args:
        counts: the concealed tiles, one short of a complete reading.
        held: every tile of the hand; a tile of which four are held completes nothing.

    >>> from .notation import parse_tiles
    >>> tiles = count(parse_tiles("2223m345s"))
    >>> regular_waits(tiles, tiles)
    [Tile('1m'), Tile('3m'), Tile('4m')]

    """
    waits: list[Tile] = []
    suits = [counts[low:high] for low, high in _SUITS]
    remainders = [sum(suit) % 3 for suit in suits]
    for place, (low, _) in enumerate(_SUITS):
        # With one more tile here, exactly one suit must hold the pair and the others sets only.
        sizes = [*remainders]
        sizes[place] = (sizes[place] + 1) % 3
        if sorted(sizes) != [0, 0, 0, 2]:
            continue
        others = all(_can(suits[other], sizes[other] // 2) for other in range(4) if other != place)
        if others:
            waits += [
                SUITED_AND_HONOURS[low + number]
                for number in _suit_waits(suits[place], sizes[place] // 2)
                if held[low + number] < _COPIES
            ]
    return waits

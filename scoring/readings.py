"""How concealed tiles can be read as sets, and which tiles would complete them.

Tiles are counted in a tuple of 34 numbers in class order (`Counts`). Every suit is read on its
own and remembered, so that a hand costs a few look-ups.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from .melds import SUITED_AND_HONOURS, Meld, MeldKind
from .tiles import Tile

__all__ = ["Counts", "count", "readings", "regular_waits"]

Counts = tuple[int, ...]
"""How many of each of the 34 tiles, in class order."""

_SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))  # three suits, then the honours
_HONOURS_FROM = 27
_COPIES = 4


def count(tiles: Iterable[Tile]) -> Counts:
    """Count suit and honour tiles; bonus tiles and jokers are no part of a reading.

    >>> count([Tile.M1, Tile.M1, Tile.RED])[:2], sum(count([Tile.F1]))
    ((2, 0), 0)
    """
    counts = [0] * len(SUITED_AND_HONOURS)
    for tile in tiles:
        if tile.index < len(counts):
            counts[tile.index] += 1
    return tuple(counts)


@lru_cache(maxsize=1 << 15)
def _suit_readings(start: int, counts: Counts, pairs: int) -> tuple[tuple[Meld, ...], ...]:
    """Return every way to read one suit as closed sets and exactly `pairs` pairs."""
    first = next((place for place, held in enumerate(counts) if held), None)
    if first is None:
        return ((),) if not pairs else ()
    tile = SUITED_AND_HONOURS[start + first]
    found: set[tuple[Meld, ...]] = set()
    for kind, needs in _sets_at(start, first, counts, pairs):
        rest = list(counts)
        for place, held in needs:
            rest[place] -= held
        left = pairs - (kind is MeldKind.PAIR)
        for others in _suit_readings(start, tuple(rest), left):
            melds = (Meld(kind, tile), *others)
            found.add(tuple(sorted(melds, key=lambda meld: meld.sort_key)))
    return tuple(sorted(found, key=lambda melds: [meld.sort_key for meld in melds]))


def _sets_at(
    start: int, first: int, counts: Counts, pairs: int
) -> list[tuple[MeldKind, tuple[tuple[int, int], ...]]]:
    """List the sets that the lowest tile of a suit can begin, with the tiles that each needs."""
    sets: list[tuple[MeldKind, tuple[tuple[int, int], ...]]] = []
    if counts[first] >= 3:
        sets.append((MeldKind.PUNG, ((first, 3),)))
    if counts[first] >= 2 and pairs:
        sets.append((MeldKind.PAIR, ((first, 2),)))
    if start < _HONOURS_FROM and first < 7 and counts[first + 1] and counts[first + 2]:
        sets.append((MeldKind.CHOW, ((first, 1), (first + 1, 1), (first + 2, 1))))
    return sets


def readings(counts: Counts) -> list[tuple[Meld, ...]]:
    """Return every way to read the tiles as closed sets and one pair, always in the same order.

    >>> from .notation import parse_tiles
    >>> len(readings(count(parse_tiles("11122233355m"))))
    2
    """
    suits = [counts[low:high] for low, high in _SUITS]
    found: list[tuple[Meld, ...]] = []
    with_pair = [place for place, suit in enumerate(suits) if sum(suit) % 3 == 2]
    if len(with_pair) != 1:
        return found
    per_suit = [
        _suit_readings(low, suit, int(place == with_pair[0]))
        for place, ((low, _), suit) in enumerate(zip(_SUITS, suits, strict=True))
    ]
    return [sum(melds, ()) for melds in product(*per_suit)]


def _can(start: int, counts: Counts, pairs: int) -> bool:
    return bool(_suit_readings(start, counts, pairs))


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
    waits = []
    suits = [counts[low:high] for low, high in _SUITS]
    remainders = [sum(suit) % 3 for suit in suits]
    for place, (low, _) in enumerate(_SUITS):
        # With one more tile here, exactly one suit must hold the pair and the others sets only.
        sizes = [*remainders]
        sizes[place] = (sizes[place] + 1) % 3
        if sorted(sizes) != [0, 0, 0, 2]:
            continue
        others = (
            _can(_SUITS[other][0], suits[other], sizes[other] // 2)
            for other in range(4)
            if other != place
        )
        if not all(others):
            continue
        waits += _suit_waits(low, suits[place], sizes[place] // 2, held)
    return waits


def _suit_waits(low: int, suit: Counts, pairs: int, held: Counts) -> list[Tile]:
    """Return the tiles that complete one suit."""
    waits = []
    for number in range(len(suit)):
        if held[low + number] >= _COPIES:
            continue
        near = suit[number] or (low < _HONOURS_FROM and any(suit[max(0, number - 2) : number + 3]))
        if near and _can(low, (*suit[:number], suit[number] + 1, *suit[number + 1 :]), pairs):
            waits.append(SUITED_AND_HONOURS[low + number])
    return waits

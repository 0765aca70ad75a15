"""Why a hand is no mahjong, in the words that help most."""

from functools import lru_cache
from itertools import product

from .count import Tally
from .hand import Hand, Situation, Win
from .melds import SUITED_AND_HONOURS
from .messages import Message, message
from .readings import Counts, count, readings
from .ruleset import RuleSet
from .tiles import format_tiles

__all__ = ["not_mahjong", "too_few_doublings"]

_SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))
_Part = tuple[int, int, tuple[int, ...]]  # sets, pairs, indices of the tiles left over


def too_few_doublings(found: Tally, rules: RuleSet) -> Message:
    """Say how many doublings the best reading has, and which."""
    names = ", ".join(dict.fromkeys(doubling.name.en for doubling in found.doublings))
    dutch = ", ".join(dict.fromkeys(doubling.name.nl for doubling in found.doublings))
    return message(
        "too_few_doublings",
        count=found.sufficient,
        needed=rules.options.minimum_doublings,
        which=message("which", en=f": {names}" if names else "", nl=f": {dutch}" if dutch else ""),
    )


def not_mahjong(hand: Hand, situation: Situation) -> Message:
    """Say what the tiles come to, and which are left over."""
    tiles = count(hand.concealed)
    if situation.win is Win.ROB_KONG and hand.winning and readings(tiles):
        return message("robbed_tile", tile=hand.winning.code)
    sets, pairs, left = _most_sets(tiles)
    sets += len(hand.melds)
    over = format_tiles([SUITED_AND_HONOURS[index] for index in left])
    if not left:  # complete, but not in a way that the winning tile may have taken
        return message("winning_tile_place", tile=hand.winning.code if hand.winning else "?")
    if sets == 4 and not pairs:
        return message("no_pair", left=over)
    return message(
        "not_mahjong",
        sets=message("one_set" if sets == 1 else "sets", count=sets),
        pair=message("and_pair" if pairs else "no_pair_word"),
        left=over,
    )


def _most_sets(tiles: Counts) -> tuple[int, int, list[int]]:
    """Return the most sets, and then a pair, that can be read, with the tiles left over."""
    parts = [_suit_parts(low, tiles[low:high]) for low, high in _SUITS]
    best: tuple[int, int, list[int]] = (-1, 0, [])
    for choice in product(*parts):
        sets = sum(part[0] for part in choice)
        pairs = sum(part[1] for part in choice)
        if pairs <= 1 and sets <= 4 and (sets, pairs) > best[:2]:
            best = (sets, pairs, [index for part in choice for index in part[2]])
    return best


@lru_cache(maxsize=4096)
def _suit_parts(low: int, counts: Counts) -> tuple[_Part, ...]:
    """Return the ways to take sets and at most one pair from a suit, without poorer ones."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}

    def take(at: int, rest: tuple[int, ...], sets: int, pairs: int, left: tuple[int, ...]) -> None:
        while at < len(rest) and not rest[at]:
            at += 1
        if at == len(rest):
            found.setdefault((sets, pairs), left)
            return
        honours = low >= 27
        if rest[at] >= 3:
            take(at, _less(rest, (at, at, at)), sets + 1, pairs, left)
        if not honours and at < 7 and rest[at + 1] and rest[at + 2]:
            take(at, _less(rest, (at, at + 1, at + 2)), sets + 1, pairs, left)
        if rest[at] >= 2 and not pairs:
            take(at, _less(rest, (at, at)), sets, 1, left)
        take(at, _less(rest, (at,)), sets, pairs, (*left, low + at))

    take(0, counts, 0, 0, ())
    return tuple((sets, pairs, left) for (sets, pairs), left in sorted(found.items()))


def _less(counts: Counts, taken: tuple[int, ...]) -> Counts:
    rest = list(counts)
    for index in taken:
        rest[index] -= 1
    return tuple(rest)

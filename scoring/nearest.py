"""Why a hand is no mahjong, in the words that help most."""

from functools import lru_cache
from itertools import product

from .count import Tally
from .hand import Hand
from .melds import SUITED_AND_HONOURS
from .messages import LANGUAGES, Message, Text, message
from .readings import Counts, count
from .ruleset import RuleSet
from .tiles import format_tiles

__all__ = ["not_mahjong", "too_few_doublings"]

_SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))
_Part = tuple[int, int, tuple[int, ...]]  # sets, pairs, indices of the tiles left over


def too_few_doublings(found: Tally, rules: RuleSet) -> Message:
    """Say how many doublings the best reading has, and which."""
    names = list(dict.fromkeys(doubling.name for doubling in found.counting))
    english, dutch = (", ".join(name.text(lang) for name in names) for lang in LANGUAGES)
    return message(
        "too_few_doublings",
        count=found.sufficient,
        needed=rules.options.minimum_doublings,
        which=Text(f": {english}", f": {dutch}") if names else "",
    )


def not_mahjong(hand: Hand, refused: Message | None) -> Message:
    """Say why a hand is no mahjong.

    Args:
        hand: what lies there.
        refused: why a complete reading was refused, when there was one.

    """
    if refused:
        return refused
    sets, pairs, left = _most_sets(count(hand.concealed))
    sets += len(hand.melds)
    over = format_tiles([SUITED_AND_HONOURS[index] for index in left])
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

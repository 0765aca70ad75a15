"""The engine and an independent brute-force scorer agree on thousands of random hands."""

from random import Random

import brute
import pytest
import strategies
from harness import plain, scored
from hypothesis import given, settings
from hypothesis import strategies as st

from rekje.scoring.errors import HandError
from rekje.scoring.notation import format_hand, parse_hand

# Of two faults in one text either may be reported first.
UNREADABLE = ({"error": "bad_notation"}, {"error": "invalid_meld"})


def agree(seed):
    ruleset, hand, words = strategies.any_hand(Random(seed))
    ours = scored(ruleset, hand, **words)
    best = [plain(one) for one in brute.all_best(ruleset, hand, **words)]
    if ours in UNREADABLE:
        best += UNREADABLE if best[0] in UNREADABLE else []
    assert ours in best, (ruleset, hand, words)


@settings(max_examples=1500, deadline=None)
@given(st.integers(0, 2**63))
def test_agrees_on_any_hand(seed):
    agree(seed)


@pytest.mark.parametrize("block", range(10))
def test_agrees_on_the_same_thousands_every_time(block):
    for seed in range(block * 300, block * 300 + 300):
        agree(seed)


def reordered(rng, text):
    """Write the same hand with its bare tiles and sets in another order."""
    hand = parse_hand(text)
    parts = [tile.code for tile in hand.concealed]
    for meld in hand.melds:
        tiles = [tile.code for tile in meld.tiles]
        rng.shuffle(tiles)
        parts.append(f"({''.join(tiles)})" if meld.open else f"[{''.join(tiles)}]")
    rng.shuffle(parts)
    ends = [f"@{hand.winning}"] if hand.winning else []
    if hand.bonus:
        ends.append("+" + "".join(tile.code for tile in reversed(hand.bonus)))
    return "".join(parts + ends)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**63))
def test_order_and_writing_change_nothing(seed):
    rng = Random(seed)
    ruleset, hand, words = strategies.any_hand(rng)
    try:
        parsed = parse_hand(hand)
    except HandError:
        return
    again = format_hand(parsed)
    assert parse_hand(again) == parsed
    other = reordered(rng, hand)
    assert parse_hand(other) == parsed
    assert scored(ruleset, other, **words) == scored(ruleset, hand, **words)


# No rule of these hands names a suit but Pe-ling (1p, 1s), jade (green bamboo), the red dragon game
# (characters), the last tile 1p and the replacement tile 5p.
NAMES_A_SUIT = {"pe_ling_eet_cake", "laatste_steen_kringen_1", "bloeiende_bloemen_kringen_5"}
SUIT_LIMITS = {"jadespel", "spel_van_de_rode_draak"}


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 2**63), st.permutations("mps"))
def test_renaming_the_suits_changes_nothing(seed, suits):
    ruleset, hand, words = strategies.any_hand(Random(seed))
    renamed = hand.translate(str.maketrans("mps", "".join(suits)))
    before, after = (scored(ruleset, text, **words) for text in (hand, renamed))
    for found in (before, after):
        names = {name for key in ("items", "doublings") for name, _ in found.get(key, ())}
        if names & NAMES_A_SUIT or found.get("limit") in SUIT_LIMITS:
            return
    if "@1p" in hand + renamed:  # Pe-ling may be what makes only one of them a mahjong
        return
    assert before == after

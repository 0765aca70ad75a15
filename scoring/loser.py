"""Score a player without mahjong: sets, pairs, bonus tiles, and a waiting irregular hand."""

from dataclasses import replace
from fractions import Fraction

from .count import limit_hand, ordinary, tally
from .facts import Facts, Placement
from .hand import WAITING_HAND, Hand, Situation
from .limits import limit_book
from .melds import PAIR, PUNG, SUITED_AND_HONOURS, Meld
from .readings import Counts, count
from .result import Limit, Scored
from .ruleset import RuleSet
from .templates import Shape
from .views import with_melds

__all__ = ["score_dead", "score_loser"]


def score_loser(hand: Hand, situation: Situation, rules: RuleSet) -> Scored:
    """Return the score of a player without mahjong.

    Chows are worth nothing, so pungs and pairs are taken from the concealed tiles wherever they
    are; four equal tiles that were not declared are a pung. Players waiting for an irregular limit
    hand get part of its value when that is more.
    """
    concealed = count(hand.concealed)
    sets = (*hand.melds, *_closed_sets(concealed))
    whole = Shape.of(with_melds(concealed, hand.melds))
    facts = Facts(hand, situation, rules.options, Placement(sets), whole.mask)
    waiting = _waiting_limit(whole, hand, situation, rules)
    scored = ordinary(facts, tally(facts, rules, winner=False), rules)
    if waiting and waiting.points > scored.total:
        return limit_hand(replace(facts, placement=Placement(())), waiting, rules)
    return scored


def score_dead(hand: Hand, situation: Situation, rules: RuleSet) -> Scored:
    """Return the score of a dead hand: nothing, or by some rules the sets of one too short."""
    if rules.options.short_dead_hand_scores and hand.tile_count < WAITING_HAND:
        as_loser = replace(situation, win=None, ready_at_start=False)
        return replace(score_loser(hand, as_loser, rules), situation=situation)
    return Scored(rules.name, hand, situation)


def _closed_sets(concealed: Counts) -> list[Meld]:
    """Return the pungs and pairs among concealed tiles."""
    kinds = {2: PAIR, 3: PUNG, 4: PUNG}
    return [
        Meld(kinds[held], tile)
        for tile, held in zip(SUITED_AND_HONOURS, concealed, strict=True)
        if held in kinds
    ]


def _waiting_limit(whole: Shape, hand: Hand, situation: Situation, rules: RuleSet) -> Limit | None:
    """Return the best irregular limit hand that a player is one tile short of."""
    share = rules.options.waiting_limit
    if hand.melds or not share or len(hand.concealed) != WAITING_HAND:
        return None
    book = limit_book(rules, situation.seat, situation.prevailing)
    held = [rule for rule, _ in book.waits(whole)]
    if not held:
        return None
    best = max(held, key=lambda rule: rule.value)
    value = int(best.value * Fraction(str(share)))  # halves are dropped
    return Limit(best.id, value, best.name, best.explanation, waiting=True)

"""Score a player without mahjong: sets, pairs, bonus tiles, and a waiting irregular hand."""

from .count import tally
from .facts import Facts, Placement
from .hand import Hand, Situation
from .melds import SUITED_AND_HONOURS, Meld, MeldKind
from .readings import Counts, count
from .result import Limit, Scored
from .rules import LimitRule
from .ruleset import RuleSet
from .templates import Irregular
from .views import held_mask

__all__ = ["score_dead", "score_loser"]


def score_loser(hand: Hand, situation: Situation, rules: RuleSet) -> Scored:
    """Return the score of a player without mahjong.

    Chows are worth nothing, so pungs and pairs are taken from the concealed tiles wherever they
    are; four equal tiles that were not declared are a pung. Players waiting for an irregular limit
    hand get part of its value when that is more.
    """
    concealed = count(hand.concealed)
    sets = (*hand.melds, *_closed_sets(concealed))
    mask = held_mask(concealed, hand.melds)
    facts = Facts(hand, situation, rules.options, Placement(sets), mask)
    found = tally(facts, rules.loser_points, rules.loser_doublings)
    total = found.total if rules.options.cap is None else min(found.total, rules.options.cap)
    waiting = _waiting_limit(concealed, mask, hand, situation, rules)
    if waiting and waiting.points > total:
        return Scored(
            rules.name, hand, situation, (), (), (), waiting, waiting.points, 0, waiting.points
        )
    return Scored(
        rules.name,
        hand,
        situation,
        sets,
        found.items,
        found.doublings,
        None,
        found.points,
        found.doubling_count,
        total,
    )


def score_dead(hand: Hand, situation: Situation, rules: RuleSet) -> Scored:
    """Return the score of a dead hand: nothing, or by some rules the sets of one too short."""
    if rules.options.short_dead_hand_scores and hand.tile_count < 13:
        return score_loser(hand, situation, rules)
    return Scored(rules.name, hand, situation, (), (), (), None, 0, 0, 0)


def _closed_sets(concealed: Counts) -> list[Meld]:
    """Return the pungs and pairs among concealed tiles."""
    kinds = {2: MeldKind.PAIR, 3: MeldKind.PUNG, 4: MeldKind.PUNG}
    return [
        Meld(kinds[held], tile)
        for tile, held in zip(SUITED_AND_HONOURS, concealed, strict=True)
        if held in kinds
    ]


def _waiting_limit(
    concealed: Counts, mask: int, hand: Hand, situation: Situation, rules: RuleSet
) -> Limit | None:
    """Return the best irregular limit hand that a player is one tile short of."""
    share = rules.options.waiting_limit
    if hand.melds or not share or sum(concealed) != 13:
        return None
    held = [rule for rule in rules.active_limits if _waits_for(rule, concealed, mask, situation)]
    if not held:
        return None
    best = max(held, key=lambda rule: rule.value)
    return Limit(best.id, int(best.value * share), best.name, best.explanation, waiting=True)


def _waits_for(rule: LimitRule, concealed: Counts, mask: int, situation: Situation) -> bool:
    templates = rule.templates(situation.seat, situation.prevailing)
    return any(
        isinstance(template, Irregular) and any(True for _ in template.waits(concealed, mask))
        for template in templates
    )

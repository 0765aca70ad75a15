"""Score one hand: the door to everything else in this package."""

from dataclasses import replace

from .check import check_hand, situation_warnings
from .errors import HandError
from .hand import Hand, Situation
from .loser import score_dead, score_loser
from .result import Rejected, Result
from .rulefile import load_rule_set
from .ruleset import RuleSet
from .winner import score_winner

__all__ = ["score"]


def score(hand: Hand, situation: Situation, rules: RuleSet | None = None) -> Result:
    """Score a hand by a rule set (`nts` unless given), every point explained.

    The best legal reading counts. A hand that cannot be scored gives a `Rejected` with the
    nearest reason; nothing is raised for what a player may lay on the table.

    >>> from .hand import Win
    >>> from .notation import parse_hand
    >>> from .tiles import Wind
    >>> situation = Situation(Wind.EAST, Wind.SOUTH, Win.SELF_DRAW)
    >>> result = score(parse_hand("678m345p88s777z (111z) @3p"), situation)
    >>> result.points, result.doubling_count, result.total
    (34, 2, 136)
    """
    rules = rules or load_rule_set("nts")
    try:
        check_hand(hand, situation, rules)
    except HandError as error:
        return Rejected(rules.name, hand, situation, error.code, error.message)
    if situation.dead:
        return score_dead(hand, situation, rules)
    if not situation.is_winner:
        return score_loser(hand, situation, rules)
    result = score_winner(hand, situation, rules)
    warnings = situation_warnings(hand, situation, rules)
    return replace(result, warnings=warnings) if warnings else result

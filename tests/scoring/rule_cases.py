"""A case and a near miss for every rule of every rule set, in hand text."""

from rule_case import RuleCase
from rule_cases_doublings import DOUBLINGS_FOR_SETS, DOUBLINGS_FOR_THE_HAND, DOUBLINGS_FOR_WINNING
from rule_cases_limits import IRREGULAR_LIMITS, REGULAR_LIMITS
from rule_cases_points import POINTS_FOR_SETS, POINTS_FOR_WINNING
from rule_cases_rode_draak import RODE_DRAAK, RODE_DRAAK_COMPETITION

CASES: tuple[RuleCase, ...] = tuple(
    case
    for chapter in (
        POINTS_FOR_WINNING,
        POINTS_FOR_SETS,
        DOUBLINGS_FOR_SETS,
        DOUBLINGS_FOR_THE_HAND,
        DOUBLINGS_FOR_WINNING,
        IRREGULAR_LIMITS,
        REGULAR_LIMITS,
        RODE_DRAAK,
        RODE_DRAAK_COMPETITION,
    )
    for cases in chapter
    for case in cases
)

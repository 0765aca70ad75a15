"""A case and a near miss for every rule of every rule set, in hand text.

`yes` is a hand in which the rule applies, with the points, doublings or total that it gives and the
sets that it gives them for; `no` a hand as like it as can be in which it does not, with what there
is instead: another rule, a total, or the reason why the hand is no mahjong.

How the hand was played is written as `ES discard`: own wind, prevailing wind, way of winning (none
for a player who did not win). Where it matters there follows `x2` for two kongs in one turn,
`ready` for a player who waited from the start, or `dead`.
"""

from dataclasses import dataclass, replace

from rekje.scoring.hand import Situation, Win
from rekje.scoring.rulefile import load_rule_set
from rekje.scoring.ruleset import RuleSet
from rekje.scoring.tiles import Wind

NTS, N02, A, B = BOOKS = ("nts", "nts2002", "rode-draak A", "rode-draak B")
ALL = BOOKS
BOTH = (NTS, N02)
CLUB = (A, B)
WIND_PAIRS = (N02, A, B)
FLOWERS = (NTS, A, B)


@dataclass(frozen=True, slots=True)
class RuleCase:
    """A hand in which a rule applies (`value`, `of`), or just does not (`instead`)."""

    rule: str
    books: tuple[str, ...]
    hand: str
    how: str
    value: int | None
    of: tuple[str, ...] = ()
    instead: str | int = ""
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options)
        return f"{self.rule}: {self.hand} {self.how}{options}"


def yes(books, hand, how, value, *of, **options):
    """A hand in which the rule gives `value`, for the sets or tiles in `of` where named."""
    return RuleCase("", books, hand, how, value, of, options=tuple(options.items()))


def no(books, hand, how, instead, **options):
    """A near miss: another rule, a total or an error code stands in its place."""
    return RuleCase("", books, hand, how, None, instead=instead, options=tuple(options.items()))


def rule(rule_id, *cases):
    """Name the rule that the cases are about."""
    return tuple(replace(case, rule=rule_id) for case in cases)


def book(name: str, **options: object) -> RuleSet:
    """Return the rule set of a name such as `rode-draak B`."""
    ruleset, _, table = name.partition(" ")
    if table:
        options = {"table": table, **options}
    return load_rule_set(ruleset).with_options(options)


def situation(how: str) -> Situation:
    """Read `ES discard`, `WW kong-replacement x2`, `EE self-draw ready`; `ES` did not win."""
    winds, *words = how.split()
    seat, prevailing = ({wind.name[0]: wind for wind in Wind}[letter] for letter in winds)
    win = next((Win(word) for word in words if word not in ("x2", "ready", "dead")), None)
    kongs = 2 if "x2" in words else 1
    return Situation(seat, prevailing, win, kongs, "dead" in words, "ready" in words)

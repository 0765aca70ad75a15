"""A rule as an object: what it is called, what it is worth, who gets it and when."""

from dataclasses import dataclass
from enum import Enum

from .conditions import Condition
from .facts import Facts
from .messages import Text
from .patternlanguage import compile_pattern
from .templates import Template
from .tiles import Wind

__all__ = ["DoublingRule", "LimitRule", "PointRule", "Rule", "Who"]


class Who(Enum):
    """Which players a rule is for."""

    ALL = "all"
    WINNER = "winner"


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """What every rule has; `value` is points, doublings or the total of a limit hand.

    `only_if` names options and the values at which the rule is in force.
    """

    id: str
    name: Text
    explanation: Text
    value: int
    who: Who
    clause: str
    only_if: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PointRule(Rule):
    """Points for a set or for the hand; sets are listed under `item` in a result."""

    item: str
    condition: Condition


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DoublingRule(Rule):
    """Doublings. Of the rules in one `group` only the highest counts.

    `apart_if` names an option that takes the rule out of its group; `tag` is `clean` for a rule
    that makes a hand clean and `bonus` for one of the flowers and seasons.
    """

    condition: Condition
    group: str = ""
    apart_if: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LimitRule(Rule):
    """A hand with a fixed value, by a pattern or by the moment of winning (`moment`).

    `pattern_if` holds (option, value, pattern): other patterns under other options.
    `needs_closed` asks that nothing was claimed before the winning tile; irregular patterns always
    do. `doubled_if_closed` says whether a rule set that doubles closed limit hands doubles this.
    """

    pattern: str = ""
    pattern_if: tuple[tuple[str, object, str], ...] = ()
    moment: Condition | None = None
    needs_closed: bool = False
    doubled_if_closed: bool = True

    def templates(self, seat: Wind, prevailing: Wind) -> tuple[Template, ...]:
        """Return the compiled pattern; none for a limit hand that is a moment."""
        if not self.pattern:
            return ()
        return compile_pattern(self.pattern, (seat, prevailing))

    def is_now(self, facts: Facts) -> bool:
        """Tell whether the moment of winning makes this limit hand."""
        return self.moment is not None and bool(self.moment.holds(facts))

"""A rule set: options and ordered rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from .errors import RuleSetError
from .messages import Text
from .options import Options
from .rules import DoublingRule, LimitRule, PointRule, Rule, Who

__all__ = ["RuleSet"]

_R = TypeVar("_R", bound=Rule)


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """The rules of one game.

    `points`, `doublings` and `limits` hold every rule; the fields after them only those that the
    options put in force, for the winner and for the other players. `tables` are the alternatives
    that a rule set offers under the option `table`.
    """

    name: str
    title: Text
    parent: str | None
    bonus_tiles: bool
    options: Options
    points: tuple[PointRule, ...]
    doublings: tuple[DoublingRule, ...]
    limits: tuple[LimitRule, ...]
    table: str = ""
    tables: tuple[tuple[str, "RuleSet"], ...] = ()
    winner_points: tuple[PointRule, ...] = field(init=False)
    loser_points: tuple[PointRule, ...] = field(init=False)
    winner_doublings: tuple[DoublingRule, ...] = field(init=False)
    loser_doublings: tuple[DoublingRule, ...] = field(init=False)
    active_limits: tuple[LimitRule, ...] = field(init=False)
    pe_ling: bool = field(init=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        points = self._in_force(self.points)
        doublings = tuple(self._grouped(rule) for rule in self._in_force(self.doublings))
        like_winner = self.options.losers_double_like_winner
        for_losers = [rule for rule in doublings if like_winner or rule.who is Who.ALL]
        put(self, "winner_points", points)
        put(self, "loser_points", tuple(rule for rule in points if rule.who is Who.ALL))
        put(self, "winner_doublings", doublings)
        put(self, "loser_doublings", tuple(for_losers))
        put(self, "pe_ling", any(rule.condition.name == "pe_ling_eet_cake" for rule in points))
        limits = (self._patterned(rule) for rule in self._in_force(self.limits))
        put(self, "active_limits", tuple(limits))

    def _in_force(self, rules: Iterable[_R]) -> tuple[_R, ...]:
        return tuple(
            rule
            for rule in rules
            if rule.value and all(getattr(self.options, n) == value for n, value in rule.only_if)
        )

    def _grouped(self, rule: DoublingRule) -> DoublingRule:
        apart = rule.apart_if and getattr(self.options, rule.apart_if)
        return replace(rule, group="") if apart else rule

    def _patterned(self, rule: LimitRule) -> LimitRule:
        for option, value, pattern in rule.pattern_if:
            if getattr(self.options, option) == value:
                return replace(rule, pattern=pattern)
        return rule

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Return every rule, in the order in which it is explained."""
        return (*self.points, *self.doublings, *self.limits)

    def asks_for(self, thing: str) -> bool:
        """Tell whether a rule in force needs this thing (see `Condition.needs`)."""
        conditions = [rule.condition for rule in self.winner_points]
        conditions += [rule.condition for rule in self.winner_doublings]
        conditions += [rule.moment for rule in self.active_limits if rule.moment]
        return any(condition.needs == thing for condition in conditions)

    def in_force(self, rule: Rule) -> bool:
        """Tell whether the options let this rule count."""
        return bool(self._in_force([rule]))

    def with_options(self, options: Mapping[str, object]) -> "RuleSet":
        """Return this rule set with some options changed, `table` first.

        Raises:
            RuleSetError: an option or value that it does not have.

        >>> from .rulefile import load_rule_set
        >>> load_rule_set("nts").with_options({"minimum_doublings": 1}).options.minimum_doublings
        1

        """
        rules = self
        if "table" in options:
            rules = self._table(str(options["table"]))
        changed = rules.options
        for name, value in options.items():
            if name != "table":
                changed = changed.changed(name, value)
        return replace(rules, options=changed) if changed != rules.options else rules

    def _table(self, name: str) -> "RuleSet":
        tables = {self.table.lower(): self} | {key.lower(): rules for key, rules in self.tables}
        if not self.tables:
            raise RuleSetError(f"{self.name} has no option 'table'")
        if name.lower() not in tables:
            known = " or ".join((self.table, *(key for key, _ in self.tables)))
            raise RuleSetError(f"option table cannot be {name!r}; it takes {known}")
        return tables[name.lower()]

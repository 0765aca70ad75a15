"""A rule set: options and ordered rules, and the named sets that come with rekje."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from .errors import RuleSetError
from .options import Options
from .rules import DoublingRule, LimitRule, PointRule, Rule, Text, Who

__all__ = ["RULE_SETS", "RuleSet", "load_rule_set"]

RULE_SETS = ("nts", "nts2002", "rode-draak")
"""The rule sets that come with rekje, the default first."""

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
        for_losers = [rule for rule in doublings if rule.who is Who.ALL]
        if self.options.losers_double_like_winner:
            for_losers = [rule for rule in doublings if rule.id not in _NEEDS_MAHJONG]
        put(self, "winner_points", points)
        put(self, "loser_points", tuple(rule for rule in points if rule.who is Who.ALL))
        put(self, "winner_doublings", doublings)
        put(self, "loser_doublings", tuple(for_losers))
        put(self, "pe_ling", any(rule.id == "pe_ling_eet_cake" for rule in points))
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

    def in_force(self, rule: Rule) -> bool:
        """Tell whether the options let this rule count."""
        return bool(self._in_force([rule]))

    def with_options(self, options: Mapping[str, object]) -> "RuleSet":
        """Return this rule set with some options changed, `table` first.

        Raises:
            RuleSetError: an option or value that it does not have.

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


# Doublings for how the hand was won, which a player without mahjong cannot have.
_NEEDS_MAHJONG = frozenset(
    {
        "volledig_gesloten",
        "verborgen_schat",
        "laatste_steen",
        "laatste_steen_kringen_1",
        "bloeiende_bloemen",
        "bloeiende_bloemen_kringen_5",
        "kong_op_kong",
        "kongroof",
        "spel_van_de_aarde",
        "gelukkige_dertien",
    }
)


@lru_cache(maxsize=32)
def _bundled(name: str) -> RuleSet:
    from .rulefile import rule_set_from_text  # noqa: PLC0415 - rulefile makes RuleSet objects

    text = (files(__package__) / "rulesets" / f"{name}.toml").read_text(encoding="utf-8")
    return rule_set_from_text(text, f"{name}.toml")


def load_rule_set(name_or_path: str) -> RuleSet:
    """Return a rule set by its name, or read a rule set file (TOML).

    Raises:
        RuleSetError: no such rule set, or a file that is wrong; the message names the line.

    >>> load_rule_set("nts2002").bonus_tiles
    False

    """
    if name_or_path in RULE_SETS:
        return _bundled(name_or_path)
    from .rulefile import rule_set_from_text  # noqa: PLC0415 - rulefile makes RuleSet objects

    path = Path(name_or_path)
    known = ", ".join(RULE_SETS)
    if path.suffix != ".toml":
        raise RuleSetError(
            f"there is no rule set {name_or_path!r}; take one of {known}, or a file whose name "
            "ends in .toml"
        )
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise RuleSetError(f"rule set file {name_or_path}: cannot be read: {error}") from error
    return rule_set_from_text(text, path.name)

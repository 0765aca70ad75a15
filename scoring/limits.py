"""Which limit hands of a rule set a reading is, or waits for."""

from dataclasses import dataclass
from functools import lru_cache

from .facts import Facts
from .rules import LimitRule
from .ruleset import RuleSet
from .templates import Irregular, Regular, Shape
from .tiles import Wind

__all__ = ["LimitBook", "limit_book"]


@dataclass(frozen=True, slots=True)
class LimitBook:
    """The limit hands in force, their patterns compiled for the winds of one player.

    Patterns stand with the tiles that they exclude and the tiles that they demand, as masks: nearly
    all of them are ruled out by a look at these.
    """

    regular: tuple[tuple[int, int, LimitRule, Regular], ...]
    irregular: tuple[tuple[int, int, LimitRule, Irregular], ...]
    moments: tuple[LimitRule, ...]

    def possible(self, mask: int) -> list[tuple[LimitRule, Regular]]:
        """Return the regular limit hands for which a hand with this mask has the tiles."""
        return [
            (rule, template)
            for excluded, demanded, rule, template in self.regular
            if not (mask & excluded or demanded & ~mask)
        ]

    def of_tiles(self, shape: Shape, *, pe_ling: bool) -> list[LimitRule]:
        """Return the irregular limit hands that these fourteen tiles are.

        With `pe_ling` a 1p was counted as 1s, which only patterns of nothing but pairs allow.
        """
        mask = shape.mask
        return [
            rule
            for excluded, demanded, rule, template in self.irregular
            if not (mask & excluded or demanded & ~mask)
            and (not pe_ling or template.only_pairs)
            and template.matches(shape)
        ]

    def waits(self, shape: Shape) -> list[tuple[LimitRule, int]]:
        """Return the irregular limit hands one tile away, each with the index of that tile."""
        mask = shape.mask
        return [
            (rule, index)
            for excluded, demanded, rule, template in self.irregular
            if not mask & excluded and (demanded & ~mask).bit_count() <= 1
            for index in template.waits(shape)
        ]

    def now(self, facts: Facts) -> list[LimitRule]:
        """Return the limit hands that the moment of winning makes."""
        return [rule for rule in self.moments if rule.is_now(facts)]


@lru_cache(maxsize=64)
def limit_book(rules: RuleSet, seat: Wind, prevailing: Wind) -> LimitBook:
    """Return the limit hands of a rule set for one player."""
    compiled = [
        (rule, template)
        for rule in rules.active_limits
        for template in rule.templates(seat, prevailing)
    ]
    return LimitBook(
        tuple(
            (~one.union, one.required, rule, one)
            for rule, one in compiled
            if isinstance(one, Regular)
        ),
        tuple(
            (~one.union, one.base.mask, rule, one)
            for rule, one in compiled
            if isinstance(one, Irregular)
        ),
        tuple(rule for rule in rules.active_limits if rule.moment),
    )

"""Points and doublings of one reading, and the score that they make."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from .conditions import Match
from .facts import Facts
from .melds import PAIR, Meld
from .messages import Text
from .result import Doubling, Item, Limit, Scored
from .rules import DoublingRule, PointRule
from .ruleset import RuleSet
from .tiles import Tile

__all__ = ["Tally", "limit_hand", "ordinary", "tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """What one reading scores; `counting` are the doublings that count for the minimum."""

    items: tuple[Item, ...]
    doublings: tuple[Doubling, ...]
    points: int
    doubling_count: int
    counting: tuple[Doubling, ...]
    clean: bool

    @property
    def sufficient(self) -> int:
        """Return how many doublings count for the minimum."""
        return sum([doubling.doublings for doubling in self.counting])

    @property
    def total(self) -> int:
        """Return points x 2^doublings."""
        return self.points << self.doubling_count


def tally(facts: Facts, rules: RuleSet, *, winner: bool) -> Tally:
    """Count one reading by the rules for the winner or for the other players."""
    points, doublings = _asked(rules, winner, _has(facts))
    items = _items(facts, points)
    kept = _highest_of_groups(
        [(rule, matches) for rule in doublings if (matches := rule.condition.holds(facts))]
    )
    found = tuple(
        [
            Doubling(rule.id, rule.value, rule.name, rule.explanation, _tiles(match))
            for rule, matches in kept
            for match in matches
        ]
    )
    counting = found
    if not rules.options.bonus_counts_for_minimum:
        bonus = {rule.id for rule, _ in kept if rule.tag == "bonus"}
        counting = tuple(doubling for doubling in found if doubling.id not in bonus)
    return Tally(
        items,
        found,
        sum([item.points for item in items]),
        sum([doubling.doublings for doubling in found]),
        counting,
        any(rule.tag == "clean" for rule, _ in kept),
    )


_Has = tuple[bool, bool, bool, bool, str]


def _has(facts: Facts) -> _Has:
    """Return what decides which conditions are worth asking."""
    situation = facts.situation
    win = situation.win.value if situation.win else ""
    bonus, ready = bool(facts.hand.bonus), situation.ready_at_start
    return bool(facts.pungs), bool(facts.kongs), bonus, ready, win


@lru_cache(maxsize=1024)
def _asked(
    rules: RuleSet, winner: bool, has: _Has
) -> tuple[tuple[PointRule, ...], tuple[DoublingRule, ...]]:
    """Return the rules that can apply to a hand that has these things."""
    *things, win = has
    names = ("pungs", "kongs", "bonus", "ready")
    there = {"", win, *(name for name, has_it in zip(names, things, strict=True) if has_it)}
    points = rules.winner_points if winner else rules.loser_points
    doublings = rules.winner_doublings if winner else rules.loser_doublings
    return (
        tuple(rule for rule in points if rule.condition.needs in there),
        tuple(rule for rule in doublings if rule.condition.needs in there),
    )


def _items(facts: Facts, rules: Iterable[PointRule]) -> tuple[Item, ...]:
    """Return the points; a pair that scores by two rules is one item with the sum."""
    items: list[Item] = []
    pairs: dict[Meld, int] = {}  # where the item of a pair stands
    for rule in rules:
        for match in rule.condition.holds(facts):
            if not isinstance(match, Meld):
                items.append(Item(rule.item, rule.value, rule.name, rule.explanation, match))
                continue
            if match.kind is PAIR:
                at = pairs.setdefault(match, len(items))
                if at < len(items):
                    items[at] = _with(items[at], rule)
                    continue
            items.append(
                Item(rule.item, rule.value, rule.name, rule.explanation, match.tiles, match.open)
            )
    return tuple(items)


def _with(item: Item, rule: PointRule) -> Item:
    """Return the item of a pair with the points of one more rule."""
    name = Text(f"{item.name.en}; {rule.name.en}", f"{item.name.nl}; {rule.name.nl}")
    return replace(item, points=item.points + rule.value, name=name, explanation=rule.explanation)


_Kept = tuple[DoublingRule, tuple[Match, ...]]


def _highest_of_groups(found: list[_Kept]) -> list[_Kept]:
    """Keep, of the rules in one group, only the one worth most, the first of equals."""
    best: dict[str, _Kept] = {}
    for kept in found:
        group = kept[0].group
        if group and (group not in best or _worth(kept) > _worth(best[group])):
            best[group] = kept
    if not best:
        return found
    return [kept for kept in found if not kept[0].group or best[kept[0].group] is kept]


def _worth(kept: _Kept) -> int:
    rule, matches = kept
    return rule.value * len(matches)


def _tiles(match: Match) -> tuple[Tile, ...]:
    return match.tiles if isinstance(match, Meld) else match


def ordinary(facts: Facts, found: Tally, rules: RuleSet) -> Scored:
    """Return the score of a reading that is no limit hand, under the cap if there is one."""
    cap = rules.options.cap
    return Scored(
        rules.name,
        facts.hand,
        facts.situation,
        facts.placement.sets,
        found.items,
        found.doublings,
        points=found.points,
        doubling_count=found.doubling_count,
        total=found.total if cap is None else min(found.total, cap),
        pe_ling=facts.placement.pe_ling,
    )


def limit_hand(facts: Facts, limit: Limit, rules: RuleSet) -> Scored:
    """Return the score of a limit hand: a fixed value, no points and doublings."""
    return Scored(
        rules.name,
        facts.hand,
        facts.situation,
        facts.placement.sets,
        limit=limit,
        points=limit.points,
        total=limit.points,
        pe_ling=facts.placement.pe_ling,
    )

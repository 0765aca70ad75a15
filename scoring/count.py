"""Points and doublings of one reading."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from .conditions import Match
from .facts import Facts
from .melds import PAIR, Meld
from .result import Doubling, Item
from .rules import DoublingRule, PointRule
from .ruleset import RuleSet
from .tiles import Tile

__all__ = ["Tally", "tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """What one reading scores; `sufficient` counts the doublings that make a mahjong."""

    items: tuple[Item, ...]
    doublings: tuple[Doubling, ...]
    points: int
    doubling_count: int
    sufficient: int
    clean: bool

    @property
    def total(self) -> int:
        """Return points x 2^doublings."""
        return self.points << self.doubling_count


def tally(facts: Facts, rules: RuleSet, *, winner: bool) -> Tally:
    """Count one reading by the rules for the winner or for the other players."""
    points, doublings = _asked(rules, winner, _has(facts))
    items = _items(facts, points)
    kept = _highest_of_groups(
        [(rule, matches) for rule in doublings if (matches := rule.matches(facts))]
    )
    found = tuple(
        [
            Doubling(rule.id, rule.value, rule.name, rule.explanation, _tiles(match))
            for rule, matches in kept
            for match in matches
        ]
    )
    count = sum([doubling.doublings for doubling in found])
    sufficient = count
    if not rules.options.bonus_counts_for_minimum:
        sufficient -= sum(rule.value * len(found) for rule, found in kept if rule.tag == "bonus")
    return Tally(
        items,
        found,
        sum([item.points for item in items]),
        count,
        sufficient,
        any(rule.tag == "clean" for rule, _ in kept),
    )


def _has(facts: Facts) -> tuple[bool, bool, bool, str]:
    """Return what decides which conditions are worth asking."""
    win = facts.situation.win
    return bool(facts.pungs), bool(facts.kongs), bool(facts.hand.bonus), win.value if win else ""


@lru_cache(maxsize=1024)
def _asked(
    rules: RuleSet, winner: bool, has: tuple[bool, bool, bool, str]
) -> tuple[tuple[PointRule, ...], tuple[DoublingRule, ...]]:
    """Return the rules that can apply to a hand that has these things."""
    pungs, kongs, bonus, win = has
    there = {"", win} | {
        name
        for name, is_there in (("pungs", pungs), ("kongs", kongs), ("bonus", bonus))
        if is_there
    }
    points = rules.winner_points if winner else rules.loser_points
    doublings = rules.winner_doublings if winner else rules.loser_doublings
    return (
        tuple(rule for rule in points if rule.needs in there),
        tuple(rule for rule in doublings if rule.needs in there),
    )


def _items(facts: Facts, rules: Iterable[PointRule]) -> tuple[Item, ...]:
    """Return the points; a pair that scores by two rules is one item with the sum."""
    items: list[Item] = []
    pairs: dict[Meld, int] = {}  # where the item of a pair stands
    for rule in rules:
        for match in rule.matches(facts):
            if not isinstance(match, Meld):
                items.append(Item(rule.item, rule.value, rule.name, match))
                continue
            if match.kind is PAIR:
                at = pairs.setdefault(match, len(items))
                if at < len(items):
                    items[at] = replace(items[at], points=items[at].points + rule.value)
                    continue
            items.append(Item(rule.item, rule.value, rule.name, match.tiles, match.open))
    return tuple(items)


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

"""Points and doublings of one reading."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .conditions import Match
from .facts import Facts
from .melds import Meld
from .result import Doubling, Item
from .rules import DoublingRule, PointRule
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


def tally(facts: Facts, points: Sequence[PointRule], doublings: Sequence[DoublingRule]) -> Tally:
    """Count one reading by these rules."""
    items = _items(facts, points)
    kept = _highest_of_groups(
        [(rule, matches) for rule in doublings if (matches := rule.matches(facts))]
    )
    found = tuple(
        Doubling(rule.id, rule.value, rule.name, rule.explanation, _tiles(match))
        for rule, matches in kept
        for match in matches
    )
    count = sum(doubling.doublings for doubling in found)
    bonus = sum(rule.value * len(matches) for rule, matches in kept if rule.tag == "bonus")
    return Tally(
        items,
        found,
        sum(item.points for item in items),
        count,
        count if facts.options.bonus_counts_for_minimum else count - bonus,
        any(rule.tag == "clean" for rule, _ in kept),
    )


def _items(facts: Facts, rules: Iterable[PointRule]) -> tuple[Item, ...]:
    """Return the points; a set that scores by two rules is one item with the sum."""
    items: dict[tuple[str, object], Item] = {}
    for rule in rules:
        for match in rule.matches(facts):
            key = (rule.item, match) if isinstance(match, Meld) else (rule.id, match)
            before = items.get(key)
            items[key] = Item(
                rule.item,
                rule.value + (before.points if before else 0),
                before.name if before else rule.name,
                _tiles(match),
                match.open if isinstance(match, Meld) else None,
            )
    return tuple(items.values())


_Kept = tuple[DoublingRule, tuple[Match, ...]]


def _highest_of_groups(found: list[_Kept]) -> list[_Kept]:
    """Keep, of the rules in one group, only the one with the most doublings."""
    best: dict[str, int] = {}
    for rule, matches in found:
        if rule.group:
            best[rule.group] = max(best.get(rule.group, 0), rule.value * len(matches))
    kept = []
    for rule, matches in found:
        if rule.group:
            if best[rule.group] != rule.value * len(matches):
                continue
            best[rule.group] = -1  # the first of equals counts
        kept.append((rule, matches))
    return kept


def _tiles(match: Match) -> tuple[Tile, ...]:
    return match.tiles if isinstance(match, Meld) else match

"""Where conditions are kept, and the words in which they answer."""

from collections.abc import Callable

from ..facts import Facts
from ..melds import Meld
from ..tiles import Tile

__all__ = [
    "CONDITIONS",
    "NEEDS",
    "NO",
    "YES",
    "Condition",
    "Match",
    "condition",
    "condition_on",
    "when",
    "winning_tile",
]

Match = Meld | tuple[Tile, ...]
"""What a rule applied to: a set, or tiles of the hand (possibly none in particular)."""

Condition = Callable[[Facts], tuple[Match, ...]]

NO: tuple[Match, ...] = ()
YES: tuple[Match, ...] = ((),)

CONDITIONS: dict[str, Condition] = {}

NEEDS: dict[str, str] = {}
"""What a hand must have for a condition to be worth asking: pungs, kongs, bonus tiles or a way to
win, by the name of the condition; the others are always asked."""


def condition(function: Condition) -> Condition:
    """Register a condition under its name."""
    CONDITIONS[function.__name__] = function
    return function


def condition_on(needs: str) -> Callable[[Condition], Condition]:
    """Register a condition that can only hold for a hand that has `needs`."""

    def register(function: Condition) -> Condition:
        NEEDS[function.__name__] = needs
        return condition(function)

    return register


def when(applies: object, *match: Match) -> tuple[Match, ...]:
    """Return the match, or a match of no tiles in particular, when the condition applies."""
    if not applies:
        return NO
    return match or YES


def winning_tile(facts: Facts) -> tuple[Match, ...]:
    """Return a match of the winning tile."""
    tile = facts.hand.winning
    return ((tile,),) if tile else YES

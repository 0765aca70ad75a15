"""Where conditions are kept, and the words in which they answer."""

from collections.abc import Callable

from ..facts import Facts
from ..melds import Meld
from ..tiles import Tile

__all__ = ["CONDITIONS", "NO", "YES", "Condition", "Match", "condition", "when", "winning_tile"]

Match = Meld | tuple[Tile, ...]
"""What a rule applied to: a set, or tiles of the hand (possibly none in particular)."""

Condition = Callable[[Facts], tuple[Match, ...]]

NO: tuple[Match, ...] = ()
YES: tuple[Match, ...] = ((),)

CONDITIONS: dict[str, Condition] = {}


def condition(function: Condition) -> Condition:
    """Register a condition under its name."""
    CONDITIONS[function.__name__] = function
    return function


def when(applies: object, *match: Match) -> tuple[Match, ...]:
    """Return the match, or a match of no tiles in particular, when the condition applies."""
    if not applies:
        return NO
    return match or YES


def winning_tile(facts: Facts) -> tuple[Match, ...]:
    """Return a match of the winning tile."""
    tile = facts.hand.winning
    return ((tile,),) if tile else YES

"""Where conditions are kept, and the words in which they answer."""

from collections.abc import Callable
from dataclasses import dataclass

from ..facts import Facts
from ..melds import Meld
from ..tiles import Tile

__all__ = ["CONDITIONS", "NO", "YES", "Condition", "Holds", "Match", "condition", "when"]

Match = Meld | tuple[Tile, ...]
"""What a rule applied to: a set, or tiles of the hand (possibly none in particular)."""

Holds = Callable[[Facts], tuple[Match, ...]]

NO: tuple[Match, ...] = ()
YES: tuple[Match, ...] = ((),)


@dataclass(frozen=True, slots=True)
class Condition:
    """When a rule applies.

    `holds` returns what it applies to. `needs` is what a hand must have for the condition to be
    worth asking: `pungs`, `kongs`, `bonus`, `ready`, or a way to win; the others are always asked.
    """

    name: str
    holds: Holds
    needs: str = ""


CONDITIONS: dict[str, Condition] = {}


def condition(name: str = "", *, needs: str = "") -> Callable[[Holds], Holds]:
    """Register a function as a condition, under its own name unless another is given."""

    def register(holds: Holds) -> Holds:
        known_as = name or holds.__name__
        CONDITIONS[known_as] = Condition(known_as, holds, needs)
        return holds

    return register


def when(applies: object, *match: Match) -> tuple[Match, ...]:
    """Return the match, or a match of no tiles in particular, when the condition applies."""
    if not applies:
        return NO
    return match or YES

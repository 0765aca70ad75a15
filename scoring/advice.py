"""What else helps a player with this hand: its waits, or the tile that spoils a mahjong."""

from dataclasses import dataclass

from .assess import Decided, Known, assess
from .errors import ErrorCode
from .hand import WAITING_HAND, Hand
from .messages import Lang
from .result import Rejected
from .ruleset import RuleSet
from .waits import Exchange, Wait, exchanges, waits

__all__ = ["Advice", "advise"]


@dataclass(frozen=True, slots=True)
class Advice:
    """The waits of a hand of thirteen (None for another), the exchanges of a failed mahjong."""

    waits: tuple[Wait, ...] | None = None
    exchanges: tuple[Exchange, ...] = ()

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the keys to add to the `score --json` document; none when there is no advice."""
        found: dict[str, object] = {}
        if self.waits is not None:
            found["waits"] = [wait.to_json(lang) for wait in self.waits]
        if self.exchanges:
            found["exchanges"] = [exchange.to_json() for exchange in self.exchanges]
        return found


def advise(hand: Hand, known: Known, rules: RuleSet) -> Advice:
    """Find what would complete the hand.

    >>> from .notation import parse_hand
    >>> from .rulefile import load_rule_set
    >>> found = advise(parse_hand("678m45p88s777z (111z)"), Known(), load_rule_set("nts"))
    >>> [wait.tile.code for wait in found.waits or ()]
    ['3p', '6p']
    """
    if known.dead:
        return Advice()
    if hand.tile_count == WAITING_HAND and not hand.winning:
        return Advice(waits(hand, known, rules))
    found = assess(hand, known, rules) if known.winner else None
    if not isinstance(found, Decided) or not isinstance(found.result, Rejected):
        return Advice()
    if found.result.code is not ErrorCode.NOT_MAHJONG:
        return Advice()
    return Advice(exchanges=exchanges(hand, known, rules))

"""Reads mahjong hands and scores them by the Dutch tournament rules, every point explained.

>>> import rekje
>>> hand = rekje.parse_hand("678m345p88s777z (111z) @3p")
>>> situation = rekje.Situation(rekje.Wind.EAST, rekje.Wind.SOUTH, rekje.Win.SELF_DRAW)
>>> rekje.score(hand, situation).total
136
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .scoring.engine import score
    from .scoring.errors import RekjeError
    from .scoring.hand import Hand, Situation, Win
    from .scoring.notation import parse_hand
    from .scoring.result import Rejected, Scored
    from .scoring.ruleset import load_rule_set
    from .scoring.session import Session
    from .scoring.settle import settle
    from .scoring.tiles import Tile, Wind

__all__ = [
    "Hand",
    "Rejected",
    "RekjeError",
    "Scored",
    "Session",
    "Situation",
    "Tile",
    "Win",
    "Wind",
    "load_rule_set",
    "parse_hand",
    "score",
    "settle",
]

# Names are fetched when they are first used, so that `rekje --help` need not load the rules.
_HOMES = {
    "Hand": ".scoring.hand",
    "Rejected": ".scoring.result",
    "RekjeError": ".scoring.errors",
    "Scored": ".scoring.result",
    "Session": ".scoring.session",
    "Situation": ".scoring.hand",
    "Tile": ".scoring.tiles",
    "Win": ".scoring.hand",
    "Wind": ".scoring.tiles",
    "load_rule_set": ".scoring.ruleset",
    "parse_hand": ".scoring.notation",
    "score": ".scoring.engine",
    "settle": ".scoring.settle",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name], __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

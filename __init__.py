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
    from .scoring.assess import assess
    from .scoring.engine import score
    from .scoring.errors import RekjeError
    from .scoring.hand import Hand, Known, Situation, Win
    from .scoring.melds import Meld
    from .scoring.notation import format_hand, parse_hand
    from .scoring.result import Rejected, Scored
    from .scoring.rulefile import load_rule_set
    from .scoring.session import Session
    from .scoring.settle import settle
    from .scoring.tiles import Tile, Wind

__all__ = [
    "Hand",
    "Known",
    "Meld",
    "Rejected",
    "RekjeError",
    "Scored",
    "Session",
    "Situation",
    "Tile",
    "Win",
    "Wind",
    "assess",
    "format_hand",
    "load_rule_set",
    "parse_hand",
    "score",
    "settle",
]

# Names are fetched when they are first used, so that `rekje --help` need not load the rules.
_HOMES = {
    "Hand": ".scoring.hand",
    "Known": ".scoring.hand",
    "Meld": ".scoring.melds",
    "Rejected": ".scoring.result",
    "RekjeError": ".scoring.errors",
    "Scored": ".scoring.result",
    "Session": ".scoring.session",
    "Situation": ".scoring.hand",
    "Tile": ".scoring.tiles",
    "Win": ".scoring.hand",
    "Wind": ".scoring.tiles",
    "assess": ".scoring.assess",
    "format_hand": ".scoring.notation",
    "load_rule_set": ".scoring.rulefile",
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

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
    from .models.reading import open_reader, read_photo
    from .scoring.assess import assess, assess_any
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
    from .vision.reading import Reading
    from .vision.understand import Corrections, correct

__all__ = [
    "Corrections",
    "Hand",
    "Known",
    "Meld",
    "Reading",
    "Rejected",
    "RekjeError",
    "Scored",
    "Session",
    "Situation",
    "Tile",
    "Win",
    "Wind",
    "assess",
    "assess_any",
    "correct",
    "format_hand",
    "load_rule_set",
    "open_reader",
    "parse_hand",
    "read_photo",
    "score",
    "settle",
]

# Names are fetched when they are first used, so that `rekje --help` need not load the rules.
_HOMES = {
    "Corrections": ".vision.understand",
    "Hand": ".scoring.hand",
    "Known": ".scoring.hand",
    "Meld": ".scoring.melds",
    "Reading": ".vision.reading",
    "Rejected": ".scoring.result",
    "RekjeError": ".scoring.errors",
    "Scored": ".scoring.result",
    "Session": ".scoring.session",
    "Situation": ".scoring.hand",
    "Tile": ".scoring.tiles",
    "Win": ".scoring.hand",
    "Wind": ".scoring.tiles",
    "assess": ".scoring.assess",
    "assess_any": ".scoring.assess",
    "correct": ".vision.understand",
    "format_hand": ".scoring.notation",
    "load_rule_set": ".scoring.rulefile",
    "open_reader": ".models.reading",
    "parse_hand": ".scoring.notation",
    "read_photo": ".models.reading",
    "score": ".scoring.engine",
    "settle": ".scoring.settle",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name], __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

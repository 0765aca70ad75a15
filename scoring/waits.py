"""Which tiles would complete a hand, and what each would score."""

from dataclasses import dataclass, replace

from .assess import Decided, Known, Range, assess
from .check import check_hand
from .errors import ErrorCode, HandError
from .hand import WHOLE_HAND, Hand, Situation, Win
from .messages import Lang
from .readings import count
from .result import Rejected, error_json
from .rulefile import load_rule_set
from .ruleset import RuleSet
from .tiles import Tile, Wind
from .views import structure_waits

__all__ = ["Exchange", "Wait", "exchanges", "waits"]

_USUAL_WINS = (Win.SELF_DRAW, Win.DISCARD)


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand, and what it comes to for each way to win with it."""

    tile: Tile
    pe_ling: bool
    results: tuple[tuple[Win, Decided | Range], ...]

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the tile with a total for each way to win; null where it would be no mahjong."""
        wins = {win.value: _outcome_json(found, lang) for win, found in self.results}
        return {"tile": self.tile.code, "pe_ling": self.pe_ling, "wins": wins}


def _outcome_json(found: Decided | Range, lang: Lang) -> dict[str, object]:
    if isinstance(found, Range):
        return {"total": None, "total_range": [found.low, found.high]}
    result = found.result
    if isinstance(result, Rejected):
        return {"total": None, "error": error_json(result.code, result.message, lang)}
    return {"total": result.total, "limit": result.limit and result.limit.id}


@dataclass(frozen=True, slots=True)
class Exchange:
    """A tile too many in a hand of fourteen, and the tiles that would complete it instead."""

    out: Tile
    waits: tuple[Tile, ...]

    def to_json(self) -> dict[str, object]:
        """Return the codes of the tiles."""
        return {"out": self.out.code, "waits": [tile.code for tile in self.waits]}


def waits(hand: Hand, known: Known, rules: RuleSet | None = None) -> tuple[Wait, ...]:
    """Return what a hand of thirteen tiles waits for, in class order.

    Each tile is scored for the way of winning that is known, or else for a self-draw and for a
    discard. A hand of another size, or one that is wrong in itself, waits for nothing.

    >>> from .notation import parse_hand
    >>> known = Known(seat=Wind.EAST, prevailing=Wind.SOUTH)
    >>> found = waits(parse_hand("678m45p88s777z (111z)"), known)
    >>> [(wait.tile.code, wait.results[0][1].result.total) for wait in found]
    [('3p', 136), ('6p', 136)]
    """
    rules = rules or load_rule_set("nts")
    hand = replace(hand, winning=None)
    seat, prevailing = _winds(known)
    try:
        check_hand(hand, Situation(seat, prevailing), rules)
    except HandError:
        return ()
    before = count(hand.concealed)
    tiles = structure_waits(before, hand.melds, rules, seat, prevailing)
    wins = (known.win,) if known.win else _USUAL_WINS
    found = [_wait(hand, tile, wins, known, rules) for tile in tiles]
    may_eat_cake = before[Tile.S1.index] and before[Tile.P1.index] < 4 and Tile.P1 not in tiles
    if may_eat_cake and rules.pe_ling:
        cake = _wait(hand, Tile.P1, wins, known, rules)
        if not all(_is_no_mahjong(one) for _, one in cake.results):
            found.append(replace(cake, pe_ling=True))
    return tuple(sorted(found, key=lambda wait: wait.tile.index))


def _winds(known: Known) -> tuple[Wind, Wind]:
    """Return the winds for structure, which only patterns with `own` or `round` look at."""
    return known.seat or Wind.EAST, known.prevailing or Wind.EAST


def _wait(hand: Hand, tile: Tile, wins: tuple[Win, ...], known: Known, rules: RuleSet) -> Wait:
    """Return what one tile would come to."""
    whole = replace(hand, concealed=(*hand.concealed, tile), winning=tile)
    cases = ((win, replace(known, win=win, winner=True, dead=False)) for win in wins)
    return Wait(tile, False, tuple((win, assess(whole, case, rules)) for win, case in cases))


def _is_no_mahjong(found: Decided | Range) -> bool:
    if isinstance(found, Range):
        return False
    result = found.result
    return isinstance(result, Rejected) and result.code is ErrorCode.NOT_MAHJONG


def exchanges(hand: Hand, known: Known, rules: RuleSet | None = None) -> tuple[Exchange, ...]:
    """Return which single tile of a hand that is no mahjong could be exchanged, and for what.

    A hand that is complete as it lies has nothing to exchange.

    >>> from .notation import parse_hand
    >>> found = exchanges(parse_hand("123456789m11167z @6z"), Known())
    >>> [(one.out.code, [tile.code for tile in one.waits]) for one in found]
    [('1z', ['5z']), ('6z', ['7z']), ('7z', ['6z'])]
    """
    rules = rules or load_rule_set("nts")
    if hand.tile_count != WHOLE_HAND:
        return ()
    found = []
    for tile in dict.fromkeys(hand.concealed):
        rest = list(hand.concealed)
        rest.remove(tile)
        instead = structure_waits(count(rest), hand.melds, rules, *_winds(known))
        if tile in instead:
            return ()  # the hand is complete; it was refused for how it was won
        if instead:
            found.append(Exchange(tile, tuple(instead)))
    return tuple(found)

"""Which tiles would complete a hand, and what each would score."""

from dataclasses import dataclass, replace

from .check import check_hand
from .engine import score
from .errors import HandError
from .hand import Hand, Situation, Win
from .messages import Lang
from .readings import count
from .result import Result, Scored
from .ruleset import RuleSet, load_rule_set
from .tiles import Tile
from .views import structure_waits

__all__ = ["Exchange", "Wait", "exchanges", "waits"]

_USUAL_WINS = (Win.SELF_DRAW, Win.DISCARD)


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand, and the result for each way to win with it."""

    tile: Tile
    pe_ling: bool
    results: tuple[tuple[Win, Result], ...]

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the tile with a total for each way to win; null where it would be no mahjong."""
        wins: dict[str, object] = {}
        for win, result in self.results:
            wins[win.value] = (
                {"total": result.total, "limit": result.limit and result.limit.id}
                if isinstance(result, Scored)
                else {"total": None, "error": result.message.text(lang)}
            )
        return {"tile": self.tile.code, "pe_ling": self.pe_ling, "wins": wins}


@dataclass(frozen=True, slots=True)
class Exchange:
    """A tile too many in a hand of fourteen, and the tiles that would complete it instead."""

    out: Tile
    waits: tuple[Tile, ...]

    def to_json(self) -> dict[str, object]:
        """Return the codes of the tiles."""
        return {"out": self.out.code, "waits": [tile.code for tile in self.waits]}


def waits(hand: Hand, situation: Situation, rules: RuleSet | None = None) -> tuple[Wait, ...]:
    """Return what a hand of thirteen tiles waits for, in class order.

    Each tile is scored for the situation's way of winning, or for a self-draw and a discard when
    it names none. A hand of another size, or one that is wrong in itself, waits for nothing.

    >>> from .notation import parse_hand
    >>> from .tiles import Wind
    >>> found = waits(parse_hand("678m45p88s777z (111z)"), Situation(Wind.EAST, Wind.SOUTH))
    >>> [(wait.tile.code, wait.results[0][1].total) for wait in found]
    [('3p', 136), ('6p', 136)]
    """
    rules = rules or load_rule_set("nts")
    as_loser = replace(situation, win=None, dead=False)
    hand = replace(hand, winning=None)
    try:
        check_hand(hand, as_loser, rules)
    except HandError:
        return ()
    before = count(hand.concealed)
    tiles = structure_waits(before, hand.melds, rules, situation.seat, situation.prevailing)
    may_eat_cake = before[Tile.S1.index] and before[Tile.P1.index] < 4 and Tile.P1 not in tiles
    if may_eat_cake and rules.pe_ling:
        tiles.append(Tile.P1)
    wins = (situation.win,) if situation.win else _USUAL_WINS
    found = (_wait(hand, tile, wins, as_loser, rules) for tile in tiles)
    return tuple(sorted((wait for wait in found if wait), key=lambda wait: wait.tile.index))


def _wait(
    hand: Hand, tile: Tile, wins: tuple[Win, ...], situation: Situation, rules: RuleSet
) -> Wait | None:
    """Return what one tile would score; None when it completes nothing after all."""
    whole = replace(hand, concealed=(*hand.concealed, tile), winning=tile)
    results = tuple((win, score(whole, replace(situation, win=win), rules)) for win in wins)
    cake = tile is Tile.P1 and all(_eats_cake(result) for _, result in results)
    if tile is Tile.P1 and not cake and not _is_structure(hand, rules, situation):
        return None
    return Wait(tile, cake, results)


def _is_structure(hand: Hand, rules: RuleSet, situation: Situation) -> bool:
    before = count(hand.concealed)
    found = structure_waits(before, hand.melds, rules, situation.seat, situation.prevailing)
    return Tile.P1 in found


def _eats_cake(result: Result) -> bool:
    return isinstance(result, Scored) and any(
        item.id == "pe_ling_eet_cake" for item in result.items
    )


def exchanges(
    hand: Hand, situation: Situation, rules: RuleSet | None = None
) -> tuple[Exchange, ...]:
    """Return which single tile of a hand that is no mahjong could be exchanged, and for what.

    >>> from .notation import parse_hand
    >>> from .tiles import Wind
    >>> situation = Situation(Wind.EAST, Wind.SOUTH, Win.SELF_DRAW)
    >>> found = exchanges(parse_hand("123456789m11167z @6z"), situation)
    >>> [(one.out.code, [tile.code for tile in one.waits]) for one in found]
    [('1z', ['5z']), ('6z', ['7z']), ('7z', ['6z'])]
    """
    rules = rules or load_rule_set("nts")
    if hand.tile_count != 14:
        return ()
    found = []
    for tile in dict.fromkeys(hand.concealed):
        rest = list(hand.concealed)
        rest.remove(tile)
        instead = structure_waits(
            count(rest), hand.melds, rules, situation.seat, situation.prevailing
        )
        if instead:
            found.append(Exchange(tile, tuple(instead)))
    return tuple(found)

"""Conditions of the rules that give points."""

from ..facts import Facts
from ..hand import Win
from ..melds import KONG, PAIR, PUNG, MeldKind
from ..tiles import Tile, TileKind
from .registry import (
    CONDITIONS,
    NEEDS,
    NO,
    YES,
    Condition,
    Match,
    condition,
    condition_on,
    when,
    winning_tile,
)

# Points of sets


def _set_points(kind: MeldKind, *, simple: bool, open: bool) -> Condition:
    def found(facts: Facts) -> tuple[Match, ...]:
        return tuple(
            [
                meld
                for meld in facts.pungs
                if meld.kind is kind and meld.open is open and meld.tile.is_simple is simple
            ]
        )

    return found


for _kind, _needs in ((PUNG, "pungs"), (KONG, "kongs")):
    for _simple, _tiles in ((True, "eenvoudig"), (False, "hoek_of_troef")):
        for _open, _state in ((True, "open"), (False, "dicht")):
            _name = f"{_kind.value}_{_tiles}_{_state}"
            CONDITIONS[_name] = _set_points(_kind, simple=_simple, open=_open)
            NEEDS[_name] = _needs


@condition
def paar_draken(facts: Facts) -> tuple[Match, ...]:
    """Pairs of dragons."""
    return tuple([pair for pair in facts.pairs if pair.tile.dragon])


@condition
def paar_eigen_wind(facts: Facts) -> tuple[Match, ...]:
    """Pair of the own wind."""
    seat = facts.situation.seat
    return tuple([pair for pair in facts.pairs if pair.tile.wind is seat])


@condition
def paar_heersende_wind(facts: Facts) -> tuple[Match, ...]:
    """Pair of the prevailing wind."""
    prevailing = facts.situation.prevailing
    if prevailing is facts.situation.seat and not facts.options.double_wind_pair:
        return NO
    return tuple([pair for pair in facts.pairs if pair.tile.wind is prevailing])


def _bonus(kind: TileKind) -> Condition:
    def found(facts: Facts) -> tuple[Match, ...]:
        return tuple([(tile,) for tile in facts.hand.bonus if tile.kind is kind])

    return found


CONDITIONS["bloem"] = _bonus(TileKind.FLOWER)
CONDITIONS["seizoen"] = _bonus(TileKind.SEASON)
NEEDS["bloem"] = NEEDS["seizoen"] = "bonus"


# Points of the winning tile


@condition
def mahjong(facts: Facts) -> tuple[Match, ...]:
    """Any mahjong."""
    return YES


@condition
def zelf_getrokken(facts: Facts) -> tuple[Match, ...]:
    """The winning tile was drawn by the winner."""
    loose = facts.situation.win is Win.KONG_REPLACEMENT and facts.kongs
    if facts.claimed or (loose and not facts.options.loose_tile_is_self_drawn):
        return NO
    return winning_tile(facts)


@condition
def enig_mogelijke_steen(facts: Facts) -> tuple[Match, ...]:
    """No other tile would have completed the hand."""
    if facts.placement.pe_ling and not facts.options.pe_ling_only_tile:
        return NO
    return winning_tile(facts) if facts.only_tile else NO


@condition
def volmaken_paar(facts: Facts) -> tuple[Match, ...]:
    """The winning tile completed the pair."""
    completed = facts.placement.completed
    if completed is None or completed.kind is not PAIR:
        return NO
    if facts.placement.pe_ling and not facts.options.pe_ling_pair_points:
        return NO
    return (completed.tiles,)


@condition
def pe_ling_eet_cake(facts: Facts) -> tuple[Match, ...]:
    """Circles 1 completed the pair of bamboo 1."""
    return when(facts.placement.pe_ling, (Tile.S1, Tile.P1))


@condition_on(Win.LAST_WALL.value)
def laatste_steen_voor_remise(facts: Facts) -> tuple[Match, ...]:
    """The last tile of the live wall, as points."""
    return winning_tile(facts) if facts.situation.win is Win.LAST_WALL else NO


def blooming(facts: Facts) -> bool:
    """Tell whether the hand was won on the replacement tile of a kong."""
    return facts.situation.win is Win.KONG_REPLACEMENT and bool(facts.kongs)


@condition_on(Win.KONG_REPLACEMENT.value)
def losse_steen(facts: Facts) -> tuple[Match, ...]:
    """The replacement tile of a kong, as points."""
    return winning_tile(facts) if blooming(facts) else NO


@condition
def vier_chows_waardeloos_paar(facts: Facts) -> tuple[Match, ...]:
    """Four chows and a pair that scores nothing."""
    worthless = not (paar_draken(facts) or paar_eigen_wind(facts) or paar_heersende_wind(facts))
    return when(len(facts.chows) == 4 and worthless)


@condition
def mahjong_zonder_chow(facts: Facts) -> tuple[Match, ...]:
    """A mahjong without a chow."""
    return when(not facts.chows)

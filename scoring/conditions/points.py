"""Conditions of the rules that give points."""

from ..facts import Facts
from ..hand import Win
from ..melds import KONG, PAIR, PUNG, MeldKind
from ..tiles import Tile, TileKind
from .registry import NO, YES, Holds, Match, condition, when

# Points of sets


def _sets(kind: MeldKind, *, simple: bool, open: bool) -> Holds:
    """Make the condition for the pungs or kongs of one kind of tile, open or closed."""

    def found(facts: Facts) -> tuple[Match, ...]:
        return tuple(
            [
                meld
                for meld in facts.pungs
                if meld.kind is kind and meld.open is open and meld.tile.is_simple is simple
            ]
        )

    return found


_pungs, _kongs = {"needs": "pungs"}, {"needs": "kongs"}
condition("pung_eenvoudig_open", **_pungs)(_sets(PUNG, simple=True, open=True))
condition("pung_eenvoudig_dicht", **_pungs)(_sets(PUNG, simple=True, open=False))
condition("pung_hoek_of_troef_open", **_pungs)(_sets(PUNG, simple=False, open=True))
condition("pung_hoek_of_troef_dicht", **_pungs)(_sets(PUNG, simple=False, open=False))
condition("kong_eenvoudig_open", **_kongs)(_sets(KONG, simple=True, open=True))
condition("kong_eenvoudig_dicht", **_kongs)(_sets(KONG, simple=True, open=False))
condition("kong_hoek_of_troef_open", **_kongs)(_sets(KONG, simple=False, open=True))
condition("kong_hoek_of_troef_dicht", **_kongs)(_sets(KONG, simple=False, open=False))


@condition()
def paar_draken(facts: Facts) -> tuple[Match, ...]:
    """Pairs of dragons."""
    return tuple([pair for pair in facts.pairs if pair.tile.dragon])


@condition()
def paar_eigen_wind(facts: Facts) -> tuple[Match, ...]:
    """Pair of the own wind."""
    seat = facts.situation.seat
    return tuple([pair for pair in facts.pairs if pair.tile.wind is seat])


@condition()
def paar_heersende_wind(facts: Facts) -> tuple[Match, ...]:
    """Pair of the prevailing wind."""
    prevailing = facts.situation.prevailing
    if prevailing is facts.situation.seat and not facts.options.double_wind_pair:
        return NO
    return tuple([pair for pair in facts.pairs if pair.tile.wind is prevailing])


@condition(needs="bonus")
def bloem(facts: Facts) -> tuple[Match, ...]:
    """Each flower."""
    return tuple([(tile,) for tile in facts.hand.bonus if tile.kind is TileKind.FLOWER])


@condition(needs="bonus")
def seizoen(facts: Facts) -> tuple[Match, ...]:
    """Each season."""
    return tuple([(tile,) for tile in facts.hand.bonus if tile.kind is TileKind.SEASON])


# Points of the winning tile


@condition()
def mahjong(facts: Facts) -> tuple[Match, ...]:
    """Any mahjong."""
    return YES


def winning_tile(facts: Facts) -> tuple[Match, ...]:
    """Return a match of the winning tile."""
    tile = facts.hand.winning
    return ((tile,),) if tile else YES


@condition()
def zelf_getrokken(facts: Facts) -> tuple[Match, ...]:
    """The winning tile was drawn by the winner."""
    loose = facts.situation.win is Win.KONG_REPLACEMENT and facts.kongs
    if facts.claimed or (loose and not facts.options.loose_tile_is_self_drawn):
        return NO
    return winning_tile(facts)


@condition()
def enig_mogelijke_steen(facts: Facts) -> tuple[Match, ...]:
    """No other tile would have completed the hand."""
    if facts.placement.pe_ling and not facts.options.pe_ling_only_tile:
        return NO
    return winning_tile(facts) if facts.only_tile else NO


@condition()
def volmaken_paar(facts: Facts) -> tuple[Match, ...]:
    """The winning tile completed the pair."""
    completed = facts.placement.completed
    if completed is None or completed.kind is not PAIR:
        return NO
    if facts.placement.pe_ling and not facts.options.pe_ling_pair_points:
        return NO
    return ((Tile.S1, Tile.P1) if facts.placement.pe_ling else completed.tiles,)


@condition()
def pe_ling_eet_cake(facts: Facts) -> tuple[Match, ...]:
    """Circles 1 completed the pair of bamboo 1."""
    return when(facts.placement.pe_ling, (Tile.S1, Tile.P1))


@condition(needs=Win.LAST_WALL.value)
def laatste_steen(facts: Facts) -> tuple[Match, ...]:
    """Won on the last tile of the live wall."""
    return winning_tile(facts) if facts.situation.win is Win.LAST_WALL else NO


@condition(needs=Win.KONG_REPLACEMENT.value)
def losse_steen(facts: Facts) -> tuple[Match, ...]:
    """Won on the replacement tile of a kong."""
    blooming = facts.situation.win is Win.KONG_REPLACEMENT and facts.kongs
    return winning_tile(facts) if blooming else NO


@condition()
def vier_chows_waardeloos_paar(facts: Facts) -> tuple[Match, ...]:
    """Four chows and a pair that scores nothing."""
    worthless = not (paar_draken(facts) or paar_eigen_wind(facts) or paar_heersende_wind(facts))
    return when(len(facts.chows) == 4 and worthless)


@condition()
def mahjong_zonder_chow(facts: Facts) -> tuple[Match, ...]:
    """A mahjong without a chow."""
    return when(not facts.chows)

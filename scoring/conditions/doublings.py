"""Conditions of the rules that double, and of the limit hands that are a moment."""

from collections.abc import Iterable

from ..facts import HONOURS, SIMPLES, SUITS, TERMINALS, Facts
from ..hand import Win
from ..melds import CHOW, Meld
from ..moments import may_be_earth, may_be_heaven
from ..tiles import Tile, TileKind
from .points import laatste_steen, losse_steen, winning_tile
from .registry import NO, Match, condition, when

# Doublings: winds and dragons


@condition(needs="pungs")
def pung_draken(facts: Facts) -> tuple[Match, ...]:
    """Pungs and kongs of dragons."""
    return tuple([pung for pung in facts.pungs if pung.tile.dragon])


@condition(needs="pungs")
def pung_eigen_wind(facts: Facts) -> tuple[Match, ...]:
    """Pung or kong of the own wind."""
    seat = facts.situation.seat
    return tuple([pung for pung in facts.pungs if pung.tile.wind is seat])


@condition(needs="pungs")
def pung_heersende_wind(facts: Facts) -> tuple[Match, ...]:
    """Pung or kong of the prevailing wind."""
    prevailing = facts.situation.prevailing
    if prevailing is facts.situation.seat and not facts.options.double_wind_pung:
        return NO
    return tuple([pung for pung in facts.pungs if pung.tile.wind is prevailing])


def _small(pungs: list[Meld], pairs: list[Meld], needed: int) -> tuple[Match, ...]:
    """Return the tiles when all but one of the winds or dragons are pungs and the last a pair."""
    if len(pungs) != needed or not pairs:
        return NO
    return (_tiles_of((*pungs, *pairs)),)


@condition(needs="pungs")
def kleine_vier_winden(facts: Facts) -> tuple[Match, ...]:
    """Three pungs of winds and a pair of the fourth."""
    pairs = [pair for pair in facts.pairs if pair.tile.wind]
    return _small([pung for pung in facts.pungs if pung.tile.wind], pairs, 3)


@condition(needs="pungs")
def kleine_drie_draken(facts: Facts) -> tuple[Match, ...]:
    """Two pungs of dragons and a pair of the third."""
    pairs = [pair for pair in facts.pairs if pair.tile.dragon]
    return _small([pung for pung in facts.pungs if pung.tile.dragon], pairs, 2)


# Doublings: closed sets and kongs


def _tiles_of(melds: Iterable[Meld]) -> tuple[Tile, ...]:
    return tuple([tile for meld in melds for tile in meld.tiles])


@condition(needs="pungs")
def drie_pungs_dicht(facts: Facts) -> tuple[Match, ...]:
    """Three closed pungs or kongs."""
    closed = facts.closed_pungs
    return (_tiles_of(closed),) if len(closed) == 3 else NO


@condition(needs="pungs")
def vier_pungs_dicht(facts: Facts) -> tuple[Match, ...]:
    """Four closed pungs or kongs."""
    closed = facts.closed_pungs
    return (_tiles_of(closed),) if len(closed) == 4 else NO


@condition(needs="kongs")
def drie_kongs_dicht(facts: Facts) -> tuple[Match, ...]:
    """Three or more closed kongs."""
    closed = facts.closed_kongs
    return (_tiles_of(closed),) if len(closed) >= 3 else NO


@condition(needs="kongs")
def vier_kongs(facts: Facts) -> tuple[Match, ...]:
    """Four kongs, open or closed."""
    return (_tiles_of(facts.kongs),) if len(facts.kongs) == 4 else NO


# Doublings: the clean family


def _one_suit(facts: Facts) -> bool:
    return sum(1 for suit in SUITS if facts.mask & suit) == 1


@condition()
def schoon(facts: Facts) -> tuple[Match, ...]:
    """One suit and at least one honour."""
    return when(facts.mask & HONOURS and _one_suit(facts))


@condition()
def zeer_schoon(facts: Facts) -> tuple[Match, ...]:
    """Ones and nines of one suit, and honours."""
    return when(facts.mask & HONOURS and _one_suit(facts) and facts.only(TERMINALS | HONOURS))


@condition()
def superschoon(facts: Facts) -> tuple[Match, ...]:
    """One suit and nothing else."""
    return when(not facts.mask & HONOURS and _one_suit(facts))


@condition()
def alleen_troefstenen(facts: Facts) -> tuple[Match, ...]:
    """Only winds and dragons."""
    return when(facts.only(HONOURS))


@condition()
def zuiver(facts: Facts) -> tuple[Match, ...]:
    """One suit only, or only honours."""
    return superschoon(facts) or alleen_troefstenen(facts)


@condition()
def alleen_enen_negens_troefstenen(facts: Facts) -> tuple[Match, ...]:
    """Ones and nines, and no other suit tiles; honours are free."""
    return when(facts.mask & TERMINALS and facts.only(TERMINALS | HONOURS))


@condition()
def alleen_enen_negens(facts: Facts) -> tuple[Match, ...]:
    """Only ones and nines."""
    return when(facts.only(TERMINALS))


@condition()
def pure_eenvoud(facts: Facts) -> tuple[Match, ...]:
    """Only tiles from 2 to 8."""
    return when(facts.only(SIMPLES))


# Doublings: the whole hand


@condition()
def volledig_gesloten(facts: Facts) -> tuple[Match, ...]:
    """Nothing claimed, the winning tile included."""
    return when(facts.closed and not facts.claimed)


@condition()
def vier_chows(facts: Facts) -> tuple[Match, ...]:
    """Four chows."""
    return when(len(facts.chows) == 4)


@condition(needs="pungs")
def vier_pungs(facts: Facts) -> tuple[Match, ...]:
    """Four pungs or kongs."""
    return when(len(facts.pungs) == 4)


@condition(needs="pungs")
def gelijke_2_8(facts: Facts) -> tuple[Match, ...]:
    """Four pungs or kongs of tiles from 2 to 8, pair included."""
    return when(len(facts.pungs) == 4 and facts.only(SIMPLES))


# Doublings: the winning tile


@condition(needs=Win.LAST_WALL.value)
def laatste_steen_kringen_1(facts: Facts) -> tuple[Match, ...]:
    """The last tile of the live wall was circles 1."""
    return laatste_steen(facts) if facts.hand.winning is Tile.P1 else NO


@condition(needs=Win.KONG_REPLACEMENT.value)
def bloeiende_bloemen_kringen_5(facts: Facts) -> tuple[Match, ...]:
    """The replacement tile was circles 5."""
    return losse_steen(facts) if facts.hand.winning is Tile.P5 else NO


@condition(needs=Win.KONG_REPLACEMENT.value)
def kong_op_kong(facts: Facts) -> tuple[Match, ...]:
    """The replacement tile of the second kong in one turn."""
    twice = facts.situation.kongs_in_turn >= 2 and len(facts.kongs) >= 2
    return losse_steen(facts) if twice else NO


@condition(needs=Win.ROB_KONG.value)
def kongroof(facts: Facts) -> tuple[Match, ...]:
    """Won on a tile robbed from a kong."""
    return winning_tile(facts) if facts.situation.win is Win.ROB_KONG else NO


@condition(needs=Win.ROB_KONG.value)
def kongroof_chow(facts: Facts) -> tuple[Match, ...]:
    """Won on a tile robbed from a kong that completed a chow."""
    completed = facts.placement.completed
    chow = completed is not None and completed.kind is CHOW
    return kongroof(facts) if chow else NO


@condition(needs=Win.EARTH.value)
def spel_van_de_aarde(facts: Facts) -> tuple[Match, ...]:
    """Won on East's first discard."""
    earth = may_be_earth(facts.situation, laid_out=facts.laid_out)
    return winning_tile(facts) if facts.situation.win is Win.EARTH and earth else NO


@condition(needs="ready")
def gelukkige_dertien(facts: Facts) -> tuple[Match, ...]:
    """Waiting in the first hand, announced, no tile changed."""
    situation = facts.situation
    return when(situation.ready_at_start and situation.is_winner and not facts.laid_out)


# Doublings: bonus tiles


def _own(facts: Facts, kind: TileKind) -> tuple[Match, ...]:
    number = facts.situation.seat.number
    return tuple(
        [(tile,) for tile in facts.hand.bonus if tile.kind is kind and tile.number == number]
    )


@condition(needs="bonus")
def eigen_bloem(facts: Facts) -> tuple[Match, ...]:
    """The own flower."""
    return _own(facts, TileKind.FLOWER)


@condition(needs="bonus")
def eigen_seizoen(facts: Facts) -> tuple[Match, ...]:
    """The own season."""
    return _own(facts, TileKind.SEASON)


@condition(needs="bonus")
def eigen_seizoen_en_bloem(facts: Facts) -> tuple[Match, ...]:
    """The own season and the own flower together."""
    flower, season = eigen_bloem(facts), eigen_seizoen(facts)
    if not (flower and season):
        return NO
    number = facts.situation.seat.number
    return (tuple(tile for tile in facts.hand.bonus if tile.number == number),)


def _all_four(facts: Facts, kind: TileKind) -> tuple[Match, ...]:
    held = tuple([tile for tile in facts.hand.bonus if tile.kind is kind])
    return when(len(held) == 4, held)


@condition(needs="bonus")
def alle_bloemen(facts: Facts) -> tuple[Match, ...]:
    """All four flowers."""
    return _all_four(facts, TileKind.FLOWER)


@condition(needs="bonus")
def alle_seizoenen(facts: Facts) -> tuple[Match, ...]:
    """All four seasons."""
    return _all_four(facts, TileKind.SEASON)


# Limit hands that are a moment, not tiles


@condition(needs=Win.HEAVEN.value)
def spel_van_de_hemel(facts: Facts) -> tuple[Match, ...]:
    """East won with the dealt tiles."""
    heaven = may_be_heaven(
        facts.situation,
        facts.options,
        laid_out=facts.laid_out,
        closed=facts.closed,
        bonus=bool(facts.hand.bonus),
    )
    return when(facts.situation.win is Win.HEAVEN and heaven)

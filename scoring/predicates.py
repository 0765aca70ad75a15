"""The conditions of the rules, one small function each, by rule id.

A condition looks at the facts of one reading and returns the groups of tiles to which the rule
applies: nothing when it does not apply, one empty group when it applies to no tiles in particular.
"""

from collections.abc import Callable, Iterable

from .facts import HONOURS, SIMPLES, SUITS, TERMINALS, Facts
from .hand import Win
from .melds import Meld, MeldKind
from .tiles import Tile, TileKind, Wind

__all__ = ["PREDICATES", "Match", "Predicate"]

Match = Meld | tuple[Tile, ...]
"""What a rule applied to: a set, or tiles of the hand (possibly none in particular)."""

Predicate = Callable[[Facts], tuple[Match, ...]]

_NO: tuple[Match, ...] = ()
_YES: tuple[Match, ...] = ((),)

PREDICATES: dict[str, Predicate] = {}


def _rule(predicate: Predicate) -> Predicate:
    """Register a condition under its name."""
    PREDICATES[predicate.__name__] = predicate
    return predicate


def _if(applies: object, *match: Match) -> tuple[Match, ...]:
    """Return the match when the condition applies."""
    if not applies:
        return _NO
    return match or _YES


# Points of sets


def _set_points(kind: MeldKind, *, simple: bool, open: bool) -> Predicate:  # noqa: A002
    def predicate(facts: Facts) -> tuple[Match, ...]:
        return tuple(
            [
                meld
                for meld in facts.pungs
                if meld.kind is kind and meld.open is open and meld.tile.is_simple is simple
            ]
        )

    return predicate


for _kind in (MeldKind.PUNG, MeldKind.KONG):
    for _simple, _tiles in ((True, "eenvoudig"), (False, "hoek_of_troef")):
        for _open, _state in ((True, "open"), (False, "dicht")):
            PREDICATES[f"{_kind.value}_{_tiles}_{_state}"] = _set_points(
                _kind, simple=_simple, open=_open
            )


@_rule
def paar_draken(facts: Facts) -> tuple[Match, ...]:
    """Pairs of dragons."""
    return tuple([pair for pair in facts.pairs if pair.tile.kind is TileKind.DRAGON])


@_rule
def paar_eigen_wind(facts: Facts) -> tuple[Match, ...]:
    """Pair of the own wind."""
    seat = facts.situation.seat
    return tuple([pair for pair in facts.pairs if pair.tile.wind is seat])


@_rule
def paar_heersende_wind(facts: Facts) -> tuple[Match, ...]:
    """Pair of the prevailing wind."""
    prevailing = facts.situation.prevailing
    if prevailing is facts.situation.seat and not facts.options.double_wind_pair:
        return _NO
    return tuple([pair for pair in facts.pairs if pair.tile.wind is prevailing])


def _bonus(kind: TileKind) -> Predicate:
    def predicate(facts: Facts) -> tuple[Match, ...]:
        return tuple([(tile,) for tile in facts.hand.bonus if tile.kind is kind])

    return predicate


PREDICATES["bloem"] = _bonus(TileKind.FLOWER)
PREDICATES["seizoen"] = _bonus(TileKind.SEASON)


# Points of the winning tile


@_rule
def mahjong(facts: Facts) -> tuple[Match, ...]:
    """Any mahjong."""
    return _YES


def _winning(facts: Facts) -> tuple[Match, ...]:
    tile = facts.hand.winning
    return ((tile,),) if tile else _YES


@_rule
def zelf_getrokken(facts: Facts) -> tuple[Match, ...]:
    """The winning tile was drawn by the winner."""
    loose = facts.situation.win is Win.KONG_REPLACEMENT and facts.kongs
    if facts.claimed or (loose and not facts.options.loose_tile_is_self_drawn):
        return _NO
    return _winning(facts)


@_rule
def enig_mogelijke_steen(facts: Facts) -> tuple[Match, ...]:
    """No other tile would have completed the hand."""
    if facts.placement.pe_ling and not facts.options.pe_ling_only_tile:
        return _NO
    return _winning(facts) if facts.only_tile else _NO


@_rule
def volmaken_paar(facts: Facts) -> tuple[Match, ...]:
    """The winning tile completed the pair."""
    completed = facts.placement.completed
    if completed is None or completed.kind is not MeldKind.PAIR:
        return _NO
    if facts.placement.pe_ling and not facts.options.pe_ling_pair_points:
        return _NO
    return (completed.tiles,)


@_rule
def pe_ling_eet_cake(facts: Facts) -> tuple[Match, ...]:
    """Circles 1 completed the pair of bamboo 1."""
    return _if(facts.placement.pe_ling, (Tile.S1, Tile.P1))


@_rule
def laatste_steen_voor_remise(facts: Facts) -> tuple[Match, ...]:
    """The last tile of the live wall, as points."""
    return _winning(facts) if facts.situation.win is Win.LAST_WALL else _NO


@_rule
def losse_steen(facts: Facts) -> tuple[Match, ...]:
    """The replacement tile of a kong, as points."""
    return _winning(facts) if _blooming(facts) else _NO


@_rule
def vier_chows_waardeloos_paar(facts: Facts) -> tuple[Match, ...]:
    """Four chows and a pair that scores nothing."""
    worthless = not (paar_draken(facts) or paar_eigen_wind(facts) or paar_heersende_wind(facts))
    return _if(len(facts.chows) == 4 and worthless)


@_rule
def mahjong_zonder_chow(facts: Facts) -> tuple[Match, ...]:
    """A mahjong without a chow."""
    return _if(not facts.chows)


# Doublings: winds and dragons


@_rule
def pung_draken(facts: Facts) -> tuple[Match, ...]:
    """Pungs and kongs of dragons."""
    return tuple([pung for pung in facts.pungs if pung.tile.kind is TileKind.DRAGON])


@_rule
def pung_eigen_wind(facts: Facts) -> tuple[Match, ...]:
    """Pung or kong of the own wind."""
    seat = facts.situation.seat
    return tuple([pung for pung in facts.pungs if pung.tile.wind is seat])


@_rule
def pung_heersende_wind(facts: Facts) -> tuple[Match, ...]:
    """Pung or kong of the prevailing wind."""
    prevailing = facts.situation.prevailing
    if prevailing is facts.situation.seat and not facts.options.double_wind_pung:
        return _NO
    return tuple([pung for pung in facts.pungs if pung.tile.wind is prevailing])


def _small(facts: Facts, kind: TileKind, pungs: int) -> tuple[Match, ...]:
    """Return the sets when all but one of the winds or dragons are pungs and the last a pair."""
    sets = [pung for pung in facts.pungs if pung.tile.kind is kind]
    pairs = [pair for pair in facts.pairs if pair.tile.kind is kind]
    if len(sets) != pungs or not pairs:
        return _NO
    return (tuple(tile for meld in (*sets, pairs[0]) for tile in meld.tiles),)


@_rule
def kleine_vier_winden(facts: Facts) -> tuple[Match, ...]:
    """Three pungs of winds and a pair of the fourth."""
    return _small(facts, TileKind.WIND, 3)


@_rule
def kleine_drie_draken(facts: Facts) -> tuple[Match, ...]:
    """Two pungs of dragons and a pair of the third."""
    return _small(facts, TileKind.DRAGON, 2)


# Doublings: closed sets and kongs


def _tiles_of(melds: Iterable[Meld]) -> tuple[Tile, ...]:
    return tuple(tile for meld in melds for tile in meld.tiles)


@_rule
def drie_pungs_dicht(facts: Facts) -> tuple[Match, ...]:
    """Three closed pungs or kongs."""
    return _if(len(facts.closed_pungs) == 3, _tiles_of(facts.closed_pungs))


@_rule
def vier_pungs_dicht(facts: Facts) -> tuple[Match, ...]:
    """Four closed pungs or kongs."""
    return _if(len(facts.closed_pungs) == 4, _tiles_of(facts.closed_pungs))


@_rule
def drie_kongs_dicht(facts: Facts) -> tuple[Match, ...]:
    """Three or more closed kongs."""
    return _if(len(facts.closed_kongs) >= 3, _tiles_of(facts.closed_kongs))


@_rule
def vier_kongs(facts: Facts) -> tuple[Match, ...]:
    """Four kongs, open or closed."""
    return _if(len(facts.kongs) == 4, _tiles_of(facts.kongs))


# Doublings: the clean family


def _one_suit(facts: Facts) -> bool:
    return sum(1 for suit in SUITS if facts.mask & suit) == 1


@_rule
def schoon(facts: Facts) -> tuple[Match, ...]:
    """One suit and at least one honour."""
    return _if(facts.mask & HONOURS and _one_suit(facts))


@_rule
def zeer_schoon(facts: Facts) -> tuple[Match, ...]:
    """Ones and nines of one suit, and honours."""
    return _if(facts.mask & HONOURS and _one_suit(facts) and facts.only(TERMINALS | HONOURS))


@_rule
def superschoon(facts: Facts) -> tuple[Match, ...]:
    """One suit and nothing else."""
    return _if(not facts.mask & HONOURS and _one_suit(facts))


@_rule
def alleen_troefstenen(facts: Facts) -> tuple[Match, ...]:
    """Only winds and dragons."""
    return _if(facts.only(HONOURS))


@_rule
def zuiver(facts: Facts) -> tuple[Match, ...]:
    """One suit only, or only honours."""
    return superschoon(facts) or alleen_troefstenen(facts)


@_rule
def alleen_enen_negens_troefstenen(facts: Facts) -> tuple[Match, ...]:
    """Ones and nines, and no other suit tiles; honours are free."""
    return _if(facts.mask & TERMINALS and facts.only(TERMINALS | HONOURS))


@_rule
def alleen_enen_negens(facts: Facts) -> tuple[Match, ...]:
    """Only ones and nines."""
    return _if(facts.only(TERMINALS))


@_rule
def pure_eenvoud(facts: Facts) -> tuple[Match, ...]:
    """Only tiles from 2 to 8."""
    return _if(facts.only(SIMPLES))


# Doublings: the whole hand


@_rule
def volledig_gesloten(facts: Facts) -> tuple[Match, ...]:
    """Nothing claimed, the winning tile included."""
    return _if(facts.closed and not facts.claimed)


@_rule
def vier_chows(facts: Facts) -> tuple[Match, ...]:
    """Four chows."""
    return _if(len(facts.chows) == 4)


@_rule
def vier_pungs(facts: Facts) -> tuple[Match, ...]:
    """Four pungs or kongs."""
    return _if(len(facts.pungs) == 4)


@_rule
def gelijke_2_8(facts: Facts) -> tuple[Match, ...]:
    """Four pungs or kongs of tiles from 2 to 8, pair included."""
    return _if(len(facts.pungs) == 4 and facts.only(SIMPLES))


# Doublings: the winning tile


@_rule
def laatste_steen(facts: Facts) -> tuple[Match, ...]:
    """Won on the last tile of the live wall."""
    return laatste_steen_voor_remise(facts)


@_rule
def laatste_steen_kringen_1(facts: Facts) -> tuple[Match, ...]:
    """The last tile of the live wall was circles 1."""
    return laatste_steen_voor_remise(facts) if facts.hand.winning is Tile.P1 else _NO


def _blooming(facts: Facts) -> bool:
    """Tell whether the hand was won on the replacement tile of a kong."""
    return facts.situation.win is Win.KONG_REPLACEMENT and bool(facts.kongs)


@_rule
def bloeiende_bloemen(facts: Facts) -> tuple[Match, ...]:
    """Won on the replacement tile of a kong."""
    return losse_steen(facts)


@_rule
def bloeiende_bloemen_kringen_5(facts: Facts) -> tuple[Match, ...]:
    """The replacement tile was circles 5."""
    return losse_steen(facts) if facts.hand.winning is Tile.P5 else _NO


@_rule
def kong_op_kong(facts: Facts) -> tuple[Match, ...]:
    """The replacement tile of the second kong in one turn."""
    twice = facts.situation.kongs_in_turn >= 2 and len(facts.kongs) >= 2
    return losse_steen(facts) if twice else _NO


@_rule
def kongroof(facts: Facts) -> tuple[Match, ...]:
    """Won on a tile robbed from a kong."""
    return _winning(facts) if facts.situation.win is Win.ROB_KONG else _NO


@_rule
def kongroof_chow(facts: Facts) -> tuple[Match, ...]:
    """Won on a tile robbed from a kong that completed a chow."""
    completed = facts.placement.completed
    chow = completed is not None and completed.kind is MeldKind.CHOW
    return kongroof(facts) if chow else _NO


@_rule
def spel_van_de_aarde(facts: Facts) -> tuple[Match, ...]:
    """Won on East's first discard."""
    return _winning(facts) if is_earth(facts) else _NO


@_rule
def gelukkige_dertien(facts: Facts) -> tuple[Match, ...]:
    """Waiting in the first hand, announced, no tile changed."""
    return _if(facts.situation.ready_at_start)


# Doublings: bonus tiles


def _own(facts: Facts, kind: TileKind) -> tuple[Match, ...]:
    number = facts.situation.seat.number
    return tuple(
        [(tile,) for tile in facts.hand.bonus if tile.kind is kind and tile.number == number]
    )


@_rule
def eigen_bloem(facts: Facts) -> tuple[Match, ...]:
    """The own flower."""
    return _own(facts, TileKind.FLOWER)


@_rule
def eigen_seizoen(facts: Facts) -> tuple[Match, ...]:
    """The own season."""
    return _own(facts, TileKind.SEASON)


@_rule
def eigen_seizoen_en_bloem(facts: Facts) -> tuple[Match, ...]:
    """The own season and the own flower together."""
    flower, season = eigen_bloem(facts), eigen_seizoen(facts)
    if not (flower and season):
        return _NO
    number = facts.situation.seat.number
    return (tuple(tile for tile in facts.hand.bonus if tile.number == number),)


def _all_four(kind: TileKind) -> Predicate:
    def predicate(facts: Facts) -> tuple[Match, ...]:
        held = tuple([tile for tile in facts.hand.bonus if tile.kind is kind])
        return _if(len(held) == 4, held)

    return predicate


PREDICATES["alle_bloemen"] = _all_four(TileKind.FLOWER)
PREDICATES["alle_seizoenen"] = _all_four(TileKind.SEASON)


# Limit hands that are a moment, not tiles


def is_heaven(facts: Facts) -> bool:
    """Tell whether East won with the dealt tiles."""
    options = facts.options
    dealt = not facts.laid_out or (options.heaven_after_kong and facts.closed)
    flowers = options.heaven_after_flower or not facts.hand.bonus
    east = facts.situation.seat is Wind.EAST
    return facts.situation.win is Win.HEAVEN and east and dealt and flowers


def is_earth(facts: Facts) -> bool:
    """Tell whether another player than East won on the first discard."""
    first = facts.situation.win is Win.EARTH and not facts.laid_out
    return first and facts.situation.seat is not Wind.EAST


@_rule
def spel_van_de_hemel(facts: Facts) -> tuple[Match, ...]:
    """East won with the dealt tiles."""
    return _if(is_heaven(facts))

"""A result as lines that a player can check aloud, in Dutch or English."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .hand import Known, Situation, Win
from .melds import CHOW, KONG, PAIR, PUNG, Meld
from .messages import Lang, Text
from .result import Scored
from .tiles import Tile, TileKind, Wind, format_tiles

__all__ = [
    "WIND_NAMES",
    "Line",
    "Report",
    "TileStyle",
    "report",
    "say",
    "situation_text",
    "tile_name",
]

WIND_NAMES = {
    Wind.EAST: Text("East", "Oost"),
    Wind.SOUTH: Text("South", "Zuid"),
    Wind.WEST: Text("West", "West"),
    Wind.NORTH: Text("North", "Noord"),
}
_WIN_NAMES = {
    Win.SELF_DRAW: Text("won on a tile from the wall", "gewonnen met een steen van de muur"),
    Win.DISCARD: Text("won on a discard", "gewonnen met een weggelegde steen"),
    Win.ROB_KONG: Text("won by robbing a kong", "gewonnen met een kongroof"),
    Win.KONG_REPLACEMENT: Text(
        "won on the replacement tile of a kong", "gewonnen met de losse steen na een kong"
    ),
    Win.LAST_WALL: Text(
        "won on the last tile of the wall", "gewonnen met de laatste steen van de muur"
    ),
    Win.HEAVEN: Text("won with the dealt tiles", "gewonnen met de uitgedeelde stenen"),
    Win.EARTH: Text("won on East's first discard", "gewonnen met de eerste steen van Oost"),
}
_KIND_NAMES = {
    CHOW: Text("Chow", "Chow"),
    PUNG: Text("Pung", "Pung"),
    KONG: Text("Kong", "Kong"),
    PAIR: Text("Pair", "Paar"),
}
_OPEN, _CLOSED = Text("open", "open"), Text("closed", "dicht")
_WORDS = {
    "seat": Text("seat {}", "eigen wind {}"),
    "round": Text("prevailing wind {}", "heersende wind {}"),
    "seat_unknown": Text("seat not given", "eigen wind niet opgegeven"),
    "round_unknown": Text("prevailing wind not given", "heersende wind niet opgegeven"),
    "win_unknown": Text("how it was won not given", "niet opgegeven hoe er gewonnen is"),
    "loser": Text("did not win", "zonder mahjong"),
    "dead": Text("dead hand", "dode hand"),
    "limit": Text("Limit hand", "Limietspel"),
    "loose": Text("Other tiles", "Overige stenen"),
    "sets": Text("Sets", "Sets"),
    "points": Text("Points", "Punten"),
    "together": Text("Together", "Samen"),
    "doublings": Text("Doublings", "Verdubbelingen"),
    "limits": Text("Limit hands", "Limietspelen"),
    "total": Text("Total", "Totaal"),
    "note": Text("Note: {}", "Let op: {}"),
    "needs": Text("Still needed: {}", "Nog op te geven: {}"),
    "need_seat": Text("the seat (--seat)", "de eigen wind (--seat)"),
    "need_round": Text("the prevailing wind (--round)", "de heersende wind (--round)"),
    "need_win": Text("how it was won (--win)", "hoe er gewonnen is (--win)"),
    "need_winning_tile": Text(
        "the winning tile (--winning-tile)", "de winnende steen (--winning-tile)"
    ),
    "need_open": Text(
        "which sets are open (--open, --closed)", "welke sets open zijn (--open, --closed)"
    ),
    "range": Text("between {} and {}", "tussen {} en {}"),
    "waits": Text("Waits for", "Wacht op"),
    "no_waits": Text("Waits for nothing.", "Wacht op niets."),
    "self-draw": Text("self-drawn", "zelf getrokken"),
    "discard": Text("discard", "weggelegd"),
    "no_mahjong": Text("not mahjong", "geen mahjong"),
    "pe_ling": Text("Pe-ling eats cake", "Pe-ling eet cake"),
    "exchange": Text("with {} instead of {}", "met {} in plaats van {}"),
    "complete": Text("Would be complete {}", "Zou compleet zijn {}"),
    "or": Text(" or ", " of "),
    "score": Text("Score", "Score"),
    "net": Text("Result", "Resultaat"),
    "won": Text("mahjong", "mahjong"),
    "winner": Text("winner", "winnaar"),
    "draw": Text("Draw: nobody pays.", "Remise: niemand betaalt."),
    "pays": Text("{} pays {}", "{} betaalt {}"),
    "rule": Text("Rule", "Regel"),
    "value": Text("Value", "Waarde"),
    "option": Text("Option", "Optie"),
    "who": Text("who", "wie"),
    "all": Text("all players", "alle spelers"),
    "source": Text("source", "bron"),
    "options": Text("Options", "Opties"),
    "off": Text("off", "uit"),
    "rule_sets": Text("Rule sets", "Regelsets"),
    "parent": Text("based on {}", "gebaseerd op {}"),
    "tables": Text("tables: {}", "tabellen: {}"),
    "sources": Text(
        "Sources: 003 the rules text of the NTS score app; N02 the tables of NTS 2002; PL the "
        "clarifications of pe-ling.nl; 000 the rules of De Rode Draak; DRV follows from these; C "
        "with a number: a point on which they differ, see the options.",
        "Bronnen: 003 de regeltekst van de NTS-score-app; N02 de tabellen van NTS 2002; PL de "
        "verduidelijkingen van pe-ling.nl; 000 de regels van De Rode Draak; DRV volgt daaruit; C "
        "met een nummer: een punt waarop ze verschillen, zie de opties.",
    ),
}
_GLYPHS = dict(
    zip(
        Tile,
        "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀆🀅🀄🀢🀣🀥🀤🀦🀧🀨🀩🀪🀫",
        strict=True,
    )
)
_SUIT_NAMES = {
    "m": Text("characters", "tekens"),
    "p": Text("circles", "kringen"),
    "s": Text("bamboo", "bamboe"),
}
_DRAGON_NAMES = {
    "5z": Text("white dragon", "witte draak"),
    "6z": Text("green dragon", "groene draak"),
    "7z": Text("red dragon", "rode draak"),
}


@dataclass(frozen=True, slots=True)
class TileStyle:
    """How tiles are written: as codes, or as Unicode tiles."""

    unicode: bool = False

    def write(self, tiles: Iterable[Tile]) -> str:
        """Write tiles in the order given (Unicode) or as a short hand text.

        >>> TileStyle().write([Tile.M1, Tile.M1]), TileStyle(unicode=True).write([Tile.M1])
        ('11m', '🀇')
        """
        if self.unicode:
            return "".join(_GLYPHS[tile] for tile in tiles)
        return format_tiles(tiles)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the report: what, which tiles, what it gives, and why."""

    name: str
    tiles: str = ""
    value: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The parts of a score sheet for one hand; `formula` is the sum to check aloud."""

    sets: tuple[Line, ...]
    points: tuple[Line, ...]
    doublings: tuple[Line, ...]
    limit: Line | None
    formula: str
    warnings: tuple[str, ...] = field(default=())


def say(key: str, lang: Lang, *values: object) -> str:
    """Return a word of the score sheet."""
    return _WORDS[key].text(lang).format(*values)


def tile_name(tile: Tile, lang: Lang = "en") -> str:
    """Return what players call a tile.

    >>> tile_name(Tile.S1), tile_name(Tile.RED, "nl"), tile_name(Tile.EAST)
    ('bamboo 1', 'rode draak', 'East')
    """
    if tile.suit:
        return f"{_SUIT_NAMES[tile.suit.value].text(lang)} {tile.number}"
    if tile.wind:
        return WIND_NAMES[tile.wind].text(lang)
    if tile.dragon:
        return _DRAGON_NAMES[tile.code].text(lang)
    if tile.is_bonus:
        flower = tile.kind is TileKind.FLOWER
        name = Text("flower", "bloem") if flower else Text("season", "seizoen")
        return f"{name.text(lang)} {tile.number}"
    return tile.code


def situation_text(situation: Situation | Known, lang: Lang) -> str:
    """Say in one line who sat where and how the hand ended.

    >>> situation_text(Situation(Wind.EAST, Wind.SOUTH), "en")
    'seat East, prevailing wind South, did not win'
    """
    seat, prevailing = situation.seat, situation.prevailing
    parts = [
        say("seat", lang, WIND_NAMES[seat].text(lang)) if seat else say("seat_unknown", lang),
        say("round", lang, WIND_NAMES[prevailing].text(lang))
        if prevailing
        else say("round_unknown", lang),
    ]
    if situation.dead:
        parts.append(say("dead", lang))
    elif not situation.is_winner:
        parts.append(say("loser", lang))
    elif situation.win:
        parts.append(_WIN_NAMES[situation.win].text(lang))
    else:
        parts.append(say("win_unknown", lang))
    return ", ".join(parts)


def report(scored: Scored, lang: Lang = "en", style: TileStyle | None = None) -> Report:
    """Lay out a score so that it can be read aloud and checked.

    >>> from .engine import score
    >>> from .notation import parse_hand
    >>> hand = parse_hand("678m345p88s777z (111z) @3p")
    >>> report(score(hand, Situation(Wind.EAST, Wind.SOUTH, Win.SELF_DRAW))).formula
    '34 x 2 x 2 = 136'
    """
    style = style or TileStyle()
    return Report(
        tuple(_set_lines(scored, lang, style)),
        tuple(
            Line(
                item.name.text(lang),
                style.write(item.tiles),
                str(item.points),
                item.explanation.text(lang),
            )
            for item in scored.items
            if item.open is None
        ),
        tuple(
            Line(
                doubling.name.text(lang),
                style.write(doubling.tiles),
                " ".join(["x 2"] * doubling.doublings),
                doubling.explanation.text(lang),
            )
            for doubling in scored.doublings
        ),
        _limit_line(scored, lang),
        _formula(scored),
        tuple(warning.text(lang) for warning in scored.warnings),
    )


def _set_lines(scored: Scored, lang: Lang, style: TileStyle) -> Iterator[Line]:
    """Yield a line for each set with its points, and one for the tiles in no set."""
    for meld in scored.sets:
        items = [
            item for item in scored.items if (item.tiles, item.open) == (meld.tiles, meld.open)
        ]
        points = "" if scored.limit else str(sum(item.points for item in items))
        why = " ".join(item.explanation.text(lang) for item in items)
        yield Line(_set_name(meld, lang), style.write(_shown(meld, scored)), points, why)
    other = _other_tiles(scored)
    if other:
        yield Line(say("loose", lang), style.write(other))


def _shown(meld: Meld, scored: Scored) -> tuple[Tile, ...]:
    """Return the tiles of a set as they lie there: Pe-ling's pair holds a 1p."""
    cake = scored.pe_ling and meld.kind is PAIR and meld.tile is Tile.S1
    return (Tile.S1, Tile.P1) if cake else meld.tiles


def _set_name(meld: Meld, lang: Lang) -> str:
    name = _KIND_NAMES[meld.kind].text(lang)
    if meld.kind is PAIR:
        return name
    state = (_OPEN if meld.open else _CLOSED).text(lang)
    return f"{name}, {state}"


def _other_tiles(scored: Scored) -> tuple[Tile, ...]:
    """Return the tiles that stand in no set of the result."""
    hand = scored.hand
    left = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]
    for meld in scored.sets:
        for tile in _shown(meld, scored):
            left.remove(tile)
    return tuple(left)


def _limit_line(scored: Scored, lang: Lang) -> Line | None:
    limit = scored.limit
    if limit is None:
        return None
    name = f"{say('limit', lang)}: {limit.full_name.text(lang)}"
    return Line(name, "", str(limit.points), limit.explanation.text(lang))


def _formula(scored: Scored) -> str:
    """Return the sum, as in 34 x 2 x 2 = 136."""
    if scored.limit or (scored.situation.dead and not scored.items):
        return str(scored.total)
    product = " x ".join([str(scored.points), *["2"] * scored.doubling_count])
    uncapped = scored.points << scored.doubling_count
    text = f"{product} = {uncapped}" if scored.doubling_count else f"{uncapped}"
    return text if scored.total == uncapped else f"{text}, max. {scored.total}"

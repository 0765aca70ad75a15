"""What is said about a hand, in Dutch and English, by key."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["LANGUAGES", "Lang", "Message", "Text", "message"]

Lang = Literal["en", "nl"]

LANGUAGES: tuple[Lang, Lang] = ("en", "nl")


@dataclass(frozen=True, slots=True)
class Text:
    """A name or sentence in both languages."""

    en: str
    nl: str

    def text(self, lang: Lang = "en") -> str:
        """Return it in `lang`.

        >>> Text("kong", "kong").text("nl")
        'kong'
        """
        return self.nl if lang == "nl" else self.en


_TEXTS = {
    # notation: {at} is the place of the wrong character, counted from 1
    "unknown_character": Text(
        "position {at}: {seen!r} has no place in a hand text; tiles are written as digits and a "
        "letter (678m), sets as (111z) and [5555p], the winning tile as @3p, bonus tiles as +1f3q",
        "positie {at}: {seen!r} hoort niet in een handtekst; stenen zijn cijfers met een letter "
        "(678m), sets (111z) en [5555p], de winnende steen @3p, bloemen en seizoenen +1f3q",
    ),
    "letter_missing": Text(
        "position {at}: the digits {seen!r} need a letter: m characters, p circles, s bamboo, "
        "z winds and dragons",
        "positie {at}: na de cijfers {seen!r} ontbreekt een letter: m tekens, p kringen, s bamboe, "
        "z winden en draken",
    ),
    "digit_missing": Text(
        "position {at}: the letter {seen!r} needs digits before it, as in 3{seen}",
        "positie {at}: voor de letter {seen!r} ontbreken cijfers, zoals in 3{seen}",
    ),
    "no_such_tile": Text(
        "position {at}: there is no tile {seen}; {letter} goes from {low} to {high}",
        "positie {at}: de steen {seen} bestaat niet; {letter} loopt van {low} tot {high}",
    ),
    "bracket_open": Text(
        "position {at}: {seen!r} is not closed; write the set as {example}",
        "positie {at}: {seen!r} wordt niet gesloten; schrijf de set als {example}",
    ),
    "bracket_nested": Text(
        "position {at}: {seen!r} inside a set; close the first set before the next begins",
        "positie {at}: {seen!r} binnen een set; sluit de eerste set voor de volgende begint",
    ),
    "bracket_stray": Text(
        "position {at}: {seen!r} closes a set that was not begun",
        "positie {at}: {seen!r} sluit een set die niet begonnen is",
    ),
    "winning_twice": Text(
        "position {at}: a second winning tile; a hand has one @",
        "positie {at}: een tweede winnende steen; een hand heeft één @",
    ),
    "winning_one": Text(
        "position {at}: @ takes one tile, as in @3p",
        "positie {at}: na @ komt één steen, zoals @3p",
    ),
    "winning_bonus": Text(
        "position {at}: {seen} cannot be the winning tile: it is no part of a set",
        "positie {at}: {seen} kan niet de winnende steen zijn: die hoort niet in een set",
    ),
    "bonus_none": Text(
        "position {at}: + takes flowers and seasons, as in +1f3q",
        "positie {at}: na + komen bloemen en seizoenen, zoals +1f3q",
    ),
    "bonus_other": Text(
        "position {at}: {seen} is no flower or season; write concealed tiles before the +",
        "positie {at}: {seen} is geen bloem of seizoen; zet de stenen in de hand voor de +",
    ),
    "one_winning_tile": Text(
        "give one tile that can win, as in 3p", "geef één steen die kan winnen, zoals 3p"
    ),
    "two_winning_tiles": Text(
        "{tile} is given, but the hand says @{other}",
        "{tile} is gegeven, maar de hand zegt @{other}",
    ),
    "too_long": Text(
        "position {at}: a hand text has at most {most} characters",
        "positie {at}: een handtekst heeft hoogstens {most} tekens",
    ),
    # sets
    "empty_set": Text("a set without tiles", "een set zonder stenen"),
    "not_a_set": Text(
        "{tiles} is no set: take two to four equal tiles, or three consecutive numbers of one suit",
        "{tiles} is geen set: neem twee tot vier gelijke of drie opeenvolgende van één soort",
    ),
    "honour_chow": Text(
        "{tiles} is no set: winds and dragons make no chow",
        "{tiles} is geen set: winden en draken vormen geen chow",
    ),
    "wrapped_chow": Text(
        "{tiles} is no chow: the numbers must follow each other, and 9 is not followed by 1",
        "{tiles} is geen chow: de nummers moeten opeenvolgen, en na 9 komt geen 1",
    ),
    "set_of_bonus": Text(
        "{tiles} is no set: flowers, seasons and jokers form no sets; write bonus tiles as +1f3q",
        "{tiles} is geen set: bloemen, seizoenen en jokers vormen geen sets; schrijf ze als +1f3q",
    ),
    "bracket_needs_kong": Text(
        "[{tiles}]: only a closed kong stands in [ ]; write other closed sets among the bare tiles",
        "[{tiles}]: alleen een dichte kong staat tussen [ ]; zet andere dichte sets bij de "
        "stenen in de hand",
    ),
    "open_pair": Text(
        "({tiles}): a pair can only be claimed for mahjong, with a discard that is the winning "
        "tile; write any other pair among the bare tiles",
        "({tiles}): een paar mag alleen voor mahjong worden geclaimd, met een weggelegde winnende "
        "steen; zet elk ander paar bij de stenen in de hand",
    ),
    # hands
    "bonus_in_hand": Text(
        "{tile} stands among the concealed tiles; write flowers and seasons after a +",
        "{tile} staat tussen de stenen in de hand; zet bloemen en seizoenen achter een +",
    ),
    "bonus_not_in_ruleset": Text(
        "{tile}: {rules} is played without flowers and seasons",
        "{tile}: {rules} wordt zonder bloemen en seizoenen gespeeld",
    ),
    "too_many_copies": Text(
        "{count} x {tile}, but the game has only {limit}",
        "{count} x {tile}, maar het spel heeft er maar {limit}",
    ),
    "no_joker": Text(
        "{tile}: {rules} is played without this tile; leave it out of the hand",
        "{tile}: {rules} wordt zonder deze steen gespeeld; laat hem weg",
    ),
    "tile_count": Text(
        "{count} tiles, {needed} needed (a kong counts as three)",
        "{count} stenen, {needed} nodig (een kong telt als drie)",
    ),
    "winning_not_in_hand": Text(
        "the winning tile {tile} does not stand among the concealed tiles or in a set that it "
        "completed",
        "de winnende steen {tile} staat niet in de hand of in een set die hij afmaakte",
    ),
    "winning_in_open_set": Text(
        "{tile} only stands in a set made with a claimed tile, but it was drawn by the winner; "
        "write it among the bare tiles",
        "{tile} staat alleen in een set met een geclaimde steen, maar is zelf getrokken; zet hem "
        "bij de stenen in de hand",
    ),
    "winning_unknown": Text(
        "the winning tile is not given; mark it, as in @3p",
        "de winnende steen is niet opgegeven; geef hem aan, zoals @3p",
    ),
    "not_mahjong": Text(
        "not mahjong: {sets} and {pair}; left over: {left}",
        "geen mahjong: {sets} en {pair}; over: {left}",
    ),
    "sets": Text("{count} sets", "{count} sets"),
    "one_set": Text("1 set", "1 set"),
    "and_pair": Text("a pair", "een paar"),
    "no_pair_word": Text("no pair", "geen paar"),
    "no_pair": Text(
        "not mahjong: four sets but no pair left; left over: {left}",
        "geen mahjong: vier sets maar geen paar; over: {left}",
    ),
    "robbed_tile": Text(
        "not mahjong: a robbed {tile} is the fourth of its kind, the other three lie in the robbed "
        "pung, so this hand can hold no other",
        "geen mahjong: een geroofde {tile} is de vierde, de andere drie liggen in de beroofde "
        "pung, dus deze hand kan er geen andere hebben",
    ),
    "too_few_doublings": Text(
        "not mahjong: {count} of {needed} doublings{which}",
        "geen mahjong: {count} van {needed} verdubbelingen{which}",
    ),
    # warnings
    "heaven_not": Text(
        "game of heaven needs East, the dealt 14 tiles and nothing on the table: counted as a "
        "tile from the wall",
        "spel van de hemel is voor Oost met de uitgedeelde 14 stenen en niets op tafel: geteld als "
        "zelf getrokken",
    ),
    "earth_not": Text(
        "game of the earth needs another player than East, the first discard and nothing on the "
        "table: counted as a discard",
        "spel van de aarde is voor een ander dan Oost, op de eerste weggelegde steen, met niets op "
        "tafel: geteld als weggelegde steen",
    ),
    "replacement_without_kong": Text(
        "no kong in the hand: the replacement tile is counted as a tile from the wall",
        "geen kong in de hand: de losse steen is geteld als zelf getrokken",
    ),
    "second_kong_missing": Text(
        "{count} kongs in one turn, but the hand holds {kongs}: counted as {kongs}",
        "{count} kongs in één beurt, maar de hand heeft er {kongs}: geteld als {kongs}",
    ),
    "ordinary_wins_only": Text(
        "how the hand was won is not given: the range holds for a tile from the wall and for a "
        "discard",
        "niet opgegeven is hoe er gewonnen is: de grenzen gelden voor zelf getrokken en voor een "
        "weggelegde steen",
    ),
    "invalid_in_some_cases": Text(
        "in some of these cases {why}",
        "in sommige gevallen {why}",
    ),
    "win_not_in_rules": Text(
        "{rules} has no rule for this way to win ({win}): counted as {counted}",
        "{rules} kent geen regel voor deze manier van winnen ({win}): geteld als {counted}",
    ),
    "ready_not_in_rules": Text(
        "{rules} does not know Lucky Thirteen: not counted",
        "{rules} kent de Gelukkige Dertien niet: niet geteld",
    ),
    "kongs_without_replacement": Text(
        "{count} kongs in one turn count only for a win on the replacement tile of a kong",
        "{count} kongs in één beurt tellen alleen bij winst met de losse steen na een kong",
    ),
    "robbed_pe_ling": Text(
        "not mahjong: Pe-ling may not eat a robbed tile here",
        "geen mahjong: Pe-ling mag hier geen geroofde steen eten",
    ),
    "robbed_chow_only": Text(
        "not mahjong: a robbed tile may only complete a chow here",
        "geen mahjong: een geroofde steen mag hier alleen een chow afmaken",
    ),
}


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence by key and values, printed in the reader's language when it is needed."""

    key: str
    values: tuple[tuple[str, object], ...] = ()

    def text(self, lang: Lang = "en") -> str:
        """Return the sentence in `lang`.

        >>> message("no_joker", tile="1j", rules="nts").text("nl")
        '1j: nts wordt zonder deze steen gespeeld; laat hem weg'
        """
        values = {k: v.text(lang) if isinstance(v, Message | Text) else v for k, v in self.values}
        return _TEXTS[self.key].text(lang).format(**values)

    def __str__(self) -> str:
        return self.text()


def message(key: str, /, **values: object) -> Message:
    """Make a message; a value may itself be a message or a text in both languages."""
    return Message(key, tuple(values.items()))

"""Every sentence that a player can see, in Dutch and English, by key."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Lang", "Message", "message"]

Lang = Literal["en", "nl"]

_TEXTS: dict[str, tuple[str, str]] = {
    # notation: {at} is the place of the wrong character, counted from 1
    "unknown_character": (
        "character {at}: {seen!r} has no place in a hand text; tiles are written as digits and a "
        "letter (678m), sets as (111z) and [5555p], the winning tile as @3p, bonus tiles as +1f3q",
        "teken {at}: {seen!r} hoort niet in een handtekst; stenen zijn cijfers met een letter "
        "(678m), sets (111z) en [5555p], de winnende steen @3p, bloemen en seizoenen +1f3q",
    ),
    "letter_missing": (
        "character {at}: the digits {seen!r} need a letter: m characters, p circles, s bamboo, "
        "z winds and dragons",
        "teken {at}: na de cijfers {seen!r} ontbreekt een letter: m tekens, p kringen, s bamboe, "
        "z winden en draken",
    ),
    "digit_missing": (
        "character {at}: the letter {seen!r} needs digits before it, as in 3{seen}",
        "teken {at}: voor de letter {seen!r} ontbreken cijfers, zoals in 3{seen}",
    ),
    "no_such_tile": (
        "character {at}: there is no tile {seen}; {letter} goes from {low} to {high}",
        "teken {at}: de steen {seen} bestaat niet; {letter} loopt van {low} tot {high}",
    ),
    "bracket_open": (
        "character {at}: {seen!r} is not closed; write the set as {example}",
        "teken {at}: {seen!r} wordt niet gesloten; schrijf de set als {example}",
    ),
    "bracket_nested": (
        "character {at}: {seen!r} inside a set; close the first set before the next begins",
        "teken {at}: {seen!r} binnen een set; sluit de eerste set voor de volgende begint",
    ),
    "bracket_stray": (
        "character {at}: {seen!r} closes a set that was not begun",
        "teken {at}: {seen!r} sluit een set die niet begonnen is",
    ),
    "winning_twice": (
        "character {at}: a second winning tile; a hand has one @",
        "teken {at}: een tweede winnende steen; een hand heeft één @",
    ),
    "winning_one": (
        "character {at}: @ takes one tile, as in @3p",
        "teken {at}: na @ komt één steen, zoals @3p",
    ),
    "winning_bonus": (
        "character {at}: {seen} cannot be the winning tile: it is no part of a set",
        "teken {at}: {seen} kan niet de winnende steen zijn: die hoort niet in een set",
    ),
    "bonus_none": (
        "character {at}: + takes flowers and seasons, as in +1f3q",
        "teken {at}: na + komen bloemen en seizoenen, zoals +1f3q",
    ),
    "bonus_other": (
        "character {at}: {seen} is no flower or season; write concealed tiles before the +",
        "teken {at}: {seen} is geen bloem of seizoen; zet gesloten stenen voor de +",
    ),
    # sets
    "empty_set": ("a set without tiles", "een set zonder stenen"),
    "not_a_set": (
        "{tiles} is no set: three or four equal tiles, or three consecutive numbers of one suit",
        "{tiles} is geen set: drie of vier gelijke stenen, of drie opeenvolgende van één soort",
    ),
    "honour_chow": (
        "{tiles} is no set: winds and dragons make no chow",
        "{tiles} is geen set: winden en draken vormen geen chow",
    ),
    "wrapped_chow": (
        "{tiles} is no chow: the numbers must follow each other, and 9 is not followed by 1",
        "{tiles} is geen chow: de nummers moeten opeenvolgen, en na 9 komt geen 1",
    ),
    "set_of_bonus": (
        "{tiles} is no set: flowers, seasons and jokers form no sets; write bonus tiles as +1f3q",
        "{tiles} is geen set: bloemen, seizoenen en jokers vormen geen sets; schrijf ze als +1f3q",
    ),
    "bracket_needs_kong": (
        "[{tiles}]: only a closed kong stands in [ ]; write other closed sets among the bare tiles",
        "[{tiles}]: alleen een dichte kong staat tussen [ ]; zet andere dichte sets bij de losse "
        "stenen",
    ),
    "open_pair": (
        "({tiles}): a pair can only be claimed for mahjong; it must hold the winning tile",
        "({tiles}): een paar mag alleen voor mahjong worden geclaimd; de winnende steen hoort erin",
    ),
    # hands
    "bonus_in_hand": (
        "{tile} stands among the concealed tiles; write flowers and seasons after a +",
        "{tile} staat tussen de gesloten stenen; zet bloemen en seizoenen achter een +",
    ),
    "bonus_not_in_ruleset": (
        "{tile}: {rules} is played without flowers and seasons",
        "{tile}: {rules} wordt zonder bloemen en seizoenen gespeeld",
    ),
    "too_many_copies": (
        "{count} x {tile}: there are {limit} in the set",
        "{count} x {tile}: er zitten er {limit} in het spel",
    ),
    "no_joker": ("{tile}: {rules} has no jokers", "{tile}: {rules} kent geen jokers"),
    "tile_count": (
        "{count} tiles, {needed} needed (a kong counts as three)",
        "{count} stenen, {needed} nodig (een kong telt als drie)",
    ),
    "winning_not_in_hand": (
        "the winning tile {tile} does not stand among the concealed tiles or in a set that it "
        "completed",
        "de winnende steen {tile} staat niet bij de gesloten stenen of in een set die hij afmaakte",
    ),
    "winning_in_open_set": (
        "{tile} only stands in a set made with a claimed tile, but it was drawn by the winner; "
        "write it among the bare tiles",
        "{tile} staat alleen in een set met een geclaimde steen, maar is zelf getrokken; zet hem "
        "bij de losse stenen",
    ),
    "winning_unknown": (
        "which tile won is not said; mark it, as in @3p",
        "de winnende steen ontbreekt; geef hem aan, zoals @3p",
    ),
    "not_mahjong": (
        "not mahjong: {sets} and {pair}; left over: {left}",
        "geen mahjong: {sets} en {pair}; over: {left}",
    ),
    "sets": ("{count} sets", "{count} sets"),
    "one_set": ("1 set", "1 set"),
    "and_pair": ("a pair", "een paar"),
    "no_pair_word": ("no pair", "geen paar"),
    "no_pair": (
        "not mahjong: four sets but no pair left; left over: {left}",
        "geen mahjong: vier sets maar geen paar; over: {left}",
    ),
    "robbed_tile": (
        "not mahjong: a robbed {tile} is the fourth of its kind, the other three lie in the robbed "
        "pung; it can complete no pung or pair",
        "geen mahjong: een geroofde {tile} is de vierde, de andere drie liggen in de beroofde "
        "pung; hij kan geen pung of paar afmaken",
    ),
    "winning_tile_place": (
        "not mahjong: {tile} completes no set that it may complete",
        "geen mahjong: {tile} maakt geen set af die hij mag afmaken",
    ),
    "which": ("{en}", "{nl}"),
    "too_few_doublings": (
        "no mahjong: {count} of {needed} doublings{which}",
        "geen mahjong: {count} van {needed} verdubbelingen{which}",
    ),
    # warnings
    "heaven_not": (
        "game of heaven needs East and the dealt 14 tiles: counted as a tile from the wall",
        "spel van de hemel is voor Oost met de gedeelde 14 stenen: geteld als zelf getrokken",
    ),
    "earth_not": (
        "game of the earth needs another player than East and a first discard: counted as a "
        "discard",
        "spel van de aarde is voor een ander dan Oost op de eerste weggelegde steen: geteld als "
        "weggelegde steen",
    ),
    "replacement_without_kong": (
        "no kong in the hand: the replacement tile is counted as a tile from the wall",
        "geen kong in de hand: de losse steen is geteld als zelf getrokken",
    ),
    "second_kong_missing": (
        "{count} kongs in one turn, but the hand holds fewer: counted as one kong",
        "{count} kongs in één beurt, maar de hand heeft er minder: geteld als één kong",
    ),
    "ordinary_wins_only": (
        "how the hand was won is not said: the range holds for a tile from the wall and for a "
        "discard",
        "hoe er gewonnen is ontbreekt: de grenzen gelden voor zelf getrokken en voor weggelegd",
    ),
    "invalid_in_some_cases": (
        "not mahjong in some of these cases: {why}",
        "in sommige gevallen geen mahjong: {why}",
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
        '1j: nts kent geen jokers'
        """
        values = {k: v.text(lang) if isinstance(v, Message) else v for k, v in self.values}
        return _TEXTS[self.key][lang == "nl"].format(**values)

    def __str__(self) -> str:
        return self.text()


def message(key: str, /, **values: object) -> Message:
    """Make a message; a value may itself be a message."""
    return Message(key, tuple(values.items()))

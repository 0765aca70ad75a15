"""Everything that is said about a hand: when, and the same in both languages."""

from dataclasses import dataclass
from string import Formatter

import pytest
from known_case import known
from rule_case import N02, NTS, book, situation

from rekje.scoring.assess import assess
from rekje.scoring.engine import score
from rekje.scoring.errors import HandError
from rekje.scoring.hand import Hand
from rekje.scoring.melds import PUNG, Meld
from rekje.scoring.messages import _TEXTS as CATALOGUE
from rekje.scoring.messages import LANGUAGES, Message, Text
from rekje.scoring.notation import parse_hand, with_winning_tile
from rekje.scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class Saying:
    """A message, the hand that brings it up, and the words that stand in both languages."""

    key: str
    hand: str
    how: str = ""  # empty: said while the hand text is read
    words: tuple[str, ...] = ()
    name: str = NTS
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return f"{self.key}: {self.hand} {self.how}"


def said(key, hand, how="", *words, name=NTS, **options):
    return Saying(key, hand, how, words, name, tuple(options.items()))


HAND = "678m345p88s777z (111z) @3p"

# fmt: off
SAYINGS = [
    # The hand text; the place is counted from 1.
    said("unknown_character", "678m!", "", " 5:", "'!'"),
    said("letter_missing", "67x", "", " 3:", "'67'"),
    said("letter_missing", "678", "", " 3:", "'678'"),
    said("digit_missing", "678m p", "", " 6:", "'p'", "3p"),
    said("no_such_tile", "678m8z", "", " 5:", "8z", "z", "1", "7"),
    said("bracket_open", "678m (111z", "", " 6:", "'('", "(111z)"),
    said("bracket_open", "[5555p", "", " 1:", "'['", "[5555p]"),
    said("bracket_nested", "(111z(", "", " 6:", "'('"),
    said("bracket_stray", "678m)", "", " 5:", "')'"),
    said("winning_twice", "33p @3p @3p", "", " 9:", "@"),
    said("winning_one", "33p @", "", " 5:", "@3p"),
    said("winning_one", "34p @34p", "", " 5:", "@3p"),
    said("winning_bonus", "33p @1f", "", " 6:", "1f"),
    said("bonus_none", "33p +", "", " 5:", "+1f3q"),
    said("bonus_other", "33p +3p", "", " 6:", "3p"),
    said("too_long", "1m" * 251, "", " 501:", "500"),
    said("empty_set", "()"),
    said("not_a_set", "(12m)", "", "12m"),
    said("not_a_set", "(12m3p)", "", "12m3p"),
    said("not_a_set", "(11111z)", "", "11111z"),
    said("honour_chow", "(567z)", "", "567z"),
    said("wrapped_chow", "(189m)", "", "189m", "9", "1"),
    said("set_of_bonus", "(123f)", "", "123f", "+1f3q"),
    said("bracket_needs_kong", "[111z]", "", "[111z]"),
    # The winning tile given beside the hand text.
    said("one_winning_tile", "33p", "winning 34p", "3p"),
    said("one_winning_tile", "33p", "winning 1f", "3p"),
    said("two_winning_tiles", "33p @3p", "winning 4p", "4p", "@3p"),
    # What is wrong with a hand.
    said("open_pair", "678m345p777z (111z) (88s) @8s", "ES self-draw", "(88s)"),
    said("bonus_in_hand", "1f78m345p23488s777z @7m", "ES discard", "1f"),
    said("bonus_not_in_ruleset", f"{HAND} +1f", "ES discard", "1f", N02, name=N02),
    said("too_many_copies", "55555p345m234s777z @5p", "ES discard", "5 x 5p", "4"),
    said("no_joker", "1j78m345p23488s777z @7m", "ES discard", "1j", NTS),
    said("tile_count", "678m45p88s777z (111z) @5p", "ES discard", "13", "14"),
    said("winning_not_in_hand", "678m345p88s777z (111z) @4m", "ES discard", "4m"),
    said("winning_in_open_set", "678m345s88s777z (333p) @3p", "ES self-draw", "3p"),
    said("winning_unknown", "678m345p88s777z (111z)", "ES discard", "@3p"),
    # Why it is no mahjong.
    said("not_mahjong", "123456m11167z159p @6z", "ES discard", "3 sets", "159p67z"),
    said("sets", "123456m11167z159p @6z", "ES discard", "3 sets"),
    said("no_pair_word", "123456m11167z159p @6z", "ES discard"),
    said("one_set", "123m135m246p135s44z @4z", "ES discard", "1 set"),
    said("and_pair", "123m135m246p135s44z @4z", "ES discard", "135m246p135s"),
    said("no_pair", "123456789m11167z @6z", "ES discard", "67z"),
    said("robbed_tile", "678m345p88s777z (111z) @8s", "ES rob-kong", "8s"),
    said("robbed_pe_ling", "567s1p1s (777z) (111z) (234m) @1p", "ES rob-kong", "Pe-ling",
         pe_ling_by_robbery=False),
    said("robbed_chow_only", "567s1p1s (777z) (111z) (234m) @1p", "ES rob-kong", "chow",
         robbery_only_chow=True),
    said("too_few_doublings", "678m345p88s777z (333z) @3p", "ES discard", "1", "2"),
    # What a win could not be.
    said("heaven_not", HAND, "ES heaven", "14"),
    said("earth_not", HAND, "ES earth"),
    said("replacement_without_kong", HAND, "ES kong-replacement", "kong"),
    said("second_kong_missing", "678m345p88s777z [6666z] @3p", "ES kong-replacement x2", "2 kongs"),
    said("kongs_without_replacement", HAND, "ES self-draw x2", "2 kongs"),
    said("win_not_in_rules", "678m345p88s666777z @3p", "SE earth", "rode-draak", "(earth)",
         name="rode-draak A"),
    said("ready_not_in_rules", HAND, "ES self-draw ready", NTS),
    # What is said beside a range.
    said("ordinary_wins_only", HAND, "E-"),
    said("invalid_in_some_cases", "678m345p88s777z (333z) @3p", "E- discard", "1", "2"),
]
# fmt: on


def messages(saying):
    """Return every message that a hand brings up."""
    try:
        hand = parse_hand(saying.hand)
        if saying.how.startswith("winning"):
            with_winning_tile(hand, saying.how.split()[1])
    except HandError as error:
        return [error.message]
    rules = book(saying.name, **dict(saying.options))
    if "-" in saying.how.split()[0]:
        return list(assess(hand, known(saying.how), rules).warnings)
    result = score(hand, situation(saying.how), rules)
    return [*result.warnings, *([result.message] if hasattr(result, "message") else [])]


def parts(message):
    """Yield a message and the messages in it."""
    yield message
    for _, value in message.values:
        if isinstance(value, Message):
            yield from parts(value)


@pytest.mark.parametrize("saying", SAYINGS, ids=str)
def test_when_it_is_said(saying):
    keys = {part.key for whole in messages(saying) for part in parts(whole)}
    assert saying.key in keys


@pytest.mark.parametrize("saying", SAYINGS, ids=str)
def test_it_says_what_was_seen_in_both_languages(saying):
    whole = next(one for one in messages(saying) if saying.key in {part.key for part in parts(one)})
    texts = [whole.text(lang) for lang in LANGUAGES]
    assert texts[0] == str(whole)
    for text in texts:
        assert [word for word in saying.words if word not in text] == []
        assert "{" not in text
    assert texts[0] != texts[1]


def test_everything_that_can_be_said_is_said_by_some_hand():
    assert {saying.key for saying in SAYINGS} == set(CATALOGUE)


SAME_IN_BOTH = {"sets", "one_set"}


def fields(text):
    """Return the places of a sentence, each with how it is written."""
    return {(name, conversion) for _, name, _, conversion in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", CATALOGUE)
def test_both_languages_name_the_same_things(key):
    text = CATALOGUE[key]
    assert fields(text.en) == fields(text.nl)
    assert (text.en == text.nl) == (key in SAME_IN_BOTH)
    assert text.en.strip()
    assert text.nl.strip()


def test_a_closed_pung_is_refused_in_the_same_words_wherever_it_comes_from():
    laid = Hand(melds=(Meld(PUNG, Tile.EAST),))
    built = score(laid, situation("ES dead"), book(NTS)).message
    with pytest.raises(HandError) as read:
        parse_hand("[111z]")
    assert built == read.value.message


def test_a_message_in_a_message_speaks_the_same_language():
    inner = Message("one_set", (("count", 1),))
    which = Text(": Pung of dragons", ": Pung van draken")
    few = Message("too_few_doublings", (("count", 1), ("needed", 2), ("which", which)))
    whole = Message("invalid_in_some_cases", (("why", few),))
    assert whole.text("en").endswith("not mahjong: 1 of 2 doublings: Pung of dragons")
    assert whole.text("nl").endswith("geen mahjong: 1 van 2 verdubbelingen: Pung van draken")
    assert inner.text("nl") == "1 set"

"""The score sheet of a hand: every set, point and doubling, and the sum, in two languages."""

from string import Formatter

import pytest
from known_case import known
from rule_case import N02, NTS, A, book, situation

from rekje.scoring.engine import score
from rekje.scoring.hand import Win
from rekje.scoring.notation import parse_hand
from rekje.scoring.report import _WORDS as WORDS
from rekje.scoring.report import TileStyle, report, say, situation_text, tile_name
from rekje.scoring.tiles import Tile, format_tiles

HAND = "678m345p88s777z (111z) @3p"


def sheet(hand, how, name=NTS, lang="en", style=None, **options):
    return report(score(parse_hand(hand), situation(how), book(name, **options)), lang, style)


def read(lines):
    """Write lines as `name | tiles | value | why`, without the empty ends."""
    texts = (" | ".join((line.name, line.tiles, line.value, line.why)) for line in lines)
    return [text.rstrip(" |") for text in texts]


FORMULAS = [
    (HAND, "ES self-draw", NTS, {}, "34 x 2 x 2 = 136"),
    (HAND, "ES discard", NTS, {}, "32 x 2 x 2 = 128"),
    # No doublings: the points are the total.
    ("678m345p88s (222z) (333z) @3p", "NE self-draw", A, {}, "30"),
    ("1347p269s123z (222m)", "ES", NTS, {}, "2"),
    # A cap is a bound, not a sum.
    (HAND, "ES self-draw", NTS, {"cap": 100}, "34 x 2 x 2 = 136, max. 100"),
    (HAND, "ES self-draw", NTS, {"cap": 136}, "34 x 2 x 2 = 136"),
    (HAND, "ES self-draw", NTS, {"cap": 1000}, "34 x 2 x 2 = 136"),
    ("678m345p88s (222z) (333z) @3p", "NE self-draw", A, {"cap": 10}, "30, max. 10"),
    # A limit hand, or part of one, is a fixed value.
    ("11123455678999m @5m", "SE discard", NTS, {}, "2000"),
    ("2255m1133p7799s4z", "ES", NTS, {}, "125"),
    # A dead hand, which may score its sets in De Rode Draak.
    (HAND, "ES discard dead", NTS, {}, "0"),
    ("123m777z", "SE dead", A, {}, "8 x 2 x 2 = 32"),
    ("123m14z", "SE dead", A, {}, "0"),
    # A loser of nothing.
    ("123m1347p269s124z", "SE", NTS, {}, "0"),
]


@pytest.mark.parametrize(("hand", "how", "name", "options", "formula"), FORMULAS)
def test_the_sum_to_check_aloud(hand, how, name, options, formula):
    assert sheet(hand, how, name, **options).formula == formula


SETS = [
    (HAND, "ES self-draw", NTS, [
        "Chow, closed | 678m | 0",
        "Chow, closed | 345p | 0",
        "Pair | 88s | 0",
        "Pung, closed | 777z | 8 | Three equal terminals, winds or dragons, all self-drawn.",
        "Pung, open | 111z | 4 | Three equal terminals, winds or dragons, made with a claimed "
        "tile.",
    ]),
    # The set that a discard completed is open.
    (HAND, "ES discard", NTS, [
        "Chow, closed | 678m | 0",
        "Chow, open | 345p | 0",
        "Pair | 88s | 0",
        "Pung, closed | 777z | 8 | Three equal terminals, winds or dragons, all self-drawn.",
        "Pung, open | 111z | 4 | Three equal terminals, winds or dragons, made with a claimed "
        "tile.",
    ]),
    # Pungs, kongs and pairs of a loser, and the tiles in no set.
    ("134p26s77z [2222m] (5555s)", "ES", NTS, [
        "Pair | 77z | 2 | Two equal dragons.",
        "Kong, closed | 2222m | 16 | Four equal tiles from 2 to 8, all self-drawn and declared.",
        "Kong, open | 5555s | 8 | Four equal tiles from 2 to 8, made with a claimed tile or from "
        "an open pung.",
        "Other tiles | 134p26s",
    ]),
    # A pair that is own and prevailing wind is one line with both.
    ("123m1347p269s114z", "EE", N02, [
        "Pair | 11z | 4 | Two tiles of the prevailing wind; a wind that is also the own wind "
        "scores for both.",
        "Other tiles | 123m1347p269s4z",
    ]),
    # Pe-ling's pair holds the tiles that lie there.
    ("567s1p1s (777z) (111z) (234m) @1p", "ES discard", NTS, [
        "Pair | 1p1s | 0",
        "Chow, closed | 567s | 0",
        "Chow, open | 234m | 0",
        "Pung, open | 111z | 4 | Three equal terminals, winds or dragons, made with a claimed "
        "tile.",
        "Pung, open | 777z | 4 | Three equal terminals, winds or dragons, made with a claimed "
        "tile.",
    ]),
    # The sets of a limit hand have no points; loose tiles stand in none.
    ("55p444z (111z) (222z) (333z) @5p", "ES discard", NTS, [
        "Pair | 55p", "Pung, closed | 444z", "Pung, open | 111z", "Pung, open | 222z",
        "Pung, open | 333z",
    ]),
    ("19m19p19s12345677z @1m", "ES discard", NTS, ["Other tiles | 19m19p19s12345677z"]),
    ("123m", "ES dead", NTS, ["Other tiles | 123m"]),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "how", "name", "expected"), SETS)
def test_the_sets(hand, how, name, expected):
    assert sorted(read(sheet(hand, how, name).sets)) == sorted(expected)


def test_the_sets_in_dutch():
    assert sorted(read(sheet("134p26s77z [2222m] (555s)", "ES", lang="nl").sets)) == sorted(
        [
            "Paar | 77z | 2 | Twee gelijke draken.",
            "Kong, dicht | 2222m | 16 | Vier gelijke stenen van 2 tot en met 8, alle zelf "
            "getrokken en gemeld.",
            "Pung, open | 555s | 2 | Drie gelijke stenen van 2 tot en met 8, met een geclaimde "
            "steen.",
            "Overige stenen | 134p26s",
        ]
    )


def test_points_that_are_no_set():
    found = sheet("234567m1s1p777z (111z) @1p +1f", "ES self-draw")
    assert read(found.points) == [
        "Mahjong |  | 20 | A valid regular mahjong: four sets and a pair, with enough doublings.",
        "Winning tile self-drawn | 1p | 2 | The winner drew the winning tile, from the wall or as "
        "a replacement tile.",
        "Only possible tile | 1p | 2 | No other kind of tile would have completed the hand; tiles "
        "already gone do not matter.",
        "Winning tile completes the pair | 1p1s | 2 | The winning tile is one of the two tiles of "
        "the pair.",
        "Pe-ling eats cake | 1p1s | 10 | Circles 1 wins and completes the pair of bamboo 1, as "
        "which it then counts.",
        "Flower | 1f | 4 | Each flower laid beside the hand.",
    ]


def test_doublings_stand_with_their_tiles_and_times():
    found = sheet("678m345p88s777z [6666z] @3p", "ES self-draw")
    assert read(found.doublings) == [
        "Pung of dragons | 777z | x 2 | Each pung or kong of dragons.",
        "Pung of dragons | 6666z | x 2 | Each pung or kong of dragons.",
        "Fully closed hand |  | x 2 x 2 | Nothing claimed, the winning tile self-drawn; closed "
        "kongs are allowed.",
    ]
    dutch = sheet("678m345p88s777z [6666z] @3p", "ES self-draw", lang="nl").doublings
    assert [line.name for line in dutch] == [
        "Pung van draken",
        "Pung van draken",
        "Volledig gesloten hand",
    ]


@pytest.mark.parametrize("hand", [HAND, "678m345p88s777z [6666z] @3p", "567s1p1s777z111z234m @1p"])
@pytest.mark.parametrize("how", ["ES self-draw", "ES last-wall", "NN discard"])
def test_the_lines_add_up_to_the_sum(hand, how):
    result = score(parse_hand(hand), situation(how), book(A))
    found = report(result)
    points = sum(int(line.value) for line in (*found.sets, *found.points))
    doublings = sum(line.value.count("x 2") for line in found.doublings)
    assert (points, points << doublings) == (result.points, result.total)
    assert (found.limit, found.warnings) == (None, ())


LIMITS = [
    ("11123455678999m @5m", "SE discard", "en",
     "Limit hand: Nine gates |  | 2000 | Three ones, three nines and 2 to 8 of one suit, with one "
     "more tile of that suit."),
    ("11123455678999m @5m", "SE discard", "nl",
     "Limietspel: Negen poorten |  | 2000 | Drie enen, drie negens en 2 tot en met 8 van één "
     "soort, plus nog een steen daarvan."),
    ("2255m1133p7799s4z", "ES", "en",
     "Limit hand: Waiting for Seven twins |  | 125 | Any seven pairs."),
    ("2255m1133p7799s4z", "ES", "nl",
     "Limietspel: Wachtend op Zeven tweelingen |  | 125 | Zeven willekeurige paren."),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "how", "lang", "expected"), LIMITS)
def test_a_limit_hand(hand, how, lang, expected):
    found = sheet(hand, how, lang=lang)
    assert read([found.limit]) == [expected]
    assert (found.points, found.doublings) == ((), ())


def test_warnings_are_sentences_of_the_language():
    assert sheet(HAND, "ES heaven").warnings == (
        "game of heaven needs East, the dealt 14 tiles and nothing on the table: counted as a tile "
        "from the wall",
    )
    assert sheet(HAND, "ES heaven", lang="nl").warnings == (
        "spel van de hemel is voor Oost met de uitgedeelde 14 stenen en niets op tafel: geteld als "
        "zelf getrokken",
    )


# How tiles are written


def test_tiles_as_unicode():
    found = sheet("567s1p1s (777z) (111z) (234m) @1p", "ES discard", style=TileStyle(unicode=True))
    tiles = {line.name: line.tiles for line in found.sets}
    assert tiles["Pair"] == "🀐🀙"
    assert tiles["Chow, closed"] == "🀔🀕🀖"
    assert next(line.tiles for line in found.points if line.name == "Pe-ling eats cake") == "🀐🀙"


GLYPHS = [
    ("123456789m", "🀇🀈🀉🀊🀋🀌🀍🀎🀏"),
    ("123456789p", "🀙🀚🀛🀜🀝🀞🀟🀠🀡"),
    ("123456789s", "🀐🀑🀒🀓🀔🀕🀖🀗🀘"),
    ("1234z", "🀀🀁🀂🀃"),
    ("567z", "🀆🀅🀄"),  # white, green, red
    ("1234f", "🀢🀣🀥🀤"),  # plum, orchid, chrysanthemum, bamboo: Unicode puts bamboo third
    ("1234q", "🀦🀧🀨🀩"),
]


@pytest.mark.parametrize(("codes", "glyphs"), GLYPHS)
def test_every_tile_has_its_glyph(codes, glyphs):
    tiles = [Tile(f"{digit}{codes[-1]}") for digit in codes[:-1]]
    assert TileStyle(unicode=True).write(tiles) == glyphs
    assert TileStyle().write(tiles) == format_tiles(tiles) == codes


NAMES = [
    ("5m", "characters 5", "tekens 5"),
    ("1p", "circles 1", "kringen 1"),
    ("1s", "bamboo 1", "bamboe 1"),
    ("1z", "East", "Oost"),
    ("2z", "South", "Zuid"),
    ("3z", "West", "West"),
    ("4z", "North", "Noord"),
    ("5z", "white dragon", "witte draak"),
    ("6z", "green dragon", "groene draak"),
    ("7z", "red dragon", "rode draak"),
    ("2f", "flower 2", "bloem 2"),
    ("3q", "season 3", "seizoen 3"),
]


@pytest.mark.parametrize(("code", "english", "dutch"), NAMES)
def test_what_players_call_a_tile(code, english, dutch):
    tile = Tile(code)
    assert (tile_name(tile), tile_name(tile, "nl")) == (english, dutch)


# Who sat where

SITUATIONS = [
    ("ES", "seat East, prevailing wind South, did not win",
     "eigen wind Oost, heersende wind Zuid, zonder mahjong"),
    ("NW self-draw", "seat North, prevailing wind West, won on a tile from the wall",
     "eigen wind Noord, heersende wind West, gewonnen met een steen van de muur"),
    ("NW discard", "seat North, prevailing wind West, won on a discard",
     "eigen wind Noord, heersende wind West, gewonnen met een weggelegde steen"),
    ("ES discard dead", "seat East, prevailing wind South, dead hand",
     "eigen wind Oost, heersende wind Zuid, dode hand"),
]  # fmt: skip


@pytest.mark.parametrize(("how", "english", "dutch"), SITUATIONS)
def test_the_situation_in_one_line(how, english, dutch):
    assert situation_text(situation(how), "en") == english
    assert situation_text(situation(how), "nl") == dutch


UNKNOWN = [
    ("--", "seat not given, prevailing wind not given, how it was won not given",
     "eigen wind niet opgegeven, heersende wind niet opgegeven, niet opgegeven hoe er gewonnen is"),
    ("E- rob-kong", "seat East, prevailing wind not given, won by robbing a kong",
     "eigen wind Oost, heersende wind niet opgegeven, gewonnen met een kongroof"),
    ("-S loser", "seat not given, prevailing wind South, did not win",
     "eigen wind niet opgegeven, heersende wind Zuid, zonder mahjong"),
    ("-- dead", "seat not given, prevailing wind not given, dead hand",
     "eigen wind niet opgegeven, heersende wind niet opgegeven, dode hand"),
]  # fmt: skip


@pytest.mark.parametrize(("how", "english", "dutch"), UNKNOWN)
def test_what_is_not_known_of_the_situation(how, english, dutch):
    assert situation_text(known(how), "en") == english
    assert situation_text(known(how), "nl") == dutch


def test_every_way_to_win_has_words_of_its_own():
    for lang in ("en", "nl"):
        texts = {situation_text(situation(f"ES {win.value}"), lang) for win in Win}
        assert len(texts) == len(Win)


# The words of the sheet


def places(text):
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


@pytest.mark.parametrize("key", WORDS)
def test_both_languages_have_the_same_places(key):
    word = WORDS[key]
    assert places(word.en) == places(word.nl)
    assert word.en.strip()
    assert word.nl.strip()
    values = ["a", "b"][: len(places(word.en))]
    assert "{" not in say(key, "en", *values) + say(key, "nl", *values)


SAME_IN_BOTH = {"sets", "score", "won"}


def test_dutch_words_are_dutch():
    assert {key for key, word in WORDS.items() if word.en == word.nl} == SAME_IN_BOTH

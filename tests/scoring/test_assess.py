"""Hands of which not everything is known: what is missing, and what they can come to."""

from itertools import product

import pytest
from known_case import known
from rule_case import N02, NTS, book

from rekje.scoring.assess import Decided, Range, assess
from rekje.scoring.engine import score
from rekje.scoring.hand import Situation, Win
from rekje.scoring.notation import parse_hand
from rekje.scoring.result import Scored
from rekje.scoring.tiles import Wind

HAND = "678m345p88s777z (111z) @3p"  # 32 points with a discard, 34 self-drawn
UNMARKED = "678m345p88s777z (111z)"
NORTH = "678m345p88s777z (333z) @3p"  # only the wind of the player or the round makes it mahjong


def assessed(hand, how, name=NTS, **options):
    return assess(parse_hand(hand), known(how), book(name, **options))


# fmt: off
RANGES = [
    (HAND, "ES", "win", 32 * 4, 34 * 4),
    (HAND, "E- self-draw", "round", 34 * 4, 34 * 8),
    (HAND, "E-", "round win", 32 * 4, 34 * 8),
    (HAND, "E- last-wall", "round", 34 * 8, 34 * 16),
    # The tile that won is one of the bare tiles: a pair gives four points more when self-drawn.
    (UNMARKED, "ES self-draw", "winning_tile", 34 * 4, 38 * 4),
    # With a discard the pung of dragons may be the open one.
    (UNMARKED, "ES discard", "winning_tile", 28 * 4, 36 * 4),
    (UNMARKED, "--", "seat round win winning_tile", 0, 38 * 8),
    # A case in which it is no mahjong counts as nothing.
    (NORTH, "E- self-draw", "round", 0, 34 * 4),
    (NORTH, "-S self-draw", "seat", 0, 34 * 4),
    (NORTH, "-- self-draw", "seat round", 0, 34 * 8),
    ("234678m345p88s (777z) @3p +1f", "-S discard", "seat", 0, 28 * 4),
    ("567s1p1s (777z) (111z) (234m)", "ES discard", "winning_tile", 0, 42 * 4),
    # Losers: their own wind matters, how somebody else won does not.
    ("1347p269s124z (222z)", "-- loser", "seat round", 4, 4 * 4),
]
# fmt: on


@pytest.mark.parametrize(("hand", "how", "needs", "low", "high"), RANGES)
def test_what_is_not_known_gives_a_range(hand, how, needs, low, high):
    found = assessed(hand, how)
    assert isinstance(found, Range)
    assert " ".join(found.needs) == needs
    assert (found.low, found.high, found.is_valid) == (low, high, True)
    document = found.to_json()
    assert (document["total"], document["total_range"]) == (None, [low, high])
    assert document["needs"] == needs.split()


DECIDED = [
    (HAND, "ES self-draw", "", 34 * 4),
    # It does not matter what is not known, and yet it is named.
    ("11123455678999m @5m", "--", "seat round win", 2000),
    ("55m (111z) (222z) (333z) (444z)", "-- self-draw", "seat round winning_tile", 2000),
    ("1347p269s124z (777z)", "-- loser", "seat round", 4 * 2),
    ("2255m1133p7799s4z", "-- loser", "seat round", 125),
    ("123456789m11167z @6z", "--", "seat round win", "not_mahjong"),
    ("678m45p88s777z (111z)", "--", "seat round win winning_tile", "wrong_tile_count"),
    # A dead hand needs nothing more.
    ("123m", "-- dead", "", 0),
    (UNMARKED, "-- dead", "", 0),
    ("11111z", "-- dead", "", "too_many_copies"),
    # Refused in every case: the reason nearest to a score, wherever it comes.
    ("678m345p777z (333z) (88s) @8s", "ES", "win", "too_few_doublings"),
    ("234m1p1s (777z) (333z) (567s)", "ES discard", "winning_tile", "too_few_doublings"),
    ("678m345s88s777z (222p) @2p", "E-", "round win", "too_few_doublings"),
]


@pytest.mark.parametrize(("hand", "how", "needs", "expected"), DECIDED)
def test_what_is_the_same_in_every_case(hand, how, needs, expected):
    found = assessed(hand, how)
    assert isinstance(found, Decided)
    assert " ".join(found.needs) == needs
    result = found.result
    if isinstance(expected, str):
        assert (result.code.value, found.is_valid) == (expected, False)
    else:
        assert (result.total, found.is_valid) == (expected, True)


@pytest.mark.parametrize("hand", [HAND, UNMARKED, NORTH, "123456789m11167z (55z) @5z"])
@pytest.mark.parametrize("how", ["ES", "E-", "-S", "--"])
def test_the_range_holds_every_case_and_no_more(hand, how):
    what, parsed = known(how), parse_hand(hand)
    totals = set()
    for seat, prevailing, win in product(Wind, Wind, (Win.SELF_DRAW, Win.DISCARD)):
        if what.seat in (None, seat) and what.prevailing in (None, prevailing):
            tiles = [parsed.winning] if parsed.winning else parsed.concealed
            for tile in tiles:
                one = parse_hand(f"{hand.partition('@')[0]} @{tile}")
                result = score(one, Situation(seat, prevailing, win))
                totals.add(result.total if isinstance(result, Scored) else 0)
    found = assess(parsed, what)
    if isinstance(found, Range):
        assert (found.low, found.high) == (min(totals), max(totals))
        ways = {way.total if isinstance(way, Scored) else 0 for way in found.ways}
        assert ways == totals
    else:
        assert totals == {0}


def test_each_different_result_stands_in_the_range_once():
    found = assessed(HAND, "E-")
    assert sorted(way.total for way in found.ways) == [32 * 4, 34 * 4, 32 * 8, 34 * 8]


ORDINARY = (
    "how the hand was won is not given: the range holds for a tile from the wall and for a discard"
)
LACKING = "in some of these cases not mahjong: 1 of 2 doublings: Pung of dragons"
EARTH = (
    "game of the earth needs another player than East, the first discard and nothing on the table: "
    "counted as a discard"
)
HEAVEN = (
    "game of heaven needs East, the dealt 14 tiles and nothing on the table: counted as a tile "
    "from the wall"
)

WARNINGS = [
    (HAND, "ES", [ORDINARY]),
    (HAND, "E- discard", []),
    (UNMARKED, "ES discard", []),
    (NORTH, "E- self-draw", [LACKING]),
    (NORTH, "E-", [ORDINARY, LACKING]),
    ("1347p269s124z (222z)", "-- loser", []),
    # What is said of one case is said of the range, once.
    (HAND, "E- earth", [EARTH]),
    (HAND, "-- heaven", [HEAVEN, LACKING]),
    # The nearest reason of several: no mahjong with @2m, too few doublings with @1p.
    ("234m1p1s (777z) (333z) (567s)", "E- discard", [LACKING]),
]


@pytest.mark.parametrize(("hand", "how", "expected"), WARNINGS)
def test_what_is_said_beside_a_range(hand, how, expected):
    found = assessed(hand, how)
    assert [warning.text() for warning in found.warnings] == expected
    assert [one["message"] for one in found.to_json()["warnings"]] == expected
    for warning, dutch in zip(found.warnings, found.to_json("nl")["warnings"], strict=True):
        assert dutch == {"code": warning.key, "message": warning.text("nl")}
        assert dutch["message"] != warning.text("en")


def test_a_decided_hand_keeps_its_warnings():
    found = assessed("678m345p88s777z [6666z] @3p", "-- heaven")
    assert isinstance(found, Decided)
    assert [one["code"] for one in found.to_json()["warnings"]] == ["heaven_not"]


SITUATIONS = [
    (HAND, "ES discard", {"seat": "east", "round": "south", "win": "discard", "winner": True}),
    (HAND, "--", {"seat": None, "round": None, "win": None, "winner": True}),
    (HAND, "-S earth", {"seat": None, "round": "south", "win": "earth", "winner": True}),
    (
        "678m45p88s777z (111z)",
        "E- loser",
        {"seat": "east", "round": None, "win": None, "winner": False},
    ),
    (
        HAND,
        "E- discard dead",
        {"seat": "east", "round": None, "win": None, "winner": False, "dead": True},
    ),
    (
        HAND,
        "E- self-draw x2 ready",
        {
            "seat": "east",
            "round": None,
            "win": "self-draw",
            "winner": True,
            "kongs_in_turn": 2,
            "ready_at_start": True,
        },
    ),
    # Also where it was decided by one case of many: what is not known stays null.
    (
        "11123455678999m @5m",
        "--",
        {"seat": None, "round": None, "win": None, "winner": True},
    ),
]


@pytest.mark.parametrize(("hand", "how", "expected"), SITUATIONS)
def test_the_situation_in_json_is_what_was_told(hand, how, expected):
    assert assessed(hand, how).to_json()["situation"] == expected


def test_the_hand_in_json_is_as_it_was_given():
    assert assessed("123456789m11167z", "--").to_json()["hand"] == "123456789m11167z"
    assert assessed(UNMARKED, "ES").to_json()["hand"] == UNMARKED


def test_a_range_of_one_total_is_a_total():
    document = assessed(HAND, "E-", cap=100).to_json()
    assert (document["total"], document["total_range"]) == (100, [100, 100])


def test_the_document_of_a_range_has_the_keys_of_the_contract():
    document = assessed(HAND, "E-", N02).to_json()
    assert list(document) == [
        *("schema", "ruleset", "valid", "hand", "situation", "sets", "items", "doublings"),
        *("limit", "points", "doubling_count", "total", "total_range"),
        *("needs", "warnings", "reading"),
    ]
    assert (document["ruleset"], document["valid"]) == ("nts2002", True)


def test_the_dutch_tournament_rules_are_the_default():
    assert assess(parse_hand(HAND), known("E-")).ruleset == "nts"

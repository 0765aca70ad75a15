"""What must be right before a hand is scored, in that order; and what a win could not be."""

from dataclasses import replace

import pytest
from rule_case import N02, NTS, A, B, book, situation

from rekje.scoring.engine import score
from rekje.scoring.errors import ErrorCode
from rekje.scoring.hand import Hand
from rekje.scoring.melds import PUNG, Meld
from rekje.scoring.notation import parse_hand
from rekje.scoring.result import Rejected
from rekje.scoring.tiles import Tile


def scored(hand, how, name=NTS, **options):
    return score(parse_hand(hand), situation(how), book(name, **options))


LADDER = [
    # Each hand still has every fault of the hands below it: the first fault is the one said.
    ("1f11111m (99m) @3p +1f", "invalid_meld"),
    ("1f11111m @3p +1f", "bonus_tile_in_hand"),
    ("11111m @3p +1f", "bonus_not_in_ruleset"),
    ("11111m @3p", "too_many_copies"),
    ("1111m @3p", "wrong_tile_count"),
    ("123456789m11167z @3p", "winning_tile_not_in_hand"),
    ("123456789m11167z @6z", "not_mahjong"),
    ("678m345p88s777z (333z) @3p", "too_few_doublings"),
]


@pytest.mark.parametrize(("hand", "code"), LADDER)
def test_the_first_fault_is_said(hand, code):
    assert scored(hand, "ES discard", N02).code.value == code


def test_the_faults_stand_in_the_order_of_the_error_codes():
    order = [code.value for code in ErrorCode]
    assert [code for _, code in LADDER] == order[1:]  # the notation is checked before


FAULTS = [
    # Sets that cannot lie there.
    ("678m345p777z (111z) (88s) @8s", "ES self-draw", "open_pair", ["88s"]),
    ("678m345p777z (111z) (88s) @3p", "ES discard", "open_pair", ["88s"]),
    ("678m45p777z (88s) (111z)", "ES", "open_pair", ["88s"]),
    ("678m45p777z (88s) (111z)", "ES dead", "open_pair", ["88s"]),
    # Tiles that are not in the game, or too often.
    ("3f78m345p23488s777z @7m", "ES discard", "bonus_in_hand", ["3f"]),
    ("2q", "ES dead", "bonus_in_hand", ["2q"]),
    ("55555p345m234s777z @5p", "ES discard", "too_many_copies", ["5", "5p", "4"]),
    ("678m45p88s777z [5555p]", "ES", "too_many_copies", ["5", "5p", "4"]),
    ("99m123p (999m)", "ES dead", "too_many_copies", ["5", "9m", "4"]),
    ("678m345p88s777z (111z) @3p +11f", "ES discard", "too_many_copies", ["2", "1f", "1"]),
    ("1j78m345p23488s777z @7m", "ES discard", "no_joker", ["1j", "nts"]),
    # Fourteen tiles for a winner, thirteen for the others; a kong counts as three.
    ("678m45p88s777z (111z) @4p", "ES discard", "tile_count", ["13", "14"]),
    ("678m345p88s777z (111z)", "ES", "tile_count", ["14", "13"]),
    ("678m345p88s777z1z [5555s] @3p", "ES discard", "tile_count", ["15", "14"]),
    ("678m45p88s [5555s]", "ES", "tile_count", ["10", "13"]),
    ("678m345p88s777z1z (111z) @3p +1f2q", "ES discard", "tile_count", ["15", "14"]),
    # The winning tile.
    ("678m345p88s777z (111z)", "ES discard", "winning_unknown", ["@3p"]),
    ("678m345p88s777z (111z) @4m", "ES discard", "winning_not_in_hand", ["4m"]),
    ("678m345s88s777z (333p) @3p", "ES self-draw", "winning_in_open_set", ["3p"]),
    ("678m345s88s777z (333p) @3p", "ES last-wall", "winning_in_open_set", ["3p"]),
    # A kong cannot be completed by the winning tile.
    ("678m345s88s777z (3333p) @3p", "ES discard", "winning_not_in_hand", ["3p"]),
    ("678m345s88s777z [3333p] @3p", "ES self-draw", "winning_not_in_hand", ["3p"]),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "how", "key", "seen"), FAULTS)
def test_a_fault_names_what_was_seen(hand, how, key, seen):
    result = scored(hand, how)
    assert isinstance(result, Rejected)
    assert result.message.key == key
    for lang in ("en", "nl"):
        assert [word for word in seen if word not in result.message.text(lang)] == []


def test_a_game_without_flowers():
    result = scored("678m345p88s777z (111z) @3p +2q", "ES discard", N02)
    assert result.message.text() == "2q: nts2002 is played without flowers and seasons"


def test_a_closed_pung_does_not_lie_on_the_table():
    hand = parse_hand("678m345p88s777z @3p")
    laid = Hand(hand.concealed, (Meld(PUNG, Tile.EAST),), winning=hand.winning)
    result = score(laid, situation("ES discard"), book(NTS))
    assert (result.code.value, result.message.key) == ("invalid_meld", "bracket_needs_kong")
    assert result.message.text().startswith("[111z]: only a closed kong stands in [ ]")


RIGHT = [
    # The same with nothing wrong.
    ("678m345p777z (111z) (88s) @8s", "ES discard", 36 * 4),
    ("678m345p88s (777z) (111z) @7z", "ES discard", 28 * 4),
    ("678m345p88s (777z) [1111z] @3p", "ES discard", (20 + 4 + 32) * 4),
    ("678m345p88s777z (111z) @3p +1f2q", "ES discard", 40 * 8),
    ("678m45p88s777z (111z)", "ES", 12 * 4),
    ("678m45p88s777z (111z) @9s", "ES", 12 * 4),  # a loser has no winning tile
    ("678m45p88s [7777z] (111z)", "ES", 36 * 4),
    # A dead hand may have any number of tiles, and the winning tile does not matter.
    ("123m", "ES dead", 0),
    ("678m345p88s777z (111z) @4m", "ES discard dead", 0),
]


@pytest.mark.parametrize(("hand", "how", "total"), RIGHT)
def test_nothing_is_wrong(hand, how, total):
    result = scored(hand, how)
    assert (result.total, result.warnings) == (total, ())


HAND = "678m345p88s777z (111z) @3p"  # 32 points with a discard, 34 self-drawn; two doublings
CLOSED = "678m345p88s666777z @3p"
ONE_KONG = "678m345p88s777z [6666z] @3p"
TWO_KONGS = "678m345p88s [6666z] [7777z] @3p"
FLOWER, KONG = {"heaven_after_flower": False}, {"heaven_after_kong": True}
CLOSED_SELF_DRAW = (20 + 2 + 8 + 8) * 2 ** (2 + 2)  # two pungs of dragons, fully closed

# fmt: off
WARNINGS = [
    # The game of heaven: East, nothing on the table; a flower may have been replaced.
    (NTS, CLOSED, "EE heaven", {}, "", 2000),
    (NTS, CLOSED, "SE heaven", {}, "heaven_not", CLOSED_SELF_DRAW),
    (NTS, HAND, "ES heaven", {}, "heaven_not", 34 * 4),
    (NTS, ONE_KONG, "EE heaven", {}, "heaven_not", (20 + 2 + 8 + 32) * 16),
    (NTS, ONE_KONG, "EE heaven", KONG, "", 2000),
    (NTS, HAND, "EE heaven", KONG, "heaven_not", 34 * 8),
    (NTS, f"{CLOSED} +1f", "EE heaven", {}, "", 2000),
    (NTS, f"{CLOSED} +1f", "EE heaven", FLOWER, "heaven_not", (38 + 4) * 32),
    (NTS, CLOSED, "EE heaven", FLOWER, "", 2000),
    # The game of the earth: another player than East, nothing on the table but what it completed.
    (NTS, CLOSED, "SE earth", {}, "", 1000),
    (NTS, CLOSED, "EE earth", {}, "earth_not", (20 + 8 + 8) * 4),
    (NTS, HAND, "SE earth", {}, "earth_not", 32 * 4),
    (NTS, "678m345p88s666z (777z) @7z", "SE earth", {}, "", 1000),
    (NTS, "678m345p666777z (88s) @8s", "SE earth", {}, "", 1000),
    # Kongs: a replacement tile needs one, two in one turn need two.
    (NTS, HAND, "ES kong-replacement", {}, "replacement_without_kong", 34 * 4),
    (NTS, ONE_KONG, "ES kong-replacement", {}, "", 62 * 32),
    (NTS, TWO_KONGS, "ES kong-replacement x2", {}, "", 86 * 64),
    (NTS, ONE_KONG, "ES kong-replacement x2", {}, "second_kong_missing", 62 * 32),
    (NTS, HAND, "ES self-draw x2", {}, "kongs_without_replacement", 34 * 4),
    (NTS, TWO_KONGS, "ES discard x2", {}, "kongs_without_replacement", 84 * 4),
    # A way to win, or Lucky Thirteen, that the rule set does not know.
    (A, CLOSED, "SE earth", {}, "win_not_in_rules", 36 * 4),
    (NTS, HAND, "ES last-wall", {}, "", 34 * 8),
    (NTS, HAND, "ES rob-kong", {}, "", 32 * 8),
    (NTS, HAND, "ES self-draw ready", {}, "ready_not_in_rules", 34 * 4),
    (A, HAND, "ES self-draw ready", {}, "ready_not_in_rules", 34 * 4),
    (B, HAND, "ES self-draw ready", {}, "", 34 * 4),
    # Nothing special was said.
    (NTS, HAND, "ES self-draw", {}, "", 34 * 4),
    (NTS, HAND, "ES discard", {}, "", 32 * 4),
]
# fmt: on


@pytest.mark.parametrize("case", WARNINGS)
def test_what_a_win_could_not_be(case):
    name, hand, how, options, key, total = case
    result = scored(hand, how, name, **options)
    assert " ".join(warning.key for warning in result.warnings) == key
    assert result.total == total


def test_three_kongs_in_one_turn_and_only_two_in_the_hand():
    three = replace(situation("ES kong-replacement"), kongs_in_turn=3)
    (warning,) = score(parse_hand(TWO_KONGS), three, book(NTS)).warnings
    assert (warning.key, dict(warning.values)) == ("second_kong_missing", {"count": 3, "kongs": 2})


def test_a_refused_win_has_its_warnings_too():
    result = scored("678m345p88s777z (333z) @3p", "ES heaven")
    assert isinstance(result, Rejected)
    assert [warning.key for warning in result.warnings] == ["heaven_not"]


@pytest.mark.parametrize(
    ("win", "english", "dutch"),
    [
        ("rob-kong", "counted as a discard", "geteld als een weggelegde steen"),
        ("last-wall", "counted as a tile from the wall", "geteld als zelf getrokken"),
    ],
)
def test_an_unknown_way_to_win_says_how_it_counted(tmp_path, win, english, dutch):
    path = tmp_path / "club.toml"
    path.write_text(
        'name = "club"\nparent = "nts"\nremove = ["kongroof", "laatste_steen", '
        '"laatste_steen_kringen_1", "laatste_steen_voor_remise"]\n',
        "utf-8",
    )
    (warning,) = scored(HAND, f"ES {win}", str(path)).warnings
    assert warning.text("en") == f"club has no rule for this way to win ({win}): {english}"
    assert warning.text("nl") == (
        f"club kent geen regel voor deze manier van winnen ({win}): {dutch}"
    )

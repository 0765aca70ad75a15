"""Why a hand is no mahjong: the most sets that it holds, and how many doublings it lacks."""

import pytest
from rule_case import NTS, A, book, situation

from rekje.scoring.engine import score
from rekje.scoring.notation import parse_hand


def reason(hand, how, name=NTS, lang="en", **options):
    """Return why a hand is refused."""
    return score(parse_hand(hand), situation(how), book(name, **options)).message.text(lang)


NOT_MAHJONG = [
    ("123456789m11167z @6z", "four sets but no pair left; left over: 67z"),
    ("123456789m67z (111z) @6z", "four sets but no pair left; left over: 67z"),
    ("67z (123m) (456m) [9999m] (111z) @6z", "four sets but no pair left; left over: 67z"),
    ("123456m11167z159p @6z", "3 sets and no pair; left over: 159p67z"),
    ("123234m11s246p247z @4z", "2 sets and a pair; left over: 246p247z"),
    ("123m135m246p135s24z @4z", "1 set and no pair; left over: 135m246p135s24z"),
    ("135m246p1357s2466z @6z", "0 sets and a pair; left over: 135m246p1357s24z"),
    ("135m246p1357s2467z @6z", "0 sets and no pair; left over: 135m246p1357s2467z"),
    # A pung taken first would leave no pair.
    ("23444m13579p1357s @4m", "1 set and a pair; left over: 13579p1357s"),
    # A chow taken first would leave one set only.
    ("334455m13579p157s @4m", "2 sets and no pair; left over: 13579p157s"),
    # Sets that lie on the table count; winds and dragons make no chow.
    ("135m246p1357s2z (111z) @2z", "1 set and no pair; left over: 135m246p1357s2z"),
    ("135m24p147s123z (111z) @2z", "1 set and no pair; left over: 135m24p147s123z"),
    # More sets go before a pair: 123 and 345 rather than one of them and 33.
    ("12334m5m2468p1357s @4m", "2 sets and no pair; left over: 2468p1357s"),
]


@pytest.mark.parametrize(("hand", "expected"), NOT_MAHJONG)
def test_the_most_sets_and_what_is_left_over(hand, expected):
    assert reason(hand, "ES self-draw") == f"not mahjong: {expected}"


def test_the_reason_in_dutch():
    assert reason("123456m11167z159p @6z", "ES self-draw", lang="nl") == (
        "geen mahjong: 3 sets en geen paar; over: 159p67z"
    )
    assert reason("123m135m246p135s44z @4z", "ES self-draw", lang="nl") == (
        "geen mahjong: 1 set en een paar; over: 135m246p135s"
    )
    assert reason("123456789m11167z @6z", "ES self-draw", lang="nl") == (
        "geen mahjong: vier sets maar geen paar; over: 67z"
    )


ROBBED = [
    # A complete hand that a robbed tile cannot have completed says so.
    ("678m88s333p777z (111z) @3p", {}, "a robbed 3p is the fourth of its kind"),
    ("678m345p88s777z (111z) @8s", {}, "a robbed 8s is the fourth of its kind"),
    ("19m19p19s12345677z @7z", {}, "a robbed 7z is the fourth of its kind"),
    ("567s1p1s (777z) (111z) (234m) @1p", {"pe_ling_by_robbery": False},
     "Pe-ling may not eat a robbed tile here"),
    ("567s1p1s (777z) (111z) (234m) @1p", {"robbery_only_chow": True},
     "a robbed tile may only complete a chow here"),
    ("19m19p19s12345677z @1m", {"robbery_only_chow": True},
     "a robbed tile may only complete a chow here"),
    # One that is not complete names its sets.
    ("123456789m11167z @6z", {}, "four sets but no pair left; left over: 67z"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "options", "expected"), ROBBED)
def test_a_robbed_tile(hand, options, expected):
    assert reason(hand, "ES rob-kong", **options).startswith(f"not mahjong: {expected}")


ROBBED_AND_WON = [
    # What a robbed tile may complete: a chow, a loose tile of a limit hand, Pe-ling's pair.
    ("678m345p88s777z (111z) @3p", {}, 32 * 8),
    ("678m345p88s777z (111z) @3p", {"robbery_only_chow": True}, 32 * 8),
    ("678m345p88s777z (111z) @3p", {"pe_ling_by_robbery": False}, 32 * 8),
    ("19m19p19s12345677z @1m", {}, 2000),
    ("567s1p1s (777z) (111z) (234m) @1p", {}, 42 * 8),
]


@pytest.mark.parametrize(("hand", "options", "total"), ROBBED_AND_WON)
def test_a_robbed_tile_that_wins(hand, options, total):
    assert score(parse_hand(hand), situation("ES rob-kong"), book(NTS, **options)).total == total


DOUBLINGS = [
    (NTS, "678m345p88s777z (333z) @3p", "ES discard", {}, "1 of 2 doublings: Pung of dragons"),
    (NTS, "123m345p678s22z (333z) @2z", "ES discard", {}, "0 of 2 doublings"),
    (A, "123m345p678s22z (333z) @2z", "ES discard", {"minimum_doublings": 1}, "0 of 1 doublings"),
    # All that there are, each name once.
    (NTS, "678m345p88s777z (111z) @3p", "ES discard", {"minimum_doublings": 3},
     "2 of 3 doublings: Pung of dragons, Pung of the own wind"),
    (NTS, "678m345p88s777z (666z) @3p", "ES discard", {"minimum_doublings": 3},
     "2 of 3 doublings: Pung of dragons"),
    # Of two readings the one with more doublings: three pungs, not three times 2-3-4.
    (NTS, "222333444m55p (999s) @5p", "ES discard", {"minimum_doublings": 3},
     "2 of 3 doublings: Three closed pungs, Four pungs"),
    # And the other way round: the discard opens a pung, but four chows double.
    (NTS, "222333444m55p (789s) @4m", "ES discard", {}, "1 of 2 doublings: Four chows"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "hand", "how", "options", "expected"), DOUBLINGS)
def test_the_doublings_that_there_are(name, hand, how, options, expected):
    assert reason(hand, how, name, **options) == f"not mahjong: {expected}"


def test_doublings_in_dutch():
    options = {"minimum_doublings": 3}
    assert reason("678m345p88s777z (111z) @3p", "ES discard", lang="nl", **options) == (
        "geen mahjong: 2 van 3 verdubbelingen: Pung van draken, Pung van eigen wind"
    )
    assert reason("123m345p678s22z (333z) @2z", "ES discard", lang="nl") == (
        "geen mahjong: 0 van 2 verdubbelingen"
    )

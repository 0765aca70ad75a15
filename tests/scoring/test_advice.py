"""What helps a player: the waits of thirteen tiles, the exchanges of a hand that is no mahjong."""

import pytest
from known_case import known
from rule_case import NTS, book

from rekje.scoring.advice import advise
from rekje.scoring.notation import parse_hand

ADVICE = [
    # Thirteen tiles wait, whoever holds them; possibly for nothing.
    ("678m45p88s777z (111z)", "ES", "waits 3p 6p"),
    ("678m45p88s777z (111z)", "-- loser", "waits 3p 6p"),
    ("234567m1s777z (111z)", "ES", "waits 1p 1s"),
    ("135m246p1357s246z", "ES", "waits"),
    # With a winning tile marked they are meant as a mahjong, one tile short.
    ("678m45p88s777z (111z) @4p", "ES discard", ""),
    # A failed mahjong, whatever is not known of it.
    ("123456789m11167z @6z", "ES discard", "1z > 5z, 6z > 7z, 7z > 6z"),
    ("123456789m11167z", "--", "1z > 5z, 6z > 7z, 7z > 6z"),
    ("135m246p1357s2466z @6z", "ES discard", ""),
    # Refused for something else than its tiles, or no claim of mahjong at all.
    ("678m345p88s777z (333z) @3p", "ES discard", ""),
    ("678m345p88s777z (333z) @3p", "E- discard", ""),
    ("123456789m11167z @5z", "ES discard", ""),
    ("123456789m11167z", "ES loser", ""),
    # A mahjong.
    ("678m345p88s777z (111z) @3p", "ES discard", ""),
    ("678m345p88s777z (111z) @3p", "--", ""),
    # A dead hand is past helping.
    ("678m45p88s777z (111z)", "ES dead", ""),
    ("123456789m11167z @6z", "ES dead", ""),
    ("123m", "ES dead", ""),
]


def told(advice):
    """Write advice as the table does."""
    if advice.waits is not None:
        assert advice.exchanges == ()
        return " ".join(["waits", *(wait.tile.code for wait in advice.waits)])
    swaps = ((one.out.code, [tile.code for tile in one.waits]) for one in advice.exchanges)
    return ", ".join(f"{out} > {' '.join(instead)}" for out, instead in swaps)


@pytest.mark.parametrize(("hand", "how", "expected"), ADVICE)
def test_advice(hand, how, expected):
    assert told(advise(parse_hand(hand), known(how), book(NTS))) == expected


JSON = [
    ("135m246p1357s246z", "ES", {"waits": []}),
    ("123m", "ES dead", {}),
    ("678m345p88s777z (111z) @3p", "ES discard", {}),
    ("19m19p19s1123456z5m @5m", "ES discard", {"exchanges": [{"out": "5m", "waits": ["7z"]}]}),
    (
        "678m45p88s777z (333z)",
        "ES discard",
        {
            "waits": [
                {
                    "tile": tile,
                    "pe_ling": False,
                    "wins": {
                        "discard": {
                            "total": None,
                            "error": {
                                "code": "too_few_doublings",
                                "message": "geen mahjong: 1 van 2 verdubbelingen: Pung van draken",
                            },
                        }
                    },
                }
                for tile in ("3p", "6p")
            ]
        },
    ),
]


@pytest.mark.parametrize(("hand", "how", "expected"), JSON)
def test_advice_as_json(hand, how, expected):
    assert advise(parse_hand(hand), known(how), book(NTS)).to_json("nl") == expected

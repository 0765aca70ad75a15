"""The brute-force scorer against the written cases and a few of its own."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import brute
import pytest
import strategies

CASES = Path(__file__).resolve().parents[2].parent / "shared" / "rules" / "cases.jsonl"
RULESETS = ("nts", "nts2002", "rode-draak")
ARGUMENTS = ("win", "seat", "round", "winner", "kongs_in_turn", "dead", "options")


def _rows() -> list[dict]:
    if not CASES.exists():
        return []
    rows = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["ruleset"] in RULESETS and "kind" not in row]


def _unordered(result: dict) -> dict:
    if "error" in result:
        return result
    return result | {key: sorted(map(list, result[key])) for key in ("items", "doublings")}


@pytest.mark.skipif(not CASES.exists(), reason=f"the case file {CASES.name} is not here")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in _rows()])
def test_written_case(row):
    known = {name: row[name] for name in ARGUMENTS if name in row}
    best = brute.all_best(row["ruleset"], row["hand"], **known)
    assert _unordered(row["expect"]) in [_unordered(one) for one in best]


def _score(hand, win, seat, round_wind, *, ruleset="nts", **more):
    at = {"win": win, "seat": seat, "round": round_wind, "winner": win is not None}
    return brute.score(ruleset, hand, **(at | more))


OWN_CASES = [
    # (hand, win, seat, round, other arguments, total or (limit, total) or error)
    ("678m88s777z (111z) (345p) @3p", "discard", "east", "south", {}, 128),
    ("678m88s777z (111z) (345p) @3p", "self-draw", "east", "south", {}, "winning_tile_not_in_hand"),
    ("678m345p88s777z (111z) @8s", "rob-kong", "east", "south", {}, "not_mahjong"),
    ("678m345p88s777z (111z) @3p", "kong-replacement", "east", "south", {}, 136),
    ("567p88s [7777z] (9999m) (345p) @6p", "kong-replacement", "south", "east",
     {"kongs_in_turn": 2}, 576),
    ("567p88s [7777z] (999m) (345p) @6p", "kong-replacement", "south", "east",
     {"kongs_in_turn": 2}, 240),
    ("234678m345p23488s @3p", "heaven", "south", "east", {}, 352),
    ("234678m345p23488s @3p", "earth", "east", "east", {}, 80),
    ("11122345678999m @5m", "self-draw", "north", "east", {}, ("negen_poorten", 2000)),
    ("22345678m (111m) (999m) @5m", "self-draw", "north", "east", {}, ("kronkelende_slang", 1000)),
    ("1p1567s (777z) (111z) (234m) @1p", "last-wall", "east", "south", {}, 1408),
    ("1112345678999m", None, "south", "east", {}, ("wachtend:negen_poorten", 1000)),
    ("1234m1234p5s7777z", None, "south", "east", {}, 16),
    ("678m345p88s777z (11z) @3p", "discard", "east", "south", {}, "invalid_meld"),
    ("678m345p2388s777z1f @3p", "discard", "east", "south", {}, "bonus_tile_in_hand"),
    ("678m345p2388s777z @3p1f", "discard", "east", "south", {}, "bonus_tile_in_hand"),
    ("678m345p88s77z8z (111z) @3p", "discard", "east", "south", {}, "bad_notation"),
    ("12345688999m222z @8m", "self-draw", "east", "north",
     {"ruleset": "rode-draak", "options": {"table": "B"}}, 608),
    ("2255m1133p7799s44z @4z", "discard", "east", "east", {"ruleset": "rode-draak"}, "not_mahjong"),
    ("123456789m11z [7777z] @1z", "self-draw", "east", "south",
     {"ruleset": "rode-draak"}, ("spel_van_de_rode_draak", 1000)),
    ("167m34p88s77z (999m)", None, "east", "south", {"ruleset": "rode-draak", "dead": True}, 6),
    ("167m34p88s77z (999m)", None, "east", "south", {"dead": True}, 0),
]  # fmt: skip


@pytest.mark.parametrize("case", OWN_CASES, ids=lambda case: f"{case[0]} {case[1]}")
def test_own_case(case):
    hand, win, seat, round_wind, more, expected = case
    result = _score(hand, win, seat, round_wind, **more)
    if isinstance(expected, str):
        assert result == {"error": expected}
    elif isinstance(expected, tuple):
        assert (result["limit"], result["total"]) == expected
    else:
        assert (result["limit"], result["total"]) == (None, expected)


def test_total_follows_from_items_and_doublings():
    rng = Random(7)
    for _ in range(300):
        ruleset, hand, situation = strategies.any_hand(rng)
        for one in brute.all_best(ruleset, hand, **situation):
            if one.get("error") or one["limit"]:
                continue
            points = sum(points for _, points in one["items"])
            assert one["total"] == points * 2 ** sum(n for _, n in one["doublings"])


def test_random_hands_reach_every_outcome():
    rng, seen, names = Random(1), Counter(), set()
    for _ in range(1500):
        ruleset, hand, situation = strategies.any_hand(rng)
        result = brute.score(ruleset, hand, **situation)
        seen[result.get("error", "scored")] += 1
        if "error" not in result:
            names |= {result["limit"]} | {name for name, _ in result["doublings"]}
    assert seen["scored"] > 1000
    assert set(seen) >= {
        "bad_notation", "invalid_meld", "bonus_tile_in_hand", "bonus_not_in_ruleset",
        "too_many_copies", "wrong_tile_count", "winning_tile_not_in_hand", "not_mahjong",
        "too_few_doublings",
    }  # fmt: skip
    assert len(names) > 60


def test_random_hands_repeat_with_the_seed():
    assert strategies.any_hand(Random(5)) == strategies.any_hand(Random(5))

"""Every row of the shared case file for the rule sets that rekje plays."""

import json

import pytest
from harness import plain, scored
from shared_material import SHARED, needs

from rekje.scoring.rulefile import RULE_SETS
from rekje.scoring.settle import settle
from rekje.scoring.tiles import Wind

CASES = SHARED / "rules" / "cases.jsonl"
ROWS = (
    [json.loads(line) for line in CASES.read_text("utf-8").splitlines()] if CASES.exists() else []
)
HANDS = [row for row in ROWS if row["ruleset"] in RULE_SETS and "kind" not in row]
TABLES = [row for row in ROWS if row.get("kind") in ("settlement", "draw")]


@needs("rules", "cases.jsonl")
def test_there_are_rows():
    assert len(HANDS) > 100
    assert len(TABLES) > 5


@pytest.mark.parametrize("row", HANDS, ids=lambda row: row["id"])
def test_hand(row):
    words = {k: row[k] for k in ("win", "seat", "round", "winner", "options") if k in row}
    words |= {"kongs_in_turn": row.get("kongs_in_turn", 1), "dead": row.get("dead", False)}
    assert scored(row["ruleset"], row["hand"], **words) == plain(row["expect"])


@pytest.mark.parametrize("row", TABLES, ids=lambda row: row["id"])
def test_settlement(row):
    scores = {Wind(seat): score for seat, score in (row["scores"] or {}).items()}
    winner = Wind(row["winner"]) if row["winner"] else None
    found = settle(scores, winner)
    assert {seat.value: found.net_of(seat) for seat in Wind} == row["expect"]["net"]

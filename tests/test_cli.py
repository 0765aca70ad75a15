"""The commands score, settle and rules: output in two languages, JSON, exit codes, bad input."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from rekje.cli import app

HAND = "678m345p88s777z (111z) @3p"
TOLD = ["--seat", "east", "--round", "south", "--win", "self-draw"]


def run(*words, env=None):
    """Run a command; English and a wide terminal unless told otherwise."""
    env = {"COLUMNS": "200", "LC_ALL": "C", **(env or {})}
    return CliRunner().invoke(app, [str(word) for word in words], env=env)


def document(*words):
    """Run a command and return the one JSON document that it printed."""
    found = run(*words, "--json")
    assert found.stdout.count("\n") == 1
    return found.exit_code, json.loads(found.stdout)


# What a player sees


def lines(text):
    return [" ".join(line.split()) for line in text.splitlines()]


def test_a_score_sheet_can_be_checked_aloud():
    found = run("score", "--hand", HAND, *TOLD)
    assert found.exit_code == 0
    seen = lines(found.stdout)
    for line in (
        "seat East, prevailing wind South, won on a tile from the wall",
        "Chow, closed 345p 0",
        "Pair 88s 0",
        "Pung, closed 777z 8 Three equal terminals, winds or dragons, all self-drawn.",
        "Pung, open 111z 4 Three equal terminals, winds or dragons, made with a claimed tile.",
        "Mahjong 20 A valid regular mahjong: four sets and a pair, with enough doublings.",
        "Winning tile self-drawn 3p 2 The winner drew the winning tile, from the wall or as a "
        "replacement tile.",
        "Together 34",
        "Pung of dragons 777z x 2 Each pung or kong of dragons.",
        "Pung of the own wind 111z x 2 A pung or kong of the player's own wind.",
        "Total: 34 x 2 x 2 = 136",
    ):
        assert line in seen


def test_a_score_sheet_in_dutch():
    found = run("score", "--hand", HAND, *TOLD, "--lang", "nl")
    seen = lines(found.stdout)
    for line in (
        "eigen wind Oost, heersende wind Zuid, gewonnen met een steen van de muur",
        "Pung, dicht 777z 8 Drie gelijke hoekstenen, winden of draken, alle zelf getrokken.",
        "Winnende steen zelf getrokken 3p 2 De winnaar trok de winnende steen zelf, van de muur of "
        "als losse steen.",
        "Samen 34",
        "Pung van eigen wind 111z x 2 Een pung of kong van de eigen wind.",
        "Totaal: 34 x 2 x 2 = 136",
    ):
        assert line in seen


@pytest.mark.parametrize(
    ("env", "word"),
    [
        ({"LC_ALL": "nl_NL.UTF-8"}, "Totaal"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "nl_BE.UTF-8"}, "Totaal"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "nl_NL.UTF-8"}, "Total"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, "Total"),
        ({"LC_ALL": "de_DE.UTF-8"}, "Total"),
    ],
)
def test_the_locale_chooses_the_language(env, word):
    assert f"{word}:" in run("score", "--hand", HAND, *TOLD, env=env).stdout


def test_unicode_tiles():
    assert "🀄🀄🀄" in run("score", "--hand", HAND, *TOLD, "--unicode").stdout


def test_quiet_prints_the_answer_only():
    assert run("score", "--hand", HAND, *TOLD, "--quiet").stdout == "Total: 34 x 2 x 2 = 136\n"


def test_pe_ling_shows_the_tiles_that_lie_there():
    hand = "1p1567s (777z) (111z) (234m) @1p"
    words = ["--seat", "east", "--round", "south", "--win", "discard"]
    assert "Pair 1p1s 0" in lines(run("score", "--hand", hand, *words).stdout)


def test_a_limit_hand_names_its_rule():
    words = ["--seat", "south", "--round", "east", "--win", "discard"]
    seen = lines(run("score", "--hand", "11123455678999m @5m", *words).stdout)
    assert "Total: 2000" in seen
    assert any(line.startswith("Limit hand: Nine gates 2000") for line in seen)


def test_thirteen_tiles_show_what_they_wait_for():
    found = run("score", "--hand", "678m45p88s777z (111z)", "--seat", "east", "--round", "south")
    assert found.exit_code == 1
    seen = lines(found.stdout)
    assert "678m45p88s777z (111z)" in seen
    assert "13 tiles, 14 needed (a kong counts as three)" in seen
    assert "3p circles 3 136 128" in seen
    assert "6p circles 6 136 128" in seen


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("678m345p88s777z (333z) @3p", "not mahjong: 1 of 2 doublings: Pung of dragons"),
        ("55555p345m234s777z @5p", "5 x 5p, but the game has only 4"),
        ("123456789m11167z @6z", "not mahjong: four sets but no pair left; left over: 67z"),
        ("123456m11167z159p @6z", "not mahjong: 3 sets and no pair; left over: 159p67z"),
    ],
)
def test_the_nearest_reason(hand, message):
    found = run("score", "--hand", hand, *TOLD)
    assert found.exit_code == 1
    assert message in lines(found.stdout)


def test_a_tile_to_exchange():
    seen = lines(run("score", "--hand", "123456789m11167z @6z", *TOLD).stdout)
    assert "Would be complete with 7z instead of 6z" in seen


def test_what_is_not_said_gives_a_range():
    seen = lines(run("score", "--hand", HAND, "--seat", "east").stdout)
    assert "Total: between 128 and 272" in seen
    assert "Still needed: the prevailing wind (--round), how it was won (--win)" in seen


def test_settlement():
    scores = ["--east", 24, "--south", 500, "--west", 80, "--north", 0, "--winner", "west"]
    seen = lines(run("settle", *scores).stdout)
    for line in ("East 24 -1064", "West (mahjong) 80 +320", "East pays South 952"):
        assert line in seen
    assert "Oost betaalt Zuid 952" in lines(run("settle", *scores, "--lang", "nl").stdout)


def test_a_draw():
    assert run("settle", "--draw").stdout == "Draw: nobody pays.\n"


def test_rules_lists_and_explains():
    assert [line.split()[0] for line in lines(run("rules").stdout)] == [
        "nts",
        "nts2002",
        "rode-draak",
    ]
    page = run("rules", "nts", "--lang", "nl", env={"COLUMNS": "250"}).stdout
    for word in ("negen_poorten", "2000", "Negen poorten", "003, N02", "waiting_limit", "C11"):
        assert word in page


# JSON


def test_score_json_is_the_document_of_the_contract():
    code, found = document("score", "--hand", HAND, *TOLD)
    assert code == 0
    assert list(found) == [
        *("schema", "ruleset", "valid", "hand", "situation", "sets", "items", "doublings"),
        *("limit", "points", "doubling_count", "total", "needs", "warnings", "reading"),
    ]
    assert found["situation"] == {
        "seat": "east",
        "round": "south",
        "win": "self-draw",
        "winner": True,
    }
    assert {"kind": "chow", "tiles": ["6m", "7m", "8m"], "open": False} in found["sets"]
    assert found["items"][0] == {"id": "mahjong", "points": 20, "name": "Mahjong", "tiles": []}
    pung = {"id": "pung", "points": 4, "tiles": ["1z"] * 3, "open": True}
    assert pung.items() <= next(i for i in found["items"] if i["tiles"] == ["1z"] * 3).items()
    assert found["doublings"][0]["id"] == "pung_draken"
    assert (found["points"], found["doubling_count"], found["total"]) == (34, 2, 136)
    assert (found["limit"], found["needs"], found["reading"]) == (None, [], None)


def test_a_range_stands_beside_a_null_total():
    code, found = document("score", "--hand", HAND, "--seat", "east")
    assert (code, found["total"], found["total_range"]) == (0, None, [128, 272])
    assert found["needs"] == ["round", "win"]
    assert found["situation"]["round"] is None


def test_needs_are_named_even_when_the_total_does_not_depend_on_them():
    code, found = document("score", "--hand", "11123455678999m @5m", "--win", "discard")
    assert (code, found["total"], found["needs"]) == (0, 2000, ["seat", "round"])


def test_an_unknown_winning_tile_is_needed():
    code, found = document("score", "--hand", HAND.replace(" @3p", ""), *TOLD)
    assert (code, found["needs"], found["total_range"]) == (0, ["winning_tile"], [136, 152])
    code, found = document("score", "--hand", HAND[:-4], *TOLD, "--winning-tile", "8s")
    assert (code, found["total"], found["hand"]) == (0, 152, "678m345p88s777z (111z) @8s")


def test_a_waiting_limit_hand():
    words = ["--loser", "--seat", "south", "--round", "east"]
    _, found = document("score", "--hand", "2255m1133p7799s4z", *words)
    assert found["limit"]["id"] == "wachtend:zeven_tweelingen"
    assert found["waits"][0]["tile"] == "4z"


def test_a_dead_hand_scores_nothing():
    code, found = document("score", "--hand", "123m", "--dead")
    assert (code, found["total"], found["needs"]) == (0, 0, [])


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("67x", "bad_notation"),
        ("678m23488s777z (189m) @6m", "invalid_meld"),
        ("1f78m345p23488s777z @7m", "bonus_tile_in_hand"),
        ("55555m345p234s777z @5m", "too_many_copies"),
        ("678m345p23488s77z @8s", "wrong_tile_count"),
        ("678m345p23488s777z @1m", "winning_tile_not_in_hand"),
        ("123456789m11167z @6z", "not_mahjong"),
        ("678m345p88s777z (333z) @3p", "too_few_doublings"),
    ],
)
def test_every_error_code(hand, code):
    exit_code, found = document("score", "--hand", hand, *TOLD)
    assert exit_code == 1
    assert (found["valid"], found["error"]["code"]) == (False, code)
    dutch = document("score", "--hand", hand, *TOLD, "--lang", "nl")[1]
    assert dutch["error"]["message"] != found["error"]["message"]


def test_a_bonus_tile_that_the_rules_do_not_have():
    words = ["--rules", "nts2002", *TOLD]
    _, found = document("score", "--hand", "678m345p23488s777z @3p +1f", *words)
    assert found["error"]["code"] == "bonus_not_in_ruleset"


def test_settle_json():
    scores = ["--east", 100, "--south", 40, "--west", 20, "--north", 0, "--winner", "east"]
    _, found = document("settle", *scores)
    assert found["net"] == {"east": 600, "south": -140, "west": -200, "north": -260}
    assert {"from": "south", "to": "east", "amount": 200} in found["payments"]
    assert (found["schema"], found["ruleset"], found["winner"]) == (1, "nts", "east")
    _, found = document("settle", "--draw")
    assert (found["winner"], found["payments"]) == (None, [])


def test_rules_json():
    _, found = document("rules")
    assert [one["name"] for one in found["rulesets"]] == ["nts", "nts2002", "rode-draak"]
    _, found = document("rules", "rode-draak", "--option", "table=B")
    values = {rule["id"]: rule["value"] for rule in found["doublings"]}
    assert (values["verborgen_schat"], values["vier_kongs"]) == (3, 2)


def test_a_rule_set_file(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\nparent = "nts"\n[values]\nmahjong = 30\n', "utf-8")
    _, found = document("score", "--hand", HAND, *TOLD, "--rules", path)
    assert (found["ruleset"], found["total"]) == ("club", 176)
    path.write_text('name = "club"\nparent = "nts"\n[values]\nmahyong = 30\n', "utf-8")
    wrong = run("score", "--hand", HAND, *TOLD, "--rules", path)
    assert wrong.exit_code == 2
    assert "club.toml, line 4" in wrong.stderr


# Wrong usage


@pytest.mark.parametrize(
    "words",
    [
        ["score"],
        ["score", "--hand", HAND, "--rules", "foo"],
        ["score", "--hand", HAND, "--rules", "absent.toml"],
        ["score", "--hand", HAND, "--option", "minimum_doublings"],
        ["score", "--hand", HAND, "--option", "minimum_doublings=many"],
        ["score", "--hand", HAND, "--option", "nothing=1"],
        ["score", "--hand", HAND, "--option", "table=B"],
        ["score", "--hand", HAND, "--rules", "rode-draak", "--option", "table=C"],
        ["score", "--hand", HAND, "--seat", "up"],
        ["score", "--hand", HAND, "--win", "luck"],
        ["score", "--hand", HAND, "--win", "discard", "--loser"],
        ["score", "--hand", HAND, "--winning-tile", "4p"],
        ["score", "--hand", HAND, "--winning-tile", "34p"],
        ["score", "--hand", HAND, "--winning-tile", "1f"],
        ["score", "--hand", HAND, "--winning-tile", "?"],
        ["score", "--hand", HAND, "--kongs-in-turn", "9"],
        ["settle", "--east", "1", "--winner", "east"],
        ["settle", "--east", "1", "--south", "1", "--west", "1", "--north", "1"],
        ["settle", "--east", "-1", "--south", "1", "--west", "1", "--north", "1", "--draw"],
        ["settle", "--east", "1e9", "--south", "1", "--west", "1", "--north", "1", "--draw"],
        ["settle", "--winner", "east", "--draw"],
        ["rules", "foo"],
        ["nothing"],
    ],
)
def test_wrong_usage_ends_with_2_and_says_why(words):
    found = run(*words)
    assert found.exit_code == 2
    assert found.stdout == ""
    assert found.stderr.strip()


def test_words_of_options_are_taken_in_any_case_and_named_where_they_are_wrong():
    told = ["--seat", "EAST", "--round", "South", "--win", "Self-Draw", "--lang", "NL"]
    assert run("score", "--hand", HAND, *told, "--quiet").stdout == "Totaal: 34 x 2 x 2 = 136\n"
    assert "Invalid value for '--seat': 'up' is" in run("score", "--hand", HAND, "--seat=up").stderr


NUMBERS = st.one_of(st.integers(), st.floats(), st.text(max_size=8), st.just("9" * 5000))
QUIET = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def ends_as_documented(found, codes):
    """Check that a command ended with a documented code and without a traceback."""
    assert found.exception is None or isinstance(found.exception, SystemExit)
    assert found.exit_code in codes
    assert "Traceback" not in found.output


@QUIET
@given(st.text(max_size=50), st.sampled_from([[], TOLD, ["--loser"], ["--dead"]]), st.booleans())
def test_any_text_as_a_hand(text, words, as_json):
    found = run("score", f"--hand={text}", *words, *(["--json"] if as_json else []))
    ends_as_documented(found, {0, 1, 2})
    if as_json and found.exit_code != 2:
        json.loads(found.stdout)


@QUIET
@given(
    st.text(alphabet="123456789mpsz()[]@+fq ", max_size=60),
    st.sampled_from(["nts", "nts2002", "rode-draak"]),
    st.sampled_from(["self-draw", "discard", "rob-kong", "kong-replacement", "heaven", "earth"]),
)
def test_any_near_hand_text(text, rules, win):
    found = run("score", f"--hand={text}", "--rules", rules, "--win", win)
    ends_as_documented(found, {0, 1})


@QUIET
@given(NUMBERS, NUMBERS, st.sampled_from(["east", "north", "x"]))
def test_any_numbers_as_scores(east, south, winner):
    words = [f"--east={east}", f"--south={south}", "--west=1", "--north=1", f"--winner={winner}"]
    ends_as_documented(run("settle", *words), {0, 2})


@QUIET
@given(st.text(max_size=30), st.text(max_size=30))
def test_any_option(name, value):
    found = run("score", "--hand", HAND, *TOLD, f"--option={name}={value}")
    ends_as_documented(found, {0, 1, 2})


def test_help_loads_nothing_heavy():
    code = "import sys, rekje.cli; print(sorted(m for m in sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    for heavy in ("numpy", "cv2", "onnxruntime", "torch", "rich.table", "rekje.scoring.engine"):
        assert f"'{heavy}'" not in loaded


def test_version():
    assert run("--version").stdout.startswith("rekje ")


def test_what_an_encoding_lacks_is_replaced():
    command = [sys.executable, "-m", "rekje.cli", "score", "--hand", HAND, *TOLD, "--unicode"]
    env = os.environ | {"PYTHONIOENCODING": "cp1252", "COLUMNS": "200"}
    found = subprocess.run(command, capture_output=True, check=False, env=env)
    assert found.returncode == 0
    assert b"???" in found.stdout

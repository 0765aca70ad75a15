"""What the commands print for people: settlements, waits, ranges, rules, in any terminal."""

import pytest
from typer.testing import CliRunner

from rekje.cli import app

HAND = "678m345p88s777z (111z) @3p"
NORTH = "678m345p88s777z (333z) @3p"
TOLD = ["--seat", "east", "--round", "south"]
WAITING = ["--hand", "678m45p88s777z (111z)", *TOLD]
PE_LING = ["--hand", "234567m1s777z (111z)", *TOLD]
WIDE, NARROW, PHONE = "300", "60", "40"


def printed(*words, columns=WIDE, code=0):
    """Run a command and return its lines, as wide as they are printed."""
    env = {"COLUMNS": columns, "LC_ALL": "C"}
    found = CliRunner().invoke(app, [str(word) for word in words], env=env)
    assert found.exit_code == code, found.output
    return [line.rstrip() for line in found.stdout.splitlines()]


def lines(*words, **how):
    """Return the lines with single spaces, without the empty ones and the rules of tables."""
    texts = (" ".join(line.split()) for line in printed(*words, **how))
    return [line for line in texts if line.strip("─ ")]


# Settlement

SCORES = ["--east", 24, "--south", 500, "--west", 80, "--north", 0, "--winner", "west"]
TABLE = ["East 24 -1064", "South 500 +1372", "West (mahjong) 80 +320", "North 0 -628"]


def test_a_settlement():
    assert lines("settle", *SCORES) == [
        "Score Result",
        *TABLE,
        "East pays West 160",
        "South pays West 80",
        "North pays West 80",
        "East pays South 952",
        "North pays East 48",
        "North pays South 500",
    ]


def test_a_settlement_in_dutch():
    assert lines("settle", *SCORES, "--lang", "nl") == [
        "Score Resultaat",
        "Oost 24 -1064",
        "Zuid 500 +1372",
        "West (mahjong) 80 +320",
        "Noord 0 -628",
        "Oost betaalt West 160",
        "Zuid betaalt West 80",
        "Noord betaalt West 80",
        "Oost betaalt Zuid 952",
        "Noord betaalt Oost 48",
        "Noord betaalt Zuid 500",
    ]


def test_a_quiet_settlement_is_the_table_only():
    assert lines("settle", *SCORES, "--quiet") == ["Score Result", *TABLE]


def test_scores_that_are_equal_pay_nothing():
    equal = ["--east", 40, "--south", 20, "--west", 20, "--north", 20, "--winner", "east"]
    assert lines("settle", *equal) == [
        "Score Result",
        "East (mahjong) 40 +240",
        *(f"{seat} 20 -80" for seat in ("South", "West", "North")),
        *(f"{seat} pays East 80" for seat in ("South", "West", "North")),
    ]


@pytest.mark.parametrize(
    ("lang", "text"), [("en", "Draw: nobody pays."), ("nl", "Remise: niemand betaalt.")]
)
def test_a_draw(lang, text):
    assert lines("settle", "--draw", "--lang", lang) == [text]


# Waits


def table(*words, code=1):
    """Return the lines from the heading of the waits on."""
    found = lines("score", *words, code=code)
    heads = ("Waits for", "Wacht op", "Would be", "Zou ")
    start = next((at for at, line in enumerate(found) if line.startswith(heads)), len(found))
    return found[start:]


WAITS = [
    (WAITING, ["Waits for self-drawn discard", "3p circles 3 136 128", "6p circles 6 136 128"]),
    ([*WAITING, "--lang", "nl"],
     ["Wacht op zelf getrokken weggelegd", "3p kringen 3 136 128", "6p kringen 6 136 128"]),
    ([*WAITING, "--unicode"],
     ["Waits for self-drawn discard", "🀛 circles 3 136 128", "🀞 circles 6 136 128"]),
    # The one way to win that is known.
    ([*WAITING, "--win", "discard"],
     ["Waits for discard", "3p circles 3 128", "6p circles 6 128"]),
    (PE_LING, ["Waits for self-drawn discard", "1p circles 1 (Pe-ling eats cake) 192 184",
               "1s bamboo 1 152 144"]),
    ([*PE_LING, "--lang", "nl"],
     ["Wacht op zelf getrokken weggelegd", "1p kringen 1 (Pe-ling eet cake) 192 184",
      "1s bamboe 1 152 144"]),
    # What is not known gives a range.
    (["--hand", "678m45p88s777z (111z)", "--seat", "east"],
     ["Waits for self-drawn discard", "3p circles 3 136-272 128-256",
      "6p circles 6 136-272 128-256"]),
    (["--hand", "44m11z (777z) (345p) (678s)", *TOLD],
     ["Waits for self-drawn discard", "4m characters 4 not mahjong not mahjong",
      "1z East 136 112"]),
    (["--hand", "44m11z (777z) (345p) (678s)", *TOLD, "--lang", "nl"],
     ["Wacht op zelf getrokken weggelegd", "4m tekens 4 geen mahjong geen mahjong",
      "1z Oost 136 112"]),
    (["--hand", "135m246p1357s246z", *TOLD], ["Waits for nothing."]),
    (["--hand", "135m246p1357s246z", *TOLD, "--lang", "nl"], ["Wacht op niets."]),
    # One tile too many that helps nothing.
    (["--hand", "123456789m11167z @6z", *TOLD],
     ["Would be complete with 5z instead of 1z", "Would be complete with 7z instead of 6z",
      "Would be complete with 6z instead of 7z"]),
    (["--hand", "123m45p77z9s (111z) (777s) @9s", *TOLD],
     ["Would be complete with 3p or 6p instead of 9s"]),
    (["--hand", "123m45p77z9s (111z) (777s) @9s", *TOLD, "--lang", "nl"],
     ["Zou compleet zijn met 3p of 6p in plaats van 9s"]),
    (["--hand", NORTH, *TOLD], []),
]  # fmt: skip


@pytest.mark.parametrize(("words", "expected"), WAITS)
def test_what_would_help(words, expected):
    assert table(*words) == expected


def test_a_loser_sees_the_waits_below_the_score():
    found = lines("score", "--hand", "2255m1133p7799s4z", *TOLD, "--loser")
    assert found[-3:] == ["Total: 125", "Waits for self-drawn discard", "4z North 250 250"]


def test_a_dead_hand_waits_no_more():
    found = lines("score", "--hand", "678m45p88s777z (111z)", *TOLD, "--dead")
    assert found[-1] == "Total: 0"


# Ranges

ORDINARY = (
    "Note: how the hand was won is not given: the range holds for a tile from the wall and for a "
    "discard"
)
LACKING = "Note: in some of these cases not mahjong: 1 of 2 doublings: Pung of dragons"


def test_a_range_says_what_is_needed():
    assert lines("score", "--hand", NORTH, "--seat", "east") == [
        NORTH,
        "NTS with flowers and seasons (144 tiles)",
        "seat East, prevailing wind not given, how it was won not given",
        "Total: between 0 and 136",
        "Still needed: the prevailing wind (--round), how it was won (--win)",
        ORDINARY,
        LACKING,
    ]


def test_a_range_in_dutch():
    words = ["--hand", "678m345p88s777z (111z)", "--win", "self-draw", "--lang", "nl"]
    found = lines("score", *words)
    assert found[3:] == [
        "Totaal: tussen 0 en 304",
        "Nog op te geven: de eigen wind (--seat), de heersende wind (--round), de winnende steen "
        "(--winning-tile)",
        "Let op: in sommige gevallen geen mahjong: 1 van 2 verdubbelingen: Pung van draken",
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--hand", HAND, "--seat", "east"], ["Total: between 128 and 272"]),
        (["--hand", HAND, *TOLD, "--win", "discard"], ["Total: 32 x 2 x 2 = 128"]),
        (["--hand", HAND, *TOLD, "--win", "heaven"], ["Total: 34 x 2 x 2 = 136"]),
        (["--hand", "123m", "--dead", "--lang", "nl"], ["Totaal: 0"]),
    ],
)
def test_quiet_is_the_answer_only(words, expected):
    assert lines("score", *words, "--quiet") == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (WAITING, ["13 tiles, 14 needed (a kong counts as three)"]),
        (
            ["--hand", "123456789m11167z @6z"],
            ["not mahjong: four sets but no pair left; left over: 67z"],
        ),
    ],
)
def test_quiet_is_the_refusal_only(words, expected):
    assert lines("score", *words, "--quiet", code=1) == expected


# The score sheet


def test_what_a_win_could_not_be_is_a_note():
    found = lines("score", "--hand", HAND, *TOLD, "--win", "heaven", "--lang", "nl")
    assert found[-2:] == [
        "Totaal: 34 x 2 x 2 = 136",
        "Let op: spel van de hemel is voor Oost met de uitgedeelde 14 stenen en niets op tafel: "
        "geteld als zelf getrokken",
    ]


def test_a_cap_on_the_sheet():
    words = ["--hand", HAND, *TOLD, "--win", "self-draw", "--option", "cap=100"]
    assert lines("score", *words)[-1] == "Total: 34 x 2 x 2 = 136, max. 100"


def test_a_sheet_without_points_beside_the_sets_has_a_sum_too():
    found = lines("score", "--hand", "1347p269s124z (777z)", *TOLD, "--loser")
    assert found[3:] == [
        "Sets",
        "Pung, open 777z 4 Three equal terminals, winds or dragons, made with a claimed tile.",
        "Other tiles 1347p269s124z",
        "Together 4",
        "Doublings",
        "Pung of dragons 777z x 2 Each pung or kong of dragons.",
        "Total: 4 x 2 = 8",
        "Waits for nothing.",
    ]


def test_signs_of_the_hand_text_are_no_markup():
    found = lines("score", "--hand", "678m345p88s777z [6666z] @3p", *TOLD, "--win", "discard")
    assert found[0] == "678m345p88s777z [6666z] @3p"


# Rules


def test_the_list_of_rule_sets():
    assert lines("rules") == [
        "nts NTS with flowers and seasons (144 tiles)",
        "nts2002 NTS 2002, the tournament rules (136 tiles) based on nts",
        "rode-draak De Rode Draak, table A (home play) based on nts; tables: A, B",
    ]
    assert lines("rules", "--quiet") == ["nts", "nts2002", "rode-draak"]
    assert "gebaseerd op nts; tabellen: A, B" in lines("rules", "--lang", "nl")[-1]


# Rules have two lines: the value and the name with the rest, then what it means.
PAGES = [
    (
        ["nts"],
        "20 Mahjong mahjong; winner; 003, N02",
        "A valid regular mahjong: four sets and a pair, with enough doublings.",
    ),
    (
        ["nts"],
        "off Pair of the own wind paar_eigen_wind; all players; N02, 000, C01",
        "Two tiles of the player's own wind.",
    ),
    (
        ["nts2002"],
        "2 Pair of the own wind paar_eigen_wind; all players; N02, 000, C01",
        "Two tiles of the player's own wind.",
    ),
    (
        ["nts", "--option", "wind_pairs=true"],
        "2 Pair of the own wind paar_eigen_wind; all players; N02, 000, C01",
        "Two tiles of the player's own wind.",
    ),
    (
        ["nts", "--lang", "nl", "--option", "last_tile=points"],
        "uit Laatste steen van de muur laatste_steen; winnaar; 003, N02, C22",
        "De winnaar trok zelf de laatste steen van de levende muur.",
    ),
    (
        ["nts"],
        "x 2 x 2 Fully closed hand volledig_gesloten; winner; 003, N02",
        "Nothing claimed, the winning tile self-drawn; closed kongs are allowed.",
    ),
    (
        ["nts", "--lang", "nl"],
        "x 2 Pung van draken pung_draken; alle spelers; 003, N02",
        "Elke pung of kong van draken.",
    ),
    (
        ["nts"],
        "2000 Nine gates negen_poorten; 003, N02, C31",
        "Three ones, three nines and 2 to 8 of one suit, with one more tile of that suit.",
    ),
]


@pytest.mark.parametrize(("words", "line", "meaning"), PAGES)
def test_a_rule_on_the_page(words, line, meaning):
    found = lines("rules", *words)
    assert line in found
    assert found[found.index(line) + 1] == meaning


def test_the_parts_of_the_page():
    found = lines("rules", "nts")
    assert found[0] == "nts NTS with flowers and seasons (144 tiles)"
    heads = ["Points", "Doublings", "Limit hands", "Options"]
    assert [line for line in found if line in heads] == heads
    assert found.count("Value Rule (who, source)") == 3
    assert found[-1].startswith("Sources: 003 the rules text of the NTS score app")
    dutch = lines("rules", "nts", "--lang", "nl")
    heads = ["Punten", "Verdubbelingen", "Limietspelen", "Opties"]
    assert [line for line in dutch if line in heads] == heads
    assert dutch[-1].startswith("Bronnen: 003 de regeltekst van de NTS-score-app")


OPTION_LINES = [
    (["nts"], "2 minimum_doublings C16", "doublings that a mahjong needs"),
    (["nts"], "none cap C12", "highest total of an ordinary hand, or none"),
    (["nts"], "false wind_pairs C01", "a pair of the own or the prevailing wind scores"),
    (["nts2002"], "true wind_pairs C01", "a pair of the own or the prevailing wind scores"),
    (
        ["nts", "--option", "cap=500", "--lang", "nl"],
        "500 cap C12",
        "hoogste totaal van een gewone hand, of none",
    ),
    (["rode-draak"], "A table A | B", "0 minimum_doublings C16"),
    (["rode-draak", "--option", "table=B"], "B table A | B", "2 minimum_doublings C16"),
]


@pytest.mark.parametrize(("words", "line", "following"), OPTION_LINES)
def test_an_option_on_the_page(words, line, following):
    found = lines("rules", *words)
    assert found[found.index(line) + 1] == following


def test_a_rule_set_of_one_table_has_no_option_for_it():
    assert not any(" table " in line for line in lines("rules", "nts"))


def test_a_quiet_page_is_the_ids():
    found = lines("rules", "nts", "--quiet")
    assert found[0] == "mahjong"
    assert {"pung_draken", "negen_poorten", "spel_van_de_aarde"} <= set(found)


# A narrow terminal

SHEETS = [
    ["score", "--hand", HAND, *TOLD, "--win", "self-draw"],
    ["score", "--hand", HAND, *TOLD, "--win", "heaven", "--lang", "nl"],
    ["score", "--hand", HAND, *TOLD, "--win", "self-draw", "--unicode"],
    ["score", "--hand", NORTH, "--seat", "east"],
    ["score", "--hand", "11123455678999m @5m", "--win", "discard"],
    ["score", "--hand", "2255m1133p7799s4z", *TOLD, "--loser"],
    ["score", "--hand", "123m", "--dead"],
    ["settle", *SCORES],
    ["settle", *SCORES, "--lang", "nl"],
    ["settle", "--draw"],
    ["rules"],
    ["rules", "--lang", "nl"],
]
REFUSALS = [
    ["score", *WAITING],
    ["score", *PE_LING, "--lang", "nl"],
    ["score", "--hand", "678m45p88s777z (111z)"],
    ["score", "--hand", "123456789m11167z @6z", *TOLD],
    ["score", "--hand", "1f78m345p23488s777z @7m", *TOLD],
]
NARROW_CASES = [*((words, 0) for words in SHEETS), *((words, 1) for words in REFUSALS)]


def words_of(found):
    """Return all that is printed, without blanks and the rules of tables."""
    return sorted("".join(found).replace("─", "").replace(" ", ""))


@pytest.mark.parametrize(("words", "code"), NARROW_CASES)
def test_a_narrow_terminal_breaks_lines_and_drops_nothing(words, code):
    narrow = printed(*words, columns=NARROW, code=code)
    assert max(map(len, narrow)) <= int(NARROW)
    assert words_of(narrow) == words_of(printed(*words, code=code))


@pytest.mark.parametrize(("words", "code"), NARROW_CASES)
def test_the_answer_fits_the_screen_of_a_phone(words, code):
    phone = printed(*words, columns=PHONE, code=code)
    assert max(map(len, phone)) <= int(PHONE)
    for line in lines(*words, code=code):
        if line.startswith(("Total", "Note", "Still needed", "not mahjong", "Waits for")):
            assert line in " ".join(" ".join(phone).split())


@pytest.mark.parametrize("name", ["nts", "nts2002", "rode-draak"])
@pytest.mark.parametrize("columns", ["1", "20", PHONE, "80"])
def test_the_rules_page_is_printed_in_any_terminal(name, columns):
    assert printed("rules", name, columns=columns)


@pytest.mark.parametrize(("words", "code"), NARROW_CASES)
def test_nothing_breaks_in_a_terminal_of_one_column(words, code):
    assert printed(*words, columns="1", code=code)

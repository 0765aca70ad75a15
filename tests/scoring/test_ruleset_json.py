"""Rule sets as JSON: every rule and option, what is in force, in two languages."""

import pytest
from rule_case import BOOKS, N02, NTS, A, B, book

from rekje.scoring.options import option_infos
from rekje.scoring.ruleset_json import rule_set_json, rule_sets_json

KINDS = ("points", "doublings", "limits")


def entry(document, rule_id):
    (found,) = (rule for kind in KINDS for rule in document[kind] if rule["id"] == rule_id)
    return found


def option(document, name):
    (found,) = (one for one in document["options"] if one["name"] == name)
    return found


SUMMARIES = [
    (NTS, {"name": "nts", "title": "NTS with flowers and seasons (144 tiles)",
           "parent": None, "tables": []}),
    (N02, {"name": "nts2002", "title": "NTS 2002, the tournament rules (136 tiles)",
           "parent": "nts", "tables": []}),
    (A, {"name": "rode-draak", "title": "De Rode Draak, table A (home play)",
         "parent": "nts", "tables": ["A", "B"]}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "summary"), SUMMARIES)
def test_a_rule_set_in_the_list_and_by_itself(name, summary):
    assert rule_sets_json([book(name)]) == {"schema": 1, "rulesets": [summary]}
    document = rule_set_json(book(name))
    assert document.items() >= ({"schema": 1} | summary).items()


def test_the_list_keeps_the_order_and_speaks_dutch():
    found = rule_sets_json([book(B), book(NTS)], "nl")["rulesets"]
    assert [one["title"] for one in found] == [
        "De Rode Draak, tabel B (competitie)",
        "NTS met bloemen en seizoenen (144 stenen)",
    ]
    assert sorted(found[0]["tables"]) == ["A", "B"]


def test_the_keys_of_the_document():
    assert list(rule_set_json(book(NTS))) == [
        *("schema", "name", "title", "parent", "tables", "bonus_tiles"),
        *("points", "doublings", "limits", "options"),
    ]


@pytest.mark.parametrize(("name", "bonus"), [(NTS, True), (N02, False), (A, True), (B, True)])
def test_whether_flowers_are_played(name, bonus):
    assert rule_set_json(book(name))["bonus_tiles"] is bonus


ENTRIES = [
    # One rule of each kind, with the key that only this kind has.
    ("mahjong", {
        "id": "mahjong", "name": "Mahjong", "value": 20, "who": "winner", "clause": "003, N02",
        "explanation": "A valid regular mahjong: four sets and a pair, with enough doublings.",
        "in_force": True, "item": "mahjong"}),
    ("pung_eenvoudig_open", {
        "id": "pung_eenvoudig_open", "name": "Pung of 2-8, open", "value": 2, "who": "all",
        "explanation": "Three equal tiles from 2 to 8, made with a claimed tile.",
        "clause": "003, N02, 000", "in_force": True, "item": "pung"}),
    ("pung_eigen_wind", {
        "id": "pung_eigen_wind", "name": "Pung of the own wind", "value": 1, "who": "all",
        "explanation": "A pung or kong of the player's own wind.", "clause": "003, N02",
        "in_force": True, "group": None}),
    ("negen_poorten", {
        "id": "negen_poorten", "name": "Nine gates", "value": 2000, "who": "winner",
        "explanation":
            "Three ones, three nines and 2 to 8 of one suit, with one more tile of that suit.",
        "clause": "003, N02, C31", "in_force": True, "pattern": "1112345678999a tile(a)"}),
]  # fmt: skip


@pytest.mark.parametrize(("rule_id", "expected"), ENTRIES)
def test_a_rule(rule_id, expected):
    assert entry(rule_set_json(book(NTS)), rule_id) == expected


def test_a_rule_in_dutch():
    found = entry(rule_set_json(book(NTS), "nl"), "pung_draken")
    assert (found["name"], found["explanation"]) == (
        "Pung van draken",
        "Elke pung of kong van draken.",
    )


def test_rules_of_one_group_share_a_word():
    document = rule_set_json(book(NTS))
    clean = {entry(document, rule)["group"] for rule in ("schoon", "zeer_schoon", "zuiver")}
    closed = {entry(document, rule)["group"] for rule in ("drie_pungs_dicht", "vier_pungs_dicht")}
    assert len(clean) == len(closed) == 1
    assert None not in clean | closed
    assert clean != closed


def test_a_limit_hand_of_a_moment_has_no_pattern():
    limits = rule_set_json(book(NTS))["limits"]
    moments = {rule["id"] for rule in limits if rule["pattern"] is None}
    assert moments == {"spel_van_de_hemel", "spel_van_de_aarde"}


def off(name, **options):
    """Return the rules that the options keep out of the game."""
    document = rule_set_json(book(name, **options))
    return {rule["id"] for kind in KINDS for rule in document[kind] if not rule["in_force"]}


NOT_PLAYED = {
    # Points for these are another choice than doublings, and wind pairs are not scored in nts.
    NTS: {
        "laatste_steen_voor_remise", "losse_steen", "paar_eigen_wind", "paar_heersende_wind",
        "tweelingen_twee_soorten",
    },
    N02: {"laatste_steen_voor_remise", "losse_steen", "tweelingen_twee_soorten"},
    A: {"laatste_steen", "bloeiende_bloemen"},
    B: {"laatste_steen", "losse_steen"},
}  # fmt: skip


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_not_in_force(name):
    assert off(name) == NOT_PLAYED[name]


SWITCHED = [
    ({"wind_pairs": True}, {"paar_eigen_wind", "paar_heersende_wind"}, set()),
    ({"last_tile": "points"}, {"laatste_steen_voor_remise"},
     {"laatste_steen", "laatste_steen_kringen_1"}),
    ({"two_suit_twins": True}, {"tweelingen_twee_soorten"}, set()),
]  # fmt: skip


@pytest.mark.parametrize(("options", "on", "out"), SWITCHED)
def test_an_option_puts_rules_in_force(options, on, out):
    assert off(NTS, **options) == (NOT_PLAYED[NTS] - on) | out


def test_a_rule_of_no_value_is_not_in_force(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\nparent = "nts"\n[values]\nschoon = 0\n', "utf-8")
    assert off(str(path)) == NOT_PLAYED[NTS] | {"schoon"}


OPTIONS = [
    ("minimum_doublings", {}, 2, "a whole number from 0"),
    ("minimum_doublings", {"minimum_doublings": 1}, 1, "a whole number from 0"),
    ("cap", {}, None, "a whole number from 0 or none"),
    ("cap", {"cap": 1000}, 1000, "a whole number from 0 or none"),
    ("waiting_limit", {}, 0.5, "a number from 0 to 1"),
    ("last_tile", {}, "doubling", "doubling or points"),
    ("wind_pairs", {}, False, "true or false"),
    ("wind_pairs", {"wind_pairs": True}, True, "true or false"),
]


@pytest.mark.parametrize(("name", "options", "value", "takes"), OPTIONS)
def test_an_option(name, options, value, takes):
    found = option(rule_set_json(book(NTS, **options)), name)
    assert (found["value"], found["takes"]) == (value, takes)


def test_options_of_another_rule_set():
    assert option(rule_set_json(book(N02)), "wind_pairs")["value"] is True
    assert option(rule_set_json(book(A)), "minimum_doublings")["value"] == 0


def test_every_option_is_explained_in_two_languages():
    english, dutch = (rule_set_json(book(NTS), lang)["options"] for lang in ("en", "nl"))
    assert [one["name"] for one in english] == list(option_infos())
    assert option({"options": english}, "cap")["meaning"] == (
        "highest total of an ordinary hand, or none"
    )
    assert option({"options": dutch}, "cap")["meaning"] == (
        "hoogste totaal van een gewone hand, of none"
    )
    for one, other in zip(english, dutch, strict=True):
        assert one["meaning"] != other["meaning"]
        assert one["clause"] == other["clause"]
    assert option({"options": english}, "cap")["clause"] == "C12"

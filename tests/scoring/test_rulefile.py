"""A club's own rule set file: what it changes, and what is said about a broken one."""

import re

import pytest
from rule_case import situation

from rekje.scoring.engine import score
from rekje.scoring.errors import RuleSetError
from rekje.scoring.notation import parse_hand
from rekje.scoring.result import Rejected
from rekje.scoring.rulefile import load_rule_set, rule_set_from_text
from rekje.scoring.rules import Who

CLUB = """\
name = "club"
parent = "nts"
title_en = "Our club"
title_nl = "Onze club"
remove = ["pure_eenvoud", "kongroof"]

[options]
minimum_doublings = 1
cap = 5000

[values]
mahjong = 30
tweelingen_van_troefstenen = 1500
schone_tweelingen = 0

[[points]]
id = "kongroof_punten"
value = 15
when = "kongroof"
en = "Robbing the kong"
nl = "Kongroof"
text_en = "Points for a robbed kong."
text_nl = "Punten voor een geroofde kong."

[[points]]
id = "dichte_hand"
item = "bonus"
value = 7
when = "volledig_gesloten"
en = "Closed hand"

[[doublings]]
id = "enen_en_negens"
value = 4
who = "all"
group = "ends"
when = "alleen_enen_negens"
en = "Ones and nines"

[[doublings]]
id = "enen_negens_troefstenen"
value = 1
who = "all"
group = "ends"
when = "alleen_enen_negens_troefstenen"
en = "Ones, nines and honours"

[[limits]]
id = "drie_lentes"
value = 800
pattern = "123a 123b 123c pung(567z) pair(1234z) shift"
en = "Three springs"
nl = "Drie lentes"

[[limits]]
id = "gebroken_ketting"
value = 1500
pattern = "147a 258b 369c 1234z tile(1234z)"
en = "Broken chain"

[[limits]]
id = "verschillende_uiteinden"
value = 900
pattern = "7*pair(19 z) distinct"
en = "Different ends"

[[limits]]
id = "eigen_en_heersend"
value = 700
pattern = "pung(own) pung(round) 2*chow(a) pair(a)"
en = "Own and round"

[[limits]]
id = "dichte_chows"
value = 600
pattern = "4*chow(a) pair(z)"
closed = true
en = "Closed chows"

[[limits]]
id = "trap"
value = 1200
pattern = "111a 222a 333a 444a 55a | 999a 888a 777a 666a 55a"
en = "Staircase"
"""


def club(text=CLUB):
    return rule_set_from_text(text, "club.toml")


def worth(rules, hand, how):
    result = score(parse_hand(hand), situation(how), rules)
    if isinstance(result, Rejected):
        return result.code.value
    return f"{result.limit.full_id} {result.total}" if result.limit else result.total


# What the club makes of a hand; the sums are points times two to the power of the doublings.
SCORES = [
    # mahjong counts 30, and one doubling is enough
    ("234m12355p678s (777z) @4m", "ES discard", 34 * 2),
    ("234m12355p678s (444z) @4m", "ES discard", "too_few_doublings"),
    # pure simplicity is gone: one doubling for four chows, two for a closed hand
    ("234678m34588p678s @4m", "ES self-draw", (30 + 2 + 7) * 2**3),
    ("234678m34588p678s @4m", "ES discard", 30 * 2),
    # a robbed kong gives points
    ("234m55p678s (666z) (777z) @3m", "ES rob-kong", (30 + 8 + 2 + 15) * 4),
    ("234m55p678s (666z) (777z) @3m", "ES discard", (30 + 8 + 2) * 4),
    # an ordinary hand has a cap
    ("1m [2222m] [5555p] [8888s] [7777z]", "ES", 5000),
    # of the two new doublings only the higher one counts
    ("11999m11999s (111p)", "ES", (4 + 8 + 8) * 2**4),
    ("11999m1199s7z (111p)", "ES", (4 + 8) * 2),
    # limit hands with another value, or none
    ("11223344556677z @7z", "ES discard", "tweelingen_van_troefstenen 1500"),
    ("113355p11223344z @1p", "ES discard", "zeven_tweelingen 250"),
    # new limit hands
    ("123m123p123s33z (777z) @1m", "ES discard", "drie_lentes 800"),
    ("456m456p33z (456s) (7777z) @5m", "ES discard", "drie_lentes 800"),
    ("123m123p123s33z (444z) @1m", "NS discard", 34 * 2),
    ("147m258p369s12344z @7m", "ES discard", "gebroken_ketting 1500"),
    ("258m369p147s11234z @1z", "ES self-draw", "gebroken_ketting 1500"),
    ("147m258p369s12345z @7m", "ES discard", "not_mahjong"),
    ("1199m1199p1122s77z @7z", "ES discard", "zeven_tweelingen 250"),
    ("1199m1199p1199s77z @7z", "ES discard", "verschillende_uiteinden 900"),
    ("1199m1199p1111s77z @7z", "ES discard", "zeven_tweelingen 250"),
    ("12345699m (111z) (222z) @9m", "ES discard", "eigen_en_heersend 700"),
    ("12345699m (111z) (222z) @9m", "SE discard", "eigen_en_heersend 700"),
    ("12345699m (111z) (222z) @9m", "EW discard", (30 + 8 + 2 + 2) * 4),
    ("123345678789m44z @4z", "ES discard", "dichte_chows 600"),
    ("123345678m44z (789m) @4z", "ES discard", (30 + 2 + 2) * 4),
    ("11122233355m (444m) @1m", "ES discard", "trap 1200"),
    ("66677788855s (9999s) @5s", "ES discard", "trap 1200"),
    # a player who waits for an irregular limit hand gets half, for a regular one nothing
    ("147m258p369s1234z", "ES", "wachtend:gebroken_ketting 750"),
    ("123m123p123s3z (777z)", "ES", 4 * 2),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "how", "expected"), SCORES)
def test_a_club_scores_by_its_own_rules(hand, how, expected):
    assert worth(club(), hand, how) == expected


def test_what_is_not_said_is_inherited():
    rules, nts = club(), load_rule_set("nts")
    assert (rules.name, rules.parent, rules.bonus_tiles) == ("club", "nts", True)
    assert (rules.title.en, rules.title.nl) == ("Our club", "Onze club")
    kept = {rule.id for rule in nts.rules} - {"pure_eenvoud", "kongroof"}
    assert kept < {rule.id for rule in rules.rules}
    changed = {"mahjong", "tweelingen_van_troefstenen", "schone_tweelingen"}
    values = {rule.id: rule.value for rule in rules.rules}
    assert all(values[rule.id] == rule.value for rule in nts.rules if rule.id in kept - changed)
    assert rules.options == nts.options.changed("minimum_doublings", 1).changed("cap", 5000)


def test_what_a_rule_leaves_out_is_filled_in():
    rules = {rule.id: rule for rule in club().rules}
    closed, robbed = rules["dichte_hand"], rules["kongroof_punten"]
    assert (closed.name.nl, closed.explanation.en, closed.clause, closed.item) == (
        *("Closed hand", "Closed hand", "club.toml", "bonus"),
    )
    assert (closed.who, rules["enen_en_negens"].who) == (Who.WINNER, Who.ALL)
    assert (robbed.name.nl, robbed.explanation.nl) == ("Kongroof", "Punten voor een geroofde kong.")


def test_a_rule_takes_the_place_of_its_namesake():
    text = CLUB + '[[doublings]]\nid = "schoon"\nvalue = 2\nwho = "all"\nen = "Clean"\n'
    ids = [rule.id for rule in club(text).rules]
    assert ids == [rule.id for rule in club().rules]
    assert worth(club(text), "11346789p14z (777z)", "ES") == 4 * 2**3


def test_a_file_without_a_parent_begins_empty():
    rules = club('name = "leeg"\n[options]\nminimum_doublings = 0')
    assert (rules.rules, rules.parent, rules.title.en) == ((), None, "leeg")
    assert worth(rules, "234m55p678s (666z) (777z) @4m", "ES discard") == 0


def test_a_rule_under_an_option():
    text = CLUB + (
        '[[points]]\nid = "vuil"\nvalue = 3\nwhen = "mahjong"\nen = "Any"\n'
        "only_if = { minimum_doublings = 2, wind_pairs = true }\n"
    )
    hand, how = "234m55p678s (666z) (777z) @4m", "ES discard"
    options = {"minimum_doublings": 2, "wind_pairs": "yes"}
    assert worth(club(text), hand, how) == 38 * 4
    assert worth(club(text).with_options({"wind_pairs": "yes"}), hand, how) == 38 * 4
    assert worth(club(text).with_options(options), hand, how) == 41 * 4


def test_a_pattern_under_an_option():
    text = CLUB + 'pattern_if = [{ option = "snake_kongs", is = false, pattern = "4*kong pair" }]\n'
    hand = "11122233355m (444m) @1m"
    assert worth(club(text), hand, "ES discard") == "trap 1200"
    other = club(text).with_options({"snake_kongs": False})
    assert worth(other, hand, "ES discard") == 44 * 2**4
    assert worth(other, "55m [2222m] (3333p) (8888s) (7777z) @5m", "ES discard") == "trap 1200"


TABLES = """\
name = "twee"
parent = "nts"
table = "gewoon"
[values]
mahjong = 30
[tables.feest]
title_nl = "Feest"
remove = ["zelf_getrokken"]
[tables.feest.options]
minimum_doublings = 0
[tables.feest.values]
mahjong = 50
[[tables.feest.limits]]
id = "vier_kongs_feest"
value = 5000
pattern = "4*kong pair"
en = "Four kongs"
"""


def test_a_file_with_tables():
    plain = club(TABLES)
    party = plain.with_options({"table": "Feest"})
    hand, how = "234m12355p678s (777z) @4m", "ES self-draw"
    assert worth(plain, hand, how) == "too_few_doublings"
    assert worth(party, hand, how) == 54 * 2
    assert worth(party.with_options({"table": "gewoon"}), hand, how) == "too_few_doublings"
    four_kongs = "55m [2222m] (3333p) (8888s) (7777z) @5m"
    assert worth(party, four_kongs, "ES discard") == "vier_kongs_feest 5000"


def test_a_table_of_the_parent():
    rules = club('name = "club"\nparent = "rode-draak"\ntable = "B"\n[values]\ngelijke = 2')
    assert (rules.options.minimum_doublings, rules.tables) == (2, ())
    assert worth(rules, "22233m888s (555p) (777z) @3m", "ES discard") == (20 + 4 + 4 + 2 + 4) * 2**3


def test_a_file_on_disk(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    assert load_rule_set(str(path)).title.nl == "Onze club"


NO_FILES = [
    ("mcr", "nts, nts2002, rode-draak"),
    ("nts.txt", "ends in .toml"),
    ("{here}/none.toml", "no ordinary file"),
    ("{here}", "ends in .toml"),
    ("{here}/folder.toml", "no ordinary file"),
    ("{here}/latin.toml", "cannot be read"),
    ("{here}/broken.toml", "broken.toml, line 1: a rule set needs a name"),
]


@pytest.mark.parametrize(("name", "words"), NO_FILES)
def test_a_file_that_is_none(tmp_path, name, words):
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "latin.toml").write_bytes(b'name = "caf\xe9"')
    (tmp_path / "broken.toml").write_text("", encoding="utf-8")
    with pytest.raises(RuleSetError, match=re.escape(words)):
        load_rule_set(name.format(here=tmp_path))


HEAD = 'name = "club"\nparent = "nts"\n'
LIMIT = '[[limits]]\nid = "x"\nvalue = 100\nen = "X"\n'
OTHER_LIMIT = LIMIT.replace('"x"', '"y"')
DOUBLING = '[[doublings]]\nid = "x"\nvalue = 1\nen = "X"\n'
POINTS = '[[points]]\nid = "x"\nvalue = 1\nen = "X"\n'

# A broken file, the line that the message must name, and words of the message.
BROKEN = [
    # the file itself
    ("", 1, "needs a name"),
    ('parent = "nts"', 1, "needs a name"),
    ("name = 3", 1, "a text"),
    ('name = "club\nparent = "nts"', 1, "column 13"),
    ('name = "club"\nparent = \n', 2, "Invalid value"),
    ('name = "club"\nname = "other"\n', 2, "overwrite"),
    (HEAD + "[values]\nmahjong = 1\nmahjong = 2\n", 5, "overwrite"),
    ('name = "club"\nparent = "mcr"', 2, "nts, nts2002, rode-draak"),
    ('name = "club"\n# our rules\n\nparent = "mcr"', 4, "nts, nts2002, rode-draak"),
    ('name = "club"\n"parent" = "mcr"', 2, "nts, nts2002, rode-draak"),
    ('name = "club"\nparent = ["nts"]', 2, "a text"),
    ('name = "club"\nparent = "rode-draak"\ntable = "C"', 3, "A or B"),
    (HEAD + 'colour = "red"', 3, "unknown key 'colour'"),
    (HEAD + 'bonus_tiles = "yes"', 3, "true or false"),
    ('name = """\nparent = "x"\n"""\nparent = "mcr"', 4, "nts, nts2002"),
    # what is removed, options and values
    (HEAD + 'remove = ["pure_eenvoudt"]', 3, "no such rule"),
    (HEAD + "remove = [3]", 3, "no such rule"),
    (HEAD + 'remove = "pure_eenvoud"', 3, "a list"),
    (HEAD + "[options]\nminimum = 1", 4, "unknown option 'minimum'"),
    (HEAD + "[options]\ncap = 900\nminimum_doublings = -1", 5, "whole number from 0"),
    (HEAD + "[options]\nlast_tile = 10", 4, "doubling or points"),
    (HEAD + 'options = "none"', 3, "a table"),
    (HEAD + "options.minimum = 1", 3, "unknown option 'minimum'"),
    (HEAD + "[values]\nmahjong = 30\nmahyong = 20", 5, "no rule 'mahyong'"),
    (HEAD + "[values]\nmahjong = -30", 4, "whole number from 0"),
    (HEAD + "[values]\nmahjong = 2.5", 4, "whole number from 0"),
    (HEAD + "[values]\nmahjong = true", 4, "whole number from 0"),
    (HEAD + "[values]\nmahjong = 99999999999", 4, "whole number from 0"),
    (HEAD + "[ values ] # ours\nmahyong = 20", 4, "no rule 'mahyong'"),
    (HEAD + "values = { mahyong = 20 }", 3, "no rule 'mahyong'"),
    (HEAD + 'remove = ["mahjong"]\n[values]\nmahjong = 20', 5, "no rule 'mahjong'"),
    # rules
    (HEAD + '[limits]\nid = "x"', 3, "a list"),
    (HEAD + "limits = [3]", 3, "[[limits]]"),
    (HEAD + '[[limits]]\nvalue = 3\nen = "X"', 3, "needs an id"),
    (HEAD + '[[limits]]\nid = "Three springs"\nvalue = 3\nen = "X"', 4, "small letters"),
    (HEAD + '[[limits]]\nid = "x"\nen = "X"\npattern = "4*kong pair"', 3, "'value'"),
    (HEAD + '[[limits]]\nid = "x"\nvalue = 3\npattern = "4*kong pair"', 3, "'en'"),
    (HEAD + '[[limits]]\nid = "x"\nvalue = -3\nen = "X"\npattern = "7*pair"', 5, "from 0 to"),
    (HEAD + '[[limits]]\nid = "x"\nvalue = "much"\nen = "X"', 5, "a whole number"),
    (HEAD + '[[doublings]]\nid = "schoon"\nvalue = 21\nen = "X"', 5, "from 0 to 20"),
    (HEAD + LIMIT + 'pattern = "7*pair"\n' + LIMIT + 'pattern = "7*pair"', 9, "a second rule 'x'"),
    (HEAD + POINTS.replace('"x"', '"schoon"') + 'when = "mahjong"', 4, "already"),
    (HEAD + "[values]\npung_draken = 100000", 4, "from 0 to 20"),
    (HEAD + "[values]\nmahjong = 0x" + "f" * 6000, 0, "more than 18 digits"),
    (HEAD + LIMIT + 'pattern = ""', 7, "the groups come to 0 tiles"),
    (HEAD + LIMIT + 'pattern = "' + "7*pair " * 200 + '"', 7, "1000 are enough"),
    (HEAD + "[values]\nmahjong = " + "9" * 5000, 0, "digits"),
    (HEAD + LIMIT, 3, "needs a pattern"),
    (HEAD + LIMIT + 'pattern = "4*kong pair"\nwhen = "schoon"', 3, "needs a pattern"),
    (HEAD + LIMIT + 'pattern = "4*kong pair"\nclosed = "yes"', 8, "true or false"),
    (HEAD + LIMIT + 'pattern = "4*kong pair"\ngroup = "x"', 8, "unknown key 'group'"),
    (HEAD + LIMIT + 'pattern = "4*kong pair"\nwho = "all"', 8, "unknown key 'who'"),
    (HEAD + LIMIT + 'pattern = "7*pair"\n' + OTHER_LIMIT + 'pattern = "4*"', 12, "cannot read"),
    (HEAD + DOUBLING, 4, "no condition 'x'"),
    (HEAD + DOUBLING + 'when = "mooi"', 7, "no condition 'mooi'"),
    (HEAD + POINTS, 4, "no condition 'x'"),
    (HEAD + POINTS + 'when = "schoon"\nitem = 3', 8, "a text"),
    (HEAD + DOUBLING + 'when = "schoon"\napart_if = "sometimes"', 8, "no option 'sometimes'"),
    (HEAD + DOUBLING + 'when = "schoon"\ntag = "dirty"', 8, "clean, bonus"),
    (HEAD + DOUBLING + 'when = "schoon"\nonly_if = { often = true }', 8, "no option 'often'"),
    (HEAD + DOUBLING + 'when = "schoon"\nonly_if = { cap = "high" }', 8, "or none"),
    (HEAD + DOUBLING + 'when = "schoon"\npattern = "4*kong pair"', 8, "unknown key 'pattern'"),
    (HEAD + LIMIT + 'pattern = "4*kong pair"\npattern_if = [3]', 8, "option = "),
    (
        HEAD + LIMIT + 'pattern = "4*kong pair"\npattern_if = [\n'
        '  { option = "cap", is = 9, pattern = "4*" },\n]',
        8, "cannot read",
    ),
    (
        HEAD + LIMIT + 'pattern = "4*kong pair"\npattern_if = '
        '[{ option = "cap", is = 9, pattern = 4 }]',
        8, "must be a text",
    ),
    # patterns
    (HEAD + LIMIT + 'pattern = "123a 123b 123c pung(567z pair"', 7, "cannot read"),
    (HEAD + LIMIT + 'pattern = "123a 123b 123c triplet(567z) pair"', 7, "unknown word 'triplet'"),
    (HEAD + LIMIT + 'pattern = "123456789a 1234z"', 7, "13 tiles"),
    (HEAD + LIMIT + 'pattern = "4*kong pair | 4*kong"', 7, "kong in a pattern"),
    (HEAD + LIMIT + "pattern = 14", 7, "a text"),
    # tables
    (HEAD + "[tables]\nB = 3", 4, "not a table of rules"),
    (HEAD + '[tables.B]\nname = "B"', 4, "unknown key 'name'"),
    (HEAD + "[tables.B.options]\nminimum = 1", 4, "unknown option 'minimum'"),
    (HEAD + "[tables.B.values]\nmahyong = 1", 4, "no rule 'mahyong'"),
    (HEAD + '[[tables.B.doublings]]\nid = "x"\nvalue = 1\nen = "X"', 4, "no condition 'x'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "words"), BROKEN)
def test_a_broken_file_names_the_line(text, line, words):
    with pytest.raises(RuleSetError) as error:
        club(text)
    assert "club.toml" in str(error.value)
    assert not line or re.search(rf"line {line}\b", str(error.value)), str(error.value)
    assert words in str(error.value)


def test_any_condition_may_be_the_moment_of_a_limit_hand():
    rules = club(HEAD + LIMIT.replace("100", "9000") + 'when = "laatste_steen"')
    assert worth(rules, "234m55p678s (666z) (777z) @4m", "ES last-wall") == "x 9000"
    assert worth(rules, "234m55p678s (666z) (777z) @4m", "ES self-draw") == 120


def test_loose_tiles_with_overlapping_choices_are_matched_at_once():
    tiles = " ".join(f"tile(m {n}p)" for n in range(1, 10))
    tiles += " " + " ".join(f"tile(m {n}s)" for n in range(1, 5)) + " tile(m 1z)"
    rules = club(HEAD + LIMIT + f'pattern = "{tiles}"')
    assert worth(rules, "123456789m1111m1z @1z", "ES discard") == "too_many_copies"
    assert worth(rules, "123456789m111m1p1z @1z", "ES discard") == "x 100"
    assert worth(rules, "123456789m111m11z @1z", "ES discard") == "too_few_doublings"


def test_a_file_of_a_windows_editor(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(HEAD, "utf-8-sig")
    assert load_rule_set(str(path)).name == "club"

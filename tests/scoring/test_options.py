"""Every option of a rule set: what it changes, how it is written, what it refuses."""

from dataclasses import dataclass, replace

import pytest
from rule_case import BOOKS, N02, NTS, A, B, book, situation

from rekje.scoring.engine import score
from rekje.scoring.errors import RuleSetError
from rekje.scoring.notation import parse_hand
from rekje.scoring.options import Options, option_infos
from rekje.scoring.result import Rejected
from rekje.scoring.rulefile import RULE_SETS, load_rule_set
from rekje.scoring.session import Session
from rekje.scoring.tiles import Wind


@dataclass(frozen=True, slots=True)
class OptionCase:
    """A hand, and what it is worth by default and with the option set to `value`.

    The worth is a total, a limit hand and its total, or the reason why it is no mahjong.
    """

    option: str
    value: object
    book: str
    hand: str
    how: str
    default: object
    changed: object

    def __str__(self) -> str:
        return f"{self.book} {self.option}={self.value}: {self.hand} {self.how}"


def option(name, *cases):
    """Name the option that the cases are about."""
    return [replace(case, option=name) for case in cases]


def turned(value, name, hand, how, *worths):
    """A hand with what it is worth by default, and once the option is `value`."""
    return OptionCase("", value, name, hand, how, *worths)


def unturned(value, name, hand, how, worth):
    """A hand that is worth the same with and without the option."""
    return OptionCase("", value, name, hand, how, worth, worth)


# fmt: off
CASES = [
    *option(
        "minimum_doublings",
        turned(1, NTS, "234m12355p678s (777z) @4m", "ES discard", "too_few_doublings", 24 * 2),
        turned(3, A, "234m55p678s (666z) (777z) @4m", "ES discard", 28 * 4, "too_few_doublings"),
    ),
    *option(
        "clean_suffices",
        turned(True, NTS, "234678m33z (111m) (789m) @4m", "ES discard",
               "too_few_doublings", 24 * 2),
        turned(False, B, "234678m33z (111m) (789m) @4m", "ES discard", 24 * 2, "too_few_doublings"),
    ),
    *option(
        "bonus_counts_for_minimum",
        turned(False, NTS, "234m12355p678s (777z) @4m +1f", "ES discard",
               28 * 4, "too_few_doublings"),
    ),
    *option(
        "wind_pairs",
        turned(True, NTS, "123m1347p269s114z", "ES", 0, 2),
        turned(False, N02, "123m1347p269s224z", "ES", 2, 0),
    ),
    *option(
        "double_wind_pair",
        turned(False, N02, "123m1347p269s114z", "EE", 4, 2),
    ),
    *option(
        "double_wind_pung",
        turned(False, NTS, "1347p269s245z (111z)", "EE", 4 * 4, 4 * 2),
    ),
    *option(
        "losers_double_like_winner",
        turned(True, NTS, "2223m888s (555p) (777z)", "ES", 14 * 2, 14 * 4),
        turned(True, NTS, "234m67p55z (666z) (777z)", "ES", 10 * 4, 10 * 8),
    ),
    *option(
        "kop_en_staart_same_suit",
        turned(True, NTS, "111999m111999p99s @9s", "ES discard", "kop_en_staart 2000", 56 * 2**3),
    ),
    *option(
        "pe_ling_pair_points",
        turned(False, NTS, "234m1p1678s (666z) (777z) @1p", "ES discard", 42 * 4, 40 * 4),
    ),
    *option(
        "pe_ling_only_tile",
        turned(False, NTS, "234m1p1678s (666z) (777z) @1p", "ES discard", 42 * 4, 40 * 4),
    ),
    *option(
        "pe_ling_by_robbery",
        turned(False, NTS, "234m1p1678s (666z) (777z) @1p", "ES rob-kong", 42 * 8, "not_mahjong"),
    ),
    *option(
        "twins_identical_pairs",
        turned(False, NTS, "1111m335577p2244s @2s", "ES discard",
               "zeven_tweelingen 250", "not_mahjong"),
        turned(False, N02, "11112233557799m @5m", "ES discard",
               "zuivere_tweelingen 1000", "not_mahjong"),
        turned(False, N02, "1199p1111334455z @1p", "ES discard",
               "zeer_schone_tweelingen 1000", "not_mahjong"),
        turned(False, N02, "113355p11113344z @1p", "ES discard",
               "schone_tweelingen 500", "not_mahjong"),
        turned(False, N02, "11112244556677z @7z", "ES discard",
               "tweelingen_van_troefstenen 2000", "not_mahjong"),
    ),
    *option(
        "closed_kongs_add_up",
        turned(False, NTS, "19m14z [2222m] [5555p] [8888s]", "ES", 48 * 2**3, 48 * 2**2),
        turned(False, B, "19m14z [2222m] [5555p] [8888s]", "ES", 48 * 2**3, 48 * 2**2),
    ),
    *option(
        "small_dragons_add_up",
        turned(False, NTS, "234m678p55z (666z) (777z) @8p", "ES discard", 30 * 8, 30 * 4),
    ),
    *option(
        "kong_on_kong_adds_up",
        turned(True, NTS, "234m55p678s (6666z) [7777z] @4m", "ES kong-replacement x2",
               70 * 2**4, 70 * 2**5),
        turned(True, NTS, "234m55p678s (6666z) [7777z] @5p", "ES kong-replacement x2",
               74 * 2**5, 74 * 2**7),
    ),
    *option(
        "waiting_limit",
        turned(0.25, NTS, "19m19p19s1234567z", "ES",
               "wachtend:dertien_wezen 1000", "wachtend:dertien_wezen 500"),
        turned(0, NTS, "1133m5577p2244s6z", "ES", "wachtend:zeven_tweelingen 125", 0),
    ),
    *option(
        "cap",
        turned(100, NTS, "234m55p678s (666z) (777z) @4m", "ES discard", 28 * 4, 100),
        turned(100, NTS, "19m14z [2222m] [5555p] [8888s]", "ES", 48 * 2**3, 100),
    ),
    *option(
        "limit_is_final",
        turned(True, NTS, "223344m667788p55s @4m", "ES self-draw",
               22 * 2**4, "zeven_tweelingen 250"),
    ),
    *option(
        "snake_kongs",
        turned(False, NTS, "23456788p (1111p) (999p) @8p", "ES self-draw",
               "kronkelende_slang 1000", 44 * 2**3),
    ),
    *option(
        "last_tile",
        turned("points", NTS, "234m55p678s (666z) (777z) @4m", "ES last-wall", 30 * 8, 40 * 4),
        turned("doubling", A, "234m55p678s (666z) (777z) @4m", "ES last-wall", 40 * 4, 30 * 8),
    ),
    *option(
        "loose_tile",
        turned("points", NTS, "234m55p678s (666z) [7777z] @4m", "ES kong-replacement",
               58 * 8, 68 * 4),
        turned("doubling", A, "234m55p678s (666z) [7777z] @4m", "ES kong-replacement",
               68 * 4, 58 * 8),
    ),
    *option(
        "loose_tile_is_self_drawn",
        turned(False, NTS, "234m55p678s (666z) [7777z] @4m", "ES kong-replacement", 58 * 8, 56 * 8),
    ),
    *option(
        "only_tile_needs_minimum",
        turned(True, NTS, "234m55p678s111z (777z) @1z", "ES discard", 28 * 4, 30 * 4),
    ),
    *option(
        "robbery_only_chow",
        turned(True, NTS, "19m19p19s11234567z @7z", "ES rob-kong",
               "dertien_wezen 2000", "not_mahjong"),
        turned(True, NTS, "234m1p1678s (666z) (777z) @1p", "ES rob-kong", 42 * 8, "not_mahjong"),
    ),
    *option(
        "heaven_after_flower",
        turned(False, NTS, "234m34555p123678s @4m +2f", "EE heaven",
               "spel_van_de_hemel 2000", 26 * 8),
    ),
    *option(
        "heaven_after_kong",
        turned(True, NTS, "234m55p678s666z [7777z] @4m", "EE heaven",
               62 * 2**4, "spel_van_de_hemel 2000"),
    ),
    *option(
        "short_dead_hand_scores",
        turned(True, NTS, "23s14z (999m) [2222p]", "ES dead", 0, 20),
        turned(False, A, "23s14z (999m) [2222p]", "ES dead", 20, 0),
    ),
    *option(
        "closed_limit_doubled",
        turned(True, NTS, "55p111222333444z @5p", "ES self-draw",
               "vier_winden 2000", "vier_winden 4000"),
        turned(False, A, "55p111222333444z @5p", "ES self-draw",
               "vier_winden 2000", "vier_winden 1000"),
    ),
    *option(
        "wind_snake_double",
        turned("wind", NTS, "1234556789p1234z @5p", "ES discard",
               "windenslang 1000", "not_mahjong"),
    ),
    *option(
        "two_suit_twins",
        turned(True, NTS, "11335577m224466p @2p", "ES discard",
               "zeven_tweelingen 250", "tweelingen_twee_soorten 1000"),
    ),
]
# fmt: on


def worth(name, hand, how, **options):
    result = score(parse_hand(hand), situation(how), book(name, **options))
    if isinstance(result, Rejected):
        return result.code.value
    return f"{result.limit.full_id} {result.total}" if result.limit else result.total


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_option_changes_what_it_says(case):
    assert worth(case.book, case.hand, case.how) == case.default
    assert worth(case.book, case.hand, case.how, **{case.option: case.value}) == case.changed


# fmt: off
LEFT_ALONE = [
    # Own flowers still double when they do not count towards the minimum.
    *option(
        "bonus_counts_for_minimum",
        unturned(False, NTS, "234m55p678s (666z) (777z) @4m +1f", "ES discard", 32 * 8),
    ),
    # A limit hand is above the cap.
    *option(
        "cap",
        unturned(100, NTS, "11223344556677z @7z", "ES discard", "tweelingen_van_troefstenen 2000"),
    ),
    # Only a self-drawn limit hand is doubled, and only one with nothing claimed.
    *option(
        "closed_limit_doubled",
        unturned(True, NTS, "55p111222333444z @5p", "ES discard", "vier_winden 2000"),
        unturned(True, NTS, "55p222333444z (111z) @5p", "ES self-draw", "vier_winden 2000"),
    ),
    # The pair of heads and tails is in the suit of one of the pungs.
    *option(
        "kop_en_staart_same_suit",
        unturned(True, NTS, "111999m11199p999s @9p", "ES discard", "kop_en_staart 2000"),
    ),
    *option(
        "snake_kongs",
        unturned(False, NTS, "23456788p (111p) (999p) @8p", "ES discard", "kronkelende_slang 1000"),
    ),
    *option(
        "wind_snake_double",
        unturned("wind", NTS, "123456789p12344z @1p", "ES discard", "windenslang 1000"),
    ),
    # A hand with too many tiles is dead whatever the option says.
    *option(
        "short_dead_hand_scores",
        unturned(True, NTS, "123m1347p269s1145z (999m)", "ES dead", 0),
    ),
    # A robbed tile that completes a chow.
    *option(
        "robbery_only_chow",
        unturned(True, NTS, "234m55p678s (666z) (777z) @3m", "ES rob-kong", 30 * 8),
    ),
]
# fmt: on


@pytest.mark.parametrize("case", LEFT_ALONE, ids=str)
def test_an_option_leaves_the_rest_alone(case):
    test_an_option_changes_what_it_says(case)


def session(name, **options):
    return Session(("An", "Bo", "Cas", "Dirk"), name, (), tuple(options.items()))


def east_wins(one):
    return one.play({0: 100, 1: 40, 2: 20, 3: 0}, winner=0, prevailing=Wind.EAST)


def draw(one):
    return one.play(prevailing=Wind.EAST)


SESSIONS = [
    # (option, value, rule set, a game, what is looked at, by default, changed)
    ("prevailing_wind", "rounds", "nts", east_wins, "prevailing", None, Wind.EAST),
    ("prevailing_wind", "dice", "nts2002", east_wins, "prevailing", Wind.EAST, None),
    ("east_stays_after_win", "yes", "nts", east_wins, "seats", Wind.NORTH, Wind.EAST),
    ("east_stays_after_win", "no", "nts2002", east_wins, "seats", Wind.EAST, Wind.NORTH),
    ("east_stays_after_draw", "no", "nts", draw, "seats", Wind.EAST, Wind.NORTH),
    ("east_stays_after_draw", "no", "rode-draak", draw, "seats", Wind.EAST, Wind.NORTH),
]


@pytest.mark.parametrize("row", SESSIONS, ids=lambda row: f"{row[2]} {row[0]}={row[1]}")
def test_an_option_of_the_session(row):
    name, value, ruleset, game, part, default, changed = row
    for options, expected in (({}, default), ({name: value}, changed)):
        found = getattr(game(session(ruleset, **options)).table, part)
        assert (found[0] if part == "seats" else found) == expected


def test_every_option_has_a_case():
    tested = {case.option for case in CASES} | {name for name, *_ in SESSIONS}
    assert tested == set(option_infos())


# How values are written: (option, as written, as held).
WRITTEN = [
    ("minimum_doublings", 1, 1),
    ("minimum_doublings", "3", 3),
    ("minimum_doublings", " 0 ", 0),
    ("clean_suffices", True, True),
    ("clean_suffices", "true", True),
    ("clean_suffices", "Ja", True),
    ("clean_suffices", "yes", True),
    ("clean_suffices", "1", True),
    ("wind_pairs", "nee", False),
    ("wind_pairs", "NO", False),
    ("wind_pairs", "off", False),
    ("waiting_limit", "0.25", 0.25),
    ("waiting_limit", 1, 1.0),
    ("waiting_limit", 0, 0.0),
    ("cap", "2000", 2000),
    ("cap", "none", None),
    ("cap", None, None),
    ("last_tile", "Points", "points"),
    ("wind_snake_double", "any", "any"),
    ("prevailing_wind", "rounds", "rounds"),
]


@pytest.mark.parametrize(("name", "written", "held"), WRITTEN)
def test_a_value_is_converted(name, written, held):
    value = getattr(Options().changed(name, written), name)
    assert value == held
    assert type(value) is type(held)


# What an option refuses: (option, as written, a word of the message).
REFUSED = [
    ("minimum_doublings", "many", "whole number"),
    ("minimum_doublings", -1, "whole number"),
    ("minimum_doublings", 1.5, "whole number"),
    ("minimum_doublings", "1.5", "whole number"),
    ("minimum_doublings", True, "whole number"),
    ("minimum_doublings", None, "whole number"),
    ("minimum_doublings", [], "whole number"),
    ("minimum_doublings", 10**12, "whole number"),
    ("clean_suffices", "perhaps", "true or false"),
    ("clean_suffices", 2, "true or false"),
    ("waiting_limit", "half", "from 0 to 1"),
    ("waiting_limit", 1.5, "from 0 to 1"),
    ("waiting_limit", "nan", "from 0 to 1"),
    ("waiting_limit", float("inf"), "from 0 to 1"),
    ("cap", "no limit", "or none"),
    ("last_tile", "tripling", "doubling or points"),
    ("wind_snake_double", "dragon", "any or wind"),
    ("prevailing_wind", "west", "dice or rounds"),
    ("wind_pair", True, "wind_pairs"),
    ("", True, "rekje rules nts"),
    ("minimum_doubling", 1, "did you mean minimum_doublings?"),
]


@pytest.mark.parametrize(("name", "written", "word"), REFUSED)
def test_a_value_is_refused(name, written, word):
    with pytest.raises(RuleSetError) as error:
        Options().changed(name, written)
    assert repr(name if name not in option_infos() else written) in str(error.value)
    assert word in str(error.value)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_option_keeps_its_value_when_written_out(name):
    options = load_rule_set(name).options
    for option_name in option_infos():
        value = getattr(options, option_name)
        assert options.changed(option_name, str(value)) == options
        assert options.changed(option_name, value) == options


def test_options_are_explained_in_two_languages():
    for info in option_infos().values():
        assert info.en.strip()
        assert info.nl.strip()
        assert info.en != info.nl
        assert info.clause.startswith("C")


def test_options_do_not_change_the_rule_set_itself():
    nts = load_rule_set("nts")
    nts.with_options({"minimum_doublings": 1, "wind_pairs": True})
    assert nts.options == Options()
    assert load_rule_set("nts") is nts


def test_the_table_comes_first():
    competition = load_rule_set("rode-draak").with_options({"minimum_doublings": 1, "table": "b"})
    assert (competition.table, competition.options.minimum_doublings) == ("B", 1)
    assert competition.with_options({"table": "A"}).options == book(A).options


NO_TABLE = [("nts", "B", "no option 'table'"), ("rode-draak", "C", "A or B")]


@pytest.mark.parametrize(("name", "table", "word"), NO_TABLE)
def test_there_is_no_such_table(name, table, word):
    with pytest.raises(RuleSetError, match=word):
        load_rule_set(name).with_options({"table": table})


DIFFERENCES = {
    NTS: {},
    N02: {"wind_pairs": True, "prevailing_wind": "rounds", "east_stays_after_win": True},
    A: {
        "minimum_doublings": 0, "wind_pairs": True, "last_tile": "points", "loose_tile": "points",
        "short_dead_hand_scores": True, "closed_limit_doubled": True, "prevailing_wind": "rounds",
        "robbery_only_chow": True,
        "east_stays_after_win": True,
    },
    B: {
        "clean_suffices": True, "wind_pairs": True, "last_tile": "points",
        "short_dead_hand_scores": True, "closed_limit_doubled": True, "prevailing_wind": "rounds",
        "robbery_only_chow": True,
        "east_stays_after_win": True,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", BOOKS)
def test_where_a_rule_set_differs_from_nts(name):
    assert book(name).options == replace(Options(), **DIFFERENCES[name])

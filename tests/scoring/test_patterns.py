"""The pattern language of limit hands: what is a pattern, and which hands have it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_case import situation
from test_rulefile import CLUB, LIMIT, club, worth

from rekje.scoring.engine import score
from rekje.scoring.errors import RuleSetError
from rekje.scoring.notation import parse_hand
from rekje.scoring.patternlanguage import compile_pattern
from rekje.scoring.result import Rejected, Scored
from rekje.scoring.rulefile import rule_set_from_text
from rekje.scoring.tiles import Wind

# A pattern, how the hands were won, hands that are the pattern, hands that are not.
PATTERNS = [
    ("111a 999a 345a 678a 22a", "ES discard",
     ["22345678999p (111p) @2p", "22999s (1111s) (345s) (678s) @2s"],
     ["23456788999p (111p) @2p", "22345678999p (111m) @2p", "22345678p (111p) (999m) @2p"]),
    ("123a 123b 123c pung(567z) pair(1234z) shift", "ES discard",
     ["123m123p123s33z (777z) @1m", "789m789p789s44z [5555z] @7m"],
     ["123m234p345s33z (777z) @1m", "123123m123s33z (777z) @1m", "123m123p123s55z (777z) @1m"]),
    ("123a 123b 123c pung(567z) pair(1234z)", "ES discard",
     ["123m123p123s33z (777z) @1m"], ["789m789p789s44z [5555z] @7m"]),
    ("111a 222b 333c pung(z) pair(z) shift", "ES discard",
     ["111m222p333s44z (777z) @1m", "888s999m777p44z (777z) @8s"],
     ["111m222p333s44m (777z) @1m", "111m333p222m44z (777z) @1m"]),
    ("4*set(23468s 6z) pair(23468s 6z)", "ES discard",
     ["23466688s (222s) (666z) @8s", "23466688s (222s) (333s) @8s"],
     ["34566688s (222s) (666z) @8s", "23466655s (222s) (666z) @5s"]),
    ("4*pung(19) pair(19)", "ES discard",
     ["111999m11199p (9999s) @9p"], ["111999m11188p (9999s) @8p", "111999m111p444z99p @9p"]),
    ("4*chow(2345678) pair(2345678)", "ES discard",
     ["234567m34555p678s @4m"], ["123567m34555p678s @2m", "222567m34555p678s @5m"]),
    ("4*pung pair", "ES discard",
     ["222m55544p (333p) (8888s) @2m"],
     ["234m55544p (333p) (8888s) @2m"]),
    ("4*pung-only pair", "ES discard",
     ["222m55544p (333p) (888s) @2m"], ["222m55544p (333p) (8888s) @2m"]),
    ("4*kong pair", "ES discard",
     ["44p [2222m] (5555p) (3333p) (8888s) @4p"], ["22244p (5555p) (3333p) (8888s) @4p"]),
    ("4*closed-kong pair", "ES discard",
     ["44p [2222m] [5555p] [3333p] [8888s] @4p"], ["44p [2222m] [5555p] [3333p] (8888s) @4p"]),
    ("chow(a) chow(b) chow(c) set pair", "ES discard",
     ["123m456p55789s (777z) @5s", "123345m456p55789s @5s"],
     ["123345m55789s (777z) @5s", "123m456p55999s (777z) @5s"]),
    ("123a 456a 789a pung(19b) pair(a)", "ES discard",
     ["12345678911m (999s) @1m"], ["123456789m11p (999s) @1p", "11123456789m (999m) @1m"]),
    ("pung(m) pung(p) pung(s) pung(z) pair", "ES discard",
     ["222m555p888s55z (444z) @5z"],
     ["222333m888s55z (444z) @5z"]),
    ("4*set pair(own round)", "ES discard",
     ["234m555p678s11z (777z) @1z", "234m555p678s22z (777z) @2z"],
     ["234m555p678s33z (777z) @3z"]),
    ("4*set pair(own round)", "WN discard",
     ["234m555p678s33z (777z) @3z", "234m555p678s44z (777z) @4z"],
     ["234m555p678s11z (777z) @1z"]),
    ("pung(own) pung(round) 2*chow(a) pair(a)", "ES discard",
     ["12345699m (111z) (2222z) @9m"], ["12345699m (111z) (333z) @9m"]),
    ("111a 222a 333a 444a 55a | 999a 888a 777a 666a 55a", "ES discard",
     ["11122233355m (444m) @1m", "66677788855s (9999s) @5s"], ["22233344455m (666m) @2m"]),
    ("7*pair", "ES discard",
     ["1133m5577p2244s66z @6z", "1111m5577p2244s66z @6z"], ["1133m5577p2244s67z @7z"]),
    ("7*pair distinct", "ES discard",
     ["1133m5577p2244s66z @6z"], ["1111m5577p2244s66z @6z"]),
    ("7*pair(a b)", "ES discard",
     ["11335577m224466p @2p", "11335577s224466m @2m"], ["11335577m2244p66z @2p"]),
    ("7*pair(a) | 7*pair(z)", "ES discard",
     ["11224466778899s @4s", "11223344556677z @7z"],
     ["112244667788s11z @4s"]),
    ("1112345678999a tile(a)", "ES discard",
     ["11123455678999m @5m", "11112345678999p @2p"], ["1112345678999m5p @5p"]),
    ("19m19p19s1234567z tile(19m19p19s1234567z)", "ES discard",
     ["19m19p19s12345677z @7z", "119m19p19s1234567z @9s"],
     ["192m19p19s1234567z @2m", "119m19p19s1234566z @6z"]),
    ("123456789a 567z pair(1234z)", "ES discard",
     ["123456789s33567z @5z"], ["123456789s55667z @5z", "123456m789s33567z @5z"]),
    ("147a 258b 369c 1234z tile(1234z)", "ES discard",
     ["147m258p369s12344z @7m", "147s258m369p11234z @7s"],
     ["147m258m369s12344z @7m", "147m258p369s12345z @7m"]),
    ("159m159p159s12345z", "ES discard",
     ["159m159p159s12345z @9s"], ["159m159p159s12346z @9s"]),
    ("13579a 13579b pair(own) pair(round)", "ES discard",
     ["13579m13579s1122z @9s"], ["13579m13579s1133z @9s", "13579m1357m9s1122z @9s"]),
    ("12345a 12345b 2*pair(z) shift", "ES discard",
     ["12345m12345s1122z @5s", "56789p56789s7766z @5s"], ["12345m56789s1122z @5s"]),
]  # fmt: skip


def is_pattern(pattern, hand, how):
    text = f'name = "x"\n[options]\nminimum_doublings = 0\n{LIMIT}pattern = "{pattern}"'
    return worth(rule_set_from_text(text, "x.toml"), hand, how) == "x 100"


@pytest.mark.parametrize(("pattern", "how", "hands", "others"), PATTERNS)
def test_a_pattern(pattern, how, hands, others):
    assert [hand for hand in hands if not is_pattern(pattern, hand, how)] == []
    assert [hand for hand in others if is_pattern(pattern, hand, how)] == []


@pytest.mark.parametrize(("pattern", "how", "hands", "others"), PATTERNS)
def test_the_hands_of_the_patterns_can_be_read(pattern, how, hands, others):
    for hand in (*hands, *others):
        assert parse_hand(hand).tile_count == 14
        assert parse_hand(hand).winning


# A pattern that is none, and words of the message.
NO_PATTERNS = [
    ("", "0 tiles"),
    ("|", "0 tiles"),
    ("123456789a 567z", "12 tiles"),
    ("123456789a 567z tile(z) pair(z)", "15 tiles"),
    ("11111m 123456789p", "more than four"),
    ("123j 123m 123p 123s 11z", "no tile"),
    ("120m 123m 123p 123s 11z", "no tile 0m"),
    ("123m 123m 123p 123s 88z", "no tile 8z"),
    ("1234z 1234f 123456p", "no tile"),
    ("pung(19 pair(19)", "cannot read"),
    ("4*pung(19,z) pair", "cannot read"),
    ("4*pung(x) pair", "no suit 'x'"),
    ("4*pung(8z) pair", "no tile 8z"),
    ("4*pungs pair", "unknown word 'pungs'"),
    ("4*Pung pair", "cannot read"),
    ("5*pung pair", "an irregular hand is made of"),
    ("99*pair", "more than fourteen groups"),
    ("4*set pair | 4*set", "an irregular hand is made of"),
]


@pytest.mark.parametrize(("pattern", "words"), NO_PATTERNS)
def test_a_pattern_that_is_none(pattern, words):
    with pytest.raises(RuleSetError, match="pattern") as error:
        compile_pattern(pattern, (Wind.EAST, Wind.EAST))
    assert words in str(error.value)


SCRAPS = [
    *('"', "'", '"""', "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "#", "\n", " ", "|", "*"),
    *("-1", "0", "20", "1e99", "nan", "inf", "0x10", "true", "1979-05-27", "[]", "{}", '""'),
    *("nts2002", "rode-draak", "pair", "tile(a)", "shift", "distinct", "own", "111a", "22z"),
    *("schoon", "id", "when", "options", "values", "tables", "limits", "é", "\x00", "\\u0000"),
]


def _broken(text, edits):
    """Return the text with pieces cut out, doubled, put in or exchanged."""
    for at, length, scrap, keep in edits:
        start = at % (len(text) + 1)
        piece = text[start : start + length]
        text = text[:start] + (piece + scrap if keep else scrap) + text[start + length :]
    return text


EDITS = st.lists(
    st.tuples(
        st.integers(0, 5000), st.integers(0, 12), st.sampled_from(["", *SCRAPS]), st.booleans()
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=250, deadline=None, derandomize=True, database=None)
@given(EDITS)
def test_a_file_broken_at_random_is_refused_or_scores(edits):
    try:
        rules = club(_broken(CLUB, edits))
    except RuleSetError as error:
        assert "club.toml" in str(error)
        return
    result = score(parse_hand("234m55p678s (666z) (777z) @4m"), situation("ES discard"), rules)
    assert isinstance(result, Scored | Rejected)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(EDITS)
def test_a_pattern_broken_at_random_is_refused_or_compiles(edits):
    pattern = "111a 9*pair(19 own) set(23468s 6z) pung-only(1a) tile(z) shift | 1112345678999a"
    try:
        assert compile_pattern(_broken(pattern, edits), (Wind.EAST, Wind.SOUTH))
    except RuleSetError as error:
        assert "pattern" in str(error)

"""Every rule of every rule set: a hand to which it applies, and a near miss."""

from collections import Counter

import pytest
from rule_case import BOOKS, N02, NTS, A, B, book, situation
from rule_cases import CASES

from rekje.scoring.engine import score
from rekje.scoring.melds import PAIR
from rekje.scoring.notation import parse_hand
from rekje.scoring.result import Rejected, Scored
from rekje.scoring.rules import DoublingRule, LimitRule, PointRule, Who
from rekje.scoring.tiles import format_tiles

EACH = [pytest.param(case, name, id=f"{name}: {case}") for case in CASES for name in case.books]
POSITIVE = [one for one in EACH if one.values[0].value is not None]
NEAR_MISSES = [one for one in EACH if one.values[0].value is None]


def rule_of(rules, rule_id):
    return next(rule for rule in rules.rules if rule.id == rule_id)


def found(rule, result):
    """Return what a rule gave in a result: (value, sets or tiles) for each time it applied."""
    if isinstance(rule, PointRule):
        items = [one for one in result.items if (one.id, one.name) == (rule.item, rule.name)]
        return [(one.points, _as_laid(one)) for one in items]
    if isinstance(rule, DoublingRule):
        doublings = [one for one in result.doublings if one.id == rule.id]
        return [(one.doublings, format_tiles(one.tiles)) for one in doublings]
    limit = result.limit
    return [(limit.points, "")] if limit and limit.full_id == rule.id else []


def _as_laid(item):
    """Write an item as its set lies: (222m) open, 222m closed, [2222m] a closed kong."""
    tiles = format_tiles(item.tiles)
    if item.open:
        return f"({tiles})"
    kong = item.open is not None and len(item.tiles) == 4
    return f"[{tiles}]" if kong else tiles


def result_of(case, name):
    rules = book(name, **dict(case.options))
    return rules, score(parse_hand(case.hand), situation(case.how), rules)


@pytest.mark.parametrize(("case", "name"), POSITIVE)
def test_the_rule_applies(case, name):
    rules, result = result_of(case, name)
    assert isinstance(result, Scored), result.message.text()
    gave = found(rule_of(rules, case.rule), result)
    assert sum(value for value, _ in gave) == case.value
    if case.of:
        assert sorted(tiles for _, tiles in gave) == sorted(case.of)


@pytest.mark.parametrize(("case", "name"), NEAR_MISSES)
def test_the_rule_just_does_not_apply(case, name):
    rules, result = result_of(case, name)
    if isinstance(result, Rejected):
        assert result.code.value == case.instead
        return
    assert found(rule_of(rules, case.rule), result) == []
    if isinstance(case.instead, int):
        assert result.total == case.instead
    else:
        assert found(rule_of(rules, case.instead), result)


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_has_a_case_and_a_near_miss(name):
    ids = {rule.id for rule in book(name).rules}
    assert ids - {one.values[0].rule for one in POSITIVE if one.values[1] == name} == set()
    assert ids - {one.values[0].rule for one in NEAR_MISSES if one.values[1] == name} == set()
    assert {case.rule for case in CASES if name in case.books} <= ids


@pytest.mark.parametrize("name", BOOKS)
def test_points_and_doublings_make_the_total(name):
    for case in CASES:
        if name not in case.books:
            continue
        _, result = result_of(case, name)
        if isinstance(result, Scored) and not result.limit:
            assert result.points == sum(item.points for item in result.items)
            assert result.doubling_count == sum(one.doublings for one in result.doublings)
            assert result.total == result.points * 2**result.doubling_count


@pytest.mark.parametrize("name", BOOKS)
def test_ids_are_unique(name):
    counts = Counter(rule.id for rule in book(name).rules)
    assert [rule_id for rule_id, times in counts.items() if times > 1] == []


@pytest.mark.parametrize("name", BOOKS)
def test_rules_are_explained_in_two_languages(name):
    rules = book(name).rules
    for rule in rules:
        for text in (rule.name, rule.explanation):
            assert text.en.strip()
            assert text.nl.strip()
        assert rule.explanation.en != rule.explanation.nl
        assert rule.explanation.en != rule.name.en
        assert rule.explanation.nl != rule.name.nl
        assert rule.clause.strip()
    for texts in (
        [rule.name.en for rule in rules],
        [rule.explanation.en for rule in rules],
        [rule.explanation.nl for rule in rules],
    ):
        twice = {text for text, times in Counter(texts).items() if times > 1}
        assert twice <= ONE_HAPPENING


# Points or doublings for one happening, as an option says: these may be called the same.
ONE_HAPPENING = {"Last tile of the wall"}
SAME_IN_BOTH = {"Mahjong"}


@pytest.mark.parametrize("name", BOOKS)
def test_dutch_names_are_dutch(name):
    same = {rule.name.nl for rule in book(name).rules if rule.name.en == rule.name.nl}
    assert same <= SAME_IN_BOTH


LIMITS = [
    # The eighteen limit hands: the ten irregular ones, then the regular ones.
    ("negen_poorten", 2000),
    ("dertien_wezen", 2000),
    ("windenslang", 1000),
    ("drakenslang", 1000),
    ("hof_van_peking", 1000),
    ("tweelingen_van_troefstenen", 2000),
    ("zuivere_tweelingen", 1000),
    ("zeer_schone_tweelingen", 1000),
    ("schone_tweelingen", 500),
    ("zeven_tweelingen", 250),
    ("vier_winden", 2000),
    ("drie_draken", 2000),
    ("jadespel", 2000),
    ("spel_van_de_hemel", 2000),
    ("vier_verborgen_kongs", 2000),
    ("kop_en_staart", 2000),
    ("spel_van_de_aarde", 1000),
    ("kronkelende_slang", 1000),
]


@pytest.mark.parametrize("name", [NTS, N02])
def test_the_eighteen_limit_hands(name):
    rules = book(name)
    assert [(rule.id, rule.value) for rule in rules.active_limits] == LIMITS


CLUB_LIMITS = {
    "spel_van_de_hemel": 1000,
    "negen_poorten": 1000,
    "dertien_wezen": 1000,
    "zeven_tweelingen_superschoon": 1000,
    "zeven_tweelingen_schoon": 500,
    "slang_1": 500,
    "slang_2": 500,
    "hof_van_peking": 500,
    "spel_van_de_rode_draak": 500,
    "jadespel": 1000,
    "vier_winden": 1000,
    "kronkelende_slang": 1000,
}


@pytest.mark.parametrize("name", [A, B])
def test_the_limit_hands_of_de_rode_draak(name):
    assert {rule.id: rule.value for rule in book(name).active_limits} == CLUB_LIMITS


WINNERS_DOUBLINGS = {
    "volledig_gesloten", "vier_chows", "vier_pungs", "pure_eenvoud", "kleine_vier_winden",
    "kleine_drie_draken", "laatste_steen", "laatste_steen_kringen_1", "bloeiende_bloemen",
    "bloeiende_bloemen_kringen_5", "kong_op_kong", "kongroof",
}  # fmt: skip


@pytest.mark.parametrize("name", [NTS, N02])
def test_some_doublings_are_for_the_winner_only(name):
    winners = {rule.id for rule in book(name).doublings if rule.who is Who.WINNER}
    assert winners == WINNERS_DOUBLINGS


def test_limit_hands_need_a_pattern_or_a_moment():
    for name in BOOKS:
        for rule in book(name).limits:
            assert isinstance(rule, LimitRule)
            assert bool(rule.pattern) != bool(rule.moment)


SHARED_READINGS = [
    # A limit hand replaces points, doublings, flowers and seasons.
    (NTS, "111999m11199p999s @9p +1f1q", "ES discard", 2000),
    (NTS, "55p444z (111z) (222z) (333z) @5p +1f", "EE discard", 2000),
    # Several limit hands at once: the highest.
    (NTS, "11223344556677z @7z", "EE heaven", 2000),
    (NTS, "11223344556677z @7z", "SE earth", 2000),
    (NTS, "113355p11223344z @1p", "SE earth", 1000),
    # An ordinary reading that is worth more than the limit hand of another reading counts.
    (NTS, "223344m667788p55s @4m", "ES self-draw", 352),
    (N02, "223344m667788p55s @4m", "ES discard", 250),
]


@pytest.mark.parametrize(("name", "hand", "how", "expected"), SHARED_READINGS)
def test_limit_hands_and_other_readings(name, hand, how, expected):
    result = score(parse_hand(hand), situation(how), book(name))
    assert (result.code.value if isinstance(result, Rejected) else result.total) == expected


@pytest.mark.parametrize("name", BOOKS)
def test_the_sets_of_a_winner_are_the_hand(name):
    for case in CASES:
        if name in case.books and situation(case.how).is_winner:
            _, result = result_of(case, name)
            if isinstance(result, Scored) and result.sets:
                assert sum(2 if one.kind is PAIR else 3 for one in result.sets) == 14

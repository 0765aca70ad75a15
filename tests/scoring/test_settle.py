"""Who pays whom: the winner from everybody, the losers each other, East double."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rekje.scoring.settle import Payment, SettlementError, settle
from rekje.scoring.tiles import Wind

EAST, SOUTH, WEST, NORTH = Wind

# The scores of East, South, West and North, the winner, what each gains.
TABLES = [
    # East wins: everybody pays double
    ((100, 0, 0, 0), EAST, (600, -200, -200, -200)),
    ((100, 40, 20, 0), EAST, (600, -140, -200, -260)),
    # another wins: East pays double
    ((0, 100, 0, 0), SOUTH, (-200, 400, -100, -100)),
    ((0, 0, 0, 100), NORTH, (-200, -100, -100, 400)),
    # the losers settle the difference, with East double
    ((30, 100, 10, 0), SOUTH, (-200 + 40 + 60, 400, -100 - 40 + 10, -100 - 60 - 10)),
    ((0, 10, 100, 30), WEST, (-200 - 20 - 60, -100 + 20 - 20, 400, -100 + 60 + 20)),
    # equal losers pay each other nothing
    ((8, 100, 8, 8), SOUTH, (-200, 400, -100, -100)),
    # a loser with more than the winner still pays in full
    ((0, 50, 2000, 0), SOUTH, (-100 - 4000, 200, -50 + 4000 + 2000, -50 - 2000)),
    ((1000, 50, 0, 0), SOUTH, (-100 + 4000, 200, -50 - 2000, -50 - 2000)),
    # a dead hand has nothing, but pays like the others
    ((50, 40, 0, 100), NORTH, (-200 + 20 + 100, -100 - 20 + 40, -100 - 100 - 40, 400)),
    # nothing at all, by a rule set without points
    ((0, 0, 0, 0), WEST, (0, 0, 0, 0)),
    # a draw: nobody scores, whatever was counted
    ((100, 40, 20, 0), None, (0, 0, 0, 0)),
]


@pytest.mark.parametrize(("scores", "winner", "net"), TABLES)
def test_a_table(scores, winner, net):
    found = settle(dict(zip(Wind, scores, strict=True)), winner)
    assert found.net == net
    assert [found.net_of(seat) for seat in Wind] == list(net)


PAYMENTS = [
    ((30, 100, 10, 0), SOUTH, "E>S 200, W>S 100, N>S 100, W>E 40, N>E 60, N>W 10"),
    ((100, 40, 40, 0), EAST, "S>E 200, W>E 200, N>E 200, N>S 40, N>W 40"),
    ((100, 40, 40, 0), None, ""),
]


@pytest.mark.parametrize(("scores", "winner", "payments"), PAYMENTS)
def test_every_payment_is_listed(scores, winner, payments):
    found = settle(dict(zip(Wind, scores, strict=True)), winner).payments
    letters = [f"{one.payer.name[0]}>{one.payee.name[0]} {one.amount}" for one in found]
    assert sorted(letters) == sorted(payments.split(", ") if payments else [])


def test_as_json():
    document = settle(dict(zip(Wind, (0, 100, 0, 0), strict=True)), SOUTH).to_json("nts2002")
    assert document == {
        "schema": 1,
        "ruleset": "nts2002",
        "winner": "south",
        "net": {"east": -200, "south": 400, "west": -100, "north": -100},
        "payments": [
            {"from": "east", "to": "south", "amount": 200},
            {"from": "west", "to": "south", "amount": 100},
            {"from": "north", "to": "south", "amount": 100},
        ],
    }
    assert settle({}, None).to_json() == {
        "schema": 1, "ruleset": "nts", "winner": None,
        "net": {"east": 0, "south": 0, "west": 0, "north": 0}, "payments": [],
    }  # fmt: skip


REFUSED = [
    ({EAST: 1, SOUTH: 2, WEST: 3}, "the score of north is missing"),
    ({}, "the score of east is missing"),
    ({EAST: 1, SOUTH: -2, WEST: 3, NORTH: 4}, "the score of south is -2"),
]


@pytest.mark.parametrize(("scores", "words"), REFUSED)
def test_scores_that_cannot_be_settled(scores, words):
    with pytest.raises(SettlementError, match=words):
        settle(scores, EAST)


SCORES = st.fixed_dictionaries({seat: st.integers(0, 10**7) for seat in Wind})
WINNERS = st.sampled_from([*Wind, None])
quickly = settings(max_examples=150, deadline=None, derandomize=True, database=None)


@quickly
@given(SCORES, WINNERS)
def test_what_one_gains_another_pays(scores, winner):
    found = settle(scores, winner)
    assert sum(found.net) == 0
    for seat in Wind:
        received = sum(one.amount for one in found.payments if one.payee is seat)
        paid = sum(one.amount for one in found.payments if one.payer is seat)
        assert found.net_of(seat) == received - paid
    assert all(one.amount > 0 for one in found.payments)
    assert len({frozenset((one.payer, one.payee)) for one in found.payments}) == len(found.payments)


@quickly
@given(SCORES, st.sampled_from(Wind))
def test_the_winner_gets_six_or_four_times_the_score(scores, winner):
    times = 6 if winner is EAST else 4
    assert settle(scores, winner).net_of(winner) == times * scores[winner]


@quickly
@given(SCORES, st.sampled_from(Wind))
def test_every_pair_settles_its_difference(scores, winner):
    payments = settle(scores, winner).payments
    for one in Wind:
        for other in list(Wind)[one.number :]:
            factor = 2 if one is EAST else 1
            if winner in (one, other):
                payer = other if one is winner else one
                amount = scores[winner]
            else:
                payer = one if scores[one] < scores[other] else other
                amount = abs(scores[one] - scores[other])
            payee = other if payer is one else one
            expected = [Payment(payer, payee, amount * factor)] if amount else []
            assert [pay for pay in payments if {pay.payer, pay.payee} == {one, other}] == expected


@quickly
@given(SCORES, st.sampled_from([SOUTH, WEST, NORTH]), st.permutations([SOUTH, WEST, NORTH]))
def test_the_other_three_seats_are_alike(scores, winner, order):
    moved = dict(zip((SOUTH, WEST, NORTH), order, strict=True)) | {EAST: EAST}
    other = settle({moved[seat]: scores[seat] for seat in Wind}, moved[winner])
    assert [other.net_of(moved[seat]) for seat in Wind] == list(settle(scores, winner).net)

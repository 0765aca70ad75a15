"""What a hand of thirteen waits for, what each tile would score, and what could be exchanged.

A wait is written as its tile and what it comes to: a total, a range, or the code of the refusal;
for a self-draw and then for a discard, or for the one way to win that is known. `cake` is
Pe-ling's 1p.
"""

import pytest
from known_case import known
from rule_case import N02, NTS, A, B, book

from rekje.scoring.assess import Range
from rekje.scoring.notation import parse_hand
from rekje.scoring.result import Scored
from rekje.scoring.waits import exchanges, waits

NO_ROBBERY = {"pe_ling_by_robbery": False}
NO_DOUBLINGS = "too_few_doublings"


def worth(found):
    if isinstance(found, Range):
        return f"{found.low}-{found.high}"
    result = found.result
    return str(result.total) if isinstance(result, Scored) else result.code.value


def told(wait):
    """Write a wait as the tables do."""
    totals = [worth(found) for _, found in wait.results]
    return " ".join([wait.tile.code, *["cake"] * wait.pe_ling, *totals])


def found_waits(hand, how, name=NTS, **options):
    return [told(one) for one in waits(parse_hand(hand), known(how), book(name, **options))]


# fmt: off
WAITS = [
    # Two sides of a chow; a self-draw gives two points more.
    ("678m45p88s777z (111z)", "ES", [f"3p {34 * 4} {32 * 4}", f"6p {34 * 4} {32 * 4}"]),
    ("678m45p88s [2222z] (111z)", "ES", [f"3p {58 * 4} {56 * 4}", f"6p {58 * 4} {56 * 4}"]),
    # Two pairs: the discard makes an open pung, the tile from the wall a closed one.
    ("11s11p456m (777z) (111z)", "ES", [f"1p {38 * 4} {32 * 4}", f"1s {38 * 4} {32 * 4}"]),
    # Waiting for the pair: the only possible tile, and Pe-ling where that is 1s.
    ("234567m1p777z (111z)", "ES", [f"1p {38 * 4} {36 * 4}"]),
    ("234567m1s777z (111z)", "ES", [f"1p cake {48 * 4} {46 * 4}", f"1s {38 * 4} {36 * 4}"]),
    # One of the tiles would be mahjong, the other not.
    ("44m11z (777z) (345p) (678s)", "ES",
     [f"4m {NO_DOUBLINGS} {NO_DOUBLINGS}", f"1z {34 * 4} {28 * 4}"]),
    ("678m45p88s777z (333z)", "ES",
     [f"3p {NO_DOUBLINGS} {NO_DOUBLINGS}", f"6p {NO_DOUBLINGS} {NO_DOUBLINGS}"]),
    # Irregular limit hands, with Pe-ling in the twins.
    ("19m19p19s1134567z", "ES", ["2z 2000 2000"]),
    ("2255m1133p7799s4z", "ES", ["4z 250 250"]),
    ("2255m1133p7799s1s", "ES", ["1p cake 250 250", "1s 250 250"]),
    # All of them: thirteen orphans wait for any of their tiles, nine gates for the whole suit.
    ("19m19p19s1234567z", "ES", [
        f"{tile} 2000 2000" for tile in (
            *("1m", "9m", "1p", "9p", "1s", "9s"), *(f"{number}z" for number in range(1, 8))
        )
    ]),
    ("1112345678999p", "ES", [f"{number}p 2000 2000" for number in range(1, 10)]),
    # Nothing: no tile helps, or it would be the fifth of its kind.
    ("135m246p1357s246z", "ES", []),
    ("3m456p [3333m] (111z) (777z)", "ES", []),
    # Four circles 1 in the hand: no fifth for Pe-ling.
    ("1111p23p1s (777z) (111z)", "ES", [f"1s {42 * 4} {40 * 4}"]),
    # What is not known gives a range for each tile; a way that is no mahjong counts as nothing.
    ("678m45p88s777z (111z)", "E-",
     [f"3p {34 * 4}-{34 * 8} {32 * 4}-{32 * 8}", f"6p {34 * 4}-{34 * 8} {32 * 4}-{32 * 8}"]),
    ("678m45p88s777z (333z)", "E-", [f"3p 0-{34 * 4} 0-{32 * 4}", f"6p 0-{34 * 4} 0-{32 * 4}"]),
    # A known way to win is the only one that is scored.
    ("678m45p88s777z (111z)", "ES discard", [f"3p {32 * 4}", f"6p {32 * 4}"]),
    ("678m45p88s777z (111z)", "ES self-draw", [f"3p {34 * 4}", f"6p {34 * 4}"]),
    ("678m45p88s777z (111z)", "ES last-wall", [f"3p {34 * 8}", f"6p {34 * 8}"]),
    ("678m45p88s777z (111z)", "ES rob-kong", [f"3p {32 * 8}", f"6p {32 * 8}"]),
    ("678m45p88s777z (111z)", "E- discard", [f"3p {32 * 4}-{32 * 8}", f"6p {32 * 4}-{32 * 8}"]),
    # A robbed tile is the last of its kind: no 1s beside the 1s that is held, but a cake.
    ("456m567p1s (777z) (111z)", "ES rob-kong", [f"1p cake {42 * 8}", "1s not_mahjong"]),
    # A marked winning tile, or that the player lost, changes nothing about the waits.
    ("678m45p88s777z (111z) @4p", "ES discard", [f"3p {32 * 4}", f"6p {32 * 4}"]),
    ("678m45p88s777z (111z)", "ES loser", [f"3p {34 * 4} {32 * 4}", f"6p {34 * 4} {32 * 4}"]),
    # Too few or too many tiles, or a hand that is wrong in itself.
    ("678m45p88s77z (111z)", "ES", []),
    ("678m345p88s777z (111z)", "ES", []),
    ("55555p88s777z (111z)", "ES", []),
    ("678m45p777z (88s) (111z)", "ES", []),
    ("1m", "ES", []),
]
# fmt: on


@pytest.mark.parametrize(("hand", "how", "expected"), WAITS)
def test_what_a_hand_waits_for(hand, how, expected):
    assert found_waits(hand, how) == expected


OTHER_BOOKS = [
    (N02, {}, "234567m1s777z (111z)", "ES",
     [f"1p cake {48 * 4} {46 * 4}", f"1s {38 * 4} {36 * 4}"]),
    # The club has no points for completing the pair.
    (A, {}, "234567m1s777z (111z)", "ES", [f"1p cake {46 * 4} {44 * 4}", f"1s {36 * 4} {34 * 4}"]),
    # A hand with flowers is no hand in a game without them.
    (N02, {}, "678m45p88s777z (111z) +1f", "ES", []),
    (NTS, {}, "678m45p88s777z (111z) +2f", "ES", [f"{n}p {38 * 4} {36 * 4}" for n in (3, 6)]),
    # Where Pe-ling may not eat a robbed tile, that cake is no wait.
    (NTS, NO_ROBBERY, "456m567p1s (777z) (111z)", "ES rob-kong", ["1s not_mahjong"]),
    (NTS, {"minimum_doublings": 1}, "678m45p88s777z (333z)", "ES",
     [f"{n}p {34 * 2} {32 * 2}" for n in (3, 6)]),
    (A, {}, "678m45p88s777z (333z)", "ES", [f"{n}p {34 * 2} {32 * 2}" for n in (3, 6)]),
    (B, {"minimum_doublings": 3}, "678m45p88s777z (111z)", "ES",
     [f"{n}p {NO_DOUBLINGS} {NO_DOUBLINGS}" for n in (3, 6)]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "hand", "how", "expected"), OTHER_BOOKS)
def test_the_rule_set_decides(name, options, hand, how, expected):
    assert found_waits(hand, how, name, **options) == expected


def test_no_cake_in_a_game_without_pe_ling(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\nparent = "nts"\nremove = ["pe_ling_eet_cake"]\n', "utf-8")
    assert found_waits("234567m1s777z (111z)", "ES", str(path)) == [f"1s {38 * 4} {36 * 4}"]


def test_waits_as_json():
    def first(hand, how):
        return waits(parse_hand(hand), known(how), book(NTS))[0].to_json("nl")

    assert first("234567m1s777z (111z)", "ES") == {
        "tile": "1p",
        "pe_ling": True,
        "wins": {
            "self-draw": {"total": 192, "limit": None},
            "discard": {"total": 184, "limit": None},
        },
    }
    assert first("2255m1133p7799s4z", "ES discard") == {
        "tile": "4z",
        "pe_ling": False,
        "wins": {"discard": {"total": 250, "limit": "zeven_tweelingen"}},
    }
    assert first("678m45p88s777z (111z)", "E- discard")["wins"] == {
        "discard": {"total": None, "total_range": [128, 256]}
    }
    refused = "geen mahjong: 1 van 2 verdubbelingen: Pung van draken"
    assert first("678m45p88s777z (333z)", "ES discard")["wins"] == {
        "discard": {"total": None, "error": {"code": NO_DOUBLINGS, "message": refused}}
    }


EXCHANGES = [
    # Four sets and two loose tiles: either becomes a pair, or the pung gives one to a new wait.
    ("123456789m11167z", ["1z > 5z", "6z > 7z", "7z > 6z"]),
    ("123m45p77z9s (111z) (777s)", ["9s > 3p 6p"]),
    ("1234456789m1117z", ["1m > 7z", "4m > 7z", "7z > 1m 4m 7m"]),
    # Irregular hands, while nothing is laid out.
    ("2255m1133p7799s14z", ["1z > 4z", "4z > 1z"]),
    ("19m19p19s1123456z5m", ["5m > 7z"]),
    ("2255m1133p14z (777s)", []),
    # Two tiles away.
    ("135m246p1357s2466z", []),
    # Complete: nothing to exchange, also when it lacks doublings.
    ("678m345p88s777z (111z)", []),
    ("678m345p88s777z (333z)", []),
    # A hand of another size.
    ("678m45p88s777z (111z)", []),
    ("123456789m111677z", []),
]


@pytest.mark.parametrize(("hand", "expected"), EXCHANGES)
def test_what_could_be_exchanged(hand, expected):
    found = exchanges(parse_hand(hand), known("ES"), book(NTS))
    tiles = [(one.out.code, " ".join(tile.code for tile in one.waits)) for one in found]
    assert [f"{out} > {instead}" for out, instead in tiles] == expected
    assert [one.to_json() for one in found] == [
        {"out": out, "waits": instead.split()} for out, instead in tiles
    ]

"""Hand text: what it reads, how it writes, and where it says that a text is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rekje.scoring.errors import NotationError
from rekje.scoring.melds import Meld, MeldKind
from rekje.scoring.notation import format_hand, parse_hand, parse_tiles
from rekje.scoring.tiles import Tile, format_tiles

SAME = [
    ("678m345p88s777z (111z) @3p", "678m345p88s777z (111z) @3p"),
    ("@3p(111z)777z88s345p678m", "678m345p88s777z (111z) @3p"),
    ("67m 8m", "678m"),
    ("0m 0p 0s", "5m5p5s"),
    ("678M", "678m"),
    ("+1f 3q [5555p] 22s", "22s [5555p] +1f3q"),
    ("22s +3q1f (111z)", "22s (111z) +1f3q"),
    ("(312m)", "(123m)"),
    ("(11z) @1z", "(11z) @1z"),
    ("1j", "1j"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "written"), SAME)
def test_reads_and_writes(text, written):
    hand = parse_hand(text)
    assert format_hand(hand) == written
    assert parse_hand(written) == hand


WRONG = [
    ("67", 1, "bad_notation"),
    ("67x", 2, "bad_notation"),
    ("6 7m", 1, "bad_notation"),
    ("m", 0, "bad_notation"),
    ("12m?3p", 3, "bad_notation"),
    ("12m0z", 3, "bad_notation"),
    ("8z", 0, "bad_notation"),
    ("123m5f", 4, "bad_notation"),
    ("2j", 0, "bad_notation"),
    ("12m (111z", 4, "bad_notation"),
    ("(11(1z)", 3, "bad_notation"),
    ("(111z [2222m])", 6, "bad_notation"),
    ("12m)", 3, "bad_notation"),
    ("(111z]", 5, "bad_notation"),
    ("12m @", 4, "bad_notation"),
    ("12m @34m", 4, "bad_notation"),
    ("12m @1m @2m", 8, "bad_notation"),
    ("12m @1f", 5, "bad_notation"),
    ("12m +", 4, "bad_notation"),
    ("12m +3p", 5, "bad_notation"),
    ("12m +1f3p", 7, "bad_notation"),
    ("back", 0, "bad_notation"),
    ("12m (189m)", 4, "invalid_meld"),
    ("12m (123z)", 4, "invalid_meld"),
    ("12m (1122m)", 4, "invalid_meld"),
    ("12m (1m)", 4, "invalid_meld"),
    ("12m ()", 4, "invalid_meld"),
    ("12m (12m3p)", 4, "invalid_meld"),
    ("12m (111f)", 4, "invalid_meld"),
    ("12m [111z]", 4, "invalid_meld"),
    ("12m [123m]", 4, "invalid_meld"),
    ("(11111z)", 0, "invalid_meld"),
]


@pytest.mark.parametrize(("text", "position", "code"), WRONG)
def test_points_at_the_wrong_character(text, position, code):
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert (caught.value.position, caught.value.code.value) == (position, code)
    for lang in ("en", "nl"):
        assert caught.value.message.text(lang)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_in_place(text):
    try:
        hand = parse_hand(text)
    except NotationError as error:
        assert 0 <= error.position < max(1, len(text))
        assert error.message.text("nl")
    else:
        assert parse_hand(format_hand(hand)) == hand


@given(st.text(alphabet="0123456789mpszfqj()[]@+ ", max_size=60))
def test_any_near_hand_text_is_read_or_refused_in_place(text):
    test_any_text_is_read_or_refused_in_place.hypothesis.inner_test(text)


@given(st.lists(st.sampled_from([tile for tile in Tile if tile is not Tile.BACK])))
def test_tiles_round_trip(tiles):
    assert sorted(t.index for t in parse_tiles(format_tiles(tiles))) == sorted(
        t.index for t in tiles
    )


def test_the_44_names_are_in_class_order():
    suits = [f"{n}{letter}" for letter in "mps" for n in range(1, 10)]
    others = [f"{n}z" for n in range(1, 8)]
    others += [f"{n}{letter}" for letter in "fq" for n in range(1, 5)]
    assert [tile.code for tile in Tile] == [*suits, *others, "1j", "back"]
    assert [tile.index for tile in Tile] == list(range(44))


def test_a_meld_knows_its_kind():
    assert Meld.of(parse_tiles("333p")).kind is MeldKind.PUNG
    assert Meld.of(parse_tiles("3333p")).kind is MeldKind.KONG
    assert Meld.of(parse_tiles("33p")).kind is MeldKind.PAIR
    assert Meld.of(parse_tiles("534p"), open=True) == Meld(MeldKind.CHOW, Tile.P3, open=True)

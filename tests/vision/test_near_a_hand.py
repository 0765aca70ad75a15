"""What lies near a hand, and whether it is of it."""

from dataclasses import replace

import pytest
from laid_tiles import SIZE, row

from rekje.scoring.tiles import Tile
from rekje.vision.understand import Corrections, correct, understand


@pytest.mark.parametrize("y", [600, 380])
def test_what_hardly_looks_like_a_tile_and_lies_by_itself_is_not_of_the_hand(y):
    thirteen = row("678345m345p88s77z")
    (print_,) = row("1z", x=400, y=y)
    assert understand([*thirteen, print_], SIZE).hand_text == "345678m345p88s177z"
    unclear = replace(print_, found=0.4)
    assert understand([*thirteen, unclear], SIZE).hand_text == "345678m345p88s77z"


def test_an_unclear_tile_that_completes_the_hand_is_of_it():
    thirteen = row("678345m345p88s77z")
    (seventh,) = row("7z", x=400, y=380)
    reading = understand([*thirteen, replace(seventh, found=0.4)], SIZE)
    assert reading.hand_text == "345678m345p88s777z @7z"


def test_a_tile_that_a_person_named_is_of_the_hand_however_unclear():
    tiles = [*row("678345m345p88s77z"), *row("1z", x=400, y=600)]
    reading = understand([*tiles[:-1], replace(tiles[-1], found=0.3)], SIZE)
    said = correct(reading, Corrections(tiles=((14, Tile("1z")),)))
    assert said.hand_text == "345678m345p88s177z"


def test_a_face_on_a_wall_is_not_of_the_hand():
    hand, wall = row("678345m345p88s77z", y=800), row("bb1s", y=650)
    assert understand(hand + wall, SIZE).hand_text == "345678m345p88s77z"
    (apart,) = row("6m", x=820, y=800)
    assert understand([*hand, apart, *wall], SIZE).hand_text == "3456678m345p88s77z"


def test_a_back_beside_an_open_set_does_not_hide_it():
    hand, pung = row("678345m88s77z", y=800), row("555pb", y=640)
    pung[-1] = replace(pung[-1], is_faint=True, found=0.8)
    assert understand(hand + pung, SIZE).hand_text == "345678m88s77z (555p)"


def test_backs_beside_a_kong_of_four_backs_do_not_make_it_a_wall():
    hand = row("678345m88s", y=800) + row("bbbb", y=690)
    sides = [replace(tile, is_faint=True, found=0.85) for tile in row("bb", y=635)]
    codes = [note.code for note in understand(hand + sides, SIZE).warnings]
    assert "hidden_kong" in codes


def test_two_kongs_of_four_backs_are_no_wall():
    hand = row("678345m88s", y=800) + row("bbbb", y=690)
    hidden = understand(hand + row("bbbb", y=625), SIZE).warnings
    assert [note.code for note in hidden].count("hidden_kong") == 2


def test_four_backs_amid_others_are_no_kong():
    hand = row("678345m88s", y=800)
    kong = row("bbbb", y=640)
    assert "hidden_kong" in [note.code for note in understand(hand + kong, SIZE).warnings]
    wall = [tile for y in (585, 530) for tile in row("bbbbbb", y=y)]
    assert "hidden_kong" not in [n.code for n in understand(hand + kong + wall, SIZE).warnings]


def test_a_wall_is_no_way_to_flowers_of_another():
    hand = row("678345m345p88s777z", y=800)
    wall = [tile for y in (690, 580, 470, 360) for tile in row("bbbbbb", y=y)]
    flowers = row("1f3q", y=250)
    assert understand(hand + wall + flowers, SIZE).hand_text == "345678m345p88s777z"

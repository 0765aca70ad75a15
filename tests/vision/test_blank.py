"""Blank tiles that are no white dragons, and white dragons that are."""

from dataclasses import replace

import pytest
from laid_tiles import HIGH, SIZE, row, tile_at

from rekje.scoring.tiles import Tile
from rekje.vision.understand import Corrections, correct, understand


def test_blank_sides_on_the_edge_of_a_tile_are_no_dragons():
    tiles = row("678345m345p88s77z")
    (left, edge), (right, _) = tiles[4].quad[:2]
    quad = ((left, edge - HIGH / 2), (right, edge - HIGH / 2), (right, edge), (left, edge))
    top = replace(tile_at(0, 0, Tile.WHITE), quad=quad, found=0.45)
    reading = understand([*tiles, top], SIZE)
    assert reading.hand_text == "345678m345p88s77z"
    assert "blank_sides" in [note.code for note in reading.warnings]
    assert len(reading.tiles) == 13
    clear = understand([*tiles, replace(top, found=0.9)], SIZE)
    assert len(clear.tiles) == 14


def test_unclear_white_dragons_in_a_second_row_are_tiles():
    below = [replace(tile, found=0.55) for tile in row("555z", y=625)]
    assert understand(row("678345m88s", y=555) + below, SIZE).hand_text == "345678m88s (555z)"
    two = [replace(tile, found=0.4) for y in (500, 555) for tile in row("5z", y=y)]
    assert len(understand(two, SIZE).tiles) == 2


@pytest.mark.parametrize("kong", ["1m55z1m", "5z11m5z", "11m5z1m"])
def test_backs_as_blank_as_white_dragons_are_of_the_kong(kong):
    reading = understand(row("678345m88s777z", y=800) + row(kong, y=640), SIZE)
    assert reading.hand_text == "345678m88s777z [1111m]"
    (note,) = [note for note in reading.warnings if note.code == "blank_backs"]
    assert not reading.certain
    n = int(dict(note.values)["n"])
    said = correct(reading, Corrections(tiles=((n, Tile.WHITE),)))
    assert "[1111m]" not in said.hand_text
    assert said.tile(n).tile is Tile.WHITE


BLANK_KONG = row("123m789s666p11z_3s5z5z3s")


@pytest.mark.parametrize(
    ("fixes", "text"),
    [
        # Both hidden tiles named as what they are, one of them, a back confirmed.
        ({13: "3s", 14: "3s"}, "123m666p789s11z [3333s]"),
        ({13: "3s"}, "123m666p789s11z [3333s]"),
        ({13: "back"}, "123m666p789s11z [3333s]"),
        # One white dragon is enough to say that there is no kong.
        ({13: "5z"}, "123m666p33789s1155z"),
        ({13: "5z", 14: "5z"}, "123m666p33789s1155z"),
    ],
)
def test_blank_backs_corrected(fixes, text):
    reading = understand(BLANK_KONG, SIZE)
    said = Corrections(tiles=tuple((n, Tile(code)) for n, code in fixes.items()))
    corrected = correct(reading, said)
    assert corrected.hand_text == text
    assert correct(corrected, Corrections()).hand_text == text


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("123m789s11z_3sb5z3s_666p", "123m789s11z (666p) [3333s]"),
        ("123m789s555z11z_3s5z5z3s", "123m789s11555z [3333s]"),
        ("5z3s3s5z_5z4p4p5z_5z6p6p5z_5z7p7p5z_11z", "11z [4444p] [6666p] [7777p] [3333s]"),
    ],
)
def test_blank_backs_are_no_white_dragons_too_many(text, hand):
    assert understand(row(text, x=60), SIZE).hand_text == hand


def test_what_was_left_out_is_told_after_a_correction_too():
    reading = understand(row("123m456p789s11z_5z5z5z5z_5z5z"), SIZE)
    assert "blank_sides" in [note.code for note in reading.warnings]
    said = correct(reading, Corrections(tiles=((1, Tile("1m")),)))
    assert "blank_sides" in [note.code for note in said.warnings]
    assert not said.certain


@pytest.mark.parametrize("tiles", ["55z11m", "5z111m", "1m55z2m", "5555z", "1f55z1f"])
def test_white_dragons_in_order_are_no_backs(tiles):
    reading = understand(row("678345m88s77z", y=800) + row(tiles, y=640), SIZE)
    assert not [tile for tile in reading.tiles if tile.read_as is Tile.BACK]

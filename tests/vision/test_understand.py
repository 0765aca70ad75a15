"""What tiles laid out on a table are read as."""

import itertools
import json
import math
import random
from dataclasses import replace

import numpy as np
import pytest
from laid_tiles import SIZE, WIDE, aslant, row, tile_at, turned

from rekje.scoring.laid import GroupKind
from rekje.scoring.tiles import Tile
from rekje.vision.decode import _in_order
from rekje.vision.layout import lay_out
from rekje.vision.reading import Note
from rekje.vision.understand import Corrections, correct, understand

LAID = {
    "one row": (row("678345m345p88s777z"), "345678m345p88s777z"),
    "open pung behind the row": (
        row("678345m88s777z") + row("111z", y=380),
        "345678m88s777z (111z)",
    ),
    "open chow with a turned tile": (row("678345m88s777z_1'23p"), "345678m88s777z (123p)"),
    "two middle tiles of a closed kong down": (
        row("678345m88s777z") + row("5pbb5p", y=380),
        "345678m88s777z [5555p]",
    ),
    "outer tiles down": (row("678345m88s777z") + row("b55pb", y=380), "345678m88s777z [5555p]"),
    "one tile down": (row("678345m88s777z") + row("55pb5p", y=380), "345678m88s777z [5555p]"),
    "an open kong that touches the concealed tiles": (
        row("1111444555p11555z"),
        "444555p11555z (1111p)",
    ),
    "two open kongs that touch": (
        row("44s") + row("2222m_5555p", y=380) + row("8888s7777z", y=260),
        "44s (2222m) (5555p) (8888s) (7777z)",
    ),
    "four equal tiles that are no kong": (row("111123456p789s55z"), "111123456p789s55z"),
    "bonus tiles at the end": (row("678345m345p88s777z_1f3q"), "345678m345p88s777z +1f3q"),
    "bonus tiles in the row": (row("678345m2f345p88s777z"), "345678m345p88s777z +2f"),
    "discards far away": (
        row("678345m345p88s777z", y=800) + row("1m4p9s", y=200) + row("2z3z5s", y=140),
        "345678m345p88s777z",
    ),
    "a wall behind": (
        row("678345m345p88s777z", y=800) + row("bbbbbbbbbbbb", y=300),
        "345678m345p88s777z",
    ),
}


@pytest.mark.parametrize("name", LAID)
def test_hand_of_a_layout(name):
    tiles, wanted = LAID[name]
    assert understand(tiles, SIZE).hand_text == wanted


@pytest.mark.parametrize("name", LAID)
@pytest.mark.parametrize("degrees", [7, -12, 90, 180, 270])
def test_the_same_however_the_camera_is_held(name, degrees):
    tiles, wanted = LAID[name]
    assert understand(turned(tiles, degrees), SIZE).hand_text == wanted


@pytest.mark.parametrize("name", sorted(set(LAID) - {"discards far away"}))
@pytest.mark.parametrize("degrees", [0, 25, -20])
def test_the_same_from_a_flat_angle(name, degrees):
    tiles, wanted = LAID[name]
    assert understand(aslant(turned(tiles, degrees), 0.8), SIZE).hand_text == wanted


def test_winning_tile_set_apart():
    reading = understand(row("34567m345p88s777z") + row("8m", x=330, y=380), SIZE)
    assert reading.hand_text == "345678m345p88s777z @8m"
    assert next(g.kind for g in reading.groups) is GroupKind.WINNING


def test_sets_laid_out_with_gaps_may_be_open_or_closed():
    reading = understand(row("678m_345m_345p_88s_777z"), SIZE)
    assert reading.hand_text == "345678m345p88s777z"
    assert [g.open for g in reading.groups if g.kind is not GroupKind.PAIR] == [None] * 4
    assert len(reading.hands) == 16
    assert not reading.certain
    opened = correct(reading, Corrections(open=(4,)))
    assert opened.hand_text == "345678m345p88s (777z)"
    assert len(opened.hands) == 8


@pytest.mark.parametrize("gap", [0.0, 9.0])
def test_sets_apart_are_open_unless_smaller_gaps_part_the_others_too(gap):
    tiles, x = row("111p_999m", y=500), 530.0
    for word in ("666s", "222z", "55p"):
        tiles += row(word, x=x)
        x += WIDE * len(word[:-1]) + gap
    reading = understand(tiles, SIZE)
    laid_out = gap > 0
    assert reading.hand_text == ("999m11155p666s222z" if laid_out else "55p666s222z (999m) (111p)")
    assert {g.open for g in reading.groups if g.kind is GroupKind.PUNG} == {
        None if laid_out else True
    }
    assert not (laid_out and reading.certain)


def test_four_face_down_tiles_are_asked_for():
    reading = understand(row("678345m88s777z") + row("bbbb", y=380), SIZE)
    note = next(note for note in reading.warnings if note.code == "hidden_kong")
    assert not reading.certain
    named = correct(reading, Corrections(tiles=((dict(note.values)["n"], Tile("5p")),)))
    assert named.hand_text == "345678m88s777z [5555p]"


def test_naming_a_face_down_tile_takes_effect_or_is_refused():
    reading = understand(row("678345m88s777z") + row("5pbb5p", y=380), SIZE)
    first, *backs, last = next(g.tiles for g in reading.groups if g.kind is GroupKind.KONG)
    with pytest.raises(ValueError, match=f"tile {backs[0]} cannot be 6p: it lies face down"):
        correct(reading, Corrections(tiles=((backs[0], Tile("6p")),)))
    same = correct(reading, Corrections(tiles=((backs[0], Tile("5p")),)))
    assert same.hand_text == reading.hand_text
    all_four = tuple((n, Tile("6p")) for n in (first, *backs, last))
    assert correct(reading, Corrections(tiles=all_four)).hand_text == "345678m88s777z [6666p]"


@pytest.mark.parametrize(
    ("code", "one", "more"),
    [
        ("other_tiles", "1 tile lies", "2 tiles lie"),
        ("maybe_missed", "1 more tile may", "2 more tiles may"),
        ("blank_sides", "1 blank tile more", "2 blank tiles more"),
    ],
)
def test_notes_on_one_thing_are_of_one_thing(code, one, more):
    assert Note.of(code, count=1).text().startswith(one)
    assert Note.of(code, count=2).text().startswith(more)
    assert " stenen " not in Note.of(code, count=1).text("nl")


def test_a_faint_back_beside_a_row_does_not_bend_it():
    tiles = row("567m1p233p45p22m777z2p")
    end = max(tile.quad[1][0] for tile in tiles)
    back = tile_at(end + 28, 484, Tile.BACK, turn=-15)
    last = len(tiles) - 1
    assert lay_out([*tiles, replace(back, is_faint=True)]).stray[last] < 0.01
    assert lay_out([*tiles, back]).stray[last] > 0.1


@pytest.mark.parametrize("unseen", [(1,), (2,), (1, 2)])
def test_backs_of_a_kong_that_were_overlooked(unseen):
    kong = row("5pbb5p", y=380)
    left = [tile for place, tile in enumerate(kong) if place not in unseen]
    reading = understand(row("678345m88s777z") + left, SIZE)
    assert reading.hand_text == "345678m88s777z [5555p]"
    (note,) = [note for note in reading.warnings if note.code == "unseen_backs"]
    assert dict(note.values)["count"] == 2
    assert not reading.certain


@pytest.mark.parametrize(("laid", "wanted"), [("555pb", "(555p)"), ("5pbb5p", "[5555p]")])
def test_a_faint_back_makes_a_kong_only_between_equal_tiles(laid, wanted):
    beside = [replace(tile, is_faint=tile.is_back) for tile in row(laid, y=380)]
    reading = understand(row("678345m88s777z") + beside, SIZE)
    assert reading.hand_text == f"345678m88s777z {wanted}"


def test_rules_settle_a_tile_and_say_so():
    tiles = row("678345m345p88s777z")
    x, y = np.mean(tiles[4].quad, axis=0)
    tiles[4] = tile_at(x, y, Tile("6m"), _4m=0.3)
    reading = understand(tiles, SIZE)
    assert reading.hand_text == "345678m345p88s777z"
    (changed,) = [tile for tile in reading.tiles if tile.tile is not tile.read_as]
    assert (changed.n, changed.read_as, changed.tile) == (5, Tile("6m"), Tile("4m"))
    assert not reading.certain
    assert "changed_tile" in {note.code for note in reading.warnings}


def test_never_five_of_a_kind():
    tiles = row("555556p")
    x, y = np.mean(tiles[2].quad, axis=0)
    tiles[2] = tile_at(x, y, Tile("5p"), _8p=0.2)
    reading = understand(tiles, SIZE)
    assert [tile.tile.code for tile in reading.tiles] == ["5p", "5p", "8p", "5p", "5p", "6p"]


def test_two_near_readings_are_both_told():
    tiles = row("678345m345p88s77z")
    tiles.append(tile_at(tiles[-1].quad[1][0] + 20.5, 500, Tile("7z"), _8s=0.45))
    reading = understand(tiles, SIZE)
    assert reading.hand_text == "345678m345p88s777z"
    assert [len(other.tiles) for other in reading.others] == [1]
    assert not reading.certain


def test_clear_tiles_are_certain_and_counted():
    assert understand(row("678345m345p88s777z"), SIZE).certain
    few = understand(row("678345m345p777z"), SIZE)
    assert not few.certain
    assert [note.code for note in few.warnings] == ["too_few_tiles"]
    assert few.warnings[0].text().startswith("12 tiles found, 14 needed")
    waiting = understand(row("678345m345p8s777z"), SIZE)
    assert waiting.certain
    assert [note.code for note in waiting.warnings] == ["too_few_tiles"]
    assert waiting.warnings[0].text().startswith("13 tiles found, 14 needed for mahjong")
    apart = understand([*row("678345m345p8s777z"), *row("1z", x=1000, y=60)], SIZE)
    assert [note.code for note in apart.warnings] == ["other_tiles", "too_few_tiles"]
    assert not apart.certain
    many = understand(row("678345m345p88s777z123p"), SIZE)
    assert many.hand_text == "345678m123345p88s777z"


def test_a_tile_cut_off_is_told():
    reading = understand(row("678345m345p88s777z", x=-12.0), SIZE)
    assert reading.warnings[0].text() == "a tile is cut off at the left edge (tile 1)"
    assert not reading.certain


@pytest.mark.parametrize("text", ["1234f", "bbb", "b", "1f", "5z", "555z_bb"])
def test_a_few_tiles_of_any_kind(text):
    reading = understand(row(text), SIZE)
    assert len(reading.tiles) == len(row(text))
    assert not reading.certain


def test_a_face_that_looks_the_same_both_ways_up_may_lie_sideways():
    tiles = row("678345m88s777z") + row("4'56p", y=380)
    corners = np.array(tiles[11].quad)
    middle = corners.mean(axis=0)
    # Such a tile's outline is often found nearly square.
    square = (corners - middle) * (0.87, 1.15) + middle
    quad = tuple((float(x), float(y)) for x, y in square)
    for half_turn, sideways in ((0.48, True), (0.0, False)):
        unsure = replace(tiles[11], quad=quad, turn_confidence=0.5, half_turn=half_turn)
        reading = understand([*tiles[:11], unsure, *tiles[12:]], SIZE)
        assert reading.hand_text == "345678m88s777z (456p)"
        assert reading.tile(1).turned is sideways


def test_a_row_is_not_cut_beside_a_turned_tile_whose_outline_is_short():
    tiles = row("6'66m", y=400)
    corners = np.array(tiles[0].quad)
    short = (corners - corners.mean(axis=0)) * (0.63, 1.0) + corners.mean(axis=0)
    tiles[0] = replace(tiles[0], quad=tuple((float(x), float(y)) for x, y in short))
    assert len(lay_out(tiles).segments) == 1
    assert len(lay_out(row("66m", x=200) + row("6m", x=293)).segments) == 2


def test_it_is_asked_which_sets_are_open_where_all_lie_set_by_set():
    tiles = row("456p234s345s", y=640) + row("234m", y=800) + row("2p", x=560, y=800)
    reading = understand(tiles + row("2p", x=700, y=720), SIZE)
    assert reading.hand_text.endswith("@2p")
    assert not reading.certain
    assert "open_unknown" in [note.code for note in reading.warnings]


@pytest.mark.parametrize("name", LAID)
def test_every_reading_can_be_written_as_json(name):
    reading = understand(LAID[name][0], SIZE)
    document = json.loads(json.dumps(reading.to_json("nl")))
    assert [tile["n"] for tile in document["tiles"]] == [tile.n for tile in reading.tiles]
    assert {type(tile["turned"]) for tile in document["tiles"]} == {bool}


def test_no_tiles():
    reading = understand((), SIZE)
    assert [note.code for note in reading.warnings] == ["no_tiles"]
    assert reading.hand is None
    assert not reading.certain
    assert reading.hand_text == ""


def test_corrections_keep_the_numbers():
    reading = understand(row("678345m345p88s777z1s"), SIZE)
    dropped = correct(reading, Corrections(dropped=(15,), tiles=((1, Tile("9m")),)))
    assert dropped.tile(1).tile is Tile("9m")
    assert [tile.n for tile in dropped.tiles] == list(range(1, 15))
    with pytest.raises(ValueError, match="no tile 99"):
        correct(reading, Corrections(dropped=(99,)))
    with pytest.raises(ValueError, match="is no set"):
        correct(reading, Corrections(open=(0,)))
    with pytest.raises(ValueError, match="no group 7"):
        correct(reading, Corrections(open=(7,)))


def test_corrections_against_each_other_are_refused():
    reading = understand(row("678345m88s777z") + row("111z", y=380), SIZE)
    pung = next(number for number, g in enumerate(reading.groups) if g.kind is GroupKind.PUNG)
    with pytest.raises(ValueError, match=f"group {pung} cannot be open and closed"):
        correct(reading, Corrections(open=(pung,), closed=(pung,)))
    with pytest.raises(ValueError, match="tile 3 cannot be 1m and 9m"):
        correct(reading, Corrections(tiles=((3, Tile("9m")), (3, Tile("1m")))))
    with pytest.raises(ValueError, match="tile 3 cannot be named and dropped"):
        correct(reading, Corrections(dropped=(3,), tiles=((3, Tile("9m")),)))


def test_every_way_to_name_tiles_comes_in_order():
    draw = random.Random(4)
    tiles = list(Tile)
    for _ in range(150):
        choices = []
        for _ in range(draw.randint(1, 5)):
            shares = sorted((draw.random() for _ in range(draw.randint(1, 4))), reverse=True)
            choices.append([(tiles[n], math.log(share)) for n, share in enumerate(shares)])
        found = list(_in_order(choices))
        every = sorted(
            (sum(step for _, step in way) for way in itertools.product(*choices)), reverse=True
        )
        assert len({names for _, names in found}) == len(found) == len(every)
        assert np.allclose([value for value, _ in found], every)

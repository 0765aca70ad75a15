"""What users of such programs complain about, each with the smallest picture that would show it.

The pictures are drawn, with tile sets of the house: what is asked is what a complaint was about,
not how good the networks are on photos (`rekje models evaluate` says that).
"""

from collections import Counter
from functools import lru_cache

import cv2
import numpy as np
import pytest

import rekje
from rekje.datasets.render.layouts.place import Layout, Spot
from rekje.datasets.render.scene import RenderOptions, render_layout
from rekje.datasets.render.tileset import draw_tileset
from rekje.scoring.laid import GroupKind
from rekje.scoring.notation import parse_tiles
from rekje.scoring.tiles import Tile

SETS = (3, 7, 12, 21, 30)
ROW = "678345m345p88s777z"


def codes(text):
    """Return the tiles of a text in its order."""
    found, digits = [], ""
    for char in text:
        if char.isdigit():
            digits += char
        else:
            found += [parse_tiles(digit + char)[0] for digit in digits]
            digits = ""
    return found


@lru_cache(maxsize=64)
def strip(text, seed, *, sideways=0, gap=0.0, size=(960, 540)):
    """Return pixels of a row of tiles lying on a table; a clean view of a set of the house."""
    for tries in range(40):
        rng = np.random.default_rng([seed, tries, 77])
        tiles = draw_tileset(np.random.default_rng([seed, 5]), fonts=False)
        layout = Layout(tiles, rng, jitter=0.1)
        group = layout.group(GroupKind.OTHER)
        wide = layout.height if sideways else layout.width
        start = Spot(-len(codes(text)) * wide / 2, 0.0)
        layout.row(tuple(codes(text)), start, group, gap=gap, sideways=sideways)
        scene = render_layout(layout, rng, RenderOptions(size_px=size, fonts=False), "a.jpg")
        quads = np.array([label.quad.corners for label in scene.record.tiles])
        sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
        clear = all((label.visible or 1.0) > 0.98 for label in scene.record.tiles)
        clear = clear and len(quads) == len(codes(text))
        inside = (quads > 4).all() and (quads < np.array(size) - 4).all()
        flat = (sides.min(axis=1) / sides.max(axis=1)).min() < 0.55
        if (
            clear
            and inside
            and not flat
            and not scene.lookalikes
            and sides.min() > 26
            and scene.image.max(axis=2).mean() > 60
        ):
            return scene.image
    raise AssertionError("no clear view in forty tries")


def read(pixels):
    """Return the reading of pixels."""
    return rekje.open_reader().read(np.ascontiguousarray(pixels))


def seen(reading):
    """Return the tiles of a reading but for faint backs: the parts of a rim may look like those."""
    pairs = zip(reading.tiles, reading.seen, strict=True)
    return [tile for tile, one in pairs if not one.is_faint]


def names(pixels):
    """Return the codes read, in reading order, before any rule had its say."""
    return [tile.read_as.code for tile in seen(read(pixels))]


def right(text, **how):
    """Return the share of the tiles of a row, over all sets, that are read as what they are."""
    hits = 0
    for seed in SETS:
        found = Counter(names(strip(text, seed, **how)))
        hits += (found & Counter(tile.code for tile in codes(text))).total()
    return hits / (len(SETS) * len(codes(text)))


def found(text, **how):
    """Return the share of the tiles of a row that are found, over all sets."""
    counts = [len(names(strip(text, seed, **how))) for seed in SETS]
    return 1 - sum(abs(count - len(codes(text))) for count in counts) / (
        len(SETS) * len(codes(text))
    )


@pytest.mark.parametrize("text", ["456p79s", "2444p2244p", "79s456p789s", "123m789m456m"])
def test_look_alikes_of_a_suit_are_told_apart(text):
    assert right(text) >= 0.9


def test_thirteen_touching_tiles_of_a_small_picture():
    pixels = strip(ROW, 7)
    small = cv2.resize(pixels, (640, 360), interpolation=cv2.INTER_AREA)
    assert len(seen(read(small))) == 14


def test_birds_of_several_sets():
    assert right("111s66z") >= 0.8


def test_the_white_dragon_is_not_overlooked():
    assert found("123m555z789s") >= 0.9


@pytest.mark.parametrize(("text", "seed"), [("1234567m12345678p", 13), ("1112223334445556s", 21)])
def test_more_tiles_than_a_hand_has_are_all_shown_and_counted(text, seed):
    reading = read(strip(text, seed))
    assert len(seen(reading)) == len(codes(text))
    assert not reading.certain


def test_sideways_flowers_and_seasons_are_found():
    assert found("1234f", sideways=1) >= 0.5


@pytest.mark.parametrize("degrees", [5, 15, 30, 90, 180])
def test_a_turned_table_reads_the_same(degrees):
    pixels = strip(ROW, 12)
    height, width = pixels.shape[:2]
    frame = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    side = int(np.hypot(width, height)) + 1
    frame[:, 2] += (side - np.array([width, height])) / 2
    turned = cv2.warpAffine(pixels, frame, (side, side), borderValue=(90, 90, 90))
    assert read(turned).hand_text == read(pixels).hand_text != ""


@pytest.mark.parametrize(
    "light", [(1.1, 0.9, 0.62), (0.85, 0.95, 1.15), (0.55, 0.55, 0.55)], ids=["lamp", "sky", "dim"]
)
def test_the_colour_of_the_light_makes_no_difference(light):
    pixels = strip(ROW, 12)
    lit = np.clip(pixels * np.array(light), 0, 255).astype(np.uint8)
    assert read(lit).hand_text == read(pixels).hand_text != ""


def test_half_in_the_shadow():
    pixels = strip(ROW, 12)
    shade = np.ones(pixels.shape[1])
    shade[pixels.shape[1] // 2 :] = 0.5
    lit = (pixels * shade[None, :, None]).astype(np.uint8)
    assert read(lit).hand_text == read(pixels).hand_text != ""


def test_a_reflection_loses_no_tile_silently():
    pixels = strip(ROW, 12)
    glare = np.zeros(pixels.shape[:2], np.float32)
    x, y = np.mean(read(pixels).tiles[5].quad, axis=0)
    cv2.circle(glare, (int(x), int(y)), 26, 1.0, -1)
    glare = cv2.GaussianBlur(glare, (0, 0), 10)[..., None]
    lit = np.clip(pixels + 160 * glare, 0, 255).astype(np.uint8)
    reading = read(lit)
    assert len(reading.tiles) == len(read(pixels).tiles) or not reading.certain
    assert len(reading.tiles) >= len(read(pixels).tiles) - 1


def test_a_dark_picture_is_said_to_be_one():
    dark = (strip(ROW, 12) * 0.12).astype(np.uint8)
    reading = read(dark)
    assert "too_dark" in {note.code for note in reading.warnings}
    assert not reading.certain


def test_tiles_too_small_to_read_are_said_to_be():
    small = cv2.resize(strip(ROW, 12), (320, 180), interpolation=cv2.INTER_AREA)
    reading = read(small)
    assert {"too_small", "no_tiles"} & {note.code for note in reading.warnings}
    assert not reading.certain


def test_five_of_a_kind_never_pass_unnoticed():
    reading = read(strip("55555p66p", 12))
    fives = sum(tile.tile is Tile.P5 for tile in reading.tiles)
    assert fives <= 4 or "impossible" in {note.code for note in reading.warnings}
    assert not reading.certain

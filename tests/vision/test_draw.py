from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from rekje.scoring.assess import assess
from rekje.scoring.hand import Known, Win
from rekje.scoring.laid import GroupKind
from rekje.scoring.notation import parse_hand
from rekje.scoring.tiles import Tile, Wind
from rekje.vision.drawing.annotate import DrawError, annotate, save_png
from rekje.vision.drawing.labels import Label, plan
from rekje.vision.drawing.sheet import Sheet, score_sheet
from rekje.vision.drawing.text import draw_text, text_width, wrap
from rekje.vision.drawing.words import group_word, tile_lines
from rekje.vision.reading import Note, Reading, ReadingGroup, TileReading

SIZE = (960, 640)
CODES = "1m 2m 3m 5z 5z 5z 3p 3p"


def row(
    codes: str = CODES, *, turn: float = 0.0, tile_px: float = 40.0, size: tuple[int, int] = SIZE
) -> Reading:
    """A row in the middle of a picture, turned clockwise by some degrees."""
    names = codes.split()
    way = np.exp(1j * np.radians(turn))
    tiles = []
    for n, code in enumerate(names):
        left = (n - len(names) / 2) * tile_px
        corners = np.array([0, tile_px, tile_px + 1.4j * tile_px, 1.4j * tile_px])
        spots = (corners + left - 0.7j * tile_px) * way + size[0] / 2 + size[1] / 2 * 1j
        quad = tuple((float(spot.real), float(spot.imag)) for spot in spots)
        tiles.append(TileReading(n + 1, Tile(code), Tile(code), 0.9, (), quad, False, 0))
    group = ReadingGroup(GroupKind.CONCEALED, False, tuple(range(1, len(names) + 1)))
    return Reading(*size, tuple(tiles), (group,))


def doubtful(reading: Reading, n: int) -> Reading:
    tiles = tuple(
        replace(tile, doubtful=True, alternatives=((Tile.P2, 0.3), (Tile.S6, 0.2)))
        if tile.n == n
        else tile
        for tile in reading.tiles
    )
    return replace(reading, tiles=tiles)


def photo(size: tuple[int, int] = SIZE, level: int = 120) -> np.ndarray:
    return np.full((size[1], size[0], 3), level, np.uint8)


def overlap(one: Label, other: Label) -> bool:
    a, b = one.box, other.box
    return min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5


def sheet(text: str = "678m345p88s777z (111z) @3p", lang: str = "en") -> Sheet:
    known = Known(Wind.EAST, Wind.SOUTH, Win.SELF_DRAW)
    return score_sheet(assess(parse_hand(text), known), lang, "NTS")


@pytest.mark.parametrize("turn", [0, 7, 30, 45, 90, 135, 180, 270])
@pytest.mark.parametrize("tile_px", [25, 40, 65])
def test_labels_of_a_row_stand_apart_and_off_the_tiles(turn: float, tile_px: float) -> None:
    reading = doubtful(row(turn=turn, tile_px=tile_px), 4)
    found = plan(reading, SIZE, "en")
    assert [label.n for label in found.labels] == [tile.n for tile in reading.tiles]
    assert [word.lines for word in found.words] == [("concealed",)]
    for one, other in combinations((*found.labels, *found.words), 2):
        assert not overlap(one, other)
    if turn % 90 == 0 and tile_px > 25:
        for label in found.labels:
            for tile in reading.tiles:
                (x0, y0), (x1, y1) = np.min(tile.quad, axis=0), np.max(tile.quad, axis=0)
                shared = min(label.box[2], x1) - max(label.box[0], x0)
                assert shared < 1 or min(label.box[3], y1) - max(label.box[1], y0) < 1


@pytest.mark.parametrize("turn", [0, 180])
def test_labels_stand_below_for_the_viewer(turn: float) -> None:
    reading = row(turn=turn)
    assert all(label.box[1] > 340 for label in plan(reading, SIZE, "en").labels)


@pytest.mark.parametrize("size", [(330, 64), (64, 330), (200, 200), (40, 30), (1, 1)])
@pytest.mark.parametrize("turn", [0, 45, 90])
def test_no_label_leaves_the_picture(size: tuple[int, int], turn: float) -> None:
    found = plan(doubtful(row(turn=turn, size=size), 2), size, "nl")
    for label in (*found.labels, *found.words):
        x0, y0, x1, y1 = label.box
        assert x0 >= 0
        assert y0 >= 0
        assert x1 <= size[0]
        assert y1 <= size[1]
    for one, other in combinations(found.labels, 2):
        assert not overlap(one, other)
    assert annotate(photo(size), row(turn=turn, size=size)).ndim == 3


def test_a_crowded_table_keeps_its_labels_apart() -> None:
    tiles, groups = [], []
    for line in range(5):
        some = row("1m 2m 3m 4m 5m 6m 7m 8m", tile_px=34).tiles
        shift = (line - 2) * 34 * 1.4
        for tile in some:
            quad = tuple((x, y + shift) for x, y in tile.quad)
            tiles.append(replace(tile, n=tile.n + 8 * line, quad=quad, group=line))
        numbers = tuple(range(8 * line + 1, 8 * line + 9))
        groups.append(ReadingGroup(GroupKind.OTHER, None, numbers))
    found = plan(Reading(*SIZE, tuple(tiles), tuple(groups)), SIZE, "en")
    assert len(found.labels) == 40
    assert not any(overlap(*pair) for pair in combinations(found.labels, 2))


@pytest.mark.parametrize(
    ("size", "drawn"),
    [
        ((320, 240), (640, 480)),
        ((800, 600), (1600, 1200)),
        ((2000, 1500), (2000, 1500)),
        ((4032, 3024), (2400, 1800)),
    ],
)
def test_small_photos_grow_and_large_ones_shrink(
    size: tuple[int, int], drawn: tuple[int, int]
) -> None:
    assert annotate(photo(size), Reading(*size)).shape == (drawn[1], drawn[0], 3)


def test_quads_follow_the_size_of_the_view() -> None:
    """A view of half the size is drawn upon like the original."""
    reading = row("back", tile_px=200, size=(2400, 1600))
    reading = replace(reading, groups=(ReadingGroup(GroupKind.OTHER, None, (1,)),))
    whole = annotate(photo((2400, 1600)), reading)
    half = annotate(photo((1200, 800)), reading)
    boxes = []
    for picture in (whole, half):
        ys, xs = np.nonzero((picture == 170).all(axis=2))
        corners = [xs.min(), ys.min(), xs.max(), ys.max()]
        boxes.append(np.array(corners) / picture.shape[1] * 2400)
    assert np.allclose(boxes[0], [1100, 660, 1300, 940], atol=8)
    assert np.allclose(*boxes, atol=3)


def test_draws_the_same_twice_and_leaves_the_photo_alone() -> None:
    pixels, reading = photo((1700, 900)), doubtful(row(size=(1700, 900)), 2)
    first = annotate(pixels, reading, sheet())
    assert (pixels == 120).all()
    assert (first == annotate(pixels, reading, sheet())).all()


def test_doubtful_tiles_have_a_colour_of_their_own() -> None:
    def vermillion(reading: Reading) -> int:
        return int((annotate(photo(), reading) == (213, 94, 0)).all(axis=2).sum())

    assert vermillion(row()) == 0
    assert vermillion(doubtful(row(), 3)) > 500


def test_nothing_read_leaves_the_photo_as_it_is() -> None:
    assert (annotate(photo((1700, 900)), Reading(1700, 900)) == 120).all()
    assert annotate(photo((1, 1)), Reading(1, 1)).shape == (2, 2, 3)


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize("size", [(960, 640), (640, 960), (60, 40), (3000, 300)])
def test_the_sheet_stands_beside_or_below(size: tuple[int, int], lang: str) -> None:
    reading = Reading(*size, warnings=(Note.of("no_tiles"),))
    plain = annotate(photo(size), reading)
    full = annotate(photo(size), reading, sheet(lang=lang), lang)
    assert full.shape[0] > plain.shape[0] or full.shape[1] > plain.shape[1]
    assert (full[: plain.shape[0], : plain.shape[1]] == plain).all()
    # Paper, not ink, along the outer edges.
    assert (full[-1, plain.shape[1] :] == full[-1, -1]).all()


def test_a_portrait_photo_has_a_short_sheet_at_its_right() -> None:
    size = (1200, 1600)
    assert annotate(photo(size), Reading(*size), sheet()).shape[0] == 1600


def test_sheets_say_the_total_in_both_languages() -> None:
    assert sheet().total == "Total: 34 x 2 x 2 = 136"
    assert sheet(lang="nl").total == "Totaal: 34 x 2 x 2 = 136"
    heads = [section.heading for section in sheet(lang="nl").sections]
    assert heads == ["Sets", "Punten", "Verdubbelingen"]
    assert "geen mahjong" in sheet("123m", "nl").total or "nodig" in sheet("123m", "nl").total


def test_a_range_names_what_is_needed() -> None:
    found = score_sheet(assess(parse_hand("678m345p88s777z (111z)"), Known()), "nl")
    assert found.total.startswith("Totaal: tussen")
    assert found.notes[0].startswith("Nog op te geven: de eigen wind")


def test_words_of_groups_and_tiles() -> None:
    pung = ReadingGroup(GroupKind.PUNG, None, (1, 2, 3))
    assert group_word(pung, 2, "nl") == "2: pung, open of dicht?"
    assert group_word(replace(pung, open=True), 2, "en") == "pung, open"
    tile = row("3p").tiles[0]
    assert tile_lines(tile, "en") == ("1 3p",)
    assert tile_lines(replace(tile, read_as=Tile.P2), "en") == ("1 3p", "(2p)")
    unsure = replace(tile, doubtful=True, alternatives=((Tile.P2, 0.1),), no_tile=0.4)
    assert tile_lines(unsure, "nl") == ("1 3p?", "geen steen 2p")


def test_long_lines_wrap() -> None:
    text = "Het seizoen met het nummer van de eigen wind " + "123456789m" * 8
    lines = wrap(text, 20, 160)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(text_width(line, 20) <= 160 for line in lines)
    assert wrap("", 20, 160) == []
    assert wrap("ab", 20, 1) == ["a", "b"]


def test_accents_are_drawn_though_the_font_lacks_them() -> None:
    def written(text: str) -> np.ndarray:
        image = Image.new("L", (60, 40))
        draw_text(ImageDraw.Draw(image), (2, 2), text, 24, 255)
        return np.asarray(image)

    plain, accented = written("een"), written("één")
    first = plain.nonzero()[0].min()
    assert accented.nonzero()[0].min() < first
    assert (accented[first + 2 :] == plain[first + 2 :]).all()


def test_saves_whole_pictures(tmp_path: Path) -> None:
    path = tmp_path / "out.png"
    for level in (7, 9):
        save_png(photo((30, 20), level), path)
        with Image.open(path) as image:
            assert (np.asarray(image) == level).all()
    assert [one.name for one in tmp_path.iterdir()] == ["out.png"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("out.jpg", r"\.png"), ("no/out.png", "cannot be written"), ("dir.png", "is a folder")],
)
def test_says_why_it_cannot_save(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "dir.png").mkdir()
    with pytest.raises(DrawError, match=said):
        save_png(photo((30, 20)), tmp_path / name)


def test_wants_rgb() -> None:
    with pytest.raises(ValueError, match=r"\(4, 5\) uint8"):
        annotate(np.zeros((4, 5), np.uint8), Reading(5, 4))

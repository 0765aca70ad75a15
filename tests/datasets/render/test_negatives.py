"""Hard negatives: lookalikes, prints, captions and clutter carry no labels."""

import numpy as np
import pytest

from rekje.datasets.records import GroupKind
from rekje.datasets.render.captions import add_captions
from rekje.datasets.render.clutter import add_clutter, add_hand
from rekje.datasets.render.faces.letters import draw_letters
from rekje.datasets.render.layouts.place import Layout, Spot
from rekje.datasets.render.lookalikes import LOOKALIKES, lookalike
from rekje.datasets.render.prints import add_cloth_prints, add_ruler, draw_print
from rekje.datasets.render.scene import RenderOptions, render_scene
from rekje.datasets.render.solids import FRONT
from rekje.datasets.render.tileset import TileSet, draw_tileset
from rekje.scoring.tiles import Tile


@pytest.fixture(scope="module")
def tiles() -> TileSet:
    return draw_tileset(np.random.default_rng(1), fonts=False)


def row(tiles: TileSet, seed: int) -> Layout:
    made = Layout(tiles, np.random.default_rng(seed))
    made.row((Tile("1p"),) * 6, Spot(-60, 0), made.group(GroupKind.OTHER))
    return made


@pytest.mark.parametrize("kind", LOOKALIKES)
def test_lookalikes_are_printed(kind: str) -> None:
    rng = np.random.default_rng(4)
    letters = tuple(draw_letters(rng, chinese=chinese, fonts=False) for chinese in (True, False))
    thing = lookalike(kind, Spot(10, 20, 0.4), letters, rng)
    assert thing.decals[FRONT].levels[0][..., 3].mean() > 2
    assert thing.corners()[:, 2].min() == pytest.approx(0, abs=1e-9)


def test_what_passes_for_a_face_is_told_where_no_tile_lies() -> None:
    told = 0
    for index in range(24):
        options = RenderOptions(kind="samples", size_px=(320, 240), fonts=False)
        scene = render_scene(3, index, options)
        boxes = [label.quad.box for label in scene.record.tiles]
        for quad in scene.lookalikes:
            x0, y0, x1, y1 = quad.box
            assert 0 <= x0 < x1 <= 320
            assert 0 <= y0 < y1 <= 240
            assert not any(x0 < b[2] and x1 > b[0] and y0 < b[3] and y1 > b[1] for b in boxes)
            told += 1
    assert told > 5


def test_clutter_keeps_clear_of_the_tiles(tiles: TileSet) -> None:
    things = 0
    for seed in range(30):
        made = row(tiles, seed)
        rng = np.random.default_rng(seed)
        add_clutter(made, rng)
        low = [prop for prop in made.props if prop.corners()[:, 2].min() < 1]
        things += len(low)
        for prop in low:
            for piece in made.pieces:
                assert np.linalg.norm((prop.centre_mm - piece.solid.centre_mm)[:2]) > made.width / 2
    assert things > 20


def test_a_hand_stays_above_the_tiles(tiles: TileSet) -> None:
    made = row(tiles, 2)
    add_hand(made, np.random.default_rng(2))
    assert len(made.props) > 5
    top = max(piece.solid.corners()[:, 2].max() for piece in made.pieces)
    assert min(prop.corners()[:, 2].min() for prop in made.props) > top - 6


def test_prints_and_captions(tiles: TileSet) -> None:
    rng = np.random.default_rng(3)
    letters = tiles.house.chinese, tiles.house.latin
    for _ in range(12):
        assert draw_print(rng, letters, 0.8).pixels.shape == (102, 128, 4)
    prints = add_cloth_prints(row(tiles, 1), rng)
    assert all(FRONT in mark.decals for mark in prints)
    plain = np.full((120, 160, 3), 90, np.uint8)
    for seed in range(8):
        written = add_captions(plain, np.random.default_rng(seed), letters)
        assert written.shape == plain.shape
        assert (written != plain).any()
    assert (plain == 90).all()


def test_a_ruler_lies_before_the_row_and_touches_none_of_its_tiles(tiles: TileSet) -> None:
    printed = 0
    for seed in range(20):
        made = row(tiles, seed)
        add_ruler(made, np.random.default_rng(seed))
        (ruler,) = made.props
        printed += FRONT in ruler.decals
        nearest = min(piece.solid.corners()[:, 1].min() for piece in made.pieces)
        assert ruler.corners()[:, 1].max() < nearest
        assert np.ptp(ruler.corners()[:, 0]) > 5 * made.width
    assert 10 < printed < 20

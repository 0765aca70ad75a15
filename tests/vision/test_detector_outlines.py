"""Outlines of tiles: there and back through the net's numbers, and which are the same tile."""

import numpy as np
import pytest

from rekje.vision import looks
from rekje.vision.heatmap import corners_of, find_peaks, geometry_of
from rekje.vision.outlines import areas, distinct, overlap_area


def tile(x: float, y: float, degrees: float = 0.0, width: float = 26.0, height: float = 36.0):
    a = np.deg2rad(degrees)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    return flat @ turn.T + (x, y)


@pytest.mark.parametrize("degrees", [0, 30, 44.9, 45.1, 90, 135, 180, 271, 359])
def test_an_outline_goes_through_the_geometry_and_back(degrees):
    bent = tile(50, 40, degrees) + np.array([[0, 0], [1.5, 0.5], [0, 2], [-1, 0]])
    geometry = geometry_of(bent[None])
    cell = np.floor(geometry[:, :2]) + 0.5
    geometry[:, :2] -= cell
    (found,) = corners_of(geometry, cell)
    assert min(np.abs(np.roll(found, turn, axis=0) - bent).max() for turn in (0, 2)) < 1e-3


def test_the_geometry_of_a_turning_tile_changes_evenly():
    steps = np.array([tile(50, 40, degrees) for degrees in range(361)])
    assert np.abs(np.diff(geometry_of(steps), axis=0)).max() < 0.05


def test_peaks_are_the_highest_cells_around():
    heat = np.zeros((6, 8, 2), np.float32)
    heat[2, 3, 0], heat[2, 4, 0], heat[5, 7, 1] = 0.9, 0.8, 0.6
    geometry = np.zeros((6, 8, 10), np.float32)
    geometry[..., 4], geometry[..., 7] = 1.0, -1.0
    peaks = find_peaks(heat, geometry, (0.5, 0.5))
    assert peaks.kind.tolist() == [0, 1]
    assert peaks.corners[0].mean(axis=0).tolist() == pytest.approx([14, 10])


def test_neighbours_stay_and_doubles_go():
    row = [tile(20, 30), tile(46, 30), tile(72, 30)]
    assert distinct(np.array(row), 0.45, 0.7) == [0, 1, 2]
    doubled = np.array([*row, tile(22, 31), tile(20, 38, width=24, height=17)])
    assert distinct(doubled, 0.45, 0.7) == [0, 1, 2]


def test_an_outline_that_straddles_a_seam_goes():
    assert distinct(np.array([tile(20, 30), tile(46, 30), tile(33, 30)]), 0.45, 0.7) == [0, 1]


def test_areas_and_overlaps_are_those_of_the_turned_tiles():
    assert areas(np.array([tile(0, 0, 37)]))[0] == pytest.approx(26 * 36)
    assert overlap_area(tile(0, 0), tile(0, 0, 90)) == pytest.approx(26 * 26, rel=1e-4)
    assert overlap_area(tile(0, 0), tile(99, 0)) == 0


@pytest.mark.parametrize("size", [(640, 480), (4032, 3024), (480, 4000), (31, 17)])
def test_the_first_look_shows_the_whole_picture_in_sides_the_net_takes(size):
    look = looks.first(size)
    assert all(side % looks.STEP_PX == 0 for side in look.size)
    low, high = look.matrix @ (0, 0, 1), look.matrix @ (*size, 1)
    assert (low >= 0).all()
    assert (high <= look.size).all()
    assert look.size[0] * look.size[1] < 1.3 * looks.AREA_PX


@pytest.mark.parametrize("degrees", [20, -30, 44])
def test_a_tilted_row_is_looked_at_level_and_at_the_best_size(degrees):
    a = np.deg2rad(degrees)
    row = np.array([tile(900 + 60 * n * np.cos(a), 700 + 60 * n * np.sin(a), degrees, 58, 80)
                    for n in range(8)])  # fmt: skip
    size = (2000, 1500)
    look = looks.closer(row, looks.first(size), size)
    assert look is not None
    seen = row @ look.matrix[:, :2].T + look.matrix[:, 2]
    assert looks.tilt_degrees(seen) == pytest.approx(0, abs=0.1)
    assert np.sqrt(areas(seen)).mean() == pytest.approx(looks.BEST_TILE_PX, rel=0.05)
    assert (seen.min(axis=(0, 1)) >= 0).all()
    assert (seen.max(axis=(0, 1)) <= look.size).all()
    assert looks.to_picture(seen, look) == pytest.approx(row)


def test_a_level_row_of_the_best_size_needs_no_second_look():
    row = np.array([tile(100 + 56 * n, 200, 2, 54, 75) for n in range(8)])
    assert looks.closer(row, looks.first((640, 480)), (640, 480)) is None


def test_the_pixels_of_a_look_lie_where_its_matrix_says():
    image = np.zeros((300, 400, 3), np.uint8)
    image[120:160, 200:280] = 255
    look = looks.Look(np.array([[0.5, 0, 10.0], [0, 0.5, 20.0]]), (256, 192))
    y, x = np.nonzero(looks.pixels_of(image, look)[..., 0] > 127)
    assert (x.min(), x.max() + 1, y.min(), y.max() + 1) == (110, 150, 80, 100)


@pytest.mark.parametrize("scale", [1.0, 0.5, 0.3, 1.6])
def test_the_pixels_of_a_level_look_at_a_part_lie_where_its_matrix_says(scale):
    image = np.zeros((300, 400, 3), np.uint8)
    image[120:160, 200:280] = 255
    look = looks.Look.level((100, 60, 340, 220), scale)
    pixels = looks.pixels_of(image, look)
    assert pixels.shape[1::-1] == look.size
    assert not look.size[0] % looks.STEP_PX
    assert not look.size[1] % looks.STEP_PX
    y, x = np.nonzero(pixels[..., 0] > 200)
    seen = np.array([[200, 120], [280, 160]]) @ look.matrix[:, :2].T + look.matrix[:, 2]
    found = np.array([[x.min(), y.min()], [x.max() + 1, y.max() + 1]])
    assert np.abs(found - seen).max() <= 1


def test_tiles_beyond_the_picture_give_a_look_at_its_edge():
    beyond = np.array([tile(660 + 50 * n, 300, 0, 40, 56) for n in range(2)])
    look = looks.closer(beyond, looks.first((640, 480)), (640, 480))
    assert looks.pixels_of(np.zeros((480, 640, 3), np.uint8), look).size

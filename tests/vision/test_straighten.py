import numpy as np
import pytest

from rekje.vision.straighten import straighten, straighten_all


def picture() -> np.ndarray:
    """Four coloured quarters of a 40 x 60 tile standing at (30, 20)."""
    image = np.zeros((120, 100, 3), np.uint8)
    image[20:50, 30:50] = (200, 0, 0)
    image[20:50, 50:70] = (0, 200, 0)
    image[50:80, 50:70] = (0, 0, 200)
    image[50:80, 30:50] = (200, 200, 0)
    return image


QUAD = np.array([[30, 20], [70, 20], [70, 80], [30, 80]], float)


def corner_colours(crop: np.ndarray) -> list[tuple[int, ...]]:
    side = crop.shape[0]
    low, high = side // 8, side - 1 - side // 8
    spots = [(low, low), (low, high), (high, high), (high, low)]
    return [tuple(int(v) for v in crop[y, x]) for y, x in spots]


@pytest.mark.parametrize("side", [16, 32, 64])
def test_fills_a_square_from_the_tiles_own_top_left(side: int) -> None:
    colours = [(200, 0, 0), (0, 200, 0), (0, 0, 200), (200, 200, 0)]
    assert corner_colours(straighten(picture(), QUAD, side)) == colours
    turned = straighten(picture(), np.roll(QUAD, -1, axis=0), side)
    assert corner_colours(turned) == [*colours[1:], colours[0]]


def test_edges_meet_edges() -> None:
    crop = straighten(picture(), QUAD, 64)
    assert (crop.reshape(-1, 3).max(axis=1) > 150).all()


def test_margin_follows_perspective() -> None:
    # Rows of a tile seen from below are as high as they are wide: the near ones are higher.
    image = np.repeat(np.arange(100, dtype=np.uint8)[:, None, None], 100, 1).repeat(3, 2)
    slanted = np.array([[40, 20], [60, 20], [80, 80], [20, 80]], float)
    tile, wide = straighten(image, slanted, 200), straighten(image, slanted, 240, 0.1)
    assert np.abs(wide[20:220, 120].astype(int) - tile[:, 100]).max() <= 1
    above, below = int(tile[0, 100, 0]) - wide[0, 120, 0], int(wide[-1, 120, 0]) - tile[-1, 100, 0]
    assert below > 2 * above > 0
    # Without perspective, all sides grow alike.
    straight = straighten(image, QUAD, 60, 0.1)[:, 30, 0].astype(int)
    assert abs(straight[0] - 14) <= 1
    assert abs(straight[-1] - 86) <= 1


@pytest.mark.parametrize(
    "quad",
    [
        [[-90, -90], [-50, -90], [-50, -40], [-90, -40]],
        [[10, 10], [10, 10], [10, 10], [10, 10]],
        [[300, 10], [340, 10], [340, 60], [300, 60]],
    ],
)
def test_outside_or_flat_gives_a_black_crop(quad: list[list[int]]) -> None:
    crops = straighten_all(picture() + 9, np.array([quad], float), 32, 0.1)
    assert crops.shape == (1, 32, 32, 3)
    assert not crops.any()


def test_beyond_the_edge_the_picture_repeats_itself() -> None:
    image = np.full((50, 50, 3), 80, np.uint8)
    quad = np.array([[-20, -20], [30, -20], [30, 40], [-20, 40]], float)
    assert (straighten(image, quad, 32) == 80).all()

"""The camera: known points land where the pinhole formula and the lens say."""

import cv2
import numpy as np
import pytest

from rekje.datasets.render.camera import Camera

SIZE = (640, 480)
OBLIQUE = np.array([0.3, -0.6, 0.75])
OBLIQUE /= np.linalg.norm(OBLIQUE)


def camera(distortion: tuple[float, float] = (0.0, 0.0), roll: float = 0.4) -> Camera:
    return Camera.looking_at(
        np.array([10.0, 20.0, 0.0]),
        OBLIQUE,
        500.0,
        focal_px=700.0,
        size_px=SIZE,
        roll=roll,
        distortion=distortion,
    )


def test_target_lands_in_the_middle() -> None:
    assert camera().project(np.array([10.0, 20.0, 0.0])) == pytest.approx([320, 240])


def test_straight_down_is_a_plain_scale() -> None:
    view = Camera.looking_at(
        np.zeros(3), np.array([0.0, 0.0, 1.0]), 400.0, focal_px=800.0, size_px=SIZE
    )
    spots = view.project(np.array([[0.0, 0, 0], [50, 0, 0], [0, 50, 0], [0, 0, 200]]))
    assert spots == pytest.approx(np.array([[320, 240], [420, 240], [320, 140], [320, 240]]))


def test_roll_turns_the_picture_about_its_middle() -> None:
    point = np.array([70.0, -30.0, 15.0])
    level = camera(roll=0.0).project(point) - [320, 240]
    turned = camera(roll=np.pi / 2).project(point) - [320, 240]
    assert turned == pytest.approx([-level[1], level[0]])


def test_plane_homography_agrees_with_projection() -> None:
    view = camera()
    origin, x_axis, y_axis = np.array([[5.0, 9, 3], [0.8, 0.1, 0], [0, 0.3, 0.9]])
    for u, v in ((0, 0), (40, 10), (-20, 35)):
        mapped = view.plane(origin, x_axis, y_axis) @ [u, v, 1]
        expected = view.to_canvas(origin + u * x_axis + v * y_axis)
        assert mapped[:2] / mapped[2] == pytest.approx(expected)


@pytest.mark.parametrize("distortion", [(0.0, 0.0), (-0.05, 0.01), (0.06, -0.01)])
def test_developed_dots_lie_where_points_project(distortion: tuple[float, float]) -> None:
    view = camera(distortion)
    points = np.array([[x, y, z] for x in (-150, 10, 170) for y in (-80, 140) for z in (0, 20)])
    for point in points.astype(float):
        width, height = view.canvas_px
        canvas = np.zeros((height, width, 3), np.uint8)
        spot = view.to_canvas(point) - 0.5
        centre = (round(spot[0] * 16), round(spot[1] * 16))
        cv2.circle(canvas, centre, 5 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
        picture = view.develop(canvas)[..., 0].astype(float)
        assert picture.shape == (480, 640)
        goal = view.project(point)
        if not (8 < goal[0] < 632 and 8 < goal[1] < 472):
            continue
        ys, xs = np.mgrid[:480, :640] + 0.5
        found = [(xs * picture).sum() / picture.sum(), (ys * picture).sum() / picture.sum()]
        assert found == pytest.approx(goal, abs=0.15)

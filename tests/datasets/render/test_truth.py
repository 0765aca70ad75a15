"""Labels against what can be measured in the picture."""

import cv2
import numpy as np
import pytest

from rekje.datasets.records import GroupKind
from rekje.datasets.render.camera import Camera, rotation_x, rotation_z
from rekje.datasets.render.canvas import Canvas
from rekje.datasets.render.lamps import Lamps
from rekje.datasets.render.layouts.place import Layout, Spot
from rekje.datasets.render.order import paint_order
from rekje.datasets.render.painter import paint_solids
from rekje.datasets.render.solids import FRONT, HALF_ROUND, REAR, Layer, Solid, face_corners
from rekje.datasets.render.tileset import draw_tileset
from rekje.datasets.render.truth import record, seen_side
from rekje.scoring.tiles import Tile

LAMPS = Lamps(
    to_key=np.array([0.0, 0.0, 1.0]),
    key=np.full(3, 0.5),
    above=np.full(3, 0.5),
    below=np.full(3, 0.3),
    softness=0.5,
    shine=0.0,
    sharpness=10,
)


def looking(direction: list[float], distance: float = 600.0, roll: float = 0.0) -> Camera:
    way = np.array(direction)
    return Camera.looking_at(
        np.zeros(3),
        way / np.linalg.norm(way),
        distance,
        focal_px=900.0,
        size_px=(640, 480),
        roll=roll,
        distortion=(-0.03, 0.0),
    )


def layout(seed: int = 3) -> Layout:
    rng = np.random.default_rng(seed)
    made = Layout(draw_tileset(rng, fonts=False), rng)
    made.jitter = 0.0
    return made


def painted(made: Layout, camera: Camera) -> Canvas:
    canvas = Canvas.blank(camera, LAMPS)
    solids = [piece.solid for piece in made.pieces] + made.props
    paint_solids(canvas, solids, [seen_side(piece.solid, camera)[0] for piece in made.pieces])
    return canvas


def test_corners_by_hand() -> None:
    tile = Solid(
        (20.0, 30.0, 12.0), np.array([1.0, 2, 6]), np.eye(3), (Layer(1.0, (9, 9, 9)),), 2.0
    )
    height = 12 - HALF_ROUND * 2
    assert face_corners(tile, FRONT) == pytest.approx(
        np.array([[-9, 17, height], [11, 17, height], [11, -13, height], [-9, -13, height]])
    )
    low = HALF_ROUND * 2
    assert face_corners(tile, REAR) == pytest.approx(
        np.array([[11, 17, low], [-9, 17, low], [-9, -13, low], [11, -13, low]])
    )


def test_quads_are_the_projected_corners() -> None:
    made = layout()
    group = made.group(GroupKind.OTHER)
    made.lie(Tile("3p"), Spot(-40, 10, 0.7), group)
    made.lie(Tile("4p"), Spot(30, -20, -1.2), group, face_down=True)
    made.lean(Tile("5p"), Spot(80, 30, 0.1), group, tilt=70)
    camera = looking([0.2, -0.8, 0.6], roll=0.6)
    labels = record(made, painted(made, camera), "a.jpg", "house")
    assert [label.tile.code for label in labels.tiles] == ["3p", "back", "5p"]
    for label, piece in zip(labels.tiles, made.pieces, strict=True):
        side, _ = seen_side(piece.solid, camera)
        local = piece.solid.rotation.T @ (face_corners(piece.solid, side) - piece.solid.centre_mm).T
        assert pytest.approx(np.tile(piece.solid.half_mm[:2], (4, 1))) == np.abs(local[:2]).T
        # The pinhole formula written out, apart from the lens.
        for corner, quad in zip(face_corners(piece.solid, side), label.quad.corners, strict=True):
            x, y, z = camera.rotation @ (corner - camera.position_mm)
            bare = np.array([x, y]) / z * 900
            square = float(bare @ bare) / (320**2 + 240**2)
            goal = bare * (1 - 0.03 * square) + [320, 240]
            assert quad == pytest.approx(goal, abs=0.01)
        assert label.quad.area > 0
        assert label.visible == pytest.approx(1.0, abs=0.05)


def test_quad_fits_the_outline_seen_from_above() -> None:
    made = layout()
    made.lie(Tile.WHITE, Spot(5, 5, 0.5), None)
    camera = looking([0.0, -0.001, 1.0], distance=400)
    canvas = painted(made, camera)
    label = record(made, canvas, "a.jpg", "house").tiles[0]
    picture = camera.develop(canvas.pixels)
    (x, y), (w, h), _ = cv2.minAreaRect(cv2.findNonZero((picture[..., 1] > 110).astype(np.uint8)))
    assert (x + 0.5, y + 0.5) == pytest.approx(label.quad.centre, abs=0.6)
    sides = np.linalg.norm(np.diff(np.array(label.quad.corners), axis=0), axis=1)
    assert sorted((w, h)) == pytest.approx(sorted(sides[:2]), abs=1.0)


@pytest.mark.parametrize("quarter", range(4))
def test_quarter_turn(quarter: int) -> None:
    made = layout()
    made.lie(Tile("7s"), Spot(0, 0, -quarter * np.pi / 2 + 0.2), None)
    camera = looking([0.0, -0.01, 1.0])
    label = record(made, painted(made, camera), "a.jpg", "house").tiles[0]
    assert label.turn == quarter * 90


def test_hidden_tiles_show_their_visible_share_or_are_ignored() -> None:
    made = layout()
    made.lie(Tile("1m"), Spot(0, 0), None)
    made.lie(Tile("2m"), Spot(made.width / 2, 0, z=made.depth), None)
    made.lie(Tile("3m"), Spot(100, 0), None)
    made.lie(Tile("4m"), Spot(100, 0, z=made.depth), None)
    camera = looking([0.0, -0.01, 1.0], distance=3000)
    labels = record(made, painted(made, camera), "a.jpg", "house")
    shares = {label.tile.code: label.visible for label in labels.tiles}
    assert shares["1m"] == pytest.approx(0.5, abs=0.08)
    assert shares["2m"] == pytest.approx(1.0, abs=0.05)
    assert "3m" not in shares


def test_nearer_boxes_are_painted_later() -> None:
    rng = np.random.default_rng(5)
    layers = (Layer(1.0, (200.0, 200.0, 200.0)),)
    long = Solid((300.0, 10.0, 30.0), np.array([0.0, 30, 15]), np.eye(3), layers)
    near = [
        Solid((20.0, 30.0, 12.0), np.array([x, 0, 6.0]), np.eye(3), layers)
        for x in (-140.0, 0.0, 140.0)
    ]
    far = [
        Solid((20.0, 30.0, 12.0), np.array([x, 70, 6.0]), rotation_z(0.3), layers)
        for x in (-140.0, 0.0, 140.0)
    ]
    solids = [*near, long, *far]
    mixed = list(rng.permutation(len(solids)))
    order = [mixed[i] for i in paint_order([solids[i] for i in mixed], looking([0, -1, 0.5]))]
    assert max(order.index(i) for i in (4, 5, 6)) < order.index(3)
    assert order.index(3) < min(order.index(i) for i in (0, 1, 2))


def test_leaning_tile_stands_on_the_table() -> None:
    made = layout()
    for tilt in (15, 45, 75, 90):
        made.lean(Tile("1p"), Spot(0, 0), None, tilt=tilt)
        corners = made.pieces[-1].solid.corners()
        assert corners[:, 2].min() == pytest.approx(0, abs=1e-9)
        assert made.pieces[-1].solid.rotation[1, 2] == pytest.approx(
            float(rotation_x(np.deg2rad(tilt))[1, 2])
        )

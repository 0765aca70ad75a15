"""What the tiles lie on: cloth, wood, stone, paper, a plastic mat; and what is around it."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from .arrays import RGB, Floats, Pixels, between, chance, log_between, pick, saturated
from .camera import NEAR_MM, Camera
from .polygons import fixed

__all__ = ["Ground", "draw_ground", "paint_backdrop", "paint_ground"]

_SIZE = 512
_FIELDS = 6
# What is beyond the table is this bright, and keeps this share of its colour.
_ROOM_LIGHT, _ROOM_COLOUR = (0.35, 1.1), (0.3, 0.9)

Field = NDArray[np.float32]


@lru_cache(maxsize=64)
def _noise(number: int, cells_x: int, cells_y: int) -> Field:
    """Return smooth noise of this many cells, -1 to 1, the same in every run."""
    rng = np.random.default_rng([number, cells_x, cells_y, 20])
    raw = rng.uniform(-1, 1, (cells_y, cells_x)).astype(np.float32)
    return np.asarray(cv2.resize(raw, (_SIZE, _SIZE), None, 0, 0, cv2.INTER_CUBIC), np.float32)


def _any_noise(rng: np.random.Generator, cells_x: int, cells_y: int) -> Field:
    field = _noise(int(rng.integers(_FIELDS)), cells_x, cells_y)
    return np.roll(field, (int(rng.integers(_SIZE)), int(rng.integers(_SIZE))), (0, 1))


def _draw_colour(rng: np.random.Generator, kind: str) -> Floats:
    felt: tuple[RGB, ...] = (
        (30, 140, 50),
        (20, 95, 60),
        (15, 70, 60),
        (25, 100, 110),
        (40, 70, 130),
        (110, 25, 40),
        (60, 60, 65),
        (35, 35, 40),
        (90, 150, 80),
        (150, 30, 30),
        (70, 45, 90),
        (60, 170, 70),
    )
    plain: tuple[RGB, ...] = (
        (235, 232, 225),
        (200, 190, 175),
        (120, 120, 120),
        (70, 70, 75),
        (45, 42, 40),
        (170, 185, 195),
        (215, 200, 170),
        (150, 60, 50),
        (90, 120, 150),
        (25, 25, 25),
        (120, 190, 210),
        (180, 150, 120),
    )
    wood: tuple[RGB, ...] = (
        (170, 120, 75),
        (120, 78, 45),
        (200, 160, 115),
        (90, 55, 35),
        (215, 185, 145),
        (150, 140, 125),
        (60, 40, 30),
        (185, 130, 60),
    )
    base = pick(rng, {"felt": felt, "wood": wood}.get(kind, plain))
    return np.clip(np.array(base) * between(rng, 0.8, 1.5) + rng.normal(0, 8, 3), 4, 250)


def draw_ground(rng: np.random.Generator, like: RGB | None = None) -> tuple[Pixels, float]:
    """Draw a table top, perhaps about so coloured; return its texture, its millimetres a pixel."""
    kind = pick(
        rng,
        ("felt", "weave", "wood", "stone", "plain", "mat", "print"),
        (5, 1.5, 4, 1.5, 2, 1, 0.6),
    )
    colour = _draw_colour(rng, kind)
    if like is not None:
        near = np.array(like) * between(rng, 0.6, 1.25) + rng.normal(0, 10, 3)
        colour = np.clip(near, 4, 250)
    rough = between(rng, 0.3, 1.0)
    value = _any_noise(rng, 5, 5) * 6 * rough
    scale = between(rng, 0.5, 1.0)
    if kind == "felt":
        value = (
            value + _any_noise(rng, 400, 400) * 9 * rough + _any_noise(rng, 120, 120) * 4 * rough
        )
    elif kind == "weave":
        at = np.arange(_SIZE, dtype=np.float32) * (2 * np.pi / pick(rng, (6, 8, 12, 16)))
        value = (
            value
            + (np.sin(at)[:, None] * np.sin(at)[None]) * between(rng, 10, 30) * rough
            + _any_noise(rng, 300, 300) * 6
        )
    elif kind == "wood":
        value = value + _wood(rng, rough)
        scale = between(rng, 0.6, 1.6)
    elif kind == "stone":
        value = value + (_any_noise(rng, 60, 60) * 14 + _any_noise(rng, 250, 250) * 18) * rough
    elif kind == "print":
        value = (
            value
            + np.where(_any_noise(rng, 14, 14) > 0.15, np.float32(30), np.float32(-10)) * rough
        )
    if kind == "mat":
        _mat_lines(rng, value)
    inks = np.stack([0.5 + colour / 255, colour], axis=1)
    texture = cv2.transform(np.asarray(value, np.float32), inks)
    whole = saturated(np.asarray(texture, np.float32))
    upper = np.hstack([whole, whole[:, ::-1]])
    return np.ascontiguousarray(np.vstack([upper, upper[::-1]])), scale


def _wood(rng: np.random.Generator, rough: float) -> Field:
    """Return boards with grain along x."""
    grain = (
        _any_noise(rng, 6, 120) * 14 + _any_noise(rng, 12, 300) * 9 + _any_noise(rng, 60, 500) * 5
    )
    rings = np.sin(_any_noise(rng, 2, 10) * 9 + _any_noise(rng, 3, 60) * 1.5) * 8
    value = (grain + rings) * rough
    if chance(rng, 0.4):
        board = _SIZE // int(rng.integers(3, 7))
        for edge in range(0, _SIZE, board):
            value[edge : edge + board] += float(rng.normal(0, 8))
            value[edge : edge + 2] -= 25
    return np.asarray(value, np.float32)


def _mat_lines(rng: np.random.Generator, texture: Field) -> None:
    """Print a cutting mat's lines."""
    step, ink = int(rng.integers(20, 60)), between(rng, -40, 60)
    texture[::step] += ink
    texture[:, ::step] += ink
    if chance(rng, 0.5):
        texture[:: step // 4] += ink / 4
        texture[:, :: step // 4] += ink / 4


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A table top: its texture, the size of a texture pixel, and where the table ends."""

    texture: Pixels
    mm_per_px: float
    half_mm: tuple[float, float]
    middle_mm: Floats
    turn: float

    def axes(self) -> tuple[Floats, Floats]:
        """Return the table's own unit axes."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        return np.array([c, s, 0.0]), np.array([-s, c, 0.0])

    def area(self, camera: Camera) -> Pixels:
        """Return a mask of the canvas where the table top is."""
        width, height = camera.canvas_px
        mask = np.zeros((height, width), np.uint8)
        x_axis, y_axis = self.axes()
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * self.half_mm
        world = self.middle_mm + signs[:, :1] * x_axis + signs[:, 1:] * y_axis
        world[:, 2] = 0
        outline = _clipped(world, camera)
        if len(outline) >= 3:
            cv2.fillPoly(mask, [fixed(outline)], 255, cv2.LINE_8, 4)
        return mask


def paint_ground(canvas: Pixels, camera: Camera, ground: Ground, light: Floats) -> None:
    """Paint a table top in this light on its area of the canvas."""
    area = ground.area(camera)
    height, width = canvas.shape[:2]
    x_axis, y_axis = (axis * ground.mm_per_px for axis in ground.axes())
    size = ground.texture.shape[0]
    origin = np.array([*ground.middle_mm[:2], 0.0]) - (x_axis + y_axis) * size / 2
    shift = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    ramp = np.clip(np.arange(256)[:, None] * light, 0, 255).astype(np.uint8)
    warped = cv2.warpPerspective(
        cv2.LUT(ground.texture, ramp[None]),
        shift @ camera.plane(origin, x_axis, y_axis),
        (width, height),
        None,
        cv2.INTER_LINEAR,
        cv2.BORDER_REFLECT,
    )
    cv2.copyTo(warped, area, canvas)


def _clipped(world: Floats, camera: Camera) -> Floats:
    """Return the canvas outline of a polygon on the table, cut off where it passes the camera."""
    near = NEAR_MM * 2
    depth = camera.depth(world)
    found = []
    for i in range(len(world)):
        j = (i + 1) % len(world)
        if depth[i] >= near:
            found.append(world[i])
        if (depth[i] >= near) != (depth[j] >= near):
            share = (near - depth[i]) / (depth[j] - depth[i])
            found.append(world[i] + share * (world[j] - world[i]))
    return camera.to_canvas(np.array(found)) if found else np.zeros((0, 2))


def paint_backdrop(canvas: Pixels, rng: np.random.Generator) -> None:
    """Paint what is beyond the table: a floor or a room out of focus."""
    height, width = canvas.shape[0] // 4, canvas.shape[1] // 4
    cells = (int(rng.integers(3, 9)), int(rng.integers(3, 9)))
    base = _draw_colour(rng, pick(rng, ("wood", "plain", "plain", "felt")))
    base = base * between(rng, *_ROOM_LIGHT)
    bright = rng.normal(1, between(rng, 0.05, 0.4), (*cells, 1))
    hues = rng.normal(0, between(rng, 2, 16), (*cells, 3))
    rough = np.clip(base * bright + hues, 0, 255).astype(np.float32)
    small = cv2.resize(rough, (width, height), None, 0, 0, cv2.INTER_LINEAR).astype(np.uint8)
    turn = rng.uniform(0, np.pi)
    for _ in range(int(rng.integers(0, 10))):
        middle = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
        size = (log_between(rng, 4, width), log_between(rng, 4, height))
        shade = _draw_colour(rng, pick(rng, ("wood", "plain", "felt")))
        shade = shade * between(rng, *_ROOM_LIGHT)
        corners = cv2.boxPoints((middle, size, float(np.degrees(turn + rng.normal(0, 0.1)))))
        ink = [float(v) for v in shade]
        cv2.fillConvexPoly(small, np.round(corners * 16).astype(np.int32), ink, cv2.LINE_AA, 4)
    vivid = between(rng, *_ROOM_COLOUR)
    dull = cv2.transform(small, np.eye(3) * vivid + (1 - vivid) / 3)
    blurred = cv2.GaussianBlur(dull, (0, 0), log_between(rng, 0.5, 5))
    canvas[:] = cv2.resize(blurred, canvas.shape[1::-1], None, 0, 0, cv2.INTER_LINEAR)

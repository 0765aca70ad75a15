"""What the tiles lie on: cloth, wood, stone, paper, a plastic mat; and what is around it."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from .arrays import RGB, Floats, Pixels, between, chance, pick
from .camera import NEAR_MM, Camera
from .painter import fixed

__all__ = ["draw_ground", "paint_backdrop", "paint_ground"]

_SIZE = 512
_FIELDS = 6

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
    return np.clip(np.array(base) * between(rng, 0.75, 1.2) + rng.normal(0, 8, 3), 4, 250)


def draw_ground(rng: np.random.Generator) -> tuple[Pixels, float, str]:
    """Draw a table top; return its texture, its millimetres per pixel and its kind."""
    kind = pick(
        rng,
        ("felt", "weave", "wood", "stone", "plain", "mat", "print"),
        (5, 1.5, 4, 1.5, 2, 1, 0.6),
    )
    colour = _draw_colour(rng, kind)
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
            + (np.sin(at)[:, None] * np.sin(at)[None]) * 14 * rough
            + _any_noise(rng, 300, 300) * 6
        )
    elif kind == "wood":
        value = value + _wood(rng, rough)
        scale = between(rng, 0.6, 1.6)
    elif kind == "stone":
        value = value + (_any_noise(rng, 60, 60) * 14 + _any_noise(rng, 250, 250) * 18) * rough
    elif kind == "print":
        value = value + np.where(_any_noise(rng, 14, 14) > 0.15, 30.0, -10.0) * rough
    texture = colour + value[..., None] * (0.5 + colour / 255)
    if kind == "mat":
        _mat_lines(rng, texture)
    return np.clip(texture, 0, 255).astype(np.uint8), scale, kind


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


def _mat_lines(rng: np.random.Generator, texture: Floats) -> None:
    """Print a cutting mat's lines."""
    step, ink = int(rng.integers(20, 60)), between(rng, -40, 60)
    texture[::step] += ink
    texture[:, ::step] += ink
    if chance(rng, 0.5):
        texture[:: step // 4] += ink / 4
        texture[:, :: step // 4] += ink / 4


def paint_ground(
    canvas: Pixels,
    camera: Camera,
    texture: tuple[Pixels, float],
    light: Floats,
    half_mm: tuple[float, float],
    middle_mm: Floats,
    turn: float,
) -> NDArray[np.uint8]:
    """Paint the table top, `half_mm` wide and deep around its middle; return where it is."""
    pixels, scale = texture
    c, s = np.cos(turn), np.sin(turn)
    x_axis, y_axis = np.array([c, s, 0.0]) * scale, np.array([-s, c, 0.0]) * scale
    frame = camera.plane(np.array([*middle_mm[:2], 0.0]), x_axis, y_axis)
    height, width = canvas.shape[:2]
    shift = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    lit = np.clip(pixels * light.astype(np.float32), 0, 255).astype(np.uint8)
    warped = cv2.warpPerspective(
        lit, shift @ frame, (width, height), None, cv2.INTER_LINEAR, cv2.BORDER_REFLECT
    )
    area = np.zeros((height, width), np.uint8)
    corners = np.array([[x, y] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]) * half_mm
    world = middle_mm + corners[:, :1] * x_axis / scale + corners[:, 1:] * y_axis / scale
    world[:, 2] = 0
    outline = _clipped(world, camera)
    if len(outline) >= 3:
        cv2.fillPoly(area, [fixed(outline)], 255, cv2.LINE_AA, 4)
    share = area[..., None].astype(np.float32) / 255
    canvas[:] = np.where(area[..., None] == 255, warped, canvas * (1 - share) + warped * share)
    return area


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
    height, width = canvas.shape[:2]
    cells = (int(rng.integers(3, 9)), int(rng.integers(3, 9)))
    base = rng.uniform(20, 200, 3)
    coarse = np.clip(base + rng.normal(0, between(rng, 10, 60), (*cells, 3)), 0, 255)
    small = coarse.astype(np.float32)
    soft = cv2.resize(
        small, (width, height), None, 0, 0, pick(rng, (cv2.INTER_CUBIC, cv2.INTER_LINEAR))
    )
    canvas[:] = np.clip(soft, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 9))):
        x, y = int(rng.integers(width)), int(rng.integers(height))
        w, h = int(rng.integers(10, width // 3)), int(rng.integers(10, height // 3))
        colour = [float(v) for v in rng.uniform(10, 230, 3)]
        cv2.rectangle(canvas, (x, y), (x + w, y + h), colour, -1)
    canvas[:] = cv2.blur(canvas, (9, 9))

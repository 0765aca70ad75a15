"""Chooses where the camera stands for a scene."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from .arrays import Floats, between, chance, log_between, pick
from .camera import Camera
from .layouts.place import Layout
from .solids import FRONT, face_corners

__all__ = ["MAX_TILE_PX", "MIN_TILE_PX", "View", "draw_view"]

# The widths in pixels that tiles in a picture should have.
MIN_TILE_PX, MAX_TILE_PX = 20.0, 200.0
# How a careful player photographs: so many degrees above lying and above standing tiles, about so
# many beside their middle, and rolled; so much of the picture filled.
_CAREFUL_ABOVE, _CAREFUL_STANDING = (45, 85), (10, 40)
_CAREFUL_SIDE, _CAREFUL_ROLL, _CAREFUL_FILL = 8, 3, (0.7, 0.9)
# The camera stays this many tile heights away at least.
_NEAREST = 3.2
# When the tiles would fill more than this of the picture, it shows a part of them only.
_A_PART = 1.1


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The camera, and how small the tiles come out."""

    camera: Camera
    tile_px: float
    """The shorter side of a face as it is seen, of the typical tile."""


def _draw_roll(rng: np.random.Generator) -> float:
    """Draw the turn of the picture: most are held level, many are not."""
    kind = pick(rng, ("level", "slanted", "any"), (0.5, 0.28, 0.22))
    degrees = {
        "level": float(rng.normal(0, 4)),
        "slanted": between(rng, 28, 62) * pick(rng, (-1, 1)),
        "any": between(rng, -180, 180),
    }[kind]
    return float(np.deg2rad(degrees))


def _draw_direction(rng: np.random.Generator, *, standing: bool, careful: bool) -> Floats:
    """Draw the way from the tiles to the camera."""
    if careful:
        height = between(rng, *(_CAREFUL_STANDING if standing else _CAREFUL_ABOVE))
    elif standing:
        height = pick(
            rng, (between(rng, 6, 22), between(rng, 20, 45), between(rng, 40, 65)), (3, 5, 2)
        )
    else:
        height = pick(
            rng, (between(rng, 9, 32), between(rng, 30, 62), between(rng, 60, 90)), (4, 5, 5)
        )
    spread = _CAREFUL_SIDE if careful else pick(rng, (14, 38, 80), (6, 3, 1.2))
    side = float(rng.normal(0, spread))
    tip, turn = np.deg2rad(height), np.deg2rad(side)
    return np.array([np.sin(turn) * np.cos(tip), -np.cos(turn) * np.cos(tip), np.sin(tip)])


def _draw_bend(rng: np.random.Generator) -> tuple[float, float]:
    """Draw the lens: most phones leave a little barrel or pincushion, many correct it away."""
    if chance(rng, 0.3):
        return 0.0, 0.0
    first = float(np.clip(rng.normal(-0.01, 0.025), -0.05, 0.06))
    return first, float(np.clip(rng.normal(0, 0.006), -0.01, 0.01))


def draw_view(
    layout: Layout, rng: np.random.Generator, size_px: tuple[int, int], *, careful: bool = False
) -> View:
    """Place the camera so that the scene's focus fills a good part of the picture.

    Some pictures show a part only: those are aimed at one of the tiles; `careful` ones show all.
    """
    standing = bool(np.mean([abs(p.solid.rotation[2, 2]) < 0.6 for p in layout.pieces]) > 0.3)
    direction = _draw_direction(rng, standing=standing, careful=careful)
    focal = max(size_px) * between(rng, 0.72, 1.0) * log_between(rng, 1.0, 2.2)
    look = partial(
        Camera.looking_at,
        direction=direction,
        focal_px=focal,
        size_px=size_px,
        roll=np.deg2rad(rng.normal(0, _CAREFUL_ROLL)) if careful else _draw_roll(rng),
        distortion=_draw_bend(rng),
    )
    points = np.array(layout.focus)
    target = (points.min(axis=0) + points.max(axis=0)) / 2
    if careful:
        fill = between(rng, *_CAREFUL_FILL)
    else:
        fill = between(rng, 0.62, 1.04) if chance(rng, 0.75) else log_between(rng, 0.3, 3.5)
    nearest = _NEAREST * layout.height
    distance = 900.0
    for _ in range(3):
        spread = _spread(layout, look(target, distance_mm=distance))
        distance = max(distance * spread / fill, nearest)
    width = _tile_px(layout, look(target, distance_mm=distance))
    low = 0.0 if careful else MIN_TILE_PX * between(rng, 1.0, 1.3)
    goal = float(np.clip(width, low, MAX_TILE_PX * between(rng, 0.6, 1.0)))
    if goal > width * 1.02 or fill > _A_PART:
        target = points[int(rng.integers(len(points)))]
    distance = max(distance * width / goal, nearest)
    shift = rng.normal(0, 0.06, 3) * [1, 1, 0] * distance * max(size_px) / focal
    full = careful or fill > 0.9
    camera = look(target + shift * (0.25 if full else 1.0), distance_mm=distance)
    return View(camera, float(np.median(_sides_px(layout, camera).min(axis=1))))


def _spread(layout: Layout, camera: Camera) -> float:
    """Return how much of the picture's width or height the focus takes, whichever is more."""
    points = np.array(layout.focus)
    around = np.array([[x, y, 0] for x in (-0.6, 0.6) for y in (-0.6, 0.6)])
    corners = (points[:, None] + around * layout.height).reshape(-1, 3)
    spots = camera.to_canvas(corners) - np.array(camera.canvas_px) / 2
    return float((np.abs(spots).max(axis=0) / (np.array(camera.size_px) / 2)).max())


def _tile_px(layout: Layout, camera: Camera) -> float:
    """Return the typical width of the tiles' faces in pixels."""
    return float(np.median(_sides_px(layout, camera)[:, 0]))


def _sides_px(layout: Layout, camera: Camera) -> Floats:
    """Return width and height in pixels of the faces of the first tiles (n, 2)."""
    corners = np.stack([face_corners(p.solid, FRONT) for p in layout.pieces[:40]])
    quads = camera.to_canvas(corners)
    return np.asarray(np.linalg.norm(quads[:, [1, 3]] - quads[:, :1], axis=2))

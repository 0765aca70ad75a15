"""The table a scene is set on: its top and rim, what is printed on it, what else lies there."""

from dataclasses import dataclass

import numpy as np

from .arrays import between, chance, pick, rgb
from .camera import rotation_z
from .clutter import add_clutter
from .grounds import Ground, draw_ground
from .layouts.place import Layout
from .layouts.rack import plank
from .prints import add_cloth_prints, add_ruler, print_planks
from .solids import Solid

__all__ = ["Setting", "draw_setting"]

_RIM_COLOURS = (
    (165, 115, 65),
    (120, 75, 40),
    (200, 160, 110),
    (60, 40, 28),
    (30, 30, 32),
    (225, 225, 220),
    (150, 25, 30),
)
_RIM_PART_MM = 220.0
_CLOTH_LIKE_BACKS = 0.22
_RULERS = 0.14


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """The table top and the prints that lie flat on it."""

    ground: Ground
    prints: tuple[Solid, ...]


def draw_setting(layout: Layout, rng: np.random.Generator) -> Setting:
    """Draw the table for a layout, and add what stands on it to the layout's props."""
    # Many a set has backs of the colour of the cloth it is played on.
    like = layout.tiles.layers[0].colour if chance(rng, _CLOTH_LIKE_BACKS) else None
    texture, scale = draw_ground(rng, like)
    points = np.array(layout.focus)
    low, high = points.min(axis=0), points.max(axis=0)
    room = (between(rng, 40, 300), between(rng, 40, 260)) if chance(rng, 0.72) else (1500.0, 1500.0)
    half = (float(high[0] - low[0]) / 2 + room[0], float(high[1] - low[1]) / 2 + room[1])
    turn = float(rng.normal(0, 0.06)) if chance(rng, 0.75) else between(rng, -np.pi, np.pi)
    if abs(turn) > 0.3:
        half = (max(half) + 60, max(half) + 60)
    middle = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, 0.0])
    ground = Ground(texture, scale, half, middle, turn)
    add_clutter(layout, rng)
    if chance(rng, 0.35):
        print_planks(layout, rng)
    if chance(rng, _RULERS):
        add_ruler(layout, rng)
    if room[0] < 1000 and chance(rng, 0.5):
        _add_rim(layout, rng, ground)
    prints = add_cloth_prints(layout, rng) if chance(rng, 0.16) else []
    return Setting(ground, tuple(prints))


def _add_rim(layout: Layout, rng: np.random.Generator, ground: Ground) -> None:
    """Put a rim around the table top, in pieces so that near and far ones sort well."""
    colour = rgb(np.array(pick(rng, _RIM_COLOURS)) * between(rng, 0.7, 1.15) + rng.normal(0, 8, 3))
    wide, high = between(rng, 12, 90), between(rng, 3, 22)
    gloss = between(rng, 0.1, 0.7)
    frame = rotation_z(ground.turn)
    half_x, half_y = ground.half_mm
    for across, length, quarter in (
        (half_y, half_x * 2 + 2 * wide, 0.0),
        (-half_y, half_x * 2 + 2 * wide, 0.0),
        (half_x, half_y * 2, np.pi / 2),
        (-half_x, half_y * 2, np.pi / 2),
    ):
        count = max(1, round(length / _RIM_PART_MM))
        side = rotation_z(quarter)
        sign = 1.0 if across > 0 else -1.0
        for number in range(count):
            at = -length / 2 + (number + 0.5) * length / count
            offset = np.array([at, across + sign * wide / 2, 0.0])
            if quarter:
                offset = np.array([across + sign * wide / 2, at, 0.0])
            centre = ground.middle_mm + frame @ offset + np.array([0, 0, high / 2])
            size = (length / count, wide, high)
            part = plank(size, centre, colour, gloss)
            part.rotation = frame @ side
            part.radius_mm = min(3.0, high / 3)
            layout.props.append(part)

"""Racks: a foot, a back board that tiles lean on, sometimes a ledge behind for open sets."""

from dataclasses import dataclass

import numpy as np

from ..arrays import RGB, Floats, between, chance, pick
from ..camera import rotation_z
from ..solids import Layer, Solid
from .place import Layout, Spot

__all__ = ["Rack", "add_rack", "draw_rack", "plank"]


@dataclass(frozen=True, slots=True)
class Rack:
    """The measures and colour of a rack."""

    colour: RGB
    foot_mm: float
    ledge_mm: float
    """Depth of the flat top of the back board, 0 for a thin board."""
    high: float
    """Height of the back board against the tile's."""
    gloss: float


def draw_rack(rng: np.random.Generator, layout: Layout) -> Rack:
    """Draw a rack: wood, or painted or plastic in any colour."""
    wood = pick(rng, ((150, 100, 55), (110, 65, 35), (190, 145, 90), (80, 45, 28)))
    paint = pick(
        rng,
        (
            (30, 90, 50),
            (150, 30, 30),
            (40, 60, 110),
            (235, 235, 225),
            (25, 25, 28),
            (200, 160, 60),
            (210, 225, 225),
        ),
    )
    r, g, b = np.clip(np.array(wood if chance(rng, 0.6) else paint) + rng.normal(0, 10, 3), 5, 250)
    return Rack(
        (float(r), float(g), float(b)),
        foot_mm=between(rng, 3, 14),
        ledge_mm=between(rng, 30, 46) if chance(rng, 0.5) else between(rng, 3, 9),
        high=between(rng, 0.3, 0.85),
        gloss=between(rng, 0.1, 0.8),
    )


def plank(
    size_mm: tuple[float, float, float],
    centre_mm: Floats,
    colour: RGB,
    gloss: float,
    turn: float = 0.0,
) -> Solid:
    """Return a plain box: width to the right, height ahead, depth upwards."""
    return Solid(size_mm, centre_mm, rotation_z(turn), (Layer(1.0, colour),), 1.2, gloss)


def add_rack(layout: Layout, rack: Rack, start: Spot, count: int, tilt: float) -> float:
    """Put a rack under and behind a row of `count` leaning tiles; return the foot's height.

    The rack is cut into pieces a few tiles long, so that near and far parts sort well.
    """
    lean = np.deg2rad(tilt)
    room = np.sin(lean) * layout.depth
    # Where the back of the leaning tiles is at the top of the board.
    high = layout.height * rack.high
    board_from = room + high * np.cos(lean) / max(np.sin(lean), 0.3) + 1.5
    foot_deep = board_from + rack.ledge_mm + 8
    extra = between(layout.rng, 0, 5) * layout.width
    length = count * layout.width + 2 * extra + 8
    for middle, part in _parts(length):
        at = start.moved(middle - extra - 4, 0)
        foot = at.moved(0, foot_deep / 2 - 8)
        layout.props.append(
            plank(
                (part, foot_deep, rack.foot_mm),
                np.array([foot.x, foot.y, start.z + rack.foot_mm / 2]),
                rack.colour,
                rack.gloss,
                start.turn,
            )
        )
        board = at.moved(0, board_from + rack.ledge_mm / 2)
        layout.props.append(
            plank(
                (part, rack.ledge_mm, high),
                np.array([board.x, board.y, start.z + rack.foot_mm + high / 2]),
                rack.colour,
                rack.gloss,
                start.turn,
            )
        )
    return start.z + rack.foot_mm


def _parts(length: float) -> list[tuple[float, float]]:
    count = max(1, round(length / 160))
    part = length / count
    return [((i + 0.5) * part, part) for i in range(count)]

"""What else lies on a table: dice, cups, phones, cards, hands and sleeves."""

import numpy as np

from .arrays import RGB, Floats, between, chance, pick, rgb
from .camera import rotation_x, rotation_z
from .faces.sheet import Sheet
from .layouts.place import Layout, Spot
from .lookalikes import LOOKALIKES, lookalike
from .solids import FRONT, Decal, Layer, Solid, picture_levels

__all__ = ["add_clutter", "add_hand"]

_PIPS = {
    1: ((50, 50),),
    2: ((28, 28), (72, 72)),
    3: ((25, 25), (50, 50), (75, 75)),
    4: ((28, 28), (72, 28), (28, 72), (72, 72)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((30, 22), (70, 22), (30, 50), (70, 50), (30, 78), (70, 78)),
}
_SKINS: tuple[RGB, ...] = (
    (236, 188, 160),
    (222, 170, 136),
    (198, 140, 104),
    (150, 98, 68),
    (102, 66, 46),
    (240, 205, 185),
)


def add_clutter(layout: Layout, rng: np.random.Generator) -> None:
    """Put some things around the tiles, clear of them."""
    if chance(rng, 0.4):
        for _ in range(int(rng.integers(1, 6))):
            _add_die(layout, rng)
    for _ in range(int(rng.choice(4, p=[0.35, 0.3, 0.2, 0.15]))):
        _add_thing(layout, rng)
    if chance(rng, 0.3):
        _add_lookalikes(layout, rng)
    if chance(rng, 0.1):
        add_hand(layout, rng)


def _free_spot(layout: Layout, rng: np.random.Generator, radius: float) -> Spot | None:
    """Return a spot near the tiles whose circle touches none of them."""
    centres = np.array([p.solid.centre_mm[:2] for p in layout.pieces])
    props = [(prop.centre_mm[:2], max(prop.size_mm) / 2) for prop in layout.props]
    low, high = centres.min(axis=0) - 120, centres.max(axis=0) + 120
    reach = radius + float(np.hypot(layout.height, layout.depth)) * 0.75
    for _ in range(12):
        spot = rng.uniform(low, high)
        if np.linalg.norm(centres - spot, axis=1).min() < reach:
            continue
        if all(np.linalg.norm(spot - at) > radius + size for at, size in props):
            return Spot(float(spot[0]), float(spot[1]), between(rng, -np.pi, np.pi))
    return None


def _add_die(layout: Layout, rng: np.random.Generator) -> None:
    side = layout.width * between(rng, 0.4, 0.85)
    spot = _free_spot(layout, rng, side)
    if spot is None:
        return
    sheet = Sheet(48, 1.0)
    number = int(rng.integers(1, 7))
    red = number in (1, 4) and chance(rng, 0.6)
    body = rgb(np.array(pick(rng, ((245, 245, 240), (240, 235, 220), (200, 30, 40), (30, 30, 35)))))
    ink = (190.0, 20.0, 30.0) if red else (20.0, 20.0, 40.0)
    if body[0] < 100:
        ink = (240.0, 240.0, 240.0)
    for at in _PIPS[number]:
        sheet.disc(at, 20 if number == 1 and red else 10, ink)
    centre = np.array([spot.x, spot.y, side / 2])
    die = Solid((side, side, side), centre, rotation_z(spot.turn), (Layer(1.0, body),), side * 0.14)
    die.decals[FRONT] = Decal(picture_levels(sheet.pixels))
    die.lookalikes = ((0.0, 0.0, 1.0, 1.0),)
    layout.props.append(die)


def _add_lookalikes(layout: Layout, rng: np.random.Generator) -> None:
    """Put down some of one kind of thing that could be taken for tiles."""
    kind = pick(rng, tuple(LOOKALIKES), (3, 3, 1.5, 1.5, 5, 2))
    width, height, _, _ = LOOKALIKES[kind]
    letters = (layout.tiles.house.chinese, layout.tiles.house.latin)
    for _ in range(1 if kind == "keys" else int(rng.integers(1, 6))):
        spot = _free_spot(layout, rng, max(width, height) * 0.6)
        if spot is not None:
            layout.props.append(lookalike(kind, spot, letters, rng))


def _add_thing(layout: Layout, rng: np.random.Generator) -> None:
    """Put down a phone, a box, a cup, a tin: rounded boxes of some size."""
    kind = pick(rng, ("phone", "box", "cup", "card", "stick"), (2, 1, 2.5, 2, 1))
    size = {
        "phone": (70.0, 145.0, 9.0),
        "box": (between(rng, 30, 120), between(rng, 30, 120), between(rng, 15, 60)),
        "cup": (75.0, 75.0, between(rng, 25, 95)),
        "card": (between(rng, 50, 120), between(rng, 50, 160), 0.8),
        "stick": (between(rng, 60, 110), 7.0, 4.0),
    }[kind]
    spot = _free_spot(layout, rng, max(size[:2]) * 0.6)
    if spot is None:
        return
    radius = {"phone": 4.0, "box": 2.0, "cup": 2.0, "card": 0.3, "stick": 1.5}[kind]
    colour = rgb(rng.uniform(15, 245, 3))
    if kind == "phone":
        colour = rgb(rng.uniform(10, 60, 3))
    elif chance(rng, 0.5):
        colour = rgb(np.full(3, between(rng, 200, 250)) + rng.normal(0, 5, 3))
    centre = np.array([spot.x, spot.y, size[2] / 2])
    turn, gloss = rotation_z(spot.turn), between(rng, 0.1, 1)
    thing = Solid(size, centre, turn, (Layer(1.0, colour),), radius, gloss)
    thing.is_round = kind == "cup"
    layout.props.append(thing)


def add_hand(layout: Layout, rng: np.random.Generator) -> None:
    """Reach a hand into the scene, from any side; its fingers may cover tiles."""
    reach = np.array(layout.focus)[:, :2]
    goal = reach[int(rng.integers(len(reach)))] + rng.normal(0, layout.width, 2)
    from_where = rng.uniform(0, 2 * np.pi)
    turn = from_where + np.pi / 2
    skin = rgb(np.array(pick(rng, _SKINS)) + rng.normal(0, 8, 3))
    lift = layout.depth + between(rng, 3, 40)
    if np.any([p.solid.rotation[2, 2] < 0.6 for p in layout.pieces]):
        lift += layout.height
    frame = _HandFrame(layout, np.array([goal[0], goal[1], lift]), float(turn), skin)
    spread = between(rng, 0.04, 0.22)
    for number in range(4):
        angle = (number - 1.5) * spread + float(rng.normal(0, 0.04))
        frame.part((-27 + number * 18, -62), (15, between(rng, 58, 80), 15), angle, 7.4)
    frame.part((-50, -105), (18, 70, 18), 0.75, 8.8)
    frame.part((0, -132), (80, 88, 28), 0.0, 13.0)
    sleeve = rgb(rng.uniform(10, 220, 3)) if chance(rng, 0.6) else skin
    frame.part((0, -300), (62, 260, 48), float(rng.normal(0, 0.05)), 22.0, sleeve)


class _HandFrame:
    """Places the parts of a hand whose fingertips are at a goal."""

    def __init__(self, layout: Layout, goal: Floats, turn: float, skin: RGB) -> None:
        self.layout, self.goal, self.turn, self.skin = layout, goal, turn, skin

    def part(
        self,
        at: tuple[float, float],
        size: tuple[float, float, float],
        angle: float,
        radius: float,
        colour: RGB | None = None,
    ) -> None:
        """Add one rounded part; `at` is right of and ahead of the goal, along the hand."""
        offset = rotation_z(self.turn) @ np.array([at[0], at[1], size[2] / 2])
        rotation = rotation_z(self.turn - angle) @ rotation_x(-0.05)
        layers = (Layer(1.0, colour or self.skin),)
        solid = Solid(size, self.goal + offset, rotation, layers, radius, 0.08)
        self.layout.props.append(solid)

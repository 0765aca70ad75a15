"""A table in play: a hand or two, the walls, the discards, a heap of tiles, a case."""

import numpy as np

from ....scoring.tiles import Tile
from ...records import GroupKind
from ..arrays import Floats, between, chance, pick
from ..deal import deal
from .hands import put_hand
from .place import Layout, Spot

__all__ = ["add_discards", "add_heap", "add_wall", "lay_case", "lay_table", "surround"]


def lay_table(layout: Layout, rng: np.random.Generator) -> None:
    """Lay a hand with walls and discards around it, or only a heap, a grid or a case."""
    layout.jitter = pick(rng, (0.1, 0.4, 1.0))
    kind = pick(rng, ("hand", "discards", "heap", "grid"), (0.5, 0.15, 0.2, 0.15))
    dealt = deal(rng)
    rest = list(dealt.rest)
    if kind == "hand":
        put_hand(layout, rng, dealt, Spot(0, 0))
        layout.hand, layout.finished = dealt.text, not dealt.loose
        far = max(float(point[1]) for point in layout.focus) + layout.height * between(rng, 1.2, 3)
        surround(layout, rng, rest, far)
    elif kind == "discards":
        add_discards(layout, rng, rest[:40], Spot(0, 0), focus=True)
        surround(layout, rng, rest[40:], layout.height * 3)
    elif kind == "heap":
        add_heap(layout, rng, rest[: int(rng.integers(6, 45))], Spot(0, 0), focus=True)
    else:
        lay_case(layout, rng, rest)


def surround(layout: Layout, rng: np.random.Generator, rest: list[Tile], far: float) -> None:
    """Put walls, discards and a heap beyond `far`, as they stand around in a game."""
    if chance(rng, 0.55):
        count = int(rng.integers(4, 18))
        spot = Spot(between(rng, -250, 50), far + between(rng, 60, 160), between(rng, -0.25, 0.25))
        add_wall(layout, rng, rest[:count] + rest[count : 2 * count], spot)
    if chance(rng, 0.3):
        side = pick(rng, (-1, 1))
        spot = Spot(side * between(rng, 200, 300), between(rng, -100, 80), np.pi / 2)
        add_wall(layout, rng, rest[30:50], spot)
    if chance(rng, 0.6):
        spot = Spot(between(rng, -120, 120), far + between(rng, 60, 120))
        count = int(rng.integers(2, 22))
        if chance(rng, 0.5):
            add_heap(layout, rng, rest[50 : 50 + count], spot)
        else:
            add_discards(layout, rng, rest[50 : 50 + count], spot)


def add_wall(layout: Layout, rng: np.random.Generator, tiles: list[Tile], start: Spot) -> None:
    """Build a stretch of wall, two high, face down; sometimes its tiles stand or lie open."""
    group = layout.group(GroupKind.OTHER)
    high = pick(rng, (2, 1), (4, 1))
    columns = len(tiles) // high
    missing = int(rng.integers(0, max(columns // 3, 1))) if high == 2 else 0
    for column in range(columns):
        for level in range(high):
            if level == 1 and column < missing:
                continue
            spot = start.moved(column * (layout.width + 0.3), 0, level * layout.depth)
            face_down = not (level == high - 1 and chance(rng, 0.03))
            tile = tiles[column * high + level]
            layout.lie(tile, spot, group, face_down=face_down, focus=False)


def add_discards(
    layout: Layout,
    rng: np.random.Generator,
    tiles: list[Tile],
    middle: Spot,
    *,
    focus: bool = False,
) -> None:
    """Lay discards in ranks of six or so, some of them sideways."""
    group = layout.group(GroupKind.OTHER)
    columns = int(rng.integers(5, 9))
    pitch_x, pitch_y = (
        layout.width * between(rng, 1.01, 1.3),
        layout.height * between(rng, 1.01, 1.2),
    )
    turn = pick(rng, (0.0, np.pi / 2, np.pi, -np.pi / 2), (5, 1, 2, 1))
    origin = Spot(middle.x, middle.y, turn + float(rng.normal(0, 0.05)))
    for number, tile in enumerate(tiles):
        column, rank = number % columns, number // columns
        spot = origin.moved((column - columns / 2) * pitch_x, -rank * pitch_y)
        layout.lie(tile, spot, group, focus=focus)


def add_heap(
    layout: Layout,
    rng: np.random.Generator,
    tiles: list[Tile],
    middle: Spot,
    *,
    focus: bool = False,
) -> None:
    """Scatter tiles, faces and backs, at any angle, close together but not through each other."""
    group = layout.group(GroupKind.OTHER)
    room = between(rng, 1.02, 1.5)
    radius = float(np.hypot(layout.width, layout.height)) * room * np.sqrt(len(tiles)) * 0.5
    placed: list[Floats] = []
    backs = pick(rng, (0.0, 0.1, 0.4))
    loose = layout.jitter
    layout.jitter = 0.0
    for tile in tiles:
        manner = pick(rng, ("lie", "stand", "side"), (0.86, 0.08, 0.06))
        deep = {"lie": layout.height, "stand": layout.depth, "side": layout.depth}[manner]
        wide = layout.height if manner == "side" else layout.width
        spot = _gap(rng, middle, radius, placed, (wide * room, deep * room))
        if spot is None:
            continue
        if manner == "lie":
            layout.lie(tile, spot, group, face_down=chance(rng, backs), focus=focus)
        elif manner == "stand":
            front = spot.moved(0, -layout.depth / 2)
            layout.lean(tile, front, group, tilt=90, turned_away=chance(rng, 0.5), focus=focus)
        else:
            layout.on_side(tile, spot, group)
    layout.jitter = loose


def _gap(
    rng: np.random.Generator,
    middle: Spot,
    radius: float,
    placed: list[Floats],
    size: tuple[float, float],
) -> Spot | None:
    """Find a spot whose rectangle meets no other, and remember it; None where none is found."""
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    for _ in range(25):
        angle, far = rng.uniform(0, 2 * np.pi), radius * np.sqrt(rng.random())
        turn = float(rng.uniform(0, 2 * np.pi))
        c, s = np.cos(turn), np.sin(turn)
        at = np.array([middle.x + np.cos(angle) * far, middle.y + np.sin(angle) * far])
        corners = signs @ np.array([[c, s], [-s, c]]) + at
        if not any(_meet(corners, other) for other in placed):
            placed.append(corners)
            return Spot(float(at[0]), float(at[1]), turn, middle.z)
    return None


def _meet(one: Floats, other: Floats) -> bool:
    """Tell whether two rectangles (4, 2) overlap: no side of either parts them."""
    for corners in (one, other):
        for side in (corners[1] - corners[0], corners[2] - corners[1]):
            a, b = one @ side, other @ side
            if a.max() <= b.min() or b.max() <= a.min():
                return False
    return True


def lay_case(layout: Layout, rng: np.random.Generator, tiles: list[Tile]) -> None:
    """Lay tiles in ranks side by side as in their case or a picture of the whole set."""
    group = layout.group(GroupKind.OTHER)
    columns, ranks = int(rng.integers(3, 12)), int(rng.integers(2, 6))
    gap = between(rng, 0, 1.5) if chance(rng, 0.7) else between(rng, 2, 10)
    empty = pick(rng, (0.0, 0.0, 0.15))
    if chance(rng, 0.4):
        tiles = sorted(tiles, key=lambda tile: tile.index)
    mixed = chance(rng, 0.3)
    for rank in range(ranks):
        for column in range(columns):
            number = rank * columns + column
            if number >= len(tiles) or chance(rng, empty):
                continue
            spot = Spot(
                (column - columns / 2) * (layout.width + gap),
                (ranks / 2 - rank) * (layout.height + gap),
            )
            if mixed and chance(rng, 0.3):
                spot = Spot(spot.x, spot.y, np.pi)
            layout.lie(tiles[number], spot, group, face_down=chance(rng, 0.02))

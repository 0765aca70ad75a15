"""A table in play: a hand or two, the walls, the discards, a heap of tiles, a case."""

import cv2
import numpy as np

from ....scoring.tiles import Tile
from ...records import GroupKind
from ..arrays import RGB, Floats, between, chance, pick
from ..deal import deal
from ..prints import case_slots
from ..solids import FRONT
from .hands import put_hand
from .place import Layout, Spot
from .rack import plank

__all__ = ["add_discards", "add_heap", "add_wall", "lay_case", "lay_table", "strew", "surround"]

# A tile finds no place in a heap after so many tries.
_TRIES = 25
# Outlines that share less than this, in square millimetres, only touch.
_TOUCH_MM2 = 1e-2


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
        if chance(rng, 0.3):
            strew(layout, rng, rest[-14:])
        surround(layout, rng, rest[:-14], far)
    elif kind == "discards":
        add_discards(layout, rng, rest[:40], Spot(0, 0), focus=True)
        surround(layout, rng, rest[40:], layout.height * 3)
    elif kind == "heap":
        add_heap(layout, rng, rest[: int(rng.integers(6, 45))], Spot(0, 0), focus=True)
    else:
        lay_case(layout, rng, rest)


def surround(layout: Layout, rng: np.random.Generator, rest: list[Tile], far: float) -> None:
    """Put walls, discards, a heap and other players' rows beyond `far`, as they stand in a game."""
    deck = _Deck(rest)
    middle, width = between(rng, -120, 120), layout.width
    if chance(rng, 0.6):
        spot = Spot(middle, far + layout.height * between(rng, 1.5, 3.5))
        if chance(rng, 0.6):
            add_heap(layout, rng, deck.take(int(rng.integers(6, 46))), spot)
        else:
            add_discards(layout, rng, deck.take(int(rng.integers(3, 28))), spot)
    reach = between(rng, 7, 13) * width
    high = far + layout.height * between(rng, 0.5, 8)
    if chance(rng, 0.5):
        start = Spot(middle - reach, high, float(rng.normal(0, 0.08)))
        add_wall(layout, rng, deck.take(int(rng.integers(10, 40))), start)
    for side in (-1, 1):
        if chance(rng, 0.35):
            start = Spot(middle + side * reach * 1.15, far - between(rng, 0, 200), np.pi / 2)
            add_wall(layout, rng, deck.take(int(rng.integers(6, 36))), start)
    if chance(rng, 0.25):
        start = Spot(middle - 6 * width, high + layout.height * between(rng, 1.5, 3))
        _add_neighbour(layout, rng, deck.take(13), start)


def strew(layout: Layout, rng: np.random.Generator, tiles: list[Tile]) -> None:
    """Drop single tiles around what lies there, most of them face down, none on another."""
    group = layout.group(GroupKind.OTHER)
    spots = np.array(layout.focus)[:, :2]
    room = layout.height * between(rng, 1.5, 6)
    low, high = spots.min(axis=0) - room, spots.max(axis=0) + room
    clear = float(np.hypot(layout.width, layout.height))
    down = pick(rng, (1.0, 0.8, 0.3))
    for tile in tiles[: int(rng.integers(3, len(tiles) + 1))]:
        for _ in range(_TRIES):
            at = rng.uniform(low, high)
            if np.linalg.norm(spots - at, axis=1).min() > clear * 1.05:
                spots = np.vstack([spots, [at]])
                spot = Spot(float(at[0]), float(at[1]), between(rng, -np.pi, np.pi))
                layout.lie(tile, spot, group, face_down=chance(rng, down), focus=chance(rng, 0.3))
                break


class _Deck:
    """Tiles to be handed out, each once."""

    def __init__(self, tiles: list[Tile]) -> None:
        self.tiles = list(tiles)

    def take(self, count: int) -> list[Tile]:
        """Hand out up to so many tiles."""
        taken, self.tiles = self.tiles[:count], self.tiles[count:]
        return taken


def _add_neighbour(
    layout: Layout, rng: np.random.Generator, tiles: list[Tile], start: Spot
) -> None:
    """Stand another player's row across the table: its backs are seen, or it lies open."""
    group = layout.group(GroupKind.OTHER)
    shown = chance(rng, 0.25)
    for number, tile in enumerate(tiles):
        spot = start.moved(number * (layout.width + 0.3), 0)
        if shown:
            layout.lie(tile, Spot(spot.x, spot.y, spot.turn + np.pi), group, focus=False)
        else:
            layout.lean(tile, spot, group, tilt=90, turned_away=True, focus=False)


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
    if chance(rng, 0.3):
        _pile(layout, rng, group, len(tiles) // 4)
    layout.jitter = loose


def _pile(layout: Layout, rng: np.random.Generator, group: int, count: int) -> None:
    """Lay some of a heap's last tiles on top of others."""
    members = layout.groups[group].pieces
    below = [n for n in members if layout.pieces[n].solid.rotation[2, 2] ** 2 > 0.99]
    for base in below[:count]:
        solid = layout.pieces[base].solid
        x, y = (float(v) for v in solid.centre_mm[:2] + rng.normal(0, layout.width * 0.3, 2))
        spot = Spot(x, y, between(rng, -np.pi, np.pi), layout.depth)
        layout.lie(
            pick(rng, tuple(Tile)[:34]), spot, group, face_down=chance(rng, 0.3), focus=False
        )


def _gap(
    rng: np.random.Generator,
    middle: Spot,
    radius: float,
    placed: list[Floats],
    size: tuple[float, float],
) -> Spot | None:
    """Find a spot whose rectangle meets no other, and remember it; None where none is found."""
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    centres = np.array([other.mean(axis=0) for other in placed]).reshape(-1, 2)
    reaches = np.array([np.linalg.norm(o[2] - o[0]) / 2 for o in placed])
    reach = float(np.hypot(*size)) / 2
    for _ in range(_TRIES):
        angle, far = rng.uniform(0, 2 * np.pi), radius * np.sqrt(rng.random())
        turn = float(rng.uniform(0, 2 * np.pi))
        c, s = np.cos(turn), np.sin(turn)
        at = np.array([middle.x + np.cos(angle) * far, middle.y + np.sin(angle) * far])
        away = np.sqrt(((centres - at) ** 2).sum(axis=1))
        # Two rectangles whose middles are closer than half their shorter sides do meet.
        if (away < min(size) / 2).any():
            continue
        corners = signs @ np.array([[c, s], [-s, c]]) + at
        near = np.flatnonzero(away < reaches + reach)
        if not any(_overlap(corners, placed[number]) for number in near):
            placed.append(corners)
            return Spot(float(at[0]), float(at[1]), turn, middle.z)
    return None


def _overlap(one: Floats, other: Floats) -> bool:
    """Tell whether two rectangles share more than a touch."""
    shared, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(shared) > _TOUCH_MM2


def lay_case(layout: Layout, rng: np.random.Generator, tiles: list[Tile]) -> None:
    """Lay tiles in ranks side by side, on the table or in their case, some slots empty."""
    group = layout.group(GroupKind.OTHER)
    columns, ranks = int(rng.integers(3, 12)), int(rng.integers(2, 6))
    if chance(rng, 0.2):
        columns, ranks = int(rng.integers(9, 15)), int(rng.integers(5, 9))
    gap = between(rng, 0, 1.5) if chance(rng, 0.7) else between(rng, 2, 10)
    cased = chance(rng, 0.45)
    empty = pick(rng, (0.1, 0.4)) if cased else pick(rng, (0.0, 0.0, 0.15))
    if chance(rng, 0.4):
        tiles = sorted(tiles, key=lambda tile: tile.index)
    pitch = layout.width + gap, layout.height + gap
    floor = _add_case(layout, rng, (columns, ranks), pitch) if cased else 0.0
    mixed = chance(rng, 0.3)
    for rank in range(ranks):
        for column in range(columns):
            number = rank * columns + column
            if number >= len(tiles) or chance(rng, empty):
                continue
            x, y = (column + 0.5 - columns / 2) * pitch[0], (ranks / 2 - rank - 0.5) * pitch[1]
            turn = np.pi if mixed and chance(rng, 0.3) else 0.0
            face_down = chance(rng, 0.02)
            layout.lie(tiles[number], Spot(x, y, turn, floor), group, face_down=face_down)


def _add_case(
    layout: Layout,
    rng: np.random.Generator,
    slots: tuple[int, int],
    pitch_mm: tuple[float, float],
) -> float:
    """Put an open case under the ranks; return the height of its floor."""
    columns, ranks = slots
    wide, deep = columns * pitch_mm[0], ranks * pitch_mm[1]
    dark: RGB = pick(
        rng, ((25, 25, 28), (120, 20, 30), (20, 50, 90), (40, 30, 25), (200, 200, 195))
    )
    wall, high = between(rng, 4, 25), layout.depth * between(rng, 0.4, 1.3)
    floor = plank((wide, deep, 2.0), np.array([0.0, 0.0, 1.0]), dark, 0.1)
    floor.radius_mm = 0.2
    floor.decals[FRONT] = case_slots(columns, ranks, pitch_mm, rng)
    layout.props.append(floor)
    for x, y, size in (
        (0.0, (deep + wall) / 2 + 1, (wide + 2 * wall, wall, high)),
        (0.0, -(deep + wall) / 2 - 1, (wide + 2 * wall, wall, high)),
        ((wide + wall) / 2 + 1, 0.0, (wall, deep, high)),
        (-(wide + wall) / 2 - 1, 0.0, (wall, deep, high)),
    ):
        layout.props.append(plank(size, np.array([x, y, high / 2]), dark, 0.15))
    return 2.0

"""Puts tiles on the table: lying, standing, leaning, on others; and remembers their groups."""

from dataclasses import dataclass, field

import numpy as np

from ....scoring.tiles import Tile
from ...records import GroupKind
from ..arrays import Floats, chance
from ..camera import rotation_x, rotation_z
from ..solids import Solid
from ..tileset import TileSet

__all__ = ["Group", "Layout", "Piece", "Spot"]

_FLIP = np.diag([-1.0, 1.0, -1.0])


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the table: where, and which way a reader there looks (0 is along y)."""

    x: float
    y: float
    turn: float = 0.0
    z: float = 0.0

    def moved(self, right: float, ahead: float, up: float = 0.0) -> "Spot":
        """Return the spot that lies so far to the right and ahead of this one."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        x, y = self.x + c * right - s * ahead, self.y + s * right + c * ahead
        return Spot(float(x), float(y), self.turn, self.z + up)


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A tile on the table, its group, and whether it is a red five."""

    tile: Tile
    solid: Solid
    group: int | None
    red: bool = False


@dataclass(slots=True)
class Group:
    """Tiles that belong together, as they are added from left to right."""

    kind: GroupKind
    open: bool | None
    pieces: list[int] = field(default_factory=list)
    turned: list[int] = field(default_factory=list)
    face_down: list[int] = field(default_factory=list)
    of_hand: bool = False
    """Laid out as a hand though its kind is `other`: any row, or a set without its winning tile."""


@dataclass(slots=True, eq=False)
class Layout:
    """All that stands on the table, in the order it was put there."""

    tiles: TileSet
    rng: np.random.Generator
    pieces: list[Piece] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    props: list[Solid] = field(default_factory=list)
    focus: list[Floats] = field(default_factory=list)
    """Points the camera should have in view."""
    hand: str = ""
    finished: bool = False
    """Whether the hand is a complete one."""
    jitter: float = 0.3
    """How far tiles stray from their places, in millimetres and half degrees."""

    @property
    def width(self) -> float:
        """Return the width of a tile in millimetres."""
        return self.tiles.size_mm[0]

    @property
    def height(self) -> float:
        """Return the height of a tile's face in millimetres."""
        return self.tiles.size_mm[1]

    @property
    def depth(self) -> float:
        """Return the thickness of a tile in millimetres."""
        return self.tiles.size_mm[2]

    def group(self, kind: GroupKind, *, open_: bool | None = None) -> int:
        """Begin a group and return its number."""
        self.groups.append(Group(kind, open_))
        return len(self.groups) - 1

    def lie(
        self,
        tile: Tile,
        spot: Spot,
        group: int | None,
        *,
        face_down: bool = False,
        sideways: int = 0,
        focus: bool = True,
    ) -> None:
        """Lay a tile flat; `sideways` is 1 for a quarter turn to the left, -1 to the right."""
        turn = spot.turn + sideways * np.pi / 2 + self._stray(0.5) * np.pi / 180
        rotation = rotation_z(turn)
        if face_down:
            rotation = rotation @ _FLIP
        centre = np.array([spot.x + self._stray(), spot.y + self._stray(), spot.z + self.depth / 2])
        self._add(tile, centre, rotation, group, (face_down, bool(sideways), focus))

    def lean(
        self,
        tile: Tile,
        spot: Spot,
        group: int | None,
        *,
        tilt: float,
        turned_away: bool = False,
        focus: bool = True,
    ) -> None:
        """Stand a tile on its lower edge, leaning back; `tilt` is 90 degrees for upright.

        The spot is the middle of the lower front edge.
        """
        lean = np.deg2rad(tilt)
        turn = spot.turn + self._stray(0.5) * np.pi / 180
        rotation = rotation_z(turn) @ rotation_x(lean)
        back = np.cos(lean) * self.height / 2 + np.sin(lean) * self.depth / 2
        up = np.sin(lean) * self.height / 2 + np.cos(lean) * self.depth / 2
        if turned_away:
            rotation = rotation @ np.diag([-1.0, 1.0, -1.0])
        place = spot.moved(self._stray(), back + self._stray(), up)
        centre = np.array([place.x, place.y, place.z])
        self._add(tile, centre, rotation, group, (turned_away, False, focus))

    def on_side(self, tile: Tile, spot: Spot, group: int | None) -> None:
        """Lay a tile on its long narrow side, its face towards the reader."""
        rotation = rotation_z(spot.turn) @ rotation_x(np.pi / 2) @ rotation_z(np.pi / 2)
        centre = np.array([spot.x, spot.y, spot.z + self.width / 2])
        self._add(tile, centre, rotation, group, (False, True, False))

    def _stray(self, share: float = 1.0) -> float:
        return float(self.rng.normal(0, self.jitter * share)) if self.jitter else 0.0

    def _add(
        self,
        tile: Tile,
        centre: Floats,
        rotation: Floats,
        group: int | None,
        how: tuple[bool, bool, bool],
    ) -> None:
        face_down, turned, focus = how
        red = self.tiles.draw_red(tile, self.rng)
        solid = self.tiles.solid(tile, centre, rotation, self.rng, red=red)
        number = len(self.pieces)
        self.pieces.append(Piece(tile, solid, group, red))
        if group is not None:
            members = self.groups[group]
            if turned:
                members.turned.append(len(members.pieces))
            if face_down:
                members.face_down.append(len(members.pieces))
            members.pieces.append(number)
        if focus:
            self.focus.append(centre)

    def row(
        self,
        tiles: tuple[Tile, ...],
        start: Spot,
        group: int | None,
        *,
        tilt: float = 0.0,
        gap: float = 0.0,
        sideways: int = 0,
    ) -> Spot:
        """Put tiles side by side, lying (tilt 0) or leaning; return where the next would be.

        Lying tiles that are `sideways` (see `lie`) touch with their short sides.
        """
        long, deep = (self.height, self.width) if sideways else (self.width, self.height)
        spot = start
        drift = float(self.rng.normal(0, 0.002)) if chance(self.rng, 0.4) else 0.0
        for tile in tiles:
            place = spot.moved(long / 2, 0)
            if tilt > 0:
                self.lean(tile, place, group, tilt=tilt)
            else:
                self.lie(tile, place.moved(0, deep / 2), group, sideways=sideways)
            step = long + gap + abs(self._stray(0.4)) + 0.05
            spot = spot.moved(step, drift * self.width)
        return spot

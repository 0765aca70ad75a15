"""Tiles that lie together, what they are to a hand, and the hand that they make."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..scoring.hand import Hand
from ..scoring.laid import GroupKind
from ..scoring.melds import Meld, MeldKind
from ..scoring.tiles import Tile

__all__ = ["KONG_TILES", "Arranged", "Laid", "Part", "hand_of"]

KONG_TILES = 4


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles that lie together and what they are."""

    kind: GroupKind
    open: bool | None
    tiles: tuple[int, ...]
    """Places in the tuple of tiles seen, left to right."""
    hidden: Tile | None = None
    """What the face-down tiles of a kong are."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """All tiles of a picture, arranged."""

    groups: tuple[Laid, ...]
    hand: Hand | None
    weight: float
    """How likely people lay tiles out so: a logarithm, up to an unknown constant."""
    tile_count: int
    """Tiles of the hand, a kong counted as three and bonus tiles left out."""
    is_complete: bool
    share: float = 1.0
    """How likely it is beside other ways to choose the tiles of the hand, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a row, or a closed kong within one: its faces and backs, bonus tiles left out."""

    tiles: tuple[int, ...]
    segment: int
    kong: Tile | None = None
    """A closed kong's tile."""
    unknown_kong: bool = False
    """Four tiles face down."""

    @property
    def is_kong(self) -> bool:
        """Tell whether it is a closed kong."""
        return self.kong is not None or self.unknown_kong


def hand_of(groups: Sequence[Laid], names: tuple[Tile, ...]) -> Hand | None:
    """Return the hand as scoring takes it; None where no tile is of one."""
    concealed: list[Tile] = []
    melds: list[Meld] = []
    bonus: list[Tile] = []
    winning: Tile | None = None
    for group in groups:
        faces = [names[tile] for tile in group.tiles if names[tile] is not Tile.BACK]
        if group.kind is GroupKind.BONUS:
            bonus += faces
        elif group.kind is GroupKind.KONG:
            tile = group.hidden or (faces[0] if faces else None)
            if tile is not None:
                melds.append(Meld(MeldKind.KONG, tile, open=group.open is not False))
        elif group.kind is not GroupKind.OTHER:
            if group.open and group.kind in (GroupKind.CHOW, GroupKind.PUNG):
                melds.append(Meld.of(faces, open=True))
            else:
                concealed += faces
            if group.kind is GroupKind.WINNING:
                winning = faces[0]
    if not concealed and not melds and not bonus:
        return None
    return Hand(tuple(concealed), tuple(melds), tuple(bonus), winning)

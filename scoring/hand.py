"""A hand as it lies on the table, and the situation it was played in, or what is known of it."""

from dataclasses import dataclass
from enum import Enum
from operator import attrgetter

from .melds import Meld, MeldKind
from .tiles import Tile, Wind

__all__ = ["WAITING_HAND", "WHOLE_HAND", "Hand", "Known", "Situation", "Win"]

WHOLE_HAND = 14
"""Tiles of a mahjong, a kong counted as three and bonus tiles left out."""

WAITING_HAND = WHOLE_HAND - 1
"""Tiles of every other player."""


_INDEX = attrgetter("index")


class Win(Enum):
    """How the hand was won; the values are those of the command line and JSON."""

    SELF_DRAW = "self-draw"
    DISCARD = "discard"
    ROB_KONG = "rob-kong"
    KONG_REPLACEMENT = "kong-replacement"
    LAST_WALL = "last-wall"
    HEAVEN = "heaven"
    EARTH = "earth"

    def __init__(self, word: str) -> None:
        self.is_claimed = word in ("discard", "rob-kong", "earth")
        """Whether the winning tile was another player's."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: concealed tiles (the winning tile included), sets laid out, bonus tiles.

    Tiles and sets are kept in class order, so that two hands with the same tiles are equal.
    `concealed` holds the bare tiles, `melds` the open sets and the closed kongs, and `winning`
    names the tile that won, which stands among the bare tiles or in an open set that it completed.
    """

    concealed: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[Tile, ...] = ()
    winning: Tile | None = None

    def __post_init__(self) -> None:
        by_index = sorted(self.concealed, key=_INDEX)
        object.__setattr__(self, "concealed", tuple(by_index))
        melds = sorted(self.melds, key=lambda meld: meld.sort_key)
        object.__setattr__(self, "melds", tuple(melds))
        bonus = sorted(self.bonus, key=_INDEX)
        object.__setattr__(self, "bonus", tuple(bonus))

    @property
    def tile_count(self) -> int:
        """Return the number of tiles, a kong counted as three and bonus tiles left out."""
        return len(self.concealed) + sum(
            2 if meld.kind is MeldKind.PAIR else 3 for meld in self.melds
        )

    @property
    def copies(self) -> dict[Tile, int]:
        """Count every tile of the hand, bonus tiles included, in class order."""
        tiles = [*self.concealed, *self.bonus]
        for meld in self.melds:
            tiles += meld.tiles
        count: dict[Tile, int] = {}
        for tile in sorted(tiles, key=_INDEX):
            count[tile] = count.get(tile, 0) + 1
        return count


@dataclass(frozen=True, slots=True)
class Situation:
    """What the tiles do not show: winds, how the hand was won, and whether it is dead.

    `win` is None for a player who did not win. `kongs_in_turn` counts the kongs that the winner
    made in the turn of a kong-replacement win. `ready_at_start` is the Lucky Thirteen of De Rode
    Draak: waiting in the first hand, announced, no tile changed since.
    """

    seat: Wind
    prevailing: Wind
    win: Win | None = None
    kongs_in_turn: int = 1
    dead: bool = False
    ready_at_start: bool = False

    def __post_init__(self) -> None:
        for wind in (self.seat, self.prevailing):
            if not isinstance(wind, Wind):
                raise TypeError(f"a wind is one of {[str(w) for w in Wind]}, not {wind!r}")
        if self.win is not None and not isinstance(self.win, Win):
            raise TypeError(f"win is one of {[str(w) for w in Win]} or None, not {self.win!r}")

    @property
    def is_claimed(self) -> bool:
        """Tell whether the winning tile was another player's."""
        return self.win is not None and self.win.is_claimed

    @property
    def is_winner(self) -> bool:
        """Tell whether this player has mahjong; a dead hand never has."""
        return self.win is not None and not self.dead


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the situation; None is unknown. `win` is not looked at for a loser."""

    seat: Wind | None = None
    prevailing: Wind | None = None
    win: Win | None = None
    winner: bool = True
    kongs_in_turn: int = 1
    dead: bool = False
    ready_at_start: bool = False

    @property
    def is_winner(self) -> bool:
        """Tell whether the player claims mahjong."""
        return self.winner and not self.dead

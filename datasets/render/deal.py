"""Deals a random hand: sets, pair, bonus tiles, and which of it lies open."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ...scoring.hand import Hand
from ...scoring.melds import SUITED_AND_HONOURS, Meld, MeldKind
from ...scoring.notation import format_hand
from ...scoring.tiles import Tile
from .arrays import chance, pick

__all__ = ["Deal", "deal", "draw_tiles"]

_BONUS = tuple(tile for tile in Tile if tile.is_bonus)
COPIES = 4


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand as its player knows it, and the tiles left over."""

    concealed: tuple[Meld, ...]
    """Sets (and the pair last) whose tiles are bare in the hand text."""
    loose: tuple[Tile, ...]
    """Bare tiles of an unfinished hand that form no set."""
    melds: tuple[Meld, ...]
    """Open sets and closed kongs."""
    bonus: tuple[Tile, ...]
    winning: Tile | None
    rest: tuple[Tile, ...]
    """The wall and the discards, shuffled."""

    @property
    def row(self) -> tuple[Tile, ...]:
        """Return the bare tiles, set by set."""
        return tuple(tile for meld in self.concealed for tile in meld.tiles) + self.loose

    @property
    def text(self) -> str:
        """Return the hand text."""
        return format_hand(Hand(self.row, self.melds, self.bonus, self.winning))


class _Wall:
    """Counts what is left of each tile."""

    def __init__(self) -> None:
        self.left: Counter[Tile] = Counter(dict.fromkeys(SUITED_AND_HONOURS, COPIES))

    def take(self, tiles: tuple[Tile, ...]) -> bool:
        need = Counter(tiles)
        if any(self.left[tile] < count for tile, count in need.items()):
            return False
        self.left.subtract(need)
        return True


def _draw_meld(rng: np.random.Generator, wall: _Wall, kind: MeldKind, *, open_: bool) -> Meld:
    while True:
        tile = pick(rng, SUITED_AND_HONOURS)
        if kind is MeldKind.CHOW and (tile.suit is None or tile.number > 7):
            continue
        meld = Meld(kind, tile, open_)
        if wall.take(meld.tiles):
            return meld


def deal(rng: np.random.Generator, *, complete: bool | None = None) -> Deal:
    """Deal a hand; `complete` asks for a finished (True) or an unfinished one (False)."""
    finished = chance(rng, 0.6) if complete is None else complete
    wall = _Wall()
    opened = int(rng.choice(5, p=[0.4, 0.2, 0.2, 0.13, 0.07]))
    melds = tuple(_draw_open(rng, wall) for _ in range(opened))
    inside = []
    for _ in range(4 - opened):
        kind = MeldKind.CHOW if chance(rng, 0.55) else MeldKind.PUNG
        inside.append(_draw_meld(rng, wall, kind, open_=False))
    pair = _draw_meld(rng, wall, MeldKind.PAIR, open_=False)
    concealed: tuple[Meld, ...] = (*inside, pair)
    loose: tuple[Tile, ...] = ()
    winning = None
    if finished:
        tiles = [tile for meld in concealed for tile in meld.tiles]
        winning = pick(rng, tiles) if chance(rng, 0.5) else None
    else:
        count = 3 * (4 - opened) + 1
        wall.left.update(tile for meld in concealed for tile in meld.tiles)
        loose = draw_tiles(rng, wall.left, count)
        concealed = ()
    number = int(rng.choice(5, p=[0.45, 0.25, 0.15, 0.1, 0.05]))
    bonus = tuple(_BONUS[i] for i in rng.permutation(len(_BONUS))[:number])
    rest = [tile for tile, count in wall.left.items() for _ in range(count)]
    rest += [tile for tile in _BONUS if tile not in bonus]
    shuffled = tuple(rest[i] for i in rng.permutation(len(rest)))
    return Deal(concealed, loose, melds, bonus, winning, shuffled)


def _draw_open(rng: np.random.Generator, wall: _Wall) -> Meld:
    kind = pick(rng, (MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG), (0.38, 0.37, 0.25))
    open_ = kind is not MeldKind.KONG or chance(rng, 0.35)
    return _draw_meld(rng, wall, kind, open_=open_)


def draw_tiles(rng: np.random.Generator, left: Counter[Tile], count: int) -> tuple[Tile, ...]:
    """Take `count` tiles at random out of what is left, sorted or not as players keep them."""
    pool = [tile for tile, number in left.items() for _ in range(number)]
    order = rng.permutation(len(pool))[:count]
    taken = [pool[i] for i in order]
    left.subtract(taken)
    if chance(rng, 0.75):
        taken.sort(key=lambda tile: tile.index)
    return tuple(taken)

"""One reading of a hand, with everything that a rule may ask of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from .hand import Hand, Situation
from .melds import CHOW, KONG, PAIR, SUITED_AND_HONOURS, Meld
from .options import Options
from .templates import mask_of
from .tiles import Suit, Tile, TileKind

__all__ = ["DRAGONS", "HONOURS", "SIMPLES", "SUITS", "TERMINALS", "WINDS", "Facts", "Placement"]


def _mask(tiles: Iterable[Tile]) -> int:
    return mask_of(tile.index for tile in tiles)


WINDS = _mask(tile for tile in SUITED_AND_HONOURS if tile.kind is TileKind.WIND)
DRAGONS = _mask(tile for tile in SUITED_AND_HONOURS if tile.kind is TileKind.DRAGON)
HONOURS = WINDS | DRAGONS
TERMINALS = _mask(tile for tile in SUITED_AND_HONOURS if tile.is_terminal)
SIMPLES = _mask(tile for tile in SUITED_AND_HONOURS if tile.is_simple)
SUITS = tuple(_mask(t for t in SUITED_AND_HONOURS if t.suit is suit) for suit in Suit)


@dataclass(frozen=True, slots=True)
class Placement:
    """The sets of one reading, and where the winning tile went.

    `completed` is the set that the winning tile made complete; None for a player who did not win.
    """

    sets: tuple[Meld, ...]
    completed: Meld | None = None
    pe_ling: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What a rule may look at.

    `mask` has a bit for every tile kind of the hand (see `mask_of`), a Pe-ling counted as 1s;
    `closed` says that nothing was claimed before the winning tile, `laid_out` that sets lay on the
    table before it, `only_tile` that no other tile would have completed the hand.
    """

    hand: Hand
    situation: Situation
    options: Options
    placement: Placement
    mask: int
    closed: bool = False
    only_tile: bool = False
    laid_out: bool = False
    chows: tuple[Meld, ...] = field(init=False)
    pungs: tuple[Meld, ...] = field(init=False)
    kongs: tuple[Meld, ...] = field(init=False)
    pairs: tuple[Meld, ...] = field(init=False)
    closed_pungs: tuple[Meld, ...] = field(init=False)
    closed_kongs: tuple[Meld, ...] = field(init=False)
    claimed: bool = field(init=False)

    def __post_init__(self) -> None:
        sets = self.placement.sets
        put = object.__setattr__
        pungs = tuple([meld for meld in sets if meld.is_triplet])
        kongs = tuple([meld for meld in pungs if meld.kind is KONG])
        put(self, "pungs", pungs)
        put(self, "kongs", kongs)
        put(self, "chows", tuple([meld for meld in sets if meld.kind is CHOW]))
        put(self, "pairs", tuple([meld for meld in sets if meld.kind is PAIR]))
        put(self, "closed_pungs", tuple([meld for meld in pungs if not meld.open]))
        put(self, "closed_kongs", tuple([meld for meld in kongs if not meld.open]))
        put(self, "claimed", self.situation.is_claimed)

    def only(self, mask: int) -> bool:
        """Tell whether every tile lies within `mask`."""
        return not self.mask & ~mask

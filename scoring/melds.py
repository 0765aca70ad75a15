"""Sets of tiles: chow, pung, kong and pair, open or closed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from .errors import ErrorCode, HandError
from .messages import Message, message
from .tiles import Tile, format_tiles

__all__ = ["CHOW", "KONG", "PAIR", "PUNG", "SUITED_AND_HONOURS", "Meld", "MeldKind", "opened"]

SUITED_AND_HONOURS = tuple(tile for tile in Tile if tile.forms_sets)
"""The 34 tiles that form sets, in class order: a tile's index is its place here."""


class MeldKind(Enum):
    """The kinds of sets; the value is the word of the JSON output."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"

    # Members are singletons, so identity hashing is right; Enum's own hash is a slow Python call.
    __hash__ = object.__hash__


CHOW, PUNG, KONG, PAIR = MeldKind
"""The members by themselves: looking them up on the class takes ten times as long."""

_SIZE = {CHOW: 3, PUNG: 3, KONG: 4, PAIR: 2}
_ORDER = {kind: place for place, kind in enumerate(MeldKind)}


@dataclass(frozen=True, slots=True)
class Meld:
    """A set by its kind and lowest tile; `open` when it was made with a claimed tile.

    `is_triplet` says that it is a pung or a kong.

    >>> Meld(CHOW, Tile.M6).tiles
    (Tile('6m'), Tile('7m'), Tile('8m'))
    """

    kind: MeldKind
    tile: Tile
    open: bool = False
    tiles: tuple[Tile, ...] = field(init=False, repr=False, compare=False)
    is_triplet: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.kind is CHOW:
            if not self.tile.starts_chow:
                key = "wrapped_chow" if self.tile.suit else "honour_chow"
                raise HandError(ErrorCode.INVALID_MELD, message(key, tiles=self.tile.code))
            start = self.tile.index
            tiles = SUITED_AND_HONOURS[start : start + 3]
        else:
            if not self.tile.forms_sets:
                raise HandError(
                    ErrorCode.INVALID_MELD, message("set_of_bonus", tiles=self.tile.code)
                )
            tiles = (self.tile,) * _SIZE[self.kind]
        object.__setattr__(self, "tiles", tiles)
        triplet = self.kind is PUNG or self.kind is KONG
        object.__setattr__(self, "is_triplet", triplet)

    def __hash__(self) -> int:
        return (self.tile.index * 4 + _ORDER[self.kind]) * 2 + self.open

    @property
    def sort_key(self) -> tuple[int, int, bool]:
        """Return the place of this set in a canonical hand: by tile, kind, then openness."""
        return (self.tile.index, _ORDER[self.kind], self.open)

    @classmethod
    def of(cls, tiles: Sequence[Tile], *, open: bool = False) -> "Meld":
        """Make the set that these tiles form, in any order.

        Raises:
            HandError: `invalid_meld` when they form none.

        >>> Meld.of([Tile.M3, Tile.M1, Tile.M2], open=True).kind
        <MeldKind.CHOW: 'chow'>

        """
        ordered = sorted(tiles, key=lambda tile: tile.index)
        why = _why_no_set(ordered)
        if why:
            raise HandError(ErrorCode.INVALID_MELD, why)
        first = ordered[0]
        if first is not ordered[-1]:
            return cls(CHOW, first, open)
        kind = {2: PAIR, 3: PUNG, 4: KONG}[len(ordered)]
        return cls(kind, first, open)


@lru_cache(maxsize=256)
def opened(meld: Meld) -> Meld:
    """Return the same set as one made with a claimed tile."""
    return Meld(meld.kind, meld.tile, open=True)


def _why_no_set(ordered: list[Tile]) -> Message | None:
    """Return why these sorted tiles form no set, or None when they do."""
    if not ordered:
        return message("empty_set")
    codes = format_tiles(ordered)
    if not ordered[-1].forms_sets:
        return message("set_of_bonus", tiles=codes)
    if ordered[0] is ordered[-1]:
        return None if 2 <= len(ordered) <= 4 else message("not_a_set", tiles=codes)
    return _why_no_chow(ordered, codes)


def _why_no_chow(ordered: list[Tile], codes: str) -> Message | None:
    """Return why these sorted tiles, not all equal, form no chow."""
    if len(ordered) != 3 or len({(tile.suit, tile.is_honour) for tile in ordered}) > 1:
        return message("not_a_set", tiles=codes)
    if ordered[0].is_honour:
        return message("honour_chow", tiles=codes)
    start = ordered[0].number
    if [tile.number for tile in ordered] != [start, start + 1, start + 2]:
        return message("wrapped_chow", tiles=codes)
    return None

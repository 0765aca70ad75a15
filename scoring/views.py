"""The ways to look at a winner's tiles before they are read as sets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .hand import Hand
from .melds import SUITED_AND_HONOURS, Meld, MeldKind
from .readings import Counts, count, regular_waits
from .ruleset import RuleSet
from .templates import Irregular, mask_of
from .tiles import Tile, Wind

__all__ = ["View", "held_mask", "irregular_waits", "structure_waits", "views"]

_CAKE, _PE_LING = Tile.P1, Tile.S1


@dataclass(frozen=True, slots=True)
class View:
    """The tiles of a winner with the winning tile among the concealed ones.

    `tiles` counts the concealed tiles, `before` those without the winning tile, `melds` are the
    sets that lay out before it. With `pe_ling` the winning 1p is counted as 1s in `tiles`.
    """

    tiles: Counts
    before: Counts
    melds: tuple[Meld, ...]
    winning: Tile
    pe_ling: bool = False
    mask: int = field(init=False)
    closed: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", held_mask(self.tiles, self.melds))
        object.__setattr__(self, "closed", not any(meld.open for meld in self.melds))

    @property
    def held_before(self) -> Counts:
        """Count every tile that the player held before the winning tile."""
        return _with_melds(self.before, self.melds)


def _with_melds(counts: Counts, melds: Iterable[Meld]) -> Counts:
    held = list(counts)
    for meld in melds:
        for tile in meld.tiles:
            held[tile.index] += 1
    return tuple(held)


def held_mask(counts: Counts, melds: Iterable[Meld]) -> int:
    """Return the tile kinds of concealed tiles and sets as a mask."""
    mask = mask_of(index for index, held in enumerate(counts) if held)
    for meld in melds:
        for tile in meld.tiles:
            mask |= 1 << tile.index
    return mask


def _changed(counts: Counts, tile: Tile, by: int) -> Counts:
    at = tile.index
    return (*counts[:at], counts[at] + by, *counts[at + 1 :])


def views(hand: Hand, *, pe_ling: bool = True) -> Iterator[View]:
    """Yield every way to look at a winning hand that has passed `check_hand`.

    A set that the winning tile completed goes back among the concealed tiles: the player may lay
    the hand out in any other way. With `pe_ling` a winning 1p may also stand for 1s (Pe-ling eats
    cake).
    """
    winning = hand.winning
    if winning is None:
        return
    concealed = count(hand.concealed)
    if winning in hand.concealed:
        taken: list[Meld | None] = [None]
    else:
        taken = [
            meld
            for meld in dict.fromkeys(hand.melds)
            if winning in meld.tiles and meld.open and meld.kind is not MeldKind.KONG
        ]
    for back in taken:
        tiles = _with_melds(concealed, [back]) if back else concealed
        melds = list(hand.melds)
        if back:
            melds.remove(back)
        before = _changed(tiles, winning, -1)
        yield View(tiles, before, tuple(melds), winning)
        if pe_ling and winning is _CAKE and before[_PE_LING.index]:
            yield View(_changed(before, _PE_LING, 1), before, tuple(melds), _PE_LING, pe_ling=True)


def irregular_waits(
    tiles: Counts, mask: int, rules: RuleSet, seat: Wind, prevailing: Wind
) -> set[int]:
    """Return the indices of the tiles that complete thirteen tiles to an irregular hand."""
    return {
        index
        for rule in rules.active_limits
        for template in rule.templates(seat, prevailing)
        if isinstance(template, Irregular)
        for index in template.waits(tiles, mask)
    }


def structure_waits(
    before: Counts, melds: tuple[Meld, ...], rules: RuleSet, seat: Wind, prevailing: Wind
) -> list[Tile]:
    """Return the tiles that complete a hand one tile short, in class order.

    Irregular hands count while nothing is laid out; the minimum of doublings does not.
    """
    waits = regular_waits(before, _with_melds(before, melds))
    if melds:
        return waits
    mask = held_mask(before, ())
    irregular = irregular_waits(before, mask, rules, seat, prevailing)
    both = irregular | {tile.index for tile in waits}
    return [SUITED_AND_HONOURS[index] for index in sorted(both)]

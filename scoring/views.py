"""The ways to look at a winner's tiles before they are read as sets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .hand import Hand
from .limits import limit_book
from .melds import KONG, SUITED_AND_HONOURS, Meld
from .readings import Counts, count, regular_waits
from .ruleset import RuleSet
from .templates import Shape
from .tiles import Tile, Wind

__all__ = ["View", "structure_waits", "views", "with_melds"]

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
    whole: Shape = field(init=False)
    closed: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", Shape.of(with_melds(self.tiles, self.melds)))
        object.__setattr__(self, "closed", not any(meld.open for meld in self.melds))

    @property
    def held_before(self) -> Counts:
        """Count every tile that the player held before the winning tile."""
        return with_melds(self.before, self.melds)


def with_melds(counts: Counts, melds: Iterable[Meld]) -> Counts:
    """Count concealed tiles and the tiles of sets together."""
    if not melds:
        return counts
    held = list(counts)
    for meld in melds:
        for tile in meld.tiles:
            held[tile.index] += 1
    return tuple(held)


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
    if concealed[winning.index]:
        taken: list[Meld | None] = [None]
    else:
        taken = [
            meld
            for meld in dict.fromkeys(hand.melds)
            if winning in meld.tiles and meld.open and meld.kind is not KONG
        ]
    for back in taken:
        tiles = with_melds(concealed, [back]) if back else concealed
        melds = list(hand.melds)
        if back:
            melds.remove(back)
        before = _changed(tiles, winning, -1)
        yield View(tiles, before, tuple(melds), winning)
        if pe_ling and winning is _CAKE and before[_PE_LING.index]:
            yield View(_changed(before, _PE_LING, 1), before, tuple(melds), _PE_LING, pe_ling=True)


def structure_waits(
    before: Counts, melds: tuple[Meld, ...], rules: RuleSet, seat: Wind, prevailing: Wind
) -> list[Tile]:
    """Return the tiles that complete a hand one tile short, in class order.

    Irregular hands count while nothing is laid out; the minimum of doublings does not.
    """
    waits = regular_waits(before, with_melds(before, melds))
    if melds:
        return waits
    irregular = {index for _, index in limit_book(rules, seat, prevailing).waits(Shape.of(before))}
    if not irregular:
        return waits
    both = irregular | {tile.index for tile in waits}
    return [SUITED_AND_HONOURS[index] for index in sorted(both)]

"""Limit hands as templates: what sets or loose tiles must be compared with.

`patternlanguage` makes them from the text of a pattern.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from .melds import Meld
from .readings import Counts

__all__ = ["Irregular", "Regular", "Shape", "Template", "mask_of"]

_COPIES = 4


def mask_of(tiles: Iterable[int]) -> int:
    """Return a number with one bit set for each of these tile indices.

    >>> bin(mask_of([0, 2, 2]))
    '0b101'
    """
    mask = 0
    for index in tiles:
        mask |= 1 << index
    return mask


@dataclass(frozen=True, slots=True)
class Shape:
    """Loose tiles with what is asked of them first: which kinds, and which an odd number of."""

    counts: Counts
    mask: int
    odd: int

    @classmethod
    def of(cls, counts: Counts) -> "Shape":
        """Make the shape of counted tiles."""
        mask = odd = 0
        bit = 1
        for number in counts:
            if number:
                mask |= bit
                if number & 1:
                    odd |= bit
            bit <<= 1
        return cls(counts, mask, odd)

    def with_one_more(self, index: int) -> "Shape":
        """Return the shape with one more tile."""
        counts = (*self.counts[:index], self.counts[index] + 1, *self.counts[index + 1 :])
        return Shape(counts, self.mask | 1 << index, self.odd ^ 1 << index)


@dataclass(frozen=True, slots=True)
class Regular:
    """A regular pattern for one choice of suits: five slots, each a set of melds."""

    slots: tuple[frozenset[Meld], ...]
    union: int
    required: int

    def matches(self, sets: tuple[Meld, ...]) -> bool:
        """Tell whether these five sets fill the slots."""
        return _fill(self.slots, sets)


@dataclass(frozen=True, slots=True)
class Irregular:
    """An irregular pattern for one choice of suits: fixed tiles, then free pairs or tiles.

    `free` holds (2 for a pair or 1 for a tile, what it may be) for each free group.
    """

    base: Shape
    free: tuple[tuple[int, frozenset[int]], ...]
    distinct: bool
    union: int
    singles: int

    @property
    def only_pairs(self) -> bool:
        """Tell whether the pattern is nothing but pairs."""
        return not self.base.mask and not self.singles

    def matches(self, shape: Shape) -> bool:
        """Tell whether these fourteen tiles are the pattern."""
        if shape.mask & ~self.union or self.base.mask & ~shape.mask:
            return False
        if (shape.odd ^ self.base.odd).bit_count() > self.singles:
            return False
        pairs = zip(shape.counts, self.base.counts, strict=True)
        rest = [held - fixed for held, fixed in pairs]
        if min(rest) < 0 or (self.distinct and max(shape.counts) > 2):
            return False
        return _fill_free(self.free, rest)

    def waits(self, shape: Shape) -> Iterator[int]:
        """Yield the indices of the tiles that complete these thirteen tiles to the pattern."""
        if shape.mask & ~self.union or (self.base.mask & ~shape.mask).bit_count() > 1:
            return
        unlike = shape.odd ^ self.base.odd
        if unlike.bit_count() > self.singles + 1:
            return
        # Without free single tiles every number must come out even: only one tile can do that.
        candidates = range(len(shape.counts)) if self.singles else (unlike.bit_length() - 1,)
        for index in candidates:
            fits = self.union >> index & 1 and shape.counts[index] < _COPIES
            if fits and self.matches(shape.with_one_more(index)):
                yield index


Template = Regular | Irregular


def _fill(slots: tuple[frozenset[Meld], ...], sets: tuple[Meld, ...]) -> bool:
    """Tell whether every set finds a slot of its own; equal slots are the same object."""
    if not sets:
        return True
    first, others = sets[0], sets[1:]
    tried: list[frozenset[Meld]] = []
    for place, slot in enumerate(slots):
        if any(slot is other for other in tried):
            continue
        tried.append(slot)
        if first in slot and _fill(slots[:place] + slots[place + 1 :], others):
            return True
    return False


def _fill_free(free: tuple[tuple[int, frozenset[int]], ...], rest: list[int]) -> bool:
    """Tell whether the tiles that the fixed ones leave over are exactly the free groups.

    Pairs come first: every choice of which alike tiles are pairs is tried, and then pairs and
    single tiles are matched with their groups.
    """
    pairs = [allowed for size, allowed in free if size == 2]
    singles = [allowed for size, allowed in free if size == 1]
    if sum(rest) != 2 * len(pairs) + len(singles):
        return False
    kinds = [index for index, held in enumerate(rest) for _ in range(held // 2)]
    for chosen in dict.fromkeys(combinations(kinds, len(pairs))):
        left = list(rest)
        for index in chosen:
            left[index] -= 2
        loose = [index for index, held in enumerate(left) for _ in range(held)]
        if _match(list(chosen), pairs) and _match(loose, singles):
            return True
    return False


def _match(items: list[int], slots: list[frozenset[int]]) -> bool:
    """Tell whether every item finds a slot of its own that allows it (augmenting paths)."""
    if len(items) != len(slots):
        return False
    taken: dict[int, int] = {}  # slot -> item

    def place(item: int, tried: set[int]) -> bool:
        for slot, allowed in enumerate(slots):
            if items[item] in allowed and slot not in tried:
                tried.add(slot)
                if slot not in taken or place(taken[slot], tried):
                    taken[slot] = item
                    return True
        return False

    return all(place(item, set()) for item in range(len(items)))

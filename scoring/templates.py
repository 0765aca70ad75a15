"""Limit hands as templates: what sets or loose tiles must be compared with.

`patternlanguage` makes them from the text of a pattern.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .melds import Meld
from .readings import Counts

__all__ = ["Irregular", "Regular", "Template", "mask_of"]


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
class Regular:
    """A regular pattern for one choice of suits: five slots, each a set of melds."""

    slots: tuple[frozenset[Meld], ...]
    union: int
    required: int

    def matches(self, sets: tuple[Meld, ...], mask: int) -> bool:
        """Tell whether these five sets, whose tiles have this mask, fill the slots."""
        if mask & ~self.union or self.required & ~mask:
            return False
        return _fill(self.slots, sets)


@dataclass(frozen=True, slots=True)
class Irregular:
    """An irregular pattern for one choice of suits: fixed tiles, then free pairs or tiles."""

    base: Counts
    free: tuple[tuple[int, frozenset[int]], ...]  # (2 for a pair, 1 for a tile; what it may be)
    distinct: bool
    union: int
    required: int

    @property
    def only_pairs(self) -> bool:
        """Tell whether the pattern is nothing but pairs."""
        return not self.required and all(size == 2 for size, _ in self.free)

    def matches(self, counts: Counts, mask: int) -> bool:
        """Tell whether these fourteen tiles, which have this mask, are the pattern."""
        if mask & ~self.union or self.required & ~mask:
            return False
        rest = [held - fixed for held, fixed in zip(counts, self.base, strict=True)]
        if min(rest) < 0 or (self.distinct and max(counts) > 2):
            return False
        return _fill_free(self.free, rest)

    def waits(self, counts: Counts, mask: int) -> Iterator[int]:
        """Yield the indices of the tiles that complete these thirteen tiles to the pattern."""
        if mask & ~self.union or (self.required & ~mask).bit_count() > 1:
            return
        missing = [
            index
            for index, (held, fixed) in enumerate(zip(counts, self.base, strict=True))
            for _ in range(fixed - held)
        ]
        if len(missing) > 1:
            return
        for index in missing or self._free_candidates(counts):
            whole = list(counts)
            whole[index] += 1
            if whole[index] <= 4 and self.matches(tuple(whole), mask | 1 << index):
                yield index

    def _free_candidates(self, counts: Counts) -> list[int]:
        """Return the tiles that may be the missing one when all fixed tiles are there."""
        if any(size == 1 for size, _ in self.free):
            return sorted(set().union(*(allowed for _, allowed in self.free)))
        odd = [
            i
            for i, (held, fixed) in enumerate(zip(counts, self.base, strict=True))
            if (held - fixed) % 2
        ]
        return odd if len(odd) == 1 else []


Template = Regular | Irregular


def _fill(slots: tuple[frozenset[Meld], ...], sets: tuple[Meld, ...]) -> bool:
    """Tell whether every set finds a slot of its own."""
    if not sets:
        return True
    first, others = sets[0], sets[1:]
    return any(
        first in slot and _fill(slots[:place] + slots[place + 1 :], others)
        for place, slot in enumerate(slots)
        if slot not in slots[:place]
    )


def _fill_free(free: tuple[tuple[int, frozenset[int]], ...], rest: list[int]) -> bool:
    """Tell whether the tiles that the fixed ones leave over are exactly the free groups."""
    index = next((i for i, held in enumerate(rest) if held), None)
    if index is None:
        return not free
    for place, (size, allowed) in enumerate(free):
        if index not in allowed or rest[index] < size or (size, allowed) in free[:place]:
            continue
        rest[index] -= size
        filled = _fill_free(free[:place] + free[place + 1 :], rest)
        rest[index] += size
        if filled:
            return True
    return False

"""The likeliest reading that the rules allow, and how far it can be trusted.

Every way to name the tiles has a likelihood: what the classifier says of each tile, and how likely
people lay out such a hand (`arrange`). Ways are tried in the order of what the classifier says, so
the search is exact: it ends when no way left can be better than the best one found.
"""

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from ..scoring.hand import Hand
from ..scoring.tiles import Tile
from .arrange import BEST_WEIGHT, Arranger
from .laid import Arranged
from .layout import Layout
from .seeing import TILES, SeenTile

__all__ = ["Decoded", "Way", "decode"]

_LEAST = 3e-4
"""Tiles less likely than this are not thought of."""
_LEAST_OTHER_KIND = 0.15
"""The same for flowers and seasons where another tile is likelier, and the other way round: no
rule of sets can settle that."""
_MOST_NAMES = 6
"""Names thought of for one tile at most."""
_MOST_WAYS, _MOST_ARRANGED = 600, 24
"""Ways tried, and of these arranged, at most; more are left only where little can be read."""
_TELL = 5.0
"""Ways that are less likely than the best by more than this logarithm are not told of."""
_SETS_WEIGHT = 7.5
"""What sets that lie by themselves may add to a hand's weight."""
_SAFE = 1e-6
"""Chance that everything has, so that every logarithm is finite."""
_MOST_UNFINISHED = 0.5
"""Share of the best way at most where the search ended early: a better one may be left."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to name all tiles."""

    names: tuple[Tile, ...]
    arranged: Arranged
    value: float
    """Logarithm of its likelihood, up to an unknown constant."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The likeliest way, those near it, and what the picture alone says."""

    best: Way
    share: float
    """How likely the best way is among all, 0 to 1."""
    others: tuple[tuple[Way, float], ...]
    """Other hands with their shares, the likeliest first."""
    read_as: tuple[Tile, ...]
    """What the picture alone says of each tile."""
    is_exhausted: bool
    """Whether every way that could be better was tried."""


def decode(seen: Sequence[SeenTile], layout: Layout) -> Decoded:
    """Return the likeliest way to read the tiles of a picture."""
    arranger = Arranger(seen, layout)
    choices = [_choices(one) for one in seen]
    read_as = tuple(one[0][0] for one in choices)
    highest = BEST_WEIGHT + _SETS_WEIGHT if _may_be_bonus(choices) else arranger.ceiling(read_as)
    weighed: list[tuple[float, tuple[Tile, ...]]] = []
    best = -math.inf
    exhausted = False
    for tried, (sure, names) in enumerate(_in_order(choices)):
        exhausted = sure + highest < best - _TELL
        if exhausted or tried >= _MOST_WAYS:
            break
        if _possible(names):
            value = sure + arranger.weigh(names)
            weighed.append((value, names))
            best = max(best, value)
    else:
        exhausted = True
    ways = list(islice(_arranged(arranger, weighed), _MOST_ARRANGED))
    total = sum(math.exp(value - best) for value, _ in weighed)
    if not ways:
        first = Way(read_as, arranger.arrange(read_as), 0.0)
        return Decoded(first, 0.0, (), read_as, is_exhausted=False)
    return _weighed(ways, total * math.exp(best - ways[0].value), read_as, exhausted)


def _arranged(arranger: Arranger, weighed: list[tuple[float, tuple[Tile, ...]]]) -> Iterator[Way]:
    """Yield the likeliest ways that are possible, the likeliest first."""
    weighed.sort(key=lambda pair: -pair[0])
    best: float | None = None
    for value, names in weighed:
        if best is not None and value < best - _TELL:
            return
        arranged = arranger.arrange(names)
        if arranged.hand is None or _possible_hand(arranged.hand):
            best = value if best is None else best
            yield Way(names, arranged, value)


def _may_be_bonus(choices: Sequence[Sequence[tuple[Tile, float]]]) -> bool:
    """Tell whether some tile may be a flower or season as well as another one."""
    return any(len({tile.is_bonus for tile, _ in options}) > 1 for options in choices)


def _weighed(ways: Sequence[Way], total: float, read_as: tuple[Tile, ...], done: bool) -> Decoded:
    """Compare the best way with the others; ways that make the same hand count together.

    `total` is the likelihood of all ways, over that of the best one.
    """
    best = ways[0]
    shares: dict[object, float] = {}
    first: dict[object, Way] = {}
    for way in ways:
        key = _made(way)
        shares[key] = shares.get(key, 0.0) + math.exp(way.value - best.value) / total
        first.setdefault(key, way)
    own = _made(best)
    others = tuple(
        (first[key], share)
        for key, share in sorted(shares.items(), key=lambda item: -item[1])
        if key != own and first[key].value > best.value - _TELL
    )
    share = shares[own] * best.arranged.share
    return Decoded(best, share if done else min(share, _MOST_UNFINISHED), others, read_as, done)


def _made(way: Way) -> Hand | tuple[Tile, ...]:
    """Return the hand that a way makes; its names where it makes none."""
    return way.arranged.hand if way.arranged.hand is not None else way.names


def _choices(one: SeenTile) -> list[tuple[Tile, float]]:
    """Return what a tile may be, the likeliest first, each with the logarithm of its chance."""
    if one.is_back:
        return [(Tile.BACK, 0.0)]
    chances = one.probabilities[: Tile.BACK.index]
    likely = chances.argsort(kind="stable")[: -_MOST_NAMES - 1 : -1].tolist()
    total = float(chances.sum()) + _SAFE
    kept = [(float(chances[index]) / total, TILES[index]) for index in likely]
    first = kept[0][1]
    return [
        (tile, math.log(chance + _SAFE))
        for chance, tile in kept
        if tile is first
        or chance >= (_LEAST if tile.is_bonus is first.is_bonus else _LEAST_OTHER_KIND)
    ]


def _in_order(
    choices: Sequence[Sequence[tuple[Tile, float]]],
) -> Iterator[tuple[float, tuple[Tile, ...]]]:
    """Yield every way to choose a name for each tile, the likeliest first.

    The ways form a tree: below each stand the ways that take the next choice of a tile, never one
    before the last tile changed. What stands below is never likelier.
    """
    top = sum(options[0][1] for options in choices)
    # Tiles with the smallest step first: the heap then stays small.
    order = sorted(
        (n for n, options in enumerate(choices) if len(options) > 1),
        key=lambda n: choices[n][0][1] - choices[n][1][1],
    )
    heap: list[tuple[float, int, tuple[int, ...]]] = [(-top, -1, ())]
    likeliest = [options[0][0] for options in choices]
    while heap:
        cost, last, changed = heapq.heappop(heap)
        names = likeliest.copy()
        for tile, rank in _pairs(changed):
            names[tile] = choices[tile][rank][0]
        yield -cost, tuple(names)
        if last >= 0:
            tile, rank = order[last], changed[-1]
            if rank + 1 < len(choices[tile]):
                step = choices[tile][rank][1] - choices[tile][rank + 1][1]
                heapq.heappush(heap, (cost + step, last, (*changed[:-1], rank + 1)))
            if last + 1 < len(order):
                here = _first_step(choices[order[last + 1]])
                heapq.heappush(heap, (cost + here, last + 1, (*changed, order[last + 1], 1)))
                if rank == 1:
                    # Instead of this tile the next one is changed.
                    instead = cost - _first_step(choices[tile]) + here
                    heapq.heappush(heap, (instead, last + 1, (*changed[:-2], order[last + 1], 1)))
        elif order:
            first = order[0]
            heapq.heappush(heap, (cost + _first_step(choices[first]), 0, (first, 1)))


def _pairs(changed: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Return (tile, place of its choice) of the tiles that do not have their first choice."""
    return zip(changed[::2], changed[1::2], strict=True)


def _first_step(options: Sequence[tuple[Tile, float]]) -> float:
    """Return by how much the second choice is less likely than the first, as a logarithm."""
    return options[0][1] - options[1][1]


def _possible(names: Sequence[Tile]) -> bool:
    """Tell whether one set of tiles has all of these: four of each, one of each bonus tile."""
    return all(
        number <= tile.copies or tile in (Tile.BACK, Tile.JOKER)
        for tile, number in Counter(names).items()
    )


def _possible_hand(hand: Hand) -> bool:
    """Tell whether there are tiles enough for a hand; its kongs count what lies face down too."""
    return all(number <= tile.copies or not tile.copies for tile, number in hand.copies.items())

"""How many tiles the parts of a hand count as, and whether they complete it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter

from ..scoring.engine import score
from ..scoring.hand import WHOLE_HAND, Hand, Situation, Win
from ..scoring.readings import count, is_regular
from ..scoring.result import Rejected
from ..scoring.tiles import Tile, Wind
from .laid import KONG_TILES, Part

__all__ = ["LARGE_HAND", "counted", "in_order", "is_complete", "kongs_apart", "size"]

LARGE_HAND = 17
"""Tiles of a complete hand where 16 are held, as in Taiwan."""
_ANY = Situation(Wind.EAST, Wind.EAST, Win.DISCARD)
"""A hand is a limit hand or not whoever sits where."""
_INDEX = attrgetter("index")


def kongs_apart(part: Part, names: tuple[Tile, ...]) -> list[Part]:
    """Cut a part so that four equal tiles side by side are by themselves."""
    tiles = part.tiles
    if part.is_kong or len(tiles) <= KONG_TILES:
        return [part]
    for start in range(len(tiles) - KONG_TILES + 1):
        four = tiles[start : start + KONG_TILES]
        if names[four[0]].forms_sets and len({names[tile] for tile in four}) == 1:
            rest = replace(part, tiles=tiles[start + KONG_TILES :])
            pieces = [replace(part, tiles=tiles[:start]), replace(part, tiles=four)]
            return [p for p in (*pieces, *kongs_apart(rest, names)) if p.tiles]
    return [part]


def size(part: Part, backs: Sequence[bool]) -> int:
    """Return the number of tiles of a part, a closed kong as three."""
    return 3 if part.is_kong else sum(not backs[tile] for tile in part.tiles)


def counted(part: Part, names: tuple[Tile, ...], backs: Sequence[bool]) -> tuple[int, list[Tile]]:
    """Return the number of tiles, a kong as three, and the tiles but for those of closed kongs.

    Four equal tiles that lie by themselves are a kong.
    """
    if part.is_kong:
        return 3, []
    faces = [names[tile] for tile in part.tiles if not backs[tile]]
    if len(faces) == KONG_TILES and faces[0].forms_sets and len(set(faces)) == 1:
        faces = faces[:3]
    return len(faces), faces


def in_order(tiles: list[Tile]) -> tuple[Tile, ...]:
    """Return tiles in the order of their kinds, so that equal hands are found in the cache."""
    return tuple(sorted(tiles, key=_INDEX))


@lru_cache(maxsize=1 << 14)
def is_complete(number: int, kongs: int, tiles: tuple[Tile, ...]) -> bool:
    """Tell whether the tiles outside closed kongs are sets and a pair, or a limit hand."""
    if number not in (WHOLE_HAND, LARGE_HAND) or not all(tile.forms_sets for tile in tiles):
        return False
    if is_regular(count(tiles)):
        return True
    return number == WHOLE_HAND and not kongs and _is_limit(tiles)


def _is_limit(tiles: tuple[Tile, ...]) -> bool:
    """Tell whether 14 loose tiles are a limit hand of the usual rules that needs no sets."""
    found = score(Hand(concealed=tiles, winning=tiles[0]), _ANY)
    return len(tiles) == WHOLE_HAND and not isinstance(found, Rejected) and found.limit is not None

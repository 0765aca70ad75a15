"""Blank tiles that are no white dragons: sides of tiles, and backs of a closed kong."""

from collections.abc import Sequence

from ..scoring.tiles import Tile
from .arrange import Arranger
from .laid import KONG_TILES
from .layout import Layout
from .seeing import CLEAR, SeenTile

__all__ = ["blank_backs", "blank_sides"]

_DOWN = {(1, 2), (0, 3), (1,), (2,)}
"""Places in a kong of the blank tiles that are taken for its backs: one at an end may be a white
dragon laid in order beside a pung."""


def blank_sides(seen: Sequence[SeenTile], layout: Layout) -> frozenset[int]:
    """Return the places of the blank sides of tiles.

    Those of walls and of standing tiles look like white dragons. Hardly clear ones that are flatter
    than another tile and begin where it ends are such, and what is more than there are white
    dragons, those far off first.
    """
    white = [place for place, one in enumerate(seen) if one.best is Tile.WHITE]
    unclear = {place for place in white if seen[place].clearness < CLEAR}
    others = [place for place in range(len(seen)) if place not in unclear]
    sides = {place for place in unclear if others and layout.is_side(place, others)}
    left = [place for place in white if place not in sides]
    if len(left) > Tile.WHITE.copies:
        far = Arranger(seen, layout).joining_costs()
        left.sort(key=lambda place: (far[place], -seen[place].found))
        sides |= set(left[Tile.WHITE.copies :])
    return frozenset(sides)


def blank_backs(seen: Sequence[SeenTile], layout: Layout) -> frozenset[int]:
    """Return the places of backs as blank as white dragons.

    Four tiles by themselves of which the inner or the outer two, or one inner one, are blank (one
    of two may be a clear back) and the others equal are a closed kong: loose tiles would be laid in
    order. What a person named stays what it is.
    """
    found: set[int] = set()
    for segment in layout.segments:
        tiles = [seen[place] for place in segment.tiles]
        blank = [not t.is_back and t.best is Tile.WHITE and t.clearness < 1.0 for t in tiles]
        down = [t.is_back or b for t, b in zip(tiles, blank, strict=True)]
        faces = {t.best for t, d in zip(tiles, down, strict=True) if not d}
        places = tuple(n for n, d in enumerate(down) if d)
        if len(tiles) != KONG_TILES or places not in _DOWN or len(faces) != 1:
            continue
        if next(iter(faces)).forms_sets:
            found |= {place for place, b in zip(segment.tiles, blank, strict=True) if b}
    return frozenset(found)

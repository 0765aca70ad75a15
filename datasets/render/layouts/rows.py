"""One or two rows of tiles: lying flat, standing, leaning on a rack."""

import numpy as np

from ....scoring.tiles import Tile
from ...records import GroupKind
from ..arrays import between, chance, pick
from ..deal import deal
from .place import Layout, Spot
from .rack import add_rack, draw_rack
from .tables import strew, surround

__all__ = ["lay_rows"]

# Share of the flat rows whose tiles lie end to end, and of all rows with loose tiles around.
_SIDEWAYS, _STREWN = 0.3, 0.3


def lay_rows(layout: Layout, rng: np.random.Generator) -> None:
    """Lay one or two rows of tiles; most rows are a whole hand, some any tiles."""
    dealt = deal(rng)
    layout.jitter = pick(rng, (0.05, 0.25, 0.8, 2.2), (3, 3, 2, 1))
    tiles = dealt.row if chance(rng, 0.5) else dealt.rest[: int(rng.integers(4, 18))]
    layout.hand = dealt.text if tiles == dealt.row and not dealt.melds else ""
    if layout.hand and dealt.bonus:
        layout.hand = ""
    layout.finished = bool(layout.hand) and not dealt.loose
    if chance(rng, 0.12):
        tiles = tuple(sorted(tiles, key=lambda tile: tile.index))
    how = pick(rng, ("flat", "stand", "rack", "lean"), (0.5, 0.15, 0.25, 0.1))
    start = Spot(-len(tiles) * layout.width / 2, 0.0)
    group = layout.group(GroupKind.CONCEALED if layout.hand else GroupKind.OTHER, open_=False)
    layout.groups[group].of_hand = True
    if how == "rack":
        layout.jitter = min(layout.jitter, 0.25)
    tilt = {"flat": 0.0, "stand": 90.0, "rack": between(rng, 62, 80), "lean": between(rng, 20, 60)}
    base = 0.0
    if how == "rack":
        rack = draw_rack(rng, layout)
        base = add_rack(layout, rack, start, len(tiles), tilt["rack"])
    gap = between(rng, 0, 6) if chance(rng, 0.2) else 0.0
    first = Spot(start.x, start.y, 0.0, base)
    sideways = pick(rng, (1, -1)) if how == "flat" and chance(rng, _SIDEWAYS) else 0
    layout.row(tiles, first, group, tilt=tilt[how], gap=gap, sideways=sideways)
    if chance(rng, _STREWN):
        strew(layout, rng, list(dealt.rest[-14:]))
    if chance(rng, 0.3):
        surround(layout, rng, list(dealt.rest[20:]), layout.height * between(rng, 1.5, 4))
    elif chance(rng, 0.4):
        _second_row(layout, rng, dealt.rest[-int(rng.integers(3, 15)) :], how)


def _second_row(
    layout: Layout, rng: np.random.Generator, tiles: tuple[Tile, ...], how: str
) -> None:
    clear = layout.height + (between(rng, 0.2, 3) if chance(rng, 0.4) else between(rng, 5, 80))
    if how != "flat":
        clear += layout.height * 0.6
    ahead = clear if chance(rng, 0.6) else -clear
    start = Spot(-len(tiles) * layout.width / 2 + between(rng, -60, 60), ahead)
    group = layout.group(GroupKind.OTHER, open_=None)
    layout.row(tiles, start, group)

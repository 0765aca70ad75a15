"""A whole hand: the concealed tiles, open sets, closed kongs, bonus tiles, the winning tile."""

from dataclasses import dataclass

import numpy as np

from ....scoring.melds import Meld, MeldKind
from ....scoring.tiles import Tile
from ...records import GroupKind
from ..arrays import between, chance, pick
from ..deal import Deal, deal
from .place import Layout, Spot
from .rack import add_rack, draw_rack

__all__ = ["lay_hand", "put_hand"]

_KIND = {
    MeldKind.CHOW: GroupKind.CHOW,
    MeldKind.PUNG: GroupKind.PUNG,
    MeldKind.KONG: GroupKind.KONG,
    MeldKind.PAIR: GroupKind.PAIR,
}


@dataclass(frozen=True, slots=True)
class _Manner:
    """How this player lays tiles out."""

    row: str
    """flat, stand, rack: the concealed tiles; sets: set by set with gaps."""
    melds: str
    """behind, before, right, left or top (on the rack)."""
    gap: float
    """Between sets, in tile widths."""
    sideways: float
    """Share of open sets whose claimed tile lies sideways."""
    kong_down: str
    """Which tiles of a closed kong lie face down: inner, outer, one, all or none."""
    winning_apart: bool
    gather: bool
    """The concealed tiles of a finished hand are kept by set."""
    tilt: float


def _draw_manner(rng: np.random.Generator) -> _Manner:
    row = pick(rng, ("flat", "stand", "rack", "sets"), (0.35, 0.13, 0.3, 0.22))
    melds = pick(rng, ("behind", "before", "right", "left", "top"), (3, 2, 3, 1.5, 2))
    if melds == "top" and row != "rack":
        melds = "behind"
    return _Manner(
        row=row,
        melds=melds,
        gap=between(rng, 0.3, 1.2),
        sideways=pick(rng, (0.0, 0.5, 1.0), (5, 3, 2)),
        kong_down=pick(rng, ("inner", "outer", "one", "all", "none"), (5, 1.5, 1.5, 1.5, 0.7)),
        winning_apart=chance(rng, 0.5),
        gather=chance(rng, 0.6),
        tilt={"flat": 0.0, "sets": 0.0, "stand": 90.0, "rack": between(rng, 60, 82)}[row],
    )


def lay_hand(layout: Layout, rng: np.random.Generator) -> None:
    """Lay one whole hand."""
    layout.jitter = pick(rng, (0.05, 0.3, 0.9), (3, 5, 2))
    dealt = deal(rng)
    put_hand(layout, rng, dealt, Spot(0.0, 0.0))
    layout.hand, layout.finished = dealt.text, not dealt.loose


def put_hand(layout: Layout, rng: np.random.Generator, dealt: Deal, middle: Spot) -> None:
    """Lay a dealt hand around a spot, as its player would."""
    manner = _draw_manner(rng)
    if manner.row == "sets" and not dealt.concealed:
        manner = _Manner(
            "flat",
            manner.melds,
            manner.gap,
            manner.sideways,
            manner.kong_down,
            manner.winning_apart,
            manner.gather,
            0.0,
        )
    row = _row_order(dealt, manner)
    apart = manner.winning_apart and dealt.winning is not None
    if apart and dealt.winning is not None:
        row.remove(dealt.winning)
    sets_wide = sum(len(m.tiles) + manner.gap for m in dealt.concealed) * layout.width
    wide = sets_wide if manner.row == "sets" else len(row) * layout.width
    start = middle.moved(-wide / 2, 0)
    ledge = _ledge(layout, rng, manner, start, len(row))
    if manner.row == "sets":
        end = _put_sets(layout, dealt, manner, start, apart=apart)
    else:
        kind = layout.group(GroupKind.CONCEALED, open_=False)
        end = layout.row(tuple(row), start.moved(0, 0, ledge[0]), kind, tilt=manner.tilt)
        end = Spot(end.x, end.y, end.turn, middle.z)
    if apart and dealt.winning is not None:
        group = layout.group(GroupKind.WINNING)
        spot = end.moved(layout.width * between(rng, 0.9, 2), layout.height / 2)
        if chance(rng, 0.35):
            spot = end.moved(
                -layout.width * between(rng, 0, 4), layout.height * between(rng, 1.9, 2.6)
            )
        layout.lie(dealt.winning, spot, group, sideways=pick(rng, (0, 0, 1)))
        end = end.moved(layout.width * 3, 0)
    _put_melds(layout, rng, (dealt, manner), (start, end), ledge)


def _row_order(dealt: Deal, manner: _Manner) -> list[Tile]:
    row = list(dealt.row)
    if not dealt.loose and not manner.gather:
        row.sort(key=lambda tile: tile.index)
    return row


def _ledge(
    layout: Layout, rng: np.random.Generator, manner: _Manner, start: Spot, count: int
) -> tuple[float, float, float]:
    """Put the rack there is; return its foot's height, and where its top is (ahead, up)."""
    if manner.row != "rack":
        clear = layout.height * (1.25 if manner.tilt == 0 else 0.4) + layout.depth
        return 0.0, clear, 0.0
    rack = draw_rack(rng, layout)
    before = len(layout.props)
    foot = add_rack(layout, rack, start, count, manner.tilt)
    board = layout.props[before + 1]
    local = float(board.centre_mm[1]) - start.y if start.turn == 0 else 60.0
    return foot, local - board.size_mm[1] / 2, foot + board.size_mm[2]


def _put_sets(layout: Layout, dealt: Deal, manner: _Manner, start: Spot, *, apart: bool) -> Spot:
    spot = start
    left = dealt.winning if apart else None
    for meld in dealt.concealed:
        tiles = list(meld.tiles)
        if left in tiles:
            tiles.remove(left)
            left = None
        whole = len(tiles) == len(meld.tiles)
        group = layout.group(_KIND[meld.kind] if whole else GroupKind.OTHER)
        layout.groups[group].of_hand = True
        spot = layout.row(tuple(tiles), spot, group).moved(manner.gap * layout.width, 0)
    return spot


def _put_melds(
    layout: Layout,
    rng: np.random.Generator,
    what: tuple[Deal, _Manner],
    ends: tuple[Spot, Spot],
    ledge: tuple[float, float, float],
) -> None:
    dealt, manner = what
    start, end = ends
    if not dealt.melds and not dealt.bonus:
        return
    above = ledge[1] if manner.row == "rack" else max(ledge[1], layout.height * 1.2)
    shift = between(rng, -1, 4) * layout.width
    spot = {
        "behind": start.moved(
            shift, above + between(rng, 8, 60) + layout.depth * 0.6 + 30 * (manner.row == "rack")
        ),
        "before": start.moved(shift, -layout.height * between(rng, 1.15, 2.5)),
        "right": end.moved(layout.width * between(rng, 1, 2.5), 0),
        "left": start.moved(-layout.width * (between(rng, 1, 2.5) + _wide(dealt, manner)), 0),
        "top": start.moved(shift, ledge[1] + 1, ledge[2]),
    }[manner.melds]
    for meld in dealt.melds:
        spot = _put_meld(layout, rng, meld, manner, spot).moved(manner.gap * layout.width, 0)
    if dealt.bonus:
        if chance(rng, 0.4):
            spot = start.moved(
                between(rng, 0, 6) * layout.width,
                above + layout.height * between(rng, 1.3, 2.4) + 45,
            )
        layout.row(
            dealt.bonus,
            spot,
            layout.group(GroupKind.BONUS),
            gap=pick(rng, (0.0, between(rng, 0, 8))),
        )


def _wide(dealt: Deal, manner: _Manner) -> float:
    return sum(len(m.tiles) + manner.gap + 0.4 for m in dealt.melds) + len(dealt.bonus)


def _put_meld(
    layout: Layout, rng: np.random.Generator, meld: Meld, manner: _Manner, spot: Spot
) -> Spot:
    """Lay one open set or closed kong; return where the next one may begin."""
    group = layout.group(_KIND[meld.kind], open_=meld.open)
    tiles = list(meld.tiles)
    if meld.kind is MeldKind.CHOW and chance(rng, 0.2):
        tiles = [tiles[i] for i in rng.permutation(3)]
    down: tuple[int, ...] = ()
    if meld.kind is MeldKind.KONG and not meld.open:
        down = {
            "inner": (1, 2),
            "outer": (0, 3),
            "one": (int(rng.integers(4)),),
            "all": (0, 1, 2, 3),
            "none": (),
        }[manner.kong_down]
    claimed = int(rng.integers(3)) if meld.open and chance(rng, manner.sideways) else -1
    for place, tile in enumerate(tiles):
        if place == claimed:
            at = spot.moved(layout.height / 2, layout.width / 2)
            layout.lie(tile, at, group, sideways=pick(rng, (1, -1)))
            spot = spot.moved(layout.height + 0.3, 0)
        else:
            at = spot.moved(layout.width / 2, layout.height / 2)
            layout.lie(tile, at, group, face_down=place in down)
            spot = spot.moved(layout.width + 0.15, 0)
    return spot

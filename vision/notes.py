"""What needs a look in a reading: tiles cut off or doubtful, counts, sets open or closed."""

from collections.abc import Iterator

import numpy as np

from ..scoring.hand import WAITING_HAND, WHOLE_HAND
from ..scoring.laid import GroupKind
from ..scoring.notation import format_hand
from ..scoring.tiles import Tile, format_tiles
from .laid import KONG_TILES, Arranged
from .reading import OPEN_KINDS, Note, Reading, TileReading

__all__ = ["HARMLESS", "MAYBE_NO_TILE", "OPEN_KINDS", "WHOLE_COUNTS", "notes_on"]

_CUT = 0.06
"""A tile that reaches beyond the picture's edge by more than this share of it is cut off."""
MAYBE_NO_TILE = 0.15
"""Probability from which on a tile may be none."""
_SMALL_PX = 24
"""Width of a tile in pixels below which reading it is a gamble."""
WHOLE_COUNTS = (WAITING_HAND, WHOLE_HAND, 16, 17)
"""Tiles of hands: of the Dutch game, and of those where 16 are held."""
HARMLESS = frozenset({"other_tiles", "too_few_tiles"})
"""Notes that do not keep a reading from being certain, alone; the count is judged by itself."""
"""Tiles of a kong."""
_KONG_DOWN = 2
"""Tiles between the two ends of a closed kong, seen as backs or not at all."""


def notes_on(reading: Reading, arranged: Arranged) -> tuple[Note, ...]:
    """Return what needs a look: in the picture, in its tiles, in the hand."""
    return (
        *_notes_on_picture(reading),
        *_notes_on_tiles(reading),
        *_notes_on_hand(reading, arranged),
    )


def _notes_on_picture(reading: Reading) -> Iterator[Note]:
    """Yield what is wrong with the picture itself: tiles too small, or cut off at an edge."""
    quads = np.array([tile.quad for tile in reading.tiles])
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    wide = float(np.median(sides.min(axis=1)))
    if wide < _SMALL_PX:
        yield Note.of("too_small", size=round(wide), needed=_SMALL_PX)
    size = np.array([reading.width, reading.height])
    for tile, quad, side in zip(reading.tiles, quads, sides, strict=True):
        if reading.groups[tile.group].kind is GroupKind.OTHER:
            continue
        beyond = {
            "left": -float(quad[:, 0].min()),
            "right": float(quad[:, 0].max()) - size[0],
            "top": -float(quad[:, 1].min()),
            "bottom": float(quad[:, 1].max()) - size[1],
        }
        edge = max(beyond, key=lambda name: beyond[name])
        if beyond[edge] > _CUT * float(side.max()):
            yield Note.of("cut_off", edge=Note.of(edge), n=tile.n)


def _notes_on_tiles(reading: Reading) -> Iterator[Note]:
    """Yield which tiles of the hand were changed, may be none, or may be another."""
    for tile in reading.tiles:
        kind = reading.groups[tile.group].kind
        if kind is GroupKind.OTHER:
            continue
        hidden = tile.read_as is Tile.BACK
        if tile.tile is not tile.read_as and not hidden:
            why = Note.of(_why(tile, reading))
            yield Note.of(
                "changed_tile", n=tile.n, read_as=tile.read_as.code, tile=tile.tile.code, why=why
            )
        elif tile.doubtful and tile.no_tile > MAYBE_NO_TILE:
            yield Note.of("maybe_no_tile", n=tile.n)
        elif tile.doubtful and tile.alternatives and not hidden:
            percent = round(tile.confidence * 100)
            other = tile.alternatives[0][0].code
            yield Note.of(
                "doubtful_tile", n=tile.n, tile=tile.tile.code, percent=percent, other=other
            )


def _why(tile: TileReading, reading: Reading) -> str:
    """Say which rule settled a tile."""
    copies = sum(one.read_as is tile.read_as for one in reading.tiles)
    if copies > tile.read_as.copies:
        return "one_of_a_kind" if tile.read_as.is_bonus else "four_of_a_kind"
    kind = reading.groups[tile.group].kind
    return "a_legal_hand" if kind in (GroupKind.CONCEALED, GroupKind.WINNING) else "a_set"


def _notes_on_hand(reading: Reading, arranged: Arranged) -> Iterator[Note]:
    """Yield what does not add up in the hand as a whole, and what else it may be."""
    other = sum(len(group.tiles) for group in reading.groups if group.kind is GroupKind.OTHER)
    if other:
        yield Note.of("other_tiles", count=other)
    yield from _notes_on_count(arranged)
    concealed = [g for g in reading.groups if g.kind is GroupKind.CONCEALED and len(g.tiles) > 1]
    if len(concealed) > 1:
        yield Note.of("two_rows", count=len(concealed))
    for number in range(len(reading.groups)):
        yield from _notes_on_group(reading, number)
    copies = reading.hand.copies if reading.hand is not None else {}
    for tile, count in copies.items():
        if tile.copies and count > tile.copies:
            yield Note.of("impossible", count=count, tile=tile.code, limit=tile.copies)
    for one in reading.others:
        yield Note.of("two_readings", hand=format_hand(one.hand))


def _notes_on_count(arranged: Arranged) -> Iterator[Note]:
    """Yield at most one note: the tiles are too few, too many, or no complete hand."""
    count = arranged.tile_count
    if count == WHOLE_HAND and not arranged.is_complete:
        yield Note.of("no_mahjong")
    elif count < WHOLE_HAND:
        yield Note.of("too_few_tiles", count=count, needed=WHOLE_HAND)
    elif count not in WHOLE_COUNTS:
        yield Note.of("too_many_tiles", count=count, needed=WHOLE_HAND)


def _notes_on_group(reading: Reading, number: int) -> Iterator[Note]:
    """Yield what the photo cannot tell of a group."""
    group = reading.groups[number]
    tiles = reading.of_group(group)
    if group.kind is GroupKind.OTHER:
        for tile in tiles:
            if tile.tile.is_bonus:
                yield Note.of("bonus_apart", n=tile.n, tile=tile.tile.code)
    elif group.kind is GroupKind.KONG and any(tile.tile is Tile.BACK for tile in tiles):
        yield Note.of("hidden_kong", group=number, n=group.tiles[0])
    elif group.kind is GroupKind.KONG and len(tiles) < KONG_TILES:
        yield Note.of("unseen_backs", group=number, count=_KONG_DOWN)
    elif group.open is None and group.kind in OPEN_KINDS:
        text = format_tiles(tile.tile for tile in tiles)
        yield Note.of("open_unknown", group=number, tiles=text)

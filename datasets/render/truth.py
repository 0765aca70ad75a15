"""From what was painted to the label record."""

from collections import Counter
from dataclasses import replace

import numpy as np

from ...scoring.tiles import Tile
from ..records import Box, GroupKind, PictureRecord, Quad, TileGroup, TileLabel
from .arrays import Floats
from .camera import Camera
from .canvas import Canvas
from .layouts.place import Group, Layout, Piece
from .solids import FRONT, REAR, Solid, face_corners

__all__ = ["MIN_FACING", "MIN_VISIBLE", "lookalike_quads", "record", "seen_side"]

# A side seen flatter than this (cosine between its normal and the eye) cannot be read.
MIN_FACING = 0.13
# A tile of which less than this share can be seen is not labelled; its place is ignored.
MIN_VISIBLE = 0.06
# A hand text is given only where every tile of the hand shows at least this share.
HAND_VISIBLE = 0.3
# What could be taken for a face is told of from this side's length in pixels on.
_MIN_LOOKALIKE_PX = 10.0


def seen_side(solid: Solid, camera: Camera) -> tuple[int, float]:
    """Return which of front and rear faces the camera, and the cosine at which it is seen."""
    eye = camera.position_mm - solid.centre_mm
    out = solid.rotation[:, 2]
    best = (FRONT, -1.0)
    for side, sign in ((FRONT, 1.0), (REAR, -1.0)):
        to_eye = eye - out * sign * solid.size_mm[2] / 2
        facing = float(to_eye @ out) * sign / max(float(np.linalg.norm(to_eye)), 1e-6)
        if facing > best[1]:
            best = (side, facing)
    return best


def _turn(quad: Floats) -> int:
    up = quad[0] - quad[3] + quad[1] - quad[2]
    degrees = np.degrees(np.arctan2(up[0], -up[1]))
    return int(round(float(degrees) / 90) % 4 * 90)


def _box(quad: Floats, size: tuple[int, int]) -> Box | None:
    low = np.clip(quad.min(axis=0), 0, size)
    high = np.clip(quad.max(axis=0), 0, size)
    if (high - low < 2).any():
        return None
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def record(layout: Layout, canvas: Canvas, file: str, source: str) -> PictureRecord:
    """Return the labels of a painted scene."""
    margin = canvas.camera.margin_px
    width, height = canvas.camera.size_px
    inside = canvas.owner[margin : margin + height, margin : margin + width]
    counts = np.bincount(inside.astype(np.int64).ravel(), minlength=2 * len(layout.pieces) + 3)
    labels: list[TileLabel] = []
    where: dict[int, int] = {}
    ignore: list[Box] = []
    for number, piece in enumerate(layout.pieces):
        shown, other = int(counts[2 * number + 2]), int(counts[2 * number + 1])
        label = _label(piece, canvas.camera, shown / max(canvas.areas.get(number, 0.0), 1.0))
        if label is not None:
            where[number] = len(labels)
            labels.append(label)
        elif shown + other > 0:
            box = _box(canvas.camera.project(piece.solid.corners()), canvas.camera.size_px)
            ignore += [box] if box is not None else []
    groups, labels = _groups(layout, labels, where)
    whole = _whole(layout, labels, where)
    return PictureRecord(
        file=file,
        width=width,
        height=height,
        tiles=tuple(labels),
        source="render",
        set=source,
        complete=True,
        backs_labelled=True,
        ignore=tuple(ignore),
        hand=layout.hand if whole else "",
        groups=groups,
        winning=layout.finished if whole else None,
    )


def lookalike_quads(layout: Layout, camera: Camera, labelled: PictureRecord) -> tuple[Quad, ...]:
    """Return where things lie in the picture that could be taken for faces, clear of all tiles."""
    taken = [*(label.quad.box for label in labelled.tiles), *labelled.ignore]
    size = np.array(camera.size_px)
    found: list[Quad] = []
    for prop in layout.props:
        side, facing = seen_side(prop, camera)
        if side != FRONT or facing < MIN_FACING:
            continue
        a, b, _, d = face_corners(prop, FRONT)
        for x0, y0, x1, y1 in prop.lookalikes:
            shares = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
            quad = camera.project(a + shares @ np.stack([b - a, d - a]))
            low, high = quad.min(axis=0), quad.max(axis=0)
            sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
            if sides.min() < _MIN_LOOKALIKE_PX or (low < 0).any() or (high > size).any():
                continue
            if not any((low < box[2:]).all() and (high > box[:2]).all() for box in taken):
                found.append(Quad.of(np.round(quad, 3)))
    return tuple(found)


def _label(piece: Piece, camera: Camera, visible: float) -> TileLabel | None:
    """Return a tile's label, or None where too little of its face or back can be seen."""
    side, facing = seen_side(piece.solid, camera)
    if facing < MIN_FACING or visible < MIN_VISIBLE:
        return None
    quad = camera.project(face_corners(piece.solid, side))
    return TileLabel(
        piece.tile if side == FRONT else Tile.BACK,
        Quad.of(np.round(quad, 3)),
        turn=_turn(quad),
        group=piece.group,
        visible=round(min(1.0, visible), 3),
        red=piece.red and side == FRONT,
    )


def _groups(
    layout: Layout, labels: list[TileLabel], where: dict[int, int]
) -> tuple[tuple[TileGroup, ...], list[TileLabel]]:
    """Return the groups of which something can be seen, and the labels renumbered to them."""
    kept: list[TileGroup] = []
    renamed: dict[int, int] = {}
    for number, group in enumerate(layout.groups):
        if not any(piece in where for piece in group.pieces):
            continue
        renamed[number] = len(kept)
        members = tuple(where.get(piece) for piece in group.pieces)
        tiles = tuple(
            labels[member].tile
            if member is not None
            else _name(layout, piece, group.face_down, place)
            for place, (piece, member) in enumerate(zip(group.pieces, members, strict=True))
        )
        # Standing tiles seen from behind show their backs too, and lie face down for the reader.
        down = tuple(place for place, tile in enumerate(tiles) if tile is Tile.BACK)
        kept.append(
            TileGroup(
                group.kind,
                group.open,
                tiles,
                members,
                tuple(group.turned),
                down,
                _of_hand(layout, group),
            )
        )
    changed = [
        label if label.group is None else replace(label, group=renamed[label.group])
        for label in labels
    ]
    return tuple(kept), changed


def _of_hand(layout: Layout, group: Group) -> bool | None:
    """Tell of a group of the kind `other` whether it is of the scene's hand all the same."""
    if group.kind is not GroupKind.OTHER:
        return None
    return group.of_hand and bool(layout.hand)


def _name(layout: Layout, piece: int, face_down: list[int], place: int) -> Tile:
    return Tile.BACK if place in face_down else layout.pieces[piece].tile


def _whole(layout: Layout, labels: list[TileLabel], where: dict[int, int]) -> bool:
    """Tell whether every tile of the hand can be seen well enough."""
    if not layout.hand:
        return False
    count: Counter[bool] = Counter()
    for group in layout.groups:
        if group.kind is GroupKind.OTHER and not group.of_hand:
            continue
        for piece in group.pieces:
            label = labels[where[piece]] if piece in where else None
            count[label is not None and (label.visible or 0) >= HAND_VISIBLE] += 1
    return count[False] == 0 and count[True] > 0

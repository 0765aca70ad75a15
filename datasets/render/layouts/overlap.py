"""Finds solids that stand in one another, and takes the needless ones away."""

import cv2
import numpy as np

from ...records import GroupKind
from ..arrays import Floats
from ..solids import Solid
from .place import Group, Layout

__all__ = ["clashes", "clear_overlaps", "footprints_meet"]

# Solids may reach into each other by this much: tiles are never laid quite straight.
_TOLERANCE_MM = 1.6
# Cosine between up and the faces of tiles that lie.
_LYING = 0.95


class _Shape:
    """The outline of a solid from above, and its heights."""

    def __init__(self, solid: Solid) -> None:
        corners = solid.corners()
        hull = cv2.convexHull(corners[:, :2].astype(np.float32))[:, 0]
        self.outline: Floats = np.asarray(hull, dtype=np.float64)
        self.low, self.high = float(corners[:, 2].min()), float(corners[:, 2].max())
        self.middle = self.outline.mean(axis=0)
        self.reach = float(np.linalg.norm(self.outline - self.middle, axis=1).max())

    def meets(self, other: "_Shape") -> bool:
        """Tell whether the outlines overlap; heights are compared before."""
        return footprints_meet(self.outline, other.outline, _TOLERANCE_MM)


def footprints_meet(one: Floats, other: Floats, tolerance: float = 0.0) -> bool:
    """Tell whether two convex outlines (n, 2) overlap by more than the tolerance.

    >>> square = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
    >>> footprints_meet(square, square + 3), footprints_meet(square, square + 3, 2.0)
    (True, False)
    """
    for outline in (one, other):
        side = outline[np.arange(-1, len(outline) - 1)] - outline
        length = np.sqrt((side * side).sum(axis=1))
        normal = (side[:, ::-1] * (-1.0, 1.0))[length > 1e-6] / length[length > 1e-6, None]
        a, b = normal @ one.T, normal @ other.T
        shared = np.minimum(a.max(axis=1), b.max(axis=1)) - np.maximum(a.min(axis=1), b.min(axis=1))
        if (shared <= tolerance).any():
            return False
    return True


class _Crowd:
    """Shapes that are there, and a quick look at which of them come near."""

    def __init__(self, shapes: list[_Shape]) -> None:
        self.shapes: list[_Shape] = []
        self.rows = np.zeros((0, 5))
        for shape in shapes:
            self.add(shape)

    def add(self, shape: _Shape) -> None:
        """Take one more in."""
        row = (*shape.middle, shape.reach, shape.low, shape.high)
        self.shapes.append(shape)
        self.rows = np.vstack([self.rows, [row]])

    def meeting(self, shape: _Shape) -> int:
        """Count those that meet a shape."""
        x, y, reach, low, high = self.rows.T
        close = (x - shape.middle[0]) ** 2 + (y - shape.middle[1]) ** 2 < (reach + shape.reach) ** 2
        level = np.minimum(high, shape.high) - np.maximum(low, shape.low) >= _TOLERANCE_MM
        return sum(self.shapes[number].meets(shape) for number in np.flatnonzero(close & level))


def clashes(layout: Layout) -> int:
    """Count the pairs of a hand's own tiles, and of its lying tiles with racks, that meet.

    A tile that leans is over its rack's board as seen from above: it is not compared with racks.
    """
    racks = _Crowd([_Shape(prop) for prop in layout.props])
    crowd = _Crowd([])
    found = 0
    for piece in layout.pieces:
        if _of_hand(layout, piece.group):
            shape = _Shape(piece.solid)
            found += crowd.meeting(shape)
            if abs(piece.solid.rotation[2, 2]) > _LYING:
                found += racks.meeting(shape)
            crowd.add(shape)
    return found


def _of_hand(layout: Layout, group: int | None) -> bool:
    if group is None:
        return False
    kind = layout.groups[group]
    return kind.kind is not GroupKind.OTHER or kind.of_hand


def clear_overlaps(layout: Layout) -> None:
    """Take away tiles of no hand that stand in others, and things that stand in tiles."""
    order = sorted(
        range(len(layout.pieces)), key=lambda n: not _of_hand(layout, layout.pieces[n].group)
    )
    crowd = _Crowd([_Shape(prop) for prop in layout.props])
    kept = []
    for number in order:
        piece = layout.pieces[number]
        shape = _Shape(piece.solid)
        if _of_hand(layout, piece.group) or not crowd.meeting(shape):
            kept.append(number)
            crowd.add(shape)
    if len(kept) < len(layout.pieces):
        _keep(layout, sorted(kept))


def _keep(layout: Layout, numbers: list[int]) -> None:
    """Keep only these pieces, and renumber the groups' members."""
    renamed = {old: new for new, old in enumerate(numbers)}
    layout.pieces[:] = [layout.pieces[number] for number in numbers]
    for place, group in enumerate(layout.groups):
        left = [position for position, piece in enumerate(group.pieces) if piece in renamed]
        moved = {position: new for new, position in enumerate(left)}
        layout.groups[place] = Group(
            group.kind,
            group.open,
            [renamed[group.pieces[position]] for position in left],
            [moved[position] for position in group.turned if position in moved],
            [moved[position] for position in group.face_down if position in moved],
            group.of_hand,
        )

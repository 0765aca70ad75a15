"""What both models together take for a tile: the detector finds, the classifier may object."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..scoring.tiles import Tile
from .classifier import FaceReading
from .detector import FoundTile
from .outlines import areas, sides
from .seeing import BONUS, NO_TILE, named

__all__ = ["Verdict", "may_matter", "verdicts"]

Floats = NDArray[np.floating[Any]]

_LIKELY = 0.25
"""Clearness to the detector times probability of the name from which on something is a tile. Of
1,578 tiles of training photos kept apart 30 went (at 0.42: 67; without: 9, all "no tile"), and of
84 invented ones in drawn scenes 26 (54); measured with a detector a little less trained."""
_LIKELY_BONUS = 0.42
"""The same of flowers and seasons: prints of all kinds look like those. Of 72 photos kept apart 64
are then all right; 65 with the value of the others for these too, 63 with this one for all."""
_NAMED = 0.8
"""Probability of a name from which on something that hardly looked like a tile may be one."""
_SURELY = 0.5
"""Probability from which on the classifier makes no tile, or a back, of the detector's face. A back
that the detector is sure of stays one: that cost fewer hands than the other way."""
_CLEARLY_BACK = 0.8
"""Probability from which on it makes a back of what hardly looked like one to the detector. In 60
drawn scenes 14 backs and 47 other things then count; before it had learned from dice and markers
25 and 99 did at 0.95."""
_BACK_SIZES = (0.6, 1.6)
"""Side (root of the area) of such a back over the usual one of the picture's sure tiles."""

_WHITE = 0.9
"""Probability from which on a back is a white dragon, where a face as large lies in its row: what
is blank may be either. In 136 drawn hands two white dragons that the detector took for backs had
1.00, and backs as blank as those 0.87 at most."""
_BESIDE = (2.5, 0.3)
"""How far off, in widths and heights of that face, it lies at most..."""
_ALIKE = 1.35
"""... and how many times as large one of them is."""


class Verdict(Enum):
    """What an outline that the detector returned shows."""

    FACE = "face"
    BACK = "back"
    MISSED = "missed"
    """Perhaps a face that the detector hardly saw."""
    NOTHING = "nothing"


def may_matter(found: Sequence[FoundTile]) -> list[bool]:
    """Return of which outlines a second look at the face may change what they show."""
    return [tile.is_sure and not tile.is_back for tile in found]


def verdicts(found: Sequence[FoundTile], readings: Sequence[FaceReading]) -> list[Verdict]:
    """Return what each outline shows by both models; `found` may hold doubtful ones."""
    if not found:
        return []
    sides = np.sqrt(areas(np.array([tile.quad for tile in found])))
    sure = [side for side, tile in zip(sides, found, strict=True) if tile.is_sure]
    low, high = (share * float(np.median(sure)) if sure else 0.0 for share in _BACK_SIZES)
    shown = [
        _verdict(tile, reading, alike=bool(low <= side <= high))
        for tile, reading, side in zip(found, readings, sides, strict=True)
    ]
    for number in _white(found, readings, shown):
        shown[number] = Verdict.FACE
    faint = [
        number
        for number, (tile, one) in enumerate(zip(found, shown, strict=True))
        if one is Verdict.BACK and not tile.is_sure
    ]
    # More faint backs than clear tiles are a pattern: the parts of a rim, a print.
    for number in faint if len(faint) > len(sure) else ():
        shown[number] = Verdict.NOTHING
    return shown


def _verdict(tile: FoundTile, reading: FaceReading, *, alike: bool) -> Verdict:
    chances = reading.probabilities
    back, nothing = float(chances[Tile.BACK.index]), float(chances[NO_TILE])
    if tile.is_back and not tile.is_sure:
        return Verdict.BACK if alike and back >= _CLEARLY_BACK else Verdict.NOTHING
    if tile.is_back or (back >= _SURELY and tile.is_sure):
        return Verdict.BACK
    if nothing >= _SURELY or back >= _SURELY:
        return Verdict.NOTHING
    likely = named(chances)
    is_bonus = int(chances[:NO_TILE].argmax()) in BONUS
    if tile.is_sure and likely * tile.confidence >= (_LIKELY_BONUS if is_bonus else _LIKELY):
        return Verdict.FACE
    return Verdict.MISSED if tile.is_sure or likely > _NAMED else Verdict.NOTHING


def _white(
    found: Sequence[FoundTile], readings: Sequence[FaceReading], shown: Sequence[Verdict]
) -> list[int]:
    """Return which of the backs that the detector is sure of are white dragons beside a face."""
    faces = np.array([f.quad for f, one in zip(found, shown, strict=True) if one is Verdict.FACE])
    return [
        number
        for number, (tile, reading) in enumerate(zip(found, readings, strict=True))
        if tile.is_back and tile.is_sure and len(faces)
        and reading.probabilities[Tile.WHITE.index] >= _WHITE
        and _is_beside(np.array(tile.quad), faces)
    ]  # fmt: skip


def _is_beside(quad: Floats, faces: Floats) -> bool:
    """Tell whether one of (n, 4, 2) faces lies in a row with an outline (4, 2) and is as large."""
    rows = sides(faces)
    flat = np.abs(np.linalg.det(rows)) < 1
    rows = np.where(flat[:, None, None], np.eye(2), rows)
    off = np.abs(((quad.mean(axis=0) - faces.mean(axis=1))[:, None] @ np.linalg.inv(rows))[:, 0])
    ratio = areas(faces) / max(float(areas(quad[None])[0]), 1.0)
    alike = ~flat & (ratio < _ALIKE) & (ratio > 1 / _ALIKE)
    return bool(((off < _BESIDE).all(axis=1) & alike).any())

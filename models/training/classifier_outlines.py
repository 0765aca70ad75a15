"""Photos cut along the outlines that the detector finds: what the classifier will be shown.

Photos are labelled with upright boxes by habits that differ from source to source; the detector
draws all tiles alike. What it takes for a face where nothing is labelled teaches what is no tile.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...datasets.quads import Quad
from ...datasets.records import Box, Corners, PictureRecord, Quality, TileLabel

__all__ = ["Outlined", "false_alarms", "outlined"]

# A label and an outline are of one tile where their upright boxes overlap this much.
_SAME_TILE = 0.5
# An outline that overlaps anything labelled or ignored more than this is no false alarm.
_APART = 0.1
# The tile of a partial label reaches this far beyond it, in sizes of the label.
_PARTIAL = 1.5
# And it keeps this far from the picture's edge, in its own sizes.
_EDGE = 0.15


@dataclass(frozen=True, slots=True)
class Outlined:
    """A photo's labels along the detector's outlines, and where it saw a face that is none."""

    record: PictureRecord
    """Only the labels that an outline was found for."""
    false_alarms: tuple[Quad, ...]
    """Only in photos in which every face is labelled."""


def outlined(record: PictureRecord, found: Sequence[Quad]) -> Outlined:
    """Match the outlines of faces found in a photo with its labels."""
    labelled = _boxes([label.quad.box for label in record.tiles])
    shares = _overlaps(labelled, _boxes([quad.box for quad in found]))
    labels: list[TileLabel] = []
    for number, label in enumerate(record.tiles):
        if not len(found) or label.quality is Quality.PARTIAL:
            continue
        best = int(shares[number].argmax())
        if shares[number, best] >= _SAME_TILE and shares[:, best].argmax() == number:
            labels.append(replace(label, quad=found[best], corners=Corners.OUTLINE))
    alarms = false_alarms(record, found)
    return Outlined(replace(record, tiles=tuple(labels), groups=()), alarms)


def false_alarms(record: PictureRecord, found: Sequence[Quad]) -> tuple[Quad, ...]:
    """Return the outlines where no face is; none where not every face is labelled."""
    if not record.complete:
        return ()
    taken = _boxes([*map(_room, record.tiles), *record.ignore])
    shares = _overlaps(taken, _boxes([quad.box for quad in found]), of_second=True)
    free = shares.max(axis=0, initial=0.0) < _APART
    return tuple(
        quad for quad, alone in zip(found, free, strict=True) if alone and _inside(record, quad)
    )


def _room(label: TileLabel) -> Box:
    """Return the box of a label; a partial one is a part of a tile that reaches further."""
    x0, y0, x1, y1 = label.quad.box
    more = _PARTIAL * max(x1 - x0, y1 - y0) if label.quality is Quality.PARTIAL else 0.0
    return x0 - more, y0 - more, x1 + more, y1 + more


def _inside(record: PictureRecord, quad: Quad) -> bool:
    """Say whether an outline keeps clear of the picture's edge: tiles cut off have no label."""
    x0, y0, x1, y1 = quad.box
    room = _EDGE * max(x1 - x0, y1 - y0)
    return min(x0, y0, record.width - x1, record.height - y1) > room


def _boxes(boxes: Sequence[Box]) -> NDArray[np.float64]:
    return np.array(boxes, np.float64).reshape(-1, 4)


def _overlaps(
    first: NDArray[np.float64], second: NDArray[np.float64], *, of_second: bool = False
) -> NDArray[np.float64]:
    """Return intersection over union, or over the second box, of all pairs (N, M)."""
    low = np.maximum(first[:, None, :2], second[None, :, :2])
    high = np.minimum(first[:, None, 2:], second[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    areas = (np.clip(box[:, 2:] - box[:, :2], 0, None).prod(axis=1) for box in (first, second))
    one, two = areas
    whole = two[None] if of_second else one[:, None] + two[None] - shared
    return np.asarray(shared / np.maximum(whole, 1e-9))

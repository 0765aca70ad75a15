"""Whether a photo reads the same when it is turned."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...datasets.formats import ReadResult
from .geometry import turn_picture
from .intervals import Share, of_tiles
from .matching import match
from .metrics import Stages
from .predictions import ReadPhoto, kept
from .run import Progress, photo_pixels

__all__ = ["DEGREES", "Turned", "evaluate_turns"]

DEGREES = (90, 180, 270, 15, -15)
"""Degrees clockwise by which each photo is turned."""


@dataclass(frozen=True, slots=True)
class Turned:
    """What happens to the labelled faces of photos that are turned by one angle."""

    degrees: int
    right: Share
    """Labelled faces found and read right in the turned photos."""
    stays_right: Share
    """The same, of those that are right in the photos as they are."""

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "degrees": self.degrees,
            "right": self.right.to_json(),
            "stays_right": self.stays_right.to_json(),
        }


def evaluate_turns(
    labels: ReadResult,
    unturned: Sequence[Stages],
    read: ReadPhoto,
    progress: Progress | None = None,
    degrees: Sequence[int] = DEGREES,
) -> list[Turned]:
    """Read the photos again at each angle; `unturned` holds the same photos as they are."""
    rights: dict[int, list[tuple[int, int]]] = {angle: [] for angle in degrees}
    stays: dict[int, list[tuple[int, int]]] = {angle: [] for angle in degrees}
    for done, (record, before) in enumerate(zip(labels.records, unturned, strict=True)):
        if progress:
            progress("turn", done, len(labels.records))
        image = photo_pixels(record, labels.images)
        was = [each.right for each in before.read.faces]
        for angle in degrees:
            turned, back = turn_picture(image, angle)
            found = [replace(each, quad=back(each.quad)) for each in kept(read(turned))]
            now = [each.right for each in match(record, found).faces]
            rights[angle].append((sum(now), len(now)))
            both = sum(a and b for a, b in zip(was, now, strict=True))
            stays[angle].append((both, sum(was)))
    if progress:
        progress("turn", len(labels.records), len(labels.records))
    return [Turned(angle, of_tiles(rights[angle]), of_tiles(stays[angle])) for angle in degrees]

"""Four corners of a tile in a picture.

The one convention of this project: pixels of the upright original (EXIF applied), x to the
right, y down, (0, 0) the outer corner of the first pixel; corners run clockwise from the corner
that is top left for someone reading the tile.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["Box", "Point", "Quad"]

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1: the upper left and the lower right corner."""


@dataclass(frozen=True, slots=True)
class Quad:
    """Four finite corners, clockwise from the tile's own top left.

    Any four finite points are taken, crossed or flat ones too, so that broken labels can be
    held and reported; `area` and `is_simple` tell.

    >>> tile = Quad.from_box((10, 20, 36, 56))
    >>> tile.top_left, tile.bottom_right, tile.area
    ((10.0, 20.0), (36.0, 56.0), 936.0)
    """

    corners: tuple[Point, Point, Point, Point]

    def __post_init__(self) -> None:
        if len(self.corners) != 4 or any(len(corner) != 2 for corner in self.corners):
            raise ValueError(f"a quad has four (x, y) corners, not {self.corners!r}")
        if not all(math.isfinite(value) for corner in self.corners for value in corner):
            raise ValueError(f"the corners of a quad are finite numbers, not {self.corners!r}")

    @classmethod
    def of(cls, points: Iterable[Sequence[float]]) -> "Quad":
        """Make a quad of four (x, y) pairs, such as the rows of a 4 x 2 array."""
        corners = tuple((float(point[0]), float(point[1])) for point in points)
        if len(corners) != 4:
            raise ValueError(f"a quad has four corners, not {len(corners)}")
        return cls(corners)

    @classmethod
    def from_box(cls, box: Sequence[float]) -> "Quad":
        """Make the quad of an upright box x0, y0, x1, y1, starting at the picture's top left."""
        x0, y0, x1, y1 = (float(value) for value in box)
        return cls(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))

    @property
    def top_left(self) -> Point:
        """Return the tile's own top left corner."""
        return self.corners[0]

    @property
    def bottom_right(self) -> Point:
        """Return the tile's own bottom right corner."""
        return self.corners[2]

    @property
    def box(self) -> Box:
        """Return the smallest upright box around the four corners.

        >>> Quad(((2, 0), (4, 2), (2, 4), (0, 2))).box
        (0, 0, 4, 4)
        """
        xs = [x for x, _ in self.corners]
        ys = [y for _, y in self.corners]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def centre(self) -> Point:
        """Return the mean of the four corners."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def area(self) -> float:
        """Return the area in square pixels: positive when the corners run clockwise.

        >>> Quad(((0, 0), (0, 2), (2, 2), (2, 0))).area
        -4.0
        """
        total = 0.0
        for (ax, ay), (bx, by) in zip(self.corners, self._next_corners(), strict=True):
            total += ax * by - bx * ay
        return total / 2

    @property
    def is_simple(self) -> bool:
        """Say whether no two opposite sides cross: false for a bow tie.

        >>> Quad(((0, 0), (2, 2), (2, 0), (0, 2))).is_simple
        False
        """
        a, b, c, d = self.corners
        return not (_cross(a, b, c, d) or _cross(b, c, d, a))

    def turned(self, quarters: int) -> "Quad":
        """Return the same outline named from another corner, `quarters` places further on.

        >>> Quad.from_box((0, 0, 2, 3)).turned(1).top_left
        (2.0, 0.0)
        """
        start = quarters % 4
        return Quad.of(self.corners[start:] + self.corners[:start])

    def _next_corners(self) -> tuple[Point, ...]:
        return (*self.corners[1:], self.corners[0])


def _side(a: Point, b: Point, c: Point) -> float:
    """Return on which side of the line from `a` to `b` the point `c` lies, as a signed area."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Say whether the segments `a`-`b` and `c`-`d` properly cross."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0

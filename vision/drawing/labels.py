"""What is written beside the tiles and groups of a reading, and where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, sin, tau

import numpy as np

from ...scoring.laid import GroupKind
from ...scoring.messages import Lang
from ...scoring.tiles import Tile
from ..reading import Reading
from .place import Box, Candidate, Room
from .rows import Row, Vector, rows_of, size_of
from .text import line_height, text_width
from .words import Look, group_word, look_of, tile_lines

__all__ = ["Bracket", "Label", "Plan", "plan"]


# Sizes of letters, in shares of the tile's size and in pixels.
_LETTERS, _SMALLEST_PX, _LARGEST_PX = 0.33, 11, 44
_OTHER_LETTERS = 0.8
_SECOND = 0.85
"""A label's second line against its first."""
_PADDING = 0.22
"""Space inside a label's border, over the size of its letters."""
_GAP = 0.10
"""Space between a tile and its label, over the size of the tile."""
_BRACKET = 0.07
"""Space between a row and its bracket, over the size of its tiles."""
_LEVELS = 3
"""Places tried one beyond the other on each side of a row."""
# What places cost that are not the wished one.
_OTHER_SIDE, _PER_LEVEL, _WORD_LEVEL, _INSIDE, _AROUND, _ASIDE = 0.5, 0.35, 0.7, 0.3, 2.0, 0.15
_AT_END = 0.6
"""Cost of a group's word at an end of its row."""
_FLAT = 0.3
"""Rows whose lower edge points less far down than this, as a sine, have labels to their right."""
_DIRECTIONS, _RINGS = 12, (1.2, 1.9, 2.7)
"""Places around a tile: directions, and radii over the tile's reach."""


@dataclass(frozen=True, slots=True)
class Label:
    """Lines of text in a box of the picture."""

    lines: tuple[str, ...]
    size_px: int
    """Size of the letters of the first line."""
    box: Box
    look: Look
    group: int
    n: int | None = None
    """The tile it stands for; None for the word of a group."""

    @property
    def padding_px(self) -> int:
        """Return the space between the box and its text."""
        return padding(self.size_px)

    def sizes_px(self) -> list[int]:
        """Return the size of the letters of each line."""
        return _line_sizes(len(self.lines), self.size_px)


@dataclass(frozen=True, slots=True, eq=False)
class Bracket:
    """The line along one side of a row, with its ends turned to the tiles."""

    points: Vector
    """(4, 2) pixels of the drawing."""
    group: int
    size_px: float
    """Size of the tiles."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is written and where, in pixels of the drawing."""

    labels: tuple[Label, ...]
    words: tuple[Label, ...]
    brackets: tuple[Bracket, ...]


def padding(size_px: int) -> int:
    """Return the space between a label's box and its text."""
    return max(2, round(size_px * _PADDING))


def plan(reading: Reading, size: tuple[int, int], lang: Lang) -> Plan:
    """Find a place for every label in a drawing of `size` (width, height).

    A label for which there is no room is left out; so are labels larger than the picture.
    """
    rows = rows_of(reading, size[0] / reading.width)
    planner = _Planner(reading, rows, size, lang)
    # What belongs to the hand gets its places first; otherwise the order stays.
    rows.sort(key=lambda row: reading.groups[row.group].kind is GroupKind.OTHER)
    labels: list[Label] = []
    sides: list[int] = []
    for row in rows:
        sides.append(planner.better_side(row))
        labels += planner.tile_labels(row, sides[-1])
    words: list[Label] = []
    brackets: list[Bracket] = []
    for number, group in enumerate(reading.groups):
        some = [(row, side) for row, side in zip(rows, sides, strict=True) if row.group == number]
        if group.kind is GroupKind.OTHER or not some:
            continue
        brackets += [_bracket(row, -side) for row, side in some if len(row.tiles) > 1]
        words += planner.group_words(*max(some, key=lambda pair: len(pair[0].tiles)))
    return Plan(tuple(labels), tuple(words), tuple(brackets))


class _Planner:
    """Places the labels of one reading."""

    def __init__(
        self, reading: Reading, rows: Sequence[Row], size: tuple[int, int], lang: Lang
    ) -> None:
        self._groups = reading.groups
        self._lang: Lang = lang
        self._room = Room(size, np.array([quad for row in rows for quad in row.quads]))
        ordered = (tile.n for row in rows for tile in row.tiles)
        self._index = {n: index for index, n in enumerate(ordered)}

    def better_side(self, row: Row) -> int:
        """Return on which side of a row labels hide least: 1 below, -1 above it as it is read."""
        # What stands lower in the picture is taken for the caption of what stands above it.
        upright = abs(float(row.down[1])) > _FLAT
        first = 1 if float(row.down[1] if upright else row.down[0]) >= 0 else -1
        costs = [0.0, 0.0]
        for tile, quad in zip(row.tiles, row.quads, strict=True):
            size = _box_size(tile_lines(tile, self._lang), self._letters_px(row))
            for place, side in enumerate((first, -first)):
                spot = Candidate(*_beside(quad, row.down * side, size, 0))
                found = self._room.cost(size, spot, [self._index[tile.n]])
                costs[place] += found[0] if found else 0.0
        return first if costs[0] <= costs[1] + _ASIDE * len(row.tiles) else -first

    def tile_labels(self, row: Row, side: int) -> Iterator[Label]:
        """Yield the labels of a row's tiles; backs that belong to no hand have none."""
        letters = self._letters_px(row)
        for tile, quad in zip(row.tiles, row.quads, strict=True):
            look = look_of(tile, self._groups[row.group])
            if look is Look.OTHER and tile.tile is Tile.BACK:
                continue
            lines = tile_lines(tile, self._lang)
            size = _box_size(lines, letters)
            spots = [*_near(quad, row, side, size), *_around(quad, size)]
            box = self._room.place(size, spots, [self._index[tile.n]])
            if box is not None:
                yield Label(lines, letters, box, look, row.group, tile.n)

    def group_words(self, row: Row, side: int) -> Iterator[Label]:
        """Yield the word of the group of a row whose labels stand on `side`."""
        letters = self._letters_px(row)
        lines = (group_word(self._groups[row.group], row.group, self._lang),)
        size = _box_size(lines, letters)
        own = [self._index[tile.n] for tile in row.tiles]
        box = self._room.place(size, _word_spots(row, side, size), own)
        if box is not None:
            yield Label(lines, letters, box, Look.PLAIN, row.group)

    def _letters_px(self, row: Row) -> int:
        """Return the size of the letters of a row's labels."""
        is_other = self._groups[row.group].kind is GroupKind.OTHER
        share = _LETTERS * (_OTHER_LETTERS if is_other else 1)
        return round(min(max(row.size_px * share, _SMALLEST_PX), _LARGEST_PX))


def _line_sizes(count: int, size_px: int) -> list[int]:
    """Return the size of the letters of each of a label's lines."""
    return [size_px, *[max(_SMALLEST_PX - 1, round(size_px * _SECOND))] * (count - 1)]


def _box_size(lines: Sequence[str], size_px: int) -> tuple[int, int]:
    """Return the width and height of a label."""
    sizes = _line_sizes(len(lines), size_px)
    width = max(text_width(line, size) for line, size in zip(lines, sizes, strict=True))
    height = sum(line_height(size) for size in sizes)
    return round(width) + 2 * padding(size_px), height + padding(size_px) // 2


def _beside(
    quad: Vector, way: Vector, size: tuple[float, float], level: float, *, inside: bool = False
) -> tuple[float, float]:
    """Return the middle of a label beside a tile, or within it at that edge."""
    middle = quad.mean(axis=0)
    half = float(((quad - middle) @ way).max())
    reach = abs(size[0] / 2 * float(way[0])) + abs(size[1] / 2 * float(way[1]))
    gap = _GAP * size_of(quad)
    far = half - reach if inside else half + gap + reach + level * (2 * reach + 1)
    x, y = middle + way * far
    return float(x), float(y)


def _near(quad: Vector, row: Row, side: int, size: tuple[float, float]) -> Iterator[Candidate]:
    """Yield places for a tile's label below and above it, `side` first, as its row is read."""
    for way in (side, -side):
        base = 0.0 if way == side else _OTHER_SIDE
        vector = row.down * way
        for level in range(_LEVELS):
            yield Candidate(*_beside(quad, vector, size, level), base + level * _PER_LEVEL)
        yield Candidate(*_beside(quad, vector, size, 0, inside=True), base + _INSIDE)


def _around(quad: Vector, size: tuple[float, float]) -> Iterator[Candidate]:
    """Yield places in rings around a tile, for where a row leaves no room."""
    middle, reach = quad.mean(axis=0), size_of(quad) / 2 + size[1]
    for ring in _RINGS:
        for step in range(_DIRECTIONS):
            turn = tau * step / _DIRECTIONS
            x = float(middle[0]) + cos(turn) * (ring * reach + size[0] / 2)
            y = float(middle[1]) + sin(turn) * ring * reach
            yield Candidate(x, y, _AROUND * ring)


def _bracket(row: Row, side: int) -> Bracket:
    """Return the bracket along one side of a row: 1 below, -1 above it as it is read."""
    start, end = row.edge(side)
    out = row.down * side * _BRACKET * row.size_px
    # Short of the row's ends, so that the brackets of neighbours stay apart.
    short = row.along * 0.05 * row.size_px
    start, end = start + short, end - short
    return Bracket(np.array([start, start + out, end + out, end]), row.group, row.size_px)


def _word_spots(row: Row, side: int, size: tuple[float, float]) -> Iterator[Candidate]:
    """Yield places for a group's word: at its bracket, else beyond the labels."""
    for way in (-side, side):
        start, end = row.edge(way)
        vector = row.down * way
        reach = abs(size[0] / 2 * float(vector[0])) + abs(size[1] / 2 * float(vector[1]))
        for level in range(_LEVELS + 1):
            out = vector * (2 * _BRACKET * row.size_px + reach + level * (2 * reach + 1))
            cost = (0.0 if way == -side else _OTHER_SIDE) + level * _WORD_LEVEL
            for aside, share in ((0.0, 0.5), (_ASIDE, 0.25), (_ASIDE, 0.75)):
                x, y = start + (end - start) * share + out
                yield Candidate(float(x), float(y), cost + aside)
    for quad, way_along in ((row.quads[-1], row.along), (row.quads[0], -row.along)):
        yield Candidate(*_beside(quad, way_along, size, 0), _AT_END)

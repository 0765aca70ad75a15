"""Draws the score sheet beside a photo, in as many columns as there is room for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from ...scoring.report import Line
from .sheet import Sheet
from .text import Colour, draw_text, line_height, text_width, wrap

__all__ = ["Key", "draw_sheet"]

_PAPER: Colour = (250, 248, 242)
_INK: Colour = (28, 28, 28)
_DIM: Colour = (104, 104, 104)
_BLUE: Colour = (0, 84, 132)
_RULE: Colour = (205, 200, 188)
_WARM: Colour = (160, 62, 0)

# Sizes over that of the sheet's ordinary letters.
_TITLE, _TOTAL, _SMALL = 1.35, 1.45, 0.82
_SCREEN = 1.6
"""Longer over shorter side of a screen."""
_COLUMN, _NARROW, _MARGIN, _GUTTER = 19.0, 16.0, 1.0, 1.8
"""Width of a column beside the photo and, at least, below it; around the sheet; between columns."""


@dataclass(frozen=True, slots=True)
class Key:
    """A colour of the photo and what it means."""

    colour: Colour
    text: str


@dataclass(frozen=True, slots=True)
class _Word:
    """A piece of text at a place within its block."""

    x: float
    y: float
    text: str
    size_px: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of a sheet that is not split between columns."""

    height_px: int
    words: tuple[_Word, ...] = ()
    swatch: Colour | None = None
    ruled: bool = False
    """Whether a line is drawn over it."""
    stays: bool = False
    """Whether the next block stands below it in the same column."""


def draw_sheet(
    sheet: Sheet, keys: Sequence[Key], photo: Image.Image, letters_px: int
) -> Image.Image:
    """Return the photo with the sheet right of it or below it, whichever wastes less paper."""
    right = _beside(sheet, keys, photo.height, letters_px)
    below = _below(sheet, keys, photo.width, letters_px)
    by_side = (photo.width + right.size[0], max(photo.height, right.size[1]))
    stacked = (max(photo.width, below.size[0]), photo.height + below.size[1])
    is_right = _waste(by_side) <= _waste(stacked)
    canvas = Image.new("RGB", by_side if is_right else stacked, _PAPER)
    canvas.paste(photo, (0, 0))
    corner = (photo.width, 0) if is_right else (0, photo.height)
    (right if is_right else below).paint(ImageDraw.Draw(canvas), corner)
    return canvas


def _waste(size: tuple[int, int]) -> float:
    """Return the area of a picture, more where it is longer than screens are."""
    return size[0] * size[1] * max(1.0, max(size) / min(size) / _SCREEN)


@dataclass(frozen=True, slots=True)
class _Panel:
    """A sheet laid out in columns."""

    columns: tuple[tuple[_Block, ...], ...]
    column_px: int
    letters_px: int

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height with the margins."""
        margin, step = round(self.letters_px * _MARGIN), self._step
        tall = max(sum(block.height_px for block in column) for column in self.columns)
        width = (len(self.columns) - 1) * step + self.column_px
        return width + 2 * margin, tall + 2 * margin

    @property
    def _step(self) -> int:
        """Return how far columns are from each other, left edge to left edge."""
        return self.column_px + round(self.letters_px * _GUTTER)

    def paint(self, draw: ImageDraw.ImageDraw, corner: tuple[int, int]) -> None:
        """Draw it with its upper left corner at `corner`."""
        margin = round(self.letters_px * _MARGIN)
        for number, column in enumerate(self.columns):
            x, y = corner[0] + margin + number * self._step, corner[1] + margin
            for place, block in enumerate(column):
                shown = block if place else replace(block, ruled=False)
                _paint(draw, shown, (x, y), self.column_px, self.letters_px)
                y += block.height_px


def _beside(sheet: Sheet, keys: Sequence[Key], height_px: int, letters_px: int) -> _Panel:
    """Return the panel right of a photo of this height: one column, or two where it is long."""
    column = round(letters_px * _COLUMN)
    blocks = list(_blocks(sheet, keys, letters_px, column))
    filled = _dealt(blocks, height_px - 2 * round(letters_px * _MARGIN))
    columns = tuple(map(tuple, filled)) if len(filled) <= 2 else _columns(blocks, 2)
    return _Panel(columns, column, letters_px)


def _below(sheet: Sheet, keys: Sequence[Key], width_px: int, letters_px: int) -> _Panel:
    """Return the panel below a photo of this width: columns that fill it."""
    gutter = round(letters_px * _GUTTER)
    room = width_px - 2 * round(letters_px * _MARGIN)
    count = max(1, int((room + gutter) / (letters_px * _NARROW + gutter)))
    column = max(round(letters_px * _NARROW), (room - (count - 1) * gutter) // count)
    blocks = list(_blocks(sheet, keys, letters_px, column))
    return _Panel(_columns(blocks, count), column, letters_px)


def _paint(
    draw: ImageDraw.ImageDraw, block: _Block, at: tuple[int, int], width: int, letters_px: int
) -> None:
    """Draw a block with its upper left corner at `at`."""
    x, y = at
    if block.ruled:
        draw.line((x, y, x + width, y), fill=_RULE, width=max(1, letters_px // 14))
    if block.swatch is not None:
        side = round(letters_px * 0.8)
        top = y + round(letters_px * 0.25)
        draw.rectangle((x, top, x + side, top + side), fill=block.swatch, outline=_INK)
    for word in block.words:
        draw_text(draw, (x + word.x, y + word.y), word.text, word.size_px, word.colour)


def _columns(blocks: Sequence[_Block], count: int) -> tuple[tuple[_Block, ...], ...]:
    """Deal blocks over at most `count` columns, in order, so that the tallest is least tall."""
    high = sum(block.height_px for block in blocks)
    low = high // count
    while low < high:
        middle = (low + high) // 2
        if len(_dealt(blocks, middle)) <= count:
            high = middle
        else:
            low = middle + 1
    return tuple(tuple(column) for column in _dealt(blocks, high))


def _dealt(blocks: Sequence[_Block], height_px: int) -> list[list[_Block]]:
    """Fill columns of this height; blocks that stay together go on together, without space."""
    columns: list[list[_Block]] = [[]]
    filled = 0
    chunk: list[_Block] = []
    for number, block in enumerate(blocks):
        chunk.append(block)
        if block.stays and number < len(blocks) - 1:
            continue
        tall = sum(one.height_px for one in chunk)
        if columns[-1] and filled + tall > height_px:
            columns.append([])
            filled = 0
        if not columns[-1]:
            chunk = [one for one in chunk if one.words]
        columns[-1] += chunk
        filled += sum(one.height_px for one in chunk)
        chunk = []
    return columns


def _blocks(sheet: Sheet, keys: Sequence[Key], letters_px: int, width: int) -> Iterator[_Block]:
    """Yield the parts of a sheet from top to bottom."""
    small = round(letters_px * _SMALL)
    space = letters_px // 2
    if sheet.title:
        yield _text(sheet.title, round(letters_px * _TITLE), _INK, width, stays=bool(sheet.about))
    for about in sheet.about:
        yield _text(about, small, _DIM, width)
    for section in sheet.sections:
        yield _Block(space, stays=True)
        heading = _text(section.heading, letters_px, _BLUE, width, stays=True)
        yield replace(heading, ruled=True)
        last = len(section.lines) - 1
        for number, line in enumerate(section.lines):
            block = _line_block(line, letters_px, width)
            # No first or last line stands alone in a column.
            yield replace(block, stays=number < last and number in (0, last - 1))
    if sheet.total:
        yield _Block(space, stays=True)
        yield replace(_text(sheet.total, round(letters_px * _TOTAL), _INK, width), ruled=True)
    if sheet.notes:
        yield _Block(space, stays=True)
    for note in sheet.notes:
        yield _text(note, small, _WARM, width, after=space // 2)
    if keys:
        yield _Block(space, stays=True)
    for key in keys:
        indent = round(letters_px * 1.3)
        yield replace(_text(key.text, small, _DIM, width, indent=indent), swatch=key.colour)


def _text(
    text: str,
    size_px: int,
    colour: Colour,
    width: int,
    *,
    indent: int = 0,
    after: int = 0,
    stays: bool = False,
) -> _Block:
    """Return a block of wrapped text."""
    high = line_height(size_px)
    lines = wrap(text, size_px, width - indent)
    words = tuple(
        _Word(indent, number * high + size_px // 6, line, size_px, colour)
        for number, line in enumerate(lines)
    )
    return _Block(high * len(lines) + size_px // 4 + after, words, stays=stays)


def _line_block(line: Line, letters_px: int, width: int) -> _Block:
    """Return a line with its tiles and, at the right, its value; the reason stands below it."""
    small = round(letters_px * _SMALL)
    high, gap = line_height(letters_px), letters_px
    value = text_width(line.value, letters_px)
    words = [_Word(width - value, 0, line.value, letters_px, _INK)] if line.value else []
    y = 0
    names = wrap(line.name, letters_px, width - value - gap)
    for text in names:
        words.append(_Word(0, y, text, letters_px, _INK))
        y += high
    x = text_width(names[-1], letters_px) + gap / 2 if names else 0.0
    if line.tiles and x + text_width(line.tiles, letters_px) <= width - value - gap / 2:
        words.append(_Word(x, y - high, line.tiles, letters_px, _DIM))
    elif line.tiles:
        for text in wrap(line.tiles, letters_px, width - value - gap):
            words.append(_Word(0, y, text, letters_px, _DIM))
            y += high
    for text in wrap(line.why, small, width - letters_px):
        words.append(_Word(letters_px / 2, y, text, small, _DIM))
        y += line_height(small)
    return _Block(max(y, high) + letters_px // 6, tuple(words))

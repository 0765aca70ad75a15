"""A photo with what was read in it, and the score sheet beside it.

Colours are those of Okabe and Ito, which people with any common kind of colour blindness tell
apart; what needs a look differs in thickness and in its text too.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from ...scoring.errors import RekjeError
from ...scoring.messages import Lang
from ..reading import Reading
from .labels import Bracket, Label, Plan, plan
from .panel import Key, draw_sheet
from .rows import Vector, size_of
from .sheet import Sheet
from .text import Colour, draw_text, line_height, text_width
from .words import MARKS, Look, look_of

__all__ = ["DrawError", "annotate", "save_png"]

Pixels = NDArray[np.uint8]

_GROUPS: tuple[Colour, ...] = ((86, 180, 233), (0, 158, 115), (204, 121, 167), (0, 114, 178))
"""Sky blue, bluish green, reddish purple, blue."""
_DOUBTFUL: Colour = (213, 94, 0)  # vermillion
_CHANGED: Colour = (240, 228, 66)  # yellow
_OTHER: Colour = (170, 170, 170)
_BLACK: Colour = (0, 0, 0)
_WHITE: Colour = (255, 255, 255)
_FAINT = 0.6
"""Share of the ink in the number before a tile's name."""
_PLATE = (20, 20, 20, 205)
"""Ground of ordinary labels, not quite opaque."""

_GOOD_PX, _MOST_PX, _LARGER = 1600, 2400, 2.0
"""Pictures whose longer side is below the first are drawn larger, at most so many times; those
above the second smaller."""
_LINE, _LEAST_LINE_PX = 0.045, 2
"""Thickness of a tile's outline over the tile's size, and at least."""
_OTHER_LINE, _LOUD_LINE = 0.5, 1.5
"""Outlines of tiles of no hand, and of those that need a look, over the ordinary thickness."""
_LEADER = 0.3
"""A label so far from its tile, over the tile's size, has a line that leads there."""
_RAISED = 0.12
"""Space above the letters of a label's line, over their size."""
_HALO = 0.4
"""Dark line on both sides of an outline, over its thickness."""
_SHIFT = 4
"""Bits of OpenCV's coordinates behind the point."""
_SHEET_LETTERS, _SHEET_LEAST_PX = 1 / 62, 17
"""Letters of the sheet over the longer side of the photo, and at least."""
_COMPRESS = 4
"""Of zlib: a third of the time of the usual 6 for some per cent more bytes."""


class DrawError(RekjeError):
    """A picture that cannot be written; the message says what to do."""


def annotate(
    pixels: Pixels, reading: Reading, sheet: Sheet | None = None, lang: Lang = "en"
) -> Pixels:
    """Draw a reading over its photo, and the score sheet beside it.

    Args:
        pixels: (height, width, 3) RGB, the upright photo or a smaller view of it.
        reading: what was read; its coordinates are scaled to the view.
        sheet: what stands beside the photo, with the reading's own warnings; see `score_sheet`.
        lang: language of the words over the photo.

    Returns:
        (height, width, 3) RGB. Small photos are enlarged and large ones made smaller, by their
        size alone: frames of one camera give pictures of one size.

    """
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
        raise ValueError(
            f"expected (height, width, 3) uint8 RGB, got {pixels.shape} {pixels.dtype}"
        )
    view = _resized(pixels)
    size = (view.shape[1], view.shape[0])
    layout = plan(reading, size, lang)
    _draw_outlines(view, reading, size[0] / reading.width)
    for bracket in layout.brackets:
        _draw_bracket(view, bracket)
    photo = Image.fromarray(view)
    _draw_labels(photo, layout, reading)
    if sheet is None:
        return np.asarray(photo, np.uint8).copy()
    letters = max(_SHEET_LEAST_PX, round(max(size) * _SHEET_LETTERS))
    warnings = tuple(note.text(lang) for note in reading.warnings)
    full = replace(sheet, notes=(*sheet.notes, *warnings))
    return np.asarray(draw_sheet(full, _keys(reading, lang), photo, letters), np.uint8).copy()


def _resized(pixels: Pixels) -> Pixels:
    """Return a copy at the size in which it is drawn."""
    height, width = pixels.shape[:2]
    longer = max(height, width)
    scale = min(_MOST_PX / longer, max(1.0, min(_LARGER, _GOOD_PX / longer)))
    if scale == 1.0:
        return pixels.copy()
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, size, None, 0, 0, how), np.uint8)


def _colour(look: Look, group: int) -> Colour:
    """Return the colour of a look, of ordinary tiles that of their group."""
    special = {Look.DOUBTFUL: _DOUBTFUL, Look.CHANGED: _CHANGED, Look.OTHER: _OTHER}
    return special.get(look, _GROUPS[group % len(_GROUPS)])


def _draw_outlines(view: Pixels, reading: Reading, scale: float) -> None:
    """Draw the outline of every tile, those that need a look last."""
    order = {Look.OTHER: 0, Look.PLAIN: 1, Look.CHANGED: 2, Look.DOUBTFUL: 3}
    looks = {tile.n: look_of(tile, reading.groups[tile.group]) for tile in reading.tiles}
    for tile in sorted(reading.tiles, key=lambda tile: order[looks[tile.n]]):
        look = looks[tile.n]
        quad = np.asarray(tile.quad, np.float64) * scale
        thick = size_of(quad) * _LINE
        if look is Look.OTHER:
            thick *= _OTHER_LINE
        elif look is not Look.PLAIN:
            thick *= _LOUD_LINE
        # Inside the tile's edge, so that both outlines of neighbours are seen.
        middle = quad.mean(axis=0)
        inner = middle + (quad - middle) * (1 - thick / size_of(quad))
        _line(view, inner, _colour(look, tile.group), thick, closed=True)


def _draw_bracket(view: Pixels, bracket: Bracket) -> None:
    """Draw a bracket in the colour of its group."""
    thick = bracket.size_px * _LINE
    _line(view, bracket.points, _colour(Look.PLAIN, bracket.group), thick)


def _line(
    view: Pixels, points: Vector, colour: Colour, thick_px: float, *, closed: bool = False
) -> None:
    """Draw a line through (n, 2) points with a dark line on both sides."""
    thick = max(_LEAST_LINE_PX, round(thick_px))
    halo = max(1, round(thick * _HALO))
    # To OpenCV (0, 0) is the middle of the first pixel, to us its corner.
    fixed = np.round((points - 0.5) * 2**_SHIFT).astype(np.int32)
    for paint, width in ((_BLACK, thick + 2 * halo), (colour, thick)):
        cv2.polylines(view, [fixed], closed, paint, width, cv2.LINE_AA, _SHIFT)


def _draw_labels(photo: Image.Image, layout: Plan, reading: Reading) -> None:
    """Draw all labels, above the lines that lead to them."""
    draw = ImageDraw.Draw(photo, "RGBA")
    scale = photo.width / reading.width
    for label in layout.labels:
        if label.n is not None:
            _draw_leader(draw, label, np.asarray(reading.tile(label.n).quad) * scale)
    for label in (*layout.labels, *layout.words):
        _draw_label(draw, label)


def _draw_leader(draw: ImageDraw.ImageDraw, label: Label, quad: Vector) -> None:
    """Draw a line from a tile to its label where they lie apart."""
    x0, y0, x1, y1 = label.box
    low, high = quad.min(axis=0), quad.max(axis=0)
    apart = max(low[0] - x1, x0 - high[0], low[1] - y1, y0 - high[1])
    if apart < size_of(quad) * _LEADER:
        return
    middle = quad.mean(axis=0)
    goal = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    start = middle + (goal - middle) * min(1.0, size_of(quad) / 2 / np.linalg.norm(goal - middle))
    ends = (*start.tolist(), *goal.tolist())
    draw.line(ends, fill=_BLACK, width=4)
    draw.line(ends, fill=_colour(label.look, label.group), width=2)


def _draw_label(draw: ImageDraw.ImageDraw, label: Label) -> None:
    """Draw the box of a label and its text, each line in the middle."""
    box = (
        round(label.box[0]),
        round(label.box[1]),
        round(label.box[2]) - 1,
        round(label.box[3]) - 1,
    )
    colour = _colour(label.look, label.group)
    loud = label.look in (Look.DOUBTFUL, Look.CHANGED)
    is_word = label.n is None
    ground = (*colour, 255) if loud or is_word else _PLATE
    radius = max(2, label.size_px // 4)
    draw.rounded_rectangle(box, radius, fill=ground, outline=_BLACK if loud or is_word else None)
    ink = _ink(colour) if loud or is_word else (_OTHER if label.look is Look.OTHER else _WHITE)
    y = float(box[1])
    for line, size in zip(label.lines, label.sizes_px(), strict=True):
        at = ((box[0] + box[2] - text_width(line, size)) / 2, y + size * _RAISED)
        draw_text(draw, at, line, size, ink)
        if not is_word and line is label.lines[0]:  # the number steps back behind the name
            number = line.partition(" ")[0]
            draw_text(draw, at, number, size, _faint(ink, ground[:3]))
        y += line_height(size)


def _ink(ground: Colour) -> Colour:
    """Return black or white, whichever is read more easily on a colour."""
    light = 0.2126 * ground[0] ** 2.2 + 0.7152 * ground[1] ** 2.2 + 0.0722 * ground[2] ** 2.2
    return _BLACK if light > 0.18 * 255**2.2 else _WHITE


def _faint(ink: Colour, ground: Colour) -> Colour:
    """Return a colour between the ink and its ground."""
    red, green, blue = (
        round(_FAINT * a + (1 - _FAINT) * b) for a, b in zip(ink, ground, strict=True)
    )
    return red, green, blue


def _keys(reading: Reading, lang: Lang) -> Sequence[Key]:
    """Return what the colours mean that are neither of a group nor explained by a word."""
    looks = {look_of(tile, reading.groups[tile.group]) for tile in reading.tiles}
    return [Key(_colour(look, 0), MARKS[look].text(lang)) for look in MARKS if look in looks]


def save_png(picture: Pixels, path: Path | str) -> None:
    """Write (height, width, 3) RGB pixels as a PNG; the file is whole or not there.

    Raises `DrawError` for another ending than `.png`, and for what the disk refuses.
    """
    path = Path(path)
    if path.suffix.lower() != ".png":
        raise DrawError(f"{path}: only PNG is written; end the name in .png")
    if path.is_dir():
        raise DrawError(f"{path}: is a folder; name a file")
    beside = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}.part")
    try:
        try:
            with beside.open("xb") as stream:
                Image.fromarray(picture).save(stream, "PNG", compress_level=_COMPRESS)
            beside.replace(path)
        except BaseException:  # Ctrl-C too: nothing half-written stays
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise DrawError(f"{path}: cannot be written ({reason}); name a file elsewhere") from error

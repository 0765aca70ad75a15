"""Pictures of an evaluation: sheets of its mistakes, and the reliability diagram."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from ...datasets.quads import Quad
from .calibration import Calibration
from .intervals import wilson
from .mistakes import Mistake
from .predictions import Pixels
from .run import photo_pixels

__all__ = ["draw_curve", "draw_reliability", "draw_sheets"]

_CELL_PX, _TEXT_PX, _LINE_PX = 150, 12, 15
_COLUMNS, _ROWS = 8, 5
_AROUND = 0.6
"""Share of the tile's longer side that is shown around it on each side."""
_GREEN, _RED, _GREY, _INK = "#00c853", "#ff1744", "#bdbdbd", "#212121"
_SIDE_PX, _BORDER_PX = 420, 60
_WORST_SHOWN = 0.2
"""Upper end of the curve of wrong readings."""
_LETTERS = 20
"""Characters of a file name that fit under a picture."""


def draw_sheets(mistakes: Sequence[Mistake], images: Path, out: Path) -> list[Path]:
    """Write all mistakes as numbered pages `mistakes-01.png`, forty on a page.

    The label is drawn in green, the prediction in red; below stand truth and reading, the
    probability, the set, and the end of the file's name.
    """
    per_page = _COLUMNS * _ROWS
    cell_height = _CELL_PX + 3 * _LINE_PX

    @lru_cache(maxsize=16)
    def pixels(file: str) -> Pixels:
        return photo_pixels(by_file[file], images)

    by_file = {mistake.record.file: mistake.record for mistake in mistakes}
    pages: list[Path] = []
    for start in range(0, len(mistakes), per_page):
        some = mistakes[start : start + per_page]
        rows = -(-len(some) // _COLUMNS)
        page = Image.new("RGB", (_COLUMNS * _CELL_PX, rows * cell_height), "white")
        for number, mistake in enumerate(some):
            x, y = number % _COLUMNS * _CELL_PX, number // _COLUMNS * cell_height
            _draw_cell(page, (x, y), mistake, pixels(mistake.record.file))
        pages.append(out / f"mistakes-{len(pages) + 1:02}.png")
        page.save(pages[-1])
    return pages


def _draw_cell(page: Image.Image, corner: tuple[int, int], mistake: Mistake, image: Pixels) -> None:
    """Draw one mistake with its caption, its upper left corner at `corner`."""
    quads = [part.quad for part in (mistake.label, mistake.prediction) if part is not None]
    left, top, side = _window(quads)
    cut = Image.fromarray(image).crop((left, top, left + side, top + side))
    scale = (_CELL_PX - 4) / side
    cell = cut.resize((_CELL_PX - 4, _CELL_PX - 4), Image.Resampling.BICUBIC)
    draw = ImageDraw.Draw(cell)
    for part, colour in ((mistake.label, _GREEN), (mistake.prediction, _RED)):
        if part is not None:
            points = [((u - left) * scale, (v - top) * scale) for u, v in part.quad.corners]
            draw.polygon(points, outline=colour)
    page.paste(cell, (corner[0] + 2, corner[1] + 2))
    read = f"{mistake.truth or 'nothing'} > {mistake.read_as or 'missed'}"
    if mistake.prediction is not None:
        read += f" {mistake.prediction.probability:.2f}"
    seen = {True: "seen", False: "unseen", None: ""}[mistake.record.seen]
    name = Path(mistake.record.file).stem[-_LETTERS:]
    text = ImageDraw.Draw(page)
    for line, words in enumerate((read, f"{mistake.record.set} {seen}"[:_LETTERS], name)):
        place = (corner[0] + 3, corner[1] + _CELL_PX + line * _LINE_PX)
        text.text(place, words, fill=_INK, font=_font())


def _window(quads: Sequence[Quad]) -> tuple[int, int, int]:
    """Return left, top and side of the square that shows the quads and what is around them."""
    boxes = np.array([quad.box for quad in quads])
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    side = max(4.0, float((high - low).max())) * (1 + 2 * _AROUND)
    left, top = (low + high - side) / 2
    return round(float(left)), round(float(top)), round(side)


def draw_reliability(calibration: Calibration, out: Path) -> Path:
    """Write `reliability.png`: probability against the share that is right, with its interval."""
    size = _SIDE_PX + 2 * _BORDER_PX
    picture = Image.new("RGB", (size, size), "white")
    draw = ImageDraw.Draw(picture)

    def place(x: float, y: float) -> tuple[float, float]:
        return _BORDER_PX + x * _SIDE_PX, _BORDER_PX + (1 - y) * _SIDE_PX

    draw.rectangle((*place(0, 1), *place(1, 0)), outline=_INK)
    draw.line((*place(0, 0), *place(1, 1)), fill=_GREY)
    for tick in range(0, 11, 2):
        x, y = place(tick / 10, 0)
        draw.text((x - 8, y + 6), f"{tick / 10:.1f}", fill=_INK, font=_font())
        x, y = place(0, tick / 10)
        draw.text((x - 28, y - 7), f"{tick / 10:.1f}", fill=_INK, font=_font())
    for each in calibration.bins:
        low, high = wilson(each.right, each.count)
        draw.line((*place(each.mean, low), *place(each.mean, high)), fill=_GREEN, width=2)
        x, y = place(each.mean, each.right / each.count)
        draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill=_RED)
    total = sum(each.count for each in calibration.bins)
    title = f"{total} found faces, expected error {calibration.error:.4f}"
    draw.text((_BORDER_PX, 20), title, fill=_INK, font=_font())
    draw.text((size / 2 - 60, size - 24), "probability of the reading", fill=_INK, font=_font())
    draw.text((_BORDER_PX, 40), "share that is right", fill=_INK, font=_font())
    path = out / "reliability.png"
    picture.save(path)
    return path


def draw_curve(levels: Sequence[Mapping[str, Any]], out: Path) -> Path:
    """Write `certain.png`: the share of readings kept against the share of these that is wrong."""
    size = _SIDE_PX + 2 * _BORDER_PX
    picture = Image.new("RGB", (size, size), "white")
    draw = ImageDraw.Draw(picture)

    def place(x: float, y: float) -> tuple[float, float]:
        top = min(1.0, y / _WORST_SHOWN)
        return _BORDER_PX + x * _SIDE_PX, _BORDER_PX + (1 - top) * _SIDE_PX

    draw.rectangle((*place(0, _WORST_SHOWN), *place(1, 0)), outline=_INK)
    draw.line((*place(0, 0.01), *place(1, 0.01)), fill=_GREY)
    for tick in range(0, 11, 2):
        x, y = place(tick / 10, 0)
        draw.text((x - 8, y + 6), f"{tick / 10:.1f}", fill=_INK, font=_font())
        x, y = place(0, tick / 10 * _WORST_SHOWN)
        draw.text((x - 36, y - 7), f"{tick / 10 * _WORST_SHOWN:.0%}", fill=_INK, font=_font())
    for level in levels:
        wrong = level["wrong"]
        if wrong is None:
            continue
        draw.line(
            (*place(level["kept"], wrong["low"]), *place(level["kept"], wrong["high"])),
            fill=_GREEN,
            width=2,
        )
        x, y = place(level["kept"], wrong["share"])
        draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill=_RED)
        draw.text((x + 6, y - 14), f"{level['from']:g}", fill=_INK, font=_font())
    draw.text((_BORDER_PX, 20), "share of these that is wrong", fill=_INK, font=_font())
    draw.text((size / 2 - 80, size - 24), "share of hands kept", fill=_INK, font=_font())
    path = out / "certain.png"
    picture.save(path)
    return path


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(_TEXT_PX)

"""An overview of rendered scenes with their labels drawn, to look at."""

import math

import cv2
import numpy as np

from ...scoring.tiles import Tile
from ..records import PictureRecord, TileLabel
from .arrays import Pixels

__all__ = ["contact_sheet", "draw_labels"]

_CELL_PX = 400
_COLUMNS = 4
_FIRST_INK, _TEXT_INK = (20, 200, 20), (200, 0, 200)
# Outlines of the groups in turn; the last is for tiles of no group.
_GROUP_INKS = (
    (230, 20, 20),
    (20, 60, 230),
    (240, 150, 0),
    (0, 170, 170),
    (150, 60, 200),
    (120, 120, 0),
    (128, 128, 128),
)
_GROUPS = len(_GROUP_INKS) - 1
# The text stands this far outside a tile's edge, in letters of this size.
_TEXT_PX, _TEXT_SCALE = 6.0, 0.35
_IGNORE_INK = (250, 160, 0)


def draw_labels(image: Pixels, record: PictureRecord) -> Pixels:
    """Return the picture with all labels: each group's quads in one ink, and the hand text."""
    drawn = image.copy()
    for box in record.ignore:
        x0, y0, x1, y1 = (round(v) for v in box)
        cv2.rectangle(drawn, (x0, y0), (x1, y1), _IGNORE_INK, 1)
    for label in record.tiles:
        _draw_tile(drawn, label)
    place = (4, image.shape[0] - 6)
    cv2.putText(drawn, record.hand, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 0), 1)
    return drawn


def _draw_tile(drawn: Pixels, label: TileLabel) -> None:
    """Draw a tile's outline in its group's ink, its first corner, and its code and turn outside.

    Fixed-point coordinates hold sixteenths of a pixel.
    """
    quad = np.array(label.quad.corners)
    fixed = np.round((quad - 0.5) * 16).astype(np.int32)
    ink = _GROUP_INKS[-1] if label.group is None else _GROUP_INKS[label.group % _GROUPS]
    cv2.polylines(drawn, [fixed], True, ink, 1, cv2.LINE_AA, 4)
    cv2.circle(drawn, (int(fixed[0][0]), int(fixed[0][1])), 40, _FIRST_INK, -1, cv2.LINE_AA, 4)
    text = "" if label.tile is Tile.BACK else label.tile.code
    text += f"/{label.turn}" if label.turn else ""
    # Below the tile's own lower edge: the face stays free to be compared with its code.
    edge = quad[2:].mean(axis=0)
    out = edge - quad.mean(axis=0)
    spot = edge + out / max(float(np.linalg.norm(out)), 1.0) * _TEXT_PX
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, _TEXT_SCALE, 1)
    place = (int(spot[0] - wide / 2), int(spot[1] + tall / 2))
    cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, _TEXT_SCALE, _TEXT_INK, 1)


def contact_sheet(pictures: list[Pixels]) -> Pixels:
    """Return the pictures side by side, scaled into equal cells."""
    if not pictures:
        return np.zeros((1, 1, 3), np.uint8)
    rows = math.ceil(len(pictures) / _COLUMNS)
    tall = round(_CELL_PX * max(p.shape[0] / p.shape[1] for p in pictures))
    sheet = np.zeros((rows * tall, _COLUMNS * _CELL_PX, 3), np.uint8)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, _COLUMNS)
        scale = min(_CELL_PX / picture.shape[1], tall / picture.shape[0])
        small = cv2.resize(picture, None, None, scale, scale, cv2.INTER_AREA)
        y, x = row * tall, column * _CELL_PX
        sheet[y : y + small.shape[0], x : x + small.shape[1]] = small
    return sheet

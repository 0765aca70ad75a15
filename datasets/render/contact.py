"""An overview of rendered scenes with their labels drawn, to look at."""

import math

import cv2
import numpy as np

from ...scoring.tiles import Tile
from ..records import PictureRecord
from .arrays import Pixels

__all__ = ["contact_sheet", "draw_labels"]

_CELL_PX = 400
_COLUMNS = 4
_FACE_INK, _BACK_INK, _FIRST_INK, _TEXT_INK = (
    (230, 20, 20),
    (20, 60, 230),
    (20, 200, 20),
    (200, 0, 200),
)
_IGNORE_INK = (250, 160, 0)


def draw_labels(image: Pixels, record: PictureRecord) -> Pixels:
    """Return the picture with every quad, its first corner, its code and the hand text."""
    drawn = image.copy()
    for box in record.ignore:
        x0, y0, x1, y1 = (round(v) for v in box)
        cv2.rectangle(drawn, (x0, y0), (x1, y1), _IGNORE_INK, 1)
    for label in record.tiles:
        quad = np.array(label.quad.corners)
        fixed = np.round((quad - 0.5) * 16).astype(np.int32)
        ink = _BACK_INK if label.tile is Tile.BACK else _FACE_INK
        cv2.polylines(drawn, [fixed], True, ink, 1, cv2.LINE_AA, 4)
        cv2.circle(drawn, (int(fixed[0][0]), int(fixed[0][1])), 40, _FIRST_INK, -1, cv2.LINE_AA, 4)
        spot = quad.mean(axis=0)
        place = (int(spot[0]) - 8, int(spot[1]) + 4)
        if label.tile is not Tile.BACK:
            cv2.putText(drawn, label.tile.code, place, cv2.FONT_HERSHEY_SIMPLEX, 0.35, _TEXT_INK, 1)
    place = (4, image.shape[0] - 6)
    cv2.putText(drawn, record.hand, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 0), 1)
    return drawn


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

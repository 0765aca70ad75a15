"""Cutting the classifier's crops out of labelled pictures: tiles, seams, halves, background."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ...datasets.records import Corners, PictureRecord, Quad, Quality, TileLabel
from ...vision.straighten import straighten
from .classifier_crops import CONTEXT, NO_FACE, NO_TILE, SIDE_PX, UNKNOWN_TURN, Crop
from .common import held_out

__all__ = ["CutOptions", "cut_picture"]

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

# Sets whose single tiles may lie any way round, whatever the photo's turn says.
_ANY_WAY = ("cased", "families")
# Labels that are worth less: guessed boxes, and boxes larger than the tile.
_QUALITY_WEIGHTS = {Quality.TIGHT: 1.0, Quality.LOOSE: 0.7, Quality.ESTIMATED: 0.7}
# A place without a tile keeps its middle this far, in tile sizes, from every tile's middle.
_CLEAR = 1.0
# Quarters by which a quad may be tilted against a photo's turn for that still to be told.
_TILTED = 0.35
# Places tried for one background crop.
_TRIES = 6


@dataclass(frozen=True, slots=True)
class CutOptions:
    """What is cut out of a picture besides its tiles, for each tile."""

    seams: float = 0.05
    """Crops between a tile and what lies beside it."""
    halves: float = 0.015
    """Crops of a part of one tile, or of two tiles at once."""
    background: float = 0.05
    min_visible: float = 0.5
    """Tiles of which less can be seen are left out."""
    most: int = 400
    """Tiles cut from one picture at most, drawn evenly, bonus tiles first."""


def cut_picture(
    image: Pixels,
    record: PictureRecord,
    options: CutOptions,
    rng: np.random.Generator,
    no_faces: Sequence[Quad] = (),
) -> Iterator[Crop]:
    """Yield the crops of one picture; whether it is a photo is seen from its source.

    `no_faces` are outlines that show no face.
    """
    photo = record.source != "render"
    held = photo and held_out(record)
    nothing = NO_TILE if record.backs_labelled else NO_FACE

    def crop(quad: Floats, target: int, turn: int = UNKNOWN_TURN, weight: float = 1.0) -> Crop:
        cut = straighten(image, quad, SIDE_PX, CONTEXT)
        return Crop(cut, target, turn, record.set, photo, held, weight)

    for label in _chosen(record, options, rng):
        quad = np.array(label.quad.corners)
        weight = _QUALITY_WEIGHTS[label.quality]
        yield crop(quad, label.tile.index, _turn(record, label), weight)
        if rng.random() < options.seams:
            yield crop(_seam(quad, rng), NO_TILE)
        if rng.random() < options.halves:
            yield crop(_half(quad, rng), NO_TILE)
        if record.complete and rng.random() < options.background:
            place = _elsewhere(record, quad, rng)
            if place is not None:
                yield crop(place, nothing)
    for outline in no_faces:
        yield crop(np.array(outline.corners), nothing)


def _chosen(
    record: PictureRecord, options: CutOptions, rng: np.random.Generator
) -> list[TileLabel]:
    """Return the labels to cut: none that shows too little of its face, and not too many."""
    fit = [
        label
        for label in record.tiles
        if label.quality is not Quality.PARTIAL
        and (label.visible is None or label.visible >= options.min_visible)
    ]
    if len(fit) <= options.most:
        return fit
    rank = rng.random(len(fit)) + [0 if label.tile.is_bonus else 1 for label in fit]
    return [fit[index] for index in np.argsort(rank)[: options.most]]


def _turn(record: PictureRecord, label: TileLabel) -> int:
    """Return how a tile stands in its crop, in quarters, where that can be relied on."""
    if label.corners is Corners.EXACT:
        return 0
    if record.turn is None or any(name in record.set for name in _ANY_WAY):
        return UNKNOWN_TURN
    corners = np.array(label.quad.corners)
    across, up = (corners[0] + corners[1] - corners[2] - corners[3]).tolist()
    # The tile's turn in the picture, less the turn of the quad that it is cut out by.
    quarters = (record.turn - np.degrees(np.arctan2(across, -up))) / 90
    if abs(quarters - round(quarters)) > _TILTED:
        return UNKNOWN_TURN
    return int(round(quarters) % 4)


def _seam(quad: Floats, rng: np.random.Generator) -> Floats:
    """Move a quad by about half its size to one side."""
    along = (quad[1] - quad[0], quad[2] - quad[1])[int(rng.integers(2))]
    shift = along * rng.uniform(0.42, 0.58) * rng.choice([-1, 1])
    return np.asarray(quad + shift + rng.normal(0, 0.04, 2) * np.linalg.norm(along))


def _half(quad: Floats, rng: np.random.Generator) -> Floats:
    """Return a quad around a corner of the face, or around two tiles."""
    middle = quad.mean(axis=0)
    if rng.random() < 0.5:
        corner = quad[int(rng.integers(4))]
        return np.asarray((quad - middle) * rng.uniform(0.35, 0.5) + (middle + corner) / 2)
    return np.asarray((quad - middle) * rng.uniform(1.7, 2.6) + (quad[0] + quad[1]) / 2)


def _elsewhere(record: PictureRecord, like: Floats, rng: np.random.Generator) -> Floats | None:
    """Return a turned quad of about a tile's size where no tile is, or None."""
    size = float(np.sqrt(abs(cv2.contourArea(like.astype(np.float32)))))
    taken = [label.quad.centre for label in record.tiles]
    taken += [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in record.ignore]
    reach = [np.sqrt(abs(label.quad.area)) for label in record.tiles]
    reach += [max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in record.ignore]
    for _ in range(_TRIES):
        middle = rng.uniform(0, 1, 2) * [record.width, record.height]
        grown = rng.uniform(0.6, 1.5)
        room = np.linalg.norm(np.array(taken) - middle, axis=1) - np.array(reach) / 2
        if room.min() < _CLEAR * size * grown:
            continue
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        return np.asarray((like - like.mean(axis=0)) * grown @ turn.T + middle)
    return None

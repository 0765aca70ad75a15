"""Hand-made labels and predictions for the tests of the evaluation."""

from collections.abc import Sequence

from rekje.datasets.quads import Quad
from rekje.datasets.records import Box, Corners, PictureRecord, Quality, TileLabel
from rekje.models.evaluation.predictions import Prediction
from rekje.scoring.tiles import Tile

WIDTH, HEIGHT = 30, 40


def at(column: float, shift: float = 0.0) -> Box:
    """Return the box of the tile in a column of a row of tiles, moved right by some pixels."""
    x = 10 + column * 35 + shift
    return (x, 10, x + WIDTH, 10 + HEIGHT)


def label(
    code: str,
    box: Box,
    quality: Quality = Quality.TIGHT,
    corners: Corners = Corners.BOX,
) -> TileLabel:
    """Return a label that knows only the upright box."""
    return TileLabel(Tile(code), Quad.from_box(box), quality, corners)


def seen(code: str | None, box: Box, probability: float = 0.9, *, back: bool = False) -> Prediction:
    """Return a prediction of an upright tile; None for what is no tile."""
    tile = None if code is None else Tile(code)
    return Prediction(Quad.from_box(box), tile, back, 0.8, probability)


def photo(
    labels: Sequence[TileLabel],
    *,
    complete: bool = True,
    backs: bool = False,
    ignore: Sequence[Box] = (),
    file: str = "a.jpg",
    source: str = "house",
    set_name: str = "mine",
    known: bool | None = True,
) -> PictureRecord:
    """Return the record of a photo of 640 x 100 pixels."""
    return PictureRecord(
        file,
        640,
        100,
        tuple(labels),
        source=source,
        set=set_name,
        complete=complete,
        backs_labelled=backs,
        ignore=tuple(ignore),
        seen=known,
    )


def row(codes: str, *, back: bool = False) -> list[Prediction]:
    """Return predictions for a row, such as "1m 2m -": - is no tile, _ is nothing there."""
    return [
        seen(None if code == "-" else code, at(n), back=back)
        for n, code in enumerate(codes.split())
        if code != "_"
    ]


def labels_of(codes: str) -> list[TileLabel]:
    """Return labels for a row of tiles."""
    return [label(code, at(n)) for n, code in enumerate(codes.split())]

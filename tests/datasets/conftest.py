"""Records and pictures that the tests of label files share."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from rekje.datasets.records import (
    Corners,
    GroupKind,
    PictureRecord,
    Quad,
    Quality,
    TileGroup,
    TileLabel,
)
from rekje.scoring.tiles import Tile

EXIF_ORIENTATION = 0x0112
QUARTER_CLOCKWISE = 6


@pytest.fixture(scope="session")
def shared_photos() -> Path:
    folder = Path(__file__).resolve().parents[3] / "shared" / "photos"
    if not (folder / "train.jsonl").is_file():
        pytest.skip("the shared photos are not beside this repository")
    return folder


@pytest.fixture(scope="session")
def tilted() -> Callable[..., Quad]:
    """Make a 26 x 36 tile of some scale, turned clockwise about its own top left corner."""

    def make(x: float, y: float, degrees: float, scale: float = 1.0, lean: float = 0.0) -> Quad:
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        flat = [(0, 0), (26 - lean, lean), (26 + lean, 36), (-lean, 36 - lean)]
        return Quad.of(
            (x + scale * (u * cos - v * sin), y + scale * (u * sin + v * cos)) for u, v in flat
        )

    return make


@pytest.fixture(scope="session")
def records(tilted: Callable[..., Quad]) -> list[PictureRecord]:
    """Tilted tiles, leaning ones, a wide and a tall picture, an empty one, one name twice."""
    wide = tuple(
        TileLabel(Tile(code), tilted(60 + 45 * n, 90, 23.0 * n), confidence=0.9 - n / 20)
        for n, code in enumerate(("1m", "9m", "3p", "back", "1j", "7z", "4q", "1f"))
    )
    tall = (
        TileLabel(Tile("5p"), tilted(90, 200, 200, 3.3), turn=180, red=True, visible=0.75),
        TileLabel(Tile("2s"), tilted(30, 20, 12, 2, lean=3), Quality.LOOSE),
        TileLabel(Tile("2s"), tilted(150, 260, 301, 1.5, lean=1.7), corners=Corners.OUTLINE),
        TileLabel(Tile("9s"), Quad.from_box((10.25, 300.5, 40, 350)), corners=Corners.BOX),
    )
    group = TileGroup(GroupKind.PAIR, True, (Tile("2s"), Tile("2s")), (1, None), turned=(1,))
    return [
        PictureRecord("b/1.jpg", 500, 200, wide, source="camera", licence="CC0-1.0", set="old"),
        PictureRecord(
            "a/1.jpg",
            240,
            400,
            (tall[0], TileLabel(Tile("2s"), tall[1].quad, Quality.LOOSE, group=0), *tall[2:]),
            hand="22s",
            complete=True,
            ignore=((0, 0, 10, 20),),
            groups=(group,),
            winning=False,
        ),
        PictureRecord("a/deep & wide/é 2.png", 64, 48, licence="MIT"),
    ]


@pytest.fixture
def pictures(tmp_path: Path, records: list[PictureRecord]) -> Path:
    """Write the records' pictures; a/1.jpg lies sideways on disk and says so by its EXIF."""
    folder = tmp_path / "pictures"
    for record in records:
        path = folder / record.file
        path.parent.mkdir(parents=True, exist_ok=True)
        size = (record.width, record.height)
        if record.file == "a/1.jpg":
            exif = Image.Exif()
            exif[EXIF_ORIENTATION] = QUARTER_CLOCKWISE
            Image.new("RGB", size[::-1], "green").save(path, exif=exif)
        else:
            Image.new("RGB", size, "green").save(path)
    return folder

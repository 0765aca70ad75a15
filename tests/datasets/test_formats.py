"""Every format there and back."""

import json
import math
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rekje.datasets.convert import PictureMode, export_labels, guess_format, load_labels
from rekje.datasets.formats import FORMATS, Notes, ReadOptions, ReadResult
from rekje.datasets.records import Corners, PictureRecord, Quad, Quality, TileLabel
from rekje.scoring.tiles import Tile

QUAD_FORMATS = ("yolo-obb", "coco", "label-studio", "cvat", "csv", "jsonl")
HALF_A_PIXEL = 0.5


def bare(file: str) -> str:
    return file.removeprefix("images/")


def farthest(first: Quad, second: Quad) -> float:
    pairs = zip(first.corners, second.corners, strict=True)
    return max(math.dist(a, b) for a, b in pairs)


def there_and_back(
    records: Sequence[PictureRecord], pictures: Path, folder: Path, name: str
) -> dict[str, PictureRecord]:
    export_labels(ReadResult(tuple(records), pictures), folder, name)
    assert guess_format(folder) in (name, "yolo")
    again = load_labels(folder).records
    return {bare(record.file): record for record in again}


@pytest.mark.parametrize("name", QUAD_FORMATS)
def test_quads_survive(
    records: list[PictureRecord], pictures: Path, tmp_path: Path, name: str
) -> None:
    again = there_and_back(records, pictures, tmp_path / "out", name)
    assert set(again) == {record.file for record in records}
    for record in records:
        other = again[record.file]
        assert (other.width, other.height) == (record.width, record.height)
        assert [label.tile for label in other.tiles] == [label.tile for label in record.tiles]
        for label, kept in zip(record.tiles, other.tiles, strict=True):
            assert farthest(label.quad, kept.quad) < HALF_A_PIXEL


def test_yolo_boxes_survive(records: list[PictureRecord], pictures: Path, tmp_path: Path) -> None:
    again = there_and_back(records, pictures, tmp_path / "out", "yolo")
    for record in records:
        for label, kept in zip(record.tiles, again[record.file].tiles, strict=True):
            assert kept.tile is label.tile
            assert kept.corners is Corners.BOX
            assert kept.quad.box == pytest.approx(label.quad.box, abs=HALF_A_PIXEL)


@pytest.mark.parametrize("name", ["coco", "label-studio", "cvat", "csv", "jsonl"])
def test_what_is_known_of_a_tile_survives(
    records: list[PictureRecord], pictures: Path, tmp_path: Path, name: str
) -> None:
    again = there_and_back(records, pictures, tmp_path / "out", name)
    for record in records:
        for label, kept in zip(record.tiles, again[record.file].tiles, strict=True):
            for field in ("quality", "corners", "turn", "visible", "confidence", "red"):
                assert getattr(kept, field) == getattr(label, field), field


@pytest.mark.parametrize("name", ["coco", "label-studio", "csv", "jsonl"])
def test_source_and_licence_survive(
    records: list[PictureRecord], pictures: Path, tmp_path: Path, name: str
) -> None:
    again = there_and_back(records, pictures, tmp_path / "out", name)
    for record in records:
        kept = again[record.file]
        assert (kept.source, kept.licence, kept.set) == (record.source, record.licence, record.set)


@st.composite
def any_tile(draw: st.DrawFn) -> TileLabel:
    """A tile in a 900 x 300 picture: any size, turn and slant, corners in order."""
    angle = draw(st.floats(0, 2 * math.pi))
    width, height = draw(st.floats(3, 60)), draw(st.floats(3, 60))
    x, y = draw(st.floats(90, 800)), draw(st.floats(90, 200))
    slant = draw(st.sampled_from([0.0, 0.0, 0.05, 0.3]))
    flat = [(0, 0), (1 - slant, 0), (1, 1 - slant / 2), (slant, 1)]
    cos, sin = math.cos(angle), math.sin(angle)
    quad = Quad.of(
        (x + u * width * cos - v * height * sin, y + u * width * sin + v * height * cos)
        for u, v in flat
    )
    return TileLabel(draw(st.sampled_from(Tile)), quad)


@pytest.mark.parametrize("name", [name for name in QUAD_FORMATS if name != "yolo-obb"])
@given(tiles=st.lists(any_tile(), min_size=1, max_size=4))
@settings(max_examples=40, deadline=None)
def test_any_quad_survives(
    tmp_path_factory: pytest.TempPathFactory, name: str, tiles: list[TileLabel]
) -> None:
    folder = tmp_path_factory.mktemp("out")
    record = PictureRecord("wide.jpg", 900, 300, tuple(tiles))
    again = there_and_back([record], Path("nowhere"), folder, name)["wide.jpg"]
    for label, kept in zip(tiles, again.tiles, strict=True):
        assert kept.tile is label.tile
        assert kept.corners is Corners.EXACT
        assert farthest(label.quad, kept.quad) < HALF_A_PIXEL


@pytest.mark.parametrize("name", FORMATS)
def test_no_pictures_at_all(tmp_path: Path, name: str) -> None:
    written = export_labels(ReadResult((), tmp_path / "in"), tmp_path / "out", name)
    assert (written.pictures, written.tiles) == (0, 0)
    if not name.startswith("yolo"):
        assert load_labels(tmp_path / "out").records == ()


@pytest.mark.parametrize("name", ["yolo", "yolo-obb"])
def test_yolo_cuts_tiles_at_the_edge_and_says_so(tmp_path: Path, pictures: Path, name: str) -> None:
    inside, over, outside = (Quad.from_box((x, 5, x + 20, 30)) for x in (10, -12, -40))
    tiles = tuple(
        TileLabel(Tile("1m"), quad, corners=Corners.BOX) for quad in (inside, over, outside)
    )
    record = PictureRecord("a/deep & wide/é 2.png", 64, 48, tiles)
    labels = ReadResult((record,), pictures)
    written = export_labels(labels, tmp_path / "out", name)
    assert any("cut to the picture" in note for note in written.notes)
    assert any("outside" in note for note in written.notes)
    (again,) = load_labels(tmp_path / "out").records
    assert [label.quad.box[0] for label in again.tiles] == pytest.approx([10, 0], abs=0.01)


def test_yolo_label_files_lie_where_trainers_look(tmp_path: Path) -> None:
    files = {
        "1.jpg": "labels/1.txt",
        "a/b/1.jpg": "labels/a/b/1.txt",
        "images/2.jpg": "labels/2.txt",
        "train/images/a/3.jpg": "train/labels/a/3.txt",
        "images/images/4.jpg": "images/labels/4.txt",
    }
    labels = ReadResult(tuple(PictureRecord(file, 10, 10) for file in files), tmp_path / "in")
    export_labels(labels, tmp_path / "out", "yolo", pictures=PictureMode.NONE)
    found = {path.relative_to(tmp_path / "out").as_posix() for path in tmp_path.rglob("*.txt")}
    assert found == set(files.values())


def test_label_studio_task(records: list[PictureRecord], tmp_path: Path) -> None:
    export_labels(ReadResult(tuple(records), tmp_path), tmp_path / "out", "label-studio")
    tasks = json.loads((tmp_path / "out" / "tasks.json").read_text())
    assert tasks[0]["predictions"][0]["score"] == pytest.approx(0.9 - 7 / 20)
    assert "score" not in tasks[1]["predictions"][0]
    assert tasks[2]["data"]["image"] == "/data/local-files/?d=a/deep%20%26%20wide/%C3%A9%202.png"
    regions = [region for task in tasks for region in task["predictions"][0]["result"]]
    for region in regions:
        assert region["type"] == "polygonlabels" or 0 <= region["value"]["rotation"] < 360
    assert {region["type"] for region in regions} == {"rectanglelabels", "polygonlabels"}


def test_a_polygon_of_many_points_becomes_its_tightest_rectangle(tmp_path: Path) -> None:
    path = tmp_path / "annotations.xml"
    points = "10,10;20,10;30,10;30,50;20,50.5;10,50"
    path.write_text(
        '<annotations><image id="0" name="a.jpg" width="99" height="99">'
        f'<polygon label="3p" points="{points}"><attribute name="corners">exact</attribute>'
        '</polygon><points label="3p" points="1,1"/></image></annotations>'
    )
    notes = Notes()
    (record,) = load_labels(path, options=ReadOptions(notes=notes)).records
    assert record.tiles[0].corners is Corners.OUTLINE
    assert record.tiles[0].quad.box == pytest.approx((10, 10, 30, 50.5), abs=0.5)
    assert len(notes) == 2


def test_anticlockwise_outlines_are_turned_round(tmp_path: Path) -> None:
    path = tmp_path / "annotations.xml"
    path.write_text(
        '<annotations><image id="0" name="a.jpg" width="99" height="99">'
        '<polygon label="0s" points="10,10;10,50;30,50;30,10"/></image></annotations>'
    )
    (record,) = load_labels(path).records
    (label,) = record.tiles
    assert label == TileLabel(
        Tile("5s"),
        Quad.of([(10, 10), (30, 10), (30, 50), (10, 50)]),
        Quality.TIGHT,
        Corners.OUTLINE,
        red=True,
    )


def test_anticlockwise_corners_of_a_csv_are_turned_round(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(
        "file,width,height,class_name,corners,x1,y1,x2,y2,x3,y3,x4,y4\n"
        "a.jpg,99,99,3p,exact,10,10,10,50,30,50,30,10\n"
    )
    (label,) = load_labels(path).records[0].tiles
    assert label.quad == Quad.of([(10, 10), (30, 10), (30, 50), (10, 50)])
    assert label.corners is Corners.OUTLINE

"""Conversion as a whole, and the commands."""

import json
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from rekje.datasets.commands import app
from rekje.datasets.convert import PictureMode, export_labels, load_labels
from rekje.datasets.errors import OutputError, PictureError
from rekje.datasets.formats import FORMATS, ReadOptions, ReadResult
from rekje.datasets.jsonl import write_records
from rekje.datasets.pictures import upright_size
from rekje.datasets.records import PictureRecord, Quad, TileLabel
from rekje.scoring.tiles import Tile


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def native(records: list[PictureRecord], pictures: Path) -> Path:
    write_records(pictures / "labels.jsonl", records)
    return pictures / "labels.jsonl"


def test_all_formats_at_once(native: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run("convert", native, "--out", out, "--json", *(f"--to={name}" for name in FORMATS))
    assert result.exit_code == 0, result.stderr
    written = json.loads(result.stdout)["written"]
    assert {item["format"]: item["tiles"] for item in written} == dict.fromkeys(FORMATS, 12)
    assert sorted(path.name for path in out.iterdir()) == sorted(FORMATS)
    for name in FORMATS:
        assert len(load_labels(out / name).records) == 3
    assert (out / "yolo" / "images" / "a" / "1.jpg").is_file()
    assert not (out / "coco" / "a").exists()


def test_copied_pictures_keep_their_exif(native: Path, tmp_path: Path) -> None:
    run("convert", native, "--to=coco", "--out", tmp_path / "out", "--pictures=link")
    assert upright_size(tmp_path / "out" / "coco" / "a" / "1.jpg") == (240, 400)
    assert run("check", tmp_path / "out" / "coco").exit_code == 0


@pytest.mark.parametrize("name", ["yolo", "yolo-obb"])
def test_yolo_labels_with_pictures_elsewhere(native: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    run("convert", native, f"--to={name}", "--out", out, "--pictures=none")
    again = load_labels(out / name, options=ReadOptions(images=native.parent))
    assert again.images == native.parent
    assert [record.file for record in again.records] == sorted(
        record.file for record in load_labels(native).records
    )


def test_existing_output_is_refused_and_replaced_when_told(native: Path, tmp_path: Path) -> None:
    words = ("convert", native, "--to=csv", "--out", tmp_path / "out")
    assert run(*words).exit_code == 0
    again = run(*words)
    assert (again.exit_code, again.stdout) == (2, "")
    assert "--overwrite" in again.stderr
    assert run(*words, "--overwrite").exit_code == 0


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_stays_when_a_picture_is_missing(
    records: list[PictureRecord], tmp_path: Path, name: str
) -> None:
    labels = ReadResult(tuple(records), tmp_path / "none")
    with pytest.raises(PictureError, match=r"b/1\.jpg"):
        export_labels(labels, tmp_path / "out", name, pictures=PictureMode.COPY)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("files", "name"),
    [
        (("a.jpg", "a.jpg"), "coco"),
        (("a.jpg", "a.png"), "yolo"),
        (("a.jpg", "a.jpg/b.png"), "yolo"),
        (("a.jpg/b.png", "a.jpg"), "yolo"),
    ],
)
def test_names_that_collide(files: tuple[str, str], name: str, tmp_path: Path) -> None:
    labels = ReadResult(tuple(PictureRecord(file, 9, 9) for file in files), tmp_path / "in")
    with pytest.raises(OutputError, match=r"a\.jpg"):
        export_labels(labels, tmp_path / "out", name, pictures=PictureMode.COPY)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("annotations.json", "coco"),
        ("annotations.xml/a.jpg", "cvat"),
        ("label_config.xml", "label-studio"),
        ("labels.csv", "csv"),
    ],
)
def test_a_picture_named_like_the_labels(tmp_path: Path, file: str, name: str) -> None:
    path = tmp_path / "in" / file
    path.parent.mkdir(parents=True)
    Image.new("RGB", (9, 9)).save(path, "png")
    labels = ReadResult((PictureRecord(file, 9, 9),), tmp_path / "in")
    with pytest.raises(OutputError, match="would share the place"):
        export_labels(labels, tmp_path / "out", name, pictures=PictureMode.COPY)
    assert not (tmp_path / "out").exists()
    export_labels(labels, tmp_path / "out", name, pictures=PictureMode.NONE)


@pytest.mark.parametrize("second", ["pascal", "yolo", "coco"])
def test_all_formats_are_checked_before_one_is_written(
    native: Path, tmp_path: Path, second: str
) -> None:
    """A name that is none, a picture that YOLO wants and that is gone, a folder that is there."""
    (native.parent / "b" / "1.jpg").unlink()
    (tmp_path / "out" / "coco").mkdir(parents=True)
    (tmp_path / "out" / "coco" / "mine.txt").write_text("")
    result = run("convert", native, "--to=csv", f"--to={second}", "--out", tmp_path / "out")
    assert result.exit_code in (2, 3)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["coco"]
    again = run("convert", native, "--to=coco", "--out", tmp_path / "out", "--overwrite")
    assert (again.exit_code, "mine.txt" in again.stderr) == (2, True)


def test_the_labels_that_are_read_are_never_replaced(native: Path, tmp_path: Path) -> None:
    run("convert", native, "--to=csv", "--out", tmp_path / "out")
    labels = tmp_path / "out" / "csv" / "labels.csv"
    words = ("--to=csv", "--out", tmp_path / "out", "--images", native.parent, "--overwrite")
    result = run("convert", labels, *words)
    assert (result.exit_code, "holds the input" in result.stderr) == (2, True)
    assert labels.is_file()


@pytest.mark.parametrize("name", ["yolo", "coco"])
def test_copied_pictures_are_replaced_with_their_labels(
    native: Path, tmp_path: Path, name: str
) -> None:
    words = ("convert", native, f"--to={name}", "--out", tmp_path / "out", "--pictures=copy")
    for _ in range(2):
        assert run(*words, "--overwrite").exit_code == 0
    assert len(load_labels(tmp_path / "out" / name).records) == 3


def test_tiles_that_are_left_out_are_not_counted(tmp_path: Path) -> None:
    outside = Quad.from_box((-40, 5, -20, 30))
    tiles = (TileLabel(Tile("1m"), outside), TileLabel(Tile("1m"), Quad.from_box((1, 5, 20, 30))))
    write_records(tmp_path / "labels.jsonl", [PictureRecord("a.jpg", 64, 48, tiles)])
    words = ("--to=yolo", "--to=csv", "--out", tmp_path / "out", "--pictures=none", "--json")
    result = run("convert", tmp_path / "labels.jsonl", *words)
    assert [item["tiles"] for item in json.loads(result.stdout)["written"]] == [1, 2]
    assert "1 pictures, 1 tiles" in result.stderr


def test_the_pictures_are_never_replaced(native: Path) -> None:
    with pytest.raises(OutputError, match="holds the input"):
        export_labels(load_labels(native), native.parent, "coco", overwrite=True)
    assert native.is_file()


def test_an_exif_turned_picture_read_from_yolo(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    exif = Image.Exif()
    exif[0x0112] = 8
    Image.new("RGB", (400, 200)).save(tmp_path / "images" / "a.png", exif=exif)
    (tmp_path / "labels" / "a.txt").write_text("9 0.5 0.25 0.1 0.1\n")
    (record,) = load_labels(tmp_path).records
    assert (record.width, record.height) == (200, 400)
    assert record.tiles[0].quad.box == pytest.approx((90, 80, 110, 120))


def test_check_tells_errors_by_its_exit_code(native: Path, tmp_path: Path) -> None:
    assert run("check", native).exit_code == 0
    (native.parent / "b" / "1.jpg").unlink()
    result = run("check", native)
    assert result.exit_code == 1
    assert "b/1.jpg: error:" in result.stdout
    document = json.loads(run("check", native, "--json").stdout)
    assert (document["errors"], document["problems"][0]["code"]) == (1, "missing_picture")
    assert run("check", native, "--no-pictures").exit_code == 0


def test_stats_prints_a_row_for_each_tile(native: Path) -> None:
    result = run("stats", native)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["tile", "tiles", "pictures", "(none)", "camera"]
    assert len([line for line in lines if line[:1].isdigit() or line[:4] == "back"]) == 44
    assert lines[45].split() == ["all", "12", "3", "4", "8"]
    assert json.loads(run("stats", native, "--json", "--by=set").stdout)["columns"]["old"]


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (("stats", "nowhere.jsonl"), 3, "nowhere.jsonl"),
        (("check", "nowhere.xml"), 3, "nowhere.xml"),
        (("convert", "nowhere.csv", "--to=coco", "--out=x"), 3, "nowhere.csv"),
        (("convert", "LABELS", "--to=pascal", "--out=x"), 2, "pascal"),
        (("convert", "LABELS", "--from=pascal", "--to=coco", "--out=x"), 2, "pascal"),
        (("convert", "LABELS", "--to=coco", "--out=x", "--pictures=move"), 2, "move"),
        (("convert", "LABELS", "--out=x"), 2, "--to"),
        (("stats", "LABELS", "--by=colour"), 2, "colour"),
        (("stats", "LABELS", "--classes=nowhere.json"), 3, "nowhere.json"),
    ],
)
def test_wrong_words(
    *,
    native: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    code: int,
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*(native if word == "LABELS" else word for word in words))
    assert (result.exit_code, result.stdout) == (code, "")
    assert text in result.stderr
    assert not (tmp_path / "x").exists()

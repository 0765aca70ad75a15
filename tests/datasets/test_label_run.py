"""Runs as a whole: outputs, resuming, failures."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from label_fakes import (
    FakeFactory,
    NoModelError,
    app,
    contents,
    draw,
    make_folder,
    make_picture,
    make_video,
    options,
)
from PIL import Image
from typer.testing import CliRunner, Result

from rekje.datasets.convert import PictureMode, load_labels
from rekje.datasets.errors import OutputError, PictureError
from rekje.datasets.formats import FORMATS, ReadOptions
from rekje.datasets.label.engines import LocalEngine
from rekje.datasets.label.folder import Mode
from rekje.datasets.label.inputs import InputOptions
from rekje.datasets.label.manifest import Manifest
from rekje.datasets.label.protocol import RunStoppedError
from rekje.datasets.label.run import label
from rekje.datasets.label.split import Split
from rekje.datasets.label.videos import Every

ALL = tuple(FORMATS)


def command(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    return make_folder(tmp_path / "photos", 8)


def test_every_format_is_read_back(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    before = contents(photos)
    found = label(options(out, photos, formats=ALL), FakeFactory())
    assert contents(photos) == before
    assert (found.counts.pictures, len(found.counts.failed)) == (8, 1)
    assert found.counts.failed[0].file == "b/broken.jpg"
    files = {f"{folder}/{number:03d}.jpg" for folder in "ab" for number in range(4)}
    for name in ALL:
        records = load_labels(out / name).records
        names = {record.file.removeprefix("images/") for record in records}
        assert names == files, name
        assert sum(len(record.tiles) for record in records) == found.counts.tiles, name
        assert all(
            label.tile in {one.tile for one in record.tiles}
            for record in records
            for label in record.tiles
        )


def test_doubtful_pictures_come_first(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = label(options(out, photos, formats=("label-studio",), review_below=0.5), FakeFactory())
    assert 0 < found.counts.doubtful < 8
    tasks = json.loads((out / "label-studio" / "tasks.json").read_text("utf-8"))
    scores = [task["predictions"][0]["score"] for task in tasks]
    assert scores[: found.counts.doubtful] == sorted(scores)[: found.counts.doubtful]
    files = [task["data"]["file"] for task in tasks[found.counts.doubtful :]]
    assert files == sorted(files)


def test_workers_do_not_change_a_byte(photos: Path, tmp_path: Path) -> None:
    make_video(photos / "v.avi")
    for name, workers in (("one", 1), ("two", 2)):
        wanted = options(
            tmp_path / name,
            photos,
            formats=ALL,
            annotate=True,
            crops=True,
            engine=LocalEngine(workers),
        )
        label(wanted, FakeFactory(), draw=draw)
    one, two = (contents(tmp_path / name, hidden=True) for name in ("one", "two"))
    assert one == two
    assert any(name.startswith("annotated/a/000.jpg") for name in one)


def test_crops_lie_by_class(tmp_path: Path) -> None:
    picture = make_picture(tmp_path / "in" / "a.png", 3)
    out = tmp_path / "out"
    label(options(out, picture, crops=True), FakeFactory())
    (record,) = load_labels(out / "jsonl").records
    crops = sorted(path.relative_to(out / "crops") for path in (out / "crops").rglob("*.jpg"))
    expected = [Path(one.tile.code, f"a-{n:02d}.jpg") for n, one in enumerate(record.tiles, 1)]
    assert crops == sorted(expected)
    with Image.open(out / "crops" / crops[0]) as crop:
        assert crop.size == (26, 36)


def test_resuming_reads_nothing_twice(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    whole = options(out, photos, formats=("coco", "yolo"), crops=True)
    label(whole, FakeFactory())
    before = contents(out, hidden=True)
    again = label(replace(whole, mode=Mode.RESUME), FakeFactory())
    assert again.taken_over == 8
    assert contents(out, hidden=True) == before


def test_a_folder_that_grows_and_names_that_change(photos: Path, tmp_path: Path) -> None:
    out, fresh = tmp_path / "out", tmp_path / "new"
    label(options(out, photos / "a", crops=True), FakeFactory())
    found = label(options(out, photos, mode=Mode.RESUME, crops=True), FakeFactory())
    assert (found.counts.pictures, found.taken_over, found.counts.absent) == (8, 4, 0)
    label(options(fresh, photos, crops=True), FakeFactory())
    assert contents(out, hidden=True) == contents(fresh, hidden=True)


def test_pictures_that_are_gone_are_kept_but_not_written(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    label(options(out, photos), FakeFactory())
    before = contents(out, hidden=True)
    fewer = label(options(out, photos / "a", mode=Mode.RESUME), FakeFactory())
    assert (fewer.counts.pictures, fewer.counts.absent) == (4, 4)
    assert len(load_labels(out / "jsonl").records) == 4
    back = label(options(out, photos, mode=Mode.RESUME), FakeFactory())
    assert (back.counts.pictures, back.taken_over, back.counts.absent) == (8, 8, 0)
    assert contents(out, hidden=True) == before


def test_damaged_pieces_are_made_again(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    label(options(out, photos, crops=True), FakeFactory())
    before = contents(out, hidden=True)
    piece = next((out / ".pieces").rglob("crop00.jpg"))
    piece.write_bytes(b"")
    assert label(options(out, photos, crops=True, mode=Mode.RESUME), FakeFactory()).taken_over == 7
    assert contents(out, hidden=True) == before


def test_frames_of_a_video_are_pictures(tmp_path: Path) -> None:
    video = make_video(tmp_path / "in" / "table.avi")
    make_picture(tmp_path / "in" / "table" / "000005.jpg", 1)
    out = tmp_path / "out"
    inputs = InputOptions((str(tmp_path / "in"),), every=Every(frames=5))
    wanted = options(out, inputs=inputs, formats=("coco", "yolo"), split=Split.parse("50/50"))
    assert label(wanted, FakeFactory()).counts.pictures == 3
    records = load_labels(out / "yolo").records
    parts = {record.file.split("/")[1] for record in records if "table-2" in record.file}
    assert len(parts) == 1  # the frames of one video stay together
    frames = sorted(path.name for path in (out / "coco").rglob("table-2/*.jpg"))
    assert frames == ["000000.jpg", "000005.jpg"]
    before = contents(out, hidden=True)
    shutil.rmtree(next((out / ".pieces").glob("*/*-5")))
    again = label(replace(wanted, mode=Mode.RESUME), FakeFactory())
    assert (again.taken_over, contents(out, hidden=True)) == (2, before)
    video.write_bytes(b"no video")
    broken = label(replace(wanted, mode=Mode.RESUME), FakeFactory())
    assert [item.file for item in broken.counts.failed] == ["table.avi"]


def test_split_by_content(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = label(
        options(out, photos, formats=ALL, split=Split.parse("40/30/30"), crops=True), FakeFactory()
    )
    manifest = Manifest.look(out / "manifest.jsonl")[1]
    split = Split.parse("40/30/30")
    expected = {entry.file: split.of(entry) for entry in manifest if entry.record}
    parts = set(expected.values())
    assert len(parts) > 1
    for name in ALL:
        if "yolo" in name:
            files = {record.file for record in load_labels(out / name).records}
            assert files == {f"images/{part}/{file}" for file, part in expected.items()}
            continue
        for part in parts:
            files = {record.file for record in load_labels(out / name / part).records}
            assert files == {file for file, its in expected.items() if its == part}
    assert {path.name for path in (out / "crops").iterdir()} == parts
    assert found.written[0].pictures == 8


def test_least_confidence(photos: Path, tmp_path: Path) -> None:
    whole = label(options(tmp_path / "whole", photos), FakeFactory())
    found = label(options(tmp_path / "out", photos, min_confidence=0.6), FakeFactory())
    assert 0 < found.counts.left_out == whole.counts.tiles - found.counts.tiles
    labels = load_labels(tmp_path / "out" / "jsonl").records
    assert all((one.confidence or 0) >= 0.6 for record in labels for one in record.tiles)


def test_pictures_of_one_stem(tmp_path: Path) -> None:
    for n, name in enumerate(("a.jpg", "a.png", "images/b.jpg", "labels/b.jpg", "x/a.jpg")):
        make_picture(tmp_path / "in" / name, n)
    out = tmp_path / "out"
    label(
        options(out, tmp_path / "in", formats=ALL, pictures=PictureMode.COPY, crops=True),
        FakeFactory(),
    )
    for name in ALL:
        records = load_labels(out / name).records
        assert len(records) == 5, name
        for record in records:
            assert (out / name / record.file).is_file(), name
    assert len(list((out / "review").rglob("*.jpg"))) == 5


def test_a_folder_that_is_not_empty_is_refused(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").touch()
    for mode in Mode:
        with pytest.raises(OutputError, match=r"mine\.txt|not empty"):
            label(options(out, photos, mode=mode), FakeFactory())
    (out / "mine.txt").unlink()
    label(options(out, photos, formats=("csv",), crops=True), FakeFactory())
    with pytest.raises(OutputError, match="--resume"):
        label(options(out, photos), FakeFactory())
    with pytest.raises(OutputError, match=r"other settings .*'fake 2' instead of 'fake 1'"):
        label(options(out, photos, mode=Mode.RESUME, crops=True), FakeFactory("fake 2"))
    label(options(out, photos / "a", mode=Mode.OVERWRITE, formats=("csv",)), FakeFactory("fake 2"))
    assert not (out / "crops").exists()
    assert len(load_labels(out / "csv").records) == 4


def test_a_reader_that_cannot_be_made(photos: Path, tmp_path: Path) -> None:
    for workers in (1, 2):
        wanted = options(tmp_path / f"out{workers}", photos, engine=LocalEngine(workers))
        with pytest.raises(NoModelError, match=r"fake\.onnx is missing"):
            label(wanted, FakeFactory(missing=True))


def test_pictures_that_end_the_worker_or_raise_anything(photos: Path, tmp_path: Path) -> None:
    make_picture(photos / "a" / "crash.jpg", 50)
    make_picture(photos / "a" / "odd.jpg", 51)
    found = label(options(tmp_path / "out", photos, engine=LocalEngine(2)), FakeFactory())
    assert (found.counts.pictures, [item.file for item in found.counts.failed]) == (
        8,
        ["a/crash.jpg", "a/odd.jpg", "b/broken.jpg"],
    )
    assert "was ended" in found.counts.failed[0].reason
    assert found.counts.failed[1].reason == "unexpected ZeroDivisionError: nobody expected this"


def test_workers_that_always_end(tmp_path: Path) -> None:
    for number in range(4):
        make_picture(tmp_path / "in" / f"crash{number}.jpg", number)
    with pytest.raises(RunStoppedError, match="again and again"):
        label(options(tmp_path / "out", tmp_path / "in", engine=LocalEngine(2)), FakeFactory())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=192k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk(photos: Path, tmp_path: Path, small_disk: Path) -> None:
    out = small_disk / "out"
    words = (photos, "--workers=1", "--format=yolo", "--format=coco", "--crops")
    ballast = small_disk / "ballast"
    stops = 0
    for kept in (120, 100, 60, 40, 20):
        ballast.write_bytes(b"x" * kept * 1024)
        found = command(*words, "--out", out, "--resume")
        stops += found.exit_code == 3 and "the disk is full" in found.stderr
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
    assert stops >= 2
    assert command(*words, "--out", out, "--resume").exit_code == 3  # the broken picture
    command(*words, "--out", tmp_path / "big")
    assert contents(out)["manifest.jsonl"] == contents(tmp_path / "big")["manifest.jsonl"]
    assert contents(out).keys() == contents(tmp_path / "big").keys()


def test_the_command(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = command(photos, "--out", out, "--workers=1", "--format=yolo", "--format=csv")
    assert found.exit_code == 3
    assert "8 pictures, " in found.stdout
    assert "b/broken.jpg: cannot be read as a picture" in found.stderr
    refused = command(photos, "--out", out)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--resume" in refused.stderr
    again = command(photos, "--out", out, "--resume", "--json", "--workers=1", "--verbose")
    document = json.loads(again.stdout)
    assert (document["schema"], document["pictures"], document["taken_over"]) == (1, 8, 8)
    assert document["failed"][0]["file"] == "b/broken.jpg"
    assert [item["format"] for item in document["written"]] == ["jsonl", "yolo", "csv"]
    assert "a/000.jpg: 160x120, " in again.stderr
    quiet = command(photos / "a", "--out", tmp_path / "q", "--quiet", "--workers=1")
    assert (quiet.exit_code, quiet.output) == (0, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--format=pascal",), "no label format"),
        (("--split=80/30",), "add up to 100"),
        (("--every=x",), "--every"),
        (("--resume", "--overwrite"), "exclude each other"),
        (("--accept=x.json",), "takes no inputs"),
        (("--merge",), "two or more"),
        (("--review-below=2",), ""),
        (("--workers=99999999999",), ""),
        (("--image-prefix=\udcff",), "--image-prefix"),
    ],
)
def test_wrong_usage(photos: Path, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    found = command(photos, "--out", tmp_path / "out", *words)
    assert found.exit_code == 2
    assert said in found.stderr
    assert not (tmp_path / "out").exists()


def test_an_output_folder_that_cannot_be(photos: Path, tmp_path: Path) -> None:
    for out in (photos / "a" / "000.jpg" / "x", Path("/proc/x"), tmp_path / ("n" * 300)):
        found = command(photos / "a", "--out", out, "--workers=1")
        assert (found.exit_code, "kept" in found.stderr) == (2, False)
        assert "cannot be written" in found.stderr
    (tmp_path / "none").symlink_to(tmp_path / "made")
    assert command(photos / "a", "--out", tmp_path / "none", "--workers=1").exit_code == 0
    assert (tmp_path / "made" / "manifest.jsonl").is_file()


def test_names_that_cannot_be_written(photos: Path, tmp_path: Path) -> None:
    listed = tmp_path / "latin.txt"
    listed.write_bytes(os.fsencode(photos / "a" / "000.jpg") + b"\ncaf\xe9.jpg\n")
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    make_picture(folder / "1.jpg", 1)
    make_video(tmp_path / "v.avi").rename(folder / "v.avi")
    for number, (words, failed) in enumerate(
        [(("--list", listed), "caf_.jpg"), ((folder,), "v.avi")]
    ):
        found = command(*words, "--out", tmp_path / f"{number}", "--workers=1", "--json")
        assert found.exit_code == 3, found.stderr
        document = json.loads(found.stdout)
        assert document["pictures"] == 1
        assert [item["file"].rsplit("/")[-1] for item in document["failed"]] == [failed]
    out = folder / "out"
    assert json.loads(command(photos / "a", "--out", out, "--json", "--workers=1").stdout)


def test_the_summary_counts_in_words(tmp_path: Path) -> None:
    make_picture(tmp_path / "in" / "1.jpg", 1)
    (tmp_path / "in" / "2.gif").touch()
    found = command(tmp_path / "in", "--out", tmp_path / "out", "--workers=1")
    assert found.stdout.startswith("1 picture, ")
    assert "1 file passed over, no picture or video by the ending: .gif" in found.stdout


def test_nothing_to_read(tmp_path: Path) -> None:
    assert command("--out", tmp_path / "out").exit_code == 2
    assert command(tmp_path / "none", "--out", tmp_path / "out").exit_code == 3
    with pytest.raises(PictureError):
        label(options(tmp_path / "out", tmp_path), FakeFactory())


def test_two_runs_at_once(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    wanted = options(out, photos, mode=Mode.OVERWRITE)

    def progress(*_: object) -> None:
        with pytest.raises(OutputError, match="another run"):
            label(wanted, FakeFactory())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        label(wanted, FakeFactory(), progress=progress)
    assert label(replace(wanted, mode=Mode.RESUME), FakeFactory()).taken_over == 1


def test_yolo_with_pictures_elsewhere(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    label(options(out, photos, formats=("yolo",), pictures=PictureMode.NONE), FakeFactory())
    labels = load_labels(out / "yolo", options=ReadOptions(images=photos))
    assert len(labels.records) == 8

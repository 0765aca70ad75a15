"""Crops, runs on disk, the command."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from rekje.datasets import render as public
from rekje.datasets.errors import OutputError
from rekje.datasets.jsonl import read_records
from rekje.datasets.quads import Quad
from rekje.datasets.records import GroupKind, PictureRecord, TileGroup, TileLabel
from rekje.datasets.render import (
    KINDS,
    CropOptions,
    RenderOptions,
    Run,
    dataset,
    render_scene,
    scenes,
    singles,
    straighten,
    write_dataset,
)
from rekje.datasets.render.command import MIN_SIDE_PX, render
from rekje.datasets.render.contact import draw_labels
from rekje.scoring.tiles import Tile

PLAIN = RenderOptions(fonts=False, size_px=(320, 240))
RUN = Run(seed=3, count=3, options=PLAIN)

app = typer.Typer()
app.command()(render)


def bytes_below(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_straighten_undoes_perspective() -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    image[20:60, 30:60] = (200, 100, 50)
    crop = straighten(image, np.array([[30.0, 20], [60, 20], [60, 60], [30, 60]]), (15, 20))
    assert crop.shape == (20, 15, 3)
    assert (crop == (200, 100, 50)).all()
    turned = straighten(image, np.array([[30.0, 60], [30, 20], [60, 20], [60, 60]]), (20, 15))
    assert (turned == (200, 100, 50)).all()


def test_singles_show_all_names_and_say_their_turn() -> None:
    found = list(singles(1, PLAIN, CropOptions(size_px=(32, 32)), count=160))
    assert len(found) == 160
    assert len({single.tile for single in found}) > 30
    assert None in {single.tile for single in found}
    assert {single.turn for single in found} == {0, 90, 180, 270}
    for single in found:
        assert single.image.shape == (32, 32, 3)
        if single.tile is not None:
            middle = single.corners.mean(axis=0)
            assert middle == pytest.approx([16, 16], abs=6)
            up = single.corners[0] - single.corners[3]
            clockwise = np.degrees(np.arctan2(up[0], -up[1])) % 360
            assert abs((clockwise - single.turn + 180) % 360 - 180) < 30


def test_singles_repeat_and_can_be_shared_out() -> None:
    crop = CropOptions(size_px=(24, 24), turns=False, no_tile=0)
    first = [s.image.tobytes() for s in singles(2, PLAIN, crop, count=30)]
    again = [s.image.tobytes() for s in singles(2, PLAIN, crop, count=30)]
    later = [s.image.tobytes() for s in singles(2, PLAIN, crop, start=1, count=5)]
    assert first == again
    assert set(later) <= set(first)
    assert all(s.turn == 0 for s in singles(2, PLAIN, crop, count=5))


def test_a_run_on_disk(tmp_path: Path) -> None:
    ticks: list[int] = []
    made = write_dataset(tmp_path / "run", replace(RUN, sheet=True), ticks.append)
    assert ticks == [1, 2, 3]
    read = read_records(tmp_path / "run" / "labels.jsonl")
    assert [record.file for record in read] == [f"images/{n:06d}.jpg" for n in range(3)]
    assert [len(record.tiles) for record in read] == [len(record.tiles) for record in made]
    assert (tmp_path / "run" / "contact-sheet.jpg").stat().st_size > 1000
    for scene, record in zip(scenes(3, PLAIN, count=3), read, strict=True):
        assert (tmp_path / "run" / record.file).read_bytes() == scene.data


def test_labels_are_drawn_beside_the_faces() -> None:
    picture = np.full((100, 100, 3), 90, np.uint8)
    quad = Quad.of(np.array([[30.0, 20], [60, 20], [60, 60], [30, 60]]))
    group = TileGroup(GroupKind.OTHER)
    tiles = tuple(TileLabel(Tile("3p"), quad, turn=turn) for turn in (0, 180))
    seen = [
        draw_labels(picture, PictureRecord("a.jpg", 100, 100, (tile,), groups=(group,)))
        for tile in (*tiles, replace(tiles[0], group=0))
    ]
    for drawn in seen:
        assert (drawn[25:57, 35:57] == 90).all()
        assert (drawn[61:75] != 90).any()
    assert (seen[0] != seen[1]).any()
    assert (seen[0] != seen[2]).any()


def test_workers_change_nothing(tmp_path: Path) -> None:
    run = replace(RUN, count=8)
    write_dataset(tmp_path / "one", run)
    write_dataset(tmp_path / "two", replace(run, workers=2))
    assert bytes_below(tmp_path / "one") == bytes_below(tmp_path / "two")


def test_single_pictures_on_disk(tmp_path: Path) -> None:
    options = replace(PLAIN, kind="singles", size_px=(48, 48))
    records = write_dataset(tmp_path / "run", Run(1, 5, options))
    assert [len(record.tiles) for record in records] == [1] * 5
    assert all(Tile(record.tiles[0].tile.code) for record in records)
    assert {(record.width, record.height) for record in records} == {(48, 48)}


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = render_scene

    def breaks(seed: int, index: int, options: RenderOptions) -> object:
        if index == 2:
            raise RuntimeError("lamp broken")
        return real(seed, index, options)

    monkeypatch.setattr(dataset, "render_scene", breaks)
    with pytest.raises(RuntimeError, match="lamp broken"):
        write_dataset(tmp_path / "run", RUN)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(OutputError, match="not empty"):
        write_dataset(tmp_path, RUN)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_overwrite_replaces_only_what_a_run_wrote(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = replace(RUN, count=1, options=replace(PLAIN, size_px=(64, 48)))
    write_dataset(out, replace(run, sheet=True))
    write_dataset(out, replace(run, overwrite=True))
    assert sorted(path.name for path in out.iterdir()) == ["images", "labels.jsonl"]
    (out / "notes.txt").write_text("keep")
    with pytest.raises(OutputError, match=r"notes\.txt"):
        write_dataset(out, replace(run, overwrite=True))
    assert (out / "notes.txt").read_text() == "keep"


def test_a_folder_that_is_read_is_not_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "out" / "images" / "bars"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "1m.png"), np.zeros((24, 18, 4), np.uint8))
    options = replace(PLAIN, size_px=(64, 48), art=folder.parent)
    with pytest.raises(OutputError, match="input"):
        write_dataset(tmp_path / "out", replace(RUN, options=options, overwrite=True))
    assert (folder / "1m.png").exists()


def test_command(tmp_path: Path) -> None:
    out = tmp_path / "out"
    line = ["--out", str(out), "--count", "2", "--seed", "1", "--kind", "rows", "--size", "240x160"]
    done = CliRunner().invoke(app, [*line, "--house-only"])
    assert done.exit_code == 0, done.output
    assert done.stdout == ""
    assert "2 pictures" in done.stderr
    assert {(r.width, r.height) for r in read_records(out / "labels.jsonl")} == {(240, 160)}
    again = CliRunner().invoke(app, line)
    assert again.exit_code == 2
    assert "not empty" in again.stderr


@pytest.mark.parametrize("size", ["640", "axb", "0x10", "99999x99999", "64²x64", "٦٤x64", "x"])
def test_command_refuses_odd_sizes(tmp_path: Path, size: str) -> None:
    line = ["--out", str(tmp_path / "out"), "--count", "1", "--size", size]
    done = CliRunner().invoke(app, line)
    assert done.exit_code == 2
    assert "640x480" in done.stderr


def test_command_names_inputs_it_cannot_use(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("{")
    line = ["--out", str(tmp_path / "out"), "--count", "1", "--size", "64x48", "--quiet"]
    for option, place in (
        ("--art", tmp_path / "nothing"),
        ("--art", file),
        ("--photos", tmp_path / "nothing.jsonl"),
        ("--photos", file),
    ):
        done = CliRunner().invoke(app, [*line, option, str(place)])
        assert done.exit_code == 3, done.output
        assert str(place) in done.stderr
        assert "Traceback" not in done.output
    done = CliRunner().invoke(app, ["--out", str(file / "out"), *line[2:], "--house-only"])
    assert done.exit_code == 2
    assert "file" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("kind", [*KINDS, "singles"])
def test_every_kind_renders_at_the_smallest_size(tmp_path: Path, kind: str) -> None:
    options = RenderOptions(kind=kind, fonts=False, size_px=(MIN_SIDE_PX, MIN_SIDE_PX))
    records = write_dataset(tmp_path / "run", Run(1, 8, options, sheet=True))
    assert {(r.width, r.height) for r in records} == {(MIN_SIDE_PX, MIN_SIDE_PX)}


def ends(group: int) -> bool:
    """Wait until a group of processes is gone."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_ended_run_leaves_nothing(tmp_path: Path, workers: str) -> None:
    code = "import typer; from rekje.datasets.render.command import render; typer.run(render)"
    line = ["--out", str(tmp_path / "out"), "--count", "500", "--size", "160x120", "--house-only"]
    run = subprocess.Popen(
        [sys.executable, "-c", code, *line, "--workers", workers],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        for _ in range(600):
            if list(tmp_path.glob(".out.*/new/images/*.jpg")):
                break
            time.sleep(0.1)
        run.send_signal(signal.SIGTERM)
        assert run.wait(60) == 143
        assert list(tmp_path.iterdir()) == []
        assert ends(run.pid)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.communicate()


def test_the_command_imports_nothing_heavy() -> None:
    code = (
        "import sys; from rekje.datasets.render.command import render; "
        "print([m for m in ('numpy', 'cv2', 'PIL') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_public_names_are_there() -> None:
    for name in public.__all__:
        assert getattr(public, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        _ = public.nonsense

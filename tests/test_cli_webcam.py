"""`rekje webcam` on the command line: what it will not read, and what it will not write over."""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from rekje.cli import app

EXAMPLE = Path(__file__).parents[1] / "examples" / "hand.jpg"


def watch(*words):
    """Run the command without a window."""
    return CliRunner().invoke(app, ["webcam", "--no-window", "--lang=en", *map(str, words)])


@pytest.fixture
def film(tmp_path, monkeypatch):
    """Return a film of a bare table, in the folder where the command runs."""
    monkeypatch.chdir(tmp_path)
    path = Path("one.avi")
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for _ in range(3):
        writer.write(np.full((48, 64, 3), 90, np.uint8))
    writer.release()
    return path


@pytest.mark.parametrize("camera", ["one.avi", "./one.avi", "link.avi", "file://one.avi"])
def test_a_film_is_never_recorded_over(film, camera):
    before = film.read_bytes()
    Path("link.avi").symlink_to(film)
    for record in ("one.avi", "link.avi"):
        found = watch("--camera", camera, "--record", record)
        assert (found.exit_code, found.stdout) == (2, "")
        assert "is the file that is read" in found.stderr
        assert film.read_bytes() == before


def test_a_film_is_recorded_beside_it(film):
    assert watch("--camera", film, "--record", "out.jsonl").exit_code == 0
    lines = Path("out.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["image"]["frame"] for line in lines] == [0, 1, 2]


def test_the_content_of_a_file_says_what_it_is(film):
    film.rename("film.jpg")
    assert watch("--camera", "film.jpg").exit_code == 0
    Path("photo.mp4").write_bytes(EXAMPLE.read_bytes())
    found = watch("--camera", "photo.mp4")
    assert found.exit_code == 3
    assert "is a picture" in found.stderr


@pytest.mark.parametrize(
    ("camera", "code", "message"),
    [
        ("", 2, "the name is empty"),
        ("9" * 20, 3, "no camera 9999"),
        ("9" * 5000, 3, "no camera 9999"),
        ("/dev/zero", 3, "is a device, but no camera"),
        ("two\nlines.avi", 3, r"two\nlines.avi: no such file"),
        (os.fsdecode(b"\xff.avi"), 3, r"\udcff.avi: the name is not UTF-8"),
    ],
)
def test_what_is_no_camera_is_one_line(camera, code, message, film):
    Path(os.fsdecode(b"\xff.avi")).write_bytes(film.read_bytes())
    found = watch("--camera", camera)
    assert (found.exit_code, found.stdout) == (code, "")
    assert message in found.stderr
    assert found.stderr.count("\n") == 1

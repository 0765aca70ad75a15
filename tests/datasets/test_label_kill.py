"""Runs that are killed at any moment and gone on with give the files of an undisturbed one."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from label_fakes import contents, make_folder, make_video

MAIN = Path(__file__).with_name("label_fakes.py")
WORDS = ("--format=yolo", "--format=coco", "--crops", "--annotate", "--split=80/10/10", "--every=2")
PICTURES = 40
DELAY_S = 0.02


def start(photos: Path, out: Path, *words: str) -> subprocess.Popen[bytes]:
    call = [sys.executable, str(MAIN), str(photos), "--out", str(out), *WORDS, *words]
    return subprocess.Popen(
        call,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"FAKE_S": str(DELAY_S)},
    )


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_folder(tmp_path_factory.mktemp("kill") / "photos", PICTURES)
    make_video(folder / "v.avi")
    return folder


def progress(out: Path) -> int:
    path = out / "manifest.jsonl"
    return path.read_bytes().count(b"\n") if path.is_file() else 0


def kill_after(run: subprocess.Popen[bytes], out: Path, lines: int, wait_s: float) -> bool:
    """Kill the run a moment after its manifest has so many lines; say whether it still ran."""
    while run.poll() is None and progress(out) < lines:
        time.sleep(0.005)
    time.sleep(wait_s)
    alive = run.poll() is None
    run.send_signal(signal.SIGKILL)
    run.communicate()
    return alive


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_any_moment(photos: Path, tmp_path: Path, workers: int) -> None:
    whole, out = tmp_path / "whole", tmp_path / "out"
    words = ("--quiet", f"--workers={workers}")
    first = start(photos, whole, *words)
    assert first.wait() == 3  # one picture is broken
    random_moment = random.Random(workers)
    killed = 0
    for lines in (8, 30, 44) if workers == 1 else (12, 44):
        run = start(photos, out, *words, "--resume")
        killed += kill_after(run, out, lines, random_moment.uniform(0, 0.1))
        # what was read before is still there
        assert progress(out) >= min(lines, 1)
    assert killed >= 1
    last = start(photos, out, *words, "--resume")
    assert last.wait() == 3, last.communicate()
    assert contents(out, hidden=True) == contents(whole, hidden=True)


def test_ctrl_c_says_how_to_go_on(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = start(photos, out, "--workers=1")
    while progress(out) < 5:
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate()
    assert run.returncode == 130
    assert b"--resume" in said
    assert b"Traceback" not in said

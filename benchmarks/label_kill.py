"""Kills labelling at random moments with SIGKILL and goes on, many times over.

Each round labels a folder of made-up pictures with a reader that needs no model, kills the run at
a moment drawn at random (up to three times), ends it with `--resume`, and compares every file with
that of an undisturbed run. Usage: python benchmarks/label_kill.py [rounds] [seed]
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests" / "datasets"
sys.path.insert(0, str(TESTS))

# Found only now that the folder of the tests is on the path.
from label_fakes import contents, make_folder, make_video  # noqa: E402 - its folder is put on the path first

PICTURES = 40
WORDS = ("--format=yolo", "--format=coco", "--crops", "--annotate", "--every=2", "--quiet")
MOST_KILLS = 3
LINES = 47
"""Of the manifest when all is read: pictures, frames, the broken one and the first line."""
LONGEST_WAIT_S = 0.3
"""From those lines to the kill: after the last line it falls while the folders are made."""


def start(photos: Path, out: Path, workers: int) -> subprocess.Popen[bytes]:
    call = [sys.executable, str(TESTS / "label_fakes.py"), str(photos), "--out", str(out), *WORDS]
    return subprocess.Popen(
        [*call, f"--workers={workers}", "--resume"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"FAKE_S": "0.01"},
    )


def lines_in(manifest: Path) -> int:
    return manifest.read_bytes().count(b"\n") if manifest.is_file() else 0


def one_round(photos: Path, out: Path, workers: int, rng: random.Random) -> list[int]:
    """Return how many lines the manifest had at each kill."""
    lines = []
    manifest = out / "manifest.jsonl"
    for _ in range(rng.randint(1, MOST_KILLS)):
        run = start(photos, out, workers)
        wanted, wait_s = rng.randint(0, LINES), rng.uniform(0, LONGEST_WAIT_S)
        while run.poll() is None and lines_in(manifest) < wanted:
            time.sleep(0.002)
        time.sleep(wait_s)
        alive = run.poll() is None
        run.send_signal(signal.SIGKILL)
        run.wait()
        if not alive:
            break
        lines.append(lines_in(manifest))
    if start(photos, out, workers).wait() != 3:  # one picture is broken
        raise SystemExit("a resumed run did not end well")
    return lines


def main(rounds: int, seed: int) -> None:
    rng = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="label-kill-"))
    photos = make_folder(folder / "photos", PICTURES)
    make_video(photos / "v.avi")
    start(photos, folder / "whole", 1).wait()
    whole = contents(folder / "whole", hidden=True)
    kills = 0
    for number in range(rounds):
        workers = 1 + number % 2
        out = folder / "out"
        lines = one_round(photos, out, workers, rng)
        kills += len(lines)
        same = contents(out, hidden=True) == whole
        print(
            f"round {number + 1}, {workers} workers, killed at lines {lines}: same {same}",
            flush=True,
        )
        if not same:
            raise SystemExit(f"differs: {out} and {folder / 'whole'}")
        shutil.rmtree(out)
    print(f"{rounds} rounds, {kills} kills, every file the same")
    shutil.rmtree(folder)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    main(*(given + [50, 1][len(given) :]))

"""Pictures a second of `rekje label`, beside a loop over PyPI's `mahjong-detector`.

    pip install mahjong-detector
    python benchmarks/label_speed.py [--photos ../shared/photos/dev.jsonl] [--count 400] [--json]

The photos are brought to 640 pixels in a temporary folder. `rekje label` reads them, names every
tile and writes JSON lines, with one and with two workers, each a process of one thread; starting
up is part of the time. The peer finds tiles in one process with two threads.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np
from peer_detector import peer_reader
from PIL import Image

from rekje.datasets.convert import load_labels
from rekje.models.evaluation.run import photo_pixels

LONGER_PX = 640
WORKERS = (1, 2)
QUALITY = (cv2.IMWRITE_JPEG_QUALITY, 92)


def write_photos(labels: Path, folder: Path, count: int) -> list[Path]:
    """Write `count` photos of 640 pixels; they begin again where there are fewer."""
    loaded = load_labels(labels)
    paths = []
    for number in range(count):
        record = loaded.records[number % len(loaded.records)]
        image = photo_pixels(record, loaded.images)
        scale = LONGER_PX / max(image.shape[:2])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        paths.append(folder / f"{number:04}.jpg")
        _, data = cv2.imencode(".jpg", np.ascontiguousarray(small[..., ::-1]), QUALITY)
        # A number behind the picture's end: equal files would be read only once.
        paths[-1].write_bytes(data.tobytes() + number.to_bytes(2, "big"))
    return paths


def ours(folder: Path, out: Path, workers: int) -> float:
    """Return the seconds that `rekje label` takes."""
    command = [sys.executable, "-m", "rekje.cli", "label", str(folder), "--out", str(out)]
    start = time.perf_counter()
    subprocess.run(
        [*command, "--workers", str(workers), "--quiet"], check=True, capture_output=True
    )
    return time.perf_counter() - start


def theirs(paths: list[Path]) -> float:
    """Return the seconds that the peer takes."""
    read = peer_reader(2)
    start = time.perf_counter()
    for path in paths:
        with Image.open(path) as picture:
            read(np.asarray(picture.convert("RGB")))
    return time.perf_counter() - start


def main() -> None:
    """Print the table, or one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/dev.jsonl"))
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    speeds: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "photos"
        folder.mkdir()
        paths = write_photos(options.photos, folder, options.count)
        for workers in WORKERS:
            spent = ours(folder, Path(name) / f"labels-{workers}", workers)
            speeds[f"rekje label, {workers} workers"] = options.count / spent
        try:
            speeds["mahjong-detector, 2 threads"] = options.count / theirs(paths)
        except ModuleNotFoundError as error:
            print(f"mahjong-detector: left out: {error}", file=sys.stderr)
    if options.json:
        print(json.dumps(speeds))
        return
    for system, speed in speeds.items():
        print(f"{system}: {speed:.1f} pictures a second")


if __name__ == "__main__":
    main()

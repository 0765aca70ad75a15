"""From a file to a score: rekje beside PyPI's `mahjong-detector`, on small and on large photos.

    pip install mahjong-detector
    python benchmarks/photo_speed.py [--photos ../shared/photos/dev.jsonl] [--threads 2] [--json]

Takes the photos with 14 faces and makes a JPEG of 640 pixels and one of 12 megapixels (4032 x 3024
or upright) of each, in a temporary folder. Both systems take turns on every file: the peer finds
tiles, rekje finds and names them, arranges the hand and scores it. The memory peak is that of a
process of its own that reads the large files one after the other.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from peer_detector import REST_S, peer_reader
from PIL import Image, ImageOps

import rekje
from rekje.datasets.convert import load_labels
from rekje.models.evaluation.run import photo_pixels
from rekje.models.evaluation.timing import timed_part
from rekje.vision.image import open_photo

SIZES_PX = {"640 pixels": 640, "12 megapixels": 4032}
REPEATS, LIMIT = 3, 30
KNOWN = rekje.Known(rekje.Wind.EAST, rekje.Wind.SOUTH, rekje.Win.SELF_DRAW)
Work = Callable[[Path], object]


def write_photos(labels: Path, folder: Path, longer_px: int) -> list[Path]:
    """Write the photos with 14 faces so that the longer side has so many pixels."""
    loaded = load_labels(labels)
    paths = []
    for number, record in enumerate(timed_part(loaded.records)[:LIMIT]):
        image = photo_pixels(record, loaded.images)
        scale = longer_px / max(image.shape[:2])
        larger = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        if longer_px > max(SIZES_PX["640 pixels"], 1000):
            # A sensor's noise: an enlarged photo alone would decode too fast.
            noise = np.random.default_rng(number).normal(0, 4, larger.shape)
            larger = np.clip(larger + noise, 0, 255).astype(np.uint8)
        paths.append(folder / f"{longer_px}-{number:02}.jpg")
        cv2.imwrite(str(paths[-1]), np.ascontiguousarray(larger[..., ::-1]), [1, 92])
    return paths


def systems(threads: int) -> dict[str, Work]:
    """Return what is timed."""
    reader = rekje.open_reader(threads)

    def ours(path: Path) -> object:
        reading = reader.read(open_photo(path))
        return rekje.assess_any(reading.hands, KNOWN) if reading.hands else None

    there: dict[str, Work] = {"rekje": ours}
    try:
        peer = peer_reader(threads)
    except ModuleNotFoundError as error:
        print(f"mahjong-detector: left out: {error}", file=sys.stderr)
        return there

    def theirs(path: Path) -> object:
        with Image.open(path) as picture:
            upright = ImageOps.exif_transpose(picture).convert("RGB")
        return peer(np.asarray(upright))

    return there | {"mahjong-detector": theirs}


def times(paths: list[Path], threads: int) -> dict[str, dict[str, float]]:
    """Return median and 95th percentile in milliseconds, the systems taking turns."""
    works = systems(threads)
    spent: dict[str, list[float]] = {name: [] for name in works}
    for path in paths:
        for repeat in range(REPEATS):
            for name, work in works.items():
                time.sleep(REST_S)
                start = time.perf_counter()
                work(path)
                if repeat or path != paths[0]:
                    spent[name].append((time.perf_counter() - start) * 1e3)
    return {
        name: {
            "median": round(statistics.median(values), 1),
            "p95": round(float(np.percentile(values, 95)), 1),
        }
        for name, values in spent.items()
    }


def memory_mb(paths: list[Path], threads: int) -> float:
    """Return the memory peak of a process that reads and scores the files."""
    command = [sys.executable, __file__, "--threads", str(threads), "--peak", *map(str, paths[:6])]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def peak(paths: list[str], threads: int) -> None:
    """Read the files and print the memory peak in MB."""
    reader = rekje.open_reader(threads)
    for path in paths:
        reading = reader.read(open_photo(path))
        if reading.hands:
            rekje.assess_any(reading.hands, KNOWN)
    # Not getrusage: its peak is handed down from the process that started this one.
    status = Path("/proc/self/status").read_text("ascii")
    print(int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024)


def main() -> None:
    """Print the table, or one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/dev.jsonl"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--peak", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peak:
        peak(options.peak, options.threads)
        return
    document: dict[str, object] = {"threads": options.threads}
    with tempfile.TemporaryDirectory() as name:
        for size, longer in SIZES_PX.items():
            paths = write_photos(options.photos, Path(name), longer)
            document[size] = times(paths, options.threads)
            if longer == max(SIZES_PX.values()):
                document["memory_mb"] = round(memory_mb(paths, options.threads))
    print(json.dumps(document, indent=None if options.json else 1))


if __name__ == "__main__":
    main()

"""rekje's two models beside PyPI's `mahjong-detector` on the same labelled photos.

    pip install mahjong-detector
    python benchmarks/peer_detector.py [--photos ../shared/photos/dev.jsonl] [--every 1] [--json]
        [--results models/results.json]

The peer (0.0.6, MIT) is one YOLO network with the 34 plain faces as classes: it knows no flowers,
seasons, jokers or backs. Its boxes go through the same matching as ours; it counts as right where
its class is the labelled tile's. Both take the same pixels; the times are of the whole way from
pixels to named tiles, the two taking turns on every photo, on photos with 14 faces and 640 pixels.
"""

import argparse
import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnxruntime as ort
from PIL import Image

from rekje.datasets.convert import load_labels
from rekje.datasets.files import write_text
from rekje.datasets.quads import Quad
from rekje.models.errors import ModelError
from rekje.models.evaluation.intervals import Share
from rekje.models.evaluation.metrics import Stages, groups, measure
from rekje.models.evaluation.pipeline import pipeline_of
from rekje.models.evaluation.predictions import Pixels, Prediction, ReadPhoto
from rekje.models.evaluation.results import read_results
from rekje.models.evaluation.run import evaluate_photos, part_of, photo_pixels
from rekje.models.evaluation.timing import timed_part
from rekje.models.metadata import Task
from rekje.models.session import open_model
from rekje.scoring.tiles import Tile

HONOURS = {
    "tou": "1z",
    "nan": "2z",
    "sha": "3z",
    "pe": "4z",
    "haku": "5z",
    "hatsu": "6z",
    "chun": "7z",
}
"""The peer's names of the winds and dragons; those of the suits are ours already."""
PARTS = ("overall", "seen", "unseen")
ROWS = ("recall", "precision", "well_placed", "plain", "bonus", "whole")
THREADS = (1, 2)
REPEATS = 3
MORE_RIGHT = "labelled faces right"


def peer_reader(threads: int) -> ReadPhoto:
    """Return the peer as a reader of photos."""
    steps = importlib.import_module("mahjong_detector.preprocess")
    network = importlib.import_module("mahjong_detector.predict")
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    network.threadlocal.session = ort.InferenceSession(
        network.model_path, options, providers=["CPUExecutionProvider"]
    )
    tiles = [Tile(HONOURS.get(name, name)) for name in network.CLASS_NAMES]

    def read(image: Pixels) -> list[Prediction]:
        square, padding = steps.preprocess_image(Image.fromarray(image))
        return [
            Prediction(
                Quad.from_box((each.x1, each.y1, each.x2, each.y2)),
                tiles[each.class_id],
                confidence=each.confidence,
                probability=each.confidence,
            )
            for each in network.predict(square, padding)
        ]

    return read


def our_reader(threads: int) -> ReadPhoto:
    """Return the shipped models as a reader of photos."""
    return pipeline_of(
        open_model("detector", threads=threads, task=Task.DETECTOR),
        open_model("classifier", threads=threads, task=Task.CLASSIFIER),
    )


SYSTEMS: dict[str, Callable[[int], ReadPhoto]] = {
    "rekje": our_reader,
    "mahjong-detector": peer_reader,
}

REST_S = 0.03
"""Idle threads of one system spin for a while: the next one begins when they have come to rest."""


def readers(threads: int) -> dict[str, ReadPhoto]:
    """Return the systems that are there."""
    there = {}
    for name, make in SYSTEMS.items():
        try:
            there[name] = make(threads)
        except (ModuleNotFoundError, ModelError) as error:
            print(f"{name}: left out: {error}", file=sys.stderr)
    return there


def figures(photos: list[Stages]) -> dict[str, Any]:
    """Return the figures of each part, and the share of all labelled faces that are right."""
    found: dict[str, Any] = {}
    for name, part in groups(photos).items():
        if name in PARTS:
            faces = [each for photo in part for each in photo.read.faces]
            shares = measure(part)
            found[name] = {row: _json(shares[row]) for row in ROWS}
            right = sum(each.right for each in faces)
            found[name][MORE_RIGHT] = {"share": right / len(faces), "total": len(faces)}
    return found


def times(pictures: list[Pixels], threads: int) -> dict[str, float]:
    """Return the median milliseconds of a photo for each system, taking turns."""
    systems = readers(threads)
    spent: dict[str, list[float]] = {name: [] for name in systems}
    for picture in pictures:
        for repeat in range(REPEATS + 1):
            for name, read in systems.items():
                time.sleep(REST_S)
                start = time.perf_counter()
                read(picture)
                if repeat:
                    spent[name].append((time.perf_counter() - start) * 1e3)
    return {name: round(statistics.median(values), 1) for name, values in spent.items()}


def _json(share: Share) -> dict[str, Any] | None:
    return share.to_json()


def table(document: dict[str, Any]) -> str:
    """Return the figures side by side, per cent with the interval."""
    names = list(document["systems"])
    lines = [f"| | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for part in PARTS:
        for row in (*ROWS, MORE_RIGHT):
            cells = [cell(document["systems"][name].get(part, {}).get(row)) for name in names]
            lines.append(f"| {part}: {row} | {' | '.join(cells)} |")
    for threads, spent in document["ms_per_photo"].items():
        cells = [f"{spent[name]:.0f}" if name in spent else "-" for name in names]
        lines.append(f"| ms a photo, {threads} threads | {' | '.join(cells)} |")
    return "\n".join(lines)


def cell(share: dict[str, Any] | None) -> str:
    """Return one figure."""
    if share is None:
        return "-"
    text = f"{100 * share['share']:.1f}"
    if "low" in share:
        text += f" ({100 * share['low']:.1f}-{100 * share['high']:.1f})"
    return f"{text} of {share['total']}"


def main() -> None:
    """Print the table, or one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/dev.jsonl"))
    parser.add_argument("--every", type=int, default=1, help="read only every Nth photo")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--results", type=Path, help="add the figures to this results.json")
    options = parser.parse_args()
    labels = part_of(load_labels(options.photos), options.every)
    systems = {
        name: figures(evaluate_photos(labels, read)) for name, read in readers(max(THREADS)).items()
    }
    pictures = [photo_pixels(record, labels.images) for record in timed_part(labels.records)]
    spent = {threads: times(pictures, threads) for threads in THREADS}
    document = {"photos": len(labels.records), "systems": systems, "ms_per_photo": spent}
    if options.results:
        kept = read_results(options.results) | {"peer": document}
        write_text(options.results, [json.dumps(kept, indent=1, ensure_ascii=False), "\n"])
    print(json.dumps(document) if options.json else table(document))


if __name__ == "__main__":
    main()

"""How steadily films of a table are read, made from labelled photos.

    python benchmarks/webcam.py [--photos ../shared/photos/dev.jsonl] [--count 5] [--seconds 3]
        [--fps 15] [--threads 2] [--scene pan --scene hand] [--json]

Each photo becomes films of 1280 x 720 in a temporary folder: still, panned, zoomed, shaken,
blurred, under a lamp that flickers, with a hand passing, and with one tile that turns into another
at once in the middle. They are read back as `rekje webcam` reads them, every frame in turn.

A frame is right when exactly the labelled tiles are read, whatever their order (`right`), or when
they are those read in the still photo (`as still`), which leaves out what the nets cannot read
anyway. `frame` is each frame by itself, `steady` what the webcam shows, `told` how many readings
were told and how many of them were right. The delay runs from the first changed frame until
the new reading is told, the reading of that frame included.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rekje.datasets.convert import load_labels
from rekje.datasets.records import PictureRecord
from rekje.models.evaluation.run import photo_pixels
from rekje.models.reading import open_reader
from rekje.vision.live.camera import Camera
from rekje.vision.live.webcam import Look, Outputs, watch
from rekje.vision.reading import Reading
from rekje.vision.seeing import SeenTile
from rekje.vision.understand import understand

Pixels = NDArray[np.uint8]
Codes = tuple[str, ...]

SIZE = (1280, 720)
FILL = 0.86
"""Share of the frame that the photo fills at most."""
LEAST_TILES, MOST_TILES = 10, 20
SKIN = (198, 148, 120)
FLOOR_FPS, FLOOR_DELAY_S = 15.0, 0.7
SCENES = ("still", "pan", "zoom", "shake", "blur", "lamp", "hand", "change")


def placed(photo: Pixels) -> tuple[Pixels, NDArray[np.float64]]:
    """Return the photo in the middle of a frame, and the matrix that brought it there."""
    height, width = photo.shape[:2]
    scale = min(SIZE[0] * FILL / width, SIZE[1] * FILL / height)
    shift = (np.array(SIZE) - scale * np.array([width, height])) / 2
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = cv2.resize(photo, None, None, scale, scale, how)
    ground = [float(value) for value in np.median(photo.reshape(-1, 3), axis=0)]
    frame = np.full((SIZE[1], SIZE[0], 3), ground, np.uint8)
    x, y = (round(float(value)) for value in shift)
    frame[y : y + small.shape[0], x : x + small.shape[1]] = small
    return frame, matrix


def moved(
    frame: Pixels, shift: tuple[float, float], zoom: float = 1.0, turn: float = 0.0
) -> Pixels:
    """Return what a camera sees that moved."""
    matrix = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn, zoom)
    matrix[:, 2] += shift
    border = cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpAffine(frame, matrix, SIZE, None, cv2.INTER_LINEAR, border), np.uint8)


def with_hand(frame: Pixels, share: float, rng: np.random.Generator) -> Pixels:
    """Return the frame with a hand that passes from left to right as `share` goes from 0 to 1."""
    x = int(-250 + share * (SIZE[0] + 500))
    y = SIZE[1] // 2
    drawn = frame.copy()
    cv2.ellipse(drawn, (x, y + 60), (130, 100), 0, 0, 360, SKIN, -1, cv2.LINE_AA)
    cv2.line(drawn, (x, y + 60), (x + 60, SIZE[1] + 200), SKIN, 150, cv2.LINE_AA)
    for finger, length in enumerate((90, 130, 140, 110)):
        start = (x - 90 + finger * 60, y + 20)
        cv2.line(drawn, start, (start[0] - 10, y - length), SKIN, 44, cv2.LINE_AA)
    shade = rng.normal(0, 6, (SIZE[1] // 8, SIZE[0] // 8)).astype(np.float32)
    noise = cv2.resize(shade, SIZE)[..., None]
    mask = (drawn != frame).any(axis=2, keepdims=True)
    return np.where(mask, np.clip(drawn + noise, 0, 255), frame).astype(np.uint8)


def scene_frames(name: str, frame: Pixels, changed: Pixels, count: int) -> Iterator[Pixels]:
    """Yield the frames of one scene; `changed` is the frame with another tile."""
    rng = np.random.default_rng(6)
    for number in range(count):
        share = number / max(1, count - 1)
        wave = np.sin(2 * np.pi * share)
        if name == "pan":
            yield moved(frame, (80 * wave, 30 * np.sin(4 * np.pi * share)))
        elif name == "zoom":
            yield moved(frame, (0, 0), 1 + 0.12 * wave, 3 * wave)
        elif name == "shake":
            x, y, turn = rng.normal(0, (7, 7, 0.5))
            yield moved(frame, (x, y), 1.0, turn)
        elif name == "blur":
            width = 1 + 2 * int(rng.integers(0, 5))
            shaken = moved(frame, tuple(rng.normal(0, 2, 2)))
            yield np.asarray(cv2.blur(shaken, (width, 1 + width // 4)), np.uint8)
        elif name == "lamp":
            yield np.clip(frame * rng.uniform(0.55, 1.15), 0, 255).astype(np.uint8)
        elif name == "hand":
            yield with_hand(frame, min(1.0, max(0.0, (share - 0.25) / 0.5)), rng)
        elif name == "change":
            yield changed if number >= count // 2 else frame
        else:
            yield frame


def with_other_tile(frame: Pixels, record: PictureRecord, matrix: Any) -> Pixels:
    """Return the frame with one tile covered by a picture of another one of the photo."""
    tiles = sorted(record.tiles, key=lambda tile: tile.quad.corners[0])
    goal = tiles[len(tiles) // 2]
    other = next(tile for tile in tiles if tile.tile is not goal.tile)
    quads = [
        cv2.transform(np.array([tile.quad.corners], np.float64), matrix)[0].astype(np.float32)
        for tile in (other, goal)
    ]
    warp = cv2.getPerspectiveTransform(*quads)
    moved_tile = cv2.warpPerspective(frame, warp, SIZE)
    mask = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, quads[1].round().astype(np.int32), 255)
    return np.where(mask[..., None] > 0, moved_tile, frame).astype(np.uint8)


def codes_of(reading: Reading) -> Codes:
    """Return the names of all faces, sorted."""
    codes = (tile.tile.code for tile in reading.tiles)
    return tuple(sorted(code for code in codes if code != "back"))


@dataclass
class Timed:
    """A reader that notes what each frame says by itself, and how long looking took."""

    reader: Any
    readings: list[Reading] = field(default_factory=list)
    extra_s: float = 0.0
    """Time spent on what is not part of the webcam."""

    def see(self, pixels: Pixels) -> tuple[SeenTile, ...]:
        seen: tuple[SeenTile, ...] = self.reader.see(pixels)
        start = time.perf_counter()
        self.readings.append(understand(seen, SIZE))
        self.extra_s += time.perf_counter() - start
        return seen


class Steadies:
    """Takes every look, as a record does."""

    def __init__(self) -> None:
        self.looks: list[Look] = []

    def write(self, look: Look) -> None:
        self.looks.append(Look(look.frame, look.reading, look.steady))


@dataclass
class Counts:
    """What came of some films."""

    frames: int = 0
    labelled: int = 0
    """Those whose tiles are labelled: all but the changed ones."""
    right: Counter[str] = field(default_factory=Counter)
    told: int = 0
    told_right: int = 0
    seconds: float = 0.0
    delays_s: list[float] = field(default_factory=list)
    never: int = 0

    def row(self, name: str) -> str:
        known = {"frame": self.labelled, "steady": self.labelled}

        def share(key: str) -> str:
            return f"{self.right[key] / max(1, known.get(key, self.frames)):8.1%}"

        keys = ("frame", "steady", "frame as still", "steady as still")
        rate = self.frames / self.seconds if self.seconds else 0.0
        told = f"{self.told_right}/{self.told}"
        return f"{name:8}{self.frames:7}" + "".join(map(share, keys)) + f"{told:>9}{rate:8.1f}"


def film_of(folder: Path, name: str, frames: Iterator[Pixels], fps: float) -> Path:
    path = folder / f"{name}.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, SIZE)
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, 95)
    for pixels in frames:
        writer.write(np.ascontiguousarray(pixels[..., ::-1]))
    writer.release()
    return path


def read_film(path: Path, reader: Any) -> tuple[list[Look], list[Reading], list[Look], float]:
    """Return the steady looks, the readings frame by frame, what was told, and the seconds."""
    timed, steadies = Timed(reader), Steadies()
    told: list[Look] = []
    record: Any = steadies
    with Camera(str(path), every_frame=True) as camera:
        start = time.perf_counter()
        watch(camera, timed, Outputs(tell=told.append, record=record))
        seconds = time.perf_counter() - start - timed.extra_s
    return steadies.looks, timed.readings, told, seconds


def measure(
    record: PictureRecord, photo: Pixels, reader: Any, options: Any, sums: dict[str, Counts]
) -> None:
    """Add what the films of one photo come to."""
    frame, matrix = placed(photo)
    changed = with_other_tile(frame, record, matrix)
    still, after = (codes_of(understand(reader.see(one), SIZE)) for one in (frame, changed))
    labelled = tuple(sorted(tile.tile.code for tile in record.tiles if tile.tile.code != "back"))
    count = round(options.seconds * options.fps)
    for name in options.scene or SCENES:
        sum_ = sums.setdefault(name, Counts())
        with tempfile.TemporaryDirectory() as folder:
            frames = scene_frames(name, frame, changed, count)
            path = film_of(Path(folder), name, frames, options.fps)
            looks, readings, told, seconds = read_film(path, reader)
        change = count // 2 if name == "change" else count
        for look, alone in zip(looks, readings, strict=True):
            is_changed = look.frame.number >= change
            sum_.labelled += not is_changed
            for key, reading in (("frame", alone), ("steady", look.reading)):
                codes = codes_of(reading)
                sum_.right[key] += not is_changed and codes == labelled
                sum_.right[f"{key} as still"] += codes == (after if is_changed else still)
        sum_.frames += len(looks)
        sum_.seconds += seconds
        sum_.told += len(told)
        expected = {still, after} if name == "change" else {still}
        sum_.told_right += sum(codes_of(look.reading) in expected for look in told)
        if name == "change" and after != still:
            add_delay(sum_, told, after, count // 2 / options.fps, seconds / max(1, len(looks)))


def add_delay(sum_: Counts, told: list[Look], after: Codes, since_s: float, read_s: float) -> None:
    for look in told:
        if look.frame.time_s >= since_s and codes_of(look.reading) == after:
            sum_.delays_s.append(look.frame.time_s - since_s + read_s)
            return
    sum_.never += 1


def chosen(records: Sequence[PictureRecord], labels: Path, count: int) -> list[PictureRecord]:
    """Return photos of one hand each, spread over the collection."""
    fit = [
        record
        for record in records
        if record.complete and LEAST_TILES <= len(record.tiles) <= MOST_TILES
    ]
    if not fit:
        sys.exit(f"{labels}: no completely labelled photo with {LEAST_TILES} to {MOST_TILES} tiles")
    step = max(1, len(fit) // count)
    return fit[::step][:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/dev.jsonl"))
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--fps", type=float, default=15.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--scene", action="append", choices=SCENES)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    reader = open_reader(threads=options.threads)
    sums: dict[str, Counts] = {}
    read = load_labels(options.photos)
    for record in chosen(read.records, options.photos, options.count):
        photo = photo_pixels(record, read.images)
        measure(record, photo, reader, options, sums)
        print(record.file, file=sys.stderr)
    report(sums, as_json=options.json)


def report(sums: dict[str, Counts], *, as_json: bool) -> None:
    delays = [delay for sum_ in sums.values() for delay in sum_.delays_s]
    never = sum(sum_.never for sum_ in sums.values())
    if as_json:
        found = {
            name: {
                "frames": s.frames,
                "labelled": s.labelled,
                "right": dict(s.right),
                "told": s.told,
                "told_right": s.told_right,
                "frames_per_second": s.frames / s.seconds if s.seconds else 0.0,
                "delays_s": s.delays_s,
                "never": s.never,
            }
            for name, s in sums.items()
        }
        print(json.dumps(found))
        return
    print(f"{'':8}{'':7}{'-- right --':>16}{'-- as still --':>16}{'told':>9}")
    print(
        f"{'scene':8}{'frames':>7}" + f"{'frame':>8}{'steady':>8}" * 2 + f"{'right':>9}{'fps':>8}"
    )
    for name, sum_ in sums.items():
        print(sum_.row(name))
    seconds = sum(s.seconds for s in sums.values())
    print(f"{sum(s.frames for s in sums.values()) / seconds:.1f} frames/s, floor {FLOOR_FPS:g}")
    if delays:
        middle, most = statistics.median(delays), max(delays)
        print(
            f"delay {middle:.2f} s median, {most:.2f} s most, floor {FLOOR_DELAY_S} s; "
            f"{never} never"
        )


if __name__ == "__main__":
    main()

"""Where the classifier's crops come from: rendered scenes, and photos where there are any."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from ...datasets.errors import LabelError
from ...datasets.jsonl import read_records
from ...datasets.photos import read_photo_labels
from ...datasets.records import PictureRecord, Quad
from ...datasets.render.scene import RenderOptions, render_scene
from .classifier_crops import Crop, write_shard
from .classifier_cut import CutOptions, cut_picture
from .classifier_outlines import false_alarms, outlined

__all__ = [
    "Finder",
    "cut_outlines",
    "cut_photos",
    "cut_renders",
    "cut_scenes",
    "label_files",
    "outline_crops",
    "photo_crops",
    "render_crops",
    "scene_crops",
]

Finder = Callable[[NDArray[np.uint8]], Sequence[Quad]]
"""Returns outlines of tiles in (height, width, 3) upright RGB pixels."""

# Most rendered scenes show samples of all names; every fourth a hand, a row or a table.
_MIXED_EVERY = 4
_RENDER_CUTS = CutOptions(seams=0.04, halves=0.01, background=0.06, most=24)
_OUTLINE_CUTS = CutOptions(seams=0.02, halves=0.005, background=0.0)
_RUN_SCENES = 6
_SHARD_SCENES = 240


def label_files(photos: Path | None) -> list[Path]:
    """Return the label files to learn from: the one named, and the single tiles beside it."""
    if photos is None:
        return []
    beside = photos.with_name("crops.jsonl")
    return [photos, *([beside] if beside.exists() and beside != photos else [])]


def photo_crops(labels: Path, seed: int = 0) -> Iterator[Crop]:
    """Yield the crops of a split of training photos, such as `train.jsonl`."""
    if labels.stem.startswith("dev"):
        raise LabelError(f"{labels}: is for measuring only; train on training photos")
    for number, record in enumerate(read_photo_labels(labels)):
        image = _photo(labels.with_name(labels.stem) / record.file, record)
        rng = np.random.default_rng([seed, number])
        yield from cut_picture(image, record, CutOptions(), rng)


def outline_crops(labels: Path, find: Finder, seed: int = 1) -> Iterator[Crop]:
    """Yield the crops of a split of training photos along the outlines that `find` returns."""
    for number, record in enumerate(read_photo_labels(labels)):
        image = _photo(labels.with_name(labels.stem) / record.file, record)
        rng = np.random.default_rng([seed, number])
        along = outlined(record, find(image))
        yield from cut_picture(image, along.record, _OUTLINE_CUTS, rng, along.false_alarms)


def scene_crops(scenes: Path, find: Finder | None = None, seed: int = 0) -> Iterator[Crop]:
    """Yield the crops of a folder that `rekje datasets render` wrote.

    What `find` takes for a face where there is none is cut too: dice, markers, print.
    """
    for number, record in enumerate(read_records(scenes / "labels.jsonl")):
        image = _photo(scenes / record.file, record)
        rng = np.random.default_rng([seed, number])
        alarms = false_alarms(record, find(image)) if find is not None else ()
        yield from cut_picture(image, record, _RENDER_CUTS, rng, alarms)


def render_crops(
    seed: int, options: RenderOptions, *, start: int = 0, count: int
) -> Iterator[Crop]:
    """Yield the crops of `count` rendered scenes from scene `start` on."""
    samples, mixed = replace(options, kind="samples"), replace(options, kind="mixed")
    for index in range(start, start + count):
        # Runs of scenes share a tile set, so the kind changes from one run to the next.
        chosen = mixed if index // _RUN_SCENES % _MIXED_EVERY == 0 else samples
        scene = render_scene(seed, index, chosen)
        rng = np.random.default_rng([seed, index, 3])
        yield from cut_picture(scene.image, scene.record, _RENDER_CUTS, rng, scene.lookalikes)


def cut_photos(labels: Path, folder: Path) -> int:
    """Write all crops of a split of photos as one shard; return how many there are."""
    return write_shard(folder / f"photos-{labels.stem}", photo_crops(labels))


def cut_outlines(labels: Path, find: Finder, folder: Path) -> int:
    """Write the crops of a split of photos along the outlines found; return how many."""
    return write_shard(folder / f"outlines-{labels.stem}", outline_crops(labels, find))


def cut_scenes(scenes: Path, folder: Path, find: Finder | None = None) -> int:
    """Write the crops of scenes that `rekje datasets render` wrote; return how many."""
    return write_shard(folder / f"renders-{scenes.name}", scene_crops(scenes, find))


def cut_renders(seed: int, options: RenderOptions, folder: Path, count: int, workers: int) -> int:
    """Render `count` scenes and write their crops in shards; return how many there are."""
    work = partial(_render_shard, seed, options, folder, count)
    starts = range(0, count, _SHARD_SCENES)
    if workers <= 1:
        return sum(map(work, starts))
    with ProcessPoolExecutor(min(workers, len(starts))) as pool:
        return sum(pool.map(work, starts))


def _render_shard(seed: int, options: RenderOptions, folder: Path, count: int, start: int) -> int:
    stretch = min(_SHARD_SCENES, count - start)
    name = folder / f"renders-{seed}-{start:06d}"
    return write_shard(name, render_crops(seed, options, start=start, count=stretch))


def _photo(path: Path, record: PictureRecord) -> NDArray[np.uint8]:
    data = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR_RGB)
    if data is None:
        raise LabelError(f"{path}: cannot be read as a picture; check the file")
    if data.shape[:2] != (record.height, record.width):
        raise LabelError(
            f"{path}: is {data.shape[1]} x {data.shape[0]} pixels, labelled "
            f"{record.width} x {record.height}; check the file"
        )
    return np.asarray(data, np.uint8)

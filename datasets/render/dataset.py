"""Writes a run of scenes to a folder: `images/`, `labels.jsonl`, perhaps a contact sheet."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from ..errors import OutputError
from ..files import staged_folder
from ..jsonl import write_records
from ..quads import Quad
from ..records import PictureRecord, TileLabel
from .arrays import Pixels
from .contact import contact_sheet, draw_labels
from .crops import CropOptions, singles
from .cuts import photo_cuts, pictures_of
from .finish import jpeg
from .scene import RenderOptions, allowed_art, render_scene, scenes_per_set

__all__ = ["Run", "write_dataset"]

# What a run writes directly in its folder; one that holds anything else is not replaced.
_OURS = ("images", "labels.jsonl", "contact-sheet.jpg")
# A contact sheet shows the first scenes of a run, not thousands.
_SHEET_SCENES = 40
# JPEG qualities: of crops, which keep most of what the scene's own JPEG left, and of the sheet.
_SINGLES_QUALITY, _SHEET_QUALITY = 92, 90
# How far the corners of crops written to disk stray, as a share of the tile's size.
_SINGLES_JITTER = 0.02
# A scene this many crops wide shows tiles about as large as the crops; its least and most width.
_CROPS_ACROSS, _SCENE_PX = 8, (480, 1600)


@dataclass(frozen=True, slots=True)
class Run:
    """What to write."""

    seed: int
    count: int
    options: RenderOptions
    workers: int = 1
    sheet: bool = False
    overwrite: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Written:
    """One finished picture on its way from a worker."""

    data: bytes
    record: PictureRecord
    drawn: Pixels | None


def write_dataset(
    folder: Path, run: Run, progress: Callable[[int], None] | None = None
) -> list[PictureRecord]:
    """Render a run into `folder`, all or nothing, and return its labels.

    The bytes do not depend on the number of workers. `progress` is called with the number of
    pictures done.
    """
    # Whatever is wrong with the inputs is said before any worker starts.
    allowed_art(run.options)
    photo_cuts(run.options.photos)
    records: list[PictureRecord] = []
    drawn: list[Pixels] = []
    with staged_folder(
        folder, overwrite=run.overwrite, ours=_OURS, inputs=_inputs(run.options)
    ) as stage:
        (stage / "images").mkdir()
        for written in _pictures(run):
            record = replace(written.record, file=f"images/{written.record.file}")
            (stage / record.file).write_bytes(written.data)
            records.append(record)
            if written.drawn is not None:
                drawn.append(written.drawn)
            if progress is not None:
                progress(len(records))
        write_records(stage / "labels.jsonl", records)
        if run.sheet:
            _, data = jpeg(contact_sheet(drawn), _SHEET_QUALITY)
            (stage / "contact-sheet.jpg").write_bytes(data)
    return records


def _inputs(options: RenderOptions) -> list[Path]:
    """Return the files and folders that a run reads."""
    read = [options.art] if options.art is not None else []
    if options.photos is not None:
        read += [options.photos, pictures_of(options.photos)]
    return read


def _pictures(run: Run) -> Iterator[_Written]:
    if run.options.kind == "singles":
        yield from islice(_single_pictures(run), run.count)
        return
    # A block of scenes shares a tile set, so one worker should draw the whole block.
    size = scenes_per_set(run.options.kind)
    blocks = [range(start, min(start + size, run.count)) for start in range(0, run.count, size)]
    render = partial(_render_block, run)
    if run.workers <= 1:
        _one_thread()
        for block in blocks:
            yield from render(block)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(run.workers, mp_context=context, initializer=_one_thread) as pool:
        try:
            for pictures in pool.map(render, blocks):
                yield from pictures
        except BrokenProcessPool as error:
            raise OutputError(
                "a worker was ended from outside, perhaps for want of memory; give fewer --workers"
            ) from error
        except BaseException:  # Ctrl-C and SIGTERM too
            # The blocks being drawn are finished, the others are not begun.
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _one_thread() -> None:
    """Keep cv2 to one thread in this process: the workers share the cores among themselves."""
    cv2.setNumThreads(1)


def _render_block(run: Run, block: range) -> list[_Written]:
    done = []
    for index in block:
        scene = render_scene(run.seed, index, run.options)
        drawn = None
        if run.sheet and index < _SHEET_SCENES:
            drawn = draw_labels(scene.image, scene.record)
        done.append(_Written(scene.data, scene.record, drawn))
    return done


def _single_pictures(run: Run) -> Iterator[_Written]:
    crop = CropOptions(
        size_px=run.options.size_px, turns=False, no_tile=0.0, jitter=_SINGLES_JITTER
    )
    scenes = replace(run.options, kind="samples", size_px=_scene_size(run.options.size_px))
    for number, single in enumerate(singles(run.seed, scenes, crop)):
        image, data = jpeg(single.image, _SINGLES_QUALITY)
        if single.tile is None:
            continue
        label = TileLabel(
            single.tile,
            Quad.of(np.round(single.corners, 3)),
            turn=single.turn,
            visible=single.visible,
        )
        width, height = run.options.size_px
        record = PictureRecord(
            f"{number:06d}.jpg",
            width,
            height,
            (label,),
            source="render",
            set=single.set,
            complete=False,
            backs_labelled=True,
        )
        drawn = draw_labels(image, record) if run.sheet and number < _SHEET_SCENES else None
        yield _Written(data, record, drawn)


def _scene_size(crop_px: tuple[int, int]) -> tuple[int, int]:
    """Return a scene size in which tiles come out about as large as the crops wanted."""
    side = int(np.clip(max(crop_px) * _CROPS_ACROSS, *_SCENE_PX))
    return side, side * 3 // 4

"""One training scene from its seed: layout, camera, light, picture, labels."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from ..quads import Quad
from ..records import PictureRecord
from .arrays import Pixels, chance, pick, scene_rng
from .camera import NEAR_MM
from .canvas import Canvas
from .captions import add_captions
from .cuts import photo_cuts
from .decals import paint_decal
from .faces.art import ArtSet, art_sets
from .finish import finish, jpeg
from .grounds import paint_backdrop, paint_ground
from .lamps import draw_lamps
from .layouts.hands import lay_hand
from .layouts.overlap import clashes, clear_overlaps
from .layouts.place import Layout
from .layouts.rows import lay_rows
from .layouts.samples import lay_samples
from .layouts.tables import lay_table
from .painter import paint_solids
from .setting import Setting, draw_setting
from .shadows import cast_shadows
from .solids import FRONT
from .tileset import TileSet, draw_tileset, with_real_faces
from .truth import lookalike_quads, record, seen_side
from .views import draw_view

__all__ = [
    "KINDS",
    "RenderOptions",
    "Scene",
    "render_layout",
    "render_scene",
    "scenes_per_set",
    "tileset_for",
]

_LAYOUTS: dict[str, Callable[[Layout, np.random.Generator], None]] = {
    "rows": lay_rows,
    "hand": lay_hand,
    "table": lay_table,
    "samples": lay_samples,
}
KINDS = ("rows", "hand", "table", "samples", "mixed")
"""The kinds of scenes; `mixed` draws one of rows, hand and table, `samples` shows all names."""
_MIXED = {"rows": 0.3, "hand": 0.4, "table": 0.3}
_SCENES_PER_SET = {"samples": 2}
_MOST_SCENES_PER_SET = 6


def scenes_per_set(kind: str) -> int:
    """Return how many scenes in a row show the same tile set: its faces are drawn only once."""
    return _SCENES_PER_SET.get(kind, _MOST_SCENES_PER_SET)


# A layout is laid again at most this often.
_MOST_TRIES = 6
# A picture is sampled at about so many places each way to see how bright the faces are: at this
# percentile, and this bright where none is seen.
_FACE_SAMPLES, _FACE_SHARE, _USUAL_FACE = 120, 70, 200.0
# This share of the pictures carries captions or watermarks.
_CAPTIONED = 0.12
# Streams of random numbers that belong to a run but to no single scene.
_SET_STREAM = 1


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """What to render; the same options and seed give the same pictures."""

    kind: str = "mixed"
    size_px: tuple[int, int] = (640, 480)
    art: Path | None = None
    """A folder of artwork folders."""
    only_art: tuple[str, ...] | None = None
    """Names of the artwork folders to use; None for all."""
    fonts: bool = True
    """Whether to write with the fonts of this machine too."""
    photos: Path | None = None
    """A label file of photos to cut real tiles from, such as `train.jsonl`."""
    photo_share: float = 0.25
    """The share of tile sets that get real faces, where there are photos."""
    careful: bool = False
    """Whether the pictures are such as a player takes of a hand: all of it, from above or, where it
    stands, from the front, level, sharp and in fair light; no captions."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A rendered picture and its labels."""

    image: Pixels
    """(height, width, 3) RGB, as the JPEG file decodes."""
    record: PictureRecord
    data: bytes = field(repr=False)
    """The JPEG file."""
    lookalikes: tuple[Quad, ...] = ()
    """What could be taken for faces though it is none, clear of all tiles."""


def allowed_art(options: RenderOptions) -> tuple[ArtSet, ...]:
    """Return the artwork that the options allow."""
    sets = art_sets(options.art)
    if options.only_art is None:
        return sets
    return tuple(one for one in sets if one.name in options.only_art)


@lru_cache(maxsize=4)
def tileset_for(seed: int, block: int, options: RenderOptions) -> TileSet:
    """Return the tile set that a block of scenes of a run shows."""
    rng = scene_rng(seed, block, _SET_STREAM)
    tiles = draw_tileset(rng, allowed_art(options), fonts=options.fonts)
    cuts = photo_cuts(options.photos)
    if cuts is not None and chance(rng, options.photo_share):
        tiles = with_real_faces(tiles, cuts, rng)
    return tiles


def render_scene(seed: int, index: int, options: RenderOptions) -> Scene:
    """Render scene `index` of a run; it depends on the seed, the index and the options only."""
    rng = scene_rng(seed, index)
    tiles = tileset_for(seed, index // scenes_per_set(options.kind), options)
    kind = (
        options.kind
        if options.kind != "mixed"
        else pick(rng, tuple(_MIXED), tuple(_MIXED.values()))
    )
    return render_layout(_lay(kind, tiles, rng), rng, options, f"{index:06d}.jpg")


def render_layout(
    layout: Layout, rng: np.random.Generator, options: RenderOptions, file: str
) -> Scene:
    """Render what lies on a table: the room around it, camera and light are drawn by chance."""
    tiles = layout.tiles
    setting = draw_setting(layout, rng)
    view = draw_view(layout, rng, options.size_px, careful=options.careful)
    lamps = draw_lamps(rng, careful=options.careful).over(
        np.array(cv2.mean(setting.ground.texture)[:3])
    )
    canvas = Canvas.blank(view.camera, lamps)
    _paint_table(canvas, setting, rng)
    solids = [piece.solid for piece in layout.pieces] + layout.props
    cast_shadows(canvas, solids, tiles.size_mm[2], rng)
    sides = [seen_side(piece.solid, view.camera)[0] for piece in layout.pieces]
    paint_solids(canvas, solids, sides)
    labels = record(layout, canvas, file, tiles.name)
    picture = view.camera.develop(canvas.pixels)
    levels = (_face_level(canvas), view.tile_px)
    finished, quality = finish(picture, rng, levels, careful=options.careful)
    if not options.careful and chance(rng, _CAPTIONED):
        finished = add_captions(finished, rng, (tiles.house.chinese, tiles.house.latin))
    image, data = jpeg(finished, quality)
    return Scene(image, labels, data, lookalike_quads(layout, view.camera, labels))


def _lay(kind: str, tiles: TileSet, rng: np.random.Generator) -> Layout:
    """Lay a scene of this kind; one whose hand lies in itself is laid again."""
    for _ in range(_MOST_TRIES):
        layout = Layout(tiles, rng)
        _LAYOUTS[kind](layout, rng)
        if not clashes(layout):
            break
    clear_overlaps(layout)
    return layout


def _face_level(canvas: Canvas) -> float:
    """Return how bright the tiles' faces are painted: of their brighter part, 0 to 255."""
    step = max(1, min(canvas.owner.shape) // _FACE_SAMPLES)
    owner = canvas.owner[::step, ::step]
    faces = canvas.pixels[::step, ::step][(owner > 0) & (owner % 2 == 0)]
    return float(np.percentile(faces.mean(axis=1), _FACE_SHARE)) if len(faces) else _USUAL_FACE


def _paint_table(canvas: Canvas, setting: Setting, rng: np.random.Generator) -> None:
    """Paint the room, the table top and what is printed on it."""
    up = np.array([0.0, 0.0, 1.0])
    if not setting.ground.area(canvas.camera).all():
        paint_backdrop(canvas.pixels, rng)
    paint_ground(canvas.pixels, canvas.camera, setting.ground, canvas.lamps.diffuse(up[None])[0])
    for mark in setting.prints:
        if float(canvas.camera.depth(mark.corners()).min()) > NEAR_MM * 4:
            paint_decal(canvas, mark, FRONT, mark.decals[FRONT], up)

"""One physical tile set: its body, its back, and the print of every face."""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ...scoring.tiles import Tile
from .arrays import RGB, Floats, Pixels, between, chance, pick
from .backs import draw_back
from .cuts import PhotoCuts
from .faces.art import ArtSet
from .faces.house import HouseStyle, draw_house_style, paint_bonus_number, paint_face
from .faces.index import IndexStyle, draw_index_style, paint_index
from .faces.recolour import recolour
from .faces.sheet import Sheet
from .solids import FRONT, REAR, Decal, Layer, Solid, picture_levels

__all__ = ["TileSet", "draw_tileset", "with_real_faces"]

# Prints are drawn this wide; a tile of 200 pixels hardly needs more.
FACE_PX = 128


@dataclass(slots=True, eq=False)
class TileSet:
    """The body, back and faces of a set; faces are drawn when first asked for."""

    size_mm: tuple[float, float, float]
    radius_mm: float
    gloss: float
    layers: tuple[Layer, ...]
    house: HouseStyle
    index: IndexStyle | None
    art: ArtSet | None
    art_inks: bool
    """Artwork keeps its own inks."""
    art_scale: float
    bonus_from_house: bool
    bonus_numbered: bool
    """Artwork of bonus tiles gets the number of the house style added."""
    engraved: float
    """Depth of the relief, 0 printed flat."""
    relief: tuple[float, float]
    """The direction the relief is lit from, in the face's own pixels."""
    worn: float
    uneven: float
    """Spread of the tiles' own brightness."""
    back: Decal | None
    name: str
    cuts: PhotoCuts | None = None
    """Where `cuts_set` names a set: real faces cut from photos, used where that set has them."""
    cuts_set: str = ""
    red_fives: bool = False
    """Some of its fives are printed in red all over."""
    _faces: dict[tuple[Tile, bool], Decal] = field(default_factory=dict)

    @property
    def aspect(self) -> float:
        """Return height over width of a face."""
        return self.size_mm[1] / self.size_mm[0]

    def face(self, tile: Tile, *, red: bool = False) -> Decal:
        """Return the print of a face; `red` is for the red fives of Japanese sets."""
        key = (tile, red)
        if key not in self._faces:
            real = None if red else self._real(tile)
            if real is None:
                ink = self.print(tile)
                real = self._finish(_all_red(ink, self.house.palette.red) if red else ink)
            self._faces[key] = Decal(picture_levels(real))
        return self._faces[key]

    def draw_red(self, tile: Tile, rng: np.random.Generator) -> bool:
        """Draw whether a tile of this name is one of the set's red fives."""
        return self.red_fives and tile.suit is not None and tile.number == 5 and chance(rng, 0.25)

    def _real(self, tile: Tile) -> NDArray[np.float32] | None:
        """Return a face cut from a photo of this set, where there is one."""
        if self.cuts is None:
            return None
        rng = np.random.default_rng([self.house.seed, tile.index])
        found = self.cuts.face(self.cuts_set, tile, (FACE_PX, round(FACE_PX * self.aspect)), rng)
        return None if found is None else found[0]

    def print(self, tile: Tile) -> Pixels:
        """Return the ink of a face as premultiplied RGBA, without relief or wear."""
        height = round(FACE_PX * self.aspect)
        if self.art is None or not self.art.has(tile) or (tile.is_bonus and self.bonus_from_house):
            ink = paint_face(tile, self.house, FACE_PX, self.aspect)
        else:
            ink = self._from_art(self.art, tile, (FACE_PX, height))
        if self.index is None or tile.is_bonus or tile is Tile.JOKER:
            return ink
        return self._with_index(ink, tile, self.index)

    def _from_art(self, art: ArtSet, tile: Tile, size_px: tuple[int, int]) -> Pixels:
        """Return a face of the artwork, in this set's inks; numbers are added to bonus tiles."""
        width, height = size_px
        numbered = tile.is_bonus and self.bonus_numbered
        scale = self.art_scale * (0.78 if numbered else 1.0)
        size = round(width * scale), round(height * scale)
        small = art.ink(tile, *size)
        ink = np.zeros((height, width, 4), np.uint8)
        top, left = (height - size[1]) // 2, (width - size[0]) // 2
        if numbered:
            top = round((height - size[1]) * 0.9)
        ink[top : top + size[1], left : left + size[0]] = small
        if not self.art_inks:
            ink = recolour(ink, tile, self.house.palette)
        if numbered:
            sheet = Sheet(width, self.aspect)
            sheet.pixels[:] = ink
            paint_bonus_number(sheet, tile, self.house)
            ink = sheet.pixels
        return ink

    def _with_index(self, ink: Pixels, tile: Tile, index: IndexStyle) -> Pixels:
        height, width = ink.shape[:2]
        shrunk = cv2.warpAffine(
            ink,
            np.array(
                [
                    [index.shrink, 0, width * (1 - index.shrink) / 2],
                    [0, index.shrink, height * (1 - index.shrink)],
                ]
            ),
            (width, height),
            None,
            cv2.INTER_AREA,
        )
        sheet = Sheet(FACE_PX, self.aspect)
        sheet.pixels[:] = shrunk
        paint_index(sheet, tile, index, self.house.palette)
        return sheet.pixels

    def _finish(self, ink: Pixels) -> NDArray[np.float32]:
        """Add wear and the relief of the engraving."""
        result = ink.astype(np.float32)
        if self.worn > 0:
            rng = np.random.default_rng([self.house.seed, 7])
            noise = cv2.resize(rng.random((24, 18), np.float32), (ink.shape[1], ink.shape[0]))
            result *= np.clip(1 - self.worn * noise * 1.6, 0, 1)[..., None]
        if self.engraved > 0:
            deep = cv2.GaussianBlur(result[..., 3], (0, 0), 1.4)
            slope = cv2.Sobel(deep, cv2.CV_32F, 1, 0, ksize=3) * self.relief[0]
            slope += cv2.Sobel(deep, cv2.CV_32F, 0, 1, ksize=3) * self.relief[1]
            result[..., :3] += (slope * self.engraved * 0.12)[..., None]
        return result

    def solid(
        self,
        tile: Tile,
        centre_mm: Floats,
        rotation: Floats,
        rng: np.random.Generator,
        *,
        red: bool = False,
    ) -> Solid:
        """Return a tile of this set as a solid; `rng` gives it its own small differences."""
        bright = 1 + float(rng.normal(0, self.uneven))
        tint: RGB = (
            bright,
            bright * (1 + float(rng.normal(0, self.uneven / 3))),
            bright * (1 + float(rng.normal(0, self.uneven / 1.5))),
        )
        decals: dict[int, Decal] = {}
        if tile is not Tile.BACK:
            decals[FRONT] = self.face(tile, red=red)
        if self.back is not None:
            decals[REAR] = self.back
        return Solid(
            self.size_mm, centre_mm, rotation, self.layers, self.radius_mm, self.gloss, decals, tint
        )


def _all_red(ink: Pixels, red: RGB) -> Pixels:
    """Return the print with all its ink red."""
    alpha = ink[..., 3:].astype(np.float32) / 255
    return np.dstack([np.round(alpha * np.array(red)).astype(np.uint8), ink[..., 3]])


def _draw_face_colour(rng: np.random.Generator) -> RGB:
    kinds = {
        "white": ((244, 244, 240), 6),
        "ivory": ((240, 232, 210), 9),
        "yellowed": ((230, 212, 158), 12),
        "bone": ((226, 214, 186), 10),
        "grey": ((225, 228, 230), 6),
        "lemon": ((240, 228, 150), 12),
        "tinted": ((232, 240, 228), 10),
    }
    base, spread = kinds[pick(rng, tuple(kinds), (6, 4, 2, 1.5, 1.5, 0.8, 0.7))]
    r, g, b = np.clip(np.array(base) + rng.normal(0, spread, 3) * [0.6, 0.6, 1], 120, 252)
    return float(r), float(g), float(b)


def _draw_layers(rng: np.random.Generator) -> tuple[tuple[Layer, ...], str]:
    face = _draw_face_colour(rng)
    kind = pick(rng, ("two", "three", "one", "bamboo"), (6, 1.2, 2, 1.5))
    colours: tuple[RGB, ...] = (
        (30, 140, 60),
        (90, 170, 60),
        (20, 70, 170),
        (40, 60, 200),
        (220, 60, 140),
        (230, 150, 40),
        (210, 60, 50),
        (240, 180, 60),
        (30, 120, 120),
        (60, 50, 45),
        (120, 170, 120),
        (240, 120, 130),
        (20, 25, 30),
        (150, 205, 90),
    )
    base = np.array(pick(rng, colours)) * between(rng, 0.7, 1.1) + rng.normal(0, 8, 3)
    r, g, b = (float(v) for v in np.clip(base, 10, 250))
    split = between(rng, 0.22, 0.5)
    if kind == "one":
        return (Layer(1.0, face),), kind
    if kind == "three":
        second = between(rng, split + 0.1, 0.75)
        middle: RGB = pick(
            rng, ((245.0, 245.0, 240.0), (120.0, 200.0, 120.0), (250.0, 220.0, 120.0))
        )
        return (Layer(split, (r, g, b)), Layer(second, middle), Layer(1.0, face)), kind
    if kind == "bamboo":
        cane = np.clip(
            np.array([188, 140, 80]) * between(rng, 0.6, 1.15) + rng.normal(0, 8, 3), 0, 250
        )
        return (
            Layer(between(rng, 0.3, 0.6), (float(cane[0]), float(cane[1]), float(cane[2]))),
            Layer(1.0, face),
        ), kind
    return (Layer(split, (r, g, b)), Layer(1.0, face)), kind


def with_real_faces(tiles: TileSet, cuts: PhotoCuts, rng: np.random.Generator) -> TileSet:
    """Give a set the faces of a photographed one, and a body of their colour."""
    name = cuts.draw_set(rng)
    if name is None:
        return tiles
    probe = next(iter(sorted(cuts.sets[name], key=lambda tile: tile.index)))
    found = cuts.face(name, probe, (FACE_PX, round(FACE_PX * tiles.aspect)), rng)
    layers = tiles.layers
    if found is not None:
        layers = (*layers[:-1], Layer(1.0, found[1]))
    return replace(
        tiles, cuts=cuts, cuts_set=name, layers=layers, name=f"photo:{name}", index=None, _faces={}
    )


def draw_tileset(
    rng: np.random.Generator, art: tuple[ArtSet, ...] = (), *, fonts: bool = True
) -> TileSet:
    """Draw a set: half of them with artwork where there is any, the others of the house."""
    house = draw_house_style(rng, fonts=fonts)
    chosen = pick(rng, art) if art and chance(rng, 0.5) else None
    width = between(rng, 19, 34)
    deep = between(rng, 0.42, 0.6) if chance(rng, 0.25) else between(rng, 0.6, 0.9)
    size = (width, width * between(rng, 1.24, 1.46), width * deep)
    layers, kind = _draw_layers(rng)
    angle = rng.uniform(0, 2 * np.pi)
    indexed = chance(rng, 0.4)
    return TileSet(
        size_mm=size,
        radius_mm=width * between(rng, 0.045, 0.15),
        gloss=between(rng, 0.15, 1.0),
        layers=layers,
        house=house,
        index=draw_index_style(rng, house.palette, house.index) if indexed else None,
        art=chosen,
        art_inks=chance(rng, 0.25),
        art_scale=between(rng, 0.78, 0.98),
        bonus_from_house=chosen is not None and (not chosen.has_bonus or chance(rng, 0.5)),
        bonus_numbered=chance(rng, 0.65),
        engraved=between(rng, 0.2, 1.0) if chance(rng, 0.65) else 0.0,
        relief=(float(np.cos(angle)), float(np.sin(angle))),
        worn=between(rng, 0.05, 0.45) if chance(rng, 0.25) else 0.0,
        uneven=between(rng, 0.003, 0.03),
        back=draw_back(rng, layers[0].colour, kind, size[1] / size[0]),
        name=chosen.name if chosen is not None else "house",
        red_fives=chance(rng, 0.12),
    )

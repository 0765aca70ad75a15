"""Hard negatives in ink: blossoms, signs and writing printed on cloths, cards, racks and cases."""

import numpy as np

from .arrays import RGB, between, chance, log_between, pick, rgb
from .camera import rotation_z
from .faces.glyph_data import FIGURES, HANZI
from .faces.letters import Letters
from .faces.pictures import PICTURES
from .faces.plants import PLANTS, Garden
from .faces.sheet import Sheet
from .layouts.place import Layout
from .solids import FRONT, Decal, Layer, Solid, picture_levels

__all__ = ["add_cloth_prints", "add_ruler", "case_slots", "draw_print", "print_planks"]

_PRINT_PX, _RULER_PX = 128, 640
_WORDS = ("MAHJONG", "REKJE", "NORTH", "EAST", "HOTEL", "TEA", "MADE IN", "WIN", "LUCK", "CLUB")


def _any_ink(rng: np.random.Generator) -> RGB:
    if chance(rng, 0.4):
        return rgb(np.full(3, between(rng, 10, 60)))
    return rgb(rng.uniform(10, 240, 3))


def draw_print(rng: np.random.Generator, letters: tuple[Letters, Letters], aspect: float) -> Sheet:
    """Draw a lone sign, a line of writing, a blossom or a picture, on no tile."""
    sheet = Sheet(_PRINT_PX, aspect)
    chinese, latin = letters
    ink = _any_ink(rng)
    high = sheet.height
    kind = pick(rng, ("sign", "line", "word", "plant", "picture", "rings"), (2, 2, 2, 3, 1, 1))
    if kind in ("plant", "picture"):
        names = PLANTS if kind == "plant" else PICTURES
        inks = (_any_ink(rng), ink, _any_ink(rng))
        garden = Garden(
            sheet, (5, 5, 95, high - 5), *inks, between(rng, 1, 4), chance(rng, 0.4), rng
        )
        names[pick(rng, sorted(names))](garden)
    elif kind == "sign":
        side = min(90.0, high * 0.9)
        _stamp(sheet, chinese, pick(rng, sorted(HANZI)), at=(50, high / 2), side=side, ink=ink)
    elif kind == "rings":
        for radius in np.linspace(10, min(48, high / 2 - 2), int(rng.integers(1, 5))):
            sheet.ring((50, high / 2), float(radius), between(rng, 1, 5), ink)
    else:
        text = "".join(pick(rng, sorted(HANZI)) for _ in range(int(rng.integers(2, 7))))
        writer = chinese
        if kind == "word":
            text, writer = pick(rng, _WORDS).replace(" ", ""), latin
        step = 96 / len(text)
        for place, sign in enumerate(text):
            if sign in HANZI or sign in FIGURES:
                at = (2 + step * (place + 0.5), high / 2)
                _stamp(sheet, writer, sign, at=at, side=min(step * 0.92, high * 0.9), ink=ink)
    return sheet


def _stamp(
    sheet: Sheet, writer: Letters, sign: str, *, at: tuple[float, float], side: float, ink: RGB
) -> None:
    size = round(side * sheet.scale)
    sheet.stamp(writer.mask(sign, size, size), at, ink)


def add_cloth_prints(layout: Layout, rng: np.random.Generator) -> list[Solid]:
    """Return prints that lie flat on the table: solids of no thickness, only their ink shows."""
    letters = (layout.tiles.house.chinese, layout.tiles.house.latin)
    points = np.array(layout.focus)[:, :2]
    low, high = points.min(axis=0) - 150, points.max(axis=0) + 150
    many = chance(rng, 0.4)
    repeat = draw_print(rng, letters, 1.0)
    found = []
    size = log_between(rng, 15, 120)
    for _ in range(int(rng.integers(12, 50)) if many else int(rng.integers(1, 5))):
        sheet = repeat if many else draw_print(rng, letters, 1.0)
        side = size if many else log_between(rng, 15, 150)
        x, y = rng.uniform(low, high)
        turn = between(rng, -np.pi, np.pi) if chance(rng, 0.5) else 0.0
        ground = Solid(
            (side, side, 0.02), np.array([x, y, 0.0]), rotation_z(turn), (Layer(1.0, (0, 0, 0)),)
        )
        ground.decals[FRONT] = Decal(picture_levels(sheet.pixels))
        found.append(ground)
    return found


def print_planks(layout: Layout, rng: np.random.Generator) -> None:
    """Print something on some of the flat things that are there, such as racks and cards."""
    letters = (layout.tiles.house.chinese, layout.tiles.house.latin)
    for prop in layout.props:
        width, height, _ = prop.size_mm
        if FRONT in prop.decals or min(width, height) < 8 or prop.radius_mm > 6:
            continue
        if not chance(rng, 0.3):
            continue
        aspect = float(np.clip(height / width, 0.15, 4))
        prop.decals[FRONT] = Decal(picture_levels(draw_print(rng, letters, aspect).pixels))


def add_ruler(layout: Layout, rng: np.random.Generator) -> None:
    """Lay a ruler before all that lies there, as tables have to push tiles with.

    Many bear writing: the owner's name, a firm's, a wish.
    """
    spots = np.array(layout.focus)[:, 0]
    length = float(np.ptp(spots)) + between(rng, 1, 8) * layout.width
    deep, thick = between(rng, 22, 50), between(rng, 2, 14)
    turn = float(rng.normal(0, 0.012))
    solids = [*(piece.solid for piece in layout.pieces), *layout.props]
    nearest = min(float(solid.corners()[:, 1].min()) for solid in solids)
    room = length / 2 * abs(np.sin(turn)) + layout.height * between(rng, 0.02, 0.4)
    middle = float(spots.mean()) + between(rng, -3, 3) * layout.width
    body = rgb(np.full(3, between(rng, 190, 250)) + rng.normal(0, 6, 3))
    if chance(rng, 0.35):
        body = rgb(rng.uniform(15, 240, 3))
    ruler = Solid(
        (length, deep, thick),
        np.array([middle, nearest - room - deep / 2, thick / 2]),
        rotation_z(turn),
        (Layer(1.0, body),),
        1.5,
        between(rng, 0.1, 0.8),
    )
    if chance(rng, 0.85):
        letters = (layout.tiles.house.chinese, layout.tiles.house.latin)
        written = _writing(rng, letters, deep / length)
        ruler.decals[FRONT] = Decal(picture_levels(written.pixels))
    layout.props.append(ruler)


def _writing(rng: np.random.Generator, letters: tuple[Letters, Letters], aspect: float) -> Sheet:
    """Draw a line of signs on a long sheet."""
    sheet = Sheet(_RULER_PX, aspect)
    chinese, latin = letters
    ink = pick(rng, (_any_ink(rng), (180.0, 25.0, 40.0), (35.0, 35.0, 40.0)))
    writer, signs = (chinese, sorted(HANZI)) if chance(rng, 0.75) else (latin, sorted(FIGURES))
    side = sheet.height * between(rng, 0.45, 0.85)
    x, step = between(rng, 2, 40), side * between(rng, 1.05, 2.5)
    while x < 98 and chance(rng, 0.92):
        at = (x, sheet.height * (0.5 + float(rng.normal(0, 0.05))))
        _stamp(sheet, writer, pick(rng, signs), at=at, side=side, ink=ink)
        x += step
    return sheet


def case_slots(
    columns: int, ranks: int, tile_mm: tuple[float, float], rng: np.random.Generator
) -> Decal:
    """Return the print of a case's bottom: a slot for each tile, lighter or darker."""
    width, height = tile_mm[0] * columns, tile_mm[1] * ranks
    sheet = Sheet(256, height / width)
    shade = between(rng, 0, 255)
    ink = rgb(np.full(3, shade) + rng.normal(0, 12, 3))
    for column in range(columns):
        for rank in range(ranks):
            x0, x1 = (column + 0.07) * 100 / columns, (column + 0.93) * 100 / columns
            y0, y1 = (rank + 0.06) * sheet.height / ranks, (rank + 0.94) * sheet.height / ranks
            corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
            if chance(rng, 0.5):
                sheet.outline(corners, 1.2, ink)
            else:
                sheet.polygon(corners, ink)
    return Decal(picture_levels(sheet.pixels))

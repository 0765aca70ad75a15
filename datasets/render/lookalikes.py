"""Things that could be taken for tiles: cards, dominoes, keyboards, labels, wind markers."""

import numpy as np

from .arrays import RGB, between, chance, pick, rgb
from .camera import rotation_z
from .faces.glyph_data import FIGURES, HANZI
from .faces.letters import Letters
from .faces.sheet import Sheet
from .layouts.place import Spot
from .solids import FRONT, Decal, Layer, Solid, picture_levels

__all__ = ["LOOKALIKES", "lookalike"]

# Millimetres: width, height, thickness, and how rounded.
LOOKALIKES: dict[str, tuple[float, float, float, float]] = {
    "card": (63.0, 88.0, 0.6, 0.3),
    "domino": (24.0, 48.0, 9.0, 1.5),
    "keys": (230.0, 90.0, 12.0, 2.0),
    "label": (90.0, 55.0, 0.5, 0.2),
    "marker": (25.0, 33.0, 14.0, 2.5),
    "disc": (38.0, 38.0, 9.0, 2.0),
}
Face = tuple[float, float, float, float]
Faces = tuple[Face, ...]
_WHOLE: Face = (0.0, 0.0, 1.0, 1.0)
_RED, _BLACK = (195.0, 20.0, 30.0), (20.0, 20.0, 25.0)
_GREEN = (15.0, 110.0, 60.0)
_WINDS = "東南西北"
_SIGNS = tuple(sign for sign in FIGURES if sign.isascii())


def lookalike(
    kind: str, spot: Spot, letters: tuple[Letters, Letters], rng: np.random.Generator
) -> Solid:
    """Return one of the lookalikes lying at a spot; `letters` are Chinese and Latin."""
    chinese, latin = letters
    width, height, thick, radius = LOOKALIKES[kind]
    sheet = Sheet(192 if kind == "keys" else 96, height / width)
    body: RGB = (245.0, 245.0, 240.0)
    faces: Faces = (_WHOLE,)
    if kind == "card":
        _card(sheet, latin, rng)
    elif kind == "domino":
        dark = chance(rng, 0.4)
        body = (25.0, 25.0, 30.0) if dark else (240.0, 232.0, 210.0)
        _domino(sheet, (245.0, 245.0, 245.0) if dark else _BLACK, rng)
        faces = ((0.0, 0.0, 1.0, 0.5), (0.0, 0.5, 1.0, 1.0))
    elif kind == "keys":
        body = rgb(np.full(3, between(rng, 15, 230)))
        faces = _keys(sheet, latin, rng)
    elif kind == "label":
        _label(sheet, latin, rng)
        faces = ()
    else:
        body, window = _marker(sheet, chinese, kind, rng)
        faces = (window,) if kind == "disc" else (window, _WHOLE)
    centre = np.array([spot.x, spot.y, thick / 2])
    layers = (Layer(1.0, body),)
    thing = Solid((width, height, thick), centre, rotation_z(spot.turn), layers, radius, 0.3)
    thing.is_round = kind == "disc"
    thing.decals[FRONT] = Decal(picture_levels(sheet.pixels))
    thing.lookalikes = faces
    return thing


def _stamp(
    sheet: Sheet, letters: Letters, sign: str, *, at: tuple[float, float], tall: float, ink: RGB
) -> None:
    size = round(tall * 0.62 * sheet.scale), round(tall * sheet.scale)
    sheet.stamp(letters.mask(sign, *size), at, ink)


def _card(sheet: Sheet, letters: Letters, rng: np.random.Generator) -> None:
    ink = pick(rng, (_RED, _BLACK))
    sign = pick(rng, tuple("23456789AKJ"))
    high = sheet.height
    _stamp(sheet, letters, sign, at=(11, 14), tall=18, ink=ink)
    _stamp(sheet, letters, sign, at=(89, high - 14), tall=18, ink=ink)
    count = int(sign) if sign.isdigit() else 1
    columns = 1 if count < 4 else 2
    for number in range(count):
        column, rank = number % columns, number // columns
        ranks = -(-count // columns)
        x = 50 + (column - (columns - 1) / 2) * 36
        y = high * (rank + 0.5) / ranks * 0.7 + high * 0.15
        size = 9.0 if count > 1 else 22.0
        if ink == _RED:
            sheet.polygon(
                [(x, y - size), (x + size * 0.8, y), (x, y + size), (x - size * 0.8, y)], ink
            )
        else:
            for dx, dy in ((0, -0.5), (-0.5, 0.2), (0.5, 0.2)):
                sheet.disc((x + dx * size, y + dy * size), size * 0.5, ink)
            sheet.line([(x, y), (x, y + size)], size * 0.25, ink)


def _domino(sheet: Sheet, ink: RGB, rng: np.random.Generator) -> None:
    sheet.line([(12, 100), (88, 100)], 3, ink)
    spots = ((50, 50), (26, 26), (74, 74), (26, 74), (74, 26), (26, 50), (74, 50))
    for half in (0, 100):
        for x, y in spots[int(rng.integers(2)) : int(rng.integers(1, 7))]:
            sheet.disc((x, y + half), 8, ink)


def _keys(sheet: Sheet, letters: Letters, rng: np.random.Generator) -> Faces:
    """Draw a keyboard; return where some of its keys are."""
    key = rgb(np.full(3, between(rng, 10, 250)))
    ink = (245.0, 245.0, 245.0) if key[0] < 120 else _BLACK
    columns, ranks = int(rng.integers(8, 14)), int(rng.integers(3, 6))
    pitch_x, pitch_y = 96 / columns, (sheet.height - 4) / ranks
    found: list[Face] = []
    for rank in range(ranks):
        for column in range(columns):
            x, y = 2 + (column + 0.5) * pitch_x, 2 + (rank + 0.5) * pitch_y
            w, h = pitch_x * 0.42, pitch_y * 0.42
            sheet.polygon([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)], key)
            _stamp(sheet, letters, pick(rng, _SIGNS), at=(x, y), tall=pitch_y * 0.45, ink=ink)
            if chance(rng, 0.1):
                low, high = (y - h) / sheet.height, (y + h) / sheet.height
                found.append(((x - w) / 100, low, (x + w) / 100, high))
    return tuple(found)


def _label(sheet: Sheet, letters: Letters, rng: np.random.Generator) -> None:
    ink = pick(rng, (_RED, _BLACK, (20.0, 60.0, 160.0)))
    lines = int(rng.integers(1, 4))
    tall = (sheet.height - 10) / lines
    for line in range(lines):
        count = int(rng.integers(2, 9))
        for place in range(count):
            at = (8 + (place + 0.5) * 84 / count, 5 + (line + 0.5) * tall)
            _stamp(sheet, letters, pick(rng, _SIGNS), at=at, tall=min(tall * 0.8, 18), ink=ink)
    if chance(rng, 0.5):
        sheet.outline([(3, 3), (97, 3), (97, sheet.height - 3), (3, sheet.height - 3)], 1.5, ink)


def _marker(
    sheet: Sheet, letters: Letters, kind: str, rng: np.random.Generator
) -> tuple[RGB, Face]:
    """Draw what tells the winds of the players: a sign in a window of a coloured body.

    Returns the body's colour and where the window is.
    """
    body = pick(rng, (_GREEN, (170.0, 30.0, 35.0), (30.0, 60.0, 150.0), (35.0, 35.0, 40.0)))
    if chance(rng, 0.4):
        body = rgb(np.array(body) + rng.uniform(0, 90, 3))
    window: RGB = (245.0, 245.0, 240.0)
    if chance(rng, 0.15):
        body, window = window, body
    middle = sheet.height / 2
    reach = high = between(rng, 22, 42)
    if kind == "disc":
        if chance(rng, 0.5):
            sheet.disc((50, middle), reach + 4, window)
        else:
            turn = np.linspace(0, np.pi, 20) + between(rng, 0, 2 * np.pi)
            sheet.polygon([(50 + 46 * np.cos(a), middle + 46 * np.sin(a)) for a in turn], window)
    else:
        high = reach * between(rng, 1.0, 1.35)
        sheet.polygon(
            [(50 + x * reach, middle + y * high) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))],
            window,
        )
    sign = pick(rng, _WINDS) if chance(rng, 0.7) else pick(rng, sorted(HANZI))
    ink = pick(rng, (_RED, _BLACK, _GREEN, (190.0, 140.0, 30.0)), (3, 1, 1, 1))
    tall = reach * between(rng, 1.1, 1.8)
    size = round(tall * between(rng, 0.6, 0.95) * sheet.scale), round(tall * sheet.scale)
    sheet.stamp(letters.mask(sign, *size), (50, middle), ink)
    return body, (
        0.5 - reach / 100,
        0.5 - high / sheet.height,
        0.5 + reach / 100,
        0.5 + high / sheet.height,
    )

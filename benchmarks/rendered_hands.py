"""Whole hands rendered with tiles that no model was trained on: what of them is read right.

    python benchmarks/rendered_hands.py [--art FOLDER [--only-art NAME]...] [--count 500]
        [--seed 90001] [--special] [--careful] [--perfect] [--json] [--sheet worst.png]

Without FOLDER the tiles are the house's: each set is drawn by chance, and those of a seed that no
training took are new (the shipped models took some below 10,000). FOLDER holds folders of artwork,
a PNG a face named by tile code: for instance the tile sets of KMahjongg or GNOME Mahjongg
(`rsvg-convert --export-id` cuts a face out; WIND_1 to WIND_4 are north, south, east, west). Then
only sets with artwork are shown; bonus tiles may be the house's.

A hand is kept where a photo can tell it: every tile shows 90 % of itself, lies inside the picture
and is 24 pixels wide, none but a closed kong's is face down, and no closed kong shows all four
faces. All is judged by the groups that were laid; a hand with a kong of four backs is compared
without it. `--perfect` gives the layout every tile as it lies, as if both networks made no mistake.
"""

import argparse
import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from peer_detector import cell
from PIL import Image, ImageDraw, ImageFont

import rekje
from rekje.datasets.records import GroupKind, PictureRecord, TileGroup, TileLabel
from rekje.datasets.render import scene as stage
from rekje.models.evaluation.hands import HandOutcome, compare
from rekje.models.evaluation.intervals import of_photos
from rekje.scoring.melds import MeldKind
from rekje.scoring.notation import format_hand, parse_hand
from rekje.scoring.tiles import Tile
from rekje.vision.drawing.annotate import annotate
from rekje.vision.reading import Reading, ReadingGroup, TileReading
from rekje.vision.seeing import NO_TILE, SeenTile
from rekje.vision.understand import understand

SIZE_PX, KIND, LEAST_VISIBLE, LEAST_WIDE_PX = (960, 720), "hand", 0.9, 24.0
DOWN = {1: "kong, one down", 2: "kong, inner two down", 4: "kong, four down"}
OUTER, OUTER_TWO = (0, 3), "kong, outer two down"
SOME_DOWN, AS_A_KONG = "kong, one or two down", "kong, one or two down: as a kong"
TURNED, UPRIGHT = "claimed tile flagged turned", "no upright tile flagged"
APART, APART_NAMED = "winning tile apart: found", "winning tile apart: found and right"
NONE_APART, CERTAIN, SILENT = "none found where none lies apart", "certain", "silent mistakes"
WHOLE = ("groups", "open", "tiles", "hand")
BUT_FOR_BONUS = "tiles but for flowers and seasons"
KONGS = (*DOWN.values(), OUTER_TWO, SOME_DOWN, AS_A_KONG)
SINGLE = (TURNED, UPRIGHT, APART, APART_NAMED, NONE_APART)
ROWS = (*KONGS, *SINGLE, *WHOLE, BUT_FOR_BONUS, CERTAIN, SILENT)
SIZES = ((24.0, "under 24 px"), (40.0, "24 to 39 px"), (math.inf, "40 px and more"))
SHOWN, COLUMNS, CELL_PX, TEXT_PX = 20, 4, (800, 600), 14


@dataclass(frozen=True, slots=True)
class Judged:
    """One hand: each thing that was to be read, and whether it was."""

    index: int
    outcome: HandOutcome
    checks: tuple[tuple[str, bool], ...]
    parts: tuple[str, ...]

    @property
    def wrong(self) -> list[str]:
        """Return the rows of what was read wrong, each once."""
        wrong = dict.fromkeys(row for row, right in self.checks if not right)
        return [row for row in wrong if row not in (CERTAIN, SILENT)]

    def to_json(self) -> dict[str, Any]:
        """Return the hand, what it was read as, and what of that is wrong."""
        reading = self.outcome.reading
        about = {"index": self.index, "parts": self.parts, "certain": reading.certain}
        notes = {"wrong": self.wrong, "notes": [note.text() for note in reading.warnings]}
        return about | {"is": self.outcome.text, "read": reading.hand_text} | notes


def laid(record: PictureRecord) -> list[tuple[TileGroup, list[TileLabel | None]]]:
    """Return the groups of the hand, each with the labels of its tiles."""
    return [
        (group, [None if member is None else record.tiles[member] for member in group.members])
        for group in record.groups
        if group.kind is not GroupKind.OTHER or group.of_hand
    ]


def is_closed_kong(group: TileGroup | ReadingGroup) -> bool:
    """Tell whether a group was laid, or read, as a closed kong."""
    return group.kind is GroupKind.KONG and group.open is False


def can_be_told(record: PictureRecord) -> bool:
    """Tell whether the picture shows all that is needed to read the hand."""
    for group, labels in laid(record):
        if is_closed_kong(group) is not bool(group.face_down):
            return False
        for label in labels:
            if label is None or (label.visible or 0.0) < LEAST_VISIBLE:
                return False
            x0, y0, x1, y1 = label.quad.box
            margin_px = min(x0, y0, record.width - x1, record.height - y1)
            if margin_px < 0 or sides_px(label)[0] < LEAST_WIDE_PX:
                return False
    return bool(record.hand)


def is_special(record: PictureRecord) -> bool:
    """Tell whether a tile of the hand is special: face down, turned, or a winning tile apart."""
    return any(g.face_down or g.turned or g.kind is GroupKind.WINNING for g, _ in laid(record))


def sides_px(label: TileLabel) -> tuple[float, float]:
    """Return how wide and how high a tile is seen: the mean of its opposite sides."""
    a, b, c, d = label.quad.corners
    return (math.dist(a, b) + math.dist(c, d)) / 2, (math.dist(b, c) + math.dist(d, a)) / 2


def without_hidden(record: PictureRecord) -> PictureRecord:
    """Return the record with the hand as a reader can know it: no kong of which no face shows."""
    hand = parse_hand(record.hand)
    shown = {tile for group in record.groups if is_closed_kong(group) for tile in group.tiles}
    known = (m for m in hand.melds if m.kind is not MeldKind.KONG or m.open or m.tile in shown)
    return replace(record, hand=format_hand(replace(hand, melds=tuple(known))))


def read_at(reading: Reading, label: TileLabel | None) -> TileReading | None:
    """Return what was read where a tile lies."""
    if label is None or not reading.tiles:
        return None
    near = min((math.dist(label.quad.centre, np.mean(t.quad, 0)), t.n) for t in reading.tiles)
    return reading.tile(near[1]) if near[0] < math.sqrt(abs(label.quad.area)) / 2 else None


def judge(record: PictureRecord, reading: Reading, index: int = 0) -> Judged:
    """Compare a reading with the truth of a scene whose hand can be told."""
    outcome = compare(without_hidden(record), reading)
    checks: list[tuple[str, bool]] = []
    flagged = False
    for group, labels in laid(record):
        read = [read_at(reading, label) for label in labels]
        checks += kong_checks(group, read, reading) if is_closed_kong(group) else []
        for place, tile in enumerate(read):
            if group.kind is GroupKind.WINNING:
                found = tile is not None and reading.groups[tile.group].kind is group.kind
                checks += [(APART, found), (APART_NAMED, found and tile.tile is group.tiles[0])]
            elif place in group.turned:
                checks.append((TURNED, tile is not None and tile.turned))
            else:
                flagged |= tile is not None and tile.turned
    checks.append((UPRIGHT, not flagged))
    checks.append((BUT_FOR_BONUS, plain_tiles(outcome.text) == plain_tiles(reading.hand_text)))
    if GroupKind.WINNING not in [group.kind for group in record.groups]:
        checks.append((NONE_APART, GroupKind.WINNING not in [g.kind for g in reading.groups]))
    checks += [(row, value) for row in WHOLE if (value := getattr(outcome, row)) is not None]
    checks += [(CERTAIN, reading.certain), *[(SILENT, not outcome.hand)] * reading.certain]
    return Judged(index, outcome, tuple((r, bool(v)) for r, v in checks), parts_of(record))


def plain_tiles(text: str) -> Counter[Tile]:
    """Return the tiles of a hand, how they lie aside, without flowers and seasons."""
    hand = parse_hand(text)
    return Counter(hand.concealed) + Counter(tile for meld in hand.melds for tile in meld.tiles)


def perfect(record: PictureRecord) -> Reading:
    """Return the reading of networks that make no mistake."""
    seen = []
    for label in record.tiles:
        if (label.visible or 1.0) >= 1 - LEAST_VISIBLE:
            back = label.tile is Tile.BACK
            chances = np.full(NO_TILE + 1, 1e-6)
            chances[label.tile.index] = 1.0
            turn = 0.0 if back else 1.0
            seen.append(SeenTile(label.quad.corners, back, chances / chances.sum(), turn, 1.0))
    return understand(seen, SIZE_PX)


def kong_checks(
    group: TileGroup, read: Sequence[TileReading | None], reading: Reading
) -> list[tuple[str, bool]]:
    """Return whether a closed kong was read as that kong, or as one that cannot be known."""
    there = [tile for tile in read if tile is not None]
    number = there[0].group if there else 0
    kong = len(there) == len(read) and is_closed_kong(reading.groups[number])
    kong = kong and {tile.n for tile in there} == set(reading.groups[number].tiles)
    if len(group.face_down) == len(group.tiles):
        asked = {dict(n.values)["group"] for n in reading.warnings if n.code == "hidden_kong"}
        return [(DOWN[4], kong and number in asked)]
    face = next(tile for tile in group.tiles if tile is not Tile.BACK)
    right = kong and all(tile.tile is face for tile in there)
    row = OUTER_TWO if group.face_down == OUTER else DOWN[len(group.face_down)]
    return [(row, right), (SOME_DOWN, right), (AS_A_KONG, kong)]


def parts_of(record: PictureRecord) -> tuple[str, ...]:
    """Return the parts of the table that a hand counts in: size is its tiles' shorter side."""
    labels = [label for _, labels in laid(record) for label in labels if label is not None]
    wide, high = np.array([sides_px(label) for label in labels]).T
    size = np.median(np.minimum(wide, high))
    return ("all", next(name for end, name in SIZES if size < end), record.set)


def figures(hands: Sequence[Judged]) -> dict[str, dict[str, Any]]:
    """Return the share of every row for every part."""
    found, sets = {}, {one.parts[-1] for one in hands}
    for part in ("all", *(name for _, name in SIZES), *sorted(sets)):
        checks = [check for one in hands if part in one.parts for check in one.checks]
        values = {row: [right for name, right in checks if name == row] for row in ROWS}
        found[part] = {row: of_photos(sum(v), len(v)).to_json() for row, v in values.items()}
    return found


def table(document: dict[str, Any]) -> str:
    """Return the figures side by side, per cent with the interval."""
    parts = document["figures"]
    lines = [f"{document['kept']} hands kept of {document['rendered']} rendered", ""]
    lines += [f"| | {' | '.join(parts)} |", "|---" * (len(parts) + 1) + "|"]
    lines += [f"| {row} | {' | '.join(cell(p[row]) for p in parts.values())} |" for row in ROWS]
    return "\n".join(lines)


def draw_sheet(worst: Sequence[Judged], seed: int, options: stage.RenderOptions, out: Path) -> None:
    """Write the pictures of some hands with what was read in them, and their truths below."""
    wide, high = CELL_PX[0], CELL_PX[1] + 4 * TEXT_PX
    page = Image.new("RGB", (COLUMNS * wide, -(-len(worst) // COLUMNS) * high), "white")
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(TEXT_PX)
    for place, one in enumerate(worst):
        reading, mark = one.outcome.reading, "CERTAIN " * one.outcome.is_silent_mistake
        corner = (place % COLUMNS * wide, place // COLUMNS * high)
        picture = annotate(stage.render_scene(seed, one.index, options).image, reading)
        page.paste(Image.fromarray(picture).resize(CELL_PX), corner)
        words = f"{one.index} {mark}{'; '.join(one.wrong)}", f"is   {one.outcome.text}"
        text = "\n".join((*words, f"read {reading.hand_text}"))
        draw.text((corner[0] + 4, corner[1] + CELL_PX[1]), text, "black", font)
    page.save(out)


def main() -> None:
    """Print the table, or one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--art", type=Path)
    parser.add_argument("--only-art", action="append", default=[], help="one of its folders")
    parser.add_argument("--count", type=int, default=500, help="hands to keep")
    parser.add_argument("--seed", type=int, default=90_001)
    parser.add_argument("--special", action="store_true", help="only hands with special tiles")
    parser.add_argument("--careful", action="store_true", help="as a player takes a photo")
    parser.add_argument("--perfect", action="store_true", help="without the networks")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--sheet", type=Path, help="write the worst 20 as a PNG")
    given = parser.parse_args()
    only = tuple(given.only_art) or None
    options = stage.RenderOptions(
        KIND, SIZE_PX, given.art, only, fonts=False, careful=given.careful
    )
    if given.only_art and not given.art:
        parser.error("--only-art: name the FOLDER with --art")
    if given.art and not stage.allowed_art(options):
        parser.error(f"{given.art} has none of these folders: {', '.join(given.only_art)}")
    reader, hands, rendered = rekje.open_reader(), [], 0
    for index in count():
        block = index // stage.scenes_per_set(KIND)
        if given.art and stage.tileset_for(given.seed, block, options).art is None:
            continue
        scene, rendered = stage.render_scene(given.seed, index, options), rendered + 1
        if can_be_told(scene.record) and (is_special(scene.record) or not given.special):
            one = perfect(scene.record) if given.perfect else reader.read(scene.image)
            hands.append(judge(scene.record, one, index))
        if len(hands) >= given.count:
            break
    hands.sort(key=lambda one: (not one.outcome.is_silent_mistake, -len(one.wrong), one.index))
    if given.sheet:
        draw_sheet([one for one in hands if one.wrong][:SHOWN], given.seed, options, given.sheet)
    document = {"rendered": rendered, "kept": len(hands), "figures": figures(hands)}
    document |= {"seed": given.seed, "hands": [one.to_json() for one in hands]}
    print(json.dumps(document) if given.json else table(document))


if __name__ == "__main__":
    main()

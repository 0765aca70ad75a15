"""Whole scenes: the same seed gives the same picture, and the labels make sense."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from rekje.datasets.check import Severity, check_labels
from rekje.datasets.records import GroupKind, TileGroup
from rekje.datasets.render import KINDS, RenderOptions, render_scene, scenes
from rekje.datasets.render.camera import Camera
from rekje.datasets.render.canvas import Canvas
from rekje.datasets.render.deal import deal
from rekje.datasets.render.lamps import draw_lamps
from rekje.datasets.render.layouts.hands import lay_hand
from rekje.datasets.render.layouts.overlap import clashes, clear_overlaps
from rekje.datasets.render.layouts.place import Layout, Spot
from rekje.datasets.render.layouts.tables import lay_table
from rekje.datasets.render.tileset import TileSet, draw_tileset
from rekje.datasets.render.truth import record
from rekje.scoring.notation import format_hand, parse_hand
from rekje.scoring.tiles import Tile

PLAIN = RenderOptions(fonts=False, size_px=(320, 240))


@pytest.fixture(scope="module")
def tiles() -> TileSet:
    """A set whose faces are never drawn: layouts alone are looked at."""
    made = draw_tileset(np.random.default_rng(0), fonts=False)
    for tile in Tile:
        for red in (False, True):
            made._faces[tile, red] = made.back  # type: ignore[assignment]
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_renders(kind: str) -> None:
    options = RenderOptions(kind=kind, fonts=False, size_px=(320, 240))
    for scene in scenes(3, options, count=2):
        assert scene.image.shape == (240, 320, 3)
        assert scene.image.dtype == np.uint8
        assert scene.data[:2] == b"\xff\xd8"
        assert scene.image.std() > 2
        assert scene.record.tiles


def test_same_seed_same_bytes_in_any_order() -> None:
    forward = [render_scene(7, index, PLAIN).data for index in (0, 1, 9)]
    backward = [render_scene(7, index, PLAIN).data for index in (9, 1, 0)]
    assert forward == backward[::-1]
    assert render_scene(8, 0, PLAIN).data != forward[0]


def test_labels_are_possible() -> None:
    for scene in scenes(11, PLAIN, count=12):
        record = scene.record
        assert record.complete
        assert record.backs_labelled
        for label in record.tiles:
            assert label.quad.is_simple
            assert label.quad.area > 0
            assert label.visible is not None
            assert label.visible > 0
        for number, group in enumerate(record.groups):
            for tile, member in zip(group.tiles, group.members, strict=True):
                if member is not None:
                    assert record.tiles[member].tile is tile
                    assert record.tiles[member].group == number


def test_hand_texts_parse_and_stand_for_the_tiles_that_are_seen() -> None:
    seen = 0
    for scene in scenes(5, RenderOptions(kind="hand", fonts=False, size_px=(640, 480)), count=14):
        if not scene.record.hand:
            continue
        seen += 1
        hand = parse_hand(scene.record.hand)
        assert format_hand(hand) == scene.record.hand
        shown = Counter(label.tile for label in scene.record.tiles)
        down = shown.pop(Tile.BACK, 0)
        missing = Counter(hand.copies) - shown
        assert shown - Counter(hand.copies) == Counter()
        assert sum(missing.values()) == down
    assert seen >= 5


def test_a_careful_player_has_all_of_the_hand_in_the_picture() -> None:
    options = RenderOptions(kind="hand", fonts=False, size_px=(640, 480), careful=True)
    for scene in scenes(5, options, count=12):
        record = scene.record
        members = [m for group in record.groups if of_hand(group) for m in group.members]
        for label in (record.tiles[member] for member in members if member is not None):
            x0, y0, x1, y1 = label.quad.box
            assert min(x0, y0, record.width - x1, record.height - y1) > -2


def of_hand(group: TileGroup) -> bool:
    return group.kind is not GroupKind.OTHER or bool(group.of_hand)


@pytest.mark.parametrize("kind", ["rows", "hand", "table"])
def test_the_groups_of_the_hand_hold_the_tiles_of_its_text(kind: str) -> None:
    seen = 0
    for scene in scenes(9, RenderOptions(kind=kind, fonts=False, size_px=(640, 480)), count=18):
        for group in scene.record.groups:
            down = [n for n, tile in enumerate(group.tiles) if tile is Tile.BACK]
            assert list(group.face_down) == down
        if not scene.record.hand:
            continue
        seen += 1
        groups = [group for group in scene.record.groups if of_hand(group)]
        laid = Counter(tile for group in groups for tile in group.tiles)
        copies = Counter(parse_hand(scene.record.hand).copies)
        down_count = laid.pop(Tile.BACK, 0)
        assert laid - copies == Counter()
        assert (copies - laid).total() == down_count
    assert seen


def test_a_set_without_its_winning_tile_is_of_the_hand(tiles: TileSet) -> None:
    found = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        made = Layout(tiles, rng)
        lay_hand(made, rng)
        camera = Camera.looking_at(
            np.zeros(3), np.array([0.0, -0.01, 1.0]), 2500.0, focal_px=900.0, size_px=(640, 480)
        )
        canvas = Canvas.blank(camera, draw_lamps(rng))
        for number in range(len(made.pieces)):
            canvas.owner[number // 600, number % 600] = 2 * number + 2
            canvas.areas[number] = 1.0
        groups = record(made, canvas, "a.jpg", "house").groups
        found += sum(group.kind is GroupKind.OTHER for group in groups)
        assert all(of_hand(group) for group in groups)
        made.hand = ""
        for group in record(made, canvas, "a.jpg", "house").groups:
            assert group.of_hand is (False if group.kind is GroupKind.OTHER else None)
    assert found


def test_deals_keep_to_four_copies() -> None:
    rng = np.random.default_rng(1)
    for _ in range(100):
        dealt = deal(rng)
        count = Counter(dealt.row) + Counter(dealt.bonus) + Counter(dealt.rest)
        for meld in dealt.melds:
            count.update(meld.tiles)
        for tile in Tile:
            goal = 4 if tile.index < 34 else 1 if tile.is_bonus else 0
            assert count[tile] == goal, tile
        assert len(dealt.row) + 3 * len(dealt.melds) == (13 if dealt.loose else 14)


def test_all_the_ways_of_the_table_occur(tiles: TileSet) -> None:
    found: Counter[str] = Counter()
    for seed in range(150):
        rng = np.random.default_rng(seed)
        made = Layout(tiles, rng)
        lay_hand(made, rng)
        for group in made.groups:
            found[group.kind.value] += 1
            if group.kind is GroupKind.KONG and not group.open:
                found[f"kong {group.face_down}"] += 1
            if group.open and group.turned:
                found["claimed tile sideways"] += 1
            if group.kind is GroupKind.CHOW and group.open is None:
                found["set apart"] += 1
        found["rack"] += bool(made.props)
    for kind in GroupKind:
        if kind is not GroupKind.OTHER:
            assert found[kind.value] > 3, kind
    for down in ([], [1, 2], [0, 3], [0, 1, 2, 3]):
        assert found[f"kong {down}"] > 0, down
    assert sum(found[f"kong [{n}]"] for n in range(4)) > 0
    assert found["claimed tile sideways"] > 5
    assert found["set apart"] > 5
    assert found["rack"] > 10


def test_tables_label_walls_and_discards_as_other(tiles: TileSet) -> None:
    backs = others = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        made = Layout(tiles, rng)
        lay_table(made, rng)
        for group in made.groups:
            if group.kind is GroupKind.OTHER and len(group.pieces) > 5:
                others += 1
                backs += len(group.face_down) > 5
    assert others > 30
    assert backs > 10


def test_check_finds_nothing_impossible() -> None:
    records = [scene.record for scene in scenes(21, PLAIN, count=12)]
    problems = [p for p in check_labels(records) if p.severity is Severity.ERROR]
    assert problems == []


def test_no_tile_stands_in_another(tiles: TileSet) -> None:
    taken = 0
    for seed in range(25):
        rng = np.random.default_rng(seed)
        made = Layout(tiles, rng)
        lay_table(made, rng)
        before = len(made.pieces)
        clear_overlaps(made)
        taken += before - len(made.pieces)
        for number, group in enumerate(made.groups):
            assert [made.pieces[piece].group for piece in group.pieces] == [number] * len(
                group.pieces
            )
            for position in (*group.turned, *group.face_down):
                assert position < len(group.pieces)
        left = len(made.pieces)
        clear_overlaps(made)
        assert len(made.pieces) == left
    assert taken > 0


def test_clashes_are_counted(tiles: TileSet) -> None:
    made = Layout(tiles, np.random.default_rng(0), jitter=0.0)
    group = made.group(GroupKind.CONCEALED)
    made.lie(Tile("1m"), Spot(0, 0), group)
    made.lie(Tile("2m"), Spot(made.width, 0), group)
    assert clashes(made) == 0
    made.lie(Tile("3m"), Spot(made.width / 2, 5, 0.4), group)
    assert clashes(made) == 2
    made.lie(Tile("4m"), Spot(0, 0, z=made.depth), group)
    assert clashes(made) == 2


def test_red_fives_are_fives_marked_red(tiles: TileSet) -> None:
    reds = replace(tiles, red_fives=True)
    made = Layout(reds, np.random.default_rng(0))
    made.row((Tile("5p"),) * 30 + (Tile("6p"),) * 30, Spot(0, 0), None)
    assert 1 < sum(piece.red for piece in made.pieces[:30]) < 20
    assert not any(piece.red for piece in made.pieces[30:])
    plain = draw_tileset(np.random.default_rng(3), fonts=False)
    ink = plain.face(Tile("5p"), red=True).levels[0]
    assert ink[..., 0].sum() > 2 * ink[..., 2].sum()

"""What the benchmark of rendered hands counts, on readings and truths made by hand."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from laid_tiles import SIZE, row

from rekje.datasets.quads import Quad
from rekje.datasets.records import GroupKind, PictureRecord, TileGroup, TileLabel
from rekje.scoring.tiles import Tile
from rekje.vision.seeing import SeenTile
from rekje.vision.understand import understand

FOLDER = Path(__file__).resolve().parents[1] / "benchmarks"
CONCEALED, KONG, CHOW, WON = GroupKind.CONCEALED, GroupKind.KONG, GroupKind.CHOW, GroupKind.WINNING
Part = tuple[GroupKind, bool | None, list[SeenTile]]


@pytest.fixture(scope="module")
def bench() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        import rendered_hands

        yield rendered_hands
        sys.modules.pop("rendered_hands")


def truth(hand: str, *parts: Part, turned: tuple[int, ...] = ()) -> PictureRecord:
    """Return the truth of tiles laid out; `turned` are places in the last group."""
    labels: list[TileLabel] = []
    groups = []
    for number, (kind, is_open, tiles) in enumerate(parts):
        names = tuple(Tile.BACK if one.is_back else best(one) for one in tiles)
        members = tuple(range(len(labels), len(labels) + len(tiles)))
        down = tuple(place for place, name in enumerate(names) if name is Tile.BACK)
        last = turned if number == len(parts) - 1 else ()
        groups.append(TileGroup(kind, is_open, names, members, last, down))
        for one, name in zip(tiles, names, strict=True):
            labels.append(TileLabel(name, Quad.of(one.quad), group=number, visible=1.0))
    return PictureRecord("a.jpg", *SIZE, tuple(labels), set="art", hand=hand, groups=tuple(groups))


def best(one: SeenTile) -> Tile:
    return next(tile for tile in Tile if tile.index == one.probabilities.argmax())


ROW = row("34567m88s777z")
INNER = row("1zbb1z", y=380)
FOUR = row("bbbb", y=380)
CLAIMED = row("2'34s", y=380)


@pytest.mark.parametrize(
    ("kong", "place"),
    [("1zbb1z", "kong, inner two down"), ("b11zb", "kong, outer two down"), ("1zb11z", None)],
)
def test_a_closed_kong_counts_by_what_lies_down(
    bench: ModuleType, kong: str, place: str | None
) -> None:
    tiles = row(kong, y=380)
    record = truth("34567m88s777z [1111z]", (CONCEALED, False, ROW), (KONG, False, tiles))
    assert bench.can_be_told(record)
    checks = bench.judge(record, understand(ROW + tiles, SIZE)).checks
    for name in (place or "kong, one down", bench.SOME_DOWN, bench.AS_A_KONG, "hand"):
        assert (name, True) in checks


def test_another_kong_is_a_kong_but_not_that_one(bench: ModuleType) -> None:
    record = truth("34567m88s777z [1111z]", (CONCEALED, False, ROW), (KONG, False, INNER))
    checks = bench.judge(record, understand(ROW + row("2zbb2z", y=380), SIZE)).checks
    assert (bench.AS_A_KONG, True) in checks
    assert (bench.SOME_DOWN, False) in checks
    assert ("hand", False) in checks


def test_four_down_are_to_be_asked_for_and_the_rest_of_the_hand_counts(bench: ModuleType) -> None:
    record = truth("34567m88s777z [1111z]", (CONCEALED, False, ROW), (KONG, False, FOUR))
    right = bench.judge(record, understand(ROW + FOUR, SIZE))
    assert right.outcome.text == "34567m88s777z"
    assert {("kong, four down", True), ("hand", True)} <= set(right.checks)
    missed = bench.judge(record, understand(ROW + FOUR[:3], SIZE))
    assert ("kong, four down", False) in missed.checks


def test_claimed_tiles_are_flagged_and_no_others(bench: ModuleType) -> None:
    parts = ((CONCEALED, False, ROW), (CHOW, True, CLAIMED))
    record = truth("34567m88s777z (234s)", *parts, turned=(0,))
    checks = bench.judge(record, understand(ROW + CLAIMED, SIZE)).checks
    assert {(bench.TURNED, True), (bench.UPRIGHT, True)} <= set(checks)
    other = truth("34567m88s777z (234s)", *parts, turned=(1,))
    checks = bench.judge(other, understand(ROW + CLAIMED, SIZE)).checks
    assert {(bench.TURNED, False), (bench.UPRIGHT, False)} <= set(checks)


def test_the_winning_tile_apart(bench: ModuleType) -> None:
    won = row("8m", x=900.0)
    tiles = row("34567m88s111777z")
    record = truth("345678m88s111777z @8m", (CONCEALED, False, tiles), (WON, None, won))
    checks = bench.judge(record, understand(tiles + won, SIZE)).checks
    assert {(bench.APART, True), (bench.APART_NAMED, True)} <= set(checks)
    assert bench.NONE_APART not in dict(checks)
    checks = bench.judge(record, understand(tiles, SIZE)).checks
    assert {(bench.APART, False), (bench.APART_NAMED, False)} <= set(checks)


def test_hands_that_a_photo_cannot_tell_are_left_out(bench: ModuleType) -> None:
    record = truth("34567m88s777z [1111z]", (CONCEALED, False, ROW), (KONG, False, INNER))
    hidden = replace(record.tiles[0], visible=0.8)
    small = replace(record.tiles[0], quad=Quad.from_box((0, 0, 23, 40)))
    outside = replace(record.tiles[0], quad=Quad.from_box((-1, 0, 40, 60)))
    for label in (hidden, small, outside):
        assert not bench.can_be_told(replace(record, tiles=(label, *record.tiles[1:])))
    assert not bench.can_be_told(replace(record, hand=""))
    faces = truth("[1111z]", (KONG, False, row("1111z")))
    assert not bench.can_be_told(faces)


def test_special_tiles(bench: ModuleType) -> None:
    parts = ((CONCEALED, False, ROW), (CHOW, True, CLAIMED))
    assert bench.is_special(truth("34567m88s777z (234s)", *parts, turned=(0,)))
    assert not bench.is_special(truth("34567m88s777z (234s)", *parts))


def test_the_table_counts_every_part(bench: ModuleType) -> None:
    record = truth("34567m88s777z [1111z]", (CONCEALED, False, ROW), (KONG, False, INNER))
    hands = [
        bench.judge(record, understand(ROW + kong, SIZE)) for kong in (INNER, row("2zbb2z", y=380))
    ]
    found = bench.figures(hands)
    assert found["all"]["hand"]["share"] == 0.5
    assert found["art"][bench.SOME_DOWN]["total"] == 2
    assert found["40 px and more"][bench.AS_A_KONG]["hits"] == 2
    assert found["under 24 px"]["hand"] is None
    assert hands[1].wrong[:1] == ["kong, inner two down"]
    text = bench.table({"kept": 2, "rendered": 3, "figures": found})
    assert "2 hands kept of 3" in text
    assert "| hand | 50.0" in text


def test_flowers_and_seasons_are_set_aside(bench: ModuleType) -> None:
    flowers = row("1f3q", y=380)
    parts = (CONCEALED, False, row("34567m345p88s777z")), (GroupKind.BONUS, None, flowers)
    record = truth("34567m345p88s777z +1f3q", *parts)
    reading = understand(row("34567m345p88s777z") + row("1f4q", y=380), SIZE)
    checks = bench.judge(record, reading).checks
    assert ("tiles", False) in checks
    assert (bench.BUT_FOR_BONUS, True) in checks

"""Whole hands compared with what a person read in the photo."""

from dataclasses import replace

from laid_tiles import SIZE, row

from rekje.datasets.quads import Quad
from rekje.datasets.records import GroupKind, PictureRecord, TileGroup, TileLabel
from rekje.models.evaluation.hands import Hands, compare, curve
from rekje.scoring.notation import parse_tiles
from rekje.scoring.tiles import Tile
from rekje.vision.understand import understand

CONCEALED, PUNG = tuple(parse_tiles("345678m88s777z")), tuple(parse_tiles("111z"))


def record(*groups: TileGroup, hand: str = "345678m88s777z (111z)") -> PictureRecord:
    """Return the truth of a photo."""
    faces = [tile for group in groups for tile in group.tiles]
    labels = tuple(TileLabel(tile, Quad.from_box((0, 0, 4, 5))) for tile in faces)
    return PictureRecord(
        "a.jpg", *SIZE, tiles=labels, groups=groups, hand=hand, seen=False, source="test"
    )


def group(kind: GroupKind, tiles: tuple[Tile, ...], open_: bool | None = None) -> TileGroup:
    """Return a group without labels."""
    return TileGroup(kind, open_, tiles, (None,) * len(tiles))


TRUTH = record(group(GroupKind.CONCEALED, CONCEALED, False), group(GroupKind.PUNG, PUNG, True))
READING = understand(row("345678m88s777z") + row("111z", y=380), SIZE)


def test_a_right_reading_is_right_in_all_ways() -> None:
    outcome = compare(TRUTH, READING)
    assert (outcome.tiles, outcome.groups, outcome.open, outcome.hand) == (True,) * 4
    assert not outcome.is_silent_mistake


def test_a_closed_set_taken_for_an_open_one_is_a_silent_mistake() -> None:
    truth = replace(
        TRUTH,
        groups=(TRUTH.groups[0], group(GroupKind.PUNG, PUNG, False)),
        hand="345678m88s111777z",
    )
    outcome = compare(truth, READING)
    assert outcome.tiles
    assert outcome.open is False
    assert not outcome.hand
    assert READING.certain
    assert outcome.is_silent_mistake


def test_one_wrong_tile_is_seen_before_and_after() -> None:
    wrong = understand(row("345678m88s777z") + row("222z", y=380), SIZE)
    outcome = compare(TRUTH, wrong)
    assert not outcome.tiles_before
    assert not outcome.tiles
    assert outcome.open is False


def test_the_winning_tile_counts_only_where_it_lies_apart() -> None:
    truth = replace(TRUTH, hand="345678m88s777z (111z) @8s")
    assert compare(truth, READING).hand


def test_figures_and_curve() -> None:
    wrong = understand(row("345678m88s777z") + row("222z", y=380), SIZE)
    outcomes = [compare(TRUTH, READING), compare(TRUTH, wrong)]
    figures = Hands(outcomes).to_json()["groups"]
    assert figures["overall"]["hand"]["share"] == 0.5
    assert figures["unseen"]["tiles"]["total"] == 2
    assert curve(outcomes)[0]["kept"] == 1.0
    assert curve(outcomes)[0]["wrong"]["share"] == 0.5
    assert "CERTAIN" in Hands(outcomes).text()

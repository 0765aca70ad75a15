"""Labels that cannot be true."""

from pathlib import Path

import pytest
from PIL import Image

from rekje.datasets.check import Problem, Severity, check_labels
from rekje.datasets.photos import read_photos
from rekje.datasets.records import GroupKind, PictureRecord, Quad, TileGroup, TileLabel
from rekje.datasets.render.api import scenes
from rekje.datasets.render.scene import RenderOptions
from rekje.scoring.tiles import Tile

ROW = [(20.0 + 30 * n, 40.0) for n in range(20)]


def upright(x: float, y: float) -> Quad:
    return Quad.from_box((x, y, x + 26, y + 36))


def picture(codes: str, kind: GroupKind | None = None) -> PictureRecord:
    tiles = tuple(Tile(code) for code in codes.split())
    labels = tuple(
        TileLabel(tile, upright(*place), group=None if kind is None else 0)
        for tile, place in zip(tiles, ROW, strict=False)
    )
    groups = (TileGroup(kind, tiles=tiles, members=tuple(range(len(tiles)))),) if kind else ()
    return PictureRecord("a.jpg", 640, 100, labels, groups=groups)


def found(record: PictureRecord) -> list[str]:
    return [f"{item.code.value} {item.severity.value}" for item in check_labels([record])]


@pytest.mark.parametrize(
    ("codes", "kind", "expected"),
    [
        ("3p 3p 3p 3p 4p", None, []),
        ("3p 3p 3p 3p 3p", None, ["too_many_copies warning"]),
        ("3p 3p 3p 3p 3p", GroupKind.OTHER, ["too_many_copies warning"]),
        ("3p 3p 3p 3p 3p", GroupKind.CONCEALED, ["too_many_copies error"]),
        ("1f 2f 1q 2q", None, []),
        ("1f 1f", None, ["too_many_copies warning"]),
        ("1f 1f", GroupKind.BONUS, ["too_many_copies error"]),
        ("1j 1j 1j 1j 1j back back back back back", GroupKind.CONCEALED, []),
    ],
)
def test_copies(codes: str, kind: GroupKind | None, expected: list[str]) -> None:
    assert found(picture(codes, kind)) == expected


@pytest.mark.parametrize(
    ("corners", "visible", "expected"),
    [
        ([(10, 10), (36, 10), (36, 46), (10, 46)], None, []),
        ([(36, 10), (36, 46), (10, 46), (10, 10)], None, []),
        ([(10, 10), (10, 46), (36, 46), (36, 10)], None, ["anticlockwise error"]),
        ([(10, 10), (36, 46), (36, 10), (10, 46)], None, ["crossed error"]),
        ([(10, 10), (36, 10), (36, 10), (10, 10)], None, ["flat error"]),
        ([(10, 10)] * 4, None, ["flat error"]),
        ([(-1, 10), (36, 10), (36, 46), (-1, 46)], None, []),
        ([(-9, 10), (36, 10), (36, 46), (-9, 46)], None, ["outside warning"]),
        ([(-9, 10), (36, 10), (36, 46), (-9, 46)], 0.8, []),
        ([(-40, 10), (-9, 10), (-9, 46), (-40, 46)], 0.8, ["outside error"]),
    ],
)
def test_shapes(
    corners: list[tuple[float, float]], visible: float | None, expected: list[str]
) -> None:
    label = TileLabel(Tile("1m"), Quad.of(corners), visible=visible)
    assert found(PictureRecord("a.jpg", 100, 100, (label,))) == expected


@pytest.mark.parametrize(
    ("second", "visible", "expected"),
    [
        ((20, 40), None, ["nested error"]),
        ((24, 44), None, ["nested error"]),
        ((36, 50), None, []),
        ((46, 40), None, []),
        ((24, 44), 0.3, []),
        ((24, 44), 0.9, ["nested error"]),
    ],
)
def test_nested(second: tuple[float, float], visible: float | None, expected: list[str]) -> None:
    labels = (
        TileLabel(Tile("1m"), upright(20, 40)),
        TileLabel(Tile("2m"), upright(*second), visible=visible),
    )
    assert found(PictureRecord("a.jpg", 100, 100, labels)) == expected


@pytest.mark.parametrize(
    ("large_visible", "small_visible", "expected"),
    [(0.5, 1.0, []), (0.8, 1.0, ["nested error"]), (1.0, 0.1, []), (None, 0.7, ["nested error"])],
)
def test_a_small_tile_before_or_behind_a_large_one(
    large_visible: float | None, small_visible: float, expected: list[str]
) -> None:
    """The small one hides half of the large one, or is hidden by it as a whole."""
    labels = (
        TileLabel(Tile("1m"), Quad.from_box((0, 0, 40, 40)), visible=large_visible),
        TileLabel(Tile("2m"), Quad.from_box((10, 0, 30, 40)), visible=small_visible),
    )
    assert found(PictureRecord("a.jpg", 100, 100, labels)) == expected


@pytest.mark.parametrize("kind", ["rows", "table"])
def test_rendered_scenes_hold_no_errors(kind: str) -> None:
    options = RenderOptions(kind=kind, fonts=False, only_art=())
    records = [scene.record for scene in scenes(5, options, count=6)]
    problems = list(check_labels(records))
    assert [item for item in problems if item.severity is Severity.ERROR] == []


@pytest.mark.parametrize(
    ("group_of", "members", "tiles", "expected"),
    [
        ((0, 0), ((0, 1), ()), "1m 2m", []),
        ((0, None), ((0, None), ()), "1m 2m", []),
        ((0, None), ((0, 1), ()), "1m 2m", ["says no group but is a member of group 0"]),
        ((0, 1), ((0, 1), ()), "1m 2m", ["says group 1 but is a member of group 0"]),
        ((0, 0), ((0,), ()), "1m", ["says group 0 but is no member of it"]),
        ((0, 0), ((0, 1), ()), "1m 3m", ["group 0 names tile 1 (2m"]),
        ((0, 0), ((0, 1, 1), ()), "1m 2m 2m", ["is a member twice: groups 0, 0"]),
        ((0, 0), ((0, 1), (1,)), "1m 2m", ["is a member twice: groups 0, 1"]),
    ],
)
def test_groups(
    group_of: tuple[int | None, int | None],
    members: tuple[tuple[int | None, ...], tuple[int | None, ...]],
    tiles: str,
    expected: list[str],
) -> None:
    labels = tuple(
        TileLabel(Tile(code), upright(*place), group=group)
        for code, place, group in zip(("1m", "2m"), ROW, group_of, strict=False)
    )
    named = tuple(Tile(code) for code in tiles.split())
    groups = (
        TileGroup(GroupKind.OTHER, tiles=named, members=members[0]),
        TileGroup(GroupKind.OTHER, tiles=named[1 : 1 + len(members[1])], members=members[1]),
    )
    problems = list(check_labels([PictureRecord("a.jpg", 640, 100, labels, groups=groups)]))
    assert len(problems) == len(expected)
    for problem, text in zip(problems, expected, strict=True):
        assert problem.code.value == "group"
        assert text in problem.message


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (PictureRecord("a.jpg", 9, 9, hand="678m 77z", turn=270, ignore=((0, 0, 1, 1),)), []),
        (PictureRecord("a.jpg", 9, 9, hand="[5??5p]"), []),
        (PictureRecord("a.jpg", 9, 9, hand="67x"), ["hand error"]),
        (PictureRecord("a.jpg", 9, 9, turn=45), ["turn error"]),
        (PictureRecord("a.jpg", 9, 9, ignore=((5, 0, 1, 9), (0, 5, 9, 1))), ["ignore error"] * 2),
    ],
)
def test_what_is_said_of_the_picture(record: PictureRecord, expected: list[str]) -> None:
    assert found(record) == expected


def test_a_small_box_in_a_large_one() -> None:
    labels = (
        TileLabel(Tile("4p"), Quad.from_box((0, 0, 26, 36))),
        TileLabel(Tile("2p"), Quad.from_box((2, 2, 24, 17))),
    )
    assert found(PictureRecord("a.jpg", 100, 100, labels)) == ["nested error"]


def test_files(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (30, 20)).save(tmp_path / "turned.jpg", exif=exif)
    Image.new("RGB", (30, 20)).save(tmp_path / "good.jpg")
    (tmp_path / "bad.jpg").write_text("no picture")
    records = [
        PictureRecord("turned.jpg", 30, 20),
        PictureRecord("turned.jpg", 20, 30),
        PictureRecord("good.jpg", 30, 20),
        PictureRecord("good.jpg", 31, 20),
        PictureRecord("none.jpg", 30, 20),
        PictureRecord("bad.jpg", 30, 20),
    ]
    problems: list[Problem] = list(check_labels(records, tmp_path))
    assert [(item.file, item.code.value) for item in problems] == [
        ("turned.jpg", "size"),
        ("turned.jpg", "duplicate_picture"),
        ("good.jpg", "duplicate_picture"),
        ("good.jpg", "size"),
        ("none.jpg", "missing_picture"),
        ("bad.jpg", "missing_picture"),
    ]
    assert "EXIF" in problems[0].message
    assert "none.jpg" in problems[4].message


def test_the_shared_photos_hold_few_errors(shared_photos: Path) -> None:
    """Five tiles labelled twice in one place, three estimated boxes over partial ones."""
    problems = list(check_labels(read_photos(shared_photos / "train.jsonl")))
    assert sum(item.severity.value == "error" for item in problems) == 8

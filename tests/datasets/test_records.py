"""The label record, and its JSON lines."""

import errno
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rekje.datasets.errors import LabelError, LabelFileError, OutputError
from rekje.datasets.files import atomic_text, staged_folder
from rekje.datasets.jsonl import read_records, write_records
from rekje.datasets.photos import read_photos
from rekje.datasets.records import Corners, GroupKind, PictureRecord, Quad, TileGroup, TileLabel
from rekje.scoring.tiles import Tile

BOX = Quad.from_box((0, 0, 26, 36))
GOOD = {"file": "a.jpg", "width": 64, "height": 48}
TILE = {"tile": "3p", "quad": [[0, 0], [26, 0], [26, 36], [0, 36]]}

coordinates = st.floats(-1e5, 1e5).map(lambda value: round(value, 2))
quads = st.tuples(*[st.tuples(coordinates, coordinates)] * 4).map(Quad)
labels = st.builds(
    TileLabel,
    tile=st.sampled_from(Tile),
    quad=quads,
    corners=st.sampled_from(Corners),
    turn=st.sampled_from([None, 0, 90, 180, 270]),
    visible=st.none() | st.floats(0, 1),
    confidence=st.none() | st.floats(0, 1),
    red=st.booleans(),
)
pictures = st.builds(
    PictureRecord,
    file=st.just("a/b.jpg"),
    width=st.integers(1, 9999),
    height=st.integers(1, 9999),
    tiles=st.lists(labels, max_size=3).map(tuple),
    source=st.text(max_size=5),
    hand=st.text(max_size=5),
    winning=st.none() | st.booleans(),
    turn=st.none() | st.integers(0, 3).map(lambda quarter: 90 * quarter),
)


@given(st.lists(pictures, max_size=3))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, records: list[PictureRecord]
) -> None:
    path = tmp_path_factory.mktemp("jsonl") / "labels.jsonl"
    write_records(path, records)
    assert read_records(path) == records


def test_everything_survives(records: list[PictureRecord], tmp_path: Path) -> None:
    path = tmp_path / "new" / "labels.jsonl"
    write_records(path, records)
    again = read_records(path)
    assert [record.groups for record in again] == [record.groups for record in records]
    write_records(tmp_path / "again.jsonl", again)
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()
    assert read_records(tmp_path / "again.jsonl") == again


def test_unknown_keys_are_noted(tmp_path: Path) -> None:
    group = {"kind": "pair", "tiles": [], "opne": True}
    tiles = [{**TILE, "visable": 0.5}] * 2
    record = {**GOOD, "schema": 1, "tiles": tiles, "groups": [group], "colour\n": "green"}
    (tmp_path / "labels.jsonl").write_text(json.dumps(record))
    notes: Counter[str] = Counter()
    read_records(tmp_path / "labels.jsonl", notes)
    assert notes == {
        'unknown key "colour\\n" of a picture, passed over': 1,
        'unknown key "visable" of a tile, passed over; is visible meant?': 2,
        'unknown key "opne" of a group, passed over; is open meant?': 1,
    }


@pytest.mark.parametrize("of_hand", [None, False, True])
def test_other_tiles_of_the_hand(tmp_path: Path, of_hand: bool | None) -> None:
    group = TileGroup(GroupKind.OTHER, tiles=(Tile("1m"),), members=(None,), of_hand=of_hand)
    record = PictureRecord("a.jpg", 9, 9, groups=(group,))
    write_records(tmp_path / "labels.jsonl", [record])
    assert read_records(tmp_path / "labels.jsonl") == [record]
    assert ("of_hand" in (tmp_path / "labels.jsonl").read_text()) is (of_hand is not None)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("[]", ""),
        ("{", ""),
        ('{"file": "a.jpg", "width": NaN}', "width"),
        (json.dumps({**GOOD, "tiles": [{**TILE, "visible": float("nan")}]}), "tiles[0].visible"),
        ('{"file": "a.jpg", "file": "b.jpg"}', "file"),
        (json.dumps(GOOD)[:-1] + ', "tiles": [], "unstretched": ' + "1" * 5000 + "}", ""),
        (json.dumps({**GOOD, "source": "\ud800", "tiles": []}), "source"),
        (json.dumps({**GOOD, "tiles": {}}), "tiles"),
        (json.dumps({**GOOD}), "tiles"),
        (json.dumps({**GOOD, "width": "64", "tiles": []}), "width"),
        (json.dumps({**GOOD, "width": 64.5, "tiles": []}), "width"),
        (json.dumps({**GOOD, "width": True, "tiles": []}), "width"),
        (json.dumps({**GOOD, "width": 0, "tiles": []}), "width"),
        (json.dumps({**GOOD, "file": "/a.jpg", "tiles": []}), "file"),
        (json.dumps({**GOOD, "file": "../a.jpg", "tiles": []}), "file"),
        (json.dumps({**GOOD, "schema": 2, "tiles": []}), "schema"),
        (json.dumps({**GOOD, "tiles": [TILE, 7]}), "tiles[1]"),
        (json.dumps({**GOOD, "tiles": [{**TILE, "tile": "0x"}]}), "tiles[0].tile"),
        (json.dumps({**GOOD, "tiles": [{**TILE, "tile": None}]}), "tiles[0].tile"),
        (json.dumps({**GOOD, "tiles": [{**TILE, "quad": [[0, 0]]}]}), "tiles[0].quad"),
        (json.dumps({**GOOD, "tiles": [{**TILE, "quad": [[0]] * 4}]}), "tiles[0].quad[0]"),
        (json.dumps({**GOOD, "tiles": [{**TILE, "quad": [[0, 10**400]] * 4}]}), "tiles[0].quad[0]"),
        (json.dumps({**GOOD, "tiles": [{**TILE, "quality": "fine"}]}), "tiles[0].quality"),
        (json.dumps({**GOOD, "tiles": [{**TILE, "turn": 45}]}), "tiles[0].turn"),
        (json.dumps({**GOOD, "tiles": [{**TILE, "visible": 2}]}), "tiles[0].visible"),
        (json.dumps({**GOOD, "tiles": [{**TILE, "group": 0}]}), "tiles[0].group"),
        (json.dumps({**GOOD, "tiles": [], "ignore": [[0, 0, 1]]}), "ignore[0].box"),
        (
            json.dumps({**GOOD, "tiles": [], "groups": [{"kind": "row", "tiles": []}]}),
            "groups[0].kind",
        ),
        (
            json.dumps(
                {**GOOD, "tiles": [], "groups": [{"kind": "pair", "tiles": ["1m"], "turned": [1]}]}
            ),
            "groups[0].turned",
        ),
        ("[" * 5000, ""),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, line: str, field: str) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps({**GOOD, "tiles": []}) + "\n\n" + line + "\n")
    with pytest.raises(LabelFileError) as caught:
        read_records(path)
    assert (caught.value.file, caught.value.line) == (str(path), 3)
    assert (caught.value.field or "") == field
    assert "expected" in str(caught.value)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b'{"file": "a.jpg", "width":\xff}'])
def test_text_that_is_no_utf8(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_bytes(content)
    with pytest.raises(LabelFileError, match=r"labels\.jsonl: .*UTF-8"):
        read_records(path)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(LabelFileError, match="no such file"):
        read_records(tmp_path / "none.jsonl")
    with pytest.raises(LabelFileError, match="directory"):
        read_records(tmp_path)


def test_line_separators_inside_a_text_are_no_line_ends(tmp_path: Path) -> None:
    record = PictureRecord("a.jpg", 1, 1, source="one\u2028two\x85three")
    write_records(tmp_path / "labels.jsonl", [record])
    assert read_records(tmp_path / "labels.jsonl") == [record]


def _half_a_file(path: Path) -> None:
    with atomic_text(path) as stream:
        stream.write("half")
        raise RuntimeError("disk")


def _half_a_folder(path: Path) -> None:
    with staged_folder(path, overwrite=True) as stage:
        (stage / "half").write_text("half")
        raise RuntimeError("disk")


@pytest.mark.parametrize("write_half", [_half_a_file, _half_a_folder])
def test_nothing_half_written_stays(tmp_path: Path, write_half: Callable[[Path], None]) -> None:
    with pytest.raises(RuntimeError, match="disk"):
        write_half(tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_stays_when_writing_fails(tmp_path: Path) -> None:
    write_records(tmp_path / "labels.jsonl", [])
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "old").write_text("old")
    with pytest.raises(RuntimeError, match="disk"):
        _half_a_file(tmp_path / "labels.jsonl")
    with pytest.raises(RuntimeError, match="disk"):
        _half_a_folder(tmp_path / "out")
    assert (tmp_path / "labels.jsonl").read_text() == ""
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["labels.jsonl", "old", "out"]


def _fill(folder: Path, **options: Any) -> None:
    with staged_folder(folder, overwrite=True, **options) as stage:
        (stage / "labels.jsonl").write_text("new")


@pytest.mark.parametrize("ours", [None, ("labels.jsonl", "sheet-*.png")])
def test_a_folder_with_anything_else_is_not_replaced(
    tmp_path: Path, ours: tuple[str, ...] | None
) -> None:
    folder = tmp_path / "out"
    _fill(folder, ours=ours)
    _fill(folder, ours=ours)
    (folder / "thesis.doc").write_text("years")
    with pytest.raises(OutputError, match=r"thesis\.doc"):
        _fill(folder, ours=ours)
    assert sorted(path.name for path in tmp_path.rglob("*")) == [
        "labels.jsonl",
        "out",
        "thesis.doc",
    ]


def test_a_folder_of_earlier_output_may_hold_more_names(tmp_path: Path) -> None:
    _fill(tmp_path)
    (tmp_path / "sheet-1.png").write_text("")
    _fill(tmp_path, ours=["labels.jsonl", "sheet-*.png"])
    assert [path.name for path in tmp_path.iterdir()] == ["labels.jsonl"]


@pytest.mark.parametrize("name", [".", "..", "../..", "here", "here/.."])
def test_the_current_folder_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "a" / "b" / "here").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b" / "here")
    place = Path(name) if name.startswith(".") else tmp_path / "a" / "b" / name
    with pytest.raises(OutputError, match="current folder"):
        _fill(place, ours=["*"])
    assert (tmp_path / "a" / "b" / "here").is_dir()


@pytest.mark.parametrize("name", ["in", "in/deep", "in/deep/labels.jsonl"])
def test_a_folder_with_an_input_is_not_replaced(tmp_path: Path, name: str) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "deep" / "labels.jsonl").write_text("old")
    with pytest.raises(OutputError, match="holds the input"):
        _fill(tmp_path / "in", ours=["*"], inputs=[tmp_path / name])
    assert (tmp_path / "in" / "deep" / "labels.jsonl").read_text() == "old"


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "near").symlink_to(tmp_path / "far")
    _fill(tmp_path / "near")
    assert (tmp_path / "near").is_symlink()
    assert (tmp_path / "far" / "labels.jsonl").read_text() == "new"


@pytest.mark.parametrize("name", ["a_file/sub", "circle/sub", "nul\0", "x" * 300, "/proc/no/out"])
def test_outputs_that_the_disk_refuses(tmp_path: Path, name: str) -> None:
    (tmp_path / "a_file").write_text("")
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(OutputError):
        _fill(tmp_path / name)
    if "\0" not in name and "circle" not in name:
        with pytest.raises(OutputError, match="cannot be written"):
            write_records(tmp_path / name / "labels.jsonl", [])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a_file", "circle"]


def test_a_full_disk(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(OutputError, match="No space"), staged_folder(tmp_path / "out"):
        raise full
    with pytest.raises(OutputError, match="No space"), atomic_text(tmp_path / "labels"):
        raise full
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_replaced_only_when_told(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    for _ in range(2):
        with staged_folder(folder, overwrite=True) as stage:
            (stage / "labels").write_text("new")
    with pytest.raises(OutputError, match="not empty"), staged_folder(folder):
        pass
    assert (folder / "labels").read_text() == "new"


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: TileLabel(Tile("1m"), BOX, turn=45), "turn"),
        (lambda: TileLabel(Tile("1m"), BOX, confidence=1.5), "confidence"),
        (lambda: TileLabel(Tile("1m"), BOX, visible=float("nan")), "visible"),
        (lambda: PictureRecord("", 1, 1), "path"),
        (lambda: PictureRecord("a\\b.jpg", 1, 1), "path"),
        (lambda: PictureRecord("a/", 1, 1), "ends in a name"),
        (lambda: PictureRecord("a/.", 1, 1), "ends in a name"),
        (lambda: PictureRecord("é" * 128, 1, 1), "255 bytes"),
        (lambda: PictureRecord("a" * 256 + "/b.jpg", 1, 1), "255 bytes"),
        (lambda: PictureRecord("a\0.jpg", 1, 1), "printed"),
        (lambda: PictureRecord("a\n.jpg", 1, 1), "printed"),
        (lambda: PictureRecord("a\ud800.jpg", 1, 1), "printed"),
        (lambda: PictureRecord("a.jpg", 1, 1, set="\ud800"), "set is whole characters"),
        (lambda: PictureRecord("a.jpg", 1, 0), "height"),
        (lambda: PictureRecord("a.jpg", 1, 1, (TileLabel(Tile("1m"), BOX, group=0),)), "groups"),
    ],
)
def test_records_that_make_no_sense(make: object, match: str) -> None:
    with pytest.raises(LabelError, match=match):
        make()  # type: ignore[operator]


@pytest.mark.parametrize("points", [[(0, 0)] * 3, [(0, 0)] * 5, [(0, float("inf"))] * 4])
def test_a_quad_has_four_finite_corners(points: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="corners"):
        Quad.of(points)


def test_groups_have_a_member_for_each_tile() -> None:
    with pytest.raises(LabelError, match="one member for each tile"):
        TileGroup("pair", tiles=(Tile("1m"),))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("split", "pictures_there", "tiles"),
    [("train", 1013, 14398), ("dev", 370, 7103), ("crops", 850, 850)],
)
def test_the_shared_photos(
    shared_photos: Path, split: str, pictures_there: int, tiles: int
) -> None:
    records = read_photos(shared_photos / f"{split}.jsonl")
    assert len(records) == pictures_there
    assert sum(len(record.tiles) for record in records) == tiles
    assert all((shared_photos / split / record.file).is_file() for record in records)
    for record in records:
        for number, label in enumerate(record.tiles):
            assert label.corners is not Corners.EXACT
            if label.group is not None:
                group = record.groups[label.group]
                assert group.tiles[group.members.index(number)] is label.tile

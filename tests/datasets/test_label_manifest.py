"""The manifest: torn lines, round trips, order."""

from dataclasses import replace
from pathlib import Path

import pytest

from rekje.datasets.errors import LabelFileError
from rekje.datasets.label.entry import Entry, Settings
from rekje.datasets.label.manifest import Manifest
from rekje.datasets.label.split import Split
from rekje.datasets.records import PictureRecord

SETTINGS = Settings("fake", 0.0, False, True)


@pytest.fixture
def entries(records: list[PictureRecord]) -> list[Entry]:
    read = [
        Entry(
            record.file,
            f"stem {number}",
            f"{number:064x}",
            frame=None if number else 3,
            record=record,
            doubt=0.25 * number,
            reasons=("é", "two"),
            pieces={"small.jpg": 7},
            crops=("crop00.jpg",) + (None,) * (len(record.tiles) - 1) if record.tiles else (),
            left_out=number,
            read=record if number == 1 else None,
        )
        for number, record in enumerate(records)
    ]
    return [*read, Entry("broken.jpg", "broken", "", error="no picture", absent=True)]


def test_entries_come_back(tmp_path: Path, entries: list[Entry]) -> None:
    path = tmp_path / "manifest.jsonl"
    with Manifest.create(path, SETTINGS) as manifest:
        places = [manifest.add(entry) for entry in entries]
        assert manifest.places() == places
    settings, read = Manifest.look(path)
    assert settings == SETTINGS
    assert [entry.to_json() for entry in read] == [entry.to_json() for entry in entries]
    assert read[1].file == entries[1].file
    assert [entry.file for entry in read[2:]] == [entry.file for entry in entries[2:]]
    assert [entry.file for entry in read.chosen([3, 0])] == ["broken.jpg", entries[0].file]


@pytest.mark.parametrize("torn", [b'{"file": "x', b"\0\0\0\n", b"\0" * 5, b'{"a": 1\n{"b": 2}\n'])
def test_a_torn_end_is_dropped(tmp_path: Path, entries: list[Entry], torn: bytes) -> None:
    path = tmp_path / "manifest.jsonl"
    with Manifest.create(path, SETTINGS) as manifest:
        manifest.add(entries[0])
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert len(Manifest.look(path)[1]) == 1
    with Manifest.open(path) as manifest:
        assert path.read_bytes() == whole
        manifest.add(entries[1])
    assert len(Manifest.look(path)[1]) == 2


def test_entries_are_read_once_however_often_they_are_gone_through(
    tmp_path: Path, entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "manifest.jsonl"
    with Manifest.create(path, SETTINGS) as manifest:
        for entry in entries:
            manifest.add(entry)
    found = Manifest.look(path)[1]
    first = list(found)
    monkeypatch.setattr(Entry, "from_json", lambda fields: pytest.fail("read again"))
    assert list(found) == first
    assert list(found.chosen([1])) == first[1:2]


def test_lines_keep_their_bytes_when_put_in_order(tmp_path: Path, entries: list[Entry]) -> None:
    path = tmp_path / "manifest.jsonl"
    with Manifest.create(path, SETTINGS) as manifest:
        places = [manifest.add(entry) for entry in entries]
        before = path.read_bytes()
        manifest.arrange(manifest.lines(places))
    assert path.read_bytes() == before


def test_the_order_is_made_at_the_end(tmp_path: Path, entries: list[Entry]) -> None:
    path = tmp_path / "manifest.jsonl"
    with Manifest.create(path, SETTINGS) as manifest:
        places = [manifest.add(entry) for entry in entries]
        manifest.arrange(manifest.entries(places[::-1]))
        files = [entry.file for entry in manifest.entries(manifest.places())]
    assert files == [entry.file for entry in entries[::-1]]


@pytest.mark.parametrize("text", ["", "no JSON\n", '{"a": 1}\n', '{"rekje_label": 2}\n', "[1]\n"])
def test_what_is_no_manifest(tmp_path: Path, text: str) -> None:
    path = tmp_path / "manifest.jsonl"
    path.write_text(text)
    with pytest.raises(LabelFileError, match=r"manifest\.jsonl, line 1"):
        Manifest.open(path)
    with pytest.raises(LabelFileError, match="no such file"):
        Manifest.look(tmp_path / "none")


def test_split_keeps_groups_together_and_its_shares() -> None:
    split = Split.parse("80/10/10")
    record = PictureRecord("a.jpg", 9, 9, group="one photo")
    digests = [f"{(n * 2654435761) % 2**32:08x}" + "0" * 56 for n in range(1000)]
    parts = [split.of(Entry("a", "a", digest)) for digest in digests]
    assert 770 < parts.count("train") < 830
    assert 70 < parts.count("test") < 130
    grouped = {split.of(Entry("a", "a", digest, record=record)) for digest in digests[:50]}
    assert len(grouped) == 1
    assert replace(Entry("a", "a", "0" * 64, record=record)).is_doubtful(1.1)

"""Review: the page, corrections taken back, folders merged."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from label_fakes import FakeFactory, app, contents, make_folder, make_picture, options
from typer.testing import CliRunner, Result

from rekje.datasets.convert import export_labels, load_labels
from rekje.datasets.errors import OutputError
from rekje.datasets.formats import ReadResult
from rekje.datasets.label.accept import AcceptOptions, accept
from rekje.datasets.label.corrections import Corrections, compare
from rekje.datasets.label.folder import Mode, alone
from rekje.datasets.label.merge import MergeOptions, merge
from rekje.datasets.label.outputs import OutputOptions
from rekje.datasets.label.run import label
from rekje.datasets.records import PictureRecord, Quad, TileLabel
from rekje.scoring.tiles import Tile

ODD = "a <b> & \"c\" 'd' # ? % é 麻.jpg"


class Page(HTMLParser):
    """Collects the pictures, links and words of a page, and sees to it that all is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.images: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag not in ("meta", "img", "input", "polygon"):
            self.open.append(tag)
        if tag == "img":
            self.images.append(values["src"] or "")
        if tag == "a":
            self.links.append(values["href"] or "")

    def handle_endtag(self, tag: str) -> None:
        if tag != "polygon":
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def test_the_page_for_review(tmp_path: Path) -> None:
    photos = make_folder(tmp_path / "photos", 6)
    make_picture(photos / ODD, 20)
    (photos / "<script>.jpg").write_bytes(b"none")
    out = tmp_path / "out"
    found = label(options(out, photos, review_below=0.6), FakeFactory())
    text = (out / "review.html").read_text("utf-8")
    page = Page(text)
    assert page.open == []
    assert "http" not in re.sub(r'href="[^"]*"', "", text)
    assert "<script" not in text
    assert len(page.images) == 7
    for address in (*page.images, *page.links):
        assert (out / unquote(address)).is_file()
    assert ODD in page.words
    assert any("<script>.jpg" in words for words in page.words)
    figures = re.findall(r'<figure class="(\w+)">', text)
    assert figures == ["doubtful"] * found.counts.doubtful + ["sure"] * (7 - found.counts.doubtful)


def quad(n: int, dx: float = 0) -> Quad:
    return Quad.from_box((40 * n + dx, 10, 40 * n + 30 + dx, 50))


def test_corrections_are_counted() -> None:
    read = PictureRecord(
        "a.jpg",
        400,
        100,
        tuple(
            TileLabel(Tile(code), quad(n), confidence=0.9)
            for n, code in enumerate(["1m", "2p", "3s", "7z"])
        ),
        hand="1m",
    )
    right = PictureRecord(
        "a.jpg",
        400,
        100,
        (
            TileLabel(Tile("1m"), quad(0, 0.4).turned(2)),
            TileLabel(Tile("3p"), quad(1)),
            TileLabel(Tile("3s"), quad(2, 6)),
            TileLabel(Tile("5z"), quad(6)),
        ),
    )
    counts = Corrections()
    reviewed = compare(read, right, counts)
    assert [one.tile.code for one in reviewed.record.tiles] == ["1m", "3p", "3s", "5z"]
    assert [one.confidence for one in reviewed.record.tiles] == [0.9, None, 0.9, None]
    assert reviewed.origins == (0, 1, None, None)
    assert reviewed.record.hand == ""
    assert (counts.pictures, counts.changed, counts.renamed, counts.moved) == (1, 1, 1, 1)
    rows = {row["tile"]: row for row in counts.to_json()["classes"]}
    assert rows["2p"]["corrected"] == {"3p": 1}
    assert rows["7z"]["removed"] == rows["5z"]["added"] == rows["1m"]["right"] == 1
    same = Corrections()
    assert compare(read, read, same).record == read
    assert same.changed == 0


@pytest.mark.parametrize("name", ["label-studio", "cvat"])
def test_corrections_come_back(tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    photos = make_folder(tmp_path / "photos", 6)
    label(options(out, photos, formats=("jsonl", "yolo", name), crops=True), FakeFactory())
    read = load_labels(out / "jsonl").records
    other = Tile("4q") if read[0].tiles[0].tile is not Tile("4q") else Tile("3q")
    corrected = replace(read[0], tiles=(replace(read[0].tiles[0], tile=other), *read[0].tiles[1:]))
    fewer = replace(read[1], tiles=read[1].tiles[1:])
    made = ReadResult((corrected, fewer, read[2]), photos)
    path = export_labels(made, tmp_path / "reviewed", name).path
    if name == "label-studio":  # as after review, but for the last task
        tasks = json.loads(path.read_text("utf-8"))
        for task in tasks[:2]:
            task["annotations"] = [{"result": task["predictions"][0]["result"]}]
        path.write_text(json.dumps(tasks), "utf-8")
    found = CliRunner().invoke(app, ["--accept", str(path), "--out", str(out), "--json"])
    assert found.exit_code == 0, found.output
    counts = json.loads(found.stdout)["corrections"]
    reviewed = 2 if name == "label-studio" else 3
    assert (counts["pictures"], counts["renamed"], counts["removed"]) == (reviewed, 1, 1)
    after = {record.file: record for record in load_labels(out / "jsonl").records}
    assert after[read[0].file].tiles[0].tile is other
    assert len(after[read[1].file].tiles) == len(read[1].tiles) - 1
    assert after[read[3].file] == read[3]
    stem = read[0].file.removesuffix(".jpg")
    assert (out / "crops" / other.code / f"{stem}-01.jpg").is_file()
    assert len(load_labels(out / "yolo").records) == 6
    before = contents(out, hidden=True)
    again = accept(AcceptOptions(path, out))
    assert again.corrections.to_json() == counts
    assert contents(out, hidden=True) == before
    kept = label(
        options(out, photos, formats=("jsonl",), crops=True, mode=Mode.RESUME), FakeFactory()
    )
    assert kept.taken_over == 6
    assert load_labels(out / "jsonl").records[0].tiles[0].tile is other


def test_accept_passes_over_what_it_does_not_know(tmp_path: Path) -> None:
    out = tmp_path / "out"
    photos = make_folder(tmp_path / "photos", 2)
    label(options(out, photos), FakeFactory())
    records = (PictureRecord("z.jpg", 160, 120), PictureRecord("a/000.jpg", 161, 120))
    path = export_labels(ReadResult(records, photos), tmp_path / "x", "cvat").path
    found = accept(AcceptOptions(path, out))
    assert found.corrections.pictures == 0
    assert len(found.notes) == 2
    for broken in ("x.json", "x.jpg", "x.xml", "x.jsonl"):
        (tmp_path / broken).write_text("[")
        said = run("--accept", tmp_path / broken, "--out", out)
        assert said.exit_code == 3
        assert "export from Label Studio" in said.stderr
        assert "--from" not in said.stderr
    wrong = CliRunner().invoke(app, ["--accept", str(path), "--out", str(tmp_path / "none")])
    assert wrong.exit_code == 3


def test_accept_leaves_out_what_shows_no_tile(tmp_path: Path) -> None:
    photo = make_picture(tmp_path / "photos" / "1.jpg", 1)
    out = tmp_path / "out"
    label(options(out, photo, formats=("cvat",)), FakeFactory())
    read = load_labels(out / "cvat").records[0]
    point, crossed = ((5, 5),) * 4, ((0, 0), (20, 20), (20, 0), (0, 20))
    quads = (
        *(Quad.of(corners) for corners in (point, crossed)),
        *(Quad.from_box(box) for box in ((5, 5, 5, 40), (5, 5, 40, 5), (500, 5, 540, 50))),
        Quad.from_box((90, 70, 120, 110)),
    )
    tiles = (*read.tiles, *(TileLabel(Tile("1m"), one) for one in quads))
    made = ReadResult((replace(read, tiles=tiles),), photo.parent)
    path = export_labels(made, tmp_path / "reviewed", "cvat").path
    found = accept(AcceptOptions(path, out))
    assert found.corrections.added.total() == 1
    assert found.notes == ("outlines that are flat, crossed or outside the picture, left out: 5",)
    page = Page((out / "review.html").read_text("utf-8"))
    assert [(out / unquote(link)).resolve() for link in page.links] == [photo.resolve()]


@pytest.mark.parametrize(
    "words",
    [
        ("--accept=a.json", "--accept=b.json"),
        ("--accept=",),
        ("--accept=a.json", "--resume"),
        ("--accept=a.json", "--overwrite"),
        ("--accept=a.json", "--crops"),
        ("--merge", "a", "b", "--annotate"),
        ("--merge", "a", "b", "--list=c"),
    ],
)
def test_options_without_effect_are_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert run(*words, "--out", tmp_path / "out").exit_code == 2


def test_parts_that_are_not_whole_are_not_merged(tmp_path: Path) -> None:
    photos = make_folder(tmp_path / "photos", 4)
    parts = [tmp_path / name for name in "ab"]
    for part in parts:
        label(options(part, photos / part.name), FakeFactory())
    out = tmp_path / "out"
    words = ("--merge", *parts, "--out", out)
    with alone(parts[1]):
        said = run(*words)
    assert (said.exit_code, "another run is writing" in said.stderr) == (2, True)
    manifest = parts[1] / "manifest.jsonl"
    whole = manifest.read_bytes()
    manifest.write_bytes(whole[:-9])
    said = run(*words)
    assert (said.exit_code, "cut off" in said.stderr) == (3, True)
    manifest.write_bytes(whole)
    piece = next((parts[0] / ".pieces").rglob("small.jpg"))
    piece.rename(tmp_path / "piece.jpg")
    said = run(*words)
    assert (said.exit_code, "is missing" in said.stderr) == (3, True)
    assert "--images" not in said.stderr
    assert not out.exists()
    (tmp_path / "piece.jpg").rename(piece)
    assert run(*words).exit_code == 3  # the broken picture
    again = run(*words)
    assert again.exit_code == 2
    assert "--resume" not in again.stderr


def test_shards_make_one(tmp_path: Path) -> None:
    photos = make_folder(tmp_path / "photos", 8)
    make_picture(photos / "b" / "same.jpg", 0)  # as a/000.jpg
    shards = []
    for name in "ab":
        shards.append(tmp_path / name)
        wanted = options(shards[-1], photos / name, formats=("yolo",), crops=True)
        label(wanted, FakeFactory())
    out = tmp_path / "out"
    outputs = OutputOptions(formats=("yolo", "jsonl"))
    found = merge(MergeOptions(tuple(shards), out, outputs))
    assert (found.counts.pictures, len(found.counts.failed)) == (8, 1)
    records = load_labels(out / "jsonl").records
    assert [record.file for record in records] == [
        *(f"{n:03d}.jpg" for n in range(4)),
        *(f"{n:03d}-2.jpg" for n in range(4)),
    ]
    assert len(load_labels(out / "yolo").records) == 8
    assert sum(len(r.tiles) for r in records) == len(list((out / "crops").rglob("*.jpg")))
    other = tmp_path / "c"
    label(options(other, photos / "a"), FakeFactory("fake 2"))
    with pytest.raises(OutputError, match="other settings"):
        merge(MergeOptions((shards[0], other), tmp_path / "no", outputs))
    words = ["--merge", str(shards[0]), str(shards[1]), "--out", str(out)]
    assert CliRunner().invoke(app, words).exit_code == 2
    again = CliRunner().invoke(app, [*words, "--overwrite", "--format=yolo"])
    assert again.exit_code == 3, again.output

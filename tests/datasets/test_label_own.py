"""Files that labelling did not write stay, whatever is made anew around them."""

import os
from pathlib import Path

import pytest
from label_fakes import FakeFactory, contents, make_folder, options

from rekje.datasets.errors import OutputError
from rekje.datasets.label.accept import AcceptOptions, accept
from rekje.datasets.label.folder import Mode
from rekje.datasets.label.outputs import clear_leftovers
from rekje.datasets.label.own import made_anew, written_files
from rekje.datasets.label.run import label

FOREIGN = ("label-studio/notes.txt", "label-studio/more/notes.txt", "crops/1z/notes.txt")


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    return make_folder(tmp_path / "photos", 4)


@pytest.fixture
def out(photos: Path, tmp_path: Path) -> Path:
    """Return a folder that was labelled, and that somebody put files into."""
    out = tmp_path / "out"
    label(options(out, photos, formats=("label-studio",), crops=True), FakeFactory())
    for name in (*FOREIGN, "review/notes.txt", "csv/labels.csv"):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text("mine")
    (out / "crops" / "link").symlink_to(photos)
    return out


@pytest.mark.parametrize("mode", [Mode.RESUME, Mode.OVERWRITE])
@pytest.mark.parametrize("crops", [True, False])
def test_files_of_others_stay(photos: Path, out: Path, mode: Mode, crops: bool) -> None:
    if mode is Mode.RESUME and not crops:
        pytest.skip("such a run is another one")
    fewer = (photos / "a",)
    label(options(out, *fewer, mode=mode, crops=crops), FakeFactory())
    for name in (*FOREIGN, "review/notes.txt", "csv/labels.csv"):
        assert (out / name).read_text() == "mine"
    assert (out / "crops" / "link").is_symlink()
    crop_files = list((out / "crops").rglob("*.jpg"))
    assert bool(crop_files) == crops
    assert not [path for path in crop_files if path.is_relative_to(out / "crops" / "b")]
    assert len(list((out / "review").rglob("*.jpg"))) == 2


def test_files_of_others_in_the_way_are_not_replaced(photos: Path, out: Path) -> None:
    with pytest.raises(OutputError, match=r"csv/labels\.csv: was not written by this command"):
        label(options(out, photos, formats=("csv",), crops=True, mode=Mode.RESUME), FakeFactory())
    assert (out / "csv" / "labels.csv").read_text() == "mine"


def test_an_export_within_the_folder_stays(out: Path) -> None:
    tasks = out / "label-studio" / "tasks.json"
    export = out / "label-studio" / "export.json"
    export.write_bytes(tasks.read_bytes())
    accept(AcceptOptions(export, out))
    assert export.is_file()
    with pytest.raises(OutputError, match="lies where labels are written again"):
        accept(AcceptOptions(tasks, out))
    with pytest.raises(OutputError, match="is a folder"):
        accept(AcceptOptions(out / "label-studio", out))


@pytest.mark.parametrize("name", ["review.html", "manifest.jsonl", "crops", ".mine.part"])
def test_what_looks_like_a_run_but_is_none(photos: Path, tmp_path: Path, name: str) -> None:
    place = tmp_path / "mine" / name
    place.parent.mkdir()
    place.write_text("mine")
    for mode in Mode:
        with pytest.raises(OutputError, match=r"not empty|not write|is no manifest"):
            label(options(tmp_path / "mine", photos, mode=mode), FakeFactory())
        assert place.read_text() == "mine"


def test_leftovers_of_a_killed_run(tmp_path: Path) -> None:
    for name in (".csv.abcdefgh/old", ".csv.abcdefgh/new", ".yolo.mybackup", ".movie.avi.part"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "notes.txt").write_text("mine")
    (tmp_path / ".review.html.01234567.part").touch()
    clear_leftovers(tmp_path)
    assert sorted(contents(tmp_path, hidden=True)) == [
        ".movie.avi.part/notes.txt",
        ".yolo.mybackup/notes.txt",
        "csv/notes.txt",
    ]


def test_the_list_is_there_before_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    folder = tmp_path / "csv"
    with made_anew(folder) as stage:
        (stage / "old.csv").touch()
    monkeypatch.setattr(os, "link", killed)
    (folder / "notes.txt").touch()
    with pytest.raises(KeyboardInterrupt), made_anew(folder) as stage:
        (stage / "new.csv").touch()
    monkeypatch.undo()
    assert {path.name for path in folder.iterdir()} == {"old.csv", "notes.txt"}
    with made_anew(folder) as stage:
        (stage / "new.csv").touch()
    assert {path.name for path in folder.iterdir()} == {"new.csv", "notes.txt"}
    assert written_files(folder) - {""} == {"new.csv"}

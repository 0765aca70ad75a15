"""Which pictures are read, in which order and under which names."""

import os
from pathlib import Path

import pytest
from label_fakes import make_video

from rekje.datasets.errors import OutputError, PictureError
from rekje.datasets.label.inputs import InputOptions, find_sources
from rekje.datasets.label.names import Names
from rekje.datasets.label.videos import Every, frames_of


def touch(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def found(*inputs: Path | str, out: Path | None = None, **more: object) -> list[str]:
    wanted = InputOptions(tuple(map(str, inputs)), **more)  # type: ignore[arg-type]
    return [source.file for source in find_sources(wanted, out).found]


def test_a_folder_by_name_with_those_within(tmp_path: Path) -> None:
    touch(tmp_path, "b.jpg", "a/2.png", "a/1.JPG", "c.txt", ".hidden.jpg", ".git/x.jpg", "v.mp4")
    assert found(tmp_path) == ["a/1.JPG", "a/2.png", "b.jpg", "v.mp4"]
    assert found(tmp_path, recursive=False) == ["b.jpg", "v.mp4"]


def test_several_inputs_in_their_order_each_file_once(tmp_path: Path) -> None:
    touch(tmp_path, "x/1.jpg", "y/1.jpg", "y/2.jpg")
    assert found(tmp_path / "y", tmp_path / "x") == ["y/1.jpg", "y/2.jpg", "x/1.jpg"]
    assert found(tmp_path / "y" / "2.jpg", tmp_path / "y") == ["2.jpg", "1.jpg"]


def test_a_pipe_is_listed_as_a_problem_and_never_opened(tmp_path: Path) -> None:
    touch(tmp_path, "1.jpg")
    os.mkfifo(tmp_path / "2.jpg")
    one, pipe = find_sources(InputOptions((str(tmp_path),))).found
    assert one.problem == ""
    assert "is a pipe" in pipe.problem
    with pytest.raises(PictureError, match="is a pipe"):
        found(pipe.path)
    with pytest.raises(PictureError, match="is a pipe or a device"):
        found("/dev/zero")


def test_globs(tmp_path: Path) -> None:
    touch(tmp_path, "x/1.jpg", "y/1.jpg", "y/2.png", "y/[3].jpg")
    assert found(f"{tmp_path}/*/1.jpg") == ["x/1.jpg", "y/1.jpg"]
    assert found(f"{tmp_path}/**/*.png") == ["y/2.png"]
    assert found(f"{tmp_path}/?") == ["x/1.jpg", "y/1.jpg", "y/2.png", "y/[3].jpg"]
    assert found(tmp_path / "y" / "[3].jpg") == ["[3].jpg"]
    with pytest.raises(PictureError, match="matches no file"):
        found(f"{tmp_path}/z*.jpg")


def test_lists(tmp_path: Path) -> None:
    touch(tmp_path, "x/1.jpg", "x/ 2 .jpg")
    listed = tmp_path / "list.txt"
    listed.write_bytes(b"x/1.jpg\r\n\nx/ 2 .jpg\ngone.jpg\n")
    expected = ["x/1.jpg", "x/ 2 .jpg", "gone.jpg"]
    assert found(f"@{listed}") == expected
    assert found(lists=(listed,)) == expected
    sources = find_sources(InputOptions(lists=(listed,))).found
    assert [bool(source.problem) for source in sources] == [False, False, True]
    with pytest.raises(PictureError, match="cannot be read as a list"):
        found("@none.txt")
    listed.write_bytes(b"\xef\xbb\xbfx/1.jpg\ncaf\xe9.jpg\n" + b"n" * 5000)
    sources = find_sources(InputOptions(lists=(listed,))).found
    assert [source.path.name for source in sources][:2] == ["1.jpg", os.fsdecode(b"caf\xe9.jpg")]
    assert [source.problem[:12] for source in sources] == ["", "no such file", "no such file"]


def test_lists_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hand.jpg").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\n")
    for none in (tmp_path / "hand.jpg", Path("/dev/zero")):
        with pytest.raises(PictureError, match="is no list"):
            found(lists=(none,))
    monkeypatch.setattr("rekje.datasets.label.inputs._LONGEST_LIST", 5)
    (tmp_path / "list.txt").write_text("a.jpg\n")
    with pytest.raises(PictureError, match="is no list"):
        found(lists=(tmp_path / "list.txt",))


def test_a_list_from_a_pipe(tmp_path: Path) -> None:
    touch(tmp_path, "1.jpg")
    reader, writer = os.pipe()
    os.write(writer, os.fsencode(tmp_path / "1.jpg") + b"\n")
    os.close(writer)
    assert found(lists=(Path(f"/dev/fd/{reader}"),)) == ["1.jpg"]
    os.close(reader)


def test_links_in_circles_and_to_the_same(tmp_path: Path) -> None:
    touch(tmp_path, "a/1.jpg")
    (tmp_path / "a" / "circle").symlink_to(tmp_path)
    (tmp_path / "b.jpg").symlink_to(tmp_path / "a" / "1.jpg")
    (tmp_path / "dangling.jpg").symlink_to(tmp_path / "gone")
    assert found(tmp_path) == ["a/1.jpg", "dangling.jpg"]
    (tmp_path / "c").symlink_to(tmp_path / "a")
    assert found(f"{tmp_path}/**/*.jpg") == ["a/1.jpg", "dangling.jpg"]
    assert found(f"{tmp_path}/**/c/**/?.jpg") == ["c/1.jpg"]
    assert found(f"{tmp_path}/**") == ["a/1.jpg", "dangling.jpg"]


def test_what_is_passed_over_is_counted(tmp_path: Path) -> None:
    touch(tmp_path, "1.jpg", "a/2.gif", "a/3.GIF", "README", ".DS_Store", "out/labels.csv")
    sources = find_sources(InputOptions((str(tmp_path),)), tmp_path / "out")
    assert sources.passed_over == {"": 1, ".gif": 2}


def test_outputs_within_an_input_are_not_read(tmp_path: Path) -> None:
    touch(tmp_path, "1.jpg", "out/yolo/images/1.jpg")
    assert found(tmp_path, out=tmp_path / "out") == ["1.jpg"]
    assert found(f"{tmp_path}/**/*.jpg", out=tmp_path / "out") == ["1.jpg"]
    for inside in ("out", "out/yolo", "out/yolo/images/1.jpg"):
        with pytest.raises(OutputError, match="holds the input"):
            found(tmp_path / inside, out=tmp_path / "out")


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no such file or folder"):
        found(tmp_path / "gone")
    with pytest.raises(PictureError, match="no such file or folder"):
        found(tmp_path / ("n" * 5000))
    with pytest.raises(PictureError, match="without a name"):
        found("")
    with pytest.raises(PictureError, match="no picture or video found"):
        found(tmp_path)


def test_names_that_no_label_file_holds(tmp_path: Path) -> None:
    odd = [b"caf\xe9.jpg", b"a\nb.jpg", b"a\\b.jpg", "麻将 <&\"'>.jpg".encode()]
    for name in odd:
        (Path(os.fsdecode(tmp_path)) / os.fsdecode(name)).touch()
    (Path(os.fsdecode(tmp_path)) / os.fsdecode(b"d\xff")).mkdir()
    (Path(os.fsdecode(tmp_path)) / os.fsdecode(b"d\xff/1.jpg")).touch()
    sources = find_sources(InputOptions((str(tmp_path),))).found
    files = ["a_b.jpg", "a_b-2.jpg", "caf_.jpg", "d_/1.jpg", "麻将 <&\"'>.jpg"]
    assert [source.file for source in sources] == files
    assert ["rename" in source.problem for source in sources] == [True] * 4 + [False]


def test_stems_are_apart() -> None:
    names = Names()
    assert names.stem("a/1.jpg") == "a/1"
    assert names.stem("a/1.png") == "a/1-2"
    assert names.stem("a/1-2.png") == "a/1-2-2"
    assert names.stem("images/labels/x.jpg") == "pictures/label/x"
    assert len(names.stem("ß" * 125 + ".jpg").encode()) <= 203
    assert names.folder("a.mp4") == "a-2"


def test_frames_of_a_video(tmp_path: Path) -> None:
    video = make_video(tmp_path / "v.avi", frames=10, fps=5)

    def numbers(every: str) -> list[int]:
        return [number for number, _ in frames_of(video, Every.parse(every), lambda n: True)]

    assert numbers("4") == [0, 4, 8]
    assert numbers("1s") == [0, 5]
    assert numbers("0.3s") == [0, 2, 3, 4, 6, 8, 9]
    skipped = list(frames_of(video, Every(frames=5), lambda number: number > 0))
    assert [data is None for _, data in skipped] == [True, False]
    touch(tmp_path, "none.mp4")
    with pytest.raises(PictureError, match="cannot be read as a video"):
        list(frames_of(tmp_path / "none.mp4", Every(), lambda n: True))
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.mp4"))
    odd.touch()  # OpenCV would end this process
    with pytest.raises(PictureError, match="not UTF-8"):
        list(frames_of(odd, Every(), lambda n: True))
    for wrong in ("0", "x", "-1", "1.5", "s"):
        with pytest.raises(OutputError, match="--every"):
            Every.parse(wrong)

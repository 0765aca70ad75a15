"""Photos on the command line: the example of the README, read, corrected, scored and drawn."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

import rekje
from rekje.cli import app
from rekje.models import reading as models_reading
from rekje.models import session

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "hand.jpg"
HAND = "345p88s777z [5555s] (111z) @3p +1f"
run = CliRunner().invoke
SITUATION = ("--seat", "east", "--round", "south", "--win", "self-draw")


def read_json(*words):
    """Return exit code and the JSON lines of `rekje read`."""
    result = run(app, ["read", "--json", *map(str, words)])
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_the_example_is_read_whole_and_certain():
    code, (found,) = read_json(EXAMPLE)
    assert code == 0
    assert (found["schema"], found["hand"], found["certain"]) == (1, HAND, True)
    assert found["warnings"] == []
    assert found["image"] == {"path": str(EXAMPLE), "width": 960, "height": 720}
    assert [tile["n"] for tile in found["tiles"]] == list(range(1, 17))
    assert set(found["timing_ms"]) == {"load", "detect", "classify", "layout"}
    kinds = sorted((group["kind"], group["open"]) for group in found["groups"] if group["open"])
    assert kinds == [("pung", True)]
    for group in found["groups"]:
        for n in group["tiles"]:
            assert found["groups"][found["tiles"][n - 1]["group"]] == group


def test_the_score_follows_from_the_photo():
    result = run(app, ["score", str(EXAMPLE), *SITUATION, "--json"])
    found = json.loads(result.stdout)
    written = run(app, ["score", "--hand", HAND, *SITUATION, "--json"])
    assert (result.exit_code, found["valid"]) == (0, True)
    assert found["total"] == json.loads(written.stdout)["total"]
    assert found["reading"]["hand"] == HAND


def test_what_the_photo_cannot_tell_is_named_with_the_range():
    result = run(app, ["score", str(EXAMPLE), "--json"])
    found = json.loads(result.stdout)
    assert found["needs"] == ["seat", "round", "win"]
    assert found["total"] is None
    assert found["total_range"][0] < found["total_range"][1]


def test_corrections_change_hand_and_score(tmp_path):
    numbers = {tile["n"]: tile for tile in read_json(EXAMPLE)[1][0]["tiles"]}
    flower = next(n for n, tile in numbers.items() if tile["tile"] == "1f")
    code, (found,) = read_json(EXAMPLE, "--fix", f"{flower}=3q")
    assert (code, found["hand"]) == (0, HAND.replace("1f", "3q"))
    code, (found,) = read_json(EXAMPLE, "--drop", flower)
    assert found["hand"] == HAND.removesuffix(" +1f")
    pung = next(k for k, group in enumerate(found["groups"]) if group["kind"] == "pung")
    code, (found,) = read_json(EXAMPLE, "--closed", pung)
    assert found["hand"] == "345p88s111777z [5555s] @3p +1f"


@pytest.mark.parametrize(
    "words",
    [
        ["--fix", "99=1m"],
        ["--fix", "1"],
        ["--fix", "1=0z"],
        ["--drop", "77"],
        ["--open", "44"],
        ["--annotate", "no/such/folder/out.png"],
    ],
)
def test_a_correction_that_cannot_be_made_is_one_line(words):
    result = run(app, ["read", str(EXAMPLE), *words])
    assert result.exit_code in (2, 3)
    assert result.stderr.count("\n") == 1


def test_the_annotated_picture_is_written(tmp_path):
    out = tmp_path / "out.png"
    assert run(app, ["score", str(EXAMPLE), *SITUATION, "--annotate", str(out)]).exit_code == 0
    with Image.open(out) as picture:
        assert min(picture.size) > 720


def test_several_inputs_give_a_line_each_and_the_others_go_on(tmp_path):
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(EXAMPLE.read_bytes()[:20_000])
    code, found = read_json(EXAMPLE, broken, tmp_path / "none.jpg", EXAMPLE)
    assert code == 3
    assert [line.get("hand") for line in found] == [HAND, None, None, HAND]
    assert [line["image"]["path"] for line in found[1:3]] == [
        str(broken),
        str(tmp_path / "none.jpg"),
    ]
    assert found[1]["error"]["code"] == "unreadable"
    assert run(app, ["score", str(broken)]).exit_code == 3


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_same_at_every_exif_orientation(orientation, tmp_path):
    upright = Image.open(EXAMPLE)
    ways = {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }  # fmt: skip
    stored = upright.transpose(ways[orientation]) if orientation > 1 else upright
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored.save(tmp_path / "turned.jpg", quality=95, exif=exif)
    code, (found,) = read_json(tmp_path / "turned.jpg")
    assert (code, found["hand"]) == (0, HAND)
    assert (found["image"]["width"], found["image"]["height"]) == (960, 720)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_the_same_turned_by_quarters_without_exif(quarters):
    pixels = np.rot90(np.asarray(Image.open(EXAMPLE).convert("RGB")), quarters)
    assert rekje.open_reader().read(np.ascontiguousarray(pixels)).hand_text == HAND


def test_from_python():
    reading = rekje.read_photo(EXAMPLE)
    assert reading.hand == rekje.parse_hand(HAND)
    fixed = rekje.correct(reading, rekje.Corrections(dropped=(reading.tiles[0].n,)))
    assert len(fixed.tiles) == len(reading.tiles) - 1


def test_a_damaged_model_ends_with_its_own_code(tmp_path, monkeypatch):
    damaged = tmp_path / "detector.onnx"
    damaged.write_bytes(b"no model")
    monkeypatch.setattr(session, "shipped_path", lambda _task: damaged)
    models_reading.open_reader.cache_clear()
    result = run(app, ["read", str(EXAMPLE)])
    models_reading.open_reader.cache_clear()
    assert result.exit_code == 4
    assert result.stderr.count("\n") == 1


def test_a_picture_without_tiles_is_said_to_be_one(tmp_path):
    Image.new("RGB", (640, 480), (40, 120, 60)).save(tmp_path / "cloth.png")
    code, (found,) = read_json(tmp_path / "cloth.png")
    assert (code, found["hand"], found["certain"]) == (0, "", False)
    assert [note["code"] for note in found["warnings"]] == ["no_tiles"]
    result = run(app, ["score", str(tmp_path / "cloth.png"), "--json"])
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["code"] == "wrong_tile_count"


def test_usage():
    assert run(app, ["score"]).exit_code == 2
    assert run(app, ["score", str(EXAMPLE), "--hand", "11m"]).exit_code == 2
    assert run(app, ["score", "--hand", "11m", "--fix", "1=2m"]).exit_code == 2
    assert run(app, ["read", str(EXAMPLE), str(EXAMPLE), "--drop", "1"]).exit_code == 2
    assert run(app, ["read"]).exit_code == 2


@pytest.mark.parametrize("command", ["read", "score"])
@pytest.mark.parametrize("name", ["p.png", "folder/../p.png", "link.png", "hard.png"])
def test_a_photo_is_never_drawn_over(command, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Image.open(EXAMPLE).save("p.png")
    before = Path("p.png").read_bytes()
    Path("folder").mkdir()
    Path("link.png").symlink_to("p.png")
    Path("hard.png").hardlink_to("p.png")
    result = run(app, [command, "p.png", "--annotate", name])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is the file that is read" in result.stderr
    assert Path("p.png").read_bytes() == before


def test_where_nothing_can_be_drawn_is_refused_before_the_photo_is_read(tmp_path):
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "link.png").symlink_to(tmp_path / "elsewhere.png")
    os.mkfifo(tmp_path / "pipe.png")
    for name in ("folder.png", "link.png", "pipe.png", "out.jpg"):
        result = run(app, ["read", str(EXAMPLE), "--annotate", str(tmp_path / name)])
        assert (result.exit_code, result.stdout) == (2, "")
    assert "the name is empty" in run(app, ["read", str(EXAMPLE), "--annotate", ""]).stderr


def test_names_are_shown_in_one_line_and_one_way(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = [os.fsdecode(b"caf\xe9\x1b[31m\n.jpg"), os.fsdecode(b"caf\xe9.txt")]
    Path(names[0]).write_bytes(EXAMPLE.read_bytes())
    heading = run(app, ["read", names[0]]).stdout.splitlines()[0]
    assert heading == r"caf\udce9\x1b[31m\n.jpg"
    _, (found,) = read_json(names[1])
    assert found["image"]["path"] == r"caf\udce9.txt"
    assert found["error"]["message"].startswith(r"caf\udce9.txt: ")


def test_quiet_is_one_line_for_each_photo(tmp_path):
    Image.new("RGB", (64, 48)).save(tmp_path / "blank.png")
    photos = [EXAMPLE, tmp_path / "absent.jpg", tmp_path / "blank.png", EXAMPLE]
    result = run(app, ["read", "--quiet", *map(str, photos)])
    assert result.exit_code == 3
    assert result.stdout.splitlines() == [HAND, "", "", HAND]

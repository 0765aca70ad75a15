"""The live loop with fake frames, a fake reader, and keys pressed by a script."""

import json
import subprocess
import time

import numpy as np
import pytest

from rekje.scoring.laid import GroupKind
from rekje.scoring.notation import parse_hand
from rekje.vision.live import window
from rekje.vision.live.camera import CameraError, Frame
from rekje.vision.live.keep import Record, SaveError
from rekje.vision.live.overlay import Overlay, mirrored
from rekje.vision.live.webcam import Outputs, document, watch
from rekje.vision.live.window import DisplayError, Window, why_no_window
from rekje.vision.reading import Reading, ReadingGroup, TileReading
from rekje.vision.seeing import NO_TILE, TILES, SeenTile

FPS = 15.0
WIDTH, HEIGHT = 320, 120
FIRST = ["1m", "2m", "3m", "4p", "5p", "6p"]
THEN = ["1m", "2m", "3m", "4p", "5p", "9p"]


class Frames:
    """A source of so many frames; the first pixel of each holds its number."""

    def __init__(self, count, breaks=False):
        self.count, self.given, self.breaks = count, 0, breaks

    @property
    def ended(self):
        return self.given >= self.count and not self.breaks

    def newest(self, wait_s=0.0):
        if self.given >= self.count:
            if self.breaks:
                raise CameraError("broken_off", source="0", frames=self.count, seconds=1.0)
            return None
        pixels = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
        pixels[0, 0] = self.given
        self.given += 1
        return Frame(self.given - 1, (self.given - 1) / FPS, pixels)


class Reader:
    """Sees the tiles that a script names for a frame."""

    def __init__(self, script):
        self.script, self.seen = script, []

    def see(self, pixels):
        number = int(pixels[0, 0, 0])
        self.seen.append(pixels.copy())
        return tuple(self.tile(code, place) for place, code in enumerate(self.script(number)))

    @staticmethod
    def tile(code, place):
        x, y = 20.0 + place * 40, 30.0
        chances = np.full(NO_TILE + 1, 0.05 / (NO_TILE + 1))
        chances[[tile.code for tile in TILES].index(code)] += 0.95
        return SeenTile(((x, y), (x + 40, y), (x + 40, y + 55), (x, y + 55)), False, chances, 1, 1)


def understands(seen, size):
    """Lay the tiles out in one row, as they lie."""
    tiles = tuple(
        TileReading(n, t.best, t.best, float(t.probabilities.max()), (), t.quad, False, 0)
        for n, t in enumerate(seen, 1)
    )
    groups = (ReadingGroup(GroupKind.CONCEALED, False, tuple(t.n for t in tiles)),)
    hand = parse_hand("".join(t.best.code for t in seen)) if seen else None
    sure = min((t.confidence for t in tiles), default=0.0)
    return Reading(*size, tiles, groups, hand, certain=sure > 0.9, confidence=sure)


class Keys:
    """A window that presses the key of each turn and remembers what it was shown."""

    def __init__(self, keys=None):
        self.keys, self.turn, self.shown = keys or {}, 0, []

    def show(self, pixels):
        self.shown.append(pixels)

    def key(self, wait_s):
        self.turn += 1
        return self.keys.get(self.turn, "")


def run(script, frames=30, **outputs):
    """Return (summary, what was told, the reader)."""
    told = []
    reader = Reader(script)
    source = frames if isinstance(frames, Frames) else Frames(frames)
    given = Outputs(tell=told.append, **outputs)
    summary = watch(source, reader, given, understands=understands, date=lambda: "20260101-120000")
    return summary, told, reader


def change_at(number):
    return lambda frame: THEN if frame >= number else FIRST


def boxes(pixels, reading):
    """Draw a white corner at every tile."""
    drawn = pixels.copy()
    for tile in reading.tiles:
        x, y = (round(value) for value in tile.quad[0])
        drawn[y : y + 4, x : x + 4] = 255
    return drawn


def test_each_steady_reading_is_told_once_and_a_change_soon():
    summary, told, _ = run(change_at(30), 60)
    assert [look.reading.hand_text for look in told] == ["123m456p", "123m459p"]
    assert summary.read == 60
    assert summary.told == 2
    assert told[1].frame.time_s - 30 / FPS <= 0.7


def test_a_tile_that_flickers_for_thirty_frames_is_told_once():
    """User demand 22."""
    _, told, _ = run(lambda frame: FIRST if frame % 3 else THEN, Frames(31))
    assert [look.reading.hand_text for look in told] in (["123m456p"], ["123m459p"])


def test_a_hand_in_the_way_tells_nothing_new():
    _, told, _ = run(lambda frame: FIRST[:2] if 15 <= frame < 30 else FIRST, 45)
    assert [look.reading.hand_text for look in told] == ["123m456p"]


def test_the_document_is_that_of_read_with_frame_and_time():
    _, (look,), _ = run(lambda _: FIRST)
    found = document(look, "nl")
    assert found["image"] == {"frame": 5, "time_s": 0.333, "width": WIDTH, "height": HEIGHT}
    assert found["hand"] == "123m456p"
    assert set(found) == set(look.reading.to_json())
    json.dumps(found)


def test_the_record_keeps_every_frame(tmp_path):
    with Record(tmp_path / "out.jsonl") as record:
        run(change_at(10), 30, record=record)
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert [line["image"]["frame"] for line in lines] == list(range(30))
    assert [line["told"] for line in lines].count(True) == 2
    assert lines[-1]["hand"] == "123m459p"


def test_a_record_that_cannot_be_written_says_so(tmp_path):
    with pytest.raises(SaveError, match=r"none/out\.jsonl: cannot be written"):
        Record(tmp_path / "none" / "out.jsonl")


def test_a_stream_that_breaks_off_keeps_what_was_told():
    told = []
    with pytest.raises(CameraError, match="broke off"):
        watch(
            Frames(10, breaks=True),
            Reader(lambda _: FIRST),
            Outputs(tell=told.append),
            understands=understands,
        )
    assert len(told) == 1


@pytest.mark.parametrize("key", ["q", "\x1b"])
def test_q_and_escape_end(key):
    summary, _, _ = run(lambda _: FIRST, 100, window=Keys({4: key}))
    assert summary.read == 4


def test_space_freezes_and_goes_on():
    keys = Keys({5: " ", 50: " "})
    summary, _, reader = run(lambda _: FIRST, 20, window=keys)
    assert summary.read == 20
    assert len(reader.seen) == 20
    assert keys.turn >= 20 + 44
    # Nothing changed meanwhile, so nothing was shown but that it stands still.
    assert len(keys.shown) <= 23


def test_f_flips_the_view_and_never_what_is_read():
    keys = Keys({3: "f"})
    _, told, reader = run(lambda _: FIRST, 12, window=keys, draw=boxes)
    assert all((pixels[0, 0] == number).all() for number, pixels in enumerate(reader.seen))
    plain, flipped = keys.shown[2], keys.shown[-1]
    assert (plain[31, 21] == 255).all()
    assert not (plain[31, WIDTH - 60 + 1] == 255).all()
    assert (flipped[31, WIDTH - 60 + 1] == 255).all()
    assert (flipped[0, WIDTH - 1] == 11).all()
    assert told[0].reading.tiles[0].quad[0] == pytest.approx((20, 30))


def test_s_saves_frame_labels_and_score(tmp_path):
    keys = Keys({8: "s"})
    run(
        lambda _: FIRST,
        12,
        window=keys,
        save_to=tmp_path / "kept",
        score=lambda reading: f"{reading.hand_text}: 8",
    )
    names = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert names == ["20260101-120000-000007.json", "20260101-120000-000007.png"]
    labels = json.loads((tmp_path / "kept" / names[0]).read_text("utf-8"))
    assert labels["image"]["path"] == names[1]
    assert labels["image"]["frame"] == 7
    assert labels["hand"] == "123m456p"
    assert labels["score"] == "123m456p: 8"
    assert len(labels["tiles"]) == 6
    assert (tmp_path / "kept" / names[1]).read_bytes().startswith(b"\x89PNG")


def test_a_folder_that_cannot_be_written_ends_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    keys = Keys({1: "s", 5: "s"})
    summary, _, _ = run(lambda _: FIRST, 12, window=keys, save_to=tmp_path / "file")
    assert summary.read == 12


def test_the_score_is_asked_once_for_each_steady_reading():
    asked = []

    def score(reading):
        asked.append(reading.hand_text)
        return "34 points"

    run(change_at(20), 40, window=Keys(), score=score)
    assert asked == ["123m456p", "123m459p"]


def test_reading_behind_shows_every_frame_meanwhile():
    class Slow(Frames):
        """A camera that gives a frame every few milliseconds."""

        def newest(self, wait_s=0.0):
            time.sleep(0.004)
            return super().newest(wait_s)

    class SlowReader(Reader):
        def see(self, pixels):
            time.sleep(0.03)
            return super().see(pixels)

    keys, told = Keys(), []
    reader = SlowReader(lambda _: FIRST)
    out = Outputs(tell=told.append, window=keys)
    summary = watch(Slow(60), reader, out, behind=True, understands=understands)
    assert summary.shown >= 60
    assert 4 <= summary.read < 40
    assert len(told) == 1
    assert reader.seen[-1][0, 0, 0] == 59  # the newest frame is read last


def test_errors_of_a_reader_behind_come_through():
    class Broken:
        def see(self, pixels):
            raise RuntimeError("broken net")

    with pytest.raises(RuntimeError, match="broken net"):
        watch(Frames(5), Broken(), Outputs(tell=print), behind=True, understands=understands)


def test_a_drawing_is_kept_and_moved_along():
    calls = []

    def draw(pixels, reading):
        calls.append(len(reading.tiles))
        return boxes(pixels, reading)

    overlay = Overlay(draw)
    pixels = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
    for shift in range(5):
        tiles = [Reader.tile(code, place) for place, code in enumerate(FIRST)]
        moved = [
            SeenTile(tuple((x + shift, y) for x, y in t.quad), False, t.probabilities, 1, 1)
            for t in tiles
        ]
        view = overlay.over(pixels, understands(moved, (WIDTH, HEIGHT)))
        assert (view[31, 21 + shift] == 255).all()
        assert (view[31, 19 + shift] == 60).all()
    assert calls.count(6) == 1
    assert (pixels == 60).all()
    overlay.over(pixels, understands([Reader.tile(c, n) for n, c in enumerate(THEN)], (320, 120)))
    assert calls.count(6) == 2


def test_the_mirrored_reading_lies_where_the_mirrored_picture_has_it():
    reading = understands([Reader.tile("1m", 0)], (WIDTH, HEIGHT))
    assert mirrored(reading).tiles[0].quad[0] == (WIDTH - 60, 30)
    assert mirrored(mirrored(reading)) == reading


@pytest.mark.parametrize(
    ("platform", "environment", "build", "opens", "code"),
    [
        ("linux", {"DISPLAY": ":0"}, "  GUI:   NONE\n", True, "headless"),
        ("win32", {}, "  GUI:   NONE\n", True, "headless"),
        ("linux", {}, "  GUI:   QT5\n", True, "no_display"),
        ("linux", {"DISPLAY": ":9"}, "  GUI:   QT5\n", False, "no_answer"),
        ("linux", {"DISPLAY": ":0"}, "  GUI:   QT5\n", True, None),
        ("darwin", {}, "  GUI:   COCOA\n", False, None),
        ("win32", {}, "  GUI:   WIN32UI\n", False, None),
    ],
)
def test_why_there_is_no_window(platform, environment, build, opens, code):
    error = why_no_window(platform, environment, build, lambda: opens)
    assert (error.code if error else None) == code
    for lang in ("en", "nl") if error else ():
        assert "--no-window" in error.text(lang)


def test_a_screen_that_does_not_answer_is_found_out_in_a_child(monkeypatch):
    def run_child(*args, **kwargs):
        return subprocess.CompletedProcess(args, -6)

    monkeypatch.setattr(window.subprocess, "run", run_child)
    assert why_no_window("linux", {"DISPLAY": ":9"}, "GUI: QT5").code == "no_answer"


def test_an_opencv_without_windows_says_how_to_go_on(monkeypatch):
    def refuse(*_):
        raise window.cv2.error("The function is not implemented")

    monkeypatch.setattr(window.cv2, "namedWindow", refuse)
    with pytest.raises(DisplayError, match="--no-window"):
        Window(check=False).show(np.zeros((4, 4, 3), np.uint8))

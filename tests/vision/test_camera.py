"""Frames of files, streams that break off, cameras that are not there or busy."""

import os
import threading
import time

import cv2
import numpy as np
import pytest

from rekje.vision.live import camera_error
from rekje.vision.live.camera import Camera, CameraError

FRAMES, FPS = 20, 20.0


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """Return a film whose every frame is redder than the one before."""
    path = tmp_path_factory.mktemp("films") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (64, 48))
    for number in range(FRAMES):
        writer.write(np.full((48, 64, 3), (0, 0, number * 10), np.uint8))
    writer.release()
    return path


class FakeCapture:
    """A camera that gives some frames and then none, or hangs."""

    def __init__(self, frames, is_open=True, hangs=None):
        self.left, self.is_open, self.hangs = frames, is_open, hangs
        self.released = 0

    def isOpened(self):  # noqa: N802
        return self.is_open

    def get(self, key):
        return 0.0

    def read(self):
        if self.left:
            self.left -= 1
            return True, np.zeros((4, 6, 3), np.uint8)
        if self.hangs:
            self.hangs.wait()
        return False, None

    def release(self):
        self.released += 1


def frames_of(camera):
    found = []
    while not camera.ended:
        frame = camera.newest(0.5)
        if frame is not None:
            found.append(frame)
    return found


def test_every_frame_of_a_file_comes_in_turn(film):
    with Camera(str(film), every_frame=True) as camera:
        assert not camera.is_live
        frames = frames_of(camera)
    assert [frame.number for frame in frames] == list(range(FRAMES))
    assert [frame.time_s for frame in frames] == pytest.approx([n / FPS for n in range(FRAMES)])
    red = [int(frame.pixels[20, 30, 0]) for frame in frames]
    assert np.abs(np.array(red) - np.arange(FRAMES) * 10).max() < 8
    assert frames[-1].pixels[..., 2].max() < 12
    assert frames[0].pixels.shape == (48, 64, 3)


def test_a_file_plays_at_its_own_speed_and_only_the_newest_frame_is_kept(film):
    start = time.monotonic()
    with Camera(str(film)) as camera:
        numbers = []
        while not camera.ended:
            frame = camera.newest(0.5)
            if frame is not None:
                numbers.append(frame.number)
                time.sleep(0.12)  # a slow reader
    assert time.monotonic() - start > (FRAMES - 2) / FPS
    assert numbers == sorted(set(numbers))
    assert len(numbers) < FRAMES * 0.7
    assert numbers[-1] == FRAMES - 1


def test_closing_in_the_middle_does_not_wait_for_the_end(film):
    start = time.monotonic()
    with Camera(str(film)) as camera:
        camera.newest(1.0)
    assert time.monotonic() - start < 0.8
    assert camera.newest() is None or camera.ended


def test_closing_does_not_wait_for_a_camera_that_hangs(monkeypatch):
    monkeypatch.setattr("rekje.vision.live.camera._CLOSE_S", 0.05)
    hangs = threading.Event()
    capture = FakeCapture(1, hangs=hangs)
    camera = Camera("0", open_capture=lambda _: capture)
    assert camera.newest(1.0).number == 0
    start = time.monotonic()
    camera.close()
    assert time.monotonic() - start < 0.6
    assert capture.released == 0  # not while another thread reads
    hangs.set()
    camera._thread.join(2)
    assert capture.released == 1


def test_a_camera_without_pictures_has_stalled(monkeypatch):
    monkeypatch.setattr("rekje.vision.live.camera._STALL_S", 0.05)
    hangs = threading.Event()
    with Camera("0", open_capture=lambda _: FakeCapture(1, hangs=hangs)) as camera:
        camera.newest(1.0)
        time.sleep(0.06)
        with pytest.raises(CameraError, match="no picture for 0 s") as caught:
            camera.newest(0.01)
        hangs.set()
    assert caught.value.code == "stalled"


@pytest.mark.parametrize("source", ["0", "rtsp://me:secret@10.0.0.5/live"])
def test_a_stream_that_breaks_off_says_so_after_its_last_frame(source, monkeypatch):
    monkeypatch.setattr("rekje.vision.live.camera._PATIENCE_S", 0.05)
    with Camera(source, open_capture=lambda _: FakeCapture(3)) as camera:
        with pytest.raises(CameraError) as caught:
            frames_of(camera)
        assert camera.ended
    assert caught.value.code == "broken_off"
    assert "broke off after 3 frames" in str(caught.value)
    assert "brak af na 3 beelden" in caught.value.text("nl")
    assert "secret" not in str(caught.value)


def test_a_camera_may_fail_for_a_moment():
    class Moody(FakeCapture):
        def read(self):
            self.calls = getattr(self, "calls", 0) + 1
            return (False, None) if self.calls % 2 == 0 else super().read()

    with Camera("0", open_capture=lambda _: Moody(10**6)) as camera:
        assert [camera.newest(1.0).number > n for n in range(-1, 2)]


def test_a_file_that_was_cut_off_says_so(film, tmp_path, monkeypatch):
    class Longer(FakeCapture):
        def get(self, key):
            return 100.0 if key == cv2.CAP_PROP_FRAME_COUNT else 25.0

    path = tmp_path / "cut.avi"
    path.write_bytes(b"film")
    with Camera(str(path), every_frame=True, open_capture=lambda _: Longer(40)) as camera:
        for _ in range(40):
            assert camera.newest() is not None
        with pytest.raises(CameraError, match="ends after 40 of 100 frames"):
            camera.newest()
    # A few frames fewer than it says are no damage.
    with Camera(str(path), every_frame=True, open_capture=lambda _: Longer(97)) as camera:
        assert len(frames_of(camera)) == 97


def test_a_real_file_cut_in_half_does_not_hang(film, tmp_path):
    path = tmp_path / "half.avi"
    content = film.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    try:
        with Camera(str(path), every_frame=True) as camera:
            assert 0 < len(frames_of(camera)) < FRAMES
    except CameraError as error:
        assert error.code in {"cut_off", "no_video"}


def test_what_is_no_video_is_refused(tmp_path):
    (tmp_path / "notes.mp4").write_text("no film\n" * 50)
    (tmp_path / "empty.jpg").write_bytes(b"")
    cv2.imwrite(str(tmp_path / "hand.png"), np.zeros((8, 8, 3), np.uint8))
    names = {
        "none.avi": "no_file", "notes.mp4": "no_video", "empty.jpg": "no_video",
        "hand.png": "picture", ".": "folder",
    }  # fmt: skip
    for name, code in names.items():
        with pytest.raises(CameraError) as caught:
            Camera(str(tmp_path / name))
        assert caught.value.code == code
        assert str(tmp_path) in str(caught.value)


def test_a_missing_camera_says_which_there_are(tmp_path, monkeypatch):
    monkeypatch.setattr(camera_error, "_DEVICES", tmp_path)
    closed = FakeCapture(0, is_open=False)
    with pytest.raises(CameraError, match=r"no camera 3 found \(there is none at all\)"):
        Camera("3", open_capture=lambda _: closed)
    (tmp_path / "video0").touch()
    (tmp_path / "video2").touch()
    with pytest.raises(CameraError, match=r"no camera 3 found \(there are: 0, 2\)"):
        Camera("3", open_capture=lambda _: closed)
    assert closed.released == 2


def test_a_busy_camera_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(camera_error, "_DEVICES", tmp_path)
    (tmp_path / "video0").touch()
    for capture in (FakeCapture(0, is_open=False), FakeCapture(0)):
        monkeypatch.setattr("rekje.vision.live.camera._PATIENCE_S", 0.02)
        with pytest.raises(CameraError, match="may be in use") as caught:
            Camera("0", open_capture=lambda _, capture=capture: capture)
        assert "misschien is hij in gebruik" in caught.value.text("nl")


def test_a_camera_that_this_user_may_not_use_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(camera_error, "_DEVICES", tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    (tmp_path / "video0").touch()
    with pytest.raises(CameraError, match=r"group that owns .*video0"):
        Camera("0", open_capture=lambda _: FakeCapture(0, is_open=False))


def test_an_address_that_does_not_answer_is_refused_without_its_password():
    with pytest.raises(CameraError) as caught:
        Camera("http://me:secret@127.0.0.1:9/live")
    assert str(caught.value).startswith("http://127.0.0.1:9/live: no video from this address")

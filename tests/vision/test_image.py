import io
import os
import random
import sys
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from rekje.vision.errors import ImageError
from rekje.vision.image import Photo, open_photo, photo_of_bytes, photo_of_pixels

pillow_heif = pytest.importorskip("pillow_heif")
pillow_heif.register_heif_opener()

WIDTH, HEIGHT = 64, 48
COLOURS = ((200, 30, 40), (30, 180, 60), (20, 60, 190), (230, 220, 210))
"""Of the quarters: top left, top right, bottom left, bottom right."""
GREY = 127


def quarters(width: int = WIDTH, height: int = HEIGHT) -> np.ndarray:
    pixels = np.zeros((height, width, 3), np.uint8)
    for number, colour in enumerate(COLOURS):
        rows = slice(height // 2) if number < 2 else slice(height // 2, None)
        columns = slice(width // 2) if number % 2 == 0 else slice(width // 2, None)
        pixels[rows, columns] = colour
    return pixels


def saved(picture: Image.Image | np.ndarray, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image = Image.fromarray(picture) if isinstance(picture, np.ndarray) else picture
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def middles(pixels: np.ndarray) -> np.ndarray:
    """Return the colours in the middles of the four quarters."""
    height, width = pixels.shape[:2]
    spots = [(y, x) for y in (1, 3) for x in (1, 3)]
    return np.array([pixels[height * y // 4, width * x // 4] for y, x in spots], int)


def assert_upright(photo: Photo, within: int = 12, colours: object = COLOURS) -> None:
    assert (photo.width, photo.height) == (WIDTH, HEIGHT)
    for shrink in (1, 2, 4, 8):
        view = photo.view(shrink)
        assert view.shape == (HEIGHT // shrink, WIDTH // shrink, 3)
        assert view.dtype == np.uint8
        assert np.abs(middles(view) - np.array(colours)).max() <= within


def grey_of(colours: object) -> np.ndarray:
    levels = np.array(colours) @ (0.299, 0.587, 0.114)
    return np.repeat(levels[:, None], 3, axis=1)


def error_of(work: Callable[[], object], code: str) -> str:
    """Return the message of the error that `work` ends with, one line in both languages."""
    with pytest.raises(ImageError) as caught:
        work()
    assert caught.value.code == code
    message = str(caught.value)
    assert "\n" not in message + caught.value.text("nl")
    assert "{" not in message + caught.value.text("nl")
    return message


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("JPEG", {"quality": 95}),
        ("JPEG", {"quality": 95, "progressive": True}),
        ("MPO", {"quality": 95, "save_all": True, "append_images": [Image.new("RGB", (64, 48))]}),
        ("PNG", {}),
        ("WebP", {"lossless": True}),
        ("WebP", {"quality": 95}),
        ("TIFF", {}),
        ("TIFF", {"compression": "tiff_lzw"}),
        ("TIFF", {"compression": "jpeg", "quality": 95}),
        ("TIFF", {"big_tiff": True}),
        ("BMP", {}),
        ("GIF", {}),
        ("HEIF", {"quality": 95}),
    ],
)
def test_reads_every_kind_whatever_its_name(
    kind: str, options: dict[str, object], tmp_path: Path
) -> None:
    path = tmp_path / "photo.txt"
    path.write_bytes(saved(quarters(), kind, **options))
    photo = open_photo(path)
    assert photo.path == str(path)
    assert_upright(photo)
    assert_upright(open_photo(str(path)))


LIES_AS: dict[int, Callable[[np.ndarray], np.ndarray]] = {
    1: lambda upright: upright,
    2: np.fliplr,
    3: lambda upright: np.rot90(upright, 2),
    4: np.flipud,
    5: lambda upright: upright.transpose(1, 0, 2),
    6: np.rot90,  # lies a quarter against the clock
    7: lambda upright: np.rot90(upright, 2).transpose(1, 0, 2),
    8: lambda upright: np.rot90(upright, -1),
}


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP", "TIFF", "HEIF"])
def test_applies_the_orientation_once(kind: str, orientation: int) -> None:
    lying = np.ascontiguousarray(LIES_AS[orientation](quarters()))
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert_upright(photo_of_bytes(saved(lying, kind, quality=95, exif=exif.tobytes())))


@pytest.mark.parametrize("value", [0, 9, 65535])
def test_ignores_an_orientation_that_does_not_exist(value: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = value
    assert_upright(photo_of_bytes(saved(quarters(), "JPEG", quality=95, exif=exif.tobytes())))


def test_ignores_damaged_exif() -> None:
    damaged = b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + b"\xa5" * 20
    assert_upright(photo_of_bytes(saved(quarters(), "JPEG", quality=95, exif=damaged)))


def with_alpha(mode: str) -> Image.Image:
    """Return the picture with its top left quarter see-through."""
    picture = Image.fromarray(quarters()).convert("RGBA")
    alpha = np.full((HEIGHT, WIDTH), 255, np.uint8)
    alpha[: HEIGHT // 2, : WIDTH // 2] = 0
    picture.putalpha(Image.fromarray(alpha))
    return picture.quantize(8) if mode == "P" else picture.convert(mode)


@pytest.mark.parametrize("mode", ["RGBA", "P", "LA"])
@pytest.mark.parametrize("kind", ["PNG", "WebP"])
def test_lays_what_is_see_through_on_grey(kind: str, mode: str) -> None:
    data = saved(with_alpha(mode), kind, **({"lossless": True} if kind == "WebP" else {}))
    seen = grey_of(COLOURS) if mode == "LA" else np.array(COLOURS)
    seen[0] = GREY
    assert_upright(photo_of_bytes(data), colours=seen)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "BMP"])
def test_reads_grey(kind: str) -> None:
    picture = Image.fromarray(quarters()).convert("L")
    options = {"quality": 95} if kind == "JPEG" else {}
    assert_upright(photo_of_bytes(saved(picture, kind, **options)), colours=grey_of(COLOURS))


def test_reads_one_bit() -> None:
    pixels = quarters()[..., 0] > 100
    black_and_white = np.repeat([[255], [0], [0], [255]], 3, axis=1)
    for kind in ("PNG", "TIFF", "BMP"):
        data = saved(Image.fromarray(pixels), kind)
        photo = photo_of_bytes(data)
        assert (middles(photo.view()) == black_and_white).all()


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
@pytest.mark.parametrize("channels", [1, 3])
def test_reads_16_bits(kind: str, channels: int) -> None:
    deep = quarters().astype(np.uint16) * 257
    if channels == 1:
        deep = deep[..., 0]
    ending = {"PNG": ".png", "TIFF": ".tiff"}[kind]
    ok, data = cv2.imencode(ending, deep[..., ::-1] if channels == 3 else deep)
    assert ok
    colours = np.array(COLOURS)
    if channels == 1:
        colours = np.repeat(colours[:, :1], 3, axis=1)
    assert_upright(photo_of_bytes(data.tobytes()), 1, colours)


@pytest.mark.parametrize("highest", [1.0, 255.0, 65535.0, 1e6])
def test_reads_floats(highest: float) -> None:
    levels = quarters()[..., 0].astype(np.float32)
    levels[0, 0] = 255
    levels[0, 1] = np.nan
    photo = photo_of_bytes(saved(Image.fromarray(levels * (highest / 255)), "TIFF"))
    assert_upright(photo, 1, np.repeat(np.array(COLOURS)[:, :1], 3, axis=1))


def test_reads_cmyk() -> None:
    inks = Image.fromarray(quarters()).convert("CMYK")
    data = saved(inks, "JPEG", quality=95)
    assert b"Adobe" in data  # whose inks are inverted
    assert_upright(photo_of_bytes(data))
    assert_upright(photo_of_bytes(saved(inks, "TIFF")))


@pytest.mark.parametrize("size", [(1, 1), (1, 90), (7, 5), (61, 47), (3, 200)])
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_rounds_the_size_of_a_view_up(size: tuple[int, int], kind: str) -> None:
    photo = photo_of_bytes(saved(Image.new("RGB", size, (10, 200, 30)), kind))
    assert (photo.width, photo.height) == size
    for shrink in (1, 2, 4, 8):
        view = photo.view(shrink)
        assert view.shape == (-(-size[1] // shrink), -(-size[0] // shrink), 3)
        assert np.abs(view.astype(int) - (10, 200, 30)).max() < 4


def test_keeps_its_views_and_lets_none_be_written() -> None:
    for kind in ("JPEG", "PNG"):
        photo = photo_of_bytes(saved(quarters(), kind))
        assert photo.view(4) is photo.view(4)
        assert photo.view() is photo.view(1)
        assert photo.view().flags.c_contiguous
        with pytest.raises(ValueError, match="read-only"):
            photo.view()[0, 0] = 0
        with pytest.raises(ValueError, match="expected one of"):
            photo.view(3)


def test_a_view_does_not_depend_on_those_before() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (96, 128, 3), np.uint8)
    data = saved(noise, "JPEG")
    looked_at = photo_of_bytes(data)
    looked_at.view(1)
    assert (looked_at.view(4) == photo_of_bytes(data).view(4)).all()


def test_takes_pixels_from_memory() -> None:
    assert_upright(photo_of_pixels(quarters(), "camera 0"), 0)
    mirrored = quarters()[:, ::-1]
    assert (photo_of_pixels(mirrored).view() == mirrored).all()
    assert mirrored.flags.writeable


@pytest.mark.parametrize(
    ("pixels", "seen"),
    [
        (np.zeros((4, 5), np.uint8), "(4, 5) uint8"),
        (np.zeros((4, 5, 4), np.uint8), "(4, 5, 4) uint8"),
        (np.zeros((4, 5, 3), np.float32), "(4, 5, 3) float32"),
        (np.zeros((0, 5, 3), np.uint8), "(0, 5, 3) uint8"),
        ([[1, 2]], "list"),
    ],
)
def test_refuses_other_pixels(pixels: np.ndarray, seen: str) -> None:
    message = error_of(lambda: photo_of_pixels(pixels), "pixels")
    assert f"pixels are {seen}, expected (height, width, 3) uint8 RGB" in message


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"", "empty", "is empty"),
        (b"%PDF-1.7 ...", "foreign", "a PDF document"),
        (b"PK\x03\x04....", "foreign", "a zip archive"),
        (b"<!doctype html><p>no photo", "foreign", "is text"),
        ("één foto".encode(), "foreign", "is text"),
        (b"\xff\xd8", "damaged", "the JPEG data is damaged"),
        (bytes(1000), "foreign", "of no kind that is known"),
        (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "foreign", "a video"),
        (b"\0\0\0\x18ftypavif\0\0\0\0avifmif1", "foreign", "a picture of another kind"),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1avif", "foreign", "a picture of another kind"),
        (b"\xff\xd8\xff", "damaged", "JPEG"),
        (b"\x89PNG\r\n\x1a\n", "damaged", "PNG"),
        (b"RIFF\0\0\0\0WEBP", "damaged", "WebP"),
        (b"II*\0", "damaged", "TIFF"),
        (b"BM", "damaged", "BMP"),
        (b"GIF89a", "damaged", "GIF"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "damaged", "HEIC"),
    ],
)
def test_says_what_is_no_picture(data: bytes, code: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.jpg"
    path.write_bytes(data)
    message = error_of(lambda: open_photo(path), code)
    assert message.startswith(f"{path}: ")
    assert words in message


def test_refuses_what_is_no_file(tmp_path: Path) -> None:
    error_of(lambda: open_photo(tmp_path), "folder")
    error_of(lambda: open_photo(tmp_path / "none.jpg"), "missing")
    error_of(lambda: open_photo(tmp_path / "a" / "b\nc.jpg"), "missing")
    error_of(lambda: open_photo(""), "missing")
    error_of(lambda: open_photo("zero\0.jpg"), "unopened")
    error_of(lambda: open_photo(tmp_path / ("long" * 100)), "unopened")
    loop = tmp_path / "loop.jpg"
    loop.symlink_to(loop)
    error_of(lambda: open_photo(loop), "unopened")
    under_file = tmp_path / "file"
    under_file.write_bytes(b"x")
    error_of(lambda: open_photo(under_file / "hand.jpg"), "unopened")
    strange = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\x1b[2J.jpg")
    assert r"\udcff\x1b[2J.jpg: no such file" in error_of(lambda: open_photo(strange), "missing")


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes or devices among its files")
def test_does_not_wait_for_a_pipe_or_device(tmp_path: Path) -> None:
    pipe = tmp_path / "hand.jpg"
    os.mkfifo(pipe)
    caught: list[ImageError] = []

    def work() -> None:
        try:
            open_photo(pipe)
        except ImageError as error:
            caught.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(20)
    assert [error.code for error in caught] == ["no_file"]
    error_of(lambda: open_photo("/dev/zero"), "no_file")


def test_refuses_a_large_file_unread(tmp_path: Path) -> None:
    path = tmp_path / "hand.jpg"
    with path.open("wb") as file:
        file.write(b"\xff\xd8\xff")
        file.truncate(10**12)  # takes no room on the disk
    assert "200 MB" in error_of(lambda: open_photo(path), "large_file")


def bomb(kind: str, width: int, height: int) -> bytes:
    """Return a small file whose header promises a picture of that size."""
    if kind == "PNG":
        header = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\2\0\0\0"
        crc = zlib.crc32(header).to_bytes(4, "big")
        whole = saved(quarters(), "PNG")
        return whole[:8] + (13).to_bytes(4, "big") + header + crc + whole[33:]
    if kind == "JPEG":
        data = saved(quarters(), "JPEG")
        at = data.index(b"\xff\xc0") + 5
        return data[:at] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + data[at + 4 :]
    if kind == "GIF":
        data = saved(quarters(), "GIF")
        return data[:6] + width.to_bytes(2, "little") + height.to_bytes(2, "little") + data[10:]
    data = saved(quarters(), "BMP")
    return data[:18] + width.to_bytes(4, "little") + height.to_bytes(4, "little") + data[26:]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "BMP"])
def test_refuses_too_many_pixels_at_once(kind: str) -> None:
    start = time.process_time()
    message = error_of(lambda: photo_of_bytes(bomb(kind, 20000, 20000)), "many_pixels")
    assert "has 20000 x 20000 pixels, at most 120 megapixels" in message
    assert time.process_time() - start < 1


def test_refuses_a_webp_bomb() -> None:
    side = (16383 - 1).to_bytes(3, "little")
    chunk = b"VP8X" + (10).to_bytes(4, "little") + bytes(4) + side + side
    data = b"RIFF" + (4 + len(chunk)).to_bytes(4, "little") + b"WEBP" + chunk
    with pytest.raises(ImageError):
        photo_of_bytes(data)


def test_the_limit_of_pixels_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "hand.jpg"
    path.write_bytes(saved(quarters(), "JPEG"))
    assert open_photo(path, max_pixels=WIDTH * HEIGHT).width == WIDTH
    error_of(lambda: open_photo(path, max_pixels=WIDTH * HEIGHT - 1), "many_pixels")


def test_refuses_a_jpeg_of_endless_scans() -> None:
    data = saved(quarters(600, 400), "JPEG", progressive=True)
    scan = data[data.rindex(b"\xff\xda") : -2]
    photo_of_bytes(data)
    error_of(lambda: photo_of_bytes(data[:-2] + scan * 11_000 + data[-2:]), "damaged")


def test_standard_error_is_back_after_a_tiff(capfd: pytest.CaptureFixture[str]) -> None:
    photo_of_bytes(saved(quarters(), "TIFF"))
    error_of(lambda: photo_of_bytes(b"II*\0"), "damaged")
    os.write(2, b"heard")
    assert capfd.readouterr().err == "heard"


def test_says_how_to_read_heic(monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved(quarters(), "HEIF")
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    assert 'pip install "rekje[heic]"' in error_of(lambda: photo_of_bytes(data), "no_heic")


def test_says_when_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    photo = photo_of_bytes(saved(quarters(), "JPEG"))
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", full)
    error_of(photo.view, "no_memory")


NOISE = np.random.default_rng(7).integers(0, 256, (60, 80, 3), np.uint8)


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("shrink", [1, 8])
def test_a_jpeg_must_be_complete(progressive: bool, shrink: int) -> None:
    data = saved(NOISE, "JPEG", progressive=progressive)
    for gone in (1, 2, 3, 100, len(data) // 2, len(data) - 700):
        for end in (b"", bytes(gone), bytes(5000)):
            part = data[:-gone] + end
            error_of(lambda part=part: photo_of_bytes(part).view(shrink), "cut_off")
    whole = photo_of_bytes(data).view(shrink)
    for behind in (bytes(1000), b"\xff" * 9, b"MotionPhoto_Data" * 50, data):
        assert (photo_of_bytes(data + behind).view(shrink) == whole).all()


KINDS = {
    "JPEG": {},
    "PNG": {},
    "WebP": {"lossless": True},
    "TIFF": {},
    "BMP": {},
    "GIF": {},
    "HEIF": {},
}
FUZZED = [
    *((kind, saved(NOISE, kind, **options)) for kind, options in KINDS.items()),
    ("JPEG progressive", saved(NOISE, "JPEG", progressive=True)),
    ("TIFF packed", saved(NOISE, "TIFF", compression="tiff_lzw")),
    ("TIFF with JPEG", saved(NOISE, "TIFF", compression="jpeg")),
    ("WebP lossy", saved(NOISE, "WebP")),
]


def outcome(data: bytes) -> str:
    """Return how reading ends; anything but pixels or an `ImageError` fails the test."""
    start = time.process_time()
    try:
        photo_of_bytes(data, "hand.jpg").view(2)
        end = "read"
    except ImageError as error:
        assert "\n" not in str(error)
        end = error.code
    assert time.process_time() - start < 5
    return end


@pytest.mark.parametrize(("kind", "data"), FUZZED, ids=[kind for kind, _ in FUZZED])
def test_files_cut_anywhere(
    kind: str, data: bytes, capfd: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder
) -> None:
    chance = random.Random(kind)
    # A PNG or GIF is complete when its pixels are; what ends the file may lack.
    cuts = [chance.randrange(1, len(data) - 60) for _ in range(40)]
    assert "read" not in {outcome(data[:cut]) for cut in cuts}
    assert (*capfd.readouterr(), *recwarn.list) == ("", "")


@pytest.mark.parametrize(("kind", "data"), FUZZED, ids=[kind for kind, _ in FUZZED])
def test_files_with_wrong_bits(
    kind: str, data: bytes, capfd: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder
) -> None:
    chance = random.Random(kind)
    for number in range(120):
        flipped = bytearray(data)
        # Half of them in the first bytes, where the structure is.
        end = 400 if number % 2 else len(data)
        for _ in range(chance.choice((1, 1, 4, 30))):
            flipped[chance.randrange(12, min(end, len(data)))] ^= 1 << chance.randrange(8)
        outcome(bytes(flipped))
    assert (*capfd.readouterr(), *recwarn.list) == ("", "")

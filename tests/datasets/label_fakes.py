"""A reader that needs no model, and the command that uses it; both travel to other processes."""

import hashlib
import os
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import typer
from PIL import Image

from rekje.datasets.errors import PictureError
from rekje.datasets.label.command_label import label_command
from rekje.datasets.label.inputs import InputOptions
from rekje.datasets.label.outputs import OutputOptions
from rekje.datasets.label.protocol import Found, PictureReader, Pixels
from rekje.datasets.label.run import LabelOptions
from rekje.datasets.records import PictureRecord, Quad, TileLabel
from rekje.scoring.errors import RekjeError
from rekje.scoring.tiles import Tile

SIZE = (160, 120)


class NoModelError(RekjeError):
    """As when a model file is missing."""

    def __init__(self, *, name: str) -> None:  # cannot be unpickled: a keyword is missing
        super().__init__(f"{name} is missing")


@dataclass(frozen=True)
class FakeFactory:
    """Reads tiles that depend on nothing but the picture."""

    identity: str = "fake 1"
    delay_s: float = 0.0
    missing: bool = False

    def __call__(self) -> PictureReader:
        if self.missing:
            raise NoModelError(name="fake.onnx")
        return self.read

    def read(self, path: Path) -> Found:
        time.sleep(self.delay_s)
        if "crash" in path.name:
            os._exit(9)
        if "odd" in path.name:
            raise ZeroDivisionError("nobody expected\nthis")
        try:
            with Image.open(path) as image:
                pixels = np.asarray(image.convert("RGB"))
        except (OSError, SyntaxError) as error:
            raise PictureError(f"{path.name}: cannot be read as a picture") from error
        digest = hashlib.sha256(pixels.tobytes()).digest()
        height, width = pixels.shape[:2]
        tiles = tuple(
            TileLabel(
                tuple(Tile)[digest[n] % 44],
                Quad.from_box((10 + 34 * n, 20, 36 + 34 * n, 56)),
                confidence=round(1 - digest[n + 8] / 300, 4),
            )
            for n in range(1 + digest[31] % 4)
        )
        doubt = 1 - min(label.confidence or 0 for label in tiles)
        record = PictureRecord("?", width, height, tiles)
        return Found(record, doubt, pixels, ("look at <tile> 1",) if doubt > 0.5 else ())


def draw(pixels: Pixels, reading: object) -> Pixels:
    drawn = pixels.copy()
    drawn[:4] = 255
    return drawn


def make_picture(path: Path, seed: int, size: tuple[int, int] = SIZE) -> Path:
    """Write a picture that no other seed gives."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    pixels = rng.integers(0, 255, (size[1] // 8, size[0] // 8, 3), dtype=np.uint8)
    Image.fromarray(pixels).resize(size).save(path)
    return path


def make_video(path: Path, frames: int = 10, fps: float = 5) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, SIZE)
    for number in range(frames):
        rng = np.random.default_rng(number)
        small = rng.integers(0, 255, (15, 20, 3), dtype=np.uint8)
        writer.write(cv2.resize(small, SIZE, interpolation=cv2.INTER_NEAREST))
    writer.release()
    return path


def make_folder(folder: Path, count: int) -> Path:
    """Write pictures in two folders, of the same names, and one that is none."""
    for number in range(count):
        make_picture(folder / "ab"[number % 2] / f"{number // 2:03d}.jpg", number)
    (folder / "b").mkdir(parents=True, exist_ok=True)
    (folder / "b" / "broken.jpg").write_bytes(b"no picture")
    return folder


def options(out: Path, *inputs: Path | str, **more: object) -> LabelOptions:
    outputs = {k: more.pop(k) for k in list(more) if k in OutputOptions.__dataclass_fields__}
    wanted = InputOptions(tuple(map(str, inputs)))
    more.setdefault("inputs", wanted)
    return LabelOptions(out, outputs=OutputOptions(**outputs), **more)  # type: ignore[arg-type]


def contents(folder: Path, *, hidden: bool = False) -> dict[str, bytes]:
    """Return all files of a folder but the hidden ones."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and (hidden or not _is_hidden(file.relative_to(folder).parts))
    }


def _is_hidden(parts: Iterable[str]) -> bool:
    return any(part.startswith(".") for part in parts)


app = typer.Typer()
app.command()(
    label_command(lambda: (FakeFactory(delay_s=float(os.environ.get("FAKE_S", "0"))), draw))
)

if __name__ == "__main__":
    sys.modules["label_fakes"] = sys.modules["__main__"]
    app()

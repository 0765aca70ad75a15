"""The store of what is made of each picture: small pictures, crops, frames of videos.

One folder a picture, named by its content, so that a picture that moved or was renamed finds
its pieces again. Final folders are hard links into the store where the disk has them.
"""

import secrets
import shutil
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..errors import PictureError

__all__ = ["PieceStore", "piece_key"]

_DIGITS = 32
"""Hexadecimal digits of the hash in a name: no two pictures ever share so many."""


def piece_key(sha256: str, frame: int | None) -> str:
    """Return the name of a picture's folder in the store.

    >>> piece_key("ab" * 32, 7)
    'abababababababababababababababab-7'
    """
    return sha256[:_DIGITS] + ("" if frame is None else f"-{frame}")


class PieceStore:
    """A folder of pieces."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, key: str, name: str) -> Path:
        """Return where a piece lies."""
        return self.folder / key[:2] / key / name

    def require(self, key: str, name: str) -> Path:
        """Return where a piece lies; raises `PictureError` where it does not."""
        path = self.path(key, name)
        if not path.is_file():
            raise PictureError(
                f"{path}: is missing; label the pictures of that folder again with --resume"
            )
        return path

    def put(self, key: str, pieces: Mapping[str, bytes]) -> dict[str, int]:
        """Write the pieces of one picture, each whole or not at all; return their checksums."""
        for name, data in pieces.items():
            path = self.path(key, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f".{secrets.token_hex(4)}.part")
            try:
                beside.write_bytes(data)
                beside.replace(path)
            except BaseException:  # Ctrl-C too: nothing half-written stays
                beside.unlink(missing_ok=True)
                raise
        return {name: zlib.crc32(data) for name, data in pieces.items()}

    def sums(self, key: str, names: Iterable[str]) -> dict[str, int]:
        """Return the checksums of pieces that were put before."""
        return {name: zlib.crc32(self.path(key, name).read_bytes()) for name in names}

    def are_whole(self, key: str, sums: Mapping[str, int]) -> bool:
        """Say whether all pieces lie there as they were written: power may fail in between."""
        try:
            return all(
                zlib.crc32(self.path(key, name).read_bytes()) == total
                for name, total in sums.items()
            )
        except OSError:
            return False

    def prune(self, wanted: Iterable[tuple[str, Iterable[str]]]) -> None:
        """Remove all but the named pieces of the named pictures."""
        keep = {key: frozenset(names) for key, names in wanted}
        for folder in _folders(self.folder):
            for inner in _folders(folder):
                names = keep.get(inner.name)
                if not names:
                    shutil.rmtree(inner, ignore_errors=True)
                    continue
                for piece in inner.iterdir():
                    if piece.name not in names:
                        piece.unlink(missing_ok=True)
            if not any(folder.iterdir()):
                folder.rmdir()


def _folders(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []

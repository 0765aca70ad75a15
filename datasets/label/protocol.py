"""What labelling needs from whoever reads the pictures.

A factory travels to every worker process, is called once there and returns the reader, so that
each process opens its models once. Labelling knows nothing of models.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import DatasetError
from ..records import PictureRecord

__all__ = ["Draw", "Found", "PictureReader", "Pixels", "ReaderFactory", "RunStoppedError"]

Pixels = NDArray[np.uint8]


class RunStoppedError(DatasetError):
    """A run that ended before its end, such as on a full disk; `--resume` goes on with it."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What one picture was read as."""

    record: PictureRecord
    """Size and tiles with confidences; its `file` may be anything, the run knows the name."""
    doubt: float
    """0 where nothing needs a look, up to 1; a picture is doubtful if 1 - doubt is below
    `--review-below`."""
    pixels: Pixels | None = None
    """(height, width, 3) upright RGB, from which crops and small pictures are cut; without it
    there are none."""
    reasons: tuple[str, ...] = ()
    """Sentences on what needs a look."""
    reading: Any = None
    """Whatever `Draw` draws; it stays in the process that made it."""

    def __post_init__(self) -> None:
        if not 0 <= self.doubt <= 1:
            raise ValueError(f"doubt lies between 0 and 1, not {self.doubt!r}")


PictureReader = Callable[[Path], Found]
"""Reads a picture; raises `RekjeError` or `OSError` for one that cannot be read."""
Draw = Callable[[Pixels, Any], Pixels]
"""Returns a picture with its reading drawn; a function of a module, so that it can be pickled."""


class ReaderFactory(Protocol):
    """Makes a reader in the process that calls it; can be pickled.

    Errors of the call itself (a missing model) end the run.
    """

    @property
    def identity(self) -> str:
        """Return what names models and settings, such as the models' hashes.

        Readings are taken over by `--resume` and merged only where it is the same.
        """
        ...

    def __call__(self) -> PictureReader:
        """Open the models, with one thread each."""
        ...

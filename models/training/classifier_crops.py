"""Crops on disk: what the classifier learns from, cut once and read as often as wanted.

A shard is two files: `NAME.npy`, the crops as bytes, read through the file cache; `NAME.npz`,
what each shows. A crop holds its tile upright as far as that is known, the quad's corners
`CONTEXT` of its size away from the edges.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...scoring.tiles import Tile

__all__ = [
    "CONTEXT",
    "NO_FACE",
    "NO_TILE",
    "SIDE_PX",
    "Crop",
    "Crops",
    "read_crops",
    "write_shard",
]

SIDE_PX = 96
CONTEXT = 0.28
"""Margin around the quad, as a share of its size."""
NO_TILE = len(Tile)
"""Class of what is no tile."""
NO_FACE = NO_TILE + 1
"""Mark of a place without a face: either no tile or, unlabelled, a back."""
UNKNOWN_TURN = -1


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """One crop and what it shows."""

    image: NDArray[np.uint8]
    """(96, 96, 3) RGB."""
    target: int
    """Index of the tile name, `NO_TILE` or `NO_FACE`."""
    turn: int = UNKNOWN_TURN
    """Quarters clockwise that the tile stands turned, 0 to 3, or -1 where not known."""
    set: str = ""
    photo: bool = False
    held: bool = False
    """Kept apart for measuring, see `common.held_out`."""
    weight: float = 1.0
    """How often to draw it beside the others of its set."""


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """Many crops: `image(i)` reads one from disk."""

    shards: tuple[NDArray[np.uint8], ...]
    shard: NDArray[np.int64]
    place: NDArray[np.int64]
    target: NDArray[np.int64]
    turn: NDArray[np.int64]
    set: NDArray[np.str_]
    photo: NDArray[np.bool_]
    held: NDArray[np.bool_]
    weight: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.target)

    def image(self, index: int) -> NDArray[np.uint8]:
        """Return crop `index` as (96, 96, 3) RGB; not to be written to."""
        return np.asarray(self.shards[self.shard[index]][self.place[index]], np.uint8)

    def only(self, keep: NDArray[np.bool_]) -> "Crops":
        """Return the crops that a mask keeps."""
        return Crops(
            self.shards,
            self.shard[keep],
            self.place[keep],
            self.target[keep],
            self.turn[keep],
            self.set[keep],
            self.photo[keep],
            self.held[keep],
            self.weight[keep],
        )


def write_shard(path: Path, crops: Iterable[Crop]) -> int:
    """Write a shard `path`.npy and `path`.npz; return how many crops it holds."""
    made = list(crops)
    path.parent.mkdir(parents=True, exist_ok=True)
    images = np.zeros((len(made), SIDE_PX, SIDE_PX, 3), np.uint8)
    for number, crop in enumerate(made):
        images[number] = crop.image
    np.save(path.with_suffix(".npy"), images)
    # The labels come last: a shard without them is unfinished and is not read.
    part = path.with_suffix(".part.npz")
    np.savez(
        part,
        target=np.array([crop.target for crop in made], np.int64),
        turn=np.array([crop.turn for crop in made], np.int64),
        set=np.array([crop.set for crop in made], np.str_),
        photo=np.array([crop.photo for crop in made], np.bool_),
        held=np.array([crop.held for crop in made], np.bool_),
        weight=np.array([crop.weight for crop in made], np.float64),
    )
    part.replace(path.with_suffix(".npz"))
    return len(made)


def read_crops(folder: Path, prefixes: tuple[str, ...] = ("",)) -> Crops:
    """Open all finished shards of a folder whose names start with one of the prefixes."""
    files = [
        path
        for path in sorted(folder.glob("*.npz"))
        if path.stem.startswith(prefixes) and not path.stem.endswith(".part")
    ]
    shards: list[NDArray[np.uint8]] = []
    labels: list[dict[str, NDArray[np.generic]]] = []
    for path in files:
        with np.load(path) as values:
            labels.append({key: values[key] for key in values.files})
        shards.append(np.load(path.with_suffix(".npy"), mmap_mode="r"))
    sizes = [len(shard) for shard in shards]

    def joined(key: str, kind: type[np.generic]) -> NDArray[np.generic]:
        parts = [np.asarray(label[key]) for label in labels]
        return np.concatenate(parts) if parts else np.zeros(0, kind)

    return Crops(
        shards=tuple(shards),
        shard=np.repeat(np.arange(len(shards)), sizes).astype(np.int64),
        place=np.concatenate([np.arange(n) for n in sizes] or [np.zeros(0, np.int64)]),
        target=joined("target", np.int64).astype(np.int64),
        turn=joined("turn", np.int64).astype(np.int64),
        set=joined("set", np.str_).astype(np.str_),
        photo=joined("photo", np.bool_).astype(np.bool_),
        held=joined("held", np.bool_).astype(np.bool_),
        weight=joined("weight", np.float64).astype(np.float64),
    )

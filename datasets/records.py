"""The label record: one picture, its tiles, and what is known about both.

All coordinates follow `quads`. A record is a plain value; `jsonl` puts it on disk.
"""

import re
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath

from ..scoring.laid import GroupKind
from ..scoring.tiles import Tile
from .errors import LabelError
from .quads import Box, Point, Quad

__all__ = [
    "Box",
    "Corners",
    "GroupKind",
    "PictureRecord",
    "Point",
    "Quad",
    "Quality",
    "TileGroup",
    "TileLabel",
]

_QUARTER_TURNS = (0, 90, 180, 270)
_LARGEST_PX = 1_000_000
"""Far beyond any picture; a larger number is a mistake."""
_LONGEST_NAME = 255
"""Bytes of a file's name that disks take."""
_SHOWN = 80
"""Characters of a wrong path that a message repeats."""
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters, half characters, and what XML cannot hold."""


class Quality(Enum):
    """How well a label fits its tile; the names are those of the shared photos."""

    TIGHT = "tight"
    LOOSE = "loose"
    """Larger than the tile: an upright box around a tilted one."""
    ESTIMATED = "estimated"
    """Guessed from a smaller label."""
    PARTIAL = "partial"
    """Covers only a part of the face; the ink that names the tile may lie outside."""


class Corners(Enum):
    """What is known of the four corners."""

    EXACT = "exact"
    """The outline, and which corner is the tile's own top left."""
    OUTLINE = "outline"
    """The outline, clockwise, from an arbitrary corner."""
    BOX = "box"
    """Only the upright box around the tile, from the picture's top left."""


@dataclass(frozen=True, slots=True)
class TileLabel:
    """One tile in one picture; `Tile.BACK` for a tile that shows its back."""

    tile: Tile
    quad: Quad
    quality: Quality = Quality.TIGHT
    corners: Corners = Corners.EXACT
    turn: int | None = None
    """Degrees clockwise the tile stands turned, to the nearest quarter: 0, 90, 180, 270."""
    group: int | None = None
    """Index into the picture's `groups`."""
    visible: float | None = None
    """Share of the face or back that can be seen, 0 to 1."""
    confidence: float | None = None
    """Probability given by whoever or whatever labelled it, 0 to 1."""
    red: bool = False
    """A red five."""

    def __post_init__(self) -> None:
        if self.turn is not None and self.turn not in _QUARTER_TURNS:
            raise LabelError(
                f"turn is one of 0, 90, 180, 270 or unknown, not {self.turn!r}", "turn"
            )
        for name, share in (("visible", self.visible), ("confidence", self.confidence)):
            if share is not None and not 0 <= share <= 1:
                raise LabelError(f"{name} lies between 0 and 1, not {share!r}", name)


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles that lie together, left to right as a reader of the tiles sees them."""

    kind: GroupKind
    open: bool | None = None
    """None where the picture cannot tell."""
    tiles: tuple[Tile, ...] = ()
    """What can be seen; `Tile.BACK` for a tile face down."""
    members: tuple[int | None, ...] = ()
    """For each tile its index into the picture's `tiles`; None for one without a label."""
    turned: tuple[int, ...] = ()
    """Positions in the group of the tiles that lie sideways."""
    face_down: tuple[int, ...] = ()
    """Positions in the group of the tiles that lie face down."""
    of_hand: bool | None = None
    """Whether tiles of kind `OTHER` are of the hand all the same; None where not said."""

    def __post_init__(self) -> None:
        if len(self.members) != len(self.tiles):
            raise LabelError(
                f"a group has one member for each tile, not {len(self.members)} "
                f"for {len(self.tiles)}",
                "members",
            )
        for name, positions in (("turned", self.turned), ("face_down", self.face_down)):
            for position in positions:
                if not 0 <= position < len(self.tiles):
                    raise LabelError(
                        f"{name} holds positions in the group (0 to {len(self.tiles) - 1}), "
                        f"not {position!r}",
                        name,
                    )


@dataclass(frozen=True, slots=True)
class PictureRecord:
    """One picture and all that is labelled in it."""

    file: str
    """Path of the picture, relative to the folder the labels are kept for, with `/`."""
    width: int
    """Width in pixels of the upright picture (EXIF applied)."""
    height: int
    tiles: tuple[TileLabel, ...] = ()
    source: str = ""
    licence: str = ""
    set: str = ""
    """Rough name of the tile set or scene cluster."""
    group: str = ""
    """Name of the original photo: pictures of one group belong in one split."""
    complete: bool = False
    """True where every tile face that can be seen is labelled."""
    backs_labelled: bool = False
    """True where tiles that show their backs are labelled too."""
    ignore: tuple[Box, ...] = ()
    """Regions that may hold tiles without a label."""
    winning: bool | None = None
    """Whether a complete winning hand is shown, where known."""
    hand: str = ""
    """Hand text of the scene; empty where unknown."""
    groups: tuple[TileGroup, ...] = ()
    turn: int | None = None
    """How far most tiles stand turned, where known; no label of each tile."""
    seen: bool | None = None
    """Whether the same physical tiles occur in the training photos, where known."""
    unstretched: float | None = None
    """Width over height of the stretch that was taken out of the picture, where known."""

    def __post_init__(self) -> None:
        _check_file(self.file)
        for name in ("width", "height"):
            if not 1 <= getattr(self, name) <= _LARGEST_PX:
                raise LabelError(
                    f"{self.file}: {name} lies between 1 and {_LARGEST_PX} pixels, "
                    f"not {getattr(self, name)}",
                    name,
                )
        for name in ("source", "licence", "set", "group", "hand"):
            if _HALF_CHARACTER.search(getattr(self, name)):
                raise LabelError(
                    f"{self.file}: {name} is whole characters, not {getattr(self, name)!r}", name
                )
        for number, label in enumerate(self.tiles):
            if label.group is not None and not 0 <= label.group < len(self.groups):
                raise LabelError(
                    f"{self.file}: tile {number} names group {label.group}, "
                    f"but there are {len(self.groups)} groups",
                    f"tiles[{number}].group",
                )
        for number, group in enumerate(self.groups):
            for member in group.members:
                if member is not None and not 0 <= member < len(self.tiles):
                    raise LabelError(
                        f"{self.file}: group {number} names tile {member}, "
                        f"but there are {len(self.tiles)} tiles",
                        f"groups[{number}].members",
                    )

    def counts(self) -> Counter[Tile]:
        """Count the tiles of each name.

        >>> label = TileLabel(Tile("3p"), Quad.from_box((0, 0, 26, 36)))
        >>> PictureRecord("a.jpg", 640, 480, (label, label)).counts()[Tile("3p")]
        2
        """
        return Counter(label.tile for label in self.tiles)


def _check_file(file: str) -> None:
    """Raise for a path that no disk and no label format can hold."""
    parts = PurePosixPath(file).parts
    last = file.rpartition("/")[2]
    if not file or "\\" in file or file.startswith("/") or ".." in parts or last in ("", "."):
        wanted = "a picture's path is relative, with / and without .., and ends in a name"
    elif _UNWRITABLE.search(file):
        wanted = "a picture's path is whole characters that can be printed"
    elif any(len(part.encode()) > _LONGEST_NAME for part in parts):
        wanted = f"the names in a picture's path have at most {_LONGEST_NAME} bytes"
    else:
        return
    shown = file if len(file) <= _SHOWN else file[:_SHOWN] + "…"
    raise LabelError(f"{wanted}, not {shown!r}", "file")

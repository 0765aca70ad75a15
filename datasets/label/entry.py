"""What the manifest holds: what its readings depend on, and what is known of each picture."""

from dataclasses import dataclass, field, replace
from typing import Any

from ..fields import Fields
from ..jsonl import picture_from_json, picture_to_json
from ..records import PictureRecord

__all__ = ["Entry", "Settings"]

_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What a reading depends on: only readings of the same settings stand in one manifest."""

    identity: str
    min_confidence: float
    annotate: bool
    crops: bool

    def to_json(self) -> dict[str, Any]:
        """Return the first line of a manifest."""
        return {
            "rekje_label": _SCHEMA,
            "identity": self.identity,
            "min_confidence": self.min_confidence,
            "annotate": self.annotate,
            "crops": self.crops,
        }

    @classmethod
    def from_json(cls, fields: Fields) -> "Settings":
        """Read the first line."""
        schema = fields.integer("rekje_label")
        if schema != _SCHEMA:
            raise fields.place.at("rekje_label").wrong(
                schema, str(_SCHEMA), "it is of another rekje"
            )
        return cls(
            fields.text("identity"),
            fields.number("min_confidence"),
            fields.boolean("annotate"),
            fields.boolean("crops"),
        )

    def differences(self, other: "Settings") -> str:
        """Return what differs, as `name mine instead of theirs`; empty where nothing does."""
        mine, theirs = self.to_json(), other.to_json()
        return ", ".join(
            f"{name} {mine[name]!r} instead of {theirs[name]!r}"
            for name in mine
            if mine[name] != theirs[name]
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of one picture: its record, or why there is none."""

    file: str
    stem: str
    sha256: str
    frame: int | None = None
    record: PictureRecord | None = None
    error: str = ""
    doubt: float = 0.0
    reasons: tuple[str, ...] = ()
    pieces: dict[str, int] = field(default_factory=dict)
    """Checksums of what was made of the picture, by name."""
    crops: tuple[str | None, ...] = ()
    """For each tile of the record the name of its crop."""
    left_out: int = 0
    """Tiles below the least confidence."""
    read: PictureRecord | None = None
    """What the models read, where a person corrected it since."""
    absent: bool = False
    """Whether the picture was not among the inputs of the last run."""
    path: str = ""
    """Where the picture lay when it was read last; empty for a frame and where unknown."""

    @property
    def key(self) -> tuple[str, int | None]:
        """Return what tells pictures apart whatever they are called."""
        return self.sha256, self.frame

    @property
    def labels(self) -> PictureRecord:
        """Return the record of an entry that has one."""
        if self.record is None:
            raise ValueError(f"{self.file}: could not be read")
        return self.record

    def is_doubtful(self, below: float) -> bool:
        """Say whether the picture needs a look: less sure than `below`, and not yet reviewed."""
        return self.record is not None and self.read is None and 1 - self.doubt < below

    def renamed(self, file: str, stem: str) -> "Entry":
        """Return the entry under another name."""
        if (file, stem) == (self.file, self.stem):
            return self
        record = None if self.record is None else replace(self.record, file=file)
        read = None if self.read is None else replace(self.read, file=file)
        return replace(self, file=file, stem=stem, record=record, read=read)

    def to_json(self) -> dict[str, Any]:
        """Return the entry as a JSON object; what has its default value is left out."""
        values: dict[str, Any] = {"file": self.file, "stem": self.stem, "sha256": self.sha256}
        for name in ("error", "doubt", "pieces", "left_out", "absent", "path"):
            if getattr(self, name):
                values[name] = getattr(self, name)
        if self.frame is not None:
            values["frame"] = self.frame
        if self.reasons:
            values["reasons"] = list(self.reasons)
        if any(self.crops):
            values["crops"] = list(self.crops)
        for name in ("record", "read"):
            record = getattr(self, name)
            if record is not None:
                values[name] = picture_to_json(record)
        return values

    @classmethod
    def from_json(cls, fields: Fields) -> "Entry":
        """Read an entry."""
        record = picture_from_json(fields.object("record")) if fields.has("record") else None
        read = picture_from_json(fields.object("read")) if fields.has("read") else None
        crops = fields.items("crops", required=False)
        return cls(
            file=fields.text("file"),
            stem=fields.text("stem"),
            sha256=fields.text("sha256"),
            frame=fields.integer("frame", None),
            record=record,
            error=fields.text("error", ""),
            doubt=fields.number("doubt", 0.0),
            reasons=tuple(map(str, fields.items("reasons", required=False))),
            pieces=dict(fields.object("pieces").values) if fields.has("pieces") else {},
            crops=tuple(crops) if crops else (None,) * (len(record.tiles) if record else 0),
            left_out=fields.integer("left_out", 0),
            read=read,
            absent=fields.boolean("absent", False),
            path=fields.text("path", ""),
        )

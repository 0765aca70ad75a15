"""JSON lines, the project's own format: it keeps everything."""

from collections.abc import Sequence
from pathlib import Path

from ..jsonl import read_records, write_records
from ..records import PictureRecord
from .base import LabelFormat, ReadOptions, WriteOptions

__all__ = ["JSONL"]

_MAIN_FILE = "labels.jsonl"


def write_jsonl(
    records: Sequence[PictureRecord],
    folder: Path,
    options: WriteOptions,
) -> None:
    """Write `labels.jsonl`."""
    write_records(folder / _MAIN_FILE, records)


def read_jsonl(path: Path, options: ReadOptions) -> list[PictureRecord]:
    """Read JSON lines; keys that are not ours are noted."""
    return read_records(path, options.notes)


JSONL = LabelFormat(
    name="jsonl",
    main_file=_MAIN_FILE,
    write=write_jsonl,
    read=read_jsonl,
)

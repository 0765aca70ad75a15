"""What a run of labelling shows while it goes on: a bar, and a line a picture where asked for."""

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from .entry import Entry
from .words import counted

__all__ = ["Display"]


class Display:
    """Progress on standard error; nothing where `quiet`."""

    def __init__(self, *, quiet: bool, verbose: bool) -> None:
        self._verbose = verbose and not quiet
        self._done = self._read = 0
        self._began_s = time.monotonic()
        self._bar = Progress(
            TextColumn("Labelling"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True, highlight=False),
            disable=quiet or not sys.stderr.isatty(),
        )
        self._task: TaskID | None = None

    def __enter__(self) -> "Display":
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def picture(self, entry: Entry, total: int, known: bool) -> None:
        """Show that a picture is done."""
        if self._task is None:
            self._task = self._bar.add_task("", total=total, speed="")
            self._began_s = time.monotonic()
        self._done += 1
        self._read += not known
        passed_s = time.monotonic() - self._began_s
        speed = f"{self._read / passed_s:.1f} pictures/s" if passed_s > 0 and self._read else ""
        self._bar.update(self._task, completed=self._done, total=total, speed=speed)
        if self._verbose:
            line = f"{self._done}/{total} {entry.file}: {_said(entry, known)}"
            self._bar.console.print(line, markup=False, soft_wrap=True)


def _said(entry: Entry, known: bool) -> str:
    if entry.record is None:
        return f"failed: {entry.error}"
    record = entry.record
    words = f"{record.width}x{record.height}, {counted(len(record.tiles), 'tile')}"
    if record.hand:
        words += f", {record.hand}"
    words += f", {100 * (1 - entry.doubt):.0f} % sure"
    return f"{words} (read before)" if known else words

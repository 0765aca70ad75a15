"""Standard input, output and error that a command can rely on, whatever they were given as."""

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["forget_output", "use_safe_streams"]


class _Output(io.FileIO):
    """Standard output: who closes the pipe has seen enough, and the command ends."""

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data) or 0
        except BrokenPipeError:
            forget_output()
            sys.exit(0)


class _Messages(io.FileIO):
    """Standard error: what cannot be said there changes no exit code."""

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data) or 0
        except OSError:
            return memoryview(data).nbytes


def use_safe_streams() -> None:
    """Replace standard streams: closed ones by nothing, and what cannot be printed by `?`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started the command
            nothing = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nothing, mode, encoding="utf-8", closefd=False))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    sys.stdout = _on(_Output, sys.stdout)
    sys.stderr = _on(_Messages, sys.stderr)


def _on(kind: type[io.FileIO], stream: TextIO) -> TextIO:
    """Return a stream of this kind that writes where the other one does."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    buffer = stream.buffer
    if not isinstance(getattr(buffer, "raw", buffer), io.FileIO):  # a console of Windows
        stream.reconfigure(errors="replace")
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(kind(stream.fileno(), "wb", closefd=False)),
        encoding=stream.encoding,
        errors="replace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def forget_output() -> None:
    """Let what is still to be printed go nowhere: Python writes it once more as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

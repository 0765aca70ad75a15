"""Words of messages."""

from pathlib import Path

__all__ = ["counted", "flattened", "reason_for"]


def counted(count: int, word: str) -> str:
    """Return how many there are of something.

    >>> counted(1, "picture"), counted(0, "tile")
    ('1 picture', '0 tiles')
    """
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def flattened(text: str) -> str:
    r"""Return the text on one line, with what cannot be written replaced.

    >>> flattened("caf\udce9:\n no picture")
    'caf?: no picture'
    """
    return " ".join(text.split()).encode("utf-8", "replace").decode()


def reason_for(path: Path | str, said: str) -> str:
    """Return on one line why a file cannot be read, without its name, which stands before it.

    >>> reason_for(Path("/x/a.jpg"), "/x/a.jpg: is text")
    'is text'
    """
    return flattened(said.removeprefix(f"{path}: ").removeprefix(f"{Path(path).name}: "))

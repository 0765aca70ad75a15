"""Training, validation and test pictures, chosen by content."""

import hashlib
from dataclasses import dataclass
from itertools import accumulate

from ..errors import OutputError
from .entry import Entry

__all__ = ["Split"]

_NAMES = ("train", "val", "test")
_DIGITS = 15
"""Hexadecimal digits that place a picture; all of them fit a float."""


@dataclass(frozen=True, slots=True)
class Split:
    """Shares of the pictures, adding up to 1.

    Where a picture goes depends on nothing but itself, so that a set may grow without any
    picture changing sides. Pictures of one group, and frames of one video, stay together.
    """

    shares: tuple[tuple[str, float], ...]

    @classmethod
    def parse(cls, text: str) -> "Split":
        """Read percentages of train, val and, if wanted, test.

        >>> Split.parse("80/10/10").shares
        (('train', 0.8), ('val', 0.1), ('test', 0.1))
        """
        words = text.split("/")
        if 2 <= len(words) <= 3 and all(word.strip().isdecimal() for word in words):
            numbers = [int(word) for word in words]
            if sum(numbers) == 100:
                return cls(tuple((n, v / 100) for n, v in zip(_NAMES, numbers, strict=False) if v))
        raise OutputError(
            f"--split {text!r}: give percentages of train, val and test that add up to 100, "
            "such as 80/10/10"
        )

    def of(self, entry: Entry) -> str:
        """Return the name of the part that a picture belongs to."""
        digest = entry.sha256
        if entry.record is not None and entry.record.group:
            digest = hashlib.sha256(entry.record.group.encode()).hexdigest()
        place = int(digest[:_DIGITS], 16) / 16**_DIGITS
        ends = accumulate(share for _, share in self.shares)
        return next(
            (name for (name, _), end in zip(self.shares, ends, strict=True) if place < end),
            self.shares[-1][0],
        )

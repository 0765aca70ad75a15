"""What tiles that lie together on a table are to a hand."""

from enum import Enum

__all__ = ["GroupKind"]


class GroupKind(Enum):
    """What tiles that lie together are; the names are those of `read --json`."""

    CONCEALED = "concealed"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"
    BONUS = "bonus"
    WINNING = "winning"
    OTHER = "other"
    """Tiles that belong to no hand: discards, the wall."""

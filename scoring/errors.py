"""What can be wrong with a hand, a rule set or a score sheet."""

from enum import Enum

from .messages import Message

__all__ = ["ErrorCode", "HandError", "NotationError", "RekjeError", "RuleSetError"]


class RekjeError(Exception):
    """Base of all errors that rekje raises on purpose."""


class RuleSetError(RekjeError):
    """A rule set file or option is wrong; the text names the place and what to write instead."""


class ErrorCode(Enum):
    """Why a hand cannot be scored; the values are those of the JSON output.

    They stand in the order in which a hand is checked: the later, the nearer to a score.
    """

    BAD_NOTATION = "bad_notation"
    INVALID_MELD = "invalid_meld"
    BONUS_TILE_IN_HAND = "bonus_tile_in_hand"
    BONUS_NOT_IN_RULESET = "bonus_not_in_ruleset"
    TOO_MANY_COPIES = "too_many_copies"
    WRONG_TILE_COUNT = "wrong_tile_count"
    WINNING_TILE_NOT_IN_HAND = "winning_tile_not_in_hand"
    NOT_MAHJONG = "not_mahjong"
    TOO_FEW_DOUBLINGS = "too_few_doublings"


class HandError(RekjeError):
    """A hand that no rule set can score; `code` and `message` say why."""

    def __init__(self, code: ErrorCode, message: Message) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message.text()


class NotationError(HandError):
    """A hand text that cannot be read; `position` is the index of the wrong character."""

    def __init__(self, code: ErrorCode, message: Message, text: str, position: int) -> None:
        super().__init__(code, message)
        self.text = text
        self.position = position

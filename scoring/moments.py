"""The two moments that can be a limit hand whatever the tiles: heaven and earth."""

from .hand import Situation
from .options import Options
from .tiles import Wind

__all__ = ["may_be_earth", "may_be_heaven"]


def may_be_heaven(
    situation: Situation, options: Options, *, laid_out: bool, closed: bool, bonus: bool
) -> bool:
    """Tell whether a hand can have been won with the dealt tiles: by East, nothing on the table.

    Args:
        situation: who sat where.
        options: whether replaced flowers and closed kongs are allowed (C27).
        laid_out: sets lay on the table before the winning tile.
        closed: nothing was claimed.
        bonus: there are flowers or seasons.

    """
    dealt = not laid_out or (options.heaven_after_kong and closed)
    flowers = options.heaven_after_flower or not bonus
    return situation.seat is Wind.EAST and dealt and flowers


def may_be_earth(situation: Situation, *, laid_out: bool) -> bool:
    """Tell whether a hand can have been won on the first discard: not by East, no sets laid out."""
    return situation.seat is not Wind.EAST and not laid_out

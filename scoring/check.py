"""What must be right about a hand before it can be scored, in the order in which it is said."""

from .errors import ErrorCode, HandError
from .hand import WAITING_HAND, WHOLE_HAND, Hand, Situation, Win
from .melds import KONG, PAIR
from .messages import Message, Text, message
from .moments import may_be_earth, may_be_heaven
from .ruleset import RuleSet
from .tiles import format_tiles

__all__ = ["check_hand", "situation_warnings"]

_AS_DISCARD = Text("a discard", "een weggelegde steen")
_AS_SELF_DRAWN = Text("a tile from the wall", "zelf getrokken")


def check_hand(hand: Hand, situation: Situation, rules: RuleSet) -> None:
    """Check tiles, sets, number of tiles and winning tile.

    Raises:
        HandError: the first thing that is wrong.

    """
    _check_sets(hand, situation)
    _check_tiles(hand, rules)
    if situation.dead:
        return
    needed = WHOLE_HAND if situation.is_winner else WAITING_HAND
    if hand.tile_count != needed:
        why = message("tile_count", count=hand.tile_count, needed=needed)
        raise HandError(ErrorCode.WRONG_TILE_COUNT, why)
    if situation.is_winner:
        _check_winning(hand, situation)


def _check_sets(hand: Hand, situation: Situation) -> None:
    """Check that sets laid out can have been made as they lie."""
    for meld in hand.melds:
        if not meld.open and meld.kind is not KONG:
            why = message("bracket_needs_kong", tiles=format_tiles(meld.tiles))
            raise HandError(ErrorCode.INVALID_MELD, why)
        claimed = situation.is_winner and situation.is_claimed
        if meld.kind is PAIR and not (claimed and hand.winning is meld.tile):
            why = message("open_pair", tiles=format_tiles(meld.tiles))
            raise HandError(ErrorCode.INVALID_MELD, why)


def _check_tiles(hand: Hand, rules: RuleSet) -> None:
    """Check that the tiles exist in this game, and not too often."""
    for tile in hand.concealed:
        if tile.is_bonus:
            raise HandError(ErrorCode.BONUS_TILE_IN_HAND, message("bonus_in_hand", tile=tile.code))
    if hand.bonus and not rules.bonus_tiles:
        why = message("bonus_not_in_ruleset", tile=hand.bonus[0].code, rules=rules.name)
        raise HandError(ErrorCode.BONUS_NOT_IN_RULESET, why)
    for tile, count in hand.copies.items():
        if count > tile.copies:
            key = "too_many_copies" if tile.copies else "no_joker"
            why = message(key, count=count, tile=tile.code, limit=tile.copies, rules=rules.name)
            raise HandError(ErrorCode.TOO_MANY_COPIES, why)


def _check_winning(hand: Hand, situation: Situation) -> None:
    """Check that the winning tile is there, where it can have come."""
    tile = hand.winning
    if tile is None:
        raise HandError(ErrorCode.WINNING_TILE_NOT_IN_HAND, message("winning_unknown"))
    if tile in hand.concealed:
        return
    completed = any(
        tile in meld.tiles and meld.open and meld.kind is not KONG for meld in hand.melds
    )
    if not completed or not situation.is_claimed:
        key = "winning_in_open_set" if completed else "winning_not_in_hand"
        raise HandError(ErrorCode.WINNING_TILE_NOT_IN_HAND, message(key, tile=tile.code))


def situation_warnings(hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Message, ...]:
    """Return what was said of a win that this hand or rule set cannot use, and how it counted."""
    warnings = [_win_warning(hand, situation, rules), _kong_warning(hand, situation)]
    if situation.ready_at_start and not rules.asks_for("ready"):
        warnings.append(message("ready_not_in_rules", rules=rules.name))
    return tuple(warning for warning in warnings if warning)


def _win_warning(hand: Hand, situation: Situation, rules: RuleSet) -> Message | None:
    """Return why a special way to win does not count as one."""
    win = situation.win
    if win is None or win in (Win.SELF_DRAW, Win.DISCARD):
        return None
    if not rules.asks_for(win.value):
        counted = _AS_DISCARD if situation.is_claimed else _AS_SELF_DRAWN
        return message("win_not_in_rules", rules=rules.name, win=win.value, counted=counted)
    shown = hand.winning not in hand.concealed  # then one set is the one that the tile completed
    laid_out = len(hand.melds) > int(shown)
    if win is Win.HEAVEN:
        closed = all(not meld.open for meld in hand.melds)
        rest = {"laid_out": laid_out, "closed": closed, "bonus": bool(hand.bonus)}
        return None if may_be_heaven(situation, rules.options, **rest) else message("heaven_not")
    if win is Win.EARTH and not may_be_earth(situation, laid_out=laid_out):
        return message("earth_not")
    if win is Win.KONG_REPLACEMENT and not _kongs(hand):
        return message("replacement_without_kong")
    return None


def _kong_warning(hand: Hand, situation: Situation) -> Message | None:
    """Return why a number of kongs in one turn does not count."""
    count, kongs = situation.kongs_in_turn, _kongs(hand)
    if count > 1 and situation.win is not Win.KONG_REPLACEMENT:
        return message("kongs_without_replacement", count=count)
    if count > kongs > 0:
        return message("second_kong_missing", count=count, kongs=kongs)
    return None


def _kongs(hand: Hand) -> int:
    return sum(meld.kind is KONG for meld in hand.melds)

"""What must be right about a hand before it can be scored, in the order in which it is said."""

from .errors import ErrorCode, HandError
from .hand import Hand, Situation, Win
from .melds import KONG, PAIR
from .messages import Message, message
from .ruleset import RuleSet
from .tiles import Tile, TileKind, Wind, format_tiles

__all__ = ["check_hand", "situation_warnings"]

_WINNER_TILES = 14
_COPIES = 4
_FIRST_BONUS = Tile.F1.index


def check_hand(hand: Hand, situation: Situation, rules: RuleSet) -> None:
    """Check tiles, sets, number of tiles and winning tile.

    Raises:
        HandError: the first thing that is wrong.

    """
    _check_sets(hand, situation)
    _check_tiles(hand, rules)
    if situation.dead:
        return
    needed = _WINNER_TILES if situation.is_winner else _WINNER_TILES - 1
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
        claimed = situation.is_winner and situation.win is not None and situation.win.is_claimed
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
    copies = hand.copies
    for tile, count in copies.items():
        if count > 1 or tile.index >= _FIRST_BONUS:
            _check_copies(tile, count, rules)


def _check_copies(tile: Tile, count: int, rules: RuleSet) -> None:
    """Check that a tile exists in this game, and not too often."""
    if tile.kind is TileKind.JOKER or tile is Tile.BACK:
        why = message("no_joker", tile=tile.code, rules=rules.name)
        raise HandError(ErrorCode.TOO_MANY_COPIES, why)
    limit = 1 if tile.is_bonus else _COPIES
    if count > limit:
        why = message("too_many_copies", count=count, tile=tile.code, limit=limit)
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
    claimed = situation.win is not None and situation.win.is_claimed
    if not completed or not claimed:
        key = "winning_in_open_set" if completed else "winning_not_in_hand"
        raise HandError(ErrorCode.WINNING_TILE_NOT_IN_HAND, message(key, tile=tile.code))


def situation_warnings(hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Message, ...]:
    """Return what the situation says that this hand cannot have, and how it was counted."""
    warnings = []
    kongs = sum(meld.kind is KONG for meld in hand.melds)
    if situation.win is Win.HEAVEN and not _may_be_heaven(hand, situation, rules):
        warnings.append(message("heaven_not"))
    if situation.win is Win.EARTH and not _may_be_earth(hand, situation):
        warnings.append(message("earth_not"))
    if situation.win is Win.KONG_REPLACEMENT:
        if not kongs:
            warnings.append(message("replacement_without_kong"))
        elif situation.kongs_in_turn > kongs:
            warnings.append(message("second_kong_missing", count=situation.kongs_in_turn))
    return tuple(warnings)


def _may_be_heaven(hand: Hand, situation: Situation, rules: RuleSet) -> bool:
    if situation.seat is not Wind.EAST or (hand.bonus and not rules.options.heaven_after_flower):
        return False
    closed = all(not meld.open for meld in hand.melds)
    return not hand.melds or (rules.options.heaven_after_kong and closed)


def _may_be_earth(hand: Hand, situation: Situation) -> bool:
    shown = hand.winning not in hand.concealed  # then one set is the one that the tile completed
    return situation.seat is not Wind.EAST and len(hand.melds) <= int(shown)

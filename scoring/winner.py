"""Score a winner: every reading of the tiles, every place of the winning tile, the best total."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from .count import Tally, limit_hand, ordinary, tally
from .errors import ErrorCode
from .facts import Facts, Placement
from .hand import Hand, Situation, Win
from .limits import limit_book
from .melds import CHOW, PAIR, SUITED_AND_HONOURS, Meld, opened
from .messages import Message, message
from .nearest import not_mahjong, too_few_doublings
from .readings import readings
from .result import Limit, Rejected, Scored
from .rules import LimitRule
from .ruleset import RuleSet
from .tiles import Tile
from .views import View, structure_waits, views

__all__ = ["score_winner"]


def score_winner(hand: Hand, situation: Situation, rules: RuleSet) -> Scored | Rejected:
    """Return the best legal score of a winning hand that has passed `check_hand`.

    Of equal totals a limit hand goes before an ordinary one and then the first reading, so that
    the answer is always the same.
    """
    best: Scored | None = None
    short: Tally | None = None
    refused: Message | None = None
    for found in _scores(hand, situation, rules):
        if isinstance(found, Message):
            refused = refused or found
        elif isinstance(found, Tally):
            if short is None or found.sufficient > short.sufficient:
                short = found
        elif best is None or _rank(found, rules) > _rank(best, rules):
            best = found
    if best:
        return best
    if short:
        code, why = ErrorCode.TOO_FEW_DOUBLINGS, too_few_doublings(short, rules)
    else:
        code, why = ErrorCode.NOT_MAHJONG, not_mahjong(hand, refused)
    return Rejected(rules.name, hand, situation, code, why)


def _rank(scored: Scored, rules: RuleSet) -> tuple[bool, int, bool]:
    limit = scored.limit is not None
    return (limit and rules.options.limit_is_final, scored.total, limit)


def _scores(hand: Hand, situation: Situation, rules: RuleSet) -> Iterator[Scored | Tally | Message]:
    """Yield the score of every reading, its tally when it lacks doublings, or why it is refused."""
    book = limit_book(rules, situation.seat, situation.prevailing)
    for view in views(hand, pe_ling=rules.pe_ling):
        common = _Common(view, hand, situation, rules)
        if not view.melds:
            held = book.of_tiles(view.whole, pe_ling=view.pe_ling)
            refused = _refused(view, None, situation, rules) if held else None
            if refused:
                yield refused
            elif held:
                facts = common.facts(Placement((), pe_ling=view.pe_ling), only_tile=False)
                yield _limit(facts, held + book.now(facts), rules)
        placements = []
        for placement in _placements(view, situation.is_claimed):
            refused = _refused(view, placement.completed, situation, rules)
            if refused:
                yield refused
            else:
                placements.append(placement)
        if placements:
            only_tile = _is_only_tile(common)
            possible = book.possible(view.whole.mask)
            for placement in placements:
                facts = common.facts(placement, only_tile=only_tile)
                held = [rule for rule, one in possible if one.matches(placement.sets)]
                held += book.now(facts)
                held = [rule for rule in held if facts.closed or not rule.needs_closed]
                yield _limit(facts, held, rules) if held else _ordinary(facts, rules)


@dataclass(frozen=True, slots=True)
class _Common:
    """What all readings of one view share."""

    view: View
    hand: Hand
    situation: Situation
    rules: RuleSet

    def facts(self, placement: Placement, *, only_tile: bool) -> Facts:
        """Return the facts of one reading."""
        return Facts(
            self.hand,
            self.situation,
            self.rules.options,
            placement,
            self.view.whole.mask,
            closed=self.view.closed,
            only_tile=only_tile,
            laid_out=bool(self.view.melds),
        )


def _refused(
    view: View, completed: Meld | None, situation: Situation, rules: RuleSet
) -> Message | None:
    """Return why a robbed tile cannot have completed this set (or loose tiles, when None).

    It is the fourth of its kind: the other three lie in the robbed pung.
    """
    if situation.win is not Win.ROB_KONG:
        return None
    if view.pe_ling and not rules.options.pe_ling_by_robbery:
        return message("robbed_pe_ling")
    robbed = Tile.P1 if view.pe_ling else view.winning
    if view.held_before[robbed.index]:
        return message("robbed_tile", tile=robbed.code)
    chow = completed is not None and completed.kind is CHOW
    if rules.options.robbery_only_chow and not chow:
        return message("robbed_chow_only")
    return None


def _placements(view: View, claimed: bool) -> Iterator[Placement]:
    """Yield every reading with every set that the winning tile can have completed."""
    for closed_sets in readings(view.tiles):
        for completed in dict.fromkeys(closed_sets):
            if view.winning not in completed.tiles:
                continue
            if view.pe_ling and completed.kind is not PAIR:
                continue
            place = closed_sets.index(completed)
            final = opened(completed) if claimed else completed
            sets = (*closed_sets[:place], final, *closed_sets[place + 1 :], *view.melds)
            yield Placement(sets, final, view.pe_ling)


def _is_only_tile(common: _Common) -> bool:
    """Tell whether one kind of tile only would have completed the hand."""
    view, rules, situation = common.view, common.rules, common.situation
    waits = structure_waits(view.before, view.melds, rules, situation.seat, situation.prevailing)
    if rules.options.only_tile_needs_minimum and len(waits) > 1:
        waits = [tile for tile in waits if _would_win(common, tile)]
    return len(waits) == 1


def _would_win(common: _Common, tile: Tile) -> bool:
    """Tell whether this tile would have made a mahjong with enough doublings."""
    rules = _structure_only(common.rules)
    before = zip(SUITED_AND_HONOURS, common.view.before, strict=True)
    tiles = [kind for kind, held in before for _ in range(held)]
    other = Hand((*tiles, tile), common.view.melds, common.hand.bonus, tile)
    return isinstance(score_winner(other, common.situation, rules), Scored)


@lru_cache(maxsize=32)
def _structure_only(rules: RuleSet) -> RuleSet:
    """Return the rule set for which any tile that completes the structure is possible."""
    return replace(rules, options=replace(rules.options, only_tile_needs_minimum=False))


def _ordinary(facts: Facts, rules: RuleSet) -> Scored | Tally:
    """Count a reading that is no limit hand."""
    found = tally(facts, rules, winner=True)
    enough = found.sufficient >= rules.options.minimum_doublings
    if not enough and not (rules.options.clean_suffices and found.clean):
        return found
    return ordinary(facts, found, rules)


def _limit(facts: Facts, held: list[LimitRule], rules: RuleSet) -> Scored:
    """Score a reading as the highest of its limit hands, the first of equals."""
    best = max(held, key=lambda rule: _limit_value(rule, facts))
    value = _limit_value(best, facts)
    return limit_hand(facts, Limit(best.id, value, best.name, best.explanation), rules)


def _limit_value(rule: LimitRule, facts: Facts) -> int:
    in_hand = facts.closed and not facts.claimed
    doubled = facts.options.closed_limit_doubled and rule.doubled_if_closed and in_hand
    return rule.value * 2 if doubled else rule.value

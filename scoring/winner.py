"""Score a winner: every reading of the tiles, every place of the winning tile, the best total."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .count import Tally, tally
from .errors import ErrorCode
from .facts import Facts, Placement
from .hand import Hand, Situation, Win
from .limits import limit_book
from .melds import CHOW, PAIR, SUITED_AND_HONOURS, Meld, opened
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
    for found in _scores(hand, situation, rules):
        if isinstance(found, Tally):
            if short is None or found.sufficient > short.sufficient:
                short = found
        elif best is None or _rank(found, rules) > _rank(best, rules):
            best = found
    if best:
        return best
    if short:
        code, why = ErrorCode.TOO_FEW_DOUBLINGS, too_few_doublings(short, rules)
    else:
        code, why = ErrorCode.NOT_MAHJONG, not_mahjong(hand, situation)
    return Rejected(rules.name, hand, situation, code, why)


def _rank(scored: Scored, rules: RuleSet) -> tuple[bool, int, bool]:
    limit = scored.limit is not None
    return (limit and rules.options.limit_is_final, scored.total, limit)


def _scores(hand: Hand, situation: Situation, rules: RuleSet) -> Iterator[Scored | Tally]:
    """Yield the score of every reading, or its tally when it lacks doublings."""
    claimed = situation.win is not None and situation.win.is_claimed
    book = limit_book(rules, situation.seat, situation.prevailing)
    for view in views(hand, pe_ling=rules.pe_ling):
        if not _may_win(view, situation, rules):
            continue
        table = _Table(view, hand, situation, rules)
        if not view.melds and not _robbery_refused(None, situation, rules):
            held = book.of_tiles(view.whole, pe_ling=view.pe_ling)
            if held:
                facts = table.facts(Placement((), pe_ling=view.pe_ling), only_tile=False)
                yield _limit(facts, held + book.now(facts), rules)
        placements = [
            placement
            for placement in _placements(view, claimed)
            if not _robbery_refused(placement.completed, situation, rules)
        ]
        if placements:
            only_tile = _is_only_tile(table)
            possible = book.possible(view.whole.mask)
            for placement in placements:
                facts = table.facts(placement, only_tile=only_tile)
                held = [rule for rule, one in possible if one.matches(placement.sets)]
                held += book.now(facts)
                held = [rule for rule in held if facts.closed or not rule.needs_closed]
                yield _limit(facts, held, rules) if held else _ordinary(facts, rules)


@dataclass(frozen=True, slots=True)
class _Table:
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


def _may_win(view: View, situation: Situation, rules: RuleSet) -> bool:
    """Tell whether the winning tile can have come in this way.

    A robbed tile is the fourth of its kind: the other three lie in the robbed pung.
    """
    if situation.win is not Win.ROB_KONG:
        return True
    if view.pe_ling:
        return rules.options.pe_ling_by_robbery and not view.held_before[Tile.P1.index]
    return not view.held_before[view.winning.index]


def _robbery_refused(completed: Meld | None, situation: Situation, rules: RuleSet) -> bool:
    if situation.win is not Win.ROB_KONG or not rules.options.robbery_only_chow:
        return False
    return completed is None or completed.kind is not CHOW


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


def _is_only_tile(table: _Table) -> bool:
    """Tell whether one kind of tile only would have completed the hand."""
    view, rules, situation = table.view, table.rules, table.situation
    waits = structure_waits(view.before, view.melds, rules, situation.seat, situation.prevailing)
    if rules.options.only_tile_needs_minimum and len(waits) > 1:
        waits = [tile for tile in waits if _would_win(table, tile)]
    return len(waits) == 1


def _would_win(table: _Table, tile: Tile) -> bool:
    """Tell whether this tile would have made a mahjong with enough doublings."""
    options = replace(table.rules.options, only_tile_needs_minimum=False)
    rules = replace(table.rules, options=options)
    before = zip(SUITED_AND_HONOURS, table.view.before, strict=True)
    tiles = [kind for kind, held in before for _ in range(held)]
    other = Hand((*tiles, tile), table.view.melds, table.hand.bonus, tile)
    return isinstance(score_winner(other, table.situation, rules), Scored)


def _ordinary(facts: Facts, rules: RuleSet) -> Scored | Tally:
    """Count a reading that is no limit hand."""
    found = tally(facts, rules, winner=True)
    enough = found.sufficient >= rules.options.minimum_doublings
    if not enough and not (rules.options.clean_suffices and found.clean):
        return found
    total = found.total
    if rules.options.cap is not None:
        total = min(total, rules.options.cap)
    return Scored(
        rules.name,
        facts.hand,
        facts.situation,
        facts.placement.sets,
        found.items,
        found.doublings,
        None,
        found.points,
        found.doubling_count,
        total,
    )


def _limit(facts: Facts, held: list[LimitRule], rules: RuleSet) -> Scored:
    """Score a reading as the highest of its limit hands, the first of equals."""
    best = max(held, key=lambda rule: _limit_value(rule, facts))
    value = _limit_value(best, facts)
    return Scored(
        rules.name,
        facts.hand,
        facts.situation,
        facts.placement.sets,
        (),
        (),
        Limit(best.id, value, best.name, best.explanation),
        value,
        0,
        value,
    )


def _limit_value(rule: LimitRule, facts: Facts) -> int:
    in_hand = facts.closed and not facts.claimed
    doubled = facts.options.closed_limit_doubled and rule.doubled_if_closed and in_hand
    return rule.value * 2 if doubled else rule.value

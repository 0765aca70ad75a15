"""Score a winner: every reading of the tiles, every place of the winning tile, the best total."""

from collections.abc import Iterator
from dataclasses import replace

from .count import Tally, tally
from .errors import ErrorCode
from .facts import Facts, Placement
from .hand import Hand, Situation, Win
from .melds import SUITED_AND_HONOURS, Meld, MeldKind
from .nearest import not_mahjong, too_few_doublings
from .readings import readings
from .result import Limit, Rejected, Scored
from .rules import LimitRule
from .ruleset import RuleSet
from .templates import Irregular, Regular
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
    for view in views(hand, pe_ling=rules.knows("pe_ling_eet_cake")):
        if not _may_win(view, situation, rules):
            continue
        only_tile: bool | None = None
        for placement in _placements(view, claimed):
            if only_tile is None:
                only_tile = _is_only_tile(view, hand, situation, rules)
            completed = placement.completed
            if _robbery_refused(completed, situation, rules):
                continue
            facts = Facts(
                hand,
                situation,
                rules.options,
                placement,
                view.mask,
                closed=view.closed,
                only_tile=only_tile,
                laid_out=bool(view.melds),
            )
            yield _best_limit(facts, view, rules) or _ordinary(facts, rules)
        if not view.melds and not _robbery_refused(None, situation, rules):
            facts = Facts(
                hand,
                situation,
                rules.options,
                Placement((), pe_ling=view.pe_ling),
                view.mask,
                closed=view.closed,
            )
            irregular = _best_limit(facts, view, rules)
            if irregular:
                yield irregular


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
    return completed is None or completed.kind is not MeldKind.CHOW


def _placements(view: View, claimed: bool) -> Iterator[Placement]:
    """Yield every reading with every set that the winning tile can have completed."""
    for closed_sets in readings(view.tiles):
        for completed in dict.fromkeys(closed_sets):
            if view.winning not in completed.tiles:
                continue
            if view.pe_ling and completed.kind is not MeldKind.PAIR:
                continue
            place = closed_sets.index(completed)
            final = replace(completed, open=claimed)
            sets = (*closed_sets[:place], final, *closed_sets[place + 1 :], *view.melds)
            yield Placement(sets, final, view.pe_ling)


def _is_only_tile(view: View, hand: Hand, situation: Situation, rules: RuleSet) -> bool:
    """Tell whether one kind of tile only would have completed the hand."""
    waits = structure_waits(view.before, view.melds, rules, situation.seat, situation.prevailing)
    if rules.options.only_tile_needs_minimum and len(waits) > 1:
        without = replace(rules, options=replace(rules.options, only_tile_needs_minimum=False))
        waits = [tile for tile in waits if _would_win(view, tile, hand, situation, without)]
    return len(waits) == 1


def _would_win(view: View, tile: Tile, hand: Hand, situation: Situation, rules: RuleSet) -> bool:
    """Tell whether this tile would have made a mahjong with enough doublings."""
    before = (
        kind
        for kind, held in zip(SUITED_AND_HONOURS, view.before, strict=True)
        for _ in range(held)
    )
    other = Hand((*before, tile), view.melds, hand.bonus, tile)
    return isinstance(score_winner(other, situation, rules), Scored)


def _ordinary(facts: Facts, rules: RuleSet) -> Scored | Tally:
    """Count a reading that is no limit hand."""
    found = tally(facts, rules.winner_points, rules.winner_doublings)
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


def _best_limit(facts: Facts, view: View, rules: RuleSet) -> Scored | None:
    """Return the highest limit hand that these sets (or loose tiles) are, the first of equals."""
    held = [rule for rule in rules.active_limits if _pattern_holds(rule, facts, view)]
    if facts.placement.sets or held:  # loose tiles must be some irregular hand to be mahjong
        held += [rule for rule in rules.active_limits if rule.is_now(facts)]
    if not held:
        return None
    best = max(held, key=lambda rule: _limit_value(rule, facts, view))
    value = _limit_value(best, facts, view)
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


def _limit_value(rule: LimitRule, facts: Facts, view: View) -> int:
    in_hand = view.closed and not facts.claimed
    doubled = facts.options.closed_limit_doubled and rule.doubled_if_closed and in_hand
    return rule.value * 2 if doubled else rule.value


def _pattern_holds(rule: LimitRule, facts: Facts, view: View) -> bool:
    """Tell whether the sets, or the loose tiles when there are none, have the rule's pattern."""
    if rule.needs_closed and not view.closed:
        return False
    situation, sets = facts.situation, facts.placement.sets
    for template in rule.templates(situation.seat, situation.prevailing):
        if isinstance(template, Regular):
            if sets and template.matches(sets, view.mask):
                return True
        elif not sets and _irregular_holds(template, view):
            return True
    return False


def _irregular_holds(template: Irregular, view: View) -> bool:
    """Tell whether loose tiles are this irregular hand; Pe-ling only eats cake in pairs."""
    if view.pe_ling and not template.only_pairs:
        return False
    return template.matches(view.tiles, view.mask)

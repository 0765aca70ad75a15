"""Score a hand of which not everything is known: what is missing, and what it can come to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from .engine import score
from .errors import ErrorCode
from .hand import Hand, Known, Situation, Win
from .messages import Lang, Message, message
from .notation import format_hand
from .result import Rejected, Result, Scored, score_document, situation_json, warning_json
from .rulefile import load_rule_set
from .ruleset import RuleSet
from .tiles import Wind

__all__ = ["Decided", "Known", "Range", "assess", "assess_any"]

_ORDINARY_WINS = (Win.SELF_DRAW, Win.DISCARD)


@dataclass(frozen=True, slots=True)
class Range:
    """A hand whose total depends on what is not known: `needs` names it.

    `low` and `high` bound the total over all that is possible; a case in which the hand is no
    mahjong counts as 0. `ways` are the results behind it, each different one once.
    """

    ruleset: str
    hand: Hand
    known: Known
    needs: tuple[str, ...]
    low: int
    high: int
    ways: tuple[Result, ...]
    warnings: tuple[Message, ...] = ()

    @property
    def is_valid(self) -> bool:
        """Tell whether the hand can be scored in at least one case."""
        return True

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the `score --json` document of the contract, with `total_range`."""
        return score_document(
            self.ruleset,
            format_hand(self.hand),
            situation_json(self.known),
            valid=True,
            sets=[],
            items=[],
            doublings=[],
            limit=None,
            points=None,
            doubling_count=None,
            total=self.low if self.low == self.high else None,
            total_range=[self.low, self.high],
            needs=self.needs,
            warnings=[warning_json(warning, lang) for warning in self.warnings],
        )


@dataclass(frozen=True, slots=True)
class Decided:
    """A hand whose result is the same whatever the unknown things are."""

    result: Result
    known: Known
    needs: tuple[str, ...]

    @property
    def is_valid(self) -> bool:
        """Tell whether the hand could be scored."""
        return isinstance(self.result, Scored)

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the `score --json` document of the contract; what is not known stays null."""
        document = self.result.to_json(lang)
        return document | {"situation": situation_json(self.known), "needs": list(self.needs)}


def assess(hand: Hand, known: Known, rules: RuleSet | None = None) -> Decided | Range:
    """Score a hand for everything that is not known.

    Special ways to win (the last tile, a robbed kong and so on) are not assumed unless said.

    >>> from .notation import parse_hand
    >>> found = assess(parse_hand("678m345p88s777z (111z) @3p"), Known(seat=Wind.EAST))
    >>> found.needs, found.low, found.high
    (('round', 'win'), 128, 272)
    """
    return assess_any((hand,), known, rules)


def assess_any(
    hands: Sequence[Hand], known: Known, rules: RuleSet | None = None
) -> Decided | Range:
    """Score a hand that may be any of some, such as with a set that may be open or closed.

    The first stands for all of them in the answer; with more than one `needs` names `open`, beside
    the names of the contract.
    """
    rules = rules or load_rule_set("nts")
    hand = hands[0]
    needs = _needs(hand, known) + (("open",) if len(hands) > 1 else ())
    by_outcome: dict[object, Result] = {}
    for possible in hands:
        for case in _cases(possible, known):
            result = score(*case, rules)
            by_outcome.setdefault(_outcome(result), result)
    distinct = tuple(by_outcome.values())
    scored = [result for result in distinct if isinstance(result, Scored)]
    rejected = [result for result in distinct if isinstance(result, Rejected)]
    if len(distinct) == 1 or not scored:
        one = scored[0] if scored else _nearest(rejected)
        return Decided(replace(one, hand=hand), known, needs)
    totals = [result.total for result in scored] + [0] * bool(rejected)
    warnings = list(dict.fromkeys(warning for result in distinct for warning in result.warnings))
    if "win" in needs:
        warnings.append(message("ordinary_wins_only"))
    if rejected:
        warnings.append(message("invalid_in_some_cases", why=_nearest(rejected).message))
    return Range(
        rules.name, hand, known, needs, min(totals), max(totals), distinct, tuple(warnings)
    )


def _needs(hand: Hand, known: Known) -> tuple[str, ...]:
    """Name what is missing, as the contract does."""
    if known.dead:
        return ()
    missing = {"seat": known.seat is None, "round": known.prevailing is None}
    if known.is_winner:
        missing |= {"win": known.win is None, "winning_tile": hand.winning is None}
    return tuple(name for name, is_missing in missing.items() if is_missing)


def _cases(hand: Hand, known: Known) -> Iterator[tuple[Hand, Situation]]:
    """Yield every hand and situation that fits what is known."""
    seats = [known.seat] if known.seat else list(Wind)
    rounds = [known.prevailing] if known.prevailing else list(Wind)
    wins: list[Win | None] = [None]
    hands = [hand]
    if known.is_winner:
        claimed = hand.winning is not None and hand.winning not in hand.concealed
        ordinary = (Win.DISCARD,) if claimed else _ORDINARY_WINS
        wins = [known.win] if known.win else list(ordinary)
        if hand.winning is None and hand.concealed:
            plain = [tile for tile in dict.fromkeys(hand.concealed) if not tile.is_bonus]
            hands = [replace(hand, winning=tile) for tile in plain] or hands
    for seat, prevailing, win, one in product(seats, rounds, wins, hands):
        yield (
            one,
            Situation(seat, prevailing, win, known.kongs_in_turn, known.dead, known.ready_at_start),
        )


def _outcome(result: Result) -> object:
    """Return what must be equal for two results to be the same answer."""
    if isinstance(result, Rejected):
        return result.code, result.message
    items = tuple((item.id, item.points, item.tiles) for item in result.items)
    doublings = tuple((doubling.id, doubling.tiles) for doubling in result.doublings)
    return result.total, result.limit and result.limit.full_id, items, doublings, result.sets


def _nearest(rejected: list[Rejected]) -> Rejected:
    """Return the rejection that is nearest to a score: codes stand in the order of checking."""
    order = list(ErrorCode)
    return max(rejected, key=lambda result: order.index(result.code))

"""Four scores and the winner to who pays whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from .errors import RekjeError
from .tiles import Wind

__all__ = ["Payment", "Settlement", "SettlementError", "settle"]

_EAST_FACTOR = 2


class SettlementError(RekjeError):
    """Scores that cannot be settled; the text says which and what was expected."""


@dataclass(frozen=True, slots=True)
class Payment:
    """An amount that one seat pays to another."""

    payer: Wind
    payee: Wind
    amount: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """The net result of each seat, which always sums to zero, and the payments behind it."""

    winner: Wind | None
    net: tuple[int, int, int, int]
    payments: tuple[Payment, ...]

    def net_of(self, seat: Wind) -> int:
        """Return what a seat gains (or, negative, loses)."""
        return self.net[seat.number - 1]

    def to_json(self, ruleset: str = "nts") -> dict[str, object]:
        """Return the `settle --json` document of the contract."""
        return {
            "schema": 1,
            "ruleset": ruleset,
            "winner": self.winner and self.winner.value,
            "net": {seat.value: self.net_of(seat) for seat in Wind},
            "payments": [
                {"from": one.payer.value, "to": one.payee.value, "amount": one.amount}
                for one in self.payments
            ],
        }


def settle(scores: Mapping[Wind, int], winner: Wind | None) -> Settlement:
    """Settle a game: everybody pays the winner, the losers pay each other the differences.

    Every payment with East at either end is doubled. Without a winner the game is a draw and
    nobody pays. All rule sets of rekje settle in this way.

    Args:
        scores: the score of each of the four seats; not looked at for a draw.
        winner: the seat that has mahjong, or None for a draw.

    Raises:
        SettlementError: a score is missing or negative.

    >>> east_wins = dict(zip(Wind, (100, 40, 20, 0)))
    >>> settle(east_wins, Wind.EAST).net
    (600, -140, -200, -260)

    """
    if winner is None:
        return Settlement(None, (0, 0, 0, 0), ())
    if not isinstance(winner, Wind):
        raise SettlementError(f"the winner is one of {[str(w) for w in Wind]}, not {winner!r}")
    for seat in Wind:
        if seat not in scores:
            raise SettlementError(f"the score of {seat.value} is missing; four are needed")
        if type(scores[seat]) is not int or scores[seat] < 0:
            raise SettlementError(
                f"the score of {seat.value} is {scores[seat]!r}; a score is a whole number from 0"
            )
    losers = [seat for seat in Wind if seat is not winner]
    payments = [_payment(seat, winner, scores[winner]) for seat in losers]
    for one, other in combinations(losers, 2):
        lower, higher = sorted((one, other), key=lambda seat: scores[seat])
        payments.append(_payment(lower, higher, scores[higher] - scores[lower]))
    net = dict.fromkeys(Wind, 0)
    for payment in payments:
        net[payment.payer] -= payment.amount
        net[payment.payee] += payment.amount
    east, south, west, north = (net[seat] for seat in Wind)
    paid = tuple(payment for payment in payments if payment.amount)
    return Settlement(winner, (east, south, west, north), paid)


def _payment(payer: Wind, payee: Wind, amount: int) -> Payment:
    east = Wind.EAST in (payer, payee)
    return Payment(payer, payee, amount * (_EAST_FACTOR if east else 1))

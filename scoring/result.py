"""What scoring a hand gives: a score with every point explained, or the reason why not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import ErrorCode
from .hand import Hand, Known, Situation
from .melds import Meld
from .messages import Lang, Message, Text
from .notation import format_hand
from .tiles import Tile

__all__ = [
    "SCHEMA",
    "Doubling",
    "Item",
    "Limit",
    "Rejected",
    "Result",
    "Scored",
    "error_json",
    "score_document",
    "situation_json",
    "warning_json",
]

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Item:
    """Points, what they are for, and the set or tiles that earn them.

    `open` is True or False for a set, None for anything else.
    """

    id: str
    points: int
    name: Text
    explanation: Text
    tiles: tuple[Tile, ...] = ()
    open: bool | None = None

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the JSON object of the contract."""
        found: dict[str, object] = {
            "id": self.id,
            "points": self.points,
            "name": self.name.text(lang),
            "tiles": _codes(self.tiles),
        }
        return found if self.open is None else found | {"open": self.open}


@dataclass(frozen=True, slots=True)
class Doubling:
    """Doublings, and the tiles that they are for."""

    id: str
    doublings: int
    name: Text
    explanation: Text
    tiles: tuple[Tile, ...] = ()

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the JSON object of the contract."""
        return {
            "id": self.id,
            "doublings": self.doublings,
            "name": self.name.text(lang),
            "tiles": _codes(self.tiles),
        }


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit hand; `waiting` when a player was one tile short of it."""

    id: str
    points: int
    name: Text
    explanation: Text
    waiting: bool = False

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the JSON object of the contract."""
        return {"id": self.full_id, "points": self.points, "name": self.full_name.text(lang)}

    @property
    def full_id(self) -> str:
        """Return the id of the contract, `wachtend:` before that of a waiting hand."""
        return f"wachtend:{self.id}" if self.waiting else self.id

    @property
    def full_name(self) -> Text:
        """Return the name, with what is special about it."""
        if not self.waiting:
            return self.name
        return Text(f"Waiting for {self.name.en}", f"Wachtend op {self.name.nl}")


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand with its score: total = points x 2^doubling_count.

    For a limit hand `items` and `doublings` are empty and `points` is its value. `pe_ling` says
    that the pair of 1s holds a 1p.

    >>> from .hand import Win
    >>> from .notation import parse_hand
    >>> from .tiles import Wind
    >>> hand, situation = parse_hand("1m"), Situation(Wind.EAST, Wind.EAST, dead=True)
    >>> Scored("nts", hand, situation).to_json()["total"]
    0
    """

    ruleset: str
    hand: Hand
    situation: Situation
    sets: tuple[Meld, ...] = ()
    items: tuple[Item, ...] = ()
    doublings: tuple[Doubling, ...] = ()
    limit: Limit | None = None
    points: int = 0
    doubling_count: int = 0
    total: int = 0
    pe_ling: bool = False
    warnings: tuple[Message, ...] = ()

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the `score --json` document of the contract."""
        return score_document(
            self.ruleset,
            format_hand(self.hand),
            situation_json(self.situation),
            valid=True,
            sets=[_set_json(meld) for meld in self.sets],
            items=[item.to_json(lang) for item in self.items],
            doublings=[doubling.to_json(lang) for doubling in self.doublings],
            limit=self.limit and self.limit.to_json(lang),
            points=self.points,
            doubling_count=self.doubling_count,
            total=self.total,
            warnings=[warning_json(warning, lang) for warning in self.warnings],
        )


@dataclass(frozen=True, slots=True)
class Rejected:
    """A hand that cannot be scored, and the nearest reason."""

    ruleset: str
    hand: Hand
    situation: Situation
    code: ErrorCode
    message: Message
    warnings: tuple[Message, ...] = ()

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the `score --json` document of the contract."""
        return score_document(
            self.ruleset,
            format_hand(self.hand),
            situation_json(self.situation),
            valid=False,
            error=error_json(self.code, self.message, lang),
            warnings=[warning_json(warning, lang) for warning in self.warnings],
        )


Result = Scored | Rejected


def score_document(
    ruleset: str,
    hand: str,
    situation: Mapping[str, object],
    *,
    valid: bool,
    needs: Sequence[str] = (),
    warnings: Sequence[object] = (),
    **parts: object,
) -> dict[str, object]:
    """Return a `score --json` document, its keys in the order of the contract.

    `parts` are the keys that only some documents have: `error`, or the sets, items, doublings,
    limit, points, doubling_count, total and total_range.
    """
    error = {"error": parts.pop("error")} if "error" in parts else {}
    return {
        "schema": SCHEMA,
        "ruleset": ruleset,
        "valid": valid,
        **error,
        "hand": hand,
        "situation": situation,
        **parts,
        "needs": list(needs),
        "warnings": list(warnings),
        "reading": None,
    }


def error_json(code: ErrorCode, message: Message, lang: Lang) -> dict[str, object]:
    """Return the error object of the contract."""
    return {"code": code.value, "message": message.text(lang)}


def warning_json(warning: Message, lang: Lang) -> dict[str, object]:
    """Return a warning object of the contract."""
    return {"code": warning.key, "message": warning.text(lang)}


def situation_json(situation: Situation | Known) -> dict[str, object]:
    """Return the situation object of the contract; what is not known is null."""
    seat, prevailing, win = situation.seat, situation.prevailing, situation.win
    found: dict[str, object] = {
        "seat": seat and seat.value,
        "round": prevailing and prevailing.value,
        "win": win.value if win and situation.is_winner else None,
        "winner": situation.is_winner,
    }
    if situation.kongs_in_turn != 1:
        found["kongs_in_turn"] = situation.kongs_in_turn
    if situation.dead:
        found["dead"] = True
    if situation.ready_at_start:
        found["ready_at_start"] = True
    return found


def _set_json(meld: Meld) -> dict[str, object]:
    return {"kind": meld.kind.value, "tiles": _codes(meld.tiles), "open": meld.open}


def _codes(tiles: tuple[Tile, ...]) -> list[str]:
    return [tile.code for tile in tiles]

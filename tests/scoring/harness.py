"""One way for all scoring tests to score a hand text and to compare results."""

from rekje.scoring.engine import score
from rekje.scoring.errors import HandError
from rekje.scoring.hand import Situation, Win
from rekje.scoring.notation import parse_hand
from rekje.scoring.rulefile import load_rule_set
from rekje.scoring.tiles import Wind


def situation(
    *, win=None, seat="east", round="east", winner=True, kongs_in_turn=1, dead=False, **_
):
    """Make a situation from the words of a case."""
    return Situation(
        Wind(seat), Wind(round), Win(win) if winner and win else None, kongs_in_turn, dead
    )


def scored(ruleset, hand, options=None, **words):
    """Return {items, doublings, limit, total} with sorted (id, value) pairs, or {error}."""
    rules = load_rule_set(ruleset).with_options(options or {})
    try:
        parsed = parse_hand(hand)
    except HandError as error:
        return {"error": error.code.value}
    found = score(parsed, situation(**words), rules).to_json()
    if not found["valid"]:
        return {"error": found["error"]["code"]}
    return {
        "items": sorted((item["id"], item["points"]) for item in found["items"]),
        "doublings": sorted((one["id"], one["doublings"]) for one in found["doublings"]),
        "limit": found["limit"] and found["limit"]["id"],
        "total": found["total"],
    }


def plain(expected):
    """Return the expectation of a case file in the same form; item names lose their tiles."""
    if "error" in expected:
        return {"error": expected["error"]}
    return {
        "items": sorted((name.split(":")[0], points) for name, points in expected["items"]),
        "doublings": sorted(tuple(doubling) for doubling in expected["doublings"]),
        "limit": expected["limit"],
        "total": expected["total"],
    }

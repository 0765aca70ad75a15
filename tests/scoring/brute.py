"""A slow scorer, written after the rules text alone: an oracle for the scoring tests.

Plain data in, plain data out; nothing of the package itself is used here.
"""

import itertools

from brute_count import doublings_for_all, is_earth, items_for_all, nts_winner, rode_draak_winner
from brute_tiles import (
    DRAGONS,
    GREEN,
    SUITS,
    TERMINALS,
    WINDS,
    RejectedError,
    irregular,
    meld,
    parse,
    partitions,
    tiles_of,
    twins,
    waiting_irregular,
    waits,
    without,
)

NUMBER = {"east": "1", "south": "2", "west": "3", "north": "4"}
SELF_DRAWN = ("self-draw", "kong-replacement", "last-wall", "heaven")
CLAIMED = ("discard", "rob-kong", "earth")


def score(
    ruleset: str,
    hand: str,
    *,
    win: str | None,
    seat: str,
    round: str,
    winner: bool,
    kongs_in_turn: int = 1,
    dead: bool = False,
    options: dict | None = None,
) -> dict:
    """Return one reading with the highest total, or the reason why there is none."""
    return all_best(
        ruleset, hand, win=win, seat=seat, round=round, winner=winner,
        kongs_in_turn=kongs_in_turn, dead=dead, options=options,
    )[0]  # fmt: skip


def all_best(
    ruleset: str,
    hand: str,
    *,
    win: str | None,
    seat: str,
    round: str,
    winner: bool,
    kongs_in_turn: int = 1,
    dead: bool = False,
    options: dict | None = None,
) -> list[dict]:
    """Return every different reading that has the highest total (or one dict with the error)."""
    at = {
        "ruleset": ruleset, "win": win, "own": NUMBER[seat], "round": NUMBER[round],
        "kongs_in_turn": kongs_in_turn, "table": (options or {}).get("table", "A"),
    }  # fmt: skip
    try:
        found = _all_readings(hand, at, winner, dead)
    except RejectedError as rejected:
        return [{"error": rejected.code}]
    top = max(one["total"] for one in found)
    best: list[dict] = []
    for one in found:
        if one["total"] == top and one not in best:
            best.append(one)
    return best


def _all_readings(text: str, at: dict, winner: bool, dead: bool) -> list[dict]:
    hand = parse(text)
    melds = [meld(tiles, is_open) for tiles, is_open in hand["groups"]]
    if any(tile[1] in "fq" for tile in hand["bare"]):
        raise RejectedError("bonus_tile_in_hand")
    if hand["bonus"] and at["ruleset"] == "nts2002":
        raise RejectedError("bonus_not_in_ruleset")
    tiles = hand["bare"] + [tile for group in melds for tile in tiles_of(group)]
    if any(tiles.count(tile) > 4 for tile in tiles):
        raise RejectedError("too_many_copies")
    if any(hand["bonus"].count(tile) > 1 for tile in hand["bonus"]):
        raise RejectedError("too_many_copies")
    at = at | {"bonus": sorted(hand["bonus"]), "tile": hand["win"], "brackets": len(melds)}
    count = len(hand["bare"]) + 3 * len(melds)
    if dead:
        if at["ruleset"] == "rode-draak" and count < 13:
            return _loser(hand["bare"], melds, at)
        return [_result([], [])]
    if count != (14 if winner else 13):
        raise RejectedError("wrong_tile_count")
    if not winner:
        return _loser(hand["bare"], melds, at) + _waiting(hand["bare"], melds, at)
    return _winner(hand["bare"], melds, tiles, at)


def _result(items: list, doublings: list) -> dict:
    total = sum(points for _, points in items) * 2 ** sum(n for _, n in doublings)
    return {"items": items, "doublings": doublings, "limit": None, "total": total}


def _limit(name: str, total: int) -> dict:
    return {"items": [], "doublings": [], "limit": name, "total": total}


# --- losers ----------------------------------------------------------------------------------


def _loser(bare: list[str], melds: list, at: dict) -> list[dict]:
    """Every choice of closed pungs and pairs among the bare tiles; the rest scores nothing."""
    choices = []
    for tile in sorted(set(bare)):
        groups = [[]]
        if bare.count(tile) >= 2:
            groups.append([("paar", tile, False)])
        if bare.count(tile) >= 3:
            groups.append([("pung", tile, False)])
        if bare.count(tile) == 4:
            groups.append([("paar", tile, False)] * 2)
        choices.append(groups)
    found = []
    for choice in itertools.product(*choices):
        sets = melds + [group for groups in choice for group in groups]
        tiles = bare + [tile for group in melds for tile in tiles_of(group)]
        found.append(_result(items_for_all(sets, at), doublings_for_all(sets, tiles, at)))
    return found


def _waiting(bare: list[str], melds: list, at: dict) -> list[dict]:
    if melds:
        return []
    waiting = waiting_irregular(bare, at["ruleset"])
    return [_limit(f"wachtend:{name}", value // 2) for name, value in waiting.items()]


# --- winner ----------------------------------------------------------------------------------


def _winner(bare: list[str], melds: list, tiles: list[str], at: dict) -> list[dict]:
    tile = at["tile"]
    places = []
    if tile in bare:
        places.append((bare, melds))
    elif at["win"] in CLAIMED:
        for n, group in enumerate(melds):
            if group[2] and group[0] in ("chow", "pung") and tile in tiles_of(group):
                # The set was concealed before, so the player may still lay out another way.
                places.append((bare + tiles_of(group), melds[:n] + melds[n + 1 :]))
    if not places:
        raise RejectedError("winning_tile_not_in_hand")
    if at["win"] == "rob-kong" and tiles.count(tile) > 1:
        raise RejectedError("not_mahjong")  # the robbed player holds the other three
    found: list[dict] = []
    for loose, laid in places:
        found.extend(_readings(loose, laid, at | {"laid": len(laid)}))
    if not found:
        raise RejectedError("not_mahjong")
    found = [one for one in found if one["limit"] or _enough(one["doublings"], at)]
    if not found:
        raise RejectedError("too_few_doublings")
    return found


def _readings(loose: list[str], laid: list, at: dict) -> list[dict]:
    """Every regular and irregular reading of one place of the winning tile."""
    before = without(loose, [at["tile"]])
    only = len(waits(before, laid, at["ruleset"])) == 1
    found = _regular(loose, laid, at | {"only": only, "pe_ling": False, "seen": at["tile"]})
    if not laid:
        found += _irregular(irregular(loose, at["ruleset"]), at)
    if at["tile"] == "1p":
        cake = [*before, "1s"]
        found += _regular(cake, laid, at | {"only": only, "pe_ling": True, "seen": "1s"})
        if not laid:
            found += _irregular(twins(cake, at["ruleset"]), at)
    return found


def _irregular(limits: dict[str, int], at: dict) -> list[dict]:
    return _highest(limits, True, at) if limits and not _only_chow(at) else []


def _only_chow(at: dict) -> bool:
    return at["ruleset"] == "rode-draak" and at["win"] == "rob-kong"


def _highest(limits: dict[str, int], all_closed: bool, at: dict) -> list[dict]:
    """Of the limit hands that one reading is at once, those with the highest value."""
    values = dict(limits)
    if at["ruleset"] == "rode-draak":
        if all_closed and at["win"] in SELF_DRAWN:
            values = {name: 2 * value for name, value in values.items()}
        if _is_heaven(at):
            values["spel_van_de_hemel"] = 1000
    else:
        if _is_heaven(at):
            values["spel_van_de_hemel"] = 2000
        if is_earth(at):
            values["spel_van_de_aarde"] = 1000
    top = max(values.values(), default=0)
    return [_limit(name, value) for name, value in values.items() if value == top]


def _is_heaven(at: dict) -> bool:
    return at["win"] == "heaven" and at["own"] == "1" and at["brackets"] == 0


def _regular(loose: list[str], laid: list, at: dict) -> list[dict]:
    found = []
    for way in partitions(loose):
        for place in sorted(set(way)):
            group = (*place, False)
            if at["seen"] not in tiles_of(group):
                continue
            if at["pe_ling"] and place != ("paar", "1s"):
                continue
            if _only_chow(at) and place[0] != "chow":
                continue
            others = list(way)
            others.remove(place)
            completed = (*place, at["win"] in CLAIMED)
            sets = [*laid, *((kind, tile, False) for kind, tile in others), completed]
            limits = _highest(_regular_limits(sets, at), _nothing_claimed(laid), at)
            found.extend(limits or [_ordinary(sets, completed, laid, at)])
    return found


def _nothing_claimed(laid: list) -> bool:
    return not any(is_open for _, _, is_open in laid)


def _regular_limits(sets: list, at: dict) -> dict[str, int]:
    (pair,) = [tile for kind, tile, _ in sets if kind == "paar"]
    threes = [tile for kind, tile, _ in sets if kind in ("pung", "kong")]
    chows = sorted(tile for kind, tile, _ in sets if kind == "chow")
    kongs = [(tile, is_open) for kind, tile, is_open in sets if kind == "kong"]
    names = set()
    if all(wind in threes for wind in WINDS):
        names.add("vier_winden")
    if all(dragon in threes for dragon in DRAGONS):
        names.add("drie_draken")
    if all(tile in GREEN for group in sets for tile in tiles_of(group)):
        names.add("jadespel")
    if len(kongs) == 4 and not any(is_open for _, is_open in kongs):
        names.add("vier_verborgen_kongs")
    if len(threes) == 4 and all(tile in TERMINALS for tile in [*threes, pair]):
        names.add("kop_en_staart")
    for s in SUITS:
        bodies = ([f"3{s}", f"6{s}", f"2{s}"], [f"2{s}", f"6{s}", f"5{s}"],
                  [f"2{s}", f"5{s}", f"8{s}"])  # fmt: skip
        if sorted(threes) == [f"1{s}", f"9{s}"] and [*chows, pair] in bodies:
            names.add("kronkelende_slang")
    red_kong = [tile for tile, _ in kongs] == ["7z"]
    if red_kong and chows == ["1m", "4m", "7m"] and pair == at["own"] + "z":
        names.add("spel_van_de_rode_draak")
    if at["ruleset"] == "rode-draak":
        values = {"vier_winden": 1000, "jadespel": 1000, "kronkelende_slang": 1000,
                  "spel_van_de_rode_draak": 500}  # fmt: skip
    else:
        values = {"vier_winden": 2000, "drie_draken": 2000, "jadespel": 2000,
                  "vier_verborgen_kongs": 2000, "kop_en_staart": 2000,
                  "kronkelende_slang": 1000}  # fmt: skip
    return {name: values[name] for name in sorted(names) if name in values}


def _ordinary(sets: list, completed: tuple, laid: list, at: dict) -> dict:
    facts = {
        "tiles": [tile for group in sets for tile in tiles_of(group)],
        "pair": next(tile for kind, tile, _ in sets if kind == "paar"),
        "threes": [tile for kind, tile, _ in sets if kind in ("pung", "kong")],
        "kongs": sum(kind == "kong" for kind, _, _ in sets),
        "chows": sum(kind == "chow" for kind, _, _ in sets),
        "self": at["win"] in SELF_DRAWN,
        "hidden": at["win"] in SELF_DRAWN and _nothing_claimed(laid),
        "in_pair": completed[0] == "paar",
        "in_chow": completed[0] == "chow",
    }
    extra = rode_draak_winner if at["ruleset"] == "rode-draak" else nts_winner
    points, doublings = extra(facts, at)
    items = [("mahjong", 20, True), ("zelf_getrokken", 2, facts["self"]),
             ("enig_mogelijke_steen", 2, at["only"]), ("pe_ling_eet_cake", 10, at["pe_ling"]),
             *points]  # fmt: skip
    return _result(
        [[name, value] for name, value, holds in items if holds] + items_for_all(sets, at),
        doublings_for_all(sets, facts["tiles"], at)
        + [[name, n] for name, n, holds in doublings if holds],
    )


def _enough(doublings: list, at: dict) -> bool:
    """Whether a winner has the minimum: two doublings; in table B a clean hand will do."""
    clean = any(name in ("schoon", "superschoon") for name, _ in doublings)
    if at["ruleset"] == "rode-draak" and (at["table"] == "A" or clean):
        return True
    return sum(n for _, n in doublings) >= 2

"""Tiles, hand text and structures for the brute-force scorer: plain strings and recursion."""

from functools import lru_cache

SUITS = "mps"
WINDS = ("1z", "2z", "3z", "4z")
DRAGONS = ("5z", "6z", "7z")
KINDS = tuple(f"{n}{s}" for s in SUITS for n in range(1, 10)) + WINDS + DRAGONS
TERMINALS = tuple(f"{n}{s}" for s in SUITS for n in (1, 9))
GREEN = ("2s", "3s", "4s", "6s", "8s", "6z")
HIGHEST = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 4, "q": 4}


class RejectedError(Exception):
    """A hand that cannot be scored; `code` says why."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


# --- hand text -------------------------------------------------------------------------------


def parse(text: str) -> dict:  # noqa: PLR0912
    """Split a hand text in bare tiles, bracketed groups (tiles, open), winning tile and bonus."""
    bare: list[str] = []
    groups: list[tuple[list[str], bool]] = []
    bonus: list[str] = []
    won: list[str] = []
    into, mode, digits = bare, "bare", ""
    for sign in text:
        if sign.isspace():
            continue
        if sign in "0123456789":
            digits += sign
            continue
        if sign in HIGHEST:
            named = [_tile(digit, sign) for digit in digits]
            if not named or (mode == "+" and sign not in "fq"):
                raise RejectedError("bad_notation")
            into.extend(named)
            digits = ""
            if mode == "@":
                into, mode = bare, "bare"
            continue
        if digits or mode == "@":
            raise RejectedError("bad_notation")
        if sign in "([" and mode in ("bare", "+"):
            into, mode = [], sign
            groups.append((into, sign == "("))
        elif mode + sign in ("()", "[]") and into:
            into, mode = bare, "bare"
        elif sign == "@" and mode in ("bare", "+") and not won:
            into, mode = won, "@"
        elif sign == "+" and mode == "bare":
            into, mode = bonus, "+"
        else:
            raise RejectedError("bad_notation")
    if digits or mode in "([@" or len(won) > 1 or (mode == "+" and not bonus):
        raise RejectedError("bad_notation")
    return {"bare": bare, "groups": groups, "win": won[0] if won else None, "bonus": bonus}


def _tile(digit: str, letter: str) -> str:
    if digit == "0" and letter in SUITS:
        digit = "5"
    if not 1 <= int(digit) <= HIGHEST[letter]:
        raise RejectedError("bad_notation")
    return digit + letter


def meld(tiles: list[str], is_open: bool) -> tuple[str, str, bool]:
    """(kind, lowest tile, open) of a bracketed group; square brackets hold a closed kong only."""
    first = min(tiles)
    if first[1] not in "fq":
        if tiles == [first] * 4:
            return ("kong", first, is_open)
        if is_open and tiles == [first] * 3:
            return ("pung", first, True)
        if is_open and sorted(tiles) == chow_from(first):
            return ("chow", first, True)
    raise RejectedError("invalid_meld")


def chow_from(first: str) -> list[str]:
    """The chow that starts with this tile, or an empty list: no honours, no wrap 8-9-1."""
    number, suit = int(first[0]), first[1]
    if suit not in SUITS or number > 7:
        return []
    return [f"{number}{suit}", f"{number + 1}{suit}", f"{number + 2}{suit}"]


def tiles_of(group: tuple[str, str, bool]) -> list[str]:
    """The tiles of a pair, pung, kong or chow."""
    kind, first, _ = group
    if kind == "chow":
        return chow_from(first)
    return [first] * {"paar": 2, "pung": 3, "kong": 4}[kind]


def without(tiles: list[str], taken: list[str]) -> list[str] | None:
    """The tiles left when `taken` is taken away, or None when it is not all there."""
    left = list(tiles)
    for tile in taken:
        if tile not in left:
            return None
        left.remove(tile)
    return left


# --- regular structure -----------------------------------------------------------------------


def partitions(tiles: list[str]) -> list[tuple[tuple[str, str], ...]]:
    """Every way to read tiles as pungs and chows with exactly one pair, as (kind, first tile)."""
    return sorted({tuple(sorted(way)) for way in _partitions(tuple(sorted(tiles)), False)})


@lru_cache(maxsize=20000)
def _partitions(tiles: tuple[str, ...], paired: bool) -> list[list[tuple[str, str]]]:
    if not tiles:
        return [[]] if paired else []
    first = tiles[0]
    options = [("pung", [first] * 3)]
    if chow_from(first):
        options.append(("chow", chow_from(first)))
    if not paired:
        options.append(("paar", [first] * 2))
    found = []
    for kind, group in options:
        left = without(list(tiles), group)
        if left is not None:
            rest = _partitions(tuple(left), paired or kind == "paar")
            found.extend([(kind, first), *way] for way in rest)
    return found


# --- irregular limit hands -------------------------------------------------------------------


def is_twins(tiles: list[str]) -> bool:
    """Seven pairs; four equal tiles are two pairs."""
    return all(tiles.count(tile) % 2 == 0 for tile in tiles)


def _is_base_plus_one_of(tiles: list[str], base: list[str], extra: tuple[str, ...]) -> bool:
    left = without(tiles, base)
    return left is not None and len(left) == 1 and left[0] in extra


def _shapes_of_suit(tiles: list[str], suit: str) -> set[str]:
    run = [f"{n}{suit}" for n in range(1, 10)]
    found = set()
    if _is_base_plus_one_of(tiles, [run[0], run[0], *run, run[8], run[8]], tuple(run)):
        found.add("negen_poorten")
    if _is_base_plus_one_of(tiles, [*run, *WINDS], WINDS):
        found |= {"windenslang", "slang_1"}
    if _is_base_plus_one_of(tiles, [*run, *WINDS], tuple(run)):
        found.add("windenslang")
    if any(sorted(tiles) == sorted([*run, *DRAGONS, wind, wind]) for wind in WINDS):
        found |= {"drakenslang", "slang_2"}
    if sorted(tiles) == sorted([*run[:7], *WINDS, *DRAGONS]):
        found.add("hof_van_peking")
    return found


NTS_IRREGULAR = {
    "negen_poorten": 2000,
    "dertien_wezen": 2000,
    "windenslang": 1000,
    "drakenslang": 1000,
    "hof_van_peking": 1000,
    "tweelingen_van_troefstenen": 2000,
    "zuivere_tweelingen": 1000,
    "zeer_schone_tweelingen": 1000,
    "schone_tweelingen": 500,
    "zeven_tweelingen": 250,
}
RODE_DRAAK_IRREGULAR = {
    "negen_poorten": 1000,
    "dertien_wezen": 1000,
    "zeven_tweelingen_superschoon": 1000,
    "zeven_tweelingen_schoon": 500,
    "slang_1": 500,
    "slang_2": 500,
    "hof_van_peking": 500,
}


def twins(tiles: list[str], ruleset: str) -> dict[str, int]:
    """The twins hand that 14 tiles are, with its value; several names may fit."""
    if len(tiles) != 14 or not is_twins(tiles):
        return {}
    suits = {tile[1] for tile in tiles if tile[1] in SUITS}
    honours = any(tile[1] == "z" for tile in tiles)
    terminals = all(tile[0] in "19" for tile in tiles if tile[1] in SUITS)
    names = {"zeven_tweelingen"}
    if len(suits) <= 1:
        if not suits:
            names |= {"tweelingen_van_troefstenen", "zeven_tweelingen_superschoon"}
        elif not honours:
            names |= {"zuivere_tweelingen", "zeven_tweelingen_superschoon"}
        else:
            names |= {"schone_tweelingen", "zeven_tweelingen_schoon"}
            if terminals:
                names.add("zeer_schone_tweelingen")
    return _valued(names, ruleset)


def _valued(names: set[str], ruleset: str) -> dict[str, int]:
    values = RODE_DRAAK_IRREGULAR if ruleset == "rode-draak" else NTS_IRREGULAR
    return {name: values[name] for name in sorted(names) if name in values}


@lru_cache(maxsize=20000)
def _irregular(tiles: tuple[str, ...], ruleset: str) -> dict[str, int]:
    names = set()
    orphans = [*TERMINALS, *WINDS, *DRAGONS]
    if _is_base_plus_one_of(list(tiles), orphans, tuple(orphans)):
        names.add("dertien_wezen")
    for suit in SUITS:
        names |= _shapes_of_suit(list(tiles), suit)
    return _valued(names, ruleset) | twins(list(tiles), ruleset)


def irregular(tiles: list[str], ruleset: str) -> dict[str, int]:
    """Every irregular limit hand that these 14 loose tiles are, with its value."""
    return _irregular(tuple(sorted(tiles)), ruleset)


def waiting_irregular(tiles: list[str], ruleset: str) -> dict[str, int]:
    """The irregular limit hands of which these 13 loose tiles are one tile short."""
    found = {}
    for tile in KINDS:
        found.update(irregular([*tiles, tile], ruleset))
    return found


def waits(tiles: list[str], melds: list[tuple[str, str, bool]], ruleset: str) -> list[str]:
    """Every kind that completes a legal structure; not the fifth copy of a kind held four times."""
    held = [*tiles, *(tile for group in melds for tile in tiles_of(group))]
    found = []
    for kind in KINDS:
        if held.count(kind) < 4:
            complete = [*tiles, kind]
            if partitions(complete) or (not melds and irregular(complete, ruleset)):
                found.append(kind)
    return found

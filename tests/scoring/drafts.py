"""Building blocks of the random hands: hands in the making, pools of kinds, situations."""

from random import Random

SUITS = "mps"
WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
HONOURS = WINDS + DRAGONS
KINDS = [f"{n}{s}" for s in SUITS for n in range(1, 10)] + HONOURS
TERMINALS = [f"{n}{s}" for s in SUITS for n in (1, 9)]
GREEN = ["2s", "3s", "4s", "6s", "8s", "6z"]
BONUS = [f"{n}{k}" for k in "fq" for n in range(1, 5)]
SEATS = ["east", "south", "west", "north"]
RULESETS = ["nts", "nts", "nts2002", "rode-draak", "rode-draak"]
CLAIMED = ["discard", "rob-kong", "earth"]
WIN_WEIGHTS = {"self-draw": 6, "discard": 8, "rob-kong": 2, "kong-replacement": 3,
               "last-wall": 3, "heaven": 1, "earth": 1}  # fmt: skip

Case = tuple[str, str, dict]


class Draft:
    """A hand in the making: loose tiles, bracketed groups (tiles, brackets), tile won with."""

    def __init__(self, bare=(), melds=(), won=None):
        self.bare = list(bare)
        self.melds = list(melds)
        self.won = won

    def tiles(self) -> list[str]:
        return self.bare + [tile for tiles, _ in self.melds for tile in tiles]

    def text(self, rng: Random, bonus=()) -> str:
        parts = [_grouped(_ordered(rng, self.bare))] if self.bare else []
        for tiles, (left, right) in self.melds:
            parts.append(f"{left}{_grouped(tiles)}{right}")
        if self.won:
            parts.append("@" + self.won)
        if bonus:
            parts.append("+" + _grouped(bonus))
        return " ".join(parts)


def _ordered(rng: Random, tiles: list[str]) -> list[str]:
    ordered = sorted(tiles, key=lambda tile: (tile[1], tile[0]))
    if rng.random() < 0.1:
        rng.shuffle(ordered)
    return ordered


def _grouped(tiles) -> str:
    text = ""
    for tile in tiles:
        text = text[:-1] + tile if text and text[-1] == tile[1] else text + tile
    return text


# --- building blocks -------------------------------------------------------------------------


def fits(tiles: list[str]) -> bool:
    return all(tiles.count(tile) <= 4 for tile in tiles)


def chow(first: str) -> list[str]:
    return [f"{int(first[0]) + step}{first[1]}" for step in range(3)]


def _starts(pool: list[str]) -> list[str]:
    return [tile for tile in pool if tile[1] in SUITS and set(chow(tile)) <= set(pool)]


def one_set(rng: Random, pool: list[str], runs: float, kong: float) -> list[str]:
    starts = _starts(pool)
    if starts and rng.random() < runs:
        return chow(rng.choice(starts))
    return [rng.choice(pool)] * (4 if rng.random() < kong else 3)


def sets_and_pair(rng: Random, pool: list[str], runs=0.5, kong=0.2) -> list[list[str]]:
    """Four sets, then the pair, from the pool and with four copies of a tile at most."""
    while True:
        groups = [one_set(rng, pool, runs, kong) for _ in range(4)] + [[rng.choice(pool)] * 2]
        if fits([tile for group in groups for tile in group]):
            return groups


def laid_out(rng: Random, groups: list[list[str]], laid: float) -> Draft:
    """Put kongs and a share of the other sets in brackets, the rest among the loose tiles."""
    draft = Draft()
    for group in groups:
        if len(group) == 4:
            draft.melds.append((group, rng.choice(["()", "[]", "[]"])))
        elif len(group) == 3 and rng.random() < laid:
            draft.melds.append((group, "()"))
        else:
            draft.bare += group
    draft.won = rng.choice(draft.bare)
    return draft


def _ruleset(rng: Random) -> str:
    return rng.choice(RULESETS)


def _bonus(rng: Random, ruleset: str) -> list[str]:
    if ruleset == "nts2002" or rng.random() < 0.6:
        return []
    if rng.random() < 0.15:
        return rng.choice([BONUS[:4], BONUS[4:], BONUS])
    return sorted(rng.sample(BONUS, rng.randint(1, 5)), key=lambda tile: (tile[1], tile[0]))


def _plausible(rng: Random, draft: Draft) -> str:
    """A way of winning that the hand does not contradict at first sight."""
    if draft.won not in draft.bare:
        return "discard"
    ways = ["self-draw", "discard", "discard", "last-wall"]
    if any(len(tiles) == 4 for tiles, _ in draft.melds):
        ways.append("kong-replacement")
    if not draft.melds:
        ways += ["heaven", "earth"]
    if draft.tiles().count(draft.won) == 1:
        ways += ["rob-kong", "rob-kong"]
    return rng.choice(ways)


def won(rng: Random, draft: Draft, ruleset: str | None = None) -> Case:
    ruleset = ruleset or _ruleset(rng)
    if rng.random() < 0.75:
        win = _plausible(rng, draft)
    else:
        win = rng.choices(list(WIN_WEIGHTS), list(WIN_WEIGHTS.values()))[0]
    situation = _situation(rng, ruleset, win)
    return ruleset, draft.text(rng, _bonus(rng, ruleset)), situation


def lost(rng: Random, draft: Draft, dead: float = 0.02) -> Case:
    ruleset = _ruleset(rng)
    draft.won = None
    situation = _situation(rng, ruleset, None)
    situation["dead"] = rng.random() < dead
    return ruleset, draft.text(rng, _bonus(rng, ruleset)), situation


def _situation(rng: Random, ruleset: str, win: str | None) -> dict:
    kongs = rng.choice([1, 2, 2, 3]) if win == "kong-replacement" else 1
    seat = rng.choice(SEATS)
    if (win == "heaven" and rng.random() < 0.7) or (win == "earth" and rng.random() < 0.1):
        seat = "east"
    return {
        "win": win,
        "seat": seat,
        "round": rng.choice(SEATS),
        "winner": win is not None,
        "kongs_in_turn": kongs,
        "dead": False,
        "options": {"table": rng.choice("AB")} if ruleset == "rode-draak" else None,
    }


def rich_pool(rng: Random) -> list[str]:
    """A choice of kinds that gives doublings often: clean, honours, 2-8, terminals, all."""
    suit = rng.choice(SUITS)
    one = [f"{n}{suit}" for n in range(1, 10)]
    simples = [tile for tile in KINDS if tile[0] in "2345678" and tile[1] in SUITS]
    some = rng.sample(HONOURS, 4)
    return rng.choice([one, one + HONOURS, one + HONOURS * 2, one + some * 3, simples, HONOURS,
                       TERMINALS, TERMINALS + HONOURS, [one[0], one[8], *HONOURS], KINDS,
                       KINDS + HONOURS * 3, KINDS + some * 5])  # fmt: skip

"""Random hands for the scoring tests: each generator takes a `random.Random`.

Every generator returns (rule set, hand text, situation); the situation holds the keyword
arguments that say how the hand was played: win, seat, round, winner, kongs_in_turn, dead, options.
"""

from random import Random

from drafts import (
    BONUS,
    CLAIMED,
    DRAGONS,
    GREEN,
    HONOURS,
    KINDS,
    SUITS,
    TERMINALS,
    WINDS,
    Case,
    Draft,
    chow,
    fits,
    laid_out,
    lost,
    one_set,
    rich_pool,
    sets_and_pair,
    won,
)

# --- winners ---------------------------------------------------------------------------------


def winning(rng: Random) -> Case:
    """Four random sets and a pair, some of them claimed, with a random winning tile."""
    groups = sets_and_pair(rng, rich_pool(rng), rng.random(), rng.choice([0, 0.1, 0.4]))
    return won(rng, laid_out(rng, groups, rng.choice([0, 0, 0.3, 0.7])))


def claimed_winning_set(rng: Random) -> Case:
    """The winning tile lies in an open set that it completed."""
    groups = sets_and_pair(rng, rich_pool(rng), rng.random(), 0.1)
    draft = laid_out(rng, groups, rng.choice([0.2, 0.5, 1]))
    claimed = [tiles for tiles, brackets in draft.melds if brackets == "()"]
    if claimed:
        draft.won = rng.choice(rng.choice(claimed))
    ruleset, text, situation = won(rng, draft)
    if rng.random() < 0.8:
        situation["win"] = rng.choice(["discard", "discard", *CLAIMED])
    return ruleset, text, situation


def one_suit(rng: Random) -> Case:
    """A pure hand of few kinds, which can be read in several ways."""
    suit, low = rng.choice(SUITS), rng.randint(1, 5)
    high = min(9, low + rng.randint(3, 5))
    pool = [f"{n}{suit}" for n in range(low, high + 1)]
    groups = sets_and_pair(rng, pool, rng.choice([0.3, 0.6, 0.9]), rng.choice([0, 0, 0.1]))
    return won(rng, laid_out(rng, groups, rng.choice([0, 0, 0, 0.3])))


def clean(rng: Random) -> Case:
    """One suit with honours, or honours and terminals."""
    suit = rng.choice(SUITS)
    numbers = rng.choice([(1, 9), range(1, 10), range(1, 10)])
    pool = [f"{n}{suit}" for n in numbers] + HONOURS
    return won(rng, laid_out(rng, sets_and_pair(rng, pool, 0.6), rng.choice([0, 0.3, 0.7])))


def many_kongs(rng: Random) -> Case:
    """Kongs, open and closed, with the replacement tile more often than elsewhere."""
    groups = sets_and_pair(rng, rich_pool(rng), 0.1, 0.8)
    ruleset, text, situation = won(rng, laid_out(rng, groups, 0.3))
    if rng.random() < 0.5:
        situation |= {"win": "kong-replacement", "kongs_in_turn": rng.choice([1, 2, 2, 3])}
    return ruleset, text, situation


def pe_ling(rng: Random) -> Case:
    """The winning tile 1p takes the place of 1s: in the pair, in twins, or where it may not."""
    suit = rng.choice(["s", "s", "p", "m"])
    pool = [f"{n}{suit}" for n in range(1, 10)] + HONOURS
    if rng.random() < 0.3:
        kinds = rng.sample([tile for tile in pool if tile != "1s"], 6)
        draft = Draft([tile for tile in kinds for _ in range(2)] + ["1s", "1p"], won="1p")
        return won(rng, draft)
    groups = sets_and_pair(rng, pool, 0.6)
    while True:
        groups[4] = ["1s", "1p"]
        if rng.random() < 0.1:
            groups[3] = ["1s", "1s", "1p"]
        if fits([tile for group in groups for tile in group]):
            break
        groups = sets_and_pair(rng, pool, 0.6)
    draft = laid_out(rng, groups, rng.choice([0, 0.4, 0.8]))
    if rng.random() < 0.85 and "1p" in draft.bare:
        draft.won = "1p"
    return won(rng, draft)


# --- limit hands -----------------------------------------------------------------------------


def _irregular_shapes(rng: Random) -> list[str]:
    suit = rng.choice(SUITS)
    run = [f"{n}{suit}" for n in range(1, 10)]
    orphans = TERMINALS + HONOURS
    tails = [run[0], run[8]]
    kinds = rng.choice([HONOURS, run, HONOURS + tails, HONOURS + run, KINDS, KINDS])
    doubled = rng.sample(kinds, 6)
    doubled.append(rng.choice([kind for kind in kinds if doubled.count(kind) < 2]))
    return rng.choice([
        [*run, *tails, *tails, rng.choice(run)],
        [*orphans, rng.choice(orphans)],
        [*run, *WINDS, rng.choice(run + WINDS)],
        [*run, *WINDS, rng.choice(WINDS)],
        [*run, *DRAGONS, *[rng.choice(WINDS)] * 2],
        [*run[:7], *HONOURS],
        doubled * 2,
        doubled * 2,
    ])  # fmt: skip


def _regular_limit_groups(rng: Random) -> list[list[str]]:
    suit = rng.choice(SUITS)

    def three(tile: str) -> list[str]:
        return [tile] * rng.choice([3, 3, 4])

    def body(chows: tuple[int, int], pair: int) -> list[list[str]]:
        first, second = (chow(f"{n}{suit}") for n in chows)
        return [three(f"1{suit}"), three(f"9{suit}"), first, second, [f"{pair}{suit}"] * 2]

    terminals = rng.sample(TERMINALS, 5)
    greens = sets_and_pair(rng, GREEN, 0.3, 0.2)
    nines = [chow(f"{n}m") for n in (1, 4, 7)]
    return rng.choice([
        [three(wind) for wind in WINDS] + [[rng.choice(KINDS)] * 2],
        [three(dragon) for dragon in DRAGONS]
        + [one_set(rng, KINDS, 0.5, 0.2), [rng.choice(KINDS)] * 2],
        greens,
        greens,
        [[tile] * 4 for tile in rng.sample(KINDS, 4)] + [[rng.choice(KINDS)] * 2],
        [three(tile) for tile in terminals[:4]] + [[terminals[4]] * 2],
        body((3, 6), 2),
        body((2, 6), 5),
        body((2, 5), 8),
        [["7z"] * 4, *nines, [rng.choice(WINDS)] * 2],
    ])  # fmt: skip


def _spoiled(rng: Random, tiles: list[str]) -> list[str]:
    """The same tiles with one of them replaced by a neighbour or by any tile."""
    changed = list(tiles)
    spot = rng.randrange(len(changed))
    old = changed[spot]
    near = [tile for tile in KINDS if tile[1] == old[1] and abs(int(tile[0]) - int(old[0])) == 1]
    changed[spot] = rng.choice(near if rng.random() < 0.5 else KINDS)
    return changed


def irregular_limit(rng: Random) -> Case:
    """An irregular limit hand or a near miss of one."""
    tiles = _irregular_shapes(rng)
    if rng.random() < 0.25:
        tiles = _spoiled(rng, tiles)
    return won(rng, Draft(tiles, won=rng.choice(tiles)))


def regular_limit(rng: Random) -> Case:
    """A regular limit hand or a near miss: a changed tile, or a kong that lies open."""
    groups = _regular_limit_groups(rng)
    while not fits([tile for group in groups for tile in group]):
        groups = _regular_limit_groups(rng)
    if rng.random() < 0.2:
        groups[rng.randrange(4)] = one_set(rng, KINDS, 0.5, 0.1)
    elif rng.random() < 0.15:
        groups[4] = [rng.choice(KINDS)] * 2
    return won(rng, laid_out(rng, groups, rng.choice([0, 0, 0.3, 0.8])))


# --- losers ----------------------------------------------------------------------------------


def loser_random(rng: Random) -> Case:
    """Thirteen tiles from a small or a full pool, as they come."""
    pool = rich_pool(rng)
    wall = [tile for tile in sorted(set(pool)) for _ in range(4)]
    return lost(rng, Draft(rng.sample(wall, 13)))


def loser_with_sets(rng: Random) -> Case:
    """A winning shape that lacks one tile, with sets and kongs laid out."""
    groups = sets_and_pair(rng, rich_pool(rng), rng.random(), rng.choice([0, 0.2, 0.6]))
    draft = laid_out(rng, groups, rng.choice([0, 0.3, 0.7]))
    draft.bare.remove(draft.won)
    if rng.random() < 0.5:
        draft.bare = _spoiled(rng, draft.bare)
    return lost(rng, draft)


def loser_waiting(rng: Random) -> Case:
    """One tile short of an irregular limit hand, or nearly so."""
    tiles = _irregular_shapes(rng)
    tiles.remove(rng.choice(tiles))
    if rng.random() < 0.3:
        tiles = _spoiled(rng, tiles)
    return lost(rng, Draft(tiles))


def dead_hand(rng: Random) -> Case:
    """A dead hand, with too few, too many or the right number of tiles."""
    groups = sets_and_pair(rng, rich_pool(rng), 0.4)
    draft = laid_out(rng, groups, 0.4)
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        if len(draft.bare) > 1:
            draft.bare.pop(rng.randrange(len(draft.bare)))
    return lost(rng, draft, dead=1)


# --- hands that cannot be scored -------------------------------------------------------------


def broken(rng: Random) -> Case:
    """A good hand with one thing wrong, for each reason to reject it (sometimes two things)."""
    ruleset, text, situation = rng.choice([winning, clean, loser_with_sets])(rng)
    text = rng.choice(BREAKERS)(rng, text)
    if rng.random() < 0.2:
        text = rng.choice(BREAKERS)(rng, text)
    if rng.random() < 0.05:
        situation["dead"] = True
    return ruleset, text, situation


def _more_tiles(rng: Random, text: str) -> str:
    return rng.choice(KINDS) * rng.randint(1, 3) + text


def _fifth_copy(rng: Random, text: str) -> str:
    tile = rng.choice(KINDS)
    return f"{tile[0] * 5}{tile[1]}" + text


def _bonus_in_hand(rng: Random, text: str) -> str:
    return rng.choice(BONUS) + text


def _bad_meld(rng: Random, text: str) -> str:
    groups = ["(124m)", "(567z)", "(891p)", "(12m3p)", "[333s]", "[2223s]", "(2223s)",
              "(111f)", "[345m]"]  # fmt: skip
    return text.split(" ", maxsplit=1)[0] + " " + rng.choice(groups) + " " + text.partition(" ")[2]


def _bad_text(rng: Random, text: str) -> str:
    damage = ["8z", "0z", "5f", "5x", "m", "(", ")", "[", "1", "(123m]", "#"]
    return rng.choice(damage) + text if rng.random() < 0.7 else text + rng.choice(["(", "@", "7"])


def _other_winning_tile(rng: Random, text: str) -> str:
    head, mark, tail = text.partition("@")
    return f"{head}@{rng.choice(KINDS)}{tail[2:]}" if mark else text


def _twice_a_bonus(rng: Random, text: str) -> str:
    head, _, _ = text.partition("+")
    return f"{head} +{rng.choice('1234') * 2}{rng.choice('fq')}"


def _any_bonus(rng: Random, text: str) -> str:
    head, _, _ = text.partition("+")
    return f"{head} +{rng.choice(BONUS)}"


BREAKERS = [_more_tiles, _fifth_copy, _bonus_in_hand, _bad_meld, _bad_text, _other_winning_tile,
            _twice_a_bonus, _any_bonus]  # fmt: skip

GENERATORS = {
    winning: 5,
    claimed_winning_set: 2,
    one_suit: 3,
    clean: 3,
    many_kongs: 2,
    pe_ling: 2,
    irregular_limit: 3,
    regular_limit: 3,
    loser_random: 1,
    loser_with_sets: 2,
    loser_waiting: 1,
    dead_hand: 1,
    broken: 2,
}


def any_hand(rng: Random) -> Case:
    """Return a case of any sort: most of them score, the rest is rejected for some reason."""
    return rng.choices(list(GENERATORS), list(GENERATORS.values()))[0](rng)

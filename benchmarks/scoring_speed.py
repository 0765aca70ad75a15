"""Hands scored per second beside two peers, in one run on hands of the same shape.

    python benchmarks/scoring_speed.py [--hands 2000] [--seed 1]

The peers are PyPI's `mahjong` (Japanese rules, Python) and `pymahjonggb` (Chinese official rules,
C++); both are optional (`pip install mahjong pymahjonggb`). Every hand is four concealed sets and a
pair, self-drawn, so that it wins by all three rule sets. Each library scores it by its own rules
from tiles that are already parsed, and they take turns on every hand.
The worst case is a hand of one suit with as many readings as four of a kind allow, waits included.
"""

import argparse
import importlib
import random
import statistics
import time
from collections.abc import Callable

from rekje.scoring.advice import advise
from rekje.scoring.assess import Known
from rekje.scoring.engine import score
from rekje.scoring.hand import Hand, Situation, Win
from rekje.scoring.melds import SUITED_AND_HONOURS, Meld, MeldKind
from rekje.scoring.notation import format_hand, parse_hand
from rekje.scoring.rulefile import load_rule_set
from rekje.scoring.tiles import Tile, Wind

SITUATION = Situation(Wind.EAST, Wind.SOUTH, Win.SELF_DRAW)


def random_hand(rng: random.Random) -> Hand:
    """Make a concealed hand of four sets and a pair with at most four of a kind."""
    while True:
        tiles: list[Tile] = []
        for _ in range(4):
            kind = rng.choice((MeldKind.CHOW, MeldKind.PUNG))
            tile = rng.choice(SUITED_AND_HONOURS)
            if kind is MeldKind.CHOW and (tile.suit is None or tile.number > 7):
                continue
            tiles += Meld(kind, tile).tiles
        tiles += [rng.choice(SUITED_AND_HONOURS)] * 2
        if len(tiles) == 14 and all(tiles.count(tile) <= 4 for tile in tiles):
            return Hand(tuple(tiles), winning=rng.choice(tiles))


def timed(calls: dict[str, Callable[[Hand], object]], hands: list[Hand]) -> dict[str, list[float]]:
    """Return the seconds of every call, the scorers taking turns on each hand."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for hand in hands:
        for name, call in calls.items():
            start = time.perf_counter()
            call(hand)
            times[name].append(time.perf_counter() - start)
    return times


def line(name: str, times: list[float]) -> str:
    """Return one row of the table."""
    median = statistics.median(times)
    late = sorted(times)[int(len(times) * 0.99)]
    rate = len(times) / sum(times)
    return f"| {name} | {rate:,.0f} | {median * 1e6:,.0f} | {late * 1e6:,.0f} |"


def mahjong_call() -> Callable[[Hand], object] | None:
    """Return a call of PyPI's `mahjong`, or None when it is not installed."""
    try:
        calculator = importlib.import_module("mahjong.hand_calculating.hand").HandCalculator()
        config = importlib.import_module("mahjong.hand_calculating.hand_config").HandConfig(
            is_tsumo=True, player_wind=27, round_wind=28
        )
    except ModuleNotFoundError:
        return None

    def call(hand: Hand) -> object:
        seen: dict[Tile, int] = {}
        ids = []
        for tile in hand.concealed:
            copy = seen.get(tile, 0)
            seen[tile] = copy + 1
            ids.append(tile.index * 4 + copy)
        win = next(i for i in ids if i // 4 == hand.winning.index)
        return calculator.estimate_hand_value(ids, win, config=config)

    return call


def pymahjonggb_call() -> Callable[[Hand], object] | None:
    """Return a call of PyPI's `pymahjonggb`, or None when it is not installed."""
    try:
        library = importlib.import_module("MahjongGB")
    except ModuleNotFoundError:
        return None
    letters = {"m": "W", "p": "B", "s": "T"}

    def code(tile: Tile) -> str:
        if tile.wind:
            return f"F{tile.number}"
        if tile.dragon:
            return f"J{ {7: 1, 6: 2, 5: 3}[tile.number] }"
        return f"{letters[tile.code[1]]}{tile.number}"

    codes = {tile: code(tile) for tile in SUITED_AND_HONOURS}

    def call(hand: Hand) -> object:
        standing = [codes[tile] for tile in hand.concealed]
        standing.remove(codes[hand.winning])
        try:
            return library.MahjongFanCalculator(
                (), tuple(standing), codes[hand.winning], 0, True, False, False, False, 0, 1
            )
        except TypeError:  # this is how it says that a hand is below its minimum
            return None

    return call


def worst_case() -> tuple[str, float]:
    """Return the slowest one-suit hand and its seconds, waits and exchanges included."""
    rules = load_rule_set("nts")
    slowest = ("", 0.0)
    for text in ONE_SUIT:
        hand = parse_hand(text)
        start = time.perf_counter()
        score(hand, SITUATION, rules)
        rest = list(hand.concealed)
        rest.remove(hand.winning)
        advise(Hand(tuple(rest)), Known(Wind.EAST, Wind.SOUTH), rules)
        took = time.perf_counter() - start
        slowest = max(slowest, (format_hand(hand), took), key=lambda pair: pair[1])
    return slowest


ONE_SUIT = (
    "11122233344455m @3m",
    "11112222333344m @2m",
    "22223333444455m @4m",
    "11223344556677m @4m",
    "22233334444555m @3m",
    "33344445555666m @5m",
    "11123455678999m @5m",
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    hands = [random_hand(rng) for _ in range(options.hands)]
    rules = load_rule_set("nts")
    calls = {
        "rekje": lambda hand: score(hand, SITUATION, rules),
        "mahjong": mahjong_call(),
        "pymahjonggb": pymahjonggb_call(),
    }
    present = {name: call for name, call in calls.items() if call}
    timed(present, hands[:50])
    times = timed(present, hands)
    print("| scorer | hands/s | median µs | 99th percentile µs |\n|---|---|---|---|")
    for name in calls:
        print(line(name, times[name]) if name in times else f"| {name} | not installed | | |")
    cold = worst_case()
    warm = worst_case()
    print(f"\nWorst one-suit hand, waits included: {cold[0]}: {cold[1] * 1e3:.1f} ms the first")
    print(f"time, {warm[1] * 1e3:.1f} ms after that ({warm[0]}).")


if __name__ == "__main__":
    main()

"""The little language in which limit hands are written, also those of a club.

A pattern is a row of groups, `111a 999a 345a 678a 22a`; ` | ` separates alternatives and `4*`
repeats a group.

* Tiles as in hand text. `m p s z` are the suits themselves; `a b c` stand for any three different
  suits, the same one wherever the letter returns.
* Words: `set` (chow, pung or kong), `chow`, `pung` (pung or kong), `pung-only`, `kong`,
  `closed-kong`, `pair`, `tile` (one loose tile). In brackets the tiles that a word may use:
  `pung(19)` any terminal, `pair(z)` any honour, `set(23468s 6z)`, `tile(a)`; `pair(own)` and
  `pair(round)` are the own and the prevailing wind.
* `shift` as a last word: all numbers may slide up or down together.
* `distinct` as a last word: no two pairs alike.

Four sets and a pair make a regular pattern: it is compared with the sets of a reading, where three
equal tiles may be a pung or a kong. Anything else is irregular: it must come to fourteen loose
tiles, none of them claimed before the last.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from .errors import HandError, RuleSetError
from .hand import WHOLE_HAND
from .melds import CHOW, KONG, PAIR, PUNG, SUITED_AND_HONOURS, Meld
from .templates import Irregular, Regular, Shape, Template, mask_of
from .tiles import Tile, Wind

__all__ = ["compile_pattern"]

_ALTERNATIVE = "|"
_GROUP = re.compile(r"(?:(\d+)\*)?(?:([a-z][a-z-]*)(?:\(([^()]*)\))?|((?:\d+[a-z])+))(?=\s|$)")
_RUN = re.compile(r"(\d+)([a-z])")
_ALLOWED = re.compile(r"\s*(?:(own|round)\b|(\d+)([a-z]?)|([a-z])(?![a-z]))")
_VARIABLES = "abc"
_LONGEST = 1000
_WINDY = re.compile(r"\b(own|round)\b")
_ANY_WINDS = (Wind.EAST, Wind.EAST)
_WORDS = ("set", "chow", "pung", "pung-only", "kong", "closed-kong", "pair", "tile")
_MODIFIERS = ("shift", "distinct")
_SETS = {
    "set": (CHOW, PUNG, KONG),
    "chow": (CHOW,),
    "pung": (PUNG, KONG),
    "kong": (KONG,),
    "closed-kong": (KONG,),
    "pung-only": (PUNG,),
    "pair": (PAIR,),
}


@dataclass(frozen=True, slots=True)
class _Group:
    """One group as written: a word, with what its brackets say; or no word, and fixed tiles."""

    word: str
    text: str


def _groups(alternative: str) -> tuple[list[_Group], set[str]]:
    """Split one alternative into groups and modifiers."""
    groups: list[_Group] = []
    modifiers: set[str] = set()
    position = 0
    while position < len(alternative.rstrip()):
        if alternative[position].isspace():
            position += 1
            continue
        found = _GROUP.match(alternative, position)
        if not found:
            raise RuleSetError(
                f"pattern {alternative.strip()!r}: cannot read {alternative[position:].strip()!r}; "
                f"write tiles (123a), or one of {', '.join(_WORDS)}, as in pung(19)"
            )
        times, word, inner, tiles = found.groups()
        if word in _MODIFIERS:
            modifiers.add(word)
        elif word and word not in _WORDS:
            raise RuleSetError(
                f"pattern {alternative.strip()!r}: unknown word {word!r}; "
                f"known are {', '.join((*_WORDS, *_MODIFIERS))}"
            )
        else:
            group = _Group(word, inner or "") if word else _Group("", tiles)
            most = WHOLE_HAND + 1  # enough to be refused below; a pattern may say 99999*
            groups += [group] * min(int((times or "1")[:3]), most)
        if len(groups) > WHOLE_HAND:
            raise RuleSetError(f"pattern {alternative.strip()!r}: more than fourteen groups")
        position = found.end()
    return groups, modifiers


@dataclass(frozen=True, slots=True)
class _Choice:
    """One way to read a pattern's letters: the suits of a b c, the shift, own and round wind."""

    suits: dict[str, str]
    shift: int
    winds: tuple[Wind, Wind]

    def tile(self, number: int, letter: str) -> Tile:
        """Return the tile of a number and a letter of the pattern."""
        suit = self.suits.get(letter, letter)
        if suit != "z":
            number += self.shift
        try:
            tile = Tile(f"{number}{suit}")
        except ValueError:
            tile = None
        if tile is None or not tile.forms_sets:
            raise RuleSetError(f"there is no tile {number}{letter} in a pattern")
        return tile

    def tiles(self, text: str) -> list[Tile]:
        """Return the tiles of a run such as 19m19p1234z."""
        return [
            self.tile(int(digit), letter)
            for digits, letter in _RUN.findall(text)
            for digit in digits
        ]

    def allowed(self, text: str) -> frozenset[Tile]:
        """Return the tiles that a word's brackets name; none named means all."""
        if not text.strip():
            return frozenset(SUITED_AND_HONOURS)
        found: set[Tile] = set()
        position = 0
        while position < len(text.rstrip()):
            match = _ALLOWED.match(text, position)
            if not match:
                raise RuleSetError(
                    f"({text}): cannot read {text[position:].strip()!r}; write tiles (19a 1234z), "
                    "numbers of any suit (19), a suit (a, m, z), own or round"
                )
            found |= self._allowed_part(*match.groups())
            position = match.end()
        return frozenset(found)

    def _allowed_part(
        self, wind: str | None, digits: str | None, letter: str | None, suit: str | None
    ) -> set[Tile]:
        if wind:
            seat, prevailing = self.winds
            named = seat if wind == "own" else prevailing
            return {tile for tile in SUITED_AND_HONOURS if tile.wind is named}
        if digits and letter:
            return {self.tile(int(digit), letter) for digit in digits}
        if digits:
            return {self.tile(int(digit), suit) for digit in digits for suit in "mps"}
        suit = self.suits.get(suit or "", suit or "")
        if suit not in "mpsz":
            raise RuleSetError(f"there is no suit {suit!r}; write m, p, s, z or a, b, c")
        return {tile for tile in SUITED_AND_HONOURS if tile.code[1] == suit}


def _choices(text: str, shift: bool, winds: tuple[Wind, Wind]) -> Iterator[_Choice]:
    """Yield every choice of suits and shift for one alternative."""
    words_out = re.sub(r"[a-z-]{2,}", " ", text)
    letters = [letter for letter in _VARIABLES if letter in words_out]
    for suits in permutations("mps", len(letters)):
        for step in range(-8, 9) if shift else (0,):
            yield _Choice(dict(zip(letters, suits, strict=True)), step, winds)


def _is_regular(groups: list[_Group]) -> bool:
    """Tell whether the groups are four sets and a pair."""
    kinds = [_kind(group) for group in groups]
    return sorted(kinds) == ["pair", "set", "set", "set", "set"]


def _kind(group: _Group) -> str:
    """Return `set`, `pair` or `loose` for a group."""
    if group.word:
        return group.word if group.word in ("pair", "tile") else "set"
    plain = _RUN.findall(group.text)
    if len(plain) != 1:
        return "loose"
    digits = plain[0][0]
    equal = len(set(digits)) == 1
    run = plain[0][1] != "z" and len(digits) == 3 and digits in "123456789"
    if equal and len(digits) == 2:
        return "pair"
    return "set" if run or (equal and len(digits) in (3, 4)) else "loose"


def _slot(group: _Group, choice: _Choice) -> frozenset[Meld]:
    """Return the melds that may fill a group of a regular pattern."""
    if not group.word:
        meld = Meld.of(choice.tiles(group.text))
        kinds = _SETS["pung"] if meld.kind is PUNG else (meld.kind,)
        return frozenset(
            Meld(kind, meld.tile, claimed) for kind in kinds for claimed in (False, True)
        )
    allowed = choice.allowed(group.text)
    states = (False,) if group.word == "closed-kong" else (False, True)
    return frozenset(
        Meld(kind, tile, claimed)
        for kind in _SETS[group.word]
        for tile in allowed
        if kind is not CHOW or tile.starts_chow
        for claimed in states
        if allowed.issuperset(Meld(kind, tile).tiles)
    )


def _regular(groups: list[_Group], choice: _Choice) -> Regular:
    slots_of = {group: _slot(group, choice) for group in dict.fromkeys(groups)}
    slots = tuple(slots_of[group] for group in groups)
    union = mask_of(tile.index for slot in slots for meld in slot for tile in meld.tiles)
    fixed = (choice.tiles(group.text) for group in groups if not group.word)
    return Regular(slots, union, mask_of(tile.index for tiles in fixed for tile in tiles))


def _irregular(groups: list[_Group], choice: _Choice, distinct: bool) -> Irregular:
    base = [0] * len(SUITED_AND_HONOURS)
    free: list[tuple[int, frozenset[int]]] = []
    for group in groups:
        if group.word:
            size = {"pair": 2, "tile": 1}.get(group.word)
            if size is None:
                raise RuleSetError(
                    f"{group.word} in a pattern that is not four sets and a pair; an irregular "
                    "hand is made of loose tiles, tile(...) and pair(...)"
                )
            free.append((size, frozenset(tile.index for tile in choice.allowed(group.text))))
        else:
            for tile in choice.tiles(group.text):
                base[tile.index] += 1
    total = sum(base) + sum(size for size, _ in free)
    if total != WHOLE_HAND:
        raise RuleSetError(f"the groups come to {total} tiles; a hand has {WHOLE_HAND}")
    if max(base) > 4:
        raise RuleSetError(f"more than four of {SUITED_AND_HONOURS[base.index(max(base))]}")
    shape = Shape.of(tuple(base))
    union = shape.mask | mask_of(index for _, allowed in free for index in allowed)
    singles = sum(size == 1 for size, _ in free)
    return Irregular(shape, tuple(free), distinct, union, singles)


def compile_pattern(pattern: str, winds: tuple[Wind, Wind]) -> tuple[Template, ...]:
    """Turn a pattern into templates, one for each choice of suits.

    Args:
        pattern: as the module describes it.
        winds: own and prevailing wind; only patterns with `own` or `round` look at them.

    Raises:
        RuleSetError: the pattern cannot be read or is no hand of fourteen tiles.

    >>> len(compile_pattern("123456789a 567z pair(1234z)", (Wind.EAST, Wind.EAST)))
    3

    """
    if len(pattern) > _LONGEST:
        raise RuleSetError(f"a pattern of {len(pattern)} characters; {_LONGEST} are enough")
    return _compiled(pattern, winds if _WINDY.search(pattern) else _ANY_WINDS)


@lru_cache(maxsize=256)
def _compiled(pattern: str, winds: tuple[Wind, Wind]) -> tuple[Template, ...]:
    templates: dict[Template, None] = {}
    for alternative in pattern.split(_ALTERNATIVE):
        groups, modifiers = _groups(alternative)
        found: list[Template] = []
        problem: RuleSetError | None = None
        for choice in _choices(alternative, "shift" in modifiers, winds):
            try:
                if _is_regular(groups):
                    found.append(_regular(groups, choice))
                else:
                    found.append(_irregular(groups, choice, "distinct" in modifiers))
            except (RuleSetError, HandError) as error:
                if choice.shift == 0:
                    problem = RuleSetError(f"pattern {alternative.strip()!r}: {error}")
        if problem or not found:
            raise problem or RuleSetError(f"pattern {alternative.strip()!r}: matches no hand")
        templates.update(dict.fromkeys(found))
    return tuple(templates)

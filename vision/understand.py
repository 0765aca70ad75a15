"""From the tiles seen in a picture to a reading: layout, decoding, and what needs a look.

Corrections by a person go the same way: what was seen is changed, and all else follows.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..scoring.laid import GroupKind
from ..scoring.tiles import Tile
from .blank import blank_backs, blank_sides
from .decode import Decoded, decode
from .laid import Arranged, Laid, hand_of
from .layout import Layout, lay_out
from .notes import HARMLESS, MAYBE_NO_TILE, WHOLE_COUNTS, notes_on
from .reading import OPEN_KINDS, Note, OtherReading, Reading, ReadingGroup, TileReading
from .seeing import NO_TILE, TILES, SeenTile

__all__ = ["CERTAIN", "Corrections", "correct", "understand"]

CERTAIN = 0.97
"""Probability of a whole reading from which on it is `certain`, where no warning stands."""
_DOUBTFUL = 0.9
"""Probability of a tile below which a person should look at it."""
_SHOWN_OTHERS, _NEAR = 3, 0.02
"""Other hands told of at most, and how likely they must be."""
_ALTERNATIVES = 3
"""Other names told of for one tile at most."""
_OF_THE_PICTURE = {"blank_sides", "maybe_missed", "too_dark"}
"""Codes of notes that no correction settles."""
_SAFE = 1e-9
"""Keeps from dividing by nothing where a tile is surely none."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """What a person says about a reading, by its numbers of tiles and groups."""

    tiles: tuple[tuple[int, Tile], ...] = ()
    """Tiles by number, and what they are."""
    dropped: tuple[int, ...] = ()
    """Numbers of tiles that are none, or none of the hand."""
    open: tuple[int, ...] = ()
    """Numbers of groups."""
    closed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Said:
    """Corrections by places in the tuple of tiles seen."""

    numbers: tuple[int, ...] = ()
    """The numbers that the tiles carry already; without any they are counted in reading order."""
    named: frozenset[int] = frozenset()
    kongs: tuple[tuple[int, Tile], ...] = ()
    """Face-down tiles that were named."""
    open: tuple[tuple[frozenset[int], bool], ...] = ()
    """Sets by their tiles, and whether they are open."""


def understand(seen: Sequence[SeenTile], size: tuple[int, int]) -> Reading:
    """Return the reading of what was seen in a picture of `size` (width, height) in pixels."""
    seen, layout, sides = tuple(seen), lay_out(seen), 0
    if backs := blank_backs(seen, layout):
        seen = tuple(
            replace(_named(one, Tile.BACK), is_blank=True) if place in backs else one
            for place, one in enumerate(seen)
        )
        layout = lay_out(seen)
    # Without the sides of tiles others may lie as white dragons do, or the rows be longer.
    while blank := blank_sides(seen, layout):
        seen = tuple(one for place, one in enumerate(seen) if place not in blank)
        layout = lay_out(seen)
        sides += len(blank)
    reading = _understand(seen, layout, size, _Said())
    return reading.with_note(Note.of("blank_sides", count=sides)) if sides else reading


def correct(reading: Reading, said: Corrections) -> Reading:
    """Return the reading as a person corrected it; tiles keep their numbers.

    Raises:
        ValueError: a number that the reading does not have, a group that is no set, or two
            corrections against each other.

    """
    _check(reading, said)
    places = {tile.n: place for place, tile in enumerate(reading.tiles)}
    kept = [place for n, place in places.items() if n not in said.dropped]
    named = _named_with_them(reading, {places[n]: tile for n, tile in said.tiles})
    now = {place: new for new, place in enumerate(kept)}
    hidden = tuple(
        (now[place], tile)
        for place, tile in named.items()
        if reading.seen[place].is_back
        and tile is not Tile.BACK
        and _in_kong(reading, place)
        and not (tile is Tile.WHITE and reading.seen[place].is_blank)
    )
    seen = tuple(
        _named(reading.seen[place], named[place])
        if place in named and now[place] not in dict(hidden)
        else reading.seen[place]
        for place in kept
    )
    openness = tuple(
        (frozenset(now[places[n]] for n in reading.groups[g].tiles if places[n] in now), is_open)
        for groups, is_open in ((said.open, True), (said.closed, False))
        for g in groups
    )
    numbers = tuple(reading.tiles[place].n for place in kept)
    told = _Said(numbers, frozenset(now[place] for place in named), hidden, openness)
    changed = _understand(seen, lay_out(seen), (reading.width, reading.height), told)
    for n, tile in said.tiles:
        found = changed.tile(n).tile
        if found is not tile and now[places[n]] in dict(hidden):
            beside = f"beside a {found.code}; name that too, or drop the tile"
            why = "and is now of no kong" if found is Tile.BACK else beside
            raise ValueError(f"tile {n} cannot be {tile.code}: it lies face down {why}")
    for note in reversed(reading.warnings):
        changed = changed.with_note(note) if note.code in _OF_THE_PICTURE else changed
    return replace(changed, path=reading.path, timing_ms=reading.timing_ms)


def _named_with_them(reading: Reading, named: dict[int, Tile]) -> dict[int, Tile]:
    """Return the names by place, with the other white dragons that were taken for backs.

    Where one of a kong's blank backs is a white dragon, so are the others.
    """
    groups = {
        reading.tiles[place].group
        for place, tile in named.items()
        if tile is Tile.WHITE and reading.seen[place].is_blank
    }
    others = {
        place: Tile.WHITE
        for place, tile in enumerate(reading.tiles)
        if tile.group in groups and reading.seen[place].is_blank
    }
    return others | named


def _check(reading: Reading, said: Corrections) -> None:
    """Raise `ValueError` for a correction of what the reading lacks, or one against another."""
    known = {tile.n for tile in reading.tiles}
    for n in (*(n for n, _ in said.tiles), *said.dropped):
        if n not in known:
            raise ValueError(
                f"there is no tile {n}: they are numbered 1 to {max(known, default=0)}"
            )
    for number in (*said.open, *said.closed):
        if not 0 <= number < len(reading.groups):
            raise ValueError(
                f"there is no group {number}: the last one is {len(reading.groups) - 1}"
            )
    for number in (*said.open, *said.closed):
        kind = reading.groups[number].kind
        if kind not in OPEN_KINDS:
            raise ValueError(
                f"group {number} ({kind.value}) is no set that is open or closed: "
                "name a chow, pung or kong"
            )
    for number in set(said.open) & set(said.closed):
        raise ValueError(f"group {number} cannot be open and closed: say one of them")
    for n in sorted(known):
        names = {tile for number, tile in said.tiles if number == n}
        if len(names) > 1:
            raise ValueError(f"tile {n} cannot be {' and '.join(sorted(t.code for t in names))}")
        if names and n in said.dropped:
            raise ValueError(f"tile {n} cannot be named and dropped: say one of them")


def _in_kong(reading: Reading, place: int) -> bool:
    """Tell whether a tile is of a kong."""
    return reading.groups[reading.tiles[place].group].kind is GroupKind.KONG


def _named(one: SeenTile, tile: Tile) -> SeenTile:
    """Return what was seen as if the models were sure of this name."""
    chances = np.zeros(NO_TILE + 1)
    chances[tile.index] = 1.0
    is_back = tile is Tile.BACK
    return replace(
        one,
        is_back=is_back,
        probabilities=chances,
        turn_confidence=0.0 if is_back else one.turn_confidence,
        found=1.0,
        is_faint=False,
        is_blank=False,
        half_turn=0.0 if is_back else one.half_turn,
    )


def _understand(
    seen: tuple[SeenTile, ...], layout: Layout, size: tuple[int, int], said: _Said
) -> Reading:
    """Return the reading of what was seen and of what a person said about it."""
    if not seen:
        return Reading(*size, warnings=(Note.of("no_tiles"),))
    decoded = decode(seen, layout)
    arranged = _as_said(decoded.best.arranged, decoded.best.names, said)
    context = _Context(seen, layout, decoded, arranged.groups, said, _chances(seen))
    order = [place for segment in layout.segments for place in segment.tiles]
    counted = said.numbers or np.argsort(order, kind="stable") + 1
    numbers = {place: int(counted[place]) for place in order}
    group_of = {place: k for k, group in enumerate(arranged.groups) for place in group.tiles}
    reading = Reading(
        *size,
        tuple(_tile(place, numbers[place], group_of[place], context) for place in order),
        tuple(
            ReadingGroup(group.kind, group.open, tuple(numbers[place] for place in group.tiles))
            for group in arranged.groups
        ),
        arranged.hand,
        others=_others(decoded, numbers),
        seen=tuple(seen[place] for place in order),
    )
    judged = _judged(reading, arranged, context)
    blank = [str(numbers[place]) for place in order if seen[place].is_blank]
    if not blank:
        return judged
    return judged.with_note(Note.of("blank_backs", tiles=" ".join(blank), n=int(blank[0])))


def _as_said(arranged: Arranged, names: tuple[Tile, ...], said: _Said) -> Arranged:
    """Return the arrangement with the sets as open and the kongs as named by a person."""
    if not said.open and not said.kongs:
        return arranged
    groups = tuple(_group_as_said(group, said) for group in arranged.groups)
    return replace(arranged, groups=groups, hand=hand_of(groups, names))


def _group_as_said(group: Laid, said: _Said) -> Laid:
    """Return a group as a person said; one whose tiles changed is the one of most of them."""
    for tiles, is_open in said.open:
        if len(tiles & set(group.tiles)) * 2 > len(group.tiles):
            group = replace(group, open=is_open)
    if group.kind is GroupKind.KONG and group.hidden is None and group.open is False:
        named = [name for tile, name in said.kongs if tile in group.tiles]
        group = replace(group, hidden=named[0] if named else None)
    return group


@dataclass(frozen=True, slots=True, eq=False)
class _Context:
    """Everything known of a picture while its reading is put together."""

    seen: tuple[SeenTile, ...]
    layout: Layout
    decoded: Decoded
    groups: tuple[Laid, ...]
    said: _Said
    chances: NDArray[np.floating[Any]]
    """(n, 44) probabilities of the names, given that each is a tile."""


def _tile(place: int, n: int, group: int, context: _Context) -> TileReading:
    """Return the reading of one tile; `n` is its number, `group` the place of its group."""
    one, best = context.seen[place], context.decoded.best
    laid = context.groups[group]
    tile, read_as = best.names[place], context.decoded.read_as[place]
    if one.is_back and laid.hidden is not None:
        tile = laid.hidden
    chances = context.chances[place]
    visible = [p for p in laid.tiles if not context.seen[p].is_back] if one.is_back else []
    sure = [float(context.chances[p, best.names[p].index]) for p in visible]
    confidence = float(chances[tile.index]) if not one.is_back else min([one.found, *sure])
    others = [TILES[int(k)] for k in np.argsort(-chances, kind="stable")[: _ALTERNATIVES + 1]]
    settled = place in context.said.named
    changed = tile is not read_as and not one.is_back
    doubtful = confidence < _DOUBTFUL or one.no_tile > MAYBE_NO_TILE or changed
    return TileReading(
        n,
        tile,
        read_as,
        confidence,
        tuple((t, float(chances[t.index])) for t in others if t is not tile)[:_ALTERNATIVES],
        one.quad,
        context.layout.turned[place],
        group,
        (doubtful and not settled and not one.is_back) or one.is_blank,
        one.no_tile,
    )


def _chances(seen: Sequence[SeenTile]) -> NDArray[np.floating[Any]]:
    """Return (n, 44) the probabilities of the names, given that each is a tile."""
    names = np.stack([one.probabilities[:NO_TILE] for one in seen])
    return np.asarray(names / np.maximum(names.sum(axis=1, keepdims=True), _SAFE))


def _others(decoded: Decoded, numbers: Mapping[int, int]) -> tuple[OtherReading, ...]:
    """Return the other hands that a person should hear of; `numbers` are those of the tiles."""
    best = decoded.best
    found = []
    for way, share in decoded.others[:_SHOWN_OTHERS]:
        if share < _NEAR or way.arranged.hand is None:
            continue
        changed = tuple(
            (numbers[place], name)
            for place, (name, first) in enumerate(zip(way.names, best.names, strict=True))
            if name is not first
        )
        found.append(OtherReading(way.arranged.hand, changed, share))
    return tuple(found)


def _judged(reading: Reading, arranged: Arranged, context: _Context) -> Reading:
    """Return the reading with its warnings, and whether it is certain."""
    notes = notes_on(reading, arranged)
    of_hand = [
        tile for tile in reading.tiles if reading.groups[tile.group].kind is not GroupKind.OTHER
    ]
    no_tile = math.prod(1 - tile.no_tile for tile in of_hand)
    confidence = context.decoded.share * no_tile
    whole = arranged.tile_count in WHOLE_COUNTS
    said = {note.code for note in notes}
    # What lies apart from thirteen tiles may be the fourteenth.
    sound = whole and reading.hand is not None and said <= HARMLESS and said != HARMLESS
    return replace(
        reading,
        certain=sound and confidence >= CERTAIN,
        is_sound=sound,
        confidence=confidence,
        warnings=notes,
    )

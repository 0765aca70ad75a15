"""What a photo was read as: its tiles, how they lie together, the hand, and what needs a look.

All coordinates are pixels of the upright original, x right, y down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..scoring.hand import Hand
from ..scoring.laid import GroupKind
from ..scoring.melds import Meld, MeldKind
from ..scoring.messages import Lang, Text
from ..scoring.notation import format_hand
from ..scoring.tiles import Tile
from .seeing import Corners, SeenTile

__all__ = [
    "OPEN_KINDS",
    "SCHEMA",
    "Note",
    "OtherReading",
    "Reading",
    "ReadingGroup",
    "TileReading",
]

SCHEMA = 1
"""Version of the JSON documents."""
OPEN_KINDS = frozenset({GroupKind.CHOW, GroupKind.PUNG, GroupKind.KONG})
"""Groups that are open or closed."""

_TEXTS = {
    "no_tiles": Text("no tiles found in this picture", "geen stenen gevonden op deze foto"),
    "too_few_tiles": Text(
        "{count} tiles found, {needed} needed (a kong counts as three)",
        "{count} stenen gevonden, {needed} nodig (een kong telt als drie)",
    ),
    "too_few_tiles_13": Text(
        "{count} tiles found, {needed} needed for mahjong; a player who did not win has {count}",
        "{count} stenen gevonden, {needed} nodig voor mahjong; wie verloor heeft er {count}",
    ),
    "too_few_tiles_1": Text(
        "{count} tile found, {needed} needed (a kong counts as three)",
        "{count} steen gevonden, {needed} nodig (een kong telt als drie)",
    ),
    "too_many_tiles": Text(
        "{count} tiles found, {needed} needed (a kong counts as three): drop those of no hand "
        "with --drop N",
        "{count} stenen gevonden, {needed} nodig (een kong telt als drie): laat de andere weg "
        "met --drop N",
    ),
    "cut_off": Text(
        "a tile is cut off at the {edge} edge (tile {n})",
        "een steen is afgesneden aan de {edge} (steen {n})",
    ),
    "too_small": Text(
        "the tiles are {size} pixels wide, {needed} needed: go closer",
        "de stenen zijn {size} beeldpunten breed, {needed} nodig: ga dichterbij",
    ),
    "too_dark": Text(
        "the picture is too dark to read the tiles well: use more light",
        "de foto is te donker om de stenen goed te lezen: gebruik meer licht",
    ),
    "doubtful_tile": Text(
        "tile {n} may be {tile} ({percent} %) or {other}",
        "steen {n} kan {tile} zijn ({percent} %) of {other}",
    ),
    "maybe_missed": Text(
        "{count} more tiles may lie there that are hard to see: count them",
        "er liggen misschien nog {count} stenen die slecht te zien zijn: tel ze na",
    ),
    "maybe_missed_1": Text(
        "{count} more tile may lie there that is hard to see: count them",
        "er ligt misschien nog {count} steen die slecht te zien is: tel ze na",
    ),
    "blank_sides": Text(
        "{count} blank tiles more than there are white dragons were taken for sides of tiles",
        "{count} lege stenen meer dan er witte draken zijn, zijn als zijkanten gelezen",
    ),
    "blank_sides_1": Text(
        "{count} blank tile more than there are white dragons was taken for the side of a tile",
        "{count} lege steen meer dan er witte draken zijn, is als zijkant gelezen",
    ),
    "maybe_no_tile": Text(
        "tile {n} may be no tile at all: drop it with --drop {n}",
        "steen {n} is misschien geen steen: laat hem weg met --drop {n}",
    ),
    "changed_tile": Text(
        "tile {n} looked like {read_as}, read as {tile}: {why}",
        "steen {n} leek {read_as}, gelezen als {tile}: {why}",
    ),
    "hidden_kong": Text(
        "the four face-down tiles of group {group} cannot be known: say which with --fix {n}=TILE",
        "de vier dichte stenen van groep {group} zijn niet te zien: zeg welke met --fix {n}=STEEN",
    ),
    "unseen_backs": Text(
        "group {group} is taken for a closed kong: {count} of its tiles lie face down, or are not "
        "seen",
        "groep {group} is gelezen als een dichte kong: {count} van de stenen liggen dicht, of zijn "
        "niet gezien",
    ),
    "blank_backs": Text(
        "tiles {tiles} are blank and taken for face-down tiles of a closed kong: say --fix {n}=5z "
        "if they are white dragons",
        "stenen {tiles} zijn blanco en gelezen als dichte stenen van een kong: zeg --fix {n}=5z "
        "als het witte draken zijn",
    ),
    "open_unknown": Text(
        "group {group} ({tiles}) may be open or closed: say so with --open {group} or "
        "--closed {group}",
        "groep {group} ({tiles}) kan open of dicht zijn: zeg het met --open {group} of "
        "--closed {group}",
    ),
    "two_readings": Text("the hand may also be {hand}", "de hand kan ook {hand} zijn"),
    "other_tiles": Text(
        "{count} tiles lie apart and were left out of the hand",
        "{count} stenen liggen apart en horen niet bij de hand",
    ),
    "other_tiles_1": Text(
        "{count} tile lies apart and was left out of the hand",
        "{count} steen ligt apart en hoort niet bij de hand",
    ),
    "bonus_apart": Text(
        "tile {n} ({tile}) lies apart and was left out of the hand",
        "steen {n} ({tile}) ligt apart en hoort niet bij de hand",
    ),
    "two_rows": Text(
        "the concealed tiles lie in {count} places: check which sets are open (--open GROUP)",
        "de stenen in de hand liggen op {count} plaatsen: kijk na welke sets open zijn "
        "(--open GROEP)",
    ),
    "no_mahjong": Text("these tiles are no complete hand", "deze stenen zijn geen complete hand"),
    "impossible": Text(
        "{count} x {tile}, but a set of tiles has only {limit}",
        "{count} x {tile}, maar een spel heeft er maar {limit}",
    ),
    # words within sentences
    "left": Text("left", "linkerkant"),
    "right": Text("right", "rechterkant"),
    "top": Text("top", "bovenkant"),
    "bottom": Text("bottom", "onderkant"),
    "a_legal_hand": Text("only so is the hand complete", "alleen zo is de hand compleet"),
    "a_set": Text("only so is it a set", "alleen zo is het een set"),
    "four_of_a_kind": Text("there are four of each only", "er zijn er maar vier van elk"),
    "one_of_a_kind": Text("there is one of each only", "er is er maar één van elk"),
    "hidden_by_kong": Text("it lies face down in a kong", "hij ligt dicht in een kong"),
    "by_hand": Text("you said so", "dat is opgegeven"),
}


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the reader of a photo should know, as a sentence by code and values."""

    code: str
    values: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, code: str, **values: object) -> "Note":
        """Make a note; a value may itself be a note."""
        return cls(code, tuple(values.items()))

    def text(self, lang: Lang = "en") -> str:
        """Return the sentence in `lang`.

        >>> Note.of("too_few_tiles", count=12, needed=14).text()
        '12 tiles found, 14 needed (a kong counts as three)'
        """
        values = {k: v.text(lang) if isinstance(v, Note) else v for k, v in self.values}
        text = _TEXTS.get(f"{self.code}_{values.get('count')}") or _TEXTS[self.code]
        return text.text(lang).format(**values)

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the warning of the contract; numbers of tiles and groups stand beside it."""
        numbers = {k: v for k, v in self.values if k in ("n", "group")}
        return {"code": self.code, "message": self.text(lang), **numbers}


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile of a photo."""

    n: int
    """Its number in reading order, from 1."""
    tile: Tile
    """What it is taken for, after the rules had their say; `Tile.BACK` for one face down."""
    read_as: Tile
    """What the picture alone says."""
    confidence: float
    """Probability of `tile` as the picture shows it, 0 to 1; of a kong's hidden tile that of
    the tiles that name it."""
    alternatives: tuple[tuple[Tile, float], ...]
    """The next likeliest tiles with their probabilities, likeliest first."""
    quad: Corners
    """Clockwise from the corner that is top left for someone who reads the tile."""
    turned: bool
    """Whether it lies sideways in its row."""
    group: int
    """Index into the reading's groups."""
    doubtful: bool = False
    """Whether a person should look at it."""
    no_tile: float = 0.0
    """Probability that this is no tile at all."""

    def to_json(self) -> dict[str, object]:
        """Return the object of the contract."""
        return {
            "n": self.n,
            "tile": self.tile.code,
            "confidence": round(self.confidence, 4),
            "alternatives": [[tile.code, round(share, 4)] for tile, share in self.alternatives],
            "quad": [[round(x, 1), round(y, 1)] for x, y in self.quad],
            "turned": self.turned,
            "group": self.group,
            "read_as": self.read_as.code,
            "doubtful": self.doubtful,
        }


@dataclass(frozen=True, slots=True)
class ReadingGroup:
    """Tiles that lie together, left to right as a reader of the tiles sees them."""

    kind: GroupKind
    open: bool | None
    """Whether the set was made with a claimed tile; None where the photo cannot tell."""
    tiles: tuple[int, ...]
    """The numbers `n` of its tiles."""

    def to_json(self) -> dict[str, object]:
        """Return the object of the contract."""
        return {"kind": self.kind.value, "open": self.open, "tiles": list(self.tiles)}


@dataclass(frozen=True, slots=True)
class OtherReading:
    """Another hand that the photo may show."""

    hand: Hand
    tiles: tuple[tuple[int, Tile], ...]
    """The tiles that it names otherwise, by number."""
    share: float
    """How likely it is among all ways to read the tiles, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read in one photo."""

    width: int
    """Pixels of the upright original."""
    height: int
    tiles: tuple[TileReading, ...] = ()
    groups: tuple[ReadingGroup, ...] = ()
    hand: Hand | None = None
    """The hand as scoring takes it; None where there are no tiles of a hand."""
    certain: bool = False
    """True only where nothing needs a look."""
    is_sound: bool = False
    """Whether nothing but its probability may keep the reading from being certain."""
    confidence: float = 0.0
    """Probability that every tile and the whole hand are right, 0 to 1."""
    warnings: tuple[Note, ...] = ()
    others: tuple[OtherReading, ...] = ()
    path: str = ""
    timing_ms: Mapping[str, float] = field(default_factory=dict)
    seen: tuple[SeenTile, ...] = field(default=(), repr=False, compare=False)
    """What the models said of each of `tiles`: corrections are read from it anew."""

    @property
    def hand_text(self) -> str:
        """Return the hand as text; empty where there is none."""
        return format_hand(self.hand) if self.hand is not None else ""

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Return every hand that the photo leaves open: sets that may be open or closed."""
        if self.hand is None:
            return ()
        found = [self.hand]
        for group in self.groups:
            if group.open is None and group.kind in OPEN_KINDS:
                meld = Meld.of([tile.tile for tile in self.of_group(group)], open=True)
                found += [_with_other_openness(hand, meld) for hand in found]
        return tuple(dict.fromkeys(found))

    def with_note(self, note: Note) -> "Reading":
        """Return the reading with one more thing that needs a look."""
        warnings = (note, *self.warnings)
        return replace(self, warnings=warnings, is_sound=False, certain=False)

    def tile(self, n: int) -> TileReading:
        """Return tile `n`; raises `KeyError` where there is none of this number."""
        for one in self.tiles:
            if one.n == n:
                return one
        raise KeyError(n)

    def of_group(self, group: ReadingGroup) -> Sequence[TileReading]:
        """Return the tiles of a group in their order."""
        return [self.tile(n) for n in group.tiles]

    def to_json(self, lang: Lang = "en") -> dict[str, object]:
        """Return the `read --json` document of the contract."""
        return {
            "schema": SCHEMA,
            "image": {"path": self.path, "width": self.width, "height": self.height},
            "tiles": [tile.to_json() for tile in self.tiles],
            "groups": [group.to_json() for group in self.groups],
            "hand": self.hand_text,
            "certain": self.certain,
            "confidence": round(self.confidence, 4),
            "others": [
                {
                    "hand": format_hand(other.hand),
                    "tiles": [[n, tile.code] for n, tile in other.tiles],
                    "share": round(other.share, 4),
                }
                for other in self.others
            ],
            "warnings": [note.to_json(lang) for note in self.warnings],
            "timing_ms": {name: round(value, 1) for name, value in self.timing_ms.items()},
        }


def _with_other_openness(hand: Hand, meld: Meld) -> Hand:
    """Return a hand in which a set, bare or a kong in ( ), is what it may be instead."""
    if meld.kind is MeldKind.KONG:
        melds = list(hand.melds)
        if meld not in melds:
            return hand
        melds[melds.index(meld)] = replace(meld, open=False)
        return replace(hand, melds=tuple(melds))
    concealed = list(hand.concealed)
    for tile in meld.tiles:
        if tile not in concealed:
            return hand
        concealed.remove(tile)
    return replace(hand, concealed=tuple(concealed), melds=(*hand.melds, meld))

"""The contested points of the rules as named options, each with what it means."""

from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .errors import RuleSetError

__all__ = ["OptionInfo", "Options", "option_infos"]


def _option(default: Any, clause: str, en: str, nl: str) -> Any:
    """Declare an option: its default in `nts`, its clause, and what it means in two languages."""
    return field(default=default, metadata={"clause": clause, "en": en, "nl": nl})


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a rule set where the sources differ or are silent.

    The clauses C01-C33 number the points on which the sources of the rules disagree; the
    defaults are those of `nts`.
    """

    minimum_doublings: int = _option(
        2, "C16", "doublings that a mahjong needs", "verdubbelingen die voor mahjong nodig zijn"
    )
    clean_suffices: bool = _option(
        False,
        "C16",
        "a clean hand is mahjong without further doublings",
        "een schoon spel is mahjong zonder verdere verdubbelingen",
    )
    bonus_counts_for_minimum: bool = _option(
        True,
        "C03",
        "own flower and season count towards the minimum",
        "eigen bloem en seizoen tellen mee voor het minimum",
    )
    wind_pairs: bool = _option(
        False,
        "C01",
        "a pair of the own or the prevailing wind scores",
        "een paar van eigen of heersende wind geeft punten",
    )
    double_wind_pair: bool = _option(
        True,
        "C02",
        "a pair of a wind that is both own and prevailing scores twice",
        "een paar van een wind die eigen én heersend is telt dubbel",
    )
    double_wind_pung: bool = _option(
        True,
        "C02",
        "a pung of a wind that is both own and prevailing doubles twice",
        "een pung van een wind die eigen én heersend is verdubbelt twee keer",
    )
    losers_double_like_winner: bool = _option(
        False,
        "C04",
        "players who did not win get the winner's doublings for their sets too",
        "spelers zonder mahjong krijgen ook de verdubbelingen van de winnaar voor hun sets",
    )
    kop_en_staart_same_suit: bool = _option(
        False,
        "C05",
        "heads and tails needs a pair in the suit of one of its pungs",
        "kop en staart eist een paar in de soort van een van de pungs",
    )
    pe_ling_pair_points: bool = _option(
        True,
        "C06",
        "Pe-ling also scores completing the pair",
        "Pe-ling geeft ook de punten voor het volmaken van het paar",
    )
    pe_ling_only_tile: bool = _option(
        True,
        "C06",
        "Pe-ling leaves the points for the only possible tile",
        "bij Pe-ling blijven de punten voor de enig mogelijke steen",
    )
    pe_ling_by_robbery: bool = _option(
        True, "C06", "Pe-ling may eat a robbed tile", "Pe-ling mag een geroofde steen eten"
    )
    twins_identical_pairs: bool = _option(
        True,
        "C07",
        "four equal tiles are two pairs in seven twins",
        "vier gelijke stenen zijn twee paren in zeven tweelingen",
    )
    closed_kongs_add_up: bool = _option(
        True,
        "C08",
        "three closed kongs add to three or four closed pungs",
        "drie kongs dicht wordt opgeteld bij drie of vier pungs dicht",
    )
    small_dragons_add_up: bool = _option(
        True,
        "C09",
        "small three dragons adds to the doublings of its dragon pungs",
        "kleine drie draken wordt opgeteld bij de pungs van draken",
    )
    kong_on_kong_adds_up: bool = _option(
        False,
        "C10",
        "kong on kong adds to the other doublings of a replacement tile",
        "kong op kong wordt opgeteld bij bloeiende bloemen",
    )
    waiting_limit: float = _option(
        0.5,
        "C11",
        "share of an irregular limit hand that a waiting player scores",
        "deel van een onregelmatig limietspel dat een wachtend spel krijgt",
    )
    cap: int | None = _option(
        None,
        "C12",
        "highest total of an ordinary hand, or none",
        "hoogste totaal van een gewone hand, of none",
    )
    limit_is_final: bool = _option(
        False,
        "C13",
        "a hand that can be read as a limit hand scores as one, even if another reading is worth "
        "more",
        "een hand die een limietspel kan zijn telt zo, ook als een andere lezing meer geeft",
    )
    snake_kongs: bool = _option(
        True,
        "C14",
        "the writhing snake may hold kongs",
        "de kronkelende slang mag kongs hebben",
    )
    last_tile: Literal["doubling", "points"] = _option(
        "doubling",
        "C22",
        "what the last tile of the wall gives",
        "wat de laatste steen van de muur geeft",
    )
    loose_tile: Literal["doubling", "points"] = _option(
        "doubling",
        "C23",
        "what the replacement tile of a kong gives",
        "wat de losse steen na een kong geeft",
    )
    loose_tile_is_self_drawn: bool = _option(
        True,
        "C24",
        "a replacement tile also gives the self-draw points",
        "een losse steen geeft ook de punten voor zelf getrokken",
    )
    only_tile_needs_minimum: bool = _option(
        False,
        "C25",
        "for the only possible tile, only tiles that reach the minimum are possible",
        "voor de enig mogelijke steen tellen alleen stenen die het minimum halen",
    )
    robbery_only_chow: bool = _option(
        False,
        "C26",
        "a robbed tile may only complete a chow",
        "een geroofde steen mag alleen een chow afmaken",
    )
    heaven_after_flower: bool = _option(
        True,
        "C27",
        "the game of heaven allows replaced flowers",
        "het spel van de hemel mag na het vervangen van bloemen",
    )
    heaven_after_kong: bool = _option(
        False,
        "C27",
        "the game of heaven allows a closed kong",
        "het spel van de hemel mag met een dichte kong",
    )
    short_dead_hand_scores: bool = _option(
        False,
        "C28",
        "a dead hand with too few tiles scores its sets",
        "een dode hand met te weinig stenen telt haar sets",
    )
    closed_limit_doubled: bool = _option(
        False,
        "C29",
        "a limit hand that is wholly self-drawn is doubled",
        "een limietspel geheel in de hand wordt verdubbeld",
    )
    wind_snake_double: Literal["any", "wind"] = _option(
        "any",
        "C32",
        "which tile of the wind snake may be double",
        "welke steen van de windenslang dubbel mag zijn",
    )
    two_suit_twins: bool = _option(
        False,
        "C33",
        "seven pairs from two suits are a limit hand of their own",
        "zeven paren uit twee soorten zijn een eigen limietspel",
    )
    prevailing_wind: Literal["dice", "rounds"] = _option(
        "dice",
        "C18",
        "the prevailing wind is thrown for each game, or changes each round",
        "de heersende wind wordt elk spel gegooid, of wisselt per ronde",
    )
    east_stays_after_win: bool = _option(
        False, "C19", "East stays after winning", "Oost blijft na winst"
    )
    east_stays_after_draw: bool = _option(
        True, "C19", "East stays after a draw", "Oost blijft na remise"
    )

    def changed(self, name: str, value: object) -> "Options":
        """Return these options with one changed; a text is converted to the option's type.

        Raises:
            RuleSetError: no such option, or a value that it cannot have.

        >>> Options().changed("minimum_doublings", "1").minimum_doublings
        1

        """
        info = option_infos().get(name)
        if info is None:
            near = get_close_matches(name, option_infos(), 1)
            hint = f"did you mean {near[0]}?" if near else "`rekje rules nts` lists them"
            raise RuleSetError(f"unknown option {name!r}; {hint}")
        changes: dict[str, Any] = {name: info.convert(value)}
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """What an option is called, which values it takes and what it means."""

    name: str
    values: tuple[object, ...]  # the choices; for numbers just the type
    clause: str
    en: str
    nl: str

    def convert(self, value: object) -> object:
        """Return `value` as this option holds it, or raise RuleSetError."""
        text = "" if _is_huge(value) else str(value).strip().lower()
        for choice in self.values:
            if isinstance(choice, type):
                number = _number(choice, value)
                if number is not None:
                    return number
            elif text in _words(choice):
                return choice
        shown = "so large a number" if _is_huge(value) else repr(value)
        raise RuleSetError(f"option {self.name} cannot be {shown}; it takes {self.described()}")

    def described(self) -> str:
        """Say which values the option takes."""
        names = {int: "a whole number from 0", float: "a number from 0 to 1"}
        return " or ".join(
            names[choice] if isinstance(choice, type) else _words(choice)[0]
            for choice in self.values
        )


_LARGEST = 10**9


def _number(kind: type, value: object) -> int | float | None:
    """Return the value as a number that an option may be, or None."""
    if isinstance(value, bool):
        return None
    try:
        number = kind(value)
    except (TypeError, ValueError, OverflowError):
        return None
    if isinstance(value, float) and number != value:
        return None
    return number if 0 <= number <= (1 if kind is float else _LARGEST) else None


def _is_huge(value: object) -> bool:
    """Tell whether this is a number that Python would not even print."""
    return isinstance(value, int) and abs(value) > 10**18


def _words(choice: object) -> tuple[str, ...]:
    """Return the spellings of a choice, the usual one first."""
    if choice is True:
        return ("true", "yes", "ja", "1", "on")
    if choice is False:
        return ("false", "no", "nee", "0", "off")
    return (str(choice).lower(),)


def option_infos() -> dict[str, OptionInfo]:
    """Return every option by name, in the order of `Options`."""
    hints = get_type_hints(Options)
    infos = {}
    for item in fields(Options):
        hint, about = hints[item.name], item.metadata
        if hint is bool:
            values: tuple[object, ...] = (True, False)
        elif get_origin(hint) is Literal:
            values = get_args(hint)
        elif get_args(hint):
            values = (int, None)
        else:
            values = (hint,)
        infos[item.name] = OptionInfo(item.name, values, about["clause"], about["en"], about["nl"])
    return infos

"""An evening at the table: players, seats, games, running totals; a value that grows.

A session only remembers who sat where and what happened. Everything else (seats, prevailing wind,
totals) follows from that, so taking back a game is leaving it out.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from .errors import RekjeError, RuleSetError
from .options import Options
from .rulefile import RULE_SETS, load_rule_set
from .ruleset import RuleSet
from .settle import Settlement, settle
from .tiles import Wind

__all__ = ["Game", "Session", "SessionError", "Table"]

_T = TypeVar("_T")
_SCHEMA = 1
_SEATS = 4
_ROUNDS = 4


class SessionError(RekjeError):
    """A session that cannot go on, or a file that is none; the text says what was expected."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game: the prevailing wind, the score of each player in seating order, and the winner.

    `winner` is the place of a player in the session's list, None for a draw.
    """

    prevailing: Wind
    scores: tuple[int, int, int, int]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Table:
    """How the players sit for a game: `seats[i]` is the wind of player i.

    `prevailing` is None where it is thrown for each game. `number` counts games from 1, `round`
    rounds from 1; `over` says that a session of fixed length has ended.
    """

    number: int
    round: int
    seats: tuple[Wind, Wind, Wind, Wind]
    prevailing: Wind | None
    over: bool


@dataclass(frozen=True, slots=True)
class Session:
    """Four players in the order of their first seats East, South, West, North.

    >>> session = Session(("An", "Bo", "Cas", "Dirk"))
    >>> session = session.play({0: 100, 1: 40, 2: 20, 3: 0}, winner=0, prevailing=Wind.SOUTH)
    >>> session.totals
    (600, -140, -200, -260)
    >>> session.table.seats[0]
    <Wind.NORTH: 'north'>
    """

    players: tuple[str, str, str, str]
    ruleset: str = "nts"
    games: tuple[Game, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        names = {name for name in self.players if isinstance(name, str)}
        if (
            not isinstance(self.players, tuple)
            or len(self.players) != _SEATS
            or len(names) != _SEATS
        ):
            raise SessionError(f"four different players are needed, not {self.players!r}")
        if self.ruleset not in RULE_SETS:
            known = ", ".join(RULE_SETS)
            raise SessionError(f"the rule set of a session is one of {known}, not {self.ruleset!r}")
        try:
            self.rules  # noqa: B018 - refuses options that the rule set does not have
        except RuleSetError as error:
            raise SessionError(str(error)) from error

    @property
    def rules(self) -> RuleSet:
        """Return the rule set with the session's options."""
        return load_rule_set(self.ruleset).with_options(dict(self.options))

    @property
    def table(self) -> Table:
        """Return how the players sit for the next game."""
        return self.table_of(len(self.games))

    def table_of(self, game: int) -> Table:
        """Return how the players sat for a game, counted from 0."""
        options = self.rules.options
        turns = 0
        for played in self.games[:game]:
            turns += not _stays(played, turns % _SEATS, options)
        seats = tuple(list(Wind)[(player - turns) % _SEATS] for player in range(_SEATS))
        east, south, west, north = seats
        by_rounds = options.prevailing_wind == "rounds"
        round_ = turns // _SEATS
        over = by_rounds and round_ >= _ROUNDS
        prevailing = list(Wind)[round_ % _ROUNDS] if by_rounds else None
        return Table(game + 1, round_ + 1, (east, south, west, north), prevailing, over)

    def play(
        self,
        scores: Mapping[int, int] | None = None,
        *,
        winner: int | None = None,
        prevailing: Wind | None = None,
    ) -> "Session":
        """Return the session with one more game.

        Args:
            scores: the score of each player by place; left out for a draw.
            winner: the place of the player with mahjong, None for a draw.
            prevailing: the wind that was thrown; by rounds it follows from the table.

        Raises:
            SessionError: the session is over, or what is given does not fit.

        """
        table = self.table
        if table.over:
            raise SessionError("the session is over: four rounds have been played")
        if table.prevailing is None and prevailing is None:
            raise SessionError("the prevailing wind is thrown for each game; say which it is")
        if table.prevailing and prevailing not in (None, table.prevailing):
            raise SessionError(
                f"the prevailing wind of round {table.round} is {table.prevailing.value}, "
                f"not {prevailing.value if prevailing else None}"
            )
        if prevailing is not None and not isinstance(prevailing, Wind):
            raise SessionError(f"the prevailing wind is a Wind, not {prevailing!r}")
        if winner is not None and (type(winner) is not int or winner not in range(_SEATS)):
            raise SessionError(f"the winner is player 0 to 3, not {winner!r}")
        wind = table.prevailing or prevailing or Wind.EAST
        game = Game(wind, _scores(scores, winner), winner)
        return replace(self, games=(*self.games, game))

    def undo(self) -> "Session":
        """Return the session without its last game; an empty session stays empty."""
        return replace(self, games=self.games[:-1])

    def settlement(self, game: int) -> Settlement:
        """Return who paid whom in a game, counted from 0."""
        played, seats = self.games[game], self.table_of(game).seats
        winner = None if played.winner is None else seats[played.winner]
        return settle(dict(zip(seats, played.scores, strict=True)), winner)

    def net(self, game: int) -> tuple[int, int, int, int]:
        """Return what each player gained in a game, counted from 0; the sum is zero."""
        found = self.settlement(game)
        a, b, c, d = (found.net_of(seat) for seat in self.table_of(game).seats)
        return a, b, c, d

    @property
    def totals(self) -> tuple[int, int, int, int]:
        """Return what each player has gained in all games; the sum is zero."""
        games = [self.net(game) for game in range(len(self.games))]
        a, b, c, d = (sum(net[player] for net in games) for player in range(_SEATS))
        return a, b, c, d

    def to_json(self) -> str:
        """Return the session as a JSON text that `from_json` reads back."""
        document = {
            "schema": _SCHEMA,
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "players": list(self.players),
            "games": [
                {
                    "prevailing": game.prevailing.value,
                    "scores": list(game.scores),
                    "winner": game.winner,
                }
                for game in self.games
            ],
        }
        return json.dumps(document, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Session":
        """Read a session; every game is checked as if it were played now.

        Raises:
            SessionError: not a session, or one whose games do not fit.

        """
        try:
            document = json.loads(text)
            if document["schema"] != _SCHEMA:
                raise SessionError(f"schema {document['schema']!r} is not known; {_SCHEMA} is")
            options = {name: str(value) for name, value in document["options"].items()}
            east, south, west, north = _list_of(str, document["players"])
            players = (east, south, west, north)
            session = cls(players, str(document["ruleset"]), (), tuple(options.items()))
            for game in _list_of(dict, document["games"]):
                session = session._replayed(game)
        except KeyError as error:
            raise SessionError(f"this is no session: the key {error} is missing") from error
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise SessionError(f"this is no session: {error}") from error
        return session

    def _replayed(self, game: Mapping[str, Any]) -> "Session":
        """Return the session with a game from JSON."""
        scores = dict(enumerate(_list_of(int, game["scores"])))
        return self.play(scores, winner=game["winner"], prevailing=Wind(game["prevailing"]))


def _list_of(kind: type[_T], values: object) -> list[_T]:
    """Return the values of a JSON list, all of one type."""
    if not isinstance(values, list) or not all(type(value) is kind for value in values):
        raise TypeError(f"a list of {kind.__name__} is expected, not {values!r}")
    return values


def _scores(scores: Mapping[int, int] | None, winner: int | None) -> tuple[int, int, int, int]:
    """Return the four scores in order, checked; zeros for a draw."""
    if winner is None:
        return 0, 0, 0, 0
    if scores is None or set(scores) != set(range(_SEATS)):
        raise SessionError("a game with a winner needs the scores of players 0, 1, 2 and 3")
    for player, score in scores.items():
        if type(score) is not int or score < 0:
            raise SessionError(f"the score of player {player} is {score!r}; it is 0 or more")
    a, b, c, d = (scores[player] for player in range(_SEATS))
    return a, b, c, d


def _stays(game: Game, east: int, options: Options) -> bool:
    """Tell whether East stays East after a game."""
    if game.winner is None:
        return options.east_stays_after_draw
    return game.winner == east and options.east_stays_after_win

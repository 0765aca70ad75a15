"""An evening: who sits where, which wind prevails, when it is over, and back again."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rekje.scoring.rulefile import RULE_SETS
from rekje.scoring.session import Game, Session, SessionError
from rekje.scoring.settle import settle
from rekje.scoring.tiles import Wind

PLAYERS = ("An", "Bo", "Cas", "Dirk")
LETTERS = {wind.name[0]: wind for wind in Wind}
SCORES = {0: 40, 1: 30, 2: 20, 3: 10}


def play(session, games):
    """Play games in letters: the wind of the winner, or - for a draw; E prevails where thrown."""
    for letter in games.replace(" ", ""):
        table = session.table
        winner = None if letter == "-" else table.seats.index(LETTERS[letter])
        thrown = None if table.prevailing else Wind.EAST
        session = session.play(SCORES, winner=winner, prevailing=thrown)
    return session


def seats(session):
    """Return the winds of An, Bo, Cas and Dirk as letters."""
    return "".join(seat.name[0] for seat in session.table.seats)


# The rule set, the games so far, then the winds of An, Bo, Cas and Dirk, the round, what prevails.
SEATS = [
    # nts: everybody moves after a win, also of East; a draw is played again; the wind is thrown
    ("nts", "", "ESWN", 1, None),
    ("nts", "E", "NESW", 1, None),
    ("nts", "S", "NESW", 1, None),
    ("nts", "-", "ESWN", 1, None),
    ("nts", "E-", "NESW", 1, None),
    ("nts", "EE", "WNES", 1, None),
    ("nts", "ES-WN", "ESWN", 2, None),
    # nts2002: East stays after winning and after a draw
    ("nts2002", "", "ESWN", 1, Wind.EAST),
    ("nts2002", "E", "ESWN", 1, Wind.EAST),
    ("nts2002", "-", "ESWN", 1, Wind.EAST),
    ("nts2002", "S", "NESW", 1, Wind.EAST),
    ("nts2002", "W", "NESW", 1, Wind.EAST),
    ("nts2002", "N", "NESW", 1, Wind.EAST),
    ("nts2002", "SE", "NESW", 1, Wind.EAST),
    ("nts2002", "SS", "WNES", 1, Wind.EAST),
    ("nts2002", "SSS", "SWNE", 1, Wind.EAST),
    ("nts2002", "E-S EE S - S E", "SWNE", 1, Wind.EAST),
    # the prevailing wind changes after four shifts, not after four games
    ("nts2002", "EEEE", "ESWN", 1, Wind.EAST),
    ("nts2002", "SWNS", "ESWN", 2, Wind.SOUTH),
    ("nts2002", "SWNS E-", "ESWN", 2, Wind.SOUTH),
    ("nts2002", "SWNS SWNS", "ESWN", 3, Wind.WEST),
    ("nts2002", "SWNS SWNS SWNS", "ESWN", 4, Wind.NORTH),
    ("nts2002", "SWNS SWNS SWNS SWN EEE", "SWNE", 4, Wind.NORTH),
    # De Rode Draak: the same
    ("rode-draak", "E", "ESWN", 1, Wind.EAST),
    ("rode-draak", "-", "ESWN", 1, Wind.EAST),
    ("rode-draak", "W", "NESW", 1, Wind.EAST),
    ("rode-draak", "SWNS", "ESWN", 2, Wind.SOUTH),
]


@pytest.mark.parametrize(("ruleset", "games", "winds", "round_", "prevailing"), SEATS)
def test_where_the_players_sit(ruleset, games, winds, round_, prevailing):
    session = play(Session(PLAYERS, ruleset), games)
    assert seats(session) == winds
    table = session.table
    assert (table.round, table.prevailing, table.over) == (round_, prevailing, False)
    assert table.number == len(games.replace(" ", "")) + 1


FOUR_ROUNDS = "SWNS SWNS SWNS SWN"


@pytest.mark.parametrize("ruleset", ["nts2002", "rode-draak"])
def test_a_session_is_over_after_four_rounds(ruleset):
    last = play(Session(PLAYERS, ruleset), FOUR_ROUNDS)
    assert not last.table.over
    assert not play(last, "E-E").table.over
    over = play(last, "E-S")
    assert over.table.over
    with pytest.raises(SessionError, match="four rounds"):
        over.play(SCORES, winner=0)
    assert not over.undo().table.over


def test_a_session_of_nts_goes_on():
    assert not play(Session(PLAYERS, "nts"), FOUR_ROUNDS + "S SWNS").table.over


def test_a_session_with_options():
    options = (("prevailing_wind", "rounds"), ("east_stays_after_draw", "no"))
    session = play(Session(PLAYERS, "nts", (), options), "E-E-")
    assert (seats(session), session.table.prevailing) == ("ESWN", Wind.SOUTH)


def test_the_scores_follow_the_players():
    # Bo is South in the first game and East in the second.
    session = Session(PLAYERS, "nts")
    session = session.play({0: 40, 1: 100, 2: 20, 3: 0}, winner=1, prevailing=Wind.NORTH)
    assert session.net(0) == (-200 + 40 + 80, 400, -100 - 40 + 20, -100 - 80 - 20)
    session = session.play({0: 0, 1: 100, 2: 0, 3: 0}, winner=1, prevailing=Wind.SOUTH)
    assert session.net(1) == (-200, 600, -200, -200)
    assert session.totals == (-80 - 200, 1000, -120 - 200, -200 - 200)
    assert [game.prevailing for game in session.games] == [Wind.NORTH, Wind.SOUTH]
    assert session.settlement(1) == settle(
        {Wind.NORTH: 0, Wind.EAST: 100, Wind.SOUTH: 0, Wind.WEST: 0}, Wind.EAST
    )


def test_a_draw_scores_nothing():
    session = play(Session(PLAYERS, "nts"), "-")
    assert session.games == (Game(Wind.EAST, (0, 0, 0, 0), None),)
    assert session.totals == (0, 0, 0, 0)


def test_the_seats_of_an_earlier_game_are_remembered():
    session = play(Session(PLAYERS, "nts2002"), "ES-W")
    letters = ["".join(seat.name[0] for seat in session.table_of(i).seats) for i in range(5)]
    assert letters == ["ESWN", "ESWN", "NESW", "NESW", "WNES"]


def test_undo_takes_back_the_last_game():
    session = play(Session(PLAYERS, "nts2002"), "ES-W")
    assert session.undo() == play(Session(PLAYERS, "nts2002"), "ES-")
    assert play(session.undo(), "W") == session
    assert session.undo().undo().undo().undo() == Session(PLAYERS, "nts2002")
    assert Session(PLAYERS).undo() == Session(PLAYERS)


def test_a_session_is_a_value():
    session = Session(PLAYERS, "nts")
    play(session, "ES")
    assert session.games == ()


# What cannot be played: the rule set, the scores, the winner, the wind, words of the message.
REFUSED = [
    ("nts", SCORES, 0, None, "thrown for each game"),
    ("nts", None, None, None, "thrown for each game"),
    ("nts2002", SCORES, 0, Wind.SOUTH, "round 1 is east, not south"),
    ("nts", None, 0, Wind.EAST, "scores of players 0, 1, 2 and 3"),
    ("nts", {0: 1, 1: 2, 2: 3}, 0, Wind.EAST, "scores of players 0, 1, 2 and 3"),
    ("nts", SCORES | {4: 1}, 0, Wind.EAST, "scores of players 0, 1, 2 and 3"),
    ("nts", SCORES | {2: -1}, 0, Wind.EAST, "player 2 is -1"),
    ("nts", SCORES | {3: 1.5}, 0, Wind.EAST, "player 3 is 1.5"),
    ("nts", SCORES | {1: True}, 0, Wind.EAST, "player 1 is True"),
    ("nts", SCORES | {1: "8"}, 0, Wind.EAST, "player 1 is '8'"),
    ("nts", SCORES, 4, Wind.EAST, "the winner is player 0 to 3, not 4"),
    ("nts", SCORES, -1, Wind.EAST, "the winner is player 0 to 3, not -1"),
    ("nts", SCORES, True, Wind.EAST, "the winner is player 0 to 3, not True"),
]


@pytest.mark.parametrize(("ruleset", "scores", "winner", "prevailing", "words"), REFUSED)
def test_a_game_that_cannot_be(ruleset, scores, winner, prevailing, words):
    with pytest.raises(SessionError, match=words):
        Session(PLAYERS, ruleset).play(scores, winner=winner, prevailing=prevailing)


@pytest.mark.parametrize("players", [("An", "Bo", "Cas"), ("An", "Bo", "Cas", "An"), ()])
def test_four_different_players(players):
    with pytest.raises(SessionError, match="four different players"):
        Session(players)


# --- JSON ------------------------------------------------------------------------------------


def test_as_json():
    session = Session(PLAYERS, "nts", (), (("minimum_doublings", "1"),))
    session = session.play(SCORES, winner=2, prevailing=Wind.WEST)
    assert json.loads(play(session, "-").to_json()) == {
        "schema": 1,
        "ruleset": "nts",
        "options": {"minimum_doublings": "1"},
        "players": ["An", "Bo", "Cas", "Dirk"],
        "games": [
            {"prevailing": "west", "scores": [40, 30, 20, 10], "winner": 2},
            {"prevailing": "east", "scores": [0, 0, 0, 0], "winner": None},
        ],
    }


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_there_and_back(ruleset):
    session = play(Session(("Ånn", "Bo 2", '"C"', "龍"), ruleset), "SE-WN E")
    assert Session.from_json(session.to_json()) == session


GAME = {"prevailing": "east", "scores": [40, 30, 20, 10], "winner": 0}
DOCUMENT = {"schema": 1, "ruleset": "nts", "options": {}, "players": list(PLAYERS), "games": [GAME]}


def document(**changes):
    return json.dumps(DOCUMENT | changes)


def game(**changes):
    return document(games=[GAME, GAME | changes])


def without(key):
    return json.dumps({name: value for name, value in DOCUMENT.items() if name != key})


# Texts that are no session, and words of the message.
BROKEN = [
    ("", "no session"),
    ("{", "no session"),
    ("[]", "no session"),
    ("3", "no session"),
    ("null", "no session"),
    ('"nts"', "no session"),
    ("[" * 100_000, "no session"),
    (document(schema=2), "schema 2"),
    (document(schema="1"), "schema '1'"),
    (without("schema"), "schema"),
    (without("ruleset"), "ruleset"),
    (without("options"), "options"),
    (without("players"), "players"),
    (without("games"), "games"),
    (document(options=["cap"]), "no session"),
    (document(players=["An", "Bo", "Cas"]), "no session"),
    (document(players=[*PLAYERS, "Eva"]), "no session"),
    (document(players=["An", "Bo", "Cas", "An"]), "four different players"),
    (document(players=4), "no session"),
    (document(players="abcd"), "no session"),
    (document(players=["An", "Bo", "Cas", 4]), "no session"),
    (document(games=3), "no session"),
    (document(games={}), "no session"),
    (document(ruleset="mcr"), "one of nts, nts2002, rode-draak"),
    (document(ruleset="club.toml"), "one of nts, nts2002, rode-draak"),
    (document(options={"nope": 1}), "unknown option 'nope'"),
    (document(options={"minimum_doublings": "x"}), "minimum_doublings cannot be 'x'"),
    (document(games=["east"]), "no session"),
    (game(prevailing="middle"), "middle"),
    (game(prevailing=None), "no session"),
    (game(scores=[40, 30, 20]), "scores of players"),
    (game(scores=[40, 30, 20, 10, 0]), "scores of players"),
    (game(scores=[40, 30, 20, -10]), "player 3 is -10"),
    (game(scores=[40, 30, 20, "10"]), "a list of int"),
    (game(scores=[40, 30, 20, 1e400]), "a list of int"),
    (game(scores=[40, 30, 20, True]), "a list of int"),
    (game(scores=None), "no session"),
    (game(winner=4), "player 0 to 3, not 4"),
    (game(winner="An"), "player 0 to 3, not 'An'"),
    (game(winner=[0]), r"player 0 to 3, not \[0\]"),
    (document(ruleset="nts2002", games=[GAME | {"prevailing": "south"}]), "not south"),
    (document(ruleset="nts2002", games=[GAME | {"winner": i} for i in (1, 2, 3, 0, 1)]), "south"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), BROKEN)
def test_a_text_that_is_no_session(text, words):
    with pytest.raises(SessionError, match=words):
        Session.from_json(text)


def test_a_session_that_goes_on_after_its_end_is_none():
    over = play(Session(PLAYERS, "nts2002"), FOUR_ROUNDS + "S")
    one_more = json.loads(over.to_json())
    one_more["games"].append(GAME)
    with pytest.raises(SessionError, match="four rounds"):
        Session.from_json(json.dumps(one_more))


# --- at random -------------------------------------------------------------------------------

ONE_GAME = st.tuples(
    st.sampled_from([0, 1, 2, 3, None]),
    st.tuples(*[st.integers(0, 10**5)] * 4),
    st.sampled_from(Wind),
)
quickly = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def evening(ruleset, games):
    session = Session(PLAYERS, ruleset)
    for winner, scores, thrown in games:
        table = session.table
        if table.over:
            break
        wind = table.prevailing or thrown
        session = session.play(dict(enumerate(scores)), winner=winner, prevailing=wind)
    return session


@quickly
@given(st.sampled_from(RULE_SETS), st.lists(ONE_GAME, max_size=12))
def test_any_evening(ruleset, games):
    session = evening(ruleset, games)
    assert sum(session.totals) == 0
    assert all(sum(session.net(number)) == 0 for number in range(len(session.games)))
    assert Session.from_json(session.to_json()) == session
    assert set(session.table.seats) == set(Wind)
    if session.games:
        assert session.undo().games == session.games[:-1]


@quickly
@given(st.lists(ONE_GAME, max_size=8), st.integers(0, 2000), st.sampled_from('0[]{}",:-n9x'))
def test_a_text_broken_at_random_is_a_session_or_refused(games, at, scrap):
    text = evening("nts2002", games).to_json()
    place = at % len(text)
    try:
        assert Session.from_json(text[:place] + scrap + text[place + 1 :]).players
    except SessionError as error:
        assert str(error)

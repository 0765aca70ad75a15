"""What is known of a game, in the words of the tables: `ES discard`, `E-`, `-- loser`.

Own wind and prevailing wind, `-` where it is not known, then how the hand was won (nothing when
that is not known), and `loser`, `dead`, `ready` or `x2` for two kongs in one turn.
"""

from rekje.scoring.hand import Known, Win
from rekje.scoring.tiles import Wind

_WINDS = {wind.name[0]: wind for wind in Wind} | {"-": None}
_OTHER_WORDS = ("loser", "dead", "ready", "x2", "x3")


def known(how: str) -> Known:
    """Read what is known of a game."""
    (seat, prevailing), *words = how.split()
    wins = [Win(word) for word in words if word not in _OTHER_WORDS]
    return Known(
        _WINDS[seat],
        _WINDS[prevailing],
        wins[0] if wins else None,
        "loser" not in words,
        next((int(word[1]) for word in words if word in ("x2", "x3")), 1),
        "dead" in words,
        "ready" in words,
    )

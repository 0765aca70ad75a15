"""What is asked at the terminal of what a photo cannot tell."""

import io
import os
import pty
import sys
from pathlib import Path

import pytest

from rekje.console_photo import ask
from rekje.scoring.hand import Known, Win
from rekje.scoring.notation import parse_hand
from rekje.scoring.tiles import Tile, Wind

EXAMPLE = Path(__file__).parents[1] / "examples" / "hand.jpg"
HAND = parse_hand("345p88s777z [5555s] (111z)")


def asked(monkeypatch, answers, needs, lang="en"):
    """Return what is known after these answers, and the hand."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    return ask(Known(), HAND, needs, lang)


@pytest.mark.parametrize(
    ("lang", "answer", "wind"),
    [
        ("en", "east", Wind.EAST),
        ("en", "S", Wind.SOUTH),
        ("nl", "oost", Wind.EAST),
        ("nl", "z", Wind.SOUTH),
        ("nl", "North", Wind.NORTH),
        ("nl", "", None),
    ],
)
def test_words_of_the_question_and_english_ones_are_taken(monkeypatch, lang, answer, wind):
    assert asked(monkeypatch, f"{answer}\n", ("seat",), lang)[0].seat is wind


def test_a_wrong_answer_is_told_and_asked_again(monkeypatch, capsys):
    known, hand = asked(monkeypatch, "k\nlosse\n1m\n8s\n", ("win", "winning_tile"), "nl")
    assert (known.win, hand.winning) == (Win.KONG_REPLACEMENT, Tile("8s"))
    said = capsys.readouterr().err
    assert "'1m' is geen van deze" in said
    assert said.count("Hoe is er gewonnen (zelf-getrokken, weggelegd, kongroof") == 2


def test_the_end_of_the_input_leaves_all_open(monkeypatch):
    assert asked(monkeypatch, "", ("seat", "round", "win", "winning_tile")) == (Known(), HAND)


def test_ctrl_c_at_a_question_ends_the_command():
    child, terminal = pty.fork()
    if not child:
        os.execv(
            sys.executable,
            [sys.executable, "-m", "rekje.cli", "score", str(EXAMPLE), "--lang", "en"],
        )
    seen = b""
    while b"Own wind" not in seen:
        seen += os.read(terminal, 4096)
    os.write(terminal, b"\x03")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    os.close(terminal)

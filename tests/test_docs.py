"""The pages on scoring show what the commands print, and their examples run.

Every block of a page is taken: `$ rekje …` with what it prints, shell lines that call rekje,
Python, and the rule set file. Blanks and empty lines do not count, and a command that stands before
a block of output must print that.
"""

import contextlib
import io
import re
import shlex
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rekje.cli import app
from rekje.scoring.patternlanguage import compile_pattern
from rekje.scoring.rulefile import load_rule_set
from rekje.scoring.tiles import Wind

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/photos.md", "docs/scoring.md", "docs/rule-sets.md")

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page, with what stands between the block before it and this one."""

    page: str
    line: int
    kind: str
    text: str
    before: str

    def __str__(self) -> str:
        return f"{self.page}, line {self.line}"


def blocks(page):
    """Return the fenced blocks of a page."""
    text = (ROOT / page).read_text("utf-8")
    found, end = [], 0
    for fence in FENCE.finditer(text):
        line = text.count("\n", 0, fence.start()) + 1
        found.append(Block(page, line, fence[1], fence[2], text[end : fence.start()]))
        end = fence.end()
    return found


BLOCKS = [block for page in PAGES for block in blocks(page)]


def of(kind):
    return [block for block in BLOCKS if block.kind == kind]


def command(line):
    """Return the words after the last `rekje` command of a shell line, or None."""
    last = line.split("&&")[-1].strip()
    call = re.match(r"(?:\$ )?(?:\.venv/bin/)?rekje (.*)", last)
    return shlex.split(call[1]) if call else None


def run(words):
    env = {"COLUMNS": "200", "LC_ALL": "C"}
    return CliRunner().invoke(app, words, env=env)


def lines(text):
    """Return the lines with single blanks, without the empty ones and the rules of tables."""
    found = (" ".join(line.split()) for line in text.splitlines())
    return [line for line in found if line.strip("─ ")]


def shown():
    """Yield (block, words, output) for every command that a page shows with its output."""
    for block in of("text"):
        if block.text.startswith("$ "):
            for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                call, _, output = part.partition("\n")
                yield block, command(call), output
    for first, second in pairwise(BLOCKS):
        together = first.kind == "sh" and second.kind == "text" and not second.before.strip()
        if together and first.page == second.page:
            yield second, command(first.text.splitlines()[-1]), second.text


SHOWN = list(shown())
CALLED = [
    (block, words)
    for block in of("sh")
    for line in block.text.splitlines()
    if (words := command(line)) is not None
]


@pytest.mark.parametrize(("block", "words", "output"), SHOWN, ids=str)
def test_a_command_prints_what_the_page_shows(block, words, output):
    assert words, f"{block}: no rekje command"
    assert lines(run(words).output) == lines(output)


@pytest.mark.parametrize(("block", "words"), CALLED, ids=str)
def test_a_command_of_the_page_runs(block, words):
    found = run(words)
    assert found.exit_code == 0, f"{block}: {found.output}"
    assert found.stdout.strip()


@pytest.mark.parametrize("block", of("python"), ids=str)
def test_python_of_the_page_runs(block):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block.text, str(block), "exec"), {})
    assert printed.getvalue().strip()


def test_the_rule_set_file_of_the_page_loads(tmp_path):
    (block,) = of("toml")
    path = tmp_path / "club.toml"
    path.write_text(block.text, "utf-8")
    rules = load_rule_set(str(path))
    values = {rule.id: rule.value for rule in rules.rules}
    assert (rules.name, rules.title.en, rules.title.nl) == ("club", "Our club", "Onze club")
    assert rules.options.minimum_doublings == 1
    assert (values["mahjong"], values["tweelingen_van_troefstenen"]) == (30, 1500)
    assert not any(rule.id == "pure_eenvoud" and rules.in_force(rule) for rule in rules.rules)
    hand = ["score", "--rules", str(path), "--json", "--seat", "east", "--round", "south"]
    three_springs = [*hand, "--win", "discard", "--hand", "456m456p456s11777z @4m"]
    assert '"drie_lentes", "points": 800' in run(three_springs).stdout


def test_the_error_of_the_page_is_the_one_that_is_printed(tmp_path, monkeypatch):
    (error,) = (block for block in of("text") if block.text.startswith("rekje: club.toml"))
    (block,) = of("toml")
    wrong, right = re.search(r"no rule '(\w+)'; did you mean '(\w+)'", error.text).groups()
    (tmp_path / "club.toml").write_text(block.text.replace(f"{right} =", f"{wrong} ="), "utf-8")
    monkeypatch.chdir(tmp_path)
    found = run(["rules", "club.toml"])
    assert (found.exit_code, found.stderr) == (2, error.text)


def test_the_patterns_of_the_page_are_those_of_the_rule_sets():
    page = (ROOT / "docs/rule-sets.md").read_text("utf-8")
    table = page[page.index("| hand | pattern |") :]
    shown = re.findall(r"^\| [a-z ]+ \| `(.+)` \|$", table, re.MULTILINE)
    used = {
        rule.pattern
        for name in ("nts", "nts2002", "rode-draak")
        for rule in load_rule_set(name).limits
    }
    assert len(shown) == table.count("\n") - 2
    for pattern in shown:
        assert compile_pattern(pattern, (Wind.EAST, Wind.SOUTH))
        assert pattern in used


def test_every_block_of_the_pages_is_taken():
    """A block that none of these tests looks at would be one that nobody checks."""
    taken = {id(block) for block, *_ in (*SHOWN, *CALLED)}
    taken |= {id(block) for block in (*of("python"), *of("toml"))}
    left = [block for block in BLOCKS if id(block) not in taken]
    unknown = [
        str(block)
        for block in left
        if "pytest" not in block.text and not block.text.startswith("rekje: club.toml")
    ]
    assert unknown == []
    assert len(SHOWN) >= 4

"""What is installed: every folder of the source, and the data that the code reads."""

import tomllib
from importlib.resources import files
from pathlib import Path

from rekje.scoring.rulefile import RULE_SETS

ROOT = Path(__file__).resolve().parents[1]


def test_every_folder_of_the_source_is_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    folders = {
        ".".join(("rekje", *init.parent.relative_to(ROOT).parts))
        for init in ROOT.rglob("__init__.py")
        if not {"tests", "build", ".venv"} & set(init.relative_to(ROOT).parts)
    }
    assert set(project["tool"]["setuptools"]["packages"]) == folders


def test_the_rule_sets_lie_in_the_package():
    for name in RULE_SETS:
        assert (files("rekje.scoring") / "rulesets" / f"{name}.toml").is_file()
    assert (files("rekje") / "py.typed").is_file()

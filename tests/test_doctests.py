"""The examples in the docstrings of the installed package."""

import doctest
import importlib
import pkgutil

import pytest

import rekje

FOLDERS = ("datasets", "models", "scoring", "vision", "web")


def modules():
    """Yield the name of every module of the package; `rekje.tests` and the like are no part."""
    yield from ("rekje", "rekje.cli")
    for folder in pkgutil.iter_modules(rekje.__path__):
        if folder.name in FOLDERS:
            package = importlib.import_module(f"rekje.{folder.name}")
            yield package.__name__
            found = pkgutil.walk_packages(package.__path__, package.__name__ + ".")
            yield from (module.name for module in found if "training" not in module.name)


@pytest.mark.parametrize("name", sorted(modules()))
def test_examples_of(name):
    found = doctest.testmod(importlib.import_module(name))
    assert not found.failed

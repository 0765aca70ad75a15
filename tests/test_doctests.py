"""The examples in the docstrings of the installed package."""

import doctest
import importlib
import pkgutil

import pytest
import rekje.scoring


def _modules(package):
    yield package.__name__
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        yield info.name


@pytest.mark.parametrize("name", sorted(_modules(rekje.scoring)))
def test_examples_of(name):
    found = doctest.testmod(importlib.import_module(name))
    assert not found.failed

"""The examples in the docstrings of the loader and the evaluation."""

import doctest
import importlib
import pkgutil

import pytest

import rekje.models.evaluation as package

NAMES = [info.name for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]


@pytest.mark.parametrize("name", [*NAMES, "rekje.models.metadata", "rekje.models.session"])
def test_examples_of(name: str) -> None:
    assert not doctest.testmod(importlib.import_module(name)).failed

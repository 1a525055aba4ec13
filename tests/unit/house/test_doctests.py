"""The examples in docstrings are true."""

import doctest
import importlib
import inspect

import pytest

from tests.conftest import ROOT


def modules_with(mark: str, *folders: str) -> list[str]:
    """Name the modules that hold a text."""
    return sorted(
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for folder in folders
        for file in (ROOT / folder).rglob("*.py")
        if mark in file.read_text(encoding="utf-8")
    )


MODULES = modules_with(">>>", "bpe", "ui")
PUBLIC = modules_with("\n__all__ = ", "bpe")


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_come_out_as_written(name):
    """Every module with an example, found by its prompt; none of them fails."""
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_has_an_example(module):
    """In what is said of it; of what is no class or function, in what is said of the module."""
    home, parse = importlib.import_module(module), doctest.DocTestParser().get_examples
    without = []
    for name in home.__all__:
        value = getattr(home, name)
        own = inspect.isclass(value) or inspect.isfunction(value)
        examples = parse((value if own else home).__doc__)
        if not [each for each in examples if own or name in each.source]:
            without.append(name)
    assert without == []

"""The examples in docstrings are true."""

import doctest
import importlib
from pathlib import Path

from tests.cases import for_each

ROOT = Path(__file__).resolve().parents[3]
MODULES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("bpe", "ui")
    for file in (ROOT / folder).rglob("*.py")
    if ">>>" in file.read_text(encoding="utf-8")
)


@for_each("name", MODULES)
def test_the_examples_of_a_module_come_out_as_written(name):
    """Every module with an example, found by its prompt; none of them fails."""
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


def test_the_engine_shows_examples():
    """The package's own example is among them."""
    assert "bpe" in MODULES

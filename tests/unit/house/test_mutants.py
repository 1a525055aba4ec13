"""The faults that `make mutants` puts in are the ones it says, and programs."""

import ast
import tomllib
from importlib import import_module

import pytest

from tests.conftest import ROOT


@pytest.fixture
def faults_in(monkeypatch):
    """Return the changed texts of a source of one line, by language."""
    monkeypatch.syspath_prepend(ROOT / "tests" / "mutants")

    def faults_in(language: str, source: str) -> set[str]:
        found = import_module(f"of_{language}").mutants(source)
        return {mutant.of(source) for mutant in found}

    return faults_in


def test_python_faults_are_small_and_compile(faults_in):
    """Operators, constants, conditions and dropped parts, inside f-strings too; no annotation."""
    found = faults_in(
        "python", 'def f(a: int) -> str:\n    return f"{a + 1}" if a < 2 else g(a, 3)\n'
    )
    for text in ["a - 1", "a <= 2", "not a < 2", "a < 3", "g(3, a)", "return None", "a + 2"]:
        assert any(text in one for one in found), text
    assert all("(a: int) -> str" in one and ast.parse(one) for one in found)
    assert not faults_in("python", '"""Nothing to change."""\nimport os\n')


def test_javascript_faults_know_a_string_from_code(faults_in):
    """Signs in strings, comments and regular expressions are no operators."""
    found = faults_in("javascript", 'if (a < b) c("x<y"); // a < b\nd = e.replace(/a<b/g, "");\n')
    for text in ["a <= b", "!(a < b)", '"x<yXX"', "// a < b\n;\n"]:
        assert any(text in one for one in found), text
    assert all("// a < b" in one for one in found)
    assert all("/a<b/g" in one for one in found if "d = e" in one)


def test_faults_in_templates_and_signs_of_numbers(faults_in):
    """What stands in `${...}` is code; a minus before a number is not a difference."""
    found = faults_in("javascript", "x = `w ${a + b}px`;")
    assert "x = `w ${a - b}px`;" in found
    assert "x = 1;" in faults_in("javascript", "x = -1;")


def test_a_fault_that_no_test_can_tell_is_of_a_line_that_is_there():
    """One whose line has moved, or gone, would excuse nothing, and nobody would see it."""
    listed = tomllib.loads((ROOT / "tests/mutants/equivalent.toml").read_text(encoding="utf-8"))
    for each in listed["mutant"]:
        assert each["was"] in (ROOT / each["module"]).read_text(encoding="utf-8"), each

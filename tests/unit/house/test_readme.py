"""README, ARCHITECTURE, CONTRIBUTING and the examples in docstrings are correct."""

import ast
import doctest
import importlib
import inspect
import io
import re
import shlex
import sys

import pytest
from packaging.requirements import Requirement

from bpe import PRESETS
from bpe.__main__ import COMMANDS as COMMANDS_OF_ENGINE
from bpe.__main__ import main
from tests.conftest import ROOT
from tests.unit.house.imports import graph, package_of
from ui.catalogue import catalogue
from ui.pages import PAGES

README, ARCHITECTURE, CONTRIBUTING = (
    (ROOT / f"{name}.md").read_text(encoding="utf-8")
    for name in ("README", "ARCHITECTURE", "CONTRIBUTING")
)
DOCS = {file.stem: file.read_text(encoding="utf-8") for file in ROOT.glob("docs/*.md")}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


def test_the_examples_print_what_they_say():
    """Each expression with a comment after it evaluates to the value in the comment."""
    names, compared = {}, 0
    for line in "".join(EXAMPLES).splitlines():
        code, _, comment = line.partition("  # ")
        if comment:
            assert eval(code, names) == ast.literal_eval(comment)
            compared += 1
        else:
            exec(code, names)
    assert compared >= 3


COMMANDS = [
    line
    for text in (README, DOCS["commands"])
    for block in re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)
    for line in block.splitlines()
]


def test_every_command_runs_as_it_is_printed(monkeypatch, tmp_path, capsys):
    """All commands run in order, in a folder with the samples, without a browser or a server.

    `uvx` is replaced by the installed command; test_installed.py installs a wheel.
    """
    (tmp_path / "sample_corpora").symlink_to(ROOT / "sample_corpora")
    monkeypatch.chdir(tmp_path)
    opened, tried = [], set()
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("bpe.commands.run.run_module", lambda *given, **named: None)
    monkeypatch.setattr(sys, "argv", [])
    for line in COMMANDS:
        before, _, command = line.rpartition("| ")
        typed = io.BytesIO(" ".join(shlex.split(before)[1:]).encode())
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typed))
        name, *arguments = shlex.split(command, comments=True)
        if name == "uvx":
            option, source, name, *arguments = arguments
            assert (option, Requirement(source).extras) == ("--from", {"app"})
        if name == "make":
            assert f"\n{arguments[0]}" in MAKEFILE or f" {arguments[0]}" in MAKEFILE
        elif name not in ("git", "cd"):
            assert (name, main(arguments)) == ("bpe-explainer", 0), capsys.readouterr().err
            tried.add(arguments[0])
    assert tried == {*COMMANDS_OF_ENGINE}
    assert [address.rpartition("/")[2] for address in opened] == [
        "six-words.bpe.html",
        "fables.html",
    ]


def test_the_readme_is_one_page_and_names_every_page_and_scheme():
    """The README has at most 900 words; its tables list all pages and all schemes."""
    assert len(README.split()) <= 900
    titles = {catalogue("en")[f"{page.name}.title"] for page in PAGES}
    rows = set(re.findall(r"^\| `?([^|`]+?)`? \|", README, flags=re.MULTILINE))
    assert rows - {"page", "scheme"} == titles | {*PRESETS}


def reading_order() -> list[str]:
    """Return the packages and modules in the table of the reading order, from top to bottom."""
    _, _, table = ARCHITECTURE.partition("## Packages in reading order")
    rows = re.findall(r"^\| (`.*?) \|", table.partition("\n## ")[0], flags=re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(.*?)`", row)]


def test_the_reading_order_has_every_package_and_each_after_those_it_uses():
    order = reading_order()
    assert [path for path in order if not (ROOT / path).exists()] == []
    packages = {f"{file.parent.relative_to(ROOT)}/" for file in ROOT.glob("[bu]*/*/__init__.py")}
    engine = {f"bpe/{file.name}" for file in ROOT.glob("bpe/*.py")}
    assert packages | engine <= {*order}
    place = {
        path.strip("/").removesuffix(".py").removesuffix("/__init__").replace("/", "."): number
        for number, path in enumerate(order)
    }
    early = {
        (package_of(module), package_of(used))
        for module, targets in graph().items()
        for used in targets
        if place.get(package_of(module), 99) < place.get(package_of(used), -1)
    }
    assert early == set()


def test_links_and_files_that_are_named_exist():
    """Relative links, and paths in code, lead to existing files."""
    for text in (README, ARCHITECTURE, CONTRIBUTING, *DOCS.values()):
        for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
            assert (ROOT / link).exists(), link
        for path in re.findall(r"`((?:bpe|ui|tests|deploy|locales|pages)/[\w/.]+)`", text):
            assert (ROOT / path).exists() or "vowels" in path, path


def modules_with(mark: str, *folders: str) -> list[str]:
    """Return the names of modules whose source contains a text."""
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
    """The doctests of every module with a prompt pass, and there is at least one."""
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_has_an_example(module):
    """The example is in the docstring of a class or function, otherwise in that of the module."""
    home, parse = importlib.import_module(module), doctest.DocTestParser().get_examples
    without = []
    for name in home.__all__:
        value = getattr(home, name)
        own = inspect.isclass(value) or inspect.isfunction(value)
        examples = parse((value if own else home).__doc__)
        if not [each for each in examples if own or name in each.source]:
            without.append(name)
    assert without == []

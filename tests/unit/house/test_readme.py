"""README, ARCHITECTURE, CONTRIBUTING and the examples in docstrings keep their word."""

import ast
import doctest
import importlib
import inspect
import io
import re
import shlex
import sys

import pytest

from bpe.__main__ import main
from tests.conftest import ROOT
from tests.unit.house.imports import graph

README, ARCHITECTURE, CONTRIBUTING = (
    (ROOT / f"{name}.md").read_text(encoding="utf-8")
    for name in ("README", "ARCHITECTURE", "CONTRIBUTING")
)
EXAMPLES = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


def test_the_examples_print_what_they_say():
    """Each expression with a comment behind it has the value in the comment."""
    names, compared = {}, 0
    for line in "".join(EXAMPLES).splitlines():
        code, _, comment = line.partition("  # ")
        if comment:
            assert eval(code, names) == ast.literal_eval(comment)
            compared += 1
        else:
            exec(code, names)
    assert compared >= 3


def test_the_commands_run_as_they_stand_on_files_that_are_there(monkeypatch, tmp_path, capsys):
    """One after the other, in a folder with the samples; patterns are expanded by the command."""
    (tmp_path / "sample_corpora").symlink_to(ROOT / "sample_corpora")
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```sh\n(bpe-explainer .*?)```", README, flags=re.DOTALL)
    tried = set()
    for line in block.splitlines():
        before, _, command = line.rpartition("| ")
        typed = io.BytesIO(" ".join(shlex.split(before)[1:]).encode())
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typed))
        name, *arguments = shlex.split(command, comments=True)
        assert (name, main(arguments)) == ("bpe-explainer", 0), capsys.readouterr().err
        tried.add(arguments[0])
    assert tried == {"train", "encode", "check", "count"}


def reading_order() -> list[str]:
    """List what the table names, from top to bottom: files and folders, by their paths."""
    _, _, table = ARCHITECTURE.partition("## The files in reading order")
    paths = []
    for row in re.findall(r"^\| (`.*?) \|", table.partition("\n## ")[0], flags=re.MULTILINE):
        folder = ""
        for name in re.findall(r"`(.*?)`", row):
            if folder and not name.endswith(("/", ".py")):
                paths.append(f"{folder}{name}.py")
            else:
                folder = name if name.endswith("/") else ""
                paths.append(name)
    return paths


def test_the_reading_order_names_what_exists_every_room_and_nothing_before_what_it_uses():
    """A reader finds each file, and everything is known when it is met."""
    named = [path for path in reading_order() if "<" not in path]
    assert [path for path in named if not (ROOT / path).exists()] == []
    named = set(reading_order())
    engine = {file.relative_to(ROOT).as_posix() for file in ROOT.glob("bpe/**/*.py")}
    assert {file for file in engine if not file.endswith("/__init__.py")} <= named
    built = {"home", *(page.stem for page in ROOT.glob("pages/*.py"))}
    rooms = {file.parent.name for file in ROOT.glob("ui/*/__init__.py")}
    assert {f"ui/{room}/" for room in rooms - built} <= named
    order = reading_order()
    place = {path: number for number, path in enumerate(order)}
    early = {
        (module, used)
        for module, targets in graph().items()
        for used in targets
        if (here := place.get(f"{module.replace('.', '/')}.py")) is not None
        and here < place.get(f"{used.replace('.', '/')}.py", -1)
    }
    assert early == set()


def test_links_and_files_that_are_named_exist():
    """Relative links, and files in the ways of a text and of a step."""
    for text in (README, ARCHITECTURE, CONTRIBUTING):
        for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
            assert (ROOT / link).exists(), link
        for path in re.findall(r"`((?:bpe|ui|tests|deploy|locales|pages)/[\w/.]+)`", text):
            assert (ROOT / path).exists() or "vowels" in path, path


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

"""The README keeps its word."""

import ast
import re
from pathlib import Path

import pytest

from bpe import PRESETS

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
PATHS = re.findall(r"^\| (`.*?`) \|", README, flags=re.MULTILINE)


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


@pytest.mark.parametrize(
    "path", [p for p in re.findall(r"`(.*?)`", " ".join(PATHS)) if "<" not in p]
)
def test_every_file_in_the_reading_order_exists(path):
    """A reader who follows the list finds each file."""
    assert (ROOT / path).exists()


def test_every_command_is_a_target_of_make():
    """What a newcomer is told to type is there to be typed."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = re.findall(r"^make (\w+)", README, flags=re.MULTILINE)
    assert set(commands) >= {"app", "test"}
    for command in commands:
        assert re.search(rf"^([\w ]+ )?{command}\b[\w ]*:", makefile, flags=re.MULTILINE)


def test_the_names_of_presets_are_real():
    """Every preset is named in the README."""
    assert all(f"`{name}`" in README or f'`"{name}"`' in README for name in PRESETS)


def test_the_picture_is_there():
    """The README shows what it describes."""
    (picture,) = re.findall(r"!\[.+?\]\((.+?)\)", README, flags=re.DOTALL)
    assert (ROOT / picture).is_file()

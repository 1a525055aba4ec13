"""An address and the choices that it stands for: each is made from the other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ui.shell.choices import SHARED, Choices
from ui.shell.pages import PAGES

CHOICES = (*SHARED, *(choice for page in PAGES for choice in page.choices))
NAMES = tuple(choice.name for choice in CHOICES)
TEXTS = tuple(dict.fromkeys(["text", *(name for page in PAGES for name in page.carries)]))
"""Texts that a link carries, where the reader asks for it."""

CARRIED = (*TEXTS, "tab", "hide", "at", "play")
"""What a link carries besides the choices; gone with the next one. `at` names a place of the page,
`play` is "1" where its player begins to play by itself, once."""

_AREAS = {name: page.name for page in reversed(PAGES) for name in page.carries}
_AREAS |= {choice.name: page.name for page in PAGES for choice in page.choices}


@dataclass(frozen=True)
class Problem:
    """A value of the address that could not be used; the default stands in for it."""

    name: str
    value: str

    @property
    def sentence(self) -> str:
        """The key of the sentence that says so: in the catalogue of the page that it is of."""
        return f"{area_of(self.name)}.address_{self.name}"


def area_of(name: str) -> str:
    """Return the catalogue that has the sentences about a name of the address."""
    return _AREAS.get(name, "errors")


def parse(query: Mapping[str, str], own_texts: frozenset[str]) -> tuple[Choices, list[Problem]]:
    """Read an address's query; a broken value becomes the default and a problem.

    `own_texts` names the kinds of own text that this session holds.
    """
    values: dict[str, Any] = {}
    problems = []
    for choice in CHOICES:
        text = query.get(choice.name)
        if text is None:
            continue
        is_own = text in choice.own and text in own_texts
        value = text if is_own else choice.read(text)
        if value is None:
            problems.append(Problem(choice.name, text))
        values[choice.name] = value
    return Choices().but(**values), problems


def as_query(choices: Choices) -> dict[str, str]:
    """Write what differs from the defaults, as an address carries it."""
    values = {name: choices.get(name) for name in NAMES}
    return {name: str(value) for name, value in values.items() if value is not None}

"""All pages that there are, found by their scripts, in the order of the menu."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from ui.shell.choices import SHARED, Choice, Choices, free_text, one_of
from ui.shell.page import GROUPS, HOME, Page

_SCRIPTS = Path(__file__).resolve().parents[2] / "pages"

PAGES: tuple[Page, ...] = tuple(
    sorted(
        (
            import_module(f"ui.{name}").PAGE
            for name in (HOME, *(script.stem for script in _SCRIPTS.glob("*.py")))
        ),
        key=lambda page: (GROUPS.index(page.group), page.place),
    )
)


def page_named(name: str) -> Page:
    """Return the page of this name."""
    return next(page for page in PAGES if page.name == name)


LONGEST_IN_LINK = 1_500
"""Characters of a text or a sentence that an address may carry."""

CHOICES = (*SHARED, *(choice for page in PAGES for choice in page.choices))
NAMES = tuple(choice.name for choice in CHOICES)
HERE: dict[str, Any] = dict.fromkeys(choice.name for choice in CHOICES if choice.here)
"""What no link says: the choices of a page alone, none of them made."""

TEXTS = tuple(dict.fromkeys(["text", *(name for page in PAGES for name in page.carries)]))
"""Texts that a link carries, where the reader asks for it."""

ONCE = (
    *(Choice(name, free_text(LONGEST_IN_LINK, least=0)) for name in TEXTS),
    Choice("kept", free_text(LONGEST_IN_LINK)),
    Choice("tab", free_text(LONGEST_IN_LINK, least=0)),
    Choice("hide", one_of("01")),
    Choice("play", one_of("1")),
)
"""What a link carries besides the choices; gone with the next one. `kept` is a query of its own:
what else the page keeps, by key. `play` is "1" where the player of the page begins to play by
itself."""

CARRIED = tuple(choice.name for choice in ONCE)

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

    `own_texts` names the kinds of own text that this session holds; a link can bring one.
    """
    values: dict[str, Any] = {}
    problems = []
    for choice in (*ONCE, *CHOICES):
        said = query.get(choice.name)
        if said is None:
            continue
        held = own_texts if values.get("text") is None else {*own_texts, "pasted"}
        values[choice.name] = said if said in {*choice.own} & held else choice.read(said)
        if values[choice.name] is None:
            problems.append(Problem(choice.name, said))
    return Choices().with_(**values), problems


def as_query(choices: Choices) -> dict[str, str]:
    """Write what differs from the defaults, as an address carries it."""
    return {name: str(choices[name]) for name in NAMES if name in choices}

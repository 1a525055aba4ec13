"""The headings of a page: what a screen reader lists to find its way."""

import itertools

from playwright.sync_api import Page

from tests.browser.helpers import eventually
from ui.catalogue import catalogue

_HEADINGS = """() => {
    const found = [];
    const walk = (node) => {
        if (node.matches?.("h1, h2, h3, h4, h5, h6") && node.checkVisibility())
            found.push([Number(node.localName[1]), node.innerText]);
        for (const child of (node.shadowRoot ?? node).children) walk(child);
    };
    walk(document.querySelector(".stMain"));
    return found;
}"""


def title(name: str, lang: str) -> str:
    """Return the heading of the first level of a page of the menu."""
    return catalogue(lang)["common.app_name" if name == "home" else f"{name}.title"]


def assert_headings(page: Page, name: str, lang: str = "en") -> None:
    """The page's title is its one heading of the first level; the others go down level by level."""

    def check() -> None:
        headings = page.evaluate(_HEADINGS)
        levels = [level for level, _ in headings]
        assert headings[0] == [1, title(name, lang)]
        assert levels.count(1) == 1, headings
        skipped = [pair for pair in itertools.pairwise(headings) if pair[1][0] > pair[0][0] + 1]
        assert not skipped

    eventually(page, check)

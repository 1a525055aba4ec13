"""How much stands on a page's first screen beside its picture: what can be used, and words.

`python -m tests.browser.first_screen <address>` prints a table of all pages of a running app.
"""

import sys
from typing import TypedDict

from playwright.sync_api import Page, sync_playwright

from tests.browser.helpers import LOOKS, go, settle
from tests.browser.provision import ARGUMENTS, find_chromium
from ui.shell.pages import PAGES

CONTROLS, WORDS = 18, 120
"""The most of each on a screen of 1366 x 768 pixels."""


class Screen(TypedDict):
    """What stands there: the names of controls, and the words."""

    controls: list[str]
    words: list[str]


def first_screen(page: Page) -> Screen:
    """Return what stands on the first screen of a page; the menu is not part of it."""
    return page.evaluate("looks.firstScreen")


def assert_is_one_act(page: Page) -> None:
    """Fail where a reader sees more at first than they can look at."""
    seen = first_screen(page)
    assert len(seen["controls"]) <= CONTROLS, seen["controls"]
    assert len(seen["words"]) <= WORDS, " ".join(seen["words"])


def _table(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*ARGUMENTS])
        page = browser.new_page(viewport={"width": 1366, "height": 768}, locale="en-US")
        page.add_init_script(LOOKS)
        page.goto(address)
        settle(page)
        for each in PAGES:
            go(page, "" if each.name == "home" else each.name)
            seen = first_screen(page)
            print(f"{each.name:14}", *(f"{len(part):4}" for part in seen.values()))


if __name__ == "__main__":
    _table(sys.argv[1])

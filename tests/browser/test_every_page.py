"""Every tab of every page: without a fault by axe, and no wider than a phone.

One tab of the browser goes from page to page, so that the app is loaded once.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.headings import title
from tests.browser.helpers import assert_accessible, go, in_theme, settle
from ui.shell.pages import PAGES

LANGUAGES = ("en", "zh")

# What is wider than the window or than the page's own room.
_TOO_WIDE = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    return [document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth];
}"""


@pytest.fixture(scope="module")
def desk(staying_tab) -> Page:
    """A tab on a laptop."""
    return staying_tab(1280, 900)


@pytest.fixture(scope="module")
def phone(staying_tab) -> Page:
    """A tab on a phone."""
    return staying_tab(390, 844)


@pytest.mark.parametrize(("at", "page"), [*enumerate(page.name for page in PAGES)])
def test_no_tab_violates_wcag(desk, at, page):
    """Zero WCAG A and AA violations on every tab: one page in the light, the next in the dark."""
    with in_theme(desk, "dark" if at % 2 else "light"):
        go(desk, "" if page == "home" else page, lang=LANGUAGES[at // 2 % 2])
        expect(desk.locator("h1")).to_have_text(title(page, LANGUAGES[at // 2 % 2]))
        assert_accessible(desk)
        for tab in desk.get_by_role("tab").all()[1:]:
            tab.click()
            settle(desk)
            assert_accessible(desk, "[data-testid=stTabs]")


STACKED = {
    "check": (".verdict", ".agreement", ".player"),
    "models": (".pair .map >> nth=0", ".pair .map >> nth=1"),
    "life": (".skyline .grip",),
    "train": (".player .buttons", ".player .slider"),
}
"""What stands on a phone one below the other, each within its width."""


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_nothing_is_wider_than_a_phone(phone, page):
    """On no tab; tables scroll in themselves."""
    go(phone, "" if page == "home" else page, lang="zh")
    bottom = 0
    for selector in STACKED.get(page, ()):
        box = phone.locator(selector).bounding_box()
        assert (box["x"] >= 0, box["x"] + box["width"] <= 390) == (True, True), selector
        assert box["y"] >= bottom, selector
        bottom = box["y"] + box["height"]
    for tab in [None, *phone.get_by_role("tab").all()[1:]]:
        if tab:
            tab.click()
            settle(phone)
        document, main = phone.evaluate(_TOO_WIDE)
        assert document <= 0
        assert main <= 0 or page == "models", "whose chapters scroll a little inside the window"

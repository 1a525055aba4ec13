"""One run goes through the pages in a real browser: menu, links, Back and Forward, reload."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.helpers import becomes, open_group, settle


def query(page: Page) -> dict[str, str]:
    """Return the query of the browser's address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def menu(page: Page, name: str, path: str) -> Page:
    """Click a page in the menu, its group first where that is closed; wait until it is there."""
    open_group(page, path)
    page.get_by_test_id("stSidebar").get_by_role("link", name=name).click()
    page.wait_for_url(re.compile(rf"/{path}(\?|$)"))
    return settle(page)


def at(page: Page, step: int) -> None:
    """Expect the player to stand at a step."""
    expect(page.get_by_role("spinbutton", name="Go to step")).to_have_value(str(step))


def test_the_run_just_watched_is_encoded_with_and_comes_back(open_app):
    """Menu, Back and reload find corpus, scheme and step; nothing warns."""
    page = open_app("train")
    page.get_by_role("button", name="Next step").click()
    at(page, 4)
    page.wait_for_url("**step=4**")
    settle(page)
    menu(page, "Encode and decode", "encode")
    becomes(page, lambda: query(page), {"corpus": "six-words", "step": "4"})
    expect(page.get_by_role("slider", name="Merges the tokenizer has")).to_have_value("4")
    menu(page, "Bytes", "bytes")
    becomes(page, lambda: query(page)["corpus"], "six-words")
    menu(page, "Unigram", "unigram")
    menu(page, "Step through BPE", "train")
    at(page, 4)
    current = page.get_by_role("navigation", name="Pages").locator("a[aria-current=page]")
    expect(current).to_have_text(re.compile("Step through BPE"))
    page.get_by_role("button", name="Next step").click()
    way = page.get_by_role("link", name="Encode and decode", exact=True)
    way.hover()
    expect(way).to_have_attribute("href", re.compile("step=5"))
    page.get_by_role("button", name="Previous step").click()
    way.hover()
    expect(way).to_have_attribute("href", re.compile("step=4"))
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
    page.reload()
    settle(page)
    at(page, 4)
    page.go_back()
    page.wait_for_url(re.compile("/unigram"))
    settle(page)
    page.go_forward()
    page.wait_for_url(re.compile("/train"))
    settle(page)
    at(page, 4)
    expect(page.get_by_test_id("stAlert")).to_have_count(0)

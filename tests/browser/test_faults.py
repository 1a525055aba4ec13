"""A new server, and a restarted one: the page continues at the reader's place."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import free_port, running_server
from tests.browser.helpers import LOOKS, becomes, open_details, query, settle
from tests.browser.training import at_step
from ui.catalogue import catalogue
from ui.pages import PAGES
from ui.state import GROUPS


def assert_shows_what_it_says(page: Page) -> None:
    """Expect the title, language, menu, address and run of the link."""
    expect(page.get_by_role("heading", level=1)).to_have_text(catalogue("zh")["train.title"])
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    assert_menu_has_one_group_open(page)
    run = {"corpus": "six-words", "scheme": "huggingface", "step": "2"}
    becomes(page, lambda: query(page), {**run, "lang": "zh"})
    at_step(page, 2)


def assert_menu_has_one_group_open(page: Page) -> None:
    """The menu opens the group of the page first, and then the group whose name is pressed.

    An open group has the links of its pages, and opening a group sends no request.
    """
    words, asked = catalogue("zh"), page.evaluate("window.wire.asked")
    menu = page.get_by_role("navigation", name=words["common.menu"])
    links, groups = menu.get_by_role("link"), menu.get_by_role("button")
    expect(groups.first).to_have_attribute("aria-expanded", "true")
    for number, group in enumerate(GROUPS):
        name = groups.nth(number)
        expect(name).to_have_text(words[f"nav.group_{group}"])
        if number:
            name.press("Enter")
        inside = [each for each in PAGES if each.group == group]
        expect(links).to_have_count(len(inside))
        expect(links.last).to_contain_text(words[f"{inside[-1].name}.title"])
    for is_open in ("true", "false", "true"):
        groups.first.click()
        expect(groups.first).to_have_attribute("aria-expanded", is_open)
    assert page.evaluate("window.wire.asked") == asked


def test_a_server_that_comes_back_finds_run_and_step(browser, open_app, tmp_path: Path):
    """A new server knows nothing of the reader; the page sends it the run and step of its address.

    The first request to the old server is for a link to a run: no page needs another one first.
    """
    port = free_port()
    page = browser.new_page()
    page.add_init_script(LOOKS)
    with running_server(tmp_path / "first.txt", port) as address:
        shared = open_app(
            "train", at=address, lang="zh", corpus="six-words", scheme="huggingface", step=2
        )
        assert_shows_what_it_says(shared)
        shared.close()
        page.goto(f"{address}/train?corpus=hug&scheme=huggingface&step=1")
        settle(page)
        for _ in range(2):
            page.get_by_role("button", name="Next step").click()
        open_details(page)
        expect(page.get_by_role("heading", name="All pairs after step 3")).to_be_visible()
        settle(page)
    page.wait_for_selector(
        "[data-test-connection-state]:not([data-test-connection-state=CONNECTED])"
    )
    page.evaluate("() => { window.stayed = true }")
    with running_server(tmp_path / "second.txt", port):
        settle(page)
        assert page.evaluate("window.stayed"), "The page was loaded anew."
        expect(page.locator(".player")).to_have_attribute("data-step", "3")
        way = page.get_by_role("link", name="Encode and decode").first
        way.hover()
        expect(way).to_have_attribute("href", re.compile("step=3"))
        open_details(page)
        expect(page.get_by_role("heading", name="All pairs after step 3")).to_be_visible()
        assert re.search(r"corpus=hug.*step=3", page.url)
        page.get_by_role("button", name="Next step").click()
        open_details(page)
        expect(page.get_by_role("heading", name="All pairs after step 4")).to_be_visible()
    page.close()

"""A server that goes away and comes back: the page goes on by itself where the reader was."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import free_port, running_server
from tests.browser.helpers import WIRE, look_below, settle


def test_a_server_that_comes_back_finds_run_and_step(browser, tmp_path: Path):
    """The new server knows nothing of the reader; the page tells it what its address says."""
    port = free_port()
    page = browser.new_page()
    page.add_init_script(WIRE)
    with running_server(tmp_path / "first.txt", port) as address:
        page.goto(f"{address}/train?corpus=hug&scheme=huggingface&step=1")
        settle(page)
        for _ in range(2):
            page.get_by_role("button", name="Next step").click()
        look_below(page)
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
        look_below(page)
        expect(page.get_by_role("heading", name="All pairs after step 3")).to_be_visible()
        assert re.search(r"corpus=hug.*step=3", page.url)
        way = page.get_by_role("link", name="Encode and decode").first
        expect(way).to_have_attribute("href", re.compile("step=3"))
        page.get_by_role("button", name="Next step").click()
        look_below(page)
        expect(page.get_by_role("heading", name="All pairs after step 4")).to_be_visible()
    page.close()

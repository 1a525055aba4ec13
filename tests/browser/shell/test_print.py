"""Printing: the whole picture and open table, no controls, and the address."""

from tests.browser.helpers import go, printed_pages, settle
from ui.pages import PAGES


def test_paper_has_the_picture_and_the_table_whole_and_no_controls(open_app):
    """Nothing is cut off on paper, and the only buttons are words, pairs and the open tab."""
    page = open_app("train", step=5, height=560, tab="pairs")
    menu, controls = page.locator(".stSidebar"), page.locator(".player .controls")
    assert menu.is_visible()
    assert controls.is_visible()
    assert page.evaluate("looks.cut") != [], "on the screen the table scrolls"
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=6**")
    page.emulate_media(media="print")
    try:
        settle(page)
        assert not menu.is_visible()
        assert not controls.is_visible()
        pressed = page.locator("button:not(.name, .pair, [role=tab][aria-selected=true])")
        assert [
            each.evaluate("e => e.outerHTML") for each in pressed.all() if each.is_visible()
        ] == []
        assert page.evaluate("looks.cut") == []
        assert page.locator(".player .words .token").first.is_visible()
        assert page.locator(".record-grid tbody tr").last.is_visible()
        below = "getComputedStyle(document.querySelector('.stMainBlockContainer'), '::before')"
        assert page.evaluate(f"{below}.content") == f'"{page.url}"'
    finally:
        page.emulate_media(media="screen")


def test_paper_has_each_page_s_title_whole_and_no_other_way_to_a_page(open_app):
    """The sentence about the next page is not printed.

    The home page with its list of pages takes two sheets, a page with a picture takes one.
    """
    page = open_app(width=718)  # as wide as A4 between its margins
    page.emulate_media(media="print")
    try:
        settle(page)
        links = [each for each in page.get_by_test_id("stPageLink").all() if each.is_visible()]
        titles = page.locator(".st-key-home_pages").get_by_test_id("stPageLink")
        assert len(links) == titles.count() == len(PAGES)
        cut = (
            "root => [root, ...root.querySelectorAll('*')].some(e => e.scrollWidth > e.offsetWidth)"
        )
        assert [each.inner_text() for each in titles.all() if each.evaluate(cut)] == []
        assert not page.locator(".st-key-way_on_next").is_visible()
        assert printed_pages(page) == 2
        assert printed_pages(go(page, "bytes")) == 1
    finally:
        page.emulate_media(media="screen")

"""Values that change without a rerun are in the address and never override a choice."""

from playwright.sync_api import expect

from tests.browser.helpers import becomes, choose, open_details, query, settle
from ui.address import in_address


def test_values_are_written_without_an_entry_in_the_history(component_page):
    """A value of None removes its name; the address of another page or history entry stays."""
    [mounted] = component_page(
        lambda: in_address("a", step=3, sentence=None), corpus="hug", sentence="x"
    )
    page = mounted.page
    length = page.evaluate("history.length")
    assert query(page) == {"corpus": "hug", "step": "3"}
    mounted.update(values={"step": None, "sentence": "low & lower"}, entry=True)
    assert query(page) == {"corpus": "hug", "step": "3"}
    mounted.update(values={"step": None, "sentence": "low & lower"}, entry=False)
    assert query(page) == {"corpus": "hug", "sentence": "low & lower"}
    assert page.evaluate("history.length") == length
    page.evaluate("history.replaceState(null, '', '/elsewhere')")
    mounted.update(values={"step": 2})
    assert page.url.endswith("/elsewhere")


def test_a_bare_address_keeps_up_with_slider_tab_text_and_pickers(open_app):
    """Each change appears in the address, and Back restores the values before the last change."""
    page = open_app("bytes")
    slider = page.get_by_role("slider", name="Merges learned so far")
    for step in ("1", "2"):
        slider.press("ArrowRight")
        becomes(page, lambda: query(page), {"step": step})
        settle(page)
    open_details(page, "Pre-tokenization")
    open_details(page, "� in a stream")
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_visible()
    page.get_by_role("textbox", name="Your text").fill("好")
    becomes(page, lambda: query(page), {"step": "2", "tab": "stream", "sentence": "好"})
    settle(page)
    choose(page, "Scheme", "minbpe, basic")
    expected = {"scheme": "minbpe", "tab": "stream", "sentence": "好"}
    becomes(page, lambda: query(page), expected)
    page.go_back()
    becomes(page, lambda: query(page).get("step"), "2")
    settle(page)
    expect(page.get_by_role("textbox", name="Your text")).to_have_value("好")

"""What Ctrl+P gives: the picture and the open table whole, nothing to press, and the address."""

from tests.browser.helpers import settle

# What of the page lies in a box that cuts it off.
CUT = """() => {
    const roots = [document, ...[...document.querySelectorAll("*")].map(e => e.shadowRoot)];
    const boxes = ".record-grid, .player, .words, .side, .caption, .merged, .stMain";
    return roots.filter(Boolean).flatMap(root => [...root.querySelectorAll(boxes)])
        .filter(box => box.getClientRects().length && getComputedStyle(box).overflowY !== "visible")
        .filter(box => box.scrollHeight > box.clientHeight + 1).map(box => box.className);
}"""


def test_paper_has_the_picture_and_the_table_whole_and_no_controls(open_app):
    """Of what can be pressed only words and pairs stay, which are the picture's own."""
    page = open_app("train", step=5, height=560, tab="pairs")
    menu, controls = page.locator(".stSidebar"), page.locator(".player .controls")
    assert menu.is_visible()
    assert controls.is_visible()
    assert page.evaluate(CUT) != [], "on the screen the table scrolls"
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
        assert page.evaluate(CUT) == []
        assert page.locator(".player .words .token").first.is_visible()
        assert page.locator(".record-grid tbody tr").last.is_visible()
        below = "getComputedStyle(document.querySelector('.stMainBlockContainer'), '::after')"
        assert page.evaluate(f"{below}.content") == f'"{page.url}"'
    finally:
        page.emulate_media(media="screen")

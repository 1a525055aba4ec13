"""The player in the app: full screen, and nothing left over on other pages."""

from playwright.sync_api import expect

from tests.browser.helpers import becomes, open_controls, settle
from tests.browser.training import at_step

COUNT_LISTENERS = """() => {
    window.heard = 0;
    const add = window.addEventListener;
    window.addEventListener = function (type, action, options) {
        if (type === "keydown" && options?.signal) {
            window.heard += 1;
            options.signal.addEventListener("abort", () => { window.heard -= 1; });
        }
        return add.call(this, type, action, options);
    };
}"""


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def test_presenting_fills_the_window_and_a_player_that_is_gone_hears_no_keys(open_app):
    """The player fills the window even if full screen is refused; keys work, and Escape leaves."""
    page = open_app("train", step=0, width=1400, height=1000)
    page.evaluate(COUNT_LISTENERS)
    root, present = page.locator(".player"), button(page, "Present")
    open_controls(page)
    small = root.bounding_box()
    for step, way in ((1, ":fullscreen"), (2, ":popover-open")):
        present.click()
        expect(present).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f".player{way}")).to_have_count(1)
        width, height = page.evaluate("[innerWidth, innerHeight]")
        becomes(page, root.bounding_box, {"x": 0, "y": 0, "width": width, "height": height})
        covered = "document.elementFromPoint(5, 5).shadowRoot === null"
        becomes(page, lambda look=covered: page.evaluate(look), False)
        page.keyboard.press("ArrowRight")
        at_step(page, step)
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys for this player")).to_be_visible()
        page.keyboard.press("?")
        page.keyboard.press("Escape")
        expect(present).to_have_attribute("aria-pressed", "false")
        page.wait_for_function("() => !document.fullscreenElement")
        becomes(page, lambda: root.bounding_box()["width"], small["width"])
        at_step(page, step)
        page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(); }")
    assert_leaves_no_listener(page)


def assert_leaves_no_listener(page):
    """Visits to other pages leave no key listener behind; afterwards a press moves one step."""
    listening = []
    for _ in range(2):
        page.get_by_role("link", name="Home").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("BPE, step by step")
        expect(page.locator(".player")).to_have_count(0)
        settle(page)
        page.get_by_role("link", name="Step through BPE").first.click()
        expect(button(page, "Details")).to_be_visible()
        settle(page)
        listening.append(page.evaluate("window.heard"))
    page.wait_for_function("heard => window.heard === heard", arg=listening[0])
    assert listening[0] > 0
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    at_step(page, 3)

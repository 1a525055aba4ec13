"""The player in a browser: keys, focus, motion, traffic, and what it leaves behind."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import becomes, settle

COUNT_MESSAGES = """() => {
    window.sent = 0;
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (message) {
        window.sent += 1;
        send.call(this, message);
    };
}"""
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


@pytest.fixture
def player(open_app):
    """The player of the six words at step 0, the focus on the page's background."""

    def player(**options):
        page = open_app("train", step=0, **options)
        expect(page.locator(".player")).to_have_attribute("data-step", "0")
        page.evaluate("document.activeElement.blur()")
        return page

    return player


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def at(page, step):
    expect(page.locator(".player")).to_have_attribute("data-step", str(step))


def test_the_controls_are_named_stand_in_a_row_and_leave_the_keys_of_others_alone(player):
    """A screen reader finds them; on a laptop they are one row; other fields keep their keys."""
    page = player(width=1400)
    for name in ("First step", "Previous step", "Play", "Next step", "Last step"):
        expect(button(page, name)).to_be_visible()
        box = button(page, name).bounding_box()
        assert min(box["width"], box["height"]) >= 44
    slider = page.get_by_role("slider", name="Step", exact=True)
    assert slider.bounding_box()["width"] > 150
    middles = page.locator(".controls :is(button, select, input)").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(box => box.top + box.height / 2)"
    )
    assert max(middles) - min(middles) < 22, "a row is 44 px high; the slider may sit lower in it"
    caption = page.locator(".caption")
    sentence = (
        "Next: (e, s) occurs 3 times: in highest, lowest, coolest. "
        "Four other pairs tie; the first seen wins."
    )
    expect(caption).to_have_text(sentence)
    tokens = caption.locator("[data-token]").evaluate_all("all => all.map(e => e.dataset.token)")
    assert tokens == ["e", "s"]
    assert caption.locator("q").all_text_contents() == ["highest", "lowest", "coolest"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".spoken")).to_contain_text(sentence)
    page.get_by_role("combobox", name="Speed", exact=True).focus()
    page.keyboard.press("End")
    at(page, 0)
    page.get_by_role("spinbutton", name="Go to step", exact=True).fill("4")
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    page.keyboard.press("Enter")
    at(page, 4)


def test_playing_sends_nothing_and_a_player_that_is_gone_hears_no_keys(player):
    """One message goes to the server when the reader pauses; after coming back a press is one step.

    Also for the small player of the home page, where no bar hides behind the controls.
    """
    page = player(width=1400, height=1000)
    page.evaluate(COUNT_MESSAGES)
    page.get_by_role("combobox", name="Speed", exact=True).select_option("2")
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(800)
    settle(page)
    sent = page.evaluate("window.sent")
    button(page, "Play").click()
    page.wait_for_timeout(1500)
    assert page.evaluate("window.sent") == sent
    button(page, "Pause").click()
    becomes(page, lambda: page.evaluate("window.sent"), sent + 1)
    page.wait_for_timeout(500)
    settle(page)
    assert page.evaluate("window.sent") == sent + 1
    page.evaluate(COUNT_LISTENERS)
    listening = []
    for _ in range(2):
        page.get_by_role("link", name="Home").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("BPE, step by step")
        expect(page.locator(".player")).to_have_count(1)
        settle(page)
        bars, controls = page.locator(".bars").bounding_box(), page.locator(".bar").bounding_box()
        assert bars["y"] + bars["height"] <= controls["y"]
        assert controls["y"] + controls["height"] <= 1000
        page.get_by_role("link", name="Step through BPE").first.click()
        expect(page.get_by_role("button", name="Details")).to_be_visible()
        settle(page)
        page.wait_for_timeout(500)
        listening.append(page.evaluate("window.heard"))
    assert listening[0] == listening[1] > 0
    before = int(page.locator(".player").get_attribute("data-step"))
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    at(page, before + 1)


def test_presenting_fills_the_window(player):
    """With or without leave for the full screen; the keys go on working and Escape leaves."""
    page = player()
    root, present = page.locator(".player"), button(page, "Present")
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
        at(page, step)
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys for this player")).to_be_visible()
        page.keyboard.press("?")
        page.keyboard.press("Escape")
        expect(present).to_have_attribute("aria-pressed", "false")
        page.wait_for_function("() => !document.fullscreenElement")
        becomes(page, lambda: root.bounding_box()["width"], small["width"])
        at(page, step)
        page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(); }")

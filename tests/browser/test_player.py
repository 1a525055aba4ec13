"""The player in a browser: keys, focus, motion, traffic, and what it leaves behind."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import becomes, settle


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


def test_every_control_has_its_name(player):
    """A screen reader finds the controls by the names of the design."""
    page = player()
    for name in ("First step", "Previous step", "Play", "Next step", "Last step"):
        expect(button(page, name)).to_be_visible()
        box = button(page, name).bounding_box()
        assert min(box["width"], box["height"]) >= 44
    expect(page.get_by_role("slider", name="Step", exact=True)).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Go to step", exact=True)).to_be_visible()
    expect(page.get_by_role("combobox", name="Speed", exact=True)).to_be_visible()


def test_the_controls_stand_in_one_row_beside_the_menu(player):
    """On a laptop's window all of them do; on a phone nothing sticks out."""
    wide = player(width=1400)
    middles = wide.locator(".controls :is(button, select, input)").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(box => box.top + box.height / 2)"
    )
    assert max(middles) - min(middles) < 22, "a row is 44 px high; the slider may sit lower in it"
    assert wide.locator(".controls .slider").bounding_box()["width"] > 150
    narrow = player(width=400)
    ends = narrow.locator(".controls :is(button, select, input)").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().right)"
    )
    assert max(ends) <= 400


def test_on_the_home_page_the_whole_picture_is_seen_at_once(open_app):
    """No bar hides behind the controls of the small player."""
    page = open_app(width=1400, height=1000)
    bars, controls = page.locator(".bars").bounding_box(), page.locator(".bar").bounding_box()
    assert bars["y"] + bars["height"] <= controls["y"]
    assert controls["y"] + controls["height"] <= 1000


def test_the_caption_is_a_sentence_with_tokens_in_it(player):
    """It shows the pair's tokens and quotes the words, and reads as one sentence."""
    page = player()
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


def test_keys_leave_other_controls_alone(player):
    """Tabs, number boxes, selects and text fields keep their own keys."""
    page = player()
    page.get_by_role("tab").first.focus()
    page.keyboard.press("End")
    at(page, 0)
    page.get_by_role("combobox", name="Speed", exact=True).focus()
    page.keyboard.press("End")
    at(page, 0)
    page.get_by_role("spinbutton", name="Go to step", exact=True).fill("4")
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    page.keyboard.press("Enter")
    at(page, 4)


def test_playing_sends_nothing(player):
    """No message goes to the server while steps play; one goes when the reader pauses."""
    page = player()
    sent = []
    page.on("websocket", lambda wire: wire.on("framesent", lambda frame: sent.append(frame)))
    page.reload()
    at(page, 0)
    settle(page)
    page.get_by_role("combobox", name="Speed", exact=True).select_option("5")
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(800)
    settle(page)
    sent.clear()
    button(page, "Play").click()
    page.wait_for_timeout(1500)
    assert sent == []
    button(page, "Pause").click()
    becomes(page, lambda: len(sent), 1)
    page.wait_for_timeout(500)
    settle(page)
    assert len(sent) == 1


@pytest.mark.parametrize("allowed", [True, False], ids=["full screen", "full window"])
def test_presenting_fills_the_window(player, allowed):
    """With or without leave for the full screen; the keys go on working and Escape leaves."""
    page = player()
    if not allowed:
        page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(); }")
    root, present = page.locator(".player"), button(page, "Present")
    small = root.bounding_box()
    present.click()
    expect(present).to_have_attribute("aria-pressed", "true")
    way = ":fullscreen" if allowed else ":popover-open"
    expect(page.locator(f".player{way}")).to_have_count(1)
    width, height = page.evaluate("[innerWidth, innerHeight]")
    whole = {"x": 0, "y": 0, "width": width, "height": height}
    becomes(page, root.bounding_box, whole)
    becomes(
        page, lambda: page.evaluate("document.elementFromPoint(5, 5).shadowRoot !== null"), True
    )
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys for this player")).to_be_visible()
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    expect(present).to_have_attribute("aria-pressed", "false")
    page.wait_for_function("() => !document.fullscreenElement")
    becomes(page, lambda: root.bounding_box()["width"], small["width"])
    at(page, 1)


def test_a_player_that_is_gone_hears_no_keys(player):
    """After leaving the page and coming back there is one player, and a press is one step."""
    page = player()
    page.evaluate(
        """() => {
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
    )
    listening = []
    for _ in range(2):
        page.get_by_role("link", name="Home").click()
        expect(page.locator(".player")).to_have_count(1)
        page.get_by_role("link", name="Step through BPE").first.click()
        expect(page.get_by_role("tab").first).to_be_visible()
        settle(page)
        page.wait_for_timeout(500)
        listening.append(page.evaluate("window.heard"))
    assert listening[0] == listening[1] > 0
    before = int(page.locator(".player").get_attribute("data-step"))
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    at(page, before + 1)

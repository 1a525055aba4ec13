"""Details next to the words. Every tab of each page is opened in test_every_page.py."""

import re

from playwright.sync_api import Page, expect

from tests.browser.helpers import becomes, go, open_controls, settle

SCROLLED = "document.querySelector('.stMain').scrollTop"


def details(page: Page):
    return page.get_by_role("button", name="Details")


def tab(page: Page, name: str):
    return page.get_by_role("tab", name=name, exact=True)


def assert_open(page: Page, name: str) -> None:
    """Wait until a tab is open and has the focus, and its content is there."""
    expect(tab(page, name)).to_have_attribute("aria-selected", "true")
    expect(tab(page, name)).to_be_focused()
    settle(page)
    expect(tab(page, name)).to_have_attribute("aria-selected", "true")
    expect(tab(page, name)).to_be_focused()


def test_it_stands_beside_the_words_and_is_led_by_keyboard(open_app):
    """The panel of details opens next to the words; the player keeps its size and place.

    D closes the panel, Ctrl with an arrow key walks its tabs, and the list of keys says so.
    Dragging the panel's edge widens the panel, and so does Enter on the edge.
    """
    page = open_app("train", step=4, width=1366, height=768)
    asked = page.evaluate("window.wire.asked")
    for key in ("ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        settle(page)  # content on the screen follows after 300 ms
    assert page.evaluate("window.wire.asked") == asked, "nothing follows a step yet"
    panel, player = page.locator(".st-key-panel"), page.locator(".player")
    expect(panel).to_be_hidden()
    closed = player.bounding_box()
    details(page).click()
    settle(page)
    controlled = "button => button.ariaControlsElements[0].className"
    assert "panel" in details(page).evaluate(controlled)
    assert player.bounding_box() == closed
    box, words = panel.bounding_box(), page.locator(".words tbody tr:visible").last.bounding_box()
    assert words["x"] + words["width"] <= box["x"] + 1
    assert box["y"] + box["height"] <= page.locator(".controls").bounding_box()["y"] + 1

    for way in ("Left", "Right", "Right", "Right"):  # faster than a tab loads
        page.keyboard.press(f"Control+Arrow{way}")
    assert_open(page, "Token")
    expect(page).to_have_url(re.compile(r"\btab=token\b"))
    page.keyboard.press("Control+ArrowLeft")
    assert_open(page, "Vocabulary")
    expect(page).to_have_url(re.compile(r"\btab=vocabulary\b"))
    assert tab(page, "Vocabulary").evaluate("looks.losesFocus") == [True, True]
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Vocabulary after step 5")).to_be_visible()

    edge = page.locator(".panel-edge")
    width, bar = panel.bounding_box()["width"], edge.bounding_box()
    assert bar["width"] >= 24, "a finger needs it (WCAG 2.5.8)"
    page.mouse.move(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
    page.mouse.down()
    page.mouse.move(bar["x"] - 92, bar["y"] + 40, steps=4)
    page.mouse.up()
    dragged = panel.bounding_box()["width"]
    assert 80 < dragged - width < 120
    edge.press("Enter")
    assert panel.bounding_box()["width"] > dragged + 50
    edge.press("Enter")
    becomes(page, lambda: panel.bounding_box()["width"], width)

    tab(page, "Vocabulary").focus()
    page.keyboard.press("d")
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(details(page)).to_have_attribute("aria-expanded", "false")
    expect(details(page)).to_be_focused()
    page.wait_for_url(lambda url: "tab=" not in url)
    page.keyboard.press("?")
    expect(page.get_by_text("show or hide the details next to the words")).to_be_visible()
    expect(page.get_by_text("previous or next tab of the details")).to_be_visible()
    page.keyboard.press("?")
    assert_is_left_for_it(page)
    assert_lets_the_wheel_go_on(page)


def assert_is_left_for_it(page: Page) -> None:
    """Presenting closes the panel, and opening the panel ends presenting."""
    page.keyboard.press("d")
    expect(page.get_by_role("tab").first).to_be_visible()
    settle(page)
    open_controls(page)
    page.get_by_role("button", name="Present", exact=True).click()
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(page.locator(".player.present")).to_be_visible()
    expect(details(page)).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("d")
    tab(page, "Vocabulary").click()
    expect(page.get_by_role("heading", name="Vocabulary after step 5")).to_be_visible()
    expect(page.locator(".player.present")).to_have_count(0)


def assert_lets_the_wheel_go_on(page: Page) -> None:
    """At the end of the words or of the panel, the mouse wheel scrolls the page."""
    go(page, "train", corpus="first-chapters", step=20, tab="stop")
    expect(details(page)).to_have_attribute("aria-expanded", "true")

    def turned() -> bool:
        page.mouse.wheel(0, 5000)
        page.wait_for_timeout(600)  # a sooner event belongs to the same turn
        return page.evaluate(SCROLLED) > 0

    for name in (".words", ".st-key-panel"):
        page.evaluate("document.querySelector('.stMain').scrollTop = 0")
        page.locator(name).first.hover(position={"x": 60, "y": 200})
        becomes(page, turned, True)


def test_beside_a_picture_it_takes_the_end_of_it(open_app):
    """On a page with a picture the panel ends above the player, which shows no words.

    When the player fills the screen, it shows its words and the panel is closed.
    """
    page = open_app("unigram", width=1366, height=768)
    player, words = page.locator(".player"), page.locator(".player .words tbody tr:visible")
    details(page).click()
    settle(page)
    panel, below = page.locator(".st-key-panel").bounding_box(), player.bounding_box()
    assert panel["y"] + panel["height"] <= below["y"]
    assert words.count() == 0
    open_controls(page)
    page.get_by_role("button", name="Present", exact=True).click()
    expect(words.first).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)

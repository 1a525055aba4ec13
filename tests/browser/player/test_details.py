"""The panel of details beside the words. Every tab of every page is opened in test_lesson.py."""

import re

from playwright.sync_api import Page, expect

from tests.browser.helpers import becomes, settle

SCROLLED = "document.querySelector('.stMain').scrollTop"


def details(page: Page):
    return page.get_by_role("button", name="Details")


def chosen(page: Page):
    return page.locator("[role=tab][aria-selected=true]")


def test_it_stands_beside_the_words(open_app):
    """In the place of the bars: the player and its controls keep their size and place."""
    page = open_app("train", step=4, width=1366, height=768)
    panel, player = page.locator(".st-key-panel"), page.locator(".player")
    expect(panel).to_be_hidden()
    closed = player.bounding_box()
    details(page).click()
    settle(page)
    controlled = "button => button.ariaControlsElements[0].className"
    assert "panel" in details(page).evaluate(controlled)
    assert player.bounding_box() == closed
    page.get_by_role("tab", name="Words", exact=True).click()
    expect(page).to_have_url(re.compile(r"\btab=words\b"))
    box, words = panel.bounding_box(), page.locator(".words tbody tr:visible").last.bounding_box()
    assert words["x"] + words["width"] <= box["x"] + 1
    assert box["y"] + box["height"] <= page.locator(".controls").bounding_box()["y"] + 1


def test_beside_a_picture_it_takes_the_end_of_it(open_app):
    """The player below shows its words where it fills the screen, and the details are closed."""
    page = open_app("life", width=1366, height=768)
    player, words = page.locator(".player"), page.locator(".player .words tbody tr:visible")
    details(page).click()
    settle(page)
    picture = page.locator("[class*=_stage] > *").first.bounding_box()
    panel, below = page.locator(".st-key-panel").bounding_box(), player.bounding_box()
    assert picture["x"] + picture["width"] <= panel["x"] + 1
    assert picture["y"] <= panel["y"] <= panel["y"] + panel["height"] <= below["y"]
    assert words.count() == 0
    page.get_by_role("button", name="Present", exact=True).click()
    expect(words.first).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)


def test_by_keyboard_it_opens_walks_and_closes_and_a_link_opens_it(open_app):
    """D turns it, Ctrl and an arrow walk the tabs, the list of keys says so."""
    page = open_app("train", step=2, tab="words", width=1366, height=768)
    expect(details(page)).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("heading", name="Words after step 2")).to_be_visible()
    chosen(page).focus()
    for key, name in (("ArrowRight", "vocabulary"), ("ArrowLeft", "words"), ("ArrowLeft", "pairs")):
        page.keyboard.press(f"Control+{key}")
        page.wait_for_url(f"**tab={name}**")
        settle(page)
        expect(chosen(page)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="All pairs after step 3")).to_be_visible()
    page.keyboard.press("d")
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(details(page)).to_have_attribute("aria-expanded", "false")
    page.wait_for_url(lambda url: "tab=" not in url)
    page.keyboard.press("?")
    expect(page.get_by_text("show or hide the details beside the words")).to_be_visible()
    expect(page.get_by_text("previous or next tab of the details")).to_be_visible()


DISABLED = """async (tab) => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
    tab.focus();
    tab.removeAttribute("tabindex");
    await drawn();
    const lost = document.activeElement === document.body;
    tab.setAttribute("tabindex", "0");
    await drawn();
    return [lost, document.activeElement === tab];
}"""


def test_a_tab_keeps_the_focus_while_its_content_is_on_its_way(open_app):
    """Streamlit disables it for that moment, or not, as the messages happen to come."""
    page = open_app("train", step=2, tab="words", width=1366, height=768)
    expect(page.get_by_role("heading", name="Words after step 2")).to_be_visible()
    assert chosen(page).evaluate(DISABLED) == [True, True]


def test_its_edge_gives_it_more_room(open_app):
    """By a drag, and by a press for who does not drag; the tabs stay in the panel."""
    page = open_app("train", tab="pairs", width=1366, height=768)
    panel, edge = page.locator(".st-key-panel"), page.locator(".panel-edge")
    width = panel.bounding_box()["width"]
    box = edge.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] - 92, box["y"] + 40, steps=4)
    page.mouse.up()
    dragged = panel.bounding_box()["width"]
    assert 80 < dragged - width < 120
    edge.press("Enter")
    assert panel.bounding_box()["width"] > dragged + 50
    edge.press("Enter")
    becomes(page, lambda: panel.bounding_box()["width"], width)


def test_on_a_phone_it_is_a_sheet_from_below(open_app):
    """It lies on the lower edge; the words and the buttons that step stay in sight above it."""
    page = open_app("train", step=3, width=390, height=844)
    details(page).click()
    settle(page)
    sheet = page.locator(".st-key-panel").bounding_box()
    assert (sheet["x"], sheet["width"]) == (0, 390)
    assert sheet["y"] + sheet["height"] == 844
    for seen in (".words tbody tr:visible", "[data-do=next]", "[data-do=details]"):
        box = page.locator(f".player {seen}").first.bounding_box()
        assert box["y"] + box["height"] <= sheet["y"], seen
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("heading", name="All pairs after step 4")).to_be_visible()
    assert page.evaluate(SCROLLED) == 0


def test_the_wheel_goes_on_with_the_page_where_the_words_end(open_app):
    """Over the words and over the panel: neither holds the wheel back."""
    page = open_app(
        "train", corpus="pride-and-prejudice", step=9, tab="stop", width=1366, height=768
    )
    for part in (".words", ".st-key-panel"):
        page.evaluate("document.querySelector('.stMain').scrollTop = 0")
        page.locator(part).first.hover(position={"x": 60, "y": 200})
        for _ in range(3):
            page.mouse.wheel(0, 5000)
            page.wait_for_timeout(700)  # a new turn of the wheel, not more of the last
        assert page.evaluate(SCROLLED) > 0, part


def test_a_player_that_fills_the_screen_is_left_for_it(open_app):
    """And it closes where the player comes to fill the screen: neither lies upon the other."""
    page = open_app("train", step=4, tab="pairs", width=1366, height=768)
    present = page.get_by_role("button", name="Present", exact=True)
    present.click()
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(page.locator(".player.present")).to_be_visible()
    expect(details(page)).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("d")
    page.get_by_role("tab", name="Words", exact=True).click()
    expect(page.get_by_role("heading", name="Words after step 4")).to_be_visible()
    expect(page.locator(".player.present")).to_have_count(0)

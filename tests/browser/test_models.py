"""What models read in a real browser: maps that light each other up, and a click on a token."""

from playwright.sync_api import expect

from tests.browser.helpers import assert_tabs_accessible, becomes, settle
from ui.catalogue import catalogue

WORDS = catalogue("en")


def test_pointing_lights_the_same_text_in_the_other(open_app):
    """Six tokens of bytes there are two characters here; keys do the same."""
    page = open_app("models")
    left, right = page.locator(".pair .map").all()
    right.locator(".tokens [data-token=' 草']").hover()
    lit = left.locator(".tokens .on")
    names = "chips => chips.map(chip => chip.dataset.token)"
    becomes(page, lambda: lit.evaluate_all(names), ["\\x20\\xe8", "\\x8d", "\\x89"])
    expect(left.locator(".text .on")).to_have_text("␣草")
    left.locator(".tokens .token").first.hover()
    expect(right.locator(".tokens .on")).to_have_text("How5299")
    left.get_by_role("listbox").focus()
    page.keyboard.press("ArrowRight")
    expect(right.locator(".tokens .on")).to_have_attribute("data-token", " many")


def test_a_click_opens_the_merges_of_the_word(open_app):
    """By the tokenizer that was clicked, whatever tab was open; Enter does the same."""
    page = open_app("models")
    left, right = page.locator(".pair .map").all()
    word = page.locator(".player .words th[scope=row]")
    expect(word).to_have_text("␣strawberry")
    left.locator(".tokens [data-token='45']").click()
    settle(page)
    expect(word).to_have_text("␣1234567")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".player td.split [data-token]")).to_have_text(["␣123", "45", "67"])
    right.get_by_role("listbox").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    settle(page)
    expect(word).to_have_text("␣many")


def test_the_page_is_accessible(open_app):
    """In both themes, with tokens lit up; every chapter in its own."""
    page = open_app("models")
    page.locator(".pair .tokens .token").first.hover()
    assert_tabs_accessible(page)


def test_a_phone_has_one_map_below_the_other(open_app):
    """Nothing is wider than the screen."""
    page = open_app("models", width=390, height=844, locale="zh-CN")
    boxes = [each.bounding_box() for each in page.locator(".pair .map").all()]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    for tab in page.get_by_role("tab").all():
        tab.click()
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

"""A click in the player on a word or on a leading pair, in the app: what it opens."""

from playwright.sync_api import expect

from tests.browser.helpers import becomes, go, open_details, settle
from tests.browser.test_train import at_step, panel_pairs


def test_a_click_on_a_word_pins_it_and_one_on_a_pair_shows_its_row(open_app):
    """The word's row goes to the top, and another click lets it go.

    By keyboard, down leads to the next word and Enter pins it.
    """
    page = open_app("train", step=4)
    names = page.locator(".words .frequent button.name")
    names.filter(has_text="cooler").click()
    expect(names.first).to_have_text("cooler")
    expect(names.first).to_be_focused()
    expect(page.locator(".words .frequent tr").nth(1)).to_contain_text("pinned")
    at_step(page, 4)
    settle(page)
    names.first.press("ArrowDown")
    expect(names.nth(1)).to_be_focused()
    names.nth(1).press("Enter")
    expect(page.locator(".words .note", has_text="pinned")).to_have_count(2)
    settle(page)
    names.first.click()
    expect(page.locator(".words .note", has_text="pinned")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    at_step(page, 5)
    settle(page)
    assert_a_click_on_a_leading_pair_shows_its_row(page)


def assert_a_click_on_a_leading_pair_shows_its_row(page):
    """The panel opens on the pairs with the pair on top, marked and in sight; by keyboard too."""
    go(page, "train", corpus="first-chapters", step=20)
    open_details(page, "Vocabulary")
    page.keyboard.press("d")
    bars = page.locator(".bars button.pair")
    tokens = bars.nth(3).locator(".token")
    pair = tokens.evaluate_all("chips => chips.map(chip => chip.dataset.token)")
    bars.nth(3).click()
    marked = page.locator("tr.asked")
    expect(marked).to_contain_text("clicked")
    becomes(page, lambda: panel_pairs(page)[0], pair)
    expect(marked).to_be_in_viewport(ratio=0.9)
    at_step(page, 20)
    page.keyboard.press("d")
    expect(bars.nth(3)).to_be_visible()
    bars.nth(3).press("ArrowUp")
    expect(bars.nth(2)).to_be_focused()
    other = bars.nth(2).locator(".token")
    other = other.evaluate_all("chips => chips.map(chip => chip.dataset.token)")
    page.keyboard.press("Enter")
    expect(marked.locator("[data-token]").first).to_have_attribute("data-token", other[0])
    becomes(page, lambda: panel_pairs(page)[0], other)


def test_a_click_on_a_token_opens_its_life(open_app):
    """With the run and the step it was clicked at; not while the answer is hidden."""
    page = open_app("train", corpus="first-chapters", step=20)
    token = page.locator(".words tbody td .token").first
    page.keyboard.press("h")
    token.click()
    settle(page)
    page.keyboard.press("h")
    at_step(page, 20)
    name = token.get_attribute("data-token")
    token.click()
    page.wait_for_url("**/life?*")
    settle(page)
    expect(page.get_by_role("combobox", name="Token")).to_have_value(name)
    assert {"step=20", f"token={name}"} <= {*page.url.partition("?")[2].split("&")}

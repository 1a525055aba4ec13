"""Clicks in the app's player on a word, a leading pair or a token, and what they open."""

from dataclasses import replace

from playwright.sync_api import expect

from bpe import PRESETS, train
from tests.browser.helpers import becomes, open_details, query, settle
from tests.browser.training import TOKENS, at_step, panel_pairs
from tests.data import SIX_WORDS


def test_a_click_on_a_word_pins_it_one_on_a_pair_shows_its_row_one_on_a_token_its_life(open_app):
    """A click on a word pins its row on top, another click unpins it, and the step stays.

    The down arrow moves to the next word and Enter pins it; pairs work in the same way.
    """
    page = open_app("train", corpus="six-words", step=3)
    names, pinned = page.locator(".words .frequent .name"), page.locator(".words .note")
    word = names.nth(5).inner_text()
    names.nth(5).click()
    expect(names.first).to_have_text(word)
    expect(names.first).to_be_focused()
    expect(names.first).to_have_attribute("title", "Unpin this word")
    expect(names.nth(1)).to_have_attribute("title", "Pin this word on top")
    expect(pinned.filter(has_text="pinned")).to_have_count(1)
    settle(page)
    for end, key in ((names.first, "ArrowUp"), (names.last, "ArrowDown")):
        end.press(key)
        expect(end).to_be_focused()
    names.first.press("ArrowDown")
    expect(names.nth(1)).to_be_focused()
    names.nth(1).press("Enter")
    expect(pinned.filter(has_text="pinned")).to_have_count(2)
    settle(page)
    names.first.click()
    expect(pinned.filter(has_text="pinned")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    at_step(page, 4)
    settle(page)
    assert_a_click_on_a_leading_pair_shows_its_row(page)
    page.keyboard.press("d")
    expect(page.get_by_role("tab")).to_have_count(0)
    assert_a_click_on_a_token_opens_its_life(page)
    page.keyboard.press("d")
    expect(page.get_by_role("tab")).to_have_count(0)
    assert_the_tie_rule_is_chosen_below_the_pairs(page)


def assert_the_tie_rule_is_chosen_below_the_pairs(page):
    """Choosing a tie rule keeps the step and shows which of the tied pairs wins by this rule."""

    def leader() -> list[str]:
        return page.locator(".bars .next .token").evaluate_all(TOKENS)

    page.locator("[data-do=first]").click()
    for rule, name in (("largest", "Largest by code point"), ("first", "First seen in the corpus")):
        page.get_by_role("combobox", name="Tie rule").select_option(name)
        winner = train(SIX_WORDS, replace(PRESETS["paper"], tie_rule=rule)).merges[0].pair
        becomes(page, leader, [*winner])
        at_step(page, 0)
        settle(page)  # the address arrives after the picture
    assert (query(page).get("ties"), query(page)["step"]) == (None, "0")


def assert_a_click_on_a_leading_pair_shows_its_row(page):
    """The panel opens its list of pairs with the clicked pair on top, marked and visible.

    Enter on a focused pair does the same.
    """
    open_details(page, "Vocabulary")
    page.keyboard.press("d")
    bars, marked = page.locator(".bars .pair"), page.locator("tr.asked")
    pair = bars.nth(3).locator(".token").evaluate_all(TOKENS)
    bars.nth(3).click()
    expect(marked).to_contain_text("clicked")
    becomes(page, lambda: panel_pairs(page)[0], pair)
    expect(marked).to_be_in_viewport(ratio=0.9)
    at_step(page, 4)
    page.keyboard.press("d")
    expect(bars.nth(3)).to_be_visible()
    bars.nth(3).press("ArrowUp")
    expect(bars.nth(2)).to_be_focused()
    other = bars.nth(2).locator(".token").evaluate_all(TOKENS)
    page.keyboard.press("Enter")
    expect(marked.locator("[data-token]").first).to_have_attribute("data-token", other[0])
    becomes(page, lambda: panel_pairs(page)[0], other)


def assert_a_click_on_a_token_opens_its_life(page):
    """A click on a token opens the tab Token with the clicked word, at the same step.

    Tokens within a tab work in the same way. While the answer is hidden, a click opens no tab.
    """
    row = page.locator(".words .frequent tr").nth(2)
    token, word = row.locator(".token").first, row.locator(".name").get_attribute("data-word")
    page.keyboard.press("h")
    token.click()
    settle(page)
    page.keyboard.press("h")
    at_step(page, 4)
    expect(page.get_by_role("tab")).to_have_count(0)

    def shows(name: str, word: str) -> None:
        expect(page.get_by_role("combobox", name="Token")).to_have_value(name)
        expect(page.get_by_role("combobox", name="Word")).to_have_value(word)
        becomes(
            page, lambda: {"step=4", "tab=token"} <= {*page.url.partition("?")[2].split("&")}, True
        )
        at_step(page, 4)

    name = token.get_attribute("data-token")
    token.click()
    shows(name, word)
    other = page.locator(".record-grid tbody tr").nth(1)
    word = other.locator("th").inner_text()
    other.locator(f"[data-token='{name}']").first.click()
    shows(name, word)
    settle(page)
    page.locator(".piece").last.click()
    expect(page.get_by_role("combobox", name="Token")).not_to_have_value(name)
    settle(page)

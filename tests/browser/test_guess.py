"""The answer hidden in the app: on every page of a session, in both languages."""

import re

from playwright.sync_api import expect

from tests.browser.helpers import go, open_group, settle


def assert_says(page, start, run=0):
    """Expect a caption that begins so."""
    expect(page.locator(".caption").nth(run)).to_have_text(re.compile(f"^{re.escape(start)}"))


def test_the_answer_stays_hidden_from_page_to_page_and_shown_once_it_is_shown(open_app):
    """A link hides it; H shows it for good: details are opened, a text is chosen. H hides it anew.

    On a trace the ranks themselves stay; finding the lowest is the question. A step far from what
    was judged has its verdict once Python has read the record.
    """
    page = open_app("train", step=2, hide=1)
    player = page.locator(".player")
    expect(player).to_contain_class("guessing")
    page.keyboard.press("h")
    page.wait_for_url(lambda url: "hide=" not in url)
    page.keyboard.press("d")
    page.get_by_role("tab").first.wait_for()
    settle(page)
    expect(player).not_to_contain_class("guessing")
    page.get_by_role("combobox", name="Corpus").click()
    page.get_by_role("option", name="hug, pug, pun, bun, hugs").click()
    expect(page).to_have_url(re.compile("corpus=hug"))
    expect(player).not_to_contain_class("guessing")
    settle(page)
    page.locator(".caption").click()
    page.keyboard.press("h")
    expect(player).to_contain_class("guessing")
    settle(page)
    open_group(page, "wordpiece")
    page.get_by_role("link", name="BPE and WordPiece").first.click()
    page.get_by_role("heading", name="WordPiece: highest score").wait_for()
    settle(page)
    assert_says(page, "Which pair is merged next?")
    assert_says(page, "Which pair is merged next, by its score?", run=1)
    page.keyboard.press("h")
    settle(page)
    go(page, "encode")
    expect(page.locator(".rank.lowest")).not_to_have_count(0)
    page.keyboard.press("h")
    settle(page)
    expect(page.locator(".rank.lowest")).to_have_count(0)
    expect(page.locator(".rank")).not_to_have_count(0)
    go(page, "train", corpus="first-chapters")
    page.locator(".goto").fill("700")
    page.locator(".goto").press("Enter")
    row = page.locator(".words tr:not(.heading)", has=page.locator(".token + .token")).first
    for place in (0, 1):
        row.locator(".tokens .token").nth(place).click()
    verdict = re.compile("^(Right|Tied|Too few|Too rare)")
    expect(page.locator(".caption").first).to_have_text(verdict)

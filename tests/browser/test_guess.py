"""The answer hidden in the app: on every page of a session, in both languages."""

import re

from playwright.sync_api import expect

from tests.browser.helpers import go, open_group, settle


def assert_says(page, start, run=0):
    """Expect a caption that begins so."""
    expect(page.locator(".caption").nth(run)).to_have_text(re.compile(f"^{re.escape(start)}"))


def bet(page, word, place, run=0):
    row = page.locator(".run").nth(run).locator(".frequent tr", has_text=word).first
    for each in (place, place + 1):
        row.locator(".tokens .token").nth(each).click()


def test_the_answer_stays_hidden_from_page_to_page(open_app):
    """H on Step through BPE, then BPE and WordPiece, each run by its own rule.

    On a trace the ranks themselves stay; finding the lowest is the question.
    """
    page = open_app("train", corpus="hug", scheme="huggingface", step=0)
    page.keyboard.press("h")
    assert_says(page, "Which pair is merged next?")
    settle(page)
    bet(page, "pug", 1)
    assert_says(page, "Right. Next: (u, g)")
    open_group(page, "wordpiece")
    page.get_by_role("link", name="BPE and WordPiece").first.click()
    page.get_by_role("heading", name="WordPiece: highest score").wait_for()
    settle(page)
    assert_says(page, "Which pair is merged next?")
    assert_says(page, "Which pair is merged next, by its score?", run=1)
    for run in (0, 1):
        bet(page, "pug", 1, run)
    assert_says(page, "Right. Next: (##u, ##g)")
    assert_says(page, "Too low: (##u, ##g) scores 0.0278, (##g, ##s) 0.05.", run=1)
    page.keyboard.press("h")
    settle(page)
    go(page, "encode")
    expect(page.locator(".rank.lowest")).not_to_have_count(0)
    page.keyboard.press("h")
    settle(page)
    expect(page.locator(".rank.lowest")).to_have_count(0)
    expect(page.locator(".rank")).not_to_have_count(0)
    expect(page.locator(".caption").first).not_to_contain_text("lowest rank")


def test_a_chinese_phone_bets_on_a_step_that_is_judged_only_then(open_app):
    """Far from where it was judged, the verdict comes once Python has read the record."""
    page = open_app("train", corpus="first-chapters", locale="zh-CN", width=390, height=844)
    page.keyboard.press("h")
    settle(page)
    page.locator(".goto").fill("700")
    page.locator(".goto").press("Enter")
    row = page.locator(".words tr:not(.heading)", has=page.locator(".token + .token")).first
    for place in (0, 1):
        row.locator(".tokens .token").nth(place).click()
    page.wait_for_function(
        """() => {
            const hosts = [...document.querySelectorAll("*")].filter((e) => e.shadowRoot);
            return hosts.some(({ shadowRoot }) =>
                /答对了|并列：|次数不够|太少见/.test(shadowRoot.querySelector(".caption")?.textContent));
        }"""
    )


def test_an_answer_that_a_link_hid_stays_in_sight_once_it_is_shown(open_app):
    """Also where the page is drawn anew: as details are opened, or a text is chosen."""
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

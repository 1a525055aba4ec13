"""BPE and WordPiece in a real browser: two players in lockstep, and what stands below them."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from bpe import PRESETS, train
from tests.browser.helpers import assert_tabs_accessible, settle
from tests.browser.player.both import assert_shows_both_records

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
TABS = (
    *("Pairs", "Count against score", "Two vocabularies"),
    *("Rare pairs", "Encode", "Often said wrong"),
)


@pytest.fixture(scope="module")
def runs():
    return train(HUG, replace(PRESETS["wordpiece"], score="count")), train(HUG, "wordpiece")


def test_one_set_of_controls_moves_both_runs_and_the_table_follows(open_app, runs):
    """Keys and the jump move both; past its end the shorter run rests; the address follows."""
    page = open_app("wordpiece")
    assert_shows_both_records(page, runs, 0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert_shows_both_records(page, runs, 2)
    expect(page.get_by_role("heading", name="Every pair after step 2")).to_be_visible()
    page.keyboard.press("End")
    assert_shows_both_records(page, runs, len(runs[1]))
    page.wait_for_function("() => new URL(location).searchParams.get('step') === '9'")
    settle(page)
    page.get_by_role("button", name="Go to where they differ").click()
    settle(page)
    assert_shows_both_records(page, runs, 0)
    page.wait_for_function("() => !new URL(location).searchParams.has('step')")


def test_no_tab_violates_wcag(open_app):
    """Zero WCAG A and AA violations on every tab, in both themes."""
    page = open_app("wordpiece", step=2)
    assert_tabs_accessible(page)


def test_a_narrow_chinese_screen_shows_all(open_app):
    """At 400 pixels the page does not scroll sideways, and speaks Chinese."""
    page = open_app("wordpiece", locale="zh-CN", width=400, min_frequency=5)
    expect(page.get_by_role("heading", name="BPE 与 WordPiece")).to_be_visible()
    page.get_by_role("tab", name="两个词表").click()
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

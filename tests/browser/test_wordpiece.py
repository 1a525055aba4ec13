"""BPE and WordPiece in a real browser: two players in lockstep, and what stands beside them."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from bpe import PRESETS, train
from tests.browser.helpers import settle
from tests.browser.player.both import assert_shows_both_records

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@pytest.fixture(scope="module")
def runs():
    return train(HUG, replace(PRESETS["wordpiece"], score="count")), train(HUG, "wordpiece")


def test_one_set_of_controls_moves_both_runs_and_the_table_follows(open_app, runs):
    """Keys and the jump move both; past its end the shorter run rests; the address follows."""
    page = open_app("wordpiece", tab="pairs")
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
    page.keyboard.press("d")
    expect(page.get_by_role("tab")).to_have_count(0)
    settle(page)
    asked = page.evaluate("window.wire.asked")
    page.keyboard.press("End")
    assert_shows_both_records(page, runs, len(runs[1]))
    page.wait_for_timeout(1500)
    assert page.evaluate("window.wire.asked") == asked, "closed, a step asks the server for nothing"

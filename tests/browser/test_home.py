"""Home in a real browser: who comes for the first time is asked, and bets."""

import pytest
from playwright.sync_api import expect

from bpe import train
from bpe.readings.bets import judge
from tests.browser.helpers import assert_accessible
from ui.corpora.samples import first_sample


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=str)
def test_two_clicks_bet_and_the_record_answers_without_scrolling(open_app, size):
    """Sentence, question and words are on the first screen; then the step is taken."""
    width, height = size
    page = open_app(width=width, height=height)
    sample = first_sample()
    training = train(sample.path.read_text(encoding="utf-8"), sample.default_scheme)
    snapshot = training.snapshot(sample.default_step)
    reveal = page.get_by_role("button", name="Reveal")
    for part in (page.locator(".home-read"), reveal, page.locator('.player [data-do="next"]')):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= height
    expect(page.locator(".next-left")).to_have_count(0)
    row = page.locator(".player .words tbody tr", has=page.get_by_text("highest", exact=True))
    pair = []
    for place in (0, 1):
        token = row.locator("[data-token]").nth(place)
        pair.append(token.get_attribute("data-token"))
        token.click()
    [judged] = judge(snapshot, [tuple(pair)])
    assert judged.verdict == "lower"
    expect(page.locator(".player .caption")).to_contain_text("Too few")
    assert_accessible(page)
    assert page.evaluate("document.querySelector('.stMain').scrollTop") == 0
    page.locator('.player [data-do="next"]').click()
    expect(page.locator(".player")).to_have_attribute("data-step", str(sample.default_step + 1))

"""A long table comes with its first rows, and grows in place when its reader scrolls."""

import pytest
from playwright.sync_api import Locator, expect

from bpe import train
from tests.browser.helpers import becomes, settle
from ui.corpora.samples import training_samples
from ui.draw.grid import PART
from ui.draw.tables import ROWS
from ui.draw.tokens import exact

STEP = 43
LONG = "first-chapters"

PAIRS = """table => [...table.querySelectorAll("tbody tr")].map(row =>
    [...row.querySelectorAll(".pair .token")].map(token => token.dataset.token))"""
WATCH = """table => {
    window.first = table;
    window.places = [];
    table.addEventListener("scroll", () => window.places.push(table.scrollTop));
}"""


@pytest.fixture(scope="module")
def pairs():
    """The exact tokens of the pairs that the page draws, by the record."""
    sample = training_samples()[LONG]
    run = train(sample.path.read_text("utf-8"), "paper", max_merges=sample.default_merges)
    return [[*map(exact, each.pair)] for each in run.snapshot(STEP).pairs(ROWS)]


def table(page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def test_who_scrolls_gets_the_rest_where_the_table_stands(open_app, pairs):
    """And only there; place and focus stay, and another step begins with few rows."""
    page = open_app("train", corpus=LONG, step=STEP, tab="pairs")
    drawn = table(page, f"All pairs after step {STEP}")
    becomes(page, lambda: drawn.evaluate(PAIRS), pairs[:PART])
    line = drawn.get_by_text("More rows follow as you scroll.")
    expect(line).to_have_count(1)
    drawn.evaluate(WATCH)
    drawn.focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_function("window.places.length > 0")
    settle(page)
    assert len(drawn.evaluate(PAIRS)) == PART, "the end is far"
    drawn.hover()
    page.mouse.wheel(0, 100_000)
    becomes(page, lambda: drawn.evaluate(PAIRS), pairs)
    expect(line).to_have_count(0)
    expect(page.get_by_text(f"Only the first {ROWS} rows are shown.")).to_be_visible()
    assert drawn.evaluate("table => table === window.first")
    expect(drawn).to_be_focused()
    settle(page)
    assert page.evaluate("window.places.every((at, i) => !i || at >= window.places[i - 1])")
    assert drawn.evaluate("table => table.scrollTop === window.places.at(-1)")

    page.get_by_role("tab", name="Words").click()
    words = table(page, f"Words after step {STEP}")
    expect(words.locator("tbody tr")).to_have_count(PART)
    words.hover()
    page.mouse.wheel(0, 100_000)
    expect(words.locator("tbody tr")).to_have_count(ROWS)
    page.get_by_role("tab", name="Pairs").click()
    becomes(page, lambda: drawn.evaluate(PAIRS), pairs)
    page.locator("[data-step]").first.focus()
    page.keyboard.press("ArrowRight")
    expect(table(page, f"All pairs after step {STEP + 1}").locator("tbody tr")).to_have_count(PART)

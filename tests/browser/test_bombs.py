"""Dangerous input gives an error on the reader's own page; other readers continue."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.helpers import choose, go, open_details, settle
from tests.browser.processes import app_at
from tests.unit.input.bombs import BOMBS, growing

MEGABYTES = 50
"""Maximum growth of the app's own process: a worker reads the input."""


def as_corpus(page: Page, folder: Path) -> None:
    """Upload a table with far too many columns as a corpus."""
    choose(page, "Corpus", "Your own file")
    (folder / "a.csv").write_bytes(BOMBS["columns.csv"]())
    page.locator("input[type=file]").set_input_files(folder / "a.csv")


def as_tokenizer(page: Page, folder: Path) -> None:
    """Upload a tokenizer that turns each letter into thousands, and enter a text."""
    page.get_by_role("button", name="Open a file").click()
    (folder / "tokenizer.json").write_bytes(growing())
    page.locator("input[type=file]").set_input_files(folder / "tokenizer.json")
    expect(page.get_by_role("heading", name="tokenizer.json (yours)").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("textbox", name="Text to read").fill("x x x x x x x x")
    page.keyboard.press("Control+Enter")


def test_a_bomb_is_a_sentence_and_others_step_on(open_app, server, tmp_path):
    """While dangerous input is processed, the step of another reader is taken and its tab drawn.

    The input gives an alert without a traceback, and the app's own process grows little.
    """
    beside = open_app("train", corpus="pride-and-prejudice", max_merges=300, step=0)
    open_details(beside, "Pairs")
    stranger, app = open_app("train"), app_at(server)
    bombs = (("train", as_corpus), ("models", as_tokenizer))
    for step, (path, bring) in enumerate(bombs, start=1):
        alert = go(stranger, path).get_by_test_id("stAlert")
        expect(alert).to_have_count(0)
        before = app.memory_info().rss
        bring(stranger, tmp_path)
        beside.keyboard.press("ArrowRight")
        expect(beside.locator("[data-step]").first).to_have_attribute("data-step", str(step))
        settle(beside, 30_000)
        expect(alert.first).to_be_visible(timeout=60_000)
        assert "Traceback" not in alert.first.inner_text()
        assert app.memory_info().rss - before < MEGABYTES * 2**20

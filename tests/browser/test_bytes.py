"""Bytes in a real browser: the strip, its slider, and the player."""

import pytest
from playwright.sync_api import Page, expect

from bpe import Corpus, train
from tests.browser.helpers import becomes, open_details, settle
from ui.bytes.panels import STEPS
from ui.corpora.samples import training_samples
from ui.draw.tokens import exact


@pytest.fixture(scope="module")
def training():
    path = training_samples()["chinese-classics"].path
    return train(Corpus.from_file(path, "gpt"), "gpt", max_merges=500)


def strip_tokens(page: Page) -> list[str]:
    tokens = page.locator(".byte-strip .row-tokens [data-token]")
    return tokens.evaluate_all("tokens => tokens.map(token => token.dataset.token)")


def test_the_strip_follows_text_and_slider_and_the_player_its_step(open_app, training):
    """The tokens are the record's."""
    page = open_app("bytes")
    shown = training.tokenizer(STEPS["chinese-classics"]).encode("好").tokens
    becomes(page, lambda: strip_tokens(page), [exact(token) for token in shown])
    page.get_by_role("radio", name="astronaut").click()
    settle(page)
    expect(page.locator(".row-code_points")).to_contain_text("ZERO WIDTH JOINER")
    page.get_by_role("textbox", name="Your text").fill("好的 <b>")
    page.keyboard.press("Enter")
    settle(page)
    page.get_by_role("slider", name="Merges learned so far").press("End")
    settle(page)
    expect(page.locator(".row-tokens [data-token='好']")).to_be_visible()
    becomes(
        page,
        lambda: strip_tokens(page),
        [exact(token) for token in training.tokenizer().encode("好的 <b>").tokens],
    )
    open_details(page, "Merging bytes, and why Ġ")
    expect(page.locator("[data-step]").first).to_have_attribute("data-step", "500")

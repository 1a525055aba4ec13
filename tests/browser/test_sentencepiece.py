"""Sentences without spaces in a real browser: live text, the law, and the step of the player."""

import pytest
from playwright.sync_api import Page, expect

from bpe import Corpus, train
from bpe.encoding.roundtrip import round_trip
from tests.browser.helpers import becomes, open_details, settle
from ui.corpora.samples import training_samples
from ui.draw.tokens import exact


@pytest.fixture(scope="module")
def training():
    path = training_samples()["pride-and-prejudice"].path
    return train(Corpus.from_file(path, "sentencepiece"), "sentencepiece", max_merges=2000)


def encoded(page: Page) -> list[str]:
    tokens = page.locator(".stages [data-token]")
    return tokens.evaluate_all("tokens => tokens.map(token => token.dataset.token)")


def test_the_four_parts_follow_text_and_step(open_app, training):
    """A sentence of one's own, then the next step of the player: the tokens are the record's."""
    page = open_app("sentencepiece")
    box = page.get_by_role("textbox", name="Your text")
    box.fill("Mr. Bennet’s ﬁne ﬁre")
    box.press("Control+Enter")
    settle(page)
    trip = round_trip(training.tokenizer(200), "Mr. Bennet’s ﬁne ﬁre")
    becomes(page, lambda: encoded(page), [exact(token) for token in trip.encoding.tokens])
    expect(page.locator(".law")).to_have_class("law fails")
    expect(page.locator(".law")).to_contain_text("’")
    box.fill("Mr. Bennet’s ﬁne ﬁre".replace("’", "'"))
    box.press("Control+Enter")
    expect(page.locator(".law")).to_have_class("law holds")
    open_details(page, "The trainer, step by step")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".stages")).to_contain_text("Merges: 2,000")
    trip = round_trip(training.tokenizer(2000), "Mr. Bennet's ﬁne ﬁre")
    settle(page)
    becomes(page, lambda: encoded(page), [exact(token) for token in trip.encoding.tokens])

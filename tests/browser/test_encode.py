"""Encode and decode in a real browser: the token map and the trace."""

import pytest
from playwright.sync_api import Page, expect

from bpe import Corpus, train
from tests.browser.helpers import assert_accessible, becomes, settle
from ui.corpora.samples import training_samples


@pytest.fixture(scope="module")
def training():
    path = training_samples()["pride-and-prejudice"].path
    return train(Corpus.from_file(path, "paper"), "paper", max_merges=2000)


def tokens(page: Page) -> list[str]:
    chips = page.locator(".map .tokens [data-token]")
    return chips.evaluate_all("chips => chips.map(chip => chip.dataset.token)")


def traced(page: Page) -> list[str]:
    chips = page.locator("[data-step] td.split [data-token]")
    return chips.evaluate_all("chips => chips.map(chip => chip.dataset.token)")


def type_text(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Text to encode").fill(text)
    page.keyboard.press("Control+Enter")
    settle(page)


def test_pointing_links_token_and_place_and_the_player_is_the_trace(open_app, training):
    """By mouse and keys; ranks and tokens step by step, and the longest matches."""
    page = open_app("encode", color_scheme="dark")
    encoding = training.tokenizer().encode("Elizabethan reconsidered everlasting tokenization")
    becomes(page, lambda: tokens(page), encoding.tokens)
    page.locator(".map .tokens [data-token=consider]").hover()
    lit = page.locator(".map .text .on")
    expect(lit).to_have_text("consider")
    expect(page.locator(".map .said")).to_contain_text(f"id {encoding.ids[3]}. Characters 15 to 22")
    page.locator(".map .text .token").first.hover()
    expect(page.locator(".map .tokens .on")).to_have_attribute("data-token", encoding.tokens[0])
    assert_accessible(page)
    page.get_by_role("listbox", name="Tokens and their ids").focus()
    page.keyboard.press("End")
    expect(lit).to_have_text("ation")
    type_text(page, "reconsidered")
    [word] = training.tokenizer().encode("reconsidered").words
    player = page.locator("[data-step]").first
    for step, trace in enumerate(word.steps[:3]):
        expect(player).to_have_attribute("data-step", str(step))
        ranks = ["–" if rank is None else str(rank) for rank in trace.candidates]
        expect(player.locator(".rank")).to_have_text(ranks)
        expect(player.locator(".rank.lowest").first).to_have_text(str(trace.rank))
        page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Last step").click()
    becomes(page, lambda: traced(page), list(word.tokens))
    page.get_by_role("radio", name="Longest match, from the left").click()
    settle(page)
    [word] = training.tokenizer().encode("reconsidered", "longest-match").words
    caption = page.locator(".caption").first
    expect(caption).to_contain_text(f"in reconsidered {word.tokens[0]}.")
    page.get_by_role("button", name="Last step").click()
    expect(caption).to_contain_text("the longest token that fits")
    becomes(page, lambda: traced(page), list(word.tokens))

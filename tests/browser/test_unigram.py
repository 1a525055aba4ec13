"""Unigram in a real browser: the lattice follows the word and the rounds."""

import pytest
from playwright.sync_api import Page, expect

from bpe.unigram import train_unigram
from tests.browser.helpers import becomes, settle
from ui.unigram.controls import SIZES

SIX = "highest higher lower lowest cooler coolest"


@pytest.fixture(scope="module")
def training():
    return train_unigram(SIX, vocab_size=SIZES["six-words"])


def boxes(page: Page, state: str) -> list[str]:
    """Return the pieces of the first lattice's boxes in one state, from left to right."""
    found = page.locator("svg[role=img]").first.locator(f"[data-state={state}][data-token]")
    drawn = found.evaluate_all(
        "all => all.map(one => [one.querySelector('.ground').x.baseVal.value, one.dataset.token])"
    )
    return [token for _, token in sorted(drawn)]


def assert_shows(page: Page, training, step: int, word: str) -> None:
    model = training.snapshot(step).model
    lit = page.locator("svg[role=img]").first.locator("[data-state=best]")
    expect(lit).to_have_count(len(model.best(word)))
    becomes(page, lambda: boxes(page, "best"), list(model.best(word)))
    others = sorted(edge.piece for edge in model.lattice(word) if not edge.best)
    becomes(page, lambda: sorted(boxes(page, "other")), others)


def test_the_lattice_is_the_record_at_every_round(open_app, training):
    """Buttons and keys step through the rounds; another word brings its own lattice."""
    page = open_app("unigram", tab="removal")
    assert_shows(page, training, 0, "▁lowest")
    page.get_by_role("button", name="Next step").click()
    heading = page.get_by_role("heading", name="Round 2: what goes")
    expect(heading).to_be_visible()
    settle(page)
    assert_shows(page, training, 1, "▁lowest")
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="No round is left")).to_be_visible()
    settle(page)
    assert_shows(page, training, len(training.rounds), "▁lowest")
    page.wait_for_url(f"**step={len(training.rounds)}**")
    page.get_by_role("combobox", name="Word to cut").click()
    page.keyboard.type("coolest")
    page.get_by_role("option", name="coolest", exact=True).click()
    expect(page.get_by_role("img", name="Lattice of ▁coolest")).to_be_visible()
    settle(page)
    assert_shows(page, training, len(training.rounds), "▁coolest")

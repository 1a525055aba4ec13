"""Helpers for tests of a player on a page: its step, bets, and the open tab."""

from playwright.sync_api import Page, expect

from bpe import Training

TOKENS = "chips => chips.map(chip => chip.dataset.token)"
"""The tokens of chips."""


def player(page: Page):
    return page.locator("[data-step]").first


def at_step(page: Page, step: int) -> None:
    expect(player(page)).to_have_attribute("data-step", str(step))


def coming(training: Training, step: int) -> tuple[str, int]:
    """Return the place of the next merge: a word and the index of its left token."""
    snapshot = training.snapshot(step)
    return next(
        (word.text, places[0])
        for word in snapshot.words()
        if (places := snapshot.next_places(word.text))
    )


def bet_on(page: Page, word: str, place: int) -> None:
    """Click the tokens of a word at a place and at the next one."""
    rows = page.locator(".player .words tbody tr", has=page.get_by_text(word, exact=True))
    for at in (place, place + 1):
        rows.first.locator(".tokens .token").nth(at).click()


def panel_pairs(page: Page) -> list[list[str]]:
    """Return the pairs in the first table of the open tab."""
    rows = page.get_by_role("tabpanel").locator("table").first.locator("tbody tr")
    return rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('[data-token]')]"
        ".map(token => token.dataset.token))"
    )

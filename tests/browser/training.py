"""What tests of Step through BPE share: the player and the open tab, read off the page."""

from playwright.sync_api import Page, expect

TOKENS = "chips => chips.map(chip => chip.dataset.token)"
"""The tokens of chips."""


def player(page: Page):
    return page.locator("[data-step]").first


def at_step(page: Page, step: int) -> None:
    expect(player(page)).to_have_attribute("data-step", str(step))


def panel_pairs(page: Page) -> list[list[str]]:
    """Read the pairs off the first table of the open tab."""
    rows = page.get_by_role("tabpanel").locator("table").first.locator("tbody tr")
    return rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('[data-token]')]"
        ".map(token => token.dataset.token))"
    )

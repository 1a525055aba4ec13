"""What tests of Step through BPE share: the player and the open tab, read off the page."""

from playwright.sync_api import Page, expect

from tests.browser.helpers import becomes
from ui.draw.tokens import exact


def player(page: Page):
    return page.locator("[data-step]").first


def at_step(page: Page, step: int) -> None:
    expect(player(page)).to_have_attribute("data-step", str(step))


def shown(page: Page) -> dict[str, list[str]]:
    """Read each word's tokens off the player's rows."""
    return player(page).evaluate(
        """root => Object.fromEntries([...root.querySelectorAll("tr")]
            .filter(row => row.querySelector("th[scope=row]"))
            .map(row => [
                row.querySelector("th[scope=row]").textContent.trim(),
                [...row.querySelectorAll("td [data-token]")].map(token => token.dataset.token),
            ])
            .filter(([, tokens]) => tokens.length))"""
    )


def assert_shows_record(page: Page, training, step: int) -> None:
    at_step(page, step)
    words, snapshot = training.corpus.words, training.snapshot(step)

    def splits() -> list[list[list[str]]]:
        screen = shown(page)
        return [[screen[name] for name in screen if name.startswith(word)][:1] for word in words]

    # The two tokens of a merge glide together first.
    becomes(page, splits, [[[exact(token) for token in snapshot.tokens(word)]] for word in words])


def panel_pairs(page: Page) -> list[list[str]]:
    """Read the pairs off the first table of the open tab."""
    rows = page.get_by_role("tabpanel").locator("table").first.locator("tbody tr")
    return rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('[data-token]')]"
        ".map(token => token.dataset.token))"
    )

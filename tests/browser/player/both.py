"""Two players with one set of controls, compared with the records of both runs."""

from collections.abc import Sequence

from playwright.sync_api import Page, expect

from bpe import Training
from tests.browser.helpers import becomes
from ui.draw.tokens import exact


def shown(page: Page) -> list[dict[str, list[str]]]:
    """Read each word's tokens off both players."""
    return page.locator("[data-step] .run").evaluate_all(
        """runs => runs.map(run => Object.fromEntries([...run.querySelectorAll("tbody tr")]
            .filter(row => row.querySelector("th[scope=row]"))
            .map(row => [
                row.querySelector("th[scope=row]").textContent.trim(),
                [...row.querySelectorAll("td [data-token]")].map(token => token.dataset.token),
            ])))"""
    )


def assert_shows_both_records(page: Page, runs: Sequence[Training], step: int) -> None:
    """Each word of both players is split as both records have it; the shorter run rests."""
    expect(page.locator("[data-step]").first).to_have_attribute("data-step", str(step))
    snapshots = [run.snapshot(min(step, len(run))) for run in runs]
    splits = [
        {word.text: [exact(token) for token in word.tokens] for word in snapshot.words()}
        for snapshot in snapshots
    ]
    becomes(page, lambda: shown(page), splits)  # the two tokens of a merge glide together first

"""Two languages, one vocabulary in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from bpe import Corpus
from tests.browser.helpers import becomes, settle
from tests.joint_runs import train_joint
from ui.corpora.samples import samples
from ui.joint import tables as joint_tables


@pytest.fixture(scope="module")
def runs():
    files = samples()["english-german"].files
    first, second = (
        Corpus.from_text(file.read_text(encoding="utf-8"), "subword-nmt") for file in files
    )
    return train_joint(first, second, max_merges=1000)


def picture(page: Page) -> dict[str, list[list[str]]]:
    """Read each name's three splits off the table above the player."""
    rows = page.locator(".record-grid").first.locator("tbody tr")
    found = rows.evaluate_all(
        """rows => rows.map(row => [
            row.querySelector("th").firstChild.textContent.trim(),
            [...row.querySelectorAll("td")].map(cell =>
                [...cell.querySelectorAll("[data-token]")].map(token => token.dataset.token)),
        ])"""
    )
    return dict(found)


def assert_picture_is_the_record(page: Page, runs, step: int) -> None:
    expect(page.get_by_role("heading", name=f"vocabularies, {step} merges each")).to_be_visible()
    settle(page)
    names = joint_tables.names(runs, 300, 6)
    expected = joint_tables.splits(runs, step, "Barack Obama Alexander", names)
    splits = {
        row["word"]: [[*row["first"]], [*row["second"]], [*row["joint"]]]
        for row in expected.to_dict("records")
    }
    becomes(page, lambda: picture(page), splits)


def test_the_names_follow_the_player(open_app, runs):
    """Three splits a name, at the step of the joint run."""
    page = open_app("joint")
    assert_picture_is_the_record(page, runs, 300)
    player = page.locator("[data-step]").first
    expect(player.locator("th[scope=row]", has_text="Alexander")).to_have_count(1)
    page.get_by_role("button", name="Next step").click()
    assert_picture_is_the_record(page, runs, 301)
    box = page.get_by_role("spinbutton", name="Go to step")
    box.fill("900")
    box.press("Enter")
    assert_picture_is_the_record(page, runs, 900)
    page.wait_for_function("() => new URL(location).searchParams.get('step') === '900'")

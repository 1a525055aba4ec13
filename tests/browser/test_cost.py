"""How many merges? in a real browser: a click on a curve moves the player."""

import pytest
from playwright.sync_api import Page, expect

from bpe import PRESETS, train
from bpe.readings.cost import description_length, merge_terms
from tests.browser.helpers import open_details, settle
from ui.corpora import sources
from ui.corpora.samples import samples
from ui.shell.navigation import page_named


@pytest.fixture(scope="module")
def training():
    source = sources.of_sample(samples()[page_named("cost").shows.text])
    return train(source.corpus(PRESETS["paper"]), "paper", max_merges=source.merges)


def step_of(page: Page) -> int:
    return int(page.locator("[data-step]").first.get_attribute("data-step"))


def assert_says_merge(page: Page, training, step: int) -> None:
    """The sentence in the panel has the record's change in bits."""
    expect(page.get_by_role("heading", name=f"merge of step {step} changed")).to_be_visible()
    change = merge_terms(training, step - 1).total
    said = page.get_by_role("tabpanel").locator(".record-say").first
    verb = "saves" if change < 0 else "costs"
    expect(said).to_contain_text(f"{verb} {abs(change):,.1f} bits")


def click_curve(page: Page, across: float) -> None:
    """Click on the chart's drawing, so far from left to right."""
    drawing = page.locator("[data-testid=stVegaLiteChart]").locator("canvas, svg").first
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    page.mouse.click(box["x"] + across * box["width"], box["y"] + 0.5 * box["height"])


def test_a_click_on_a_curve_moves_the_player(open_app, training):
    """It opens at the minimum; a point further right is a later step."""
    page = open_app("cost")
    best = description_length(training).best_step
    assert step_of(page) == best
    click_curve(page, 0.25)
    expect(page.locator("[data-step]").first).not_to_have_attribute("data-step", str(best))
    settle(page)
    sooner = step_of(page)
    assert sooner < best
    click_curve(page, 0.8)
    expect(page.locator("[data-step]").first).not_to_have_attribute("data-step", str(sooner))
    settle(page)
    later = step_of(page)
    assert later > best
    page.get_by_role("button", name="Next step").click()
    open_details(page)
    assert_says_merge(page, training, later + 1)
    page.wait_for_function(f"() => new URL(location).searchParams.get('step') === '{later + 1}'")

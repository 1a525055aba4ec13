"""Why subwords in a real browser: the rows and the slider."""

from playwright.sync_api import expect

from tests.browser.helpers import becomes, settle


def subwords(page) -> list[str]:
    row = page.locator("[data-level=subwords]").first.locator("[data-token]")
    return row.evaluate_all("chips => chips.map(chip => chip.dataset.token)")


def test_the_slider_leads_from_characters_to_words(open_app):
    """Without merges subwords are characters and marks; more merges, fewer tokens."""
    page = open_app("levels", corpus="six-words", step=0)
    start = subwords(page)
    assert start[:2] == ["h", "i"]
    page.get_by_role("slider", name="Merges used for the subwords").press("End")
    settle(page)
    becomes(page, lambda: 0 < len(subwords(page)) < len(start), True)
    page.wait_for_function("() => !new URL(location).searchParams.has('step')")
    page.get_by_role("slider", name="Merges used for the subwords").press("ArrowLeft")
    page.wait_for_function("() => Number(new URL(location).searchParams.get('step')) > 0")
    settle(page)
    expect(page.get_by_text("unknown").first).to_be_visible()
    page.get_by_text("All numbers").click()
    expect(page.get_by_role("heading", name="Learn some forms, meet another")).to_be_visible()
    expect(page.locator("[data-testid=stVegaLiteChart]").first).to_be_visible()

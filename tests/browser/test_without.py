"""A link that hides ties, settings or pairs, as offered by *Share*."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import open_more
from ui.catalogue import catalogue
from ui.state import HIDEABLE

WORDS = catalogue("en")


@pytest.mark.parametrize("left_out", ["", "ties", "pairs", "settings", "ties,settings,pairs"])
def test_a_link_leaves_out_what_it_names(open_app, left_out):
    """The caption stays, but without ties if the link leaves them out, also after a step."""
    query = {"without": left_out} if left_out else {}
    page = open_app("train", corpus="six-words", step=0, **query)
    for step in (0, 1):
        expect(page.locator(".player")).to_have_attribute("data-step", str(step))
        caption = page.locator(".player .caption").inner_text()
        assert "occurs 3 times" in caption
        assert ("tie" in caption) == ("ties" not in left_out)
        assert page.locator(".player .side").is_visible() == ("pairs" not in left_out)
        shown = not {"ties", "pairs"} & {*left_out.split(",")}
        assert page.locator(".player .bracket").is_visible() == shown
        page.keyboard.press("ArrowRight")
    open_more(page, WORDS["common.share"])
    tabs = page.get_by_role("tab", name=WORDS["common.settings"], exact=True)
    assert tabs.count() == ("settings" not in left_out)
    chosen = page.get_by_test_id("stMultiSelect").inner_text()
    said = {each: WORDS[f"common.without_{each}"] in chosen for each in HIDEABLE}
    assert said == {each: each in left_out.split(",") for each in HIDEABLE}
    assert parse_qs(urlsplit(page.url).query).get("without", [""]) == [left_out]

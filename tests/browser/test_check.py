"""Check my BPE in a real browser: a file is checked, and the player stands where it differs."""

import pickle

from playwright.sync_api import expect

from bpe import PRESETS, train
from bpe.interchange import merges_text
from tests.browser.helpers import settle
from ui.corpora import sources
from ui.corpora.samples import samples
from ui.shell.navigation import page_named


def test_a_file_of_merges_leads_the_player_to_its_first_difference(open_app, tmp_path):
    """Two merges swapped; a pickle after it is refused, and the list stays."""
    shows = page_named("check").shows
    source, scheme = sources.of_sample(samples()[shows.text]), shows.default_scheme(shows.text)
    training = train(source.corpus(PRESETS[scheme]), scheme, max_merges=40)
    lines = merges_text(training).splitlines()
    lines[31], lines[32] = lines[32], lines[31]
    swapped, pickled = tmp_path / "merges.txt", tmp_path / "merges.pkl"
    swapped.write_text("\n".join(lines), encoding="utf-8")
    pickled.write_bytes(pickle.dumps(lines))

    page = open_app("check")
    page.get_by_role("button", name="Your own merges").click()
    page.locator("input[type=file]").set_input_files(swapped)
    expect(page.locator(".verdict .where")).to_contain_text("The first 30 merges agree.")
    settle(page)
    expect(page.locator("[data-step]").first).to_have_attribute("data-step", "30")
    page.locator("input[type=file]").set_input_files(pickled)
    expect(page.get_by_role("alert")).to_contain_text("a pickle")
    expect(page.locator(".verdict .where")).to_contain_text("The first 30 merges agree.")

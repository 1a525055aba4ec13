"""A downloaded run: the file opens from a disk without a network and shows the record."""

import re

from playwright.sync_api import Page, expect

from bpe import Corpus, Training, train
from bpe.player.page import HandoutPage, page_of
from bpe.player.tokens import exact, short
from tests.browser.helpers import assert_accessible, open_more, printed_pages
from tests.browser.training import bet_on, coming
from tests.data import SIX_WORDS
from ui.catalogue import catalogue

HOSTILE = {"</script>": 3, "<!--<script>": 3, "\u202eabc": 2, "$x$": 2, "<img/src=x>": 1}


def assert_shows(page: Page, training: Training, step: int) -> None:
    """Wait until the page is at a step, and expect the words and past merges of the record."""
    expect(page.locator(".player")).to_have_attribute("data-step", str(step))
    latest = page.locator(".past tbody button").first
    expect(latest).to_have_text(str(step)) if step else expect(latest).to_be_hidden()
    snapshot = training.snapshot(step)
    rows = page.locator(".words .frequent tr:not(.heading)").evaluate_all("reads.namedRows")
    assert dict(rows) == {short(w.text): [*map(exact, w.tokens)] for w in snapshot.words()}
    assert page.locator(".past tbody tr").evaluate_all("reads.past") == [
        [str(merge.rank + 1), [*map(exact, (*merge.pair, merge.token))]]
        for merge in reversed(training.merges[:step])
    ]


def test_a_file_shows_the_record_at_every_step_without_a_network(at_home, tmp_path):
    """A saved run opens at its step with the pinned word on top, and shows the record's tokens.

    Markup in words stays text, the address keeps the step over a reload, and bets are judged.
    """
    training = train(Corpus.from_counts(HOSTILE), "paper")
    page = HandoutPage("</title><b>", "$x$", "<script>", [("\u202e", "<i>")])
    file = tmp_path / "run.html"
    file.write_text(page_of(training, words=("$x$",), step=2, page=page), encoding="utf-8")
    page = at_home(file, reduced_motion="reduce")
    assert page.title() == "</title><b>"
    expect(page.locator(".words .frequent .name").first).to_have_text("$x$")
    assert_shows(page, training, 2)
    second = page.locator(".second")
    expect(second).to_be_hidden()  # shown for a text that the page has trained
    page.keyboard.press("ArrowRight")
    assert_shows(page, training, 3)
    page.keyboard.press("End")
    assert_shows(page, training, len(training))
    page.locator(".past").get_by_role("button", name="Step 5 of").click()
    assert_shows(page, training, 5)
    expect(page).to_have_url(re.compile(r"#step=5$"))
    page.reload()
    assert_shows(page, training, 5)
    own = page.get_by_label("Your own text")
    own.fill("aab aab")
    expect(page.locator(".words .frequent .name").first).to_have_text("aab")
    expect(second).to_be_visible()
    own.fill("")
    expect(page.locator(".words .frequent .name").first).to_have_text("$x$")
    assert_shows(page, training, 0)
    expect(page.get_by_label("Scheme")).to_be_hidden()
    page.locator(".words").click()
    page.keyboard.press("h")
    word, place = coming(training, 0)
    bet_on(page, short(word), place)
    expect(page.locator(".caption")).to_contain_text("Right.")


def test_the_run_on_the_page_is_taken_home(open_app, at_home, tmp_path):
    """The downloaded file opens at the page's step, in its language, and prints on one sheet.

    axe finds no fault in the dark theme.
    """
    words, training = catalogue("zh"), train(SIX_WORDS, "paper")
    page = open_app("train", corpus="six-words", step=3, lang="zh")
    downloads = open_more(page, words["common.downloads"])
    with page.expect_download() as download:
        downloads.get_by_role("button", name=words["player.handout_offer"]).click()
    file = tmp_path / download.value.suggested_filename
    assert file.name == "six-words-paper-handout.html"
    download.value.save_as(file)
    home = at_home(file, color_scheme="dark")
    assert_shows(home, training, 3)
    why = "出现 3 次，见于 highest\u200blowest\u200bcoolest。另有 2 个相邻对并列；最先出现的胜出。"
    expect(home.locator(".past tbody td:last-child").first).to_have_text(f"(est, </w>) {why}")
    assert home.evaluate("document.documentElement.lang") == "zh-Hans"
    expect(home.get_by_role("button", name=words["player.next"])).to_be_visible()
    expect(home.get_by_text(words["player.key_home"]).last).to_be_visible()
    assert_accessible(home)
    assert printed_pages(home) == 1

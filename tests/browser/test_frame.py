"""The frame of every page, as a reader meets it in a real browser."""

import random
import re
import string
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from bpe import train
from tests.browser.conftest import running_server
from tests.browser.helpers import assert_accessible, becomes, settle
from tests.browser.test_train import SIX_WORDS, assert_shows_record, at_step
from ui.catalogue import catalogue
from ui.corpora import limits
from ui.shell.page import GROUPS
from ui.shell.pages import PAGES


def choose(page: Page, label: str, option: str | re.Pattern) -> Page:
    """Pick an option of a select by its name."""
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=option).click()
    return settle(page)


def query(page: Page) -> dict[str, str]:
    """Return the query of the browser's address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def large_text(megabytes: float) -> bytes:
    """Make a text that trains for some seconds: nearly all of its words differ."""
    chance = random.Random(1)
    letters = "".join(chance.choices(string.ascii_lowercase, k=int(megabytes * limits.MEGABYTE)))
    return re.sub("(.{9})", r"\1 ", letters).encode()


def test_a_shared_link_is_the_first_thing_a_fresh_server_is_asked_for(open_app, tmp_path):
    """No page depends on another having been opened before, in either language."""
    with running_server(tmp_path / "log.txt") as address:
        assert_shows_what_it_says(
            open_app("train", at=address, lang="zh", scheme="huggingface", step=2)
        )


def assert_shows_what_it_says(page: Page) -> None:
    """Menu, address, language and run of the link."""
    expect(page.get_by_role("heading", level=1)).to_have_text(catalogue("zh")["train.title"])
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    assert_menu_has_one_group_open(page)
    becomes(page, lambda: query(page), {"lang": "zh", "scheme": "huggingface", "step": "2"})
    assert_shows_record(page, train(SIX_WORDS, "huggingface"), 2)


def assert_menu_has_one_group_open(page: Page) -> None:
    """At first that of the page, then the one whose name is pressed; all links are in one."""
    words, asked = catalogue("zh"), page.evaluate("window.wire.asked")
    menu = page.get_by_role("navigation", name=words["common.menu"])
    links, groups = menu.get_by_role("link"), menu.get_by_role("button")
    expect(groups.first).to_have_attribute("aria-expanded", "true")
    for number, group in enumerate(GROUPS):
        name = groups.nth(number)
        expect(name).to_have_text(words[f"nav.group_{group}"])
        if number:
            name.press("Enter")
        inside = [page for page in PAGES if page.group == group]
        titles = [words[f"{page.name}.title"] for page in inside]
        becomes(page, lambda: [each.split("\n")[-1] for each in links.all_inner_texts()], titles)
        paths = links.evaluate_all("links => links.map(link => new URL(link.href).pathname)")
        assert paths[-1:] == [f"/{inside[-1].name}"]
    groups.first.click()
    assert page.evaluate("window.wire.asked") == asked


def test_the_link_to_share_the_language_and_nothing_from_elsewhere(open_app, server):
    """The link is the browser's address; another language keeps the step; no other host is asked.

    So it works in a classroom without a network.
    """
    page = open_app("train", scheme="gpt", step=2)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_test_id("stPopoverBody").locator("code")).to_have_text(page.url)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    settle(page)
    ours = (server, server.replace("http", "ws"), "data:", "blob:")
    assert len(asked) > 5
    assert [url for url in asked if not url.startswith(ours)] == []
    choose(page, "Language", "简体中文")
    expect(page.get_by_role("heading", level=1)).to_have_text(catalogue("zh")["train.title"])
    expect(page.get_by_role("tab", name=catalogue("zh")["train.tab_pairs"])).to_be_visible()
    at_step(page, 2)
    becomes(page, lambda: query(page), {"scheme": "gpt", "step": "2", "lang": "zh"})
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


def test_long_work_can_be_cancelled_and_a_file_that_is_no_text_is_refused(open_app):
    """The last good training stays until a new one is ready, and under a sentence of refusal.

    Before, the controls with their settings open, in the dark: no fault by axe.
    """
    page = open_app("train", color_scheme="dark")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("spinbutton", name="Vocabulary size")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    choose(page, "Corpus", "Your own file")
    text = {"name": "large.txt", "mimeType": "text/plain", "buffer": large_text(2)}
    page.locator("input[type=file]").set_input_files(text)
    cancel = page.get_by_role("button", name="Cancel", exact=True)
    # The file is read before, which may be shown, too.
    expect(page.get_by_test_id("stProgress")).to_contain_text("merges", timeout=60_000)
    expect(page.get_by_role("rowheader", name="highest").first).to_be_visible()
    cancel.click()
    expect(page.get_by_test_id("stProgress")).to_be_hidden()
    settle(page)
    becomes(page, lambda: query(page), {})
    expect(page.get_by_role("rowheader", name="highest").first).to_be_visible()
    choose(page, "Corpus", "Your own file")
    file = {"name": "<img src=x>.txt", "mimeType": "text/plain", "buffer": bytes(range(256)) * 9}
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_have_text(catalogue("en")["engine.binary"])
    expect(page.get_by_role("rowheader", name="highest").first).to_be_visible()

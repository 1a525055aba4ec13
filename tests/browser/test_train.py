"""Step through BPE in a real browser: what a reader does, and what the screen must then show."""

import csv
import json
import re
import zipfile

import pytest
from playwright.sync_api import Page, expect

from bpe import train
from bpe.interchange import merges_text
from tests.browser.helpers import becomes, go, open_details, settle
from ui.draw.tokens import exact

SIX_WORDS = "highest higher lower lowest cooler coolest"
HOSTILE = (
    "<b>bold</b> <img/src=x/onerror=alert(1)> $x^2$ :smile: **star** `code` [a](b) \"'& "
    "a\u200bb \u202eabc\u202c \u3000 </w> e\u0301 👩\u200d🚀 =1+1 {x} \\d \ue000pair\ue001"
)


@pytest.fixture(scope="module")
def training():
    return train(SIX_WORDS, "paper")


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


def test_every_way_to_a_step_shows_the_record(open_app, training):
    """Buttons, keys, a held key, slider, box and playing; the tab beside follows."""
    page = open_app("train", step=3, tab="pairs")
    assert_shows_record(page, training, 3)
    page.get_by_role("button", name="Next step").click()
    assert_shows_record(page, training, 4)
    page.get_by_role("button", name="Previous step").click()
    page.get_by_role("button", name="Previous step").click()
    assert_shows_record(page, training, 2)
    expect(page.get_by_role("heading", name="All pairs after step 2")).to_be_visible()
    pairs = [[*each.pair] for each in training.snapshot(2).pairs()]
    becomes(page, lambda: panel_pairs(page), pairs)
    last = len(training.merges)
    for key, step in [("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)]:
        page.keyboard.press(key)
        assert_shows_record(page, training, step)
    settle(page)
    page.get_by_role("textbox", name="Search pairs").click()
    page.keyboard.press("ArrowRight")
    at_step(page, 1)
    page.get_by_role("button", name="First step").click()
    for _ in range(8):  # a key that repeats every 30 ms loses no press
        page.keyboard.down("ArrowRight")
        page.wait_for_timeout(30)
    page.keyboard.up("ArrowRight")
    at_step(page, 8)
    page.get_by_role("slider", name="Step", exact=True).fill("5")
    assert_shows_record(page, training, 5)
    box = page.get_by_role("spinbutton", name="Go to step")
    box.fill("2")
    box.press("Enter")
    assert_shows_record(page, training, 2)
    page.get_by_role("button", name="Play").click()
    expect(player(page)).to_have_attribute("data-step", re.compile("[3-9]"))
    page.get_by_role("button", name="Pause").click()
    step = player(page).get_attribute("data-step")
    expect(page.get_by_role("heading", name=f"All pairs after step {step}")).to_be_visible()
    at_step(page, int(step))


def choose(page: Page, label: str, option: str | re.Pattern) -> None:
    page.get_by_role("combobox", name=re.compile(label)).click()
    page.get_by_role("option", name=option).click()
    settle(page)


def test_the_address_carries_corpus_scheme_and_step(open_app, training):
    """Through a reload, to another browser, and back from another corpus or scheme."""
    page = open_app("train", step=1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at_step(page, 3)
    page.wait_for_function("() => new URL(location).searchParams.get('step') !== '1'")
    settle(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => new URL(location).searchParams.get('step') === '4'")
    page.reload()
    settle(page)
    assert_shows_record(page, training, 4)
    link = page.url.partition("/train")[2]
    query = dict(part.split("=") for part in link.lstrip("?").split("&"))
    assert_shows_record(open_app("train", **query), training, 4)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => !new URL(location).searchParams.has('step')")
    settle(page)
    choose(page, "Corpus", re.compile("aaabdaaabac"))
    expect(page).to_have_url(re.compile("corpus="))
    becomes(page, lambda: [name for name in shown(page) if name.startswith("highest")], [])
    page.go_back()
    settle(page)
    assert_shows_record(page, training, 3)
    choose(page, "Scheme", re.compile("Hugging Face"))
    assert_shows_record(page, train(SIX_WORDS, "huggingface"), 3)


def test_an_uploaded_text_is_trained_on_and_shown_as_text(open_app):
    """Markup, Markdown and invisible characters stay letters in every tab."""
    page = open_app("train")
    choose(page, "Corpus", "Your own file")
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    text = "banana banana bandana cabana " * 5 + f"{HOSTILE} " * 3
    file = {"name": "<b>.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator("th[scope=row]", has_text="banana").first).to_be_visible()
    settle(page)
    mine = train(text, "paper")
    splits = {word.text: [*map(exact, word.tokens)] for word in mine.snapshot(3).words()}
    page.get_by_role("spinbutton", name="Go to step").fill("3")
    page.keyboard.press("Enter")
    at_step(page, 3)
    becomes(page, lambda: shown(page)["bandana"], splits["bandana"])
    expect(page.locator("th[scope=row]", has_text="bold").first).to_be_visible()
    open_details(page)
    tabs = page.get_by_role("tab").all()
    assert len(tabs) > 1
    inside = page.get_by_role("tabpanel").first
    ours = "img, b:not(.record-sum b), strong:not([data-testid] strong)"
    for tab in tabs:
        tab.click()
        settle(page)
        assert inside.locator(ours).count() == 0, tab.inner_text()
        assert not dialogs, tab.inner_text()
        assert "\u202e" not in inside.inner_text(), tab.inner_text()


def test_a_word_can_be_pinned_and_downloads_are_the_record(open_app, training):
    """Its row stands in the player; merges are as the engine writes them, pairs the step's."""
    page = open_app("train", corpus="first-chapters", step=20)
    open_details(page, "Words")
    page.get_by_role("textbox", name="Search words").fill("acknowledg")
    page.keyboard.press("Enter")
    settle(page)
    pin = page.get_by_role("combobox", name="Words pinned to the player")
    pin.scroll_into_view_if_needed()
    page.wait_for_timeout(300)  # a list that opens while the page scrolls closes again
    pin.click()
    page.get_by_role("option", name="acknowledged,", exact=True).click()
    settle(page)
    expect(player(page).locator("th[scope=row]", has_text="acknowledged,")).to_be_visible()
    page.keyboard.press("Escape")  # the list stays open for more words
    go(page, "train", step=3)
    open_details(page, "Downloads")
    with page.expect_download() as download:
        page.get_by_role("button", name="For other libraries (zip)").click()
    text = zipfile.ZipFile(download.value.path()).read("merges.txt").decode()
    assert download.value.suggested_filename == "six-words-paper-libraries.zip"
    assert text == merges_text(training)
    with page.expect_download() as download:
        page.get_by_role("button", name="All tables (zip)").click()
    assert download.value.suggested_filename == "six-words-paper-step-3-tables.zip"
    table = zipfile.ZipFile(download.value.path()).read("pairs.csv").decode("utf-8-sig")
    rows = csv.DictReader(table.splitlines())
    pairs = training.snapshot(3).pairs()
    assert [json.loads(row["pair_json"]) for row in rows] == [list(each.pair) for each in pairs]

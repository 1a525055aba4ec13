"""Home in a real browser: what is typed is read at once, and one button shows how it is learned."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import assert_accessible, choose, go, settle
from tests.cases import for_each
from ui.catalogue import catalogue


@pytest.fixture
def home(open_app):
    return open_app("")


def test_a_link_opens_why_pieces_and_the_button_plays_once(open_app):
    """In sight without scrolling by hand; on the other page the run plays from its first step."""
    page = open_app("?at=why", width=1366, height=768)
    for level in ("characters", "words"):
        expect(page.locator(f"[data-level={level}] .number").first).to_be_in_viewport(ratio=1)
    assert_accessible(page)
    page.get_by_role("link", name="See how pieces are learned").click()
    player = page.locator(".player")
    expect(player).to_have_attribute("data-step", "2")
    expect(player.locator(".bars").first).to_be_visible()
    assert "play=" not in page.url


TYPED = [
    ("", {}, '.st-key-home_sentence input[type="text"]', ".home-read .token"),
    (
        "train",
        {"tab": "words", "corpus": "scripts"},
        ".st-key-train_word_search input",
        ".st-key-panel tr",
    ),
]


@for_each(("path", "query", "box", "shown"), TYPED)
def test_what_is_typed_is_drawn_without_enter_and_the_caret_stays(home, path, query, box, shown):
    """Tokens and rows of a table, after a pause; the next letter goes where it belongs."""
    page = go(home, path, **query)
    field, cells = page.locator(box), page.locator(shown)
    field.press("Home")
    for letters in ("co", "olest"):
        before = cells.all_inner_texts()
        field.press_sequentially(letters)
        expect(field).to_be_focused()
        page.wait_for_function(
            "([shown, before]) => [...document.querySelectorAll(shown)]"
            ".map((each) => each.innerText).join() !== before.join()",
            arg=[shown, before],
            polling=50,
        )
        settle(page)
        expect(field).to_be_focused()
    assert field.input_value().startswith("coolest")
    assert field.evaluate("(field) => field.selectionStart") == len("coolest")


WHOLE = ["␣snow", "flake", "ology"]


def test_the_oddest_word_puts_itself_together_once_and_again_on_asking(open_app):
    """From its letters, what stands below keeping its place."""
    page = open_app("", width=1366, height=768)
    word = page.locator(".assembling")
    below = page.locator(".st-key-way_on a")
    expect(word).to_have_attribute("data-at", "12")
    assert word.evaluate("looks.assembling")["tokens"] == WHOLE
    place = below.bounding_box()
    page.wait_for_timeout(500)
    assert word.evaluate("looks.assembling")["at"] == 12, "once"
    page.get_by_role("button", name="Again").click()
    seen = word.evaluate("looks.assembling")
    assert "".join(seen["tokens"]) == "␣snowflakeology"
    assert len(seen["tokens"]) == 15 - seen["at"] > 3
    assert below.bounding_box() == place


def test_nothing_plays_by_itself_for_who_wants_no_motion(open_app):
    """A run is one press away, and a word is whole at once.

    Another language says it of the same word: the sentence is the reader's.
    """
    page = open_app("", reduced_motion="reduce")
    word, words = page.locator(".assembling"), catalogue("zh")
    assert word.evaluate("looks.assembling")["tokens"] == WHOLE
    page.locator(TYPED[0][2]).fill("snowflakeology")
    expect(word).to_contain_text("in 11 merges")
    choose(page, "Language", "简体中文")
    expect(page.locator(".assembling p")).to_have_text(words["home.assembled_many"].format(n=11))
    expect(page.locator(".assembling button")).to_have_text(words["home.again"])
    page.goto(f"{page.url.partition('?')[0]}train?step=0&play=1")
    classes = settle(page).locator(".player").get_attribute("class")
    assert "playing" not in classes.split(), "at once: a run that plays comes to rest, too"
    assert page.get_by_role("button", name="Play", exact=True).is_visible()
    assert "play=" not in page.url

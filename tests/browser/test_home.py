"""Home in a real browser: who comes for the first time is asked, and bets."""

import pytest
from playwright.sync_api import expect

from bpe import train
from bpe.readings.bets import judge
from tests.browser.helpers import assert_accessible, settle
from ui.corpora.samples import first_sample


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=str)
def test_two_clicks_bet_and_the_record_answers_without_scrolling(open_app, size):
    """Sentence, question and words are on the first screen; then the step is taken."""
    width, height = size
    page = open_app(width=width, height=height)
    sample = first_sample()
    training = train(sample.path.read_text(encoding="utf-8"), sample.default_scheme)
    snapshot = training.snapshot(sample.default_step)
    reveal = page.get_by_role("button", name="Reveal")
    for part in (page.locator(".home-read"), reveal, page.locator('.player [data-do="next"]')):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= height
    expect(page.locator(".next-left")).to_have_count(0)
    row = page.locator(".player .words tbody tr", has=page.get_by_text("highest", exact=True))
    pair = []
    for place in (0, 1):
        token = row.locator("[data-token]").nth(place)
        pair.append(token.get_attribute("data-token"))
        token.click()
    [judged] = judge(snapshot, [tuple(pair)])
    assert judged.verdict == "lower"
    expect(page.locator(".player .caption")).to_contain_text("Too few")
    assert_accessible(page)
    assert page.evaluate("document.querySelector('.stMain').scrollTop") == 0
    page.locator('.player [data-do="next"]').click()
    expect(page.locator(".player")).to_have_attribute("data-step", str(sample.default_step + 1))


@pytest.mark.parametrize(
    ("path", "query", "box", "shown"),
    [
        ("", {}, '.st-key-home_sentence input[type="text"]', ".home-read .token"),
        ("bytes", {}, ".st-key-bytes_text input", ".st-key-bytes_lines td"),
        ("train", {"tab": "words"}, ".st-key-train_word_search input", ".st-key-panel tr"),
    ],
    ids=["sentence", "bytes", "search"],
)
def test_what_is_typed_is_drawn_without_enter_and_the_caret_stays(
    open_app, path, query, box, shown
):
    """Tokens, bytes and rows of a table, after a pause; the next letter goes where it belongs."""
    page = open_app(path, **query)
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
        )
        settle(page)
        expect(field).to_be_focused()
    assert field.input_value().startswith("coolest")
    assert field.evaluate("(field) => field.selectionStart") == len("coolest")

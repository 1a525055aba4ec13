"""Home in a real browser: typing updates immediately, and the reader merges first."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import assert_accessible, go, settle
from tests.browser.training import TOKENS
from tests.cases import for_each
from ui.catalogue import LANGUAGES, catalogue
from ui.pages import PAGES


@pytest.fixture
def home(open_app):
    return open_app("")


def test_a_link_opens_why_pieces_and_another_the_run_at_its_first_step(open_app):
    """The first link scrolls to its section, and the second opens a run of its words at step 0."""
    page = open_app("?at=why", width=1366, height=768)
    for level in ("characters", "words"):
        expect(page.locator(f"[data-level={level}] .number").first).to_be_in_viewport(ratio=1)
    assert_accessible(page)
    page.get_by_role("link", name="See how BPE does it").click()
    player = page.locator(".player")
    expect(player).to_have_attribute("data-step", "0")
    expect(player.locator(".words .name").first).to_have_text("banana")


def test_each_page_has_its_description_next_to_it_and_on_a_phone_below_it(home):
    """The names of the pages are a column, and their descriptions another one at its right."""
    listed = home.locator(".st-key-home_pages > *")
    for width in (1366, 390):
        home.set_viewport_size({"width": width, "height": 844})
        settle(home)
        expect(listed).to_have_count(2 * len(PAGES))
        boxes = listed.evaluate_all("looks.boxes")
        for (x, y, *_), (beside, below, room, _) in zip(boxes[::2], boxes[1::2], strict=True):
            assert (beside > x, below < y + 10) == (width > 700, width > 700)
            assert room > width / 2, "most of the line is for the description"
        assert len({x for x, *_ in boxes}) == (2 if width > 700 else 1), "columns"


SENTENCE = '.st-key-home_sentence input[type="text"]'
TYPED = [
    ("", {}, SENTENCE, ".home-read .token"),
    (
        "train",
        {"tab": "words", "corpus": "scripts"},
        ".st-key-train_word_search input",
        ".st-key-panel tr",
    ),
]


@for_each(("path", "query", "box", "shown"), TYPED)
def test_what_is_typed_is_drawn_without_enter_and_the_caret_stays(home, path, query, box, shown):
    """Tokens and table rows follow the typed text after a pause, and the caret keeps its place."""
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


def test_a_sentence_outlives_a_reload_and_a_look_at_another_page(home):
    """The address has a typed sentence, and omits the sentence with which the page opens."""
    page, field = home, home.locator(TYPED[0][2])
    opening = field.input_value()
    for text, query in (("two tokens", "?sentence=two+tokens"), (opening, "")):
        field.fill(text)
        page.wait_for_url(re.compile(re.escape(f"/{query}") + "$"))
        read = settle(page).locator(".home-read").inner_text()
        page.get_by_role("link", name="Predict the merge").first.click()
        page.wait_for_url("**/quiz*")
        settle(page).get_by_role("link", name="Home", exact=True).click()
        page.wait_for_url(re.compile(re.escape(f"/{query}") + "$"))
        expect(field).to_have_value(text)
        page.reload()
        expect(settle(page).locator(".home-read")).to_have_text(read, use_inner_text=True)
        expect(field).to_have_value(text)


def merge(page, *pairs: tuple[int, int], press: str = "click") -> None:
    """Merge pairs of adjacent tokens, given by their indices, and wait for each new count."""
    tokens = page.locator("[data-stage] .board [data-token]")
    for pair in pairs:
        before = page.locator("[data-count]").inner_text()
        for place in pair:
            getattr(tokens.nth(place), press)()
        expect(page.locator("[data-count]")).not_to_have_text(before)


def learned(page) -> list[str]:
    return page.locator("[data-stage] [data-learned] .token").evaluate_all(TOKENS)


KEYS = ("ArrowRight " * 3, "ArrowLeft ArrowDown ArrowUp ArrowRight", "ArrowLeft")
"""For each of three pairs, the keys that lead to the pair while none is chosen."""


@pytest.mark.parametrize("by", ["click", "tap", "keys"])
def test_three_merges_by_mouse_finger_or_keys_then_both_numbers(staying_tab, by):
    """After three merges the page shows the reader's and BPE's number of tokens.

    The verdict names BPE's own merge. A reload and a link show the same merges. With keys the focus
    stays on the board. The last merge or all merges can be undone.
    """
    has_touch = by == "tap"
    page = staying_tab(*((390, 844) if has_touch else (1366, 768)), has_touch=has_touch)
    board, said = page.locator("[data-stage] .board"), page.locator("[data-stage] .verdict")
    assert board.locator(".token").evaluate_all(TOKENS) == [*"banana", *"bandana"]
    if by == "keys":
        for keys in KEYS:
            board.focus()
            before = page.locator("[data-count]").inner_text()
            for key in keys.split():
                page.keyboard.press(key)
            page.keyboard.press("Enter")
            expect(page.locator("[data-count]")).not_to_have_text(before)
            expect(board).to_be_focused()
    else:
        merge(page, (2, 3), (1, 2), press=by)
        expect(said).to_have_text("You merged a + na: count 2. BPE merges the same pair.")
        expect(page.locator("[data-mine]")).to_be_hidden()
        merge(page, (0, 1), press=by)
    expect(page.locator("[data-mine]")).to_have_text("7")
    expect(page.locator("[data-bpe]")).to_have_text("5")
    assert learned(page) == ["na", "ana", "bana"]
    assert_accessible(page)
    page.wait_for_url("**forced=*")
    for address in (None, page.url):
        page.reload() if address is None else page.goto(address)
        expect(page.locator("[data-mine]")).to_have_text("7")
        assert learned(settle(page)) == ["na", "ana", "bana"]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-count]")).to_have_text("8")
    board.focus()
    page.keyboard.press("Backspace")
    expect(page.locator("[data-count]")).to_have_text("10")
    page.get_by_role("button", name="Clear merges").click()
    expect(page.locator("[data-count]")).to_have_text("13")
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    page.wait_for_url(lambda url: "forced" not in url)


def test_own_words_are_merged_and_lead_to_their_own_run(home):
    """New words start without merges or a picked token, and a link leads to their own run.

    If BPE has no pair left to merge, its number of tokens stays.
    """
    box = home.get_by_label("Try your own words")
    box.fill("ab abc")
    box.press("Enter")
    expect(home.locator("[data-stage] .board [data-token]")).to_have_count(5)
    merge(home, (3, 4), (2, 3))
    asked = home.locator("[data-stage] .verdict")
    expect(asked).to_have_text(
        "You merged a + bc: count 1. BPE’s tie rule takes a + b, with the same count."
    )
    merge(home, (0, 1))
    expect(home.locator("[data-mine], [data-bpe]")).to_have_text(["2", "2"])
    home.get_by_role("button", name="Clear merges").click()
    expect(home.locator("[data-count]")).to_have_text("5")
    home.locator("[data-stage] .board [data-token]").first.click()
    expect(asked).to_have_text(catalogue("en")["by_hand.say_second"])
    box.fill("no onion")
    box.press("Enter")
    board = home.locator("[data-stage] .board [data-token]")
    expect(board).to_have_count(7)
    assert board.evaluate_all(TOKENS) == [*"no", *"onion"]
    expect(asked).to_have_text(catalogue("en")["by_hand.say_ask"])
    merge(home, (5, 6))
    assert learned(home) == ["on"]
    home.wait_for_url("**beat=no+onion**")
    home.get_by_role("link", name="See how BPE does it").click()
    expect(home.locator(".player .words .name")).to_have_text(["no", "onion"])
    expect(home.locator(".player")).to_have_attribute("data-step", "0")
    assert "forced" not in home.url


def test_a_word_is_split_by_finger_or_keys_and_the_gaps_are_judged(staying_tab):
    """On Home, taps on gaps or letters set cuts; on Encode and decode, keys do.

    Check marks each cut as right or wrong; on Encode and decode the rows then play.
    """
    page = staying_tab(390, 844, has_touch=True)
    page.get_by_text("Split it yourself").tap()
    board, said = page.locator(".gaps"), page.locator(".split .asked")
    text = LANGUAGES["en"].sentence
    expect(board.locator(".unit")).to_have_text([*text.replace(" ", "␣")])
    for after in ("GPT", "unfam"):
        board.locator(f"[data-gap='{text.index(after) + len(after)}']").tap()
    # A tap on the second half of a letter means the gap after the letter.
    box = board.locator(".unit").nth(text.index("wflake")).bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    assert_accessible(page)
    page.get_by_role("button", name="Check").tap()
    judged = board.locator("[data-judged='right'], [data-judged='wrong']")
    expect(judged).to_have_text(["✓", "✗", "✓"])
    expect(said).to_have_text("You found 2 of 8 cuts. 1 of yours is wrong.")
    assert_accessible(page)
    page.get_by_role("button", name="Once more").tap()
    expect(board.locator(".cut")).to_have_count(0)
    page.locator(SENTENCE).fill("tokenization")
    expect(board.locator(".unit")).to_have_count(len("tokenization"))
    board.locator(f"[data-gap='{len('token')}']").tap()
    page.get_by_role("button", name="Check").tap()
    expect(said).to_have_text("All right: 1 cut inside words.")

    go(page, "encode", sentence="lowest", corpus="low-lower")
    board, player = page.locator(".gaps"), page.locator(".player")
    board.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", " "):
        page.keyboard.press(key)
    expect(board.locator(".cut")).to_have_count(1)
    expect(player).to_have_attribute("data-step", "0")
    page.keyboard.press("Enter")
    expect(board.locator("[data-judged='right']")).to_have_count(1)
    expect(player).to_have_attribute("data-step", "6")
    expect(page.locator(".caption")).to_contain_text("All right: 1 cut inside words.")
    page.keyboard.press("Home")
    expect(board.locator(".cut, .piece")).to_have_count(0)

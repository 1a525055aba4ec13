"""What tests of the tour do: go on from card to card, and look where things are on the screen."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.helpers import compose, eventually, open_details, settle
from ui.catalogue import catalogue
from ui.tour.cards import CARDS, Card

# Where card and ring come to rest: the page may still be brought in sight, and they follow it.
ON_SCREEN = """async card => {
    const box = element => element.getBoundingClientRect().toJSON();
    const look = () => ({ card: box(card), ring: box(document.querySelector(".tour-ring")) });
    for (let seen = look(), before = null; ; before = seen, seen = look()) {
        if (JSON.stringify(seen) === JSON.stringify(before)) return seen;
        await new Promise((done) => setTimeout(done, 150));
    }
}"""


def words(lang: str, key: str) -> str:
    """Look up what the tour says."""
    return catalogue(lang)[key]


def card_of(page: Page, at: int, lang: str = "en") -> Locator:
    """Return the card, once it is the one with this number."""
    named = words(lang, "tour.named").format(at=at, of=len(CARDS))
    card = page.get_by_role("region", name=named, exact=True)
    expect(card).to_be_visible()
    return card


def arrive(page: Page, card: str, at: int) -> None:
    """Wait until the page of a card is there and still."""
    page.wait_for_url(re.compile(rf"/{card}\?.*tour={at}\b"))
    settle(page)


def assert_points(page: Page, card: Locator) -> None:
    """The ring is on the screen, and the card does not cover what is in it."""
    expect(page.locator(".tour-ring")).to_be_visible()
    eventually(page, lambda: _assert_apart(page, card))


def _assert_apart(page: Page, card: Locator) -> None:
    seen = card.evaluate(ON_SCREEN)
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    ring, covers = seen["ring"], seen["card"]
    middle = (ring["left"] + ring["right"]) / 2, (ring["top"] + ring["bottom"]) / 2
    assert 0 <= middle[0] <= width, seen
    assert 0 <= middle[1] <= height, seen
    apart = (
        ring["right"] <= covers["left"]
        or ring["left"] >= covers["right"]
        or ring["bottom"] <= covers["top"]
        or ring["top"] >= covers["bottom"]
    )
    assert apart, seen
    assert covers["left"] >= 0, seen
    assert covers["bottom"] <= height, seen
    if width <= 700:  # a low sheet, with the control scrolled above it
        assert ring["bottom"] <= covers["top"], seen


def assert_shown(page: Page, card: Locator, what: Card) -> None:
    """What came of a card is said, and in sight: the card stands beside it."""
    expect(card.locator(".after")).to_have_text(re.compile(r"\w"))
    if what.shows:
        shown = page.locator(what.shows)
        expect(shown).to_be_in_viewport()
        eventually(page, lambda: _assert_beside(shown, card))


def _assert_beside(shown: Locator, card: Locator) -> None:
    """The upper part of what is shown is not under the card."""
    box, covers = shown.bounding_box(), card.bounding_box()
    is_left = covers["x"] + covers["width"] <= box["x"]
    assert is_left or covers["y"] >= box["y"] + min(box["height"], 80), (box, covers)


def tick(page: Page, card: Locator, lang: str, do: Callable[[], object]) -> None:
    """Do what a card asks for; it is not done before, and is then."""
    state = card.get_by_role("status")
    expect(state).to_be_empty()
    do()
    expect(state).to_have_text(re.compile(re.escape(words(lang, "tour.done"))))
    settle(page)


class Doing:
    """What each card asks for, by mouse."""

    def __init__(self, page: Page, lang: str = "en"):
        self.page, self.lang = page, lang

    def press(self, player: str, name: str) -> None:
        self.page.locator(f".st-key-{player} [data-do={name}]").click()

    def tab(self, label: str) -> None:
        open_details(self.page, words(self.lang, label))

    def choose(self, key: str, option: str) -> None:
        self.page.locator(f".st-key-{key} input").click()
        self.page.get_by_role("option", name=option, exact=True).click()
        settle(self.page)

    def type(self, selector: str, text: str, key: str) -> None:
        self.page.locator(selector).fill(text)
        self.page.locator(selector).press(key)

    def token(self) -> None:
        self.press("train", "last")

    def merge(self) -> None:
        self.press("train", "next")

    def tie(self) -> None:
        open_details(self.page)
        self.page.locator(".st-key-train_fold_ties summary").click()

    def mark(self) -> None:
        self.choose("scheme", words(self.lang, "controls.scheme_huggingface"))

    def stop(self) -> None:
        self.tab("train.tab_stop")

    def encode(self) -> None:
        self.type(".st-key-encode_text textarea", "slower", "Control+Enter")

    def longest(self) -> None:
        self.press("encode_trace", "next")
        state = self.page.locator(".tour-card .state")
        expect(state).to_be_empty()  # the letters stand there yet, not the four tokens
        self.press("encode_trace", "last")

    def unknown(self) -> None:
        self.press("encode_trace", "last")

    def bytes(self) -> None:
        self.page.locator(".st-key-bytes_text input").fill("🦜")
        compose(self.page, "Enter")  # which chooses a character
        self.page.wait_for_timeout(500)  # the card looks every 200 ms
        expect(self.page.locator(".tour-card .state")).to_be_empty()
        self.page.keyboard.press("Enter")

    def score(self) -> None:
        self.press("wordpiece", "next")

    def unigram(self) -> None:
        self.press("unigram", "next")

    def real(self) -> None:
        self.type(".st-key-models_text textarea", "Grüße aus 北京", "Control+Enter")

    def own(self) -> None:
        self.choose("corpus", words(self.lang, "controls.corpus_pasted"))
        self.page.locator(".st-key-pasted_text textarea").fill("sing singing ringing")
        name = words(self.lang, "controls.use_text")
        self.page.get_by_role("button", name=name).click()

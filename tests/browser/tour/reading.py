"""What tests of the tour do: go on from card to card, and look where things are on the screen."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.helpers import eventually, settle
from ui.catalogue import catalogue
from ui.tour.cards import CARDS

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
    path = "" if card == "home" else card
    page.wait_for_url(re.compile(rf"/{path}\?.*tour={at}\b"))
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

    def step(self, key: str, name: str = "next") -> None:
        self.page.locator(f".st-key-{key} [data-do={name}]").click()

    def read(self) -> None:
        self.page.locator(".st-key-models_uncover button").click()

    def why(self) -> None:
        self.page.locator(".st-key-home_why button").click()

    def first(self) -> None:
        self.step("train")

    ties = novel = first

    def encode(self) -> None:
        self.step("encode_trace", "last")

    def bytes(self) -> None:
        self.page.locator(".st-key-bytes_reveal button").click()

    def score(self) -> None:
        self.step("wordpiece")

    def own(self) -> None:
        self.page.locator(".st-key-corpus input").click()
        name = words(self.lang, "controls.corpus_pasted")
        self.page.get_by_role("option", name=name, exact=True).click()
        settle(self.page)
        self.page.locator(".st-key-pasted_text textarea").fill("sing singing ringing")
        name = words(self.lang, "controls.use_text")
        self.page.get_by_role("button", name=name).click()

"""A reload after any keys and clicks on the player shows the same picture: the address has it."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from tests.browser.helpers import eventually, go, settle

KEYS = ("ArrowRight", "ArrowLeft", "PageDown", "PageUp", "Home", "End", "d", "Control+ArrowRight")
BUTTONS = ("first", "previous", "next", "last", "details")
"""Hiding the answer is left out: the link to share has it, the address has not."""

# What of the player and of the panel beside it can be seen; a split is moved with each step.
PICTURE = """() => {
    const player = [...document.querySelectorAll("*")].map((each) => each.shadowRoot)
        .find((root) => root?.querySelector(".player"))?.querySelector(".player");
    const texts = (root, selector) => [...root.querySelectorAll(selector)]
        .filter((each) => each.getClientRects().length).map((each) => each.innerText);
    return {
        step: player.dataset.step,
        words: texts(player, ".words tr"),
        pairs: texts(player, ".bars li"),
        learned: texts(player, ".learned"),
        said: texts(player, ":is(.caption, .merged, .ask)"),
        tab: texts(document, '.st-key-panel [role="tab"][aria-selected="true"]'),
        table: texts(document, ".st-key-panel .record-grid tr"),
    };
}"""


REST = 1_500
"""Milliseconds: a player tells its step after 300, and a choice that asks nothing holds it up for
a second."""


def settled_picture(page: Page) -> dict[str, object]:
    """Return the picture once it is the same again after a rest."""
    before, after = None, settle(page).evaluate(PICTURE)
    while before != after:
        page.wait_for_timeout(REST)
        before, after = after, settle(page).evaluate(PICTURE)
    return after


def pressed(page: Page, key: str) -> None:
    """Press a key while the player has the focus."""
    page.locator(".player").first.focus()
    page.keyboard.press(key)


def clicked(page: Page, name: str) -> None:
    """Click a button of the player, unless it has nothing to do."""
    button = page.locator(f'.player button[data-do="{name}"]')
    if button.is_visible() and button.is_enabled():
        button.click()


WAYS: list[tuple[Callable[[Page, str], None], str]] = [
    *((pressed, key) for key in KEYS),
    *((clicked, name) for name in BUTTONS),
]


def test_a_reload_after_any_walk_shows_the_same_picture(open_app):
    """By keys and buttons, with a tab open or not."""
    tab = open_app("train", corpus="six-words", step=3)
    tab.emulate_media(reduced_motion="reduce")

    @settings(max_examples=6, deadline=None, suppress_health_check=[*HealthCheck])
    @given(st.lists(st.sampled_from(WAYS), min_size=3, max_size=6))
    def walk(ways):
        page = go(tab, "train", corpus="six-words", step=3)
        for act, what in ways:
            note(f"{act.__name__} {what}")
            act(page, what)
        before = settled_picture(page)
        page.reload()
        settle(page)

        def check() -> None:
            after = page.evaluate(PICTURE)
            assert after == before, f"{page.url}: {after}"

        eventually(page, check)

    walk()

"""After any keys and clicks on the player, a reload of the address shows the same picture."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from tests.browser.helpers import eventually, go, settle

KEYS = ("ArrowRight", "ArrowLeft", "PageDown", "PageUp", "Home", "End", "d", "Control+ArrowRight")
BUTTONS = ("first", "previous", "next", "last", "details")
"""Hiding the answer is left out: the link to share contains it, the address does not."""


def settled_picture(page: Page) -> dict[str, object]:
    """Return the picture after the step is reported, which may wait for an earlier choice."""
    settle(page)
    page.wait_for_function("looks.isTold()", polling=50)
    return settle(page).evaluate("looks.picture")


def pressed(page: Page, key: str) -> None:
    """Press a key while the player has the focus."""
    page.locator(".player").first.focus()
    page.keyboard.press(key)


def clicked(page: Page, name: str) -> None:
    """Click a button of the player, unless it is hidden or disabled."""
    button = page.locator(f'.player button[data-do="{name}"]')
    if button.is_visible() and button.is_enabled():
        button.click()


WAYS: list[tuple[Callable[[Page, str], None], str]] = [
    *((pressed, key) for key in KEYS),
    *((clicked, name) for name in BUTTONS),
]


def test_a_reload_after_any_walk_shows_the_same_picture(open_app):
    """A walk presses keys and buttons, and may open a tab of the details."""
    tab = open_app("train", corpus="six-words", step=3)
    tab.emulate_media(reduced_motion="reduce")

    @settings(max_examples=4, deadline=None, suppress_health_check=[*HealthCheck])
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
            after = page.evaluate("looks.picture")
            assert after == before, f"{page.url}: {after}"

        eventually(page, check)

    walk()

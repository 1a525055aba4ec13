"""Each button, option and example of each page has an effect."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.pages.helpers import tab
from tests.pages.walking import TYPED, Press, drawn, presses
from ui.pages import PAGES, page_named

OPENED = {"corpus": "low-lower", "model": "mistral", "beside": "bert"}
"""The query that pages are opened with: a small sample, whose tables show all rows at once."""

FEW = 3
"""Maximum number of presses of one control, counted over all pages."""

ELSEWHERE = {
    "give_up": "a job has to run",
    "share_more": "the address to share is all that it changes",
    "FormSubmitter:paste": "a text has to be typed",
    "pasted_text": "it is sent by its button",
    "FormSubmitter:check_paste": "a list has to be typed",
    "check_pasted": "it is sent by its button",
    "wordpiece_part": "the player stands where the two part",
    "encode_duel": "no word of a small sample is cut in two ways",
    "models_try_letters": "the page opens with its text",
}
"""Controls that have no effect here or take long, and the reason."""


@pytest.fixture(scope="module")
def pressed() -> Counter[str]:
    """Return the number of presses of each control."""
    return Counter()


def opened(open_page, page: str, view: str):
    """Open a page and, if named, a tab."""
    app = open_page(page, **OPENED)
    return tab(app, page, view) if view else app


def does_something(app, press: Press) -> bool:
    """Press a control, and return whether anything but the control itself changes on the page."""
    before = drawn(app, press.key)
    return drawn(press(app), press.key) != before


@pytest.mark.parametrize("page", [page.name for page in PAGES])
@pytest.mark.usefixtures("three")
def test_no_control_is_dead(open_page, page, pressed):
    """Each control of each tab is pressed in turn; one without effect is tried on a fresh page.

    A search may hide what the next control changes.
    """
    dead = []
    for view in ("", *page_named(page).views):
        app, done = opened(open_page, page, view), set[str]()
        while press := next(_to_press(app, pressed, done), None):
            done.add(str(press))
            pressed[press.key] += 1
            if not does_something(app, press):
                fresh = opened(open_page, page, view)
                again = [each for each in presses(fresh, ELSEWHERE) if str(each) == str(press)]
                if not (again and does_something(fresh, again[0])):
                    dead.append(f"{view} {press}".strip())
    assert not dead


def _to_press(app, pressed: Counter[str], done: set[str]) -> Iterator[Press]:
    for press in presses(app, ELSEWHERE):
        typed_again = press.what == f"= {TYPED[1]}"
        if pressed[press.key] < FEW and str(press) not in done and not typed_again:
            yield press

"""Every page when it opens, in one tab of a browser that loads the app once.

On a projector its main picture is whole, unscrolled, also while a run is stepped through, with few
other elements; on a phone nothing is wider than the window; axe finds no fault; headings go down
one level at a time. Details are closed as a page opens; each of their tabs is opened next to the
picture, without moving anything, and on a phone as a sheet at the lower edge.
"""

import itertools
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.doing import DOES, OPENED
from tests.browser.helpers import (
    DETAILS,
    assert_accessible,
    becomes,
    eventually,
    go,
    in_theme,
    offered_tabs,
    settle,
)
from tests.browser.whole import CONTROLS, LOW, ROWS, WHOLE, assert_is_one_act, assert_whole
from ui.catalogue import catalogue
from ui.pages import PAGES, page_named

LARGER, SMALLER, LOWEST, PHONE = (1366, 768), (1280, 720), (1024, 600), (390, 844)

NOTED = {"scheme": "no such scheme"}
"""A query that each page refuses with a note above its picture."""

LED = ("unigram", "joint")
"""Pages whose picture follows the player, drawn by the server."""

STACKED = {
    "check": (".verdict", ".player"),
    "models": (".pair .reading >> nth=0", ".pair .parts", ".pair .reading >> nth=1"),
    "train": (".player .buttons", ".player .slider"),
}
"""Elements below each other on a phone, each within its width."""


@pytest.fixture(scope="module")
def tab(staying_tab) -> Page:
    """A tab that goes from page to page."""
    return staying_tab(*LARGER, reduced_motion="reduce", has_touch=True)


@pytest.fixture(scope="module")
def used(staying_tab) -> Page:
    """A tab for tests that type and choose; its session may then show more on a page."""
    return staying_tab(*LARGER, reduced_motion="reduce", has_touch=True)


def title(name: str, lang: str) -> str:
    """Return the heading of the first level of a page of the menu."""
    return catalogue(lang)["common.app_name" if name == "home" else f"{name}.title"]


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the window another size, and wait until the page has followed."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    settle(page)


def open_page(page: Page, name: str, lang: str, **query: str | int) -> None:
    """Go to a page with details closed and the pointer away, and wait for the page's title."""
    page.mouse.move(0, 0)
    go(page, "" if name == "home" else name, lang=lang, **query)
    details = page.locator(DETAILS)
    # The session keeps the panel open, over the end of the picture.
    if details.count() and details.first.get_attribute("aria-expanded") == "true":
        details.first.click()
        expect(details.first).to_have_attribute("aria-expanded", "false")
        settle(page)
    expect(page.locator("h1")).to_have_text(title(name, lang))


def assert_headings(page: Page, name: str, lang: str) -> None:
    """The page's title is its one heading of the first level; the others go down level by level."""

    def check() -> None:
        headings = page.evaluate("looks.headings")
        levels = [level for level, _ in headings]
        assert headings[0] == [1, title(name, lang)]
        assert levels.count(1) == 1, headings
        assert not [pair for pair in itertools.pairwise(headings) if pair[1][0] > pair[0][0] + 1]

    eventually(page, check)


def walk(page: Page, steps: int, *, whole: bool) -> int:
    """Step through a run and return how often a pair was marked; fail if a pair was not visible."""
    # A trace opens at the first step, where the button is disabled.
    page.locator('.player [data-do="first"]').dispatch_event("click")
    found = page.locator(".player").evaluate("looks.walk", {"steps": steps, "whole": whole})
    assert not found["faults"], "\n".join(found["faults"])
    return found["marked"]


def assert_whole_at_each_step(page: Page, name: str) -> None:
    """Fail if a step shows no pair, something is cut off or covered, or the buttons move.

    The page is left at the step where it opened.
    """
    buttons, slider = page.locator(CONTROLS[0]), page.locator(".player .slider")
    if ROWS[0] in WHOLE[name]:
        start, steps = slider.input_value(), int(slider.get_attribute("max"))
        assert walk(page, steps, whole=True) >= steps
        slider.fill(start)
        settle(page)
    if name in LED:
        start, places = slider.input_value(), buttons.evaluate_all("looks.boxes")
        for action in ("first", "next", "last"):
            page.locator(f'.player [data-do="{action}"]').dispatch_event("click")
            settle(page)
            assert_whole(page, name)
            becomes(page, lambda: buttons.evaluate_all("looks.boxes"), places)
        slider.fill(start)
        settle(page)


def assert_fits_a_phone(page: Page, name: str) -> None:
    """Fail if something is wider than a phone, or parts are not stacked within its width.

    Pickers show their whole value. Tables may scroll within their own box.
    """

    def check() -> None:
        document, main = page.evaluate("looks.tooWide")
        assert document <= 0
        assert main <= 0 or name == "models", "whose chapters scroll a little inside the window"
        assert page.evaluate("looks.cutPickers") == []
        bottom = float("-inf")  # the page may be scrolled
        for selector in STACKED.get(name, ()):
            box = page.locator(selector).bounding_box()
            assert (box["x"] >= 0, box["x"] + box["width"] <= PHONE[0]) == (True, True), selector
            assert box["y"] >= bottom, selector
            bottom = box["y"] + box["height"]

    eventually(page, check)


def assert_labels_are_on_one_line(page: Page) -> None:
    """Fail if a label or column head of up to eight characters is broken, as Chinese could be."""
    becomes(page, lambda: page.evaluate("looks.brokenLabels"), [])


def press(page: Page, what: Locator) -> None:
    """Click the middle of an element at its place in the window, without scrolling to it."""
    box = what.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert 0 < x < LARGER[0], (what, x)
    assert 0 < y < LARGER[1], (what, y)
    page.mouse.click(x, y)


def assert_on_the_screen(places: dict) -> None:
    """Fail if the picture, its player or the panel is not whole on the first screen."""
    assert places["scrolled"] == 0
    for part in ("picture", "player", "panel"):
        if places[part] is not None:
            x, y, width, height = places[part]
            assert min(x, y) >= 0, part
            assert x + width <= LARGER[0], part
            assert y + height <= LARGER[1], part
    assert places["panel"][3] > 300


def assert_tabs_move_nothing(page: Page, name: str) -> None:
    """While the details are open, pressing tabs and stepping with arrow keys moves no part.

    The test presses a tab in the middle and the last one; on a phone it opens each tab. In the end
    the player is back at its step, and D closes the details. player/test_details.py tests other
    keys.
    """
    page.keyboard.press("d")
    found, names = page.get_by_role("tab"), offered_tabs(page_named(name))
    expect(found).to_have_count(len(names))
    settle(page)
    places = page.evaluate("looks.places")
    assert_on_the_screen(places)
    last = len(names) - 1
    for at in sorted({len(names) // 2, last}):
        press(page, found.nth(at))
        assert page.evaluate("looks.moved", [at, places]) == places, names[at]
    if page_named(name).beside == "player":
        player = page.locator(".player:not(.st-key-panel *)").first
        step = int(player.get_attribute("data-step"))
        steps = int(page.locator(".slider").first.get_attribute("max"))
        ways = [("ArrowRight", 1), ("ArrowLeft", 0)]
        for key, by in ways if step < steps else [("ArrowLeft", -1), ("ArrowRight", 0)]:
            page.keyboard.press(key)
            expect(player).to_have_attribute("data-step", str(step + by))
            assert page.evaluate("looks.moved", [last, places]) == places, key
    page.keyboard.press("d")
    expect(found).to_have_count(0)


def assert_details_are_a_sheet(page: Page, name: str) -> None:
    """On a phone the details are a sheet at the lower edge, and no tab is wider than the screen.

    The player's buttons stay visible above the sheet. axe finds no fault in any tab; its rules
    about colours run for the first tab only, since all tabs have the same colours.
    """
    page.locator(DETAILS).tap()
    expect(page.get_by_role("tab").first).to_be_visible()
    settle(page)
    x, y, width, height = page.locator(".st-key-panel").bounding_box().values()
    assert (x, width, y + height) == (0, PHONE[0], PHONE[1])
    if page_named(name).beside == "player":
        button = page.locator(".player:not(.st-key-panel *) [data-do=next]").bounding_box()
        assert 0 < button["y"] < y - button["height"]
    for at, tab in enumerate(page.get_by_role("tab").all()):
        tab.tap()
        settle(page)
        becomes(page, lambda: page.evaluate("looks.sheetTooWide"), [0, 0])
        assert_accessible(page, ".st-key-panel", colours=at == 0)
    page.locator(DETAILS).tap()
    expect(page.get_by_role("tab")).to_have_count(0)


def test_later_rounds_of_the_quiz_are_whole(tab):
    """Round 6 has more words, and round 7 has a trace.

    This test runs first, since a tab that is chosen later stays chosen.
    """
    for lang, size in (("zh", LARGER), ("en", SMALLER)):
        resize(tab, size)
        for query in ({"round": 6}, {"round": 7, "seed": 2}):
            open_page(tab, "quiz", lang, **query)
            assert_whole(tab, "quiz")


@pytest.mark.parametrize(("at", "name"), [*enumerate(WHOLE)])
def test_a_page_is_whole_on_a_projector_and_no_wider_than_a_phone(tab, at, name):
    """Each page is checked in both languages and at several sizes; the two themes take turns."""
    with in_theme(tab, "dark" if at % 2 else "light"):
        resize(tab, SMALLER)
        open_page(tab, name, "en")
        [here] = tab.locator(".st-key-menu [aria-current]").all()
        led = urlsplit(here.get_attribute("href")).path.rpartition("/")[2]
        assert led == ("" if name == "home" else name)
        assert_whole(tab, name)
        assert_headings(tab, name, "en")
        assert_whole_at_each_step(tab, name)
        assert_accessible(tab)
        if name in LOW:
            resize(tab, LOWEST)
            assert_whole(tab, name, LOW[name])
        resize(tab, LARGER)
        assert_is_one_act(tab)
        if page_named(name).tabs:
            assert_tabs_move_nothing(tab, name)
        # A note above a picture reduces the height of the picture. On one page a second note says
        # that the run of the other pages comes back.
        elsewhere = {"corpus": "six-words"} if name == "joint" else {}
        open_page(tab, name, "zh", **elsewhere, **NOTED)
        expect(tab.get_by_role("alert")).to_have_count(1)
        assert_whole(tab, name)
        resize(tab, SMALLER)
        assert_whole(tab, name)
        if name in LED:
            tab.locator(".record-say").first.evaluate("looks.lengthen")
            assert_whole(tab, name)
        resize(tab, LARGER)
        becomes(tab, lambda: tab.evaluate("looks.tooSmall"), [])
        assert_labels_are_on_one_line(tab)
        resize(tab, PHONE)
        assert_fits_a_phone(tab, name)
        assert_labels_are_on_one_line(tab)
        if page_named(name).tabs:
            assert_details_are_a_sheet(tab, name)


def test_every_page_of_the_menu_has_a_picture_and_a_title_of_its_own():
    """`WHOLE` has each page of the menu, and no two titles in a language are equal."""
    assert {*WHOLE} == {page.name for page in PAGES}
    for lang in ("en", "zh"):
        assert len({title(page.name, lang) for page in PAGES}) == len(PAGES)


def test_the_pair_is_in_sight_at_each_step_of_a_novel(tab):
    """If the screen cannot hold all words, their box scrolls to the next pair at each step."""
    open_page(tab, "train", "en", corpus="pride-and-prejudice", step=0)
    for size in (LARGER, SMALLER):
        resize(tab, size)
        assert walk(tab, 20, whole=False) >= 20


def test_on_a_phone_nothing_moves_under_a_finger_that_points(tab):
    """Tokens keep their places while the description of the token pointed at changes its length."""
    resize(tab, PHONE)
    open_page(tab, "models", "zh")
    tokens, lengths = tab.locator(".pair .token"), set()
    expect(tokens.first).to_be_visible()
    before = tokens.evaluate_all("looks.rows")
    for token in tokens.all()[:12]:
        token.hover()
        lengths.add(len(tab.locator(".pair .said").first.text_content()))
        assert tokens.evaluate_all("looks.rows") == before
    assert len(lengths) > 1


@pytest.mark.parametrize("name", DOES)
def test_a_page_does_what_it_is_there_for(used, name, tmp_path):
    """Each page behaves as its function in doing.py describes."""
    resize(used, LARGER)
    open_page(used, name, "en", **OPENED.get(name, {}))
    used.evaluate("document.activeElement.blur()")  # the page before may have left a focus
    DOES[name](used, tmp_path)

"""Every page as it opens, in one tab of a browser that loads the app once.

On a projector its main picture is whole, unscrolled, also while a run is stepped through, and
little stands beside it; on a phone nothing is wider than the window; axe finds no fault; headings
go down one level at a time.
Details are closed as a page opens, and are led by keys alone here; test_every_tab.py opens each tab
by mouse. On a phone they are a sheet on the lower edge.
"""

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.browser.doing import DOES, OPENED
from tests.browser.first_screen import assert_is_one_act
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
from tests.browser.whole import CONTROLS, ROWS, WHOLE, assert_whole
from ui.catalogue import catalogue
from ui.shell.pages import PAGES, page_named

LARGER, SMALLER, PHONE = (1366, 768), (1280, 720), (390, 844)

LED = ("unigram", "joint")
"""Pages whose picture follows the player, drawn by the server."""

STACKED = {
    "check": (".verdict", ".player"),
    "models": (".pair .reading >> nth=0", ".pair .parts", ".pair .reading >> nth=1"),
    "train": (".player .buttons", ".player .slider"),
}
"""What stands on a phone one below the other, each within its width."""

# Step from here on with the button, and list what is wrong at each step.
_WALK = """async (root, {steps, whole}) => {
    const part = (selector) => [...root.querySelectorAll(selector)];
    const places = () => part(".buttons button").map(button => {
        const {x, y, width, height} = button.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join();
    }).join(" ");
    const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    const [start, faults] = [places(), []];
    let marked = 0;
    for (let step = 0; step <= steps; step += 1) {
        if (step) {
            root.querySelector('[data-do="next"]').click();
            await frame();
        }
        const wrong = (what) => faults.push(`step ${root.dataset.step}: ${what}`);
        if (Number(root.dataset.step) !== step) wrong(`is not step ${step}`);
        if (places() !== start) wrong("the buttons have moved");
        for (const words of part(".words")) {
            if (whole && words.scrollHeight > words.clientHeight) wrong("a word is cut");
            const next = words.querySelector(".next-left");
            if (!next) continue;
            marked += 1;
            const [box, room] = [next.getBoundingClientRect(), words.getBoundingClientRect()];
            const head = words.querySelector("thead").getBoundingClientRect().bottom;
            if (box.top < head - 1 || box.bottom > Math.min(room.bottom, innerHeight) + 1)
                wrong("the pair is out of sight");
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            if (!next.contains(root.getRootNode().elementFromPoint(x, y)))
                wrong("the pair is covered");
        }
        for (const caption of part(".caption"))
            if (whole && caption.scrollHeight > caption.clientHeight + 1) wrong("a caption is cut");
    }
    return {faults, marked};
}"""


# What is wider than the window or than the page's own room.
_TOO_WIDE = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    return [document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth];
}"""

_SHEET_TOO_WIDE = """() => [document.documentElement, document.querySelector(".st-key-panel")]
    .map((part) => part.scrollWidth - part.clientWidth)"""

_HEADINGS = """() => {
    const found = [];
    const walk = (node) => {
        if (node.matches?.("h1, h2, h3, h4, h5, h6") && node.checkVisibility())
            found.push([Number(node.localName[1]), node.innerText]);
        for (const child of (node.shadowRoot ?? node).children) walk(child);
    };
    walk(document.querySelector(".stMain"));
    return found;
}"""

_CUT = """() => [...document.querySelectorAll(".st-key-pickers .stSelectbox input")]
    .filter(input => input.scrollWidth > input.clientWidth).map(input => input.value)"""

_PLACES = """buttons => buttons.map(button => {
    const {x, y} = button.getBoundingClientRect();
    return [Math.round(x), Math.round(y)];
})"""


@pytest.fixture(scope="module")
def tab(staying_tab) -> Page:
    """A tab that goes from page to page."""
    return staying_tab(*LARGER, reduced_motion="reduce", has_touch=True)


def title(name: str, lang: str) -> str:
    """Return the heading of the first level of a page of the menu."""
    return catalogue(lang)["common.app_name" if name == "home" else f"{name}.title"]


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the window another size, and wait until the page has followed."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    settle(page)


def open_page(page: Page, name: str, lang: str, **query: str | int) -> None:
    """Go to a page and wait for its title; nothing is pointed at."""
    page.mouse.move(0, 0)
    go(page, "" if name == "home" else name, lang=lang, **query)
    details = page.locator(DETAILS)
    # The session keeps it open, over the picture's end.
    if details.count() and details.first.get_attribute("aria-expanded") == "true":
        details.first.click()
        expect(details.first).to_have_attribute("aria-expanded", "false")
        settle(page)
    expect(page.locator("h1")).to_have_text(title(name, lang))


# Text in the window whose letters are too small for the last row; a token's id may have 15 px.
_TOO_SMALL = """() => {
    const small = [];
    const read = root => { for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) read(element.shadowRoot);
        if (element.matches("script, style, template, title, .unseen")) continue;
        const text = [...element.childNodes].find(node => node.nodeType === 3 && node.data.trim());
        const box = element.getBoundingClientRect(), style = getComputedStyle(element);
        const inside = box.width > 1 && box.height > 1 && box.top < innerHeight && box.bottom > 0;
        if (!text || !inside || !element.checkVisibility({visibilityProperty: true})) continue;
        const pixels = parseFloat(style.fontSize) * (element.getScreenCTM?.().a ?? 1);
        const icon = element.matches("[data-testid^=stIcon], [data-testid^=stIcon] *");
        const least = icon ? 0 : element.matches(".id, [role=tab] *") ? 14.9 : 15.9;
        if (pixels > 1 && pixels < least) small.push(`${pixels} ${text.data}`);
    } };
    read(document.body);
    return small;
}"""


def assert_headings(page: Page, name: str, lang: str) -> None:
    """The page's title is its one heading of the first level; the others go down level by level."""

    def check() -> None:
        headings = page.evaluate(_HEADINGS)
        levels = [level for level, _ in headings]
        assert headings[0] == [1, title(name, lang)]
        assert levels.count(1) == 1, headings
        assert not [pair for pair in itertools.pairwise(headings) if pair[1][0] > pair[0][0] + 1]

    eventually(page, check)


def walk(page: Page, steps: int, *, whole: bool) -> int:
    """Step through a run and return how often a pair was marked; fail where one was not seen."""
    # A trace opens at the first step, where the button is not to be pressed.
    page.locator('.player [data-do="first"]').dispatch_event("click")
    found = page.locator(".player").evaluate(_WALK, {"steps": steps, "whole": whole})
    assert not found["faults"], "\n".join(found["faults"])
    return found["marked"]


def rest(page: Page) -> None:
    """Wait until Python has heard of the step, which is once the reader rests."""
    page.wait_for_timeout(400)
    settle(page)


def assert_whole_at_each_step(page: Page, name: str) -> None:
    """Fail where a step shows no pair, something is cut off or covered, or the buttons move.

    The page is left at the step where it opened.
    """
    buttons, slider = page.locator(CONTROLS[0]), page.locator(".player .slider")
    if ROWS[0] in WHOLE[name]:
        start, steps = slider.input_value(), int(slider.get_attribute("max"))
        assert walk(page, steps, whole=True) >= steps
        slider.fill(start)
        rest(page)
    if name in LED:
        start, places = slider.input_value(), buttons.evaluate_all(_PLACES)
        for action in ("first", "next", "last"):
            page.locator(f'.player [data-do="{action}"]').dispatch_event("click")
            rest(page)
            assert_whole(page, name)
            becomes(page, lambda: buttons.evaluate_all(_PLACES), places)
        slider.fill(start)
        rest(page)


def assert_fits_a_phone(page: Page, name: str) -> None:
    """Fail where something is wider than a phone, or parts are not stacked in its width.

    A picker cuts nothing of what is chosen in it; tables scroll in themselves.
    """

    def check() -> None:
        document, main = page.evaluate(_TOO_WIDE)
        assert document <= 0
        assert main <= 0 or name == "models", "whose chapters scroll a little inside the window"
        assert page.evaluate(_CUT) == []
        bottom = float("-inf")  # the page may be scrolled
        for selector in STACKED.get(name, ()):
            box = page.locator(selector).bounding_box()
            assert (box["x"] >= 0, box["x"] + box["width"] <= PHONE[0]) == (True, True), selector
            assert box["y"] >= bottom, selector
            bottom = box["y"] + box["height"]

    eventually(page, check)


def walk_details_by_keys(page: Page, tabs: tuple[str, ...]) -> None:
    """D opens and closes, Ctrl and an arrow lead on; the focus goes back to the button.

    All tabs of a page are walked in player/test_details.py.
    """
    page.keyboard.press("d")
    found = page.get_by_role("tab")
    expect(found).to_have_count(len(tabs))
    if len(tabs) > 1:
        page.keyboard.press("Control+ArrowRight")
        expect(found.nth(1)).to_be_focused()
    settle(page)
    page.keyboard.press("d")
    expect(found).to_have_count(0)
    if len(tabs) > 1:
        expect(page.locator(DETAILS)).to_be_focused()


def assert_details_are_a_sheet(page: Page, name: str) -> None:
    """On a phone: nothing in it is wider, axe finds no fault, and a part of the picture stays."""
    page.locator(DETAILS).tap()
    settle(page)
    x, y, width, height = page.locator(".st-key-panel").bounding_box().values()
    assert (x, width, y + height) == (0, PHONE[0], PHONE[1])
    if page_named(name).beside == "player":
        button = page.locator(".player:not(.st-key-panel *) [data-do=next]").bounding_box()
        assert 0 < button["y"] < y - button["height"]
    for tab in page.get_by_role("tab").all():
        tab.tap()
        settle(page)
        becomes(page, lambda: page.evaluate(_SHEET_TOO_WIDE), [0, 0])
        assert_accessible(page, ".st-key-panel")
    page.locator(DETAILS).tap()
    expect(page.get_by_role("tab")).to_have_count(0)


def test_later_rounds_of_the_quiz_are_whole(tab):
    """Of which one has more words and one a trace. First, as a tab that is chosen later stays."""
    for lang, size in (("zh", LARGER), ("en", SMALLER)):
        resize(tab, size)
        for query in ({"round": 6}, {"round": 7, "seed": 2}):
            open_page(tab, "quiz", lang, **query)
            assert_whole(tab, "quiz")


@pytest.mark.parametrize(("at", "name"), [*enumerate(WHOLE)])
def test_a_page_is_whole_on_a_projector_and_no_wider_than_a_phone(tab, at, name):
    """In both languages and at two sizes; one page in the light, the next in the dark."""
    with in_theme(tab, "dark" if at % 2 else "light"):
        resize(tab, SMALLER)
        open_page(tab, name, "en")
        assert_whole(tab, name)
        assert_headings(tab, name, "en")
        assert_whole_at_each_step(tab, name)
        assert_accessible(tab)
        if page_named(name).tabs:
            walk_details_by_keys(tab, offered_tabs(page_named(name)))
        if name == "joint":  # a line says that the run of the other pages comes back
            open_page(tab, name, "en", corpus="six-words")
            assert_whole(tab, name)
        resize(tab, LARGER)
        assert_is_one_act(tab)
        open_page(tab, name, "zh")
        assert_whole(tab, name)
        becomes(tab, lambda: tab.evaluate(_TOO_SMALL), [])
        assert_headings(tab, name, "zh")
        if name not in LED:
            assert_whole_at_each_step(tab, name)
        resize(tab, PHONE)
        assert_fits_a_phone(tab, name)
        if page_named(name).tabs:
            assert_details_are_a_sheet(tab, name)


def test_every_page_of_the_menu_has_a_picture_and_a_title_of_its_own():
    """A new page is looked at, too."""
    assert {*WHOLE} == {page.name for page in PAGES}
    for lang in ("en", "zh"):
        assert len({title(page.name, lang) for page in PAGES}) == len(PAGES)


def test_the_pair_is_in_sight_at_each_step_of_a_novel(tab):
    """Of a corpus with more words than the screen holds, the words box scrolls to the pair."""
    open_page(tab, "train", "en", corpus="pride-and-prejudice", step=0)
    for size in (LARGER, SMALLER):
        resize(tab, size)
        assert walk(tab, 20, whole=False) >= 20


# Where on the page each of some elements stands, however it is scrolled.
_ROWS = """tokens => tokens.map(token => {
    const main = document.querySelector("[data-testid=stMain]");
    return Math.round(token.getBoundingClientRect().y + main.scrollTop);
})"""


def test_on_a_phone_nothing_moves_under_a_finger_that_points(tab):
    """What is said of a token may be three lines long: a token once moved away from the pointer."""
    resize(tab, PHONE)
    open_page(tab, "models", "zh")
    tokens, lengths = tab.locator(".pair .token"), set()
    before = tokens.evaluate_all(_ROWS)
    for token in tokens.all()[:12]:
        token.hover()
        lengths.add(len(tab.locator(".pair .said").first.text_content()))
        assert tokens.evaluate_all(_ROWS) == before
    assert len(lengths) > 1


@pytest.mark.parametrize("name", DOES)
def test_a_page_does_what_it_is_there_for(tab, name, tmp_path):
    """See doing.py."""
    resize(tab, LARGER)
    open_page(tab, name, "en", **OPENED.get(name, {}))
    tab.evaluate("document.activeElement.blur()")  # whatever the page before left it on
    DOES[name](tab, tmp_path)

"""The lesson from Home to Check my BPE, every detail of every page opened, as it is given.

By mouse and by keyboard alone on a projector, where nothing is scrolled, and by touch on a phone.
Each walk stays in one tab of the browser and goes from page to page by the menu. What is opened
moves nothing: places are looked at in each frame until its content is there.
"""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.helpers import DETAILS, assert_accessible, becomes, in_theme, settle
from ui.shell.page import GROUPS
from ui.shell.page import Page as Shown
from ui.shell.pages import PAGES

PROJECTOR, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
TABS = "[role=tab]"
LINK = '.st-key-menu a:is([href="{0}"], [href^="{0}?"], [href$="/{0}"], [href*="/{0}?"])'
FOCUSED = "selector => document.activeElement.matches(selector)"

# What the details stand beside: the picture, or the player that is one, and the player below it.
_PLACES = """
    const round = (box) => [box.x, box.y, box.width, box.height].map(Math.round);
    const place = (element) => element && round(element.getBoundingClientRect());
    const main = document.querySelector(".stMain");
    const hosts = [...main.querySelectorAll(".stBidiComponent, [data-testid^=stBidiComponent]")];
    const roots = hosts.map((host) => host.shadowRoot ?? host.querySelector("*")?.shadowRoot);
    const panel = document.querySelector(".st-key-panel");
    const player = roots.map((root) => root?.querySelector(".player"))
        .find((found) => found && !panel?.contains(found.getRootNode().host));
    const places = () => ({
        tabs: [...document.querySelectorAll("[role=tab]")].map(place),
        picture: place(main.querySelector('[class*="_stage"]') ?? player),
        player: place(player),
        panel: place(panel),
        scrolled: main.scrollTop,
    });
"""
PLACES = f"() => {{ {_PLACES} return places(); }}"

# Look in each frame, from what opened the tab until its content is there: what has moved? Without
# an answer that is younger than what was done, the server has not heard of it yet.
WATCH = f"""async ([at, before]) => {{ {_PLACES}
    const app = document.querySelector('[data-testid="stApp"]');
    const old = '[data-testid="stSkeleton"], [data-stale="true"]';
    const wanted = JSON.stringify(before);
    const isThere = () => app.dataset.testScriptState === "notRunning"
        && wire.asked <= wire.answered && wire.loading === 0 && !document.querySelector(old)
        && document.querySelectorAll("[role=tab]")[at].ariaSelected === "true";
    const late = performance.now() + 60_000;
    for (let since = null; performance.now() < late;) {{
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        const now = places();
        if (JSON.stringify(now) !== wanted) return now;
        if (!isThere()) since = null;
        else if (performance.now() - (since ??= performance.now()) > 120) return before;
    }}
    return "content that does not come";
}}"""


class Mouse:
    """A lecturer who presses what is in sight."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        """Press it where it stands: nothing is scrolled for it."""
        box = what.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        size = self.page.viewport_size
        assert 0 < x < size["width"], (what, x)
        assert 0 < y < size["height"], (what, y)
        self.press_at(x, y)

    def press_at(self, x: float, y: float) -> None:
        """Press a place on the screen."""
        self.page.mouse.click(x, y)

    def turn_details(self) -> None:
        """Open the details, or close them."""
        self.press(self.page.locator(DETAILS))

    def show(self, at: int) -> None:
        """Open a tab."""
        self.press(self.page.locator(TABS).nth(at))

    def go_on(self, shown: Shown) -> None:
        """Choose a page of the menu."""
        group = self.page.locator(".menu-group").nth(GROUPS.index(shown.group))
        if group.get_attribute("aria-expanded") == "false":
            self.press(group)
        self.press(self.page.locator(LINK.format(shown.name)))


class Finger(Mouse):
    """A student with a phone: the menu is opened first, and the page is longer than the screen."""

    def press_at(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def turn_details(self) -> None:
        self.page.locator(DETAILS).scroll_into_view_if_needed()
        super().turn_details()

    def go_on(self, shown: Shown) -> None:
        menu = self.page.locator(".stSidebar")
        self.press(self.page.get_by_test_id("stExpandSidebarButton"))
        becomes(self.page, lambda: menu.bounding_box()["x"], 0)
        super().go_on(shown)
        expect(self.page.get_by_test_id("stExpandSidebarButton")).to_be_visible()


class Keys(Mouse):
    """A lecturer without a mouse."""

    def turn_details(self) -> None:
        self.page.keyboard.press("d")

    def show(self, at: int) -> None:
        tab = self.page.locator(TABS).nth(at)
        if tab.get_attribute("aria-selected") == "false":
            self.page.keyboard.press("Control+ArrowRight")
            expect(tab).to_be_focused()

    def go_on(self, shown: Shown) -> None:
        group = f".st-key-menu_{shown.group} .menu-group"
        if self.page.locator(group).get_attribute("aria-expanded") == "false":
            self._tab_to(group, "Shift+Tab")
            self.page.keyboard.press("Enter")
            self._tab_to(LINK.format(shown.name), "Tab")
        else:
            self._tab_to(LINK.format(shown.name), "Shift+Tab")
        self.page.keyboard.press("Enter")

    def _tab_to(self, selector: str, key: str) -> None:
        for _ in range(80):
            self.page.keyboard.press(key)
            if self.page.evaluate(FOCUSED, selector):
                return
        raise AssertionError(f"{key} does not lead to {selector}")


def lesson(page: Page, hands: Mouse, groups: Sequence[str] = GROUPS) -> Iterator[Shown]:
    """Go from page to page; the value is the one that is open, closed details and all."""
    pages = [PAGES[0], *(each for each in PAGES[1:] if each.group in groups)]
    for at, shown in enumerate(pages):
        if at:
            hands.go_on(shown)
            page.wait_for_url(f"**/{shown.name}*")
            settle(page)
            assert page.evaluate("document.querySelector('.stMain').scrollTop") == 0
        yield shown


def open_details(page: Page, hands: Mouse, shown: Shown) -> dict:
    """Open the details of a page; return where all of it is."""
    expect(page.locator(DETAILS)).to_have_attribute("aria-expanded", "false")
    hands.turn_details()
    expect(page.locator(TABS)).to_have_count(len(shown.tabs))
    settle(page)
    return page.evaluate(PLACES)


def open_tabs(page: Page, hands: Mouse, shown: Shown, places: dict) -> Iterator[str]:
    """Open each tab in turn: nothing moves until its content is there; the value is its name."""
    for at, name in enumerate(shown.tabs):
        hands.show(at)
        assert page.evaluate(WATCH, [at, places]) == places, (shown.name, name)
        yield name


def close_details(page: Page, hands: Mouse) -> None:
    """Close them again, by what opened them."""
    hands.turn_details()
    expect(page.locator(TABS)).to_have_count(0)


def assert_on_the_screen(places: dict, size: dict[str, int]) -> None:
    """Fail where the picture, its player or the panel are not whole on the first screen."""
    assert places["scrolled"] == 0
    for part in ("picture", "player", "panel"):
        if places[part] is not None:
            x, y, width, height = places[part]
            assert min(x, y) >= 0, part
            assert x + width <= size["width"], part
            assert y + height <= size["height"], part
    assert places["panel"][3] > 300


def step(page: Page) -> int | None:
    """Return the step of the player that stands beside the details, if one does."""
    player = page.locator(".player:not(.st-key-panel *)")
    return int(player.first.get_attribute("data-step")) if player.count() else None


def test_the_lesson_is_given_by_mouse_and_nothing_is_scrolled(open_app):
    """Each tab is at its place before, while and after its content comes; arrows still step."""
    page = open_app("", corpus="six-words", reduced_motion="reduce", **PROJECTOR)
    hands = Mouse(page)
    for shown in lesson(page, hands):
        if not shown.beside:
            continue
        places = open_details(page, hands, shown)
        assert_on_the_screen(places, PROJECTOR)
        at = len([*open_tabs(page, hands, shown, places)]) - 1
        before = step(page)
        if shown.beside == "player" and before < int(page.locator(".slider").get_attribute("max")):
            page.keyboard.press("ArrowRight")
            becomes(page, lambda: step(page), before + 1)
            assert page.evaluate(WATCH, [at, places]) == places, shown.name
        close_details(page, hands)


def test_the_lesson_is_given_by_keyboard_alone(open_app):
    """D opens and closes, Ctrl and arrows walk the tabs, and Tab leads back to the menu."""
    page = open_app("", corpus="six-words", reduced_motion="reduce", **PROJECTOR)
    hands = Keys(page)
    for shown in lesson(page, hands):
        if not shown.beside:
            continue
        places = open_details(page, hands, shown)
        assert [*open_tabs(page, hands, shown, places)] == [*shown.tabs]
        close_details(page, hands)
        if len(shown.tabs) > 1:
            expect(page.locator(DETAILS)).to_be_focused()


TOO_WIDE = """() => [document.documentElement, document.querySelector(".st-key-panel")]
    .map((part) => part.scrollWidth - part.clientWidth)"""


@pytest.mark.parametrize("groups", [GROUPS[:2], GROUPS[2:]], ids="-".join)
def test_the_lesson_is_followed_on_a_phone(staying_tab, groups):
    """Details are a sheet on the lower edge; nothing is wider than it, and axe finds no fault.

    Part of what they are of stays above the sheet, with the buttons that step. In Chinese; one page
    in the light, the next in the dark.
    """
    page = staying_tab(**PHONE, locale="zh-CN", has_touch=True, reduced_motion="reduce")
    hands = Finger(page)
    for number, shown in enumerate(lesson(page, hands, groups)):
        if not shown.beside:
            continue
        places = open_details(page, hands, shown)
        x, y, width, height = places["panel"]
        assert (x, width, y + height) == (0, PHONE["width"], PHONE["height"]), shown.name
        top, tall = places["picture"][1], places["picture"][3]
        assert min(top + tall, y) - max(top, 0) > 150, shown.name
        if shown.beside == "player":
            button = page.locator(".player:not(.st-key-panel *) [data-do=next]").bounding_box()
            assert 0 < button["y"] < y - button["height"], shown.name
        with in_theme(page, "dark" if number % 2 else "light"):
            for name in open_tabs(page, hands, shown, places):
                assert page.evaluate(TOO_WIDE) == [0, 0], (shown.name, name)
                assert_accessible(page, ".st-key-panel")
        close_details(page, hands)

"""Every tab of every page, from Home to Check my BPE, opened beside its picture on a projector.

By mouse, where nothing is scrolled, in one tab of the browser, from page to page by the menu. What
is opened moves nothing: places are looked at in each frame until its content is there. Keys and
phones are in test_every_page.py.
"""

from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.helpers import DETAILS, becomes, offered_tabs, settle
from ui.shell.page import GROUPS
from ui.shell.page import Page as Shown
from ui.shell.pages import PAGES

PROJECTOR = {"width": 1366, "height": 768}
LINK = '.st-key-menu a:is([href="{0}"], [href^="{0}?"], [href$="/{0}"], [href*="/{0}?"])'

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


def press(page: Page, what: Locator) -> None:
    """Press it where it stands, as who sees it does: nothing is scrolled for it."""
    box = what.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert 0 < x < PROJECTOR["width"], (what, x)
    assert 0 < y < PROJECTOR["height"], (what, y)
    page.mouse.click(x, y)


def go_on(page: Page, shown: Shown) -> None:
    """Choose a page of the menu; it opens at its top."""
    group = page.locator(".menu-group").nth(GROUPS.index(shown.group))
    if group.get_attribute("aria-expanded") == "false":
        press(page, group)
    press(page, page.locator(LINK.format(shown.name)))
    page.wait_for_url(f"**/{shown.name}*")
    settle(page)
    current = page.locator(".st-key-menu [aria-current]")
    expect(current).to_have_count(1)
    assert urlsplit(current.get_attribute("href")).path.rpartition("/")[2] == shown.name
    assert page.evaluate("document.querySelector('.stMain').scrollTop") == 0


def assert_on_the_screen(places: dict) -> None:
    """Fail where the picture, its player or the panel are not whole on the first screen."""
    assert places["scrolled"] == 0
    for part in ("picture", "player", "panel"):
        if places[part] is not None:
            x, y, width, height = places[part]
            assert min(x, y) >= 0, part
            assert x + width <= PROJECTOR["width"], part
            assert y + height <= PROJECTOR["height"], part
    assert places["panel"][3] > 300


def step(page: Page) -> int | None:
    """Return the step of the player that stands beside the details, if one does."""
    player = page.locator(".player:not(.st-key-panel *)")
    return int(player.first.get_attribute("data-step")) if player.count() else None


def test_every_tab_is_opened_by_mouse_and_nothing_is_scrolled(open_app):
    """Each tab is at its place before, while and after its content comes; arrows still step."""
    page = open_app("", corpus="six-words", reduced_motion="reduce", **PROJECTOR)
    details, tabs = page.locator(DETAILS), page.locator("[role=tab]")
    for shown in PAGES[1:]:
        go_on(page, shown)
        if not shown.tabs:
            continue
        expect(details).to_have_attribute("aria-expanded", "false")
        press(page, details)
        expect(tabs).to_have_count(len(offered_tabs(shown)))
        settle(page)
        places = page.evaluate(PLACES)
        assert_on_the_screen(places)
        for at, name in enumerate(offered_tabs(shown)):
            press(page, tabs.nth(at))
            assert page.evaluate(WATCH, [at, places]) == places, (shown.name, name)
        before = step(page)
        if shown.beside == "player" and before < int(page.locator(".slider").get_attribute("max")):
            page.keyboard.press("ArrowRight")
            becomes(page, lambda name=shown.name: (name, step(page)), (shown.name, before + 1))
            assert page.evaluate(WATCH, [len(offered_tabs(shown)) - 1, places]) == places, (
                shown.name
            )
        press(page, details)
        expect(tabs).to_have_count(0)

"""How much stands on a page's first screen beside its picture: what can be used, and words.

`python -m tests.browser.first_screen <address>` prints a table of all pages of a running app.
"""

import sys
from typing import TypedDict

from playwright.sync_api import Page, sync_playwright

from tests.browser.helpers import WIRE, go, settle
from tests.browser.provision import ARGUMENTS, find_chromium
from ui.shell.pages import PAGES

CONTROLS, WORDS = 18, 120
"""The most of each on a screen of 1366 x 768 pixels."""

# Controls are what the Tab key comes to; tokens are the picture, and no words.
_COUNT = """() => {
    const kinds = "button, a[href], input, select, textarea, summary, [role=tab], [role=slider]";
    const around = ".stSidebar, .stAppHeader";
    const unread = "script, style, [data-token], .unseen, [aria-hidden=true]";
    const isSeen = (element, box) => {
        let {left, top, right, bottom} = box;
        const within = (frame) => {
            [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
            [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
        };
        within({left: 0, top: 0, right: innerWidth, bottom: innerHeight});
        for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
            if (at.matches(around)) return false;
            if (getComputedStyle(at).overflow !== "visible") within(at.getBoundingClientRect());
        }
        return right - left > 2 && bottom - top > 2
            && element.checkVisibility({opacityProperty: true, visibilityProperty: true});
    };
    const controls = [], words = [];
    const look = (root) => {
        for (const element of root.querySelectorAll("*")) {
            if (element.shadowRoot) look(element.shadowRoot);
            const isUsed = element.matches(kinds) && element.tabIndex >= 0;
            if (isUsed && isSeen(element, element.getBoundingClientRect()))
                controls.push(element.ariaLabel || element.title || element.innerText.trim());
            if (element.closest(unread)) continue;
            for (const text of element.childNodes) {
                if (text.nodeType !== Node.TEXT_NODE || !text.data.trim()) continue;
                const range = document.createRange();
                range.selectNode(text);
                if (!isSeen(element, range.getBoundingClientRect())) continue;
                words.push(...(text.data.match(/[\\p{L}\\p{N}]\\S*/gu) ?? []));
            }
        }
    };
    look(document);
    return {controls, words};
}"""


class Screen(TypedDict):
    """What stands there: the names of controls, and the words."""

    controls: list[str]
    words: list[str]


def first_screen(page: Page) -> Screen:
    """Return what stands on the first screen of a page; the menu is not part of it."""
    return page.evaluate(_COUNT)


def assert_is_one_act(page: Page) -> None:
    """Fail where a reader sees more at first than they can look at."""
    seen = first_screen(page)
    assert len(seen["controls"]) <= CONTROLS, seen["controls"]
    assert len(seen["words"]) <= WORDS, " ".join(seen["words"])


def _table(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*ARGUMENTS])
        page = browser.new_page(viewport={"width": 1366, "height": 768}, locale="en-US")
        page.add_init_script(WIRE)
        page.goto(address)
        settle(page)
        for each in PAGES:
            go(page, "" if each.name == "home" else each.name)
            seen = first_screen(page)
            print(f"{each.name:14}", *(f"{len(part):4}" for part in seen.values()))


if __name__ == "__main__":
    _table(sys.argv[1])

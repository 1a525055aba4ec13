"""Helpers for browser tests: wait until a page is still, and check its accessibility."""

import itertools
import re
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import unified_diff
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlencode, urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Error, Locator, Page, TimeoutError

from ui.state import Page as AppPage

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
MORE = {"landmark-unique": {"enabled": True}}
"""Rules outside WCAG that matter for navigation by landmarks with a screen reader."""

OF_COLOURS = ("color-contrast", "link-in-text-block")
"""The slowest rules of axe-core: they take longer than all others together."""

_CONFIG = Path(__file__).resolve().parents[2] / ".streamlit" / "config.toml"
THEMES = tomllib.loads(_CONFIG.read_text(encoding="utf-8"))["theme"]

WIRE, LOOKS, READS = (
    Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8")
    for name in ("wire", "looks", "reads")
)
LOOKS = f"{WIRE}\n{LOOKS}"
"""Script that runs in pages of the app, and of components, before their own scripts."""

_numbers = itertools.count(1)


def settle(page: Page, timeout: float = 120_000) -> Page:
    """Wait until the app is connected, has run, and has no pending work."""
    try:
        # Twenty checks per second: a check per frame makes the browser draw sixty.
        page.wait_for_function("looks.isStill", arg=next(_numbers), timeout=timeout, polling=50)
    except TimeoutError as error:
        raise AssertionError(f"{page.url} is not still: {page.evaluate('looks.state')}") from error
    return page


def offered_tabs(page: AppPage) -> tuple[str, ...]:
    """Return the tabs that a page offers for a run of the six words.

    The player of Step through BPE lists all six words, so that page leaves out the tab of words.
    """
    left_out = {"train": "words"}.get(page.name)
    return tuple(name for name in page.tabs if name != left_out)


def go(page: Page, path: str = "", **query: str | int) -> Page:
    """Open another page of the app in the same tab, as Back and Forward do, and wait for it.

    Nothing is reloaded, which would take most of the time of opening a page; but the session stays,
    with all typed and chosen values outside the address.
    """
    address = f"/{path}" + (f"?{urlencode(query)}" if query else "")
    asked = page.evaluate("wire.asked")
    page.evaluate("looks.go", address)
    # A busy page may ask its server late.
    page.wait_for_function("asked => wire.asked > asked", arg=asked, polling=50)
    return settle(page)


DETAILS = ":is([data-do=details], .st-key-details button):visible"
"""The button that opens the panel of details: the player's, or the bar's."""


def open_details(page: Page, tab: str | None = None) -> None:
    """Open the panel of details if the page has a closed one, and then the named tab, if any."""
    button = page.locator(DETAILS)
    if button.count() and button.first.get_attribute("aria-expanded") == "false":
        button.first.click()
        page.get_by_role("tab").first.wait_for()
    if tab is not None:
        page.get_by_role("tab", name=tab, exact=True).click()
    settle(page)


def open_controls(page: Page) -> None:
    """Open the second row of the player's controls, which wide screens show next to the first."""
    button = page.locator("[data-do=other]").first
    if button.is_visible() and button.get_attribute("aria-expanded") == "false":
        button.click()


def choose(page: Page, label: str, option: str) -> Page:
    """Choose from a picker by its name, and wait for the result."""
    entry = page.get_by_role("option", name=option, exact=True)

    def pick() -> None:
        # A list that is drawn again closes.
        if not entry.is_visible():
            page.get_by_role("combobox", name=label).first.click()
        entry.click(timeout=2_000)

    eventually(page, pick)
    return settle(page)


def open_more(page: Page, name: str) -> Locator:
    """Press the button More, in any language, open the tab of this name and return its panel."""
    page.locator(".st-key-more button[aria-expanded]").click()
    page.get_by_role("tab", name=name, exact=True).click()
    settle(page)
    return page.get_by_role("tabpanel", name=name, exact=True)


def eventually(page: Page, check: Callable[[], object], timeout: float = 30) -> None:
    """Repeat a check of a page until it succeeds; fail with the last failure.

    For results that appear with a delay: a single read may see the previous state, or elements that
    are being redrawn.
    """
    deadline = time.monotonic() + timeout
    while True:
        try:
            check()
            return
        except (AssertionError, LookupError, Error):
            if time.monotonic() > deadline:
                raise
        page.wait_for_timeout(50)


def compose(page: Page, key: str) -> None:
    """Send a key of an input method, as browsers do while characters are composed."""
    page.evaluate(
        """key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
            { key, keyCode: 229, isComposing: true, bubbles: true, composed: true }))""",
        key,
    )


def write_composed(page: Page, spelled: str, text: str) -> None:
    """Type with an input method: letter by letter the spelling, then the composed text."""
    compose(page, spelled[0])
    keyboard = page.context.new_cdp_session(page)
    for end in range(1, len(spelled) + 1):
        composed = {"text": spelled[:end], "selectionStart": end, "selectionEnd": end}
        keyboard.send("Input.imeSetComposition", composed)
    keyboard.send("Input.insertText", {"text": text})
    keyboard.detach()


def becomes(page: Page, read: Callable[[], object], expected: object) -> None:
    """Wait until a value read from a page is as expected; fail with the last value."""

    def check() -> None:
        seen = read()
        assert seen == expected, f"{seen!r} is not {expected!r}"

    eventually(page, check)


def becomes_like(page: Page, other: Page) -> None:
    """Wait until a page without a server has the same elements and attributes as another page."""

    def differs() -> list[str]:
        drawn, expected = (each.evaluate("reads.page") for each in (page, other))
        return [*unified_diff(expected, drawn, n=0, lineterm="")]

    becomes(page, differs, [])


@contextmanager
def in_theme(page: Page, theme: str) -> Iterator[None]:
    """Show the page in the light or dark theme, and in the light theme afterwards."""
    try:
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("looks.isOn", arg=THEMES[theme]["backgroundColor"])
        yield
    finally:
        page.emulate_media(color_scheme="light")


_VIOLATIONS = """async ([part, options]) =>
    (await axe.run(part ?? document, options)).violations"""


def assert_accessible(page: Page, part: str | None = None, *, colours: bool = True) -> None:
    """Fail on any WCAG A or AA violation found by axe-core, or one of `MORE`, and name its place.

    `part` is a selector: everything outside is ignored.
    """
    rules = {**MORE, **({} if colours else {rule: {"enabled": False} for rule in OF_COLOURS})}
    only = {"type": "tag", "values": WCAG}
    options = {"runOnly": only, "rules": rules, "resultTypes": ["violations"]}
    options |= {"selectors": False, "elementRef": False, "preload": False}
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    violations = page.evaluate(_VIOLATIONS, [part, options])
    found = [
        f"{violation['id']}: {violation['help']}\n{node['html'][:200]}\n{node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]
    assert not found, "\n".join(found)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *said: object) -> None:
        pass


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve the files of a folder, like a course's own server; the value is its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def printed_pages(sheet: Page) -> int:
    """Return the number of A4 sheets of a printed page."""
    printed = sheet.pdf(format="A4", prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def query(page: Page) -> dict[str, str]:
    """Return the query of the browser's address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}

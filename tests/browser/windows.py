"""Windows of the browser: a test's first page opens in a warm window, others in new ones.

A page of the app loads megabytes of scripts, and parsing them again takes longer than most tests.
So windows stay open, each with a tab that keeps the process and its compiled scripts; tabs, cookies
and storage of a test are removed after the test.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.browser.components import ADDRESS
from tests.browser.helpers import LOOKS, READS

ARGUMENT = "--process-per-site"
"""Browser argument with which the tabs of a window share a process."""

CLOCKS = 15
"""Number of tests after which a window with a clock is closed: each new tab replays its past."""

TESTS = 40
"""Number of tests after which any other window is closed: its memory grows."""


class Kind(NamedTuple):
    """Purpose of a window: a site, and a clock that can be stopped.

    `site` is the address of a small, static page for the tab that stays.
    """

    site: str
    clock: bool


@dataclass
class Window:
    """A warm window: the tab that stays, and the number of tests it has served."""

    kept: Page
    used: int = 0


@dataclass
class Windows:
    """The warm windows of one browser."""

    browser: Browser
    _warm: dict[Kind, Window] = field(default_factory=dict)
    _taken: set[Kind] = field(default_factory=set)
    _strangers: list[BrowserContext] = field(default_factory=list)

    def open(
        self,
        site: str,
        *,
        width: int,
        height: int,
        theme: str,
        reduced_motion: str,
        clock: bool = False,
    ) -> Page:
        """Return an empty tab: the first one of a test in a warm window, others in new windows."""
        kind = Kind(site, clock)
        if kind in self._taken:
            context = self._new(kind)
            self._strangers.append(context)
        else:
            self._taken.add(kind)
            context = self._warmed(kind).kept.context
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme, reduced_motion=reduced_motion)
        return page

    def clear(self) -> None:
        """Remove everything of a test."""
        for kind in self._taken:
            window = self._warm.get(kind)
            if window is None:  # it did not open
                continue
            context = window.kept.context
            window.used += 1
            if window.used == (CLOCKS if kind.clock else TESTS) or not _tidied(window):
                del self._warm[kind]
                context.close()
        for context in self._strangers:
            context.close()
        self._taken.clear()
        self._strangers.clear()

    def close(self) -> None:
        """Close all windows."""
        self.clear()
        for window in self._warm.values():
            window.kept.context.close()
        self._warm.clear()

    def _warmed(self, kind: Kind) -> Window:
        if kind not in self._warm:
            page = self._new(kind).new_page()
            page.goto(kind.site)
            self._warm[kind] = Window(page)
        return self._warm[kind]

    def _new(self, kind: Kind) -> BrowserContext:
        context = self.browser.new_context(locale="en-US")
        if kind.site == ADDRESS:  # there is no server; with one, this would disable the cache
            context.route(f"{ADDRESS}**", lambda route: route.fulfill(body=""))
            context.add_init_script(READS)
        else:
            context.add_init_script(LOOKS)
        if kind.clock:
            context.clock.install()
        return context


def _tidied(window: Window) -> bool:
    """Remove everything of a test from a window; return False if its process has crashed."""
    context = window.kept.context
    try:
        for page in context.pages:
            if page is not window.kept:
                page.close()
        context.clear_cookies()
        window.kept.evaluate("localStorage.clear()")
    except Error:
        return False
    return True

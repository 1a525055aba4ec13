"""Windows of the browser: the first page of a test opens in one that is warm, others in new ones.

A page of the app is megabytes of scripts, and reading them anew takes longer than most tests. So
windows stay open, each with a tab that keeps the process and what it has compiled; what a test
leaves behind in one (tabs, cookies, the store) is cleared away after the test.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.browser.components import ADDRESS
from tests.browser.helpers import LOOKS, READS

ARGUMENT = "--process-per-site"
"""What a browser is to be started with, so that tabs of a window share a process."""

CLOCKS = 15
"""Tests after which a window with a clock is closed: each new tab plays all of its past again."""

TESTS = 40
"""Tests after which another window is closed: its process keeps some of each."""


class Kind(NamedTuple):
    """What a window is for: a site, and a clock that can stand still.

    `site` is the address of something small and still there, for the tab that stays.
    """

    site: str
    clock: bool


@dataclass
class Window:
    """A warm window: the tab that stays, and how many tests it has served."""

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
        """Return an empty tab: of a warm window for a test's first, else of a window of its own."""
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
        """Leave nothing of a test behind."""
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
        """Close them all."""
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
        if kind.site == ADDRESS:  # no server is there; with one, this would keep it from the cache
            context.route(f"{ADDRESS}**", lambda route: route.fulfill(body=""))
            context.add_init_script(READS)
        else:
            context.add_init_script(LOOKS)
        if kind.clock:
            context.clock.install()
        return context


def _tidied(window: Window) -> bool:
    """Leave nothing of a test in a window; return False where its process has gone down."""
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

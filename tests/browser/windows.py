"""Windows of the browser: the first page of a test opens in one that is warm, others in new ones.

A page of the app is megabytes of scripts, and reading them anew takes longer than most tests. So a
window a language stays open, with a tab that keeps the process and what it has compiled; what a
test leaves behind in it (tabs, cookies, the store) is cleared away after the test.
"""

from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Page

ARGUMENT = "--process-per-site"
"""What a browser is to be started with, so that tabs of a window share a process."""


@dataclass
class Windows:
    """The warm windows of one browser, by the site they are for and their language."""

    browser: Browser
    _kept: dict[tuple[str, str], Page] = field(default_factory=dict)
    _taken: set[tuple[str, str]] = field(default_factory=set)
    _strangers: list[BrowserContext] = field(default_factory=list)

    def open(
        self, site: str, locale: str, *, width: int, height: int, theme: str, reduced_motion: str
    ) -> Page:
        """Return an empty tab: of the warm window for a test's first, else of a window of its own.

        `site` is the address of something small and still there, for the tab that stays.
        """
        window = (site, locale)
        if window in self._taken:
            context = self.browser.new_context(locale=locale)
            self._strangers.append(context)
        else:
            self._taken.add(window)
            if window not in self._kept:
                self._kept[window] = self.browser.new_context(locale=locale).new_page()
                self._kept[window].goto(site)
            context = self._kept[window].context
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme, reduced_motion=reduced_motion)
        return page

    def clear(self) -> None:
        """Leave nothing of a test behind."""
        for window in self._taken:
            kept = self._kept[window]
            for page in kept.context.pages:
                if page is not kept:
                    page.close()
            kept.context.clear_cookies()
            kept.evaluate("localStorage.clear()")
        for context in self._strangers:
            context.close()
        self._taken.clear()
        self._strangers.clear()

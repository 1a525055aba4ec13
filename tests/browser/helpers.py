"""What browser tests do on every page: wait until it is still, and check its accessibility."""

import re
import tomllib
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe-core that a theme can break and the other one keep."""

_CONFIG = Path(__file__).resolve().parents[2] / ".streamlit" / "config.toml"
THEMES = tomllib.loads(_CONFIG.read_text(encoding="utf-8"))["theme"]

# Streamlit marks what an unfinished run left over as stale; a skeleton stands where more will come.
_STILL = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    return app
        && app.dataset.testConnectionState === "CONNECTED"
        && app.dataset.testScriptState === "notRunning"
        && !document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]');
}"""


# Whether the app stands on this colour.
_BACKGROUND = """colour => {
    const sample = document.createElement("i");
    sample.style.color = colour;
    return sample.style.color
        === getComputedStyle(document.querySelector(".stApp")).backgroundColor;
}"""


def settle(page: Page, timeout: float = 60_000) -> Page:
    """Wait until the app is connected, has run, and keeps still for a tenth of a second."""
    for _ in range(2):
        page.wait_for_function(_STILL, timeout=timeout)
        page.wait_for_timeout(100)
    page.wait_for_function(_STILL, timeout=timeout)
    return page


def assert_tabs_accessible(page: Page) -> None:
    """Open one tab after the other: the whole page with the first, then what has changed.

    In both themes: the app follows the reader's, so the page stays open.
    """
    tabs = page.get_by_role("tab").all()
    assert len(tabs) > 1
    for tab in tabs:
        tab.click()
        settle(page)
        assert_accessible_in_both_themes(page, None if tab is tabs[0] else "[data-testid=stTabs]")


def assert_accessible_in_both_themes(page: Page, part: str | None = None) -> None:
    """Fail on a violation in the theme that is on, and on one of colours in the other."""
    assert_accessible(page, part)
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    other = "light" if dark else "dark"
    page.emulate_media(color_scheme=other)
    page.wait_for_function(_BACKGROUND, arg=THEMES[other]["backgroundColor"])
    settle(page)
    assert_accessible(page, part, OF_COLOURS)


def assert_accessible(page: Page, part: str | None = None, rules: list[str] | None = None) -> None:
    """Fail on any WCAG A or AA violation axe-core finds, and say where it is.

    `part` is a selector: what lies outside is left out. `rules` are those to look at alone.
    """
    only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": WCAG}
    options = {"runOnly": only, "resultTypes": ["violations"]}
    violations = Axe().run(page, part, options=options).response["violations"]
    found = [
        f"{violation['id']}: {violation['help']}\n{node['html'][:200]}\n{node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]
    assert not found, "\n".join(found)


def printed_pages(sheet: Page) -> int:
    """Count the pages of A4 that a page is printed on."""
    printed = sheet.pdf(format="A4", prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", printed))

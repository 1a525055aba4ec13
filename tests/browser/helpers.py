"""What browser tests do on every page: wait until it is still, and check its accessibility."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

# Streamlit marks what an unfinished run left over as stale; a skeleton stands where more will come.
_STILL = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    return app
        && app.dataset.testConnectionState === "CONNECTED"
        && app.dataset.testScriptState === "notRunning"
        && !document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]');
}"""


def settle(page: Page, timeout: float = 60_000) -> Page:
    """Wait until the app is connected, has run, and keeps still for a tenth of a second."""
    for _ in range(2):
        page.wait_for_function(_STILL, timeout=timeout)
        page.wait_for_timeout(100)
    page.wait_for_function(_STILL, timeout=timeout)
    return page


def assert_tabs_accessible(page: Page) -> None:
    """Open one tab after the other: the whole page with the first, then what has changed."""
    tabs = page.get_by_role("tab").all()
    assert len(tabs) > 1
    for tab in tabs:
        tab.click()
        settle(page)
        assert_accessible(page, None if tab is tabs[0] else "[data-testid=stTabs]")


def assert_accessible(page: Page, part: str | None = None) -> None:
    """Fail on any WCAG A or AA violation axe-core finds, and say where it is.

    `part` is a selector: what lies outside is left out.
    """
    options = {"runOnly": {"type": "tag", "values": WCAG}, "resultTypes": ["violations"]}
    violations = Axe().run(page, part, options=options).response["violations"]
    found = [
        f"{violation['id']}: {violation['help']}\n{node['html'][:200]}\n{node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]
    assert not found, "\n".join(found)

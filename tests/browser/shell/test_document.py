"""Pages that leave the app as files run only the app's own scripts."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from bpe.player.bundle import document

INJECTED = """<script>window.injected = 1</script>
<button onclick="window.injected = 2">press</button>
<form action="https://example.org/"><input type="submit" value="send"></form>
<img src="https://example.org/x.png" onerror="window.injected = 3">"""


def test_no_script_runs_but_the_one_given(browser: Browser, tmp_path: Path):
    """HTML injected into the page runs no script or event handler and sends no request."""
    context = browser.new_context()
    failures: list[str | None] = []
    for script in ("document.body.dataset.ran = 'yes'", ""):
        file = tmp_path / "page.html"
        file.write_text(document("en", "Title", "p { color: red }", INJECTED, script), "utf-8")
        # A tab for each script: a blocked form can still stop the next page of the same tab.
        page = context.new_page()
        page.on("requestfailed", lambda request: failures.append(request.failure))
        page.goto(file.as_uri())
        page.get_by_role("button", name="press").click()
        page.evaluate("document.forms[0].requestSubmit()")
        assert page.url == file.as_uri()
        assert page.evaluate("window.injected") is None
        assert page.evaluate("document.body.dataset.ran") == ("yes" if script else None)
    assert failures == ["csp", "csp"]
    context.close()

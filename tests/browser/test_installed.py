"""The app as installed from a wheel, started in an unrelated folder."""

import subprocess

import pytest
from playwright.sync_api import expect

from benchmarks.watched import free_port, wait_until_answers
from tests.browser.helpers import go
from tests.installed import build_wheel, install
from ui.pages import PAGES


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The address of `bpe-explainer app`, installed in a new environment."""
    folder = tmp_path_factory.mktemp("installed")
    command = install(build_wheel(folder), folder / "environment", extra=True)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    port, log = free_port(), folder / "log.txt"
    with log.open("w", encoding="utf-8") as output:
        app = subprocess.Popen(
            [*command, "app", "--no-open", "--port", str(port)],
            cwd=elsewhere,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until_answers(port, app)
        yield f"http://localhost:{port}"
    finally:
        app.terminate()
        app.wait(timeout=30)
    assert "Traceback" not in log.read_text("utf-8")
    assert list(elsewhere.iterdir()) == []


def test_every_page_of_the_installed_app_opens(installed, open_app):
    """A run of a sample opens in English, and every page of the menu in Chinese."""
    page = open_app("train", at=installed, corpus="six-words", step=3)
    expect(page.locator(".player")).to_have_attribute("data-step", "3")
    for path in ("", *(each.name for each in PAGES)):
        go(page, path if path != "home" else "", lang="zh")
        expect(page.locator("h1").first).to_be_visible()

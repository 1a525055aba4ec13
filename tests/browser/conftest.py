"""Fixtures for tests in a real browser against a real server."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from benchmarks.watched import free_port, wait_until_answers
from tests.browser.components import (
    ADDRESS,
    Mounted,
    address_with,
    blank_page,
    drawn_by,
    mount,
)
from tests.browser.helpers import LOOKS, READS, settle
from tests.browser.provision import ARGUMENTS, find_chromium
from tests.browser.windows import ARGUMENT, Windows

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# A busy machine responds late, and no test measures time.
expect.set_options(timeout=30_000)

# A page that is opened at its own address first looks for the server below that address. If the
# server is busy, the page logs that there is no answer yet, and retries.
BENIGN_404 = ("/_stcore/health", "/_stcore/host-config")
BUSY = ("/_stcore/health", "Is Streamlit still running?")

# Logged by Streamlit's server if a tab is closed during an upload.
LEFT = re.compile(r"Traceback [^\n]*\n(?: [^\n]*\n)+starlette\.requests\.ClientDisconnect\n")


@contextmanager
def running_server(log: Path, port: int | None = None) -> Iterator[str]:
    """Run the app on a port, by default a free one, and yield its address.

    The test fails if the app raised an error.
    """
    port = port or free_port()
    options = {"server.port": port, "server.headless": "true", "server.fileWatcherType": "none"}
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with log.open("w", encoding="utf-8") as output:
        server = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    address = f"http://localhost:{port}"
    try:
        wait_until_answers(port, server)
        yield address
    finally:
        server.terminate()
        try:
            server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
    said = LEFT.sub("", log.read_text("utf-8", errors="replace"))
    assert "Traceback" not in said, f"The server raised:\n{said[-4000:]}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server shared by all tests."""
    with running_server(tmp_path_factory.mktemp("server") / "log.txt") as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium, found or installed on this machine; without one the tests fail.

    A Chromium found by `make` (in $CHROMIUM) has been tried already.
    """
    chromium = os.environ.get("CHROMIUM") or find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, ARGUMENT])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    """The browser's windows that stay open from test to test."""
    return Windows(browser)


@pytest.fixture
def open_app(request: pytest.FixtureRequest, windows: Windows) -> Iterator[Callable[..., Page]]:
    """Open a page of the app in a browser without state, and wait until the page is still.

    `open_app("train", corpus="hug", step=3)` opens `/train?corpus=hug&step=3`. Options: `width`,
    `height`, `reduced_motion`, `at` (another server's address), `wait=False` (do not wait). An
    error logged by any of these pages fails the test when it ends.
    """

    def open_app(
        path: str = "",
        *,
        at: str | None = None,
        width: int = 1280,
        height: int = 900,
        reduced_motion: str = "no-preference",
        wait: bool = True,
        **query: str | int,
    ) -> Page:
        address = at or request.getfixturevalue("server")
        page = windows.open(
            f"{address}/_stcore/health",
            width=width,
            height=height,
            theme="light",
            reduced_motion=reduced_motion,
        )
        listen(page).set_default_timeout(30_000)
        page.goto(f"{address}/{path.lstrip('/')}" + (f"?{urlencode(query)}" if query else ""))
        return settle(page) if wait else page

    with without_errors() as listen:
        yield open_app
        windows.clear()


@pytest.fixture(scope="module")
def staying_tab(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Open the home page in a tab that stays open until all tests of the file have run.

    Tests navigate in the tab with `go`. Options: `width`, `height`, and the options of a Playwright
    context. An error logged by any of these tabs fails the last test of the file.
    """
    contexts = []

    def staying_tab(width: int, height: int, **options: Any) -> Page:
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **options))
        contexts[-1].add_init_script(LOOKS)
        page = listen(contexts[-1].new_page())
        page.goto(server)
        return settle(page)

    with without_errors() as listen:
        yield staying_tab
        for context in contexts:
            context.close()


@pytest.fixture
def component_page(windows: Windows) -> Iterator[Callable[..., list[Mounted]]]:
    """Draw components of the app in a bare page, which closes with the test: see `bare_pages`."""
    with bare_pages(windows) as open_bare_page:
        yield open_bare_page


@contextmanager
def bare_pages(windows: Windows) -> Iterator[Callable[..., list[Mounted]]]:
    """Draw components of the app in a bare page, without a server: see `components.py`.

    `[player] = open_bare_page(lambda: step_player(run, "player"))`, then `player.root`,
    `player.sent`, `player.update(start=3, generation=2)`, `player.page`. The function runs as a
    script of the app would. Options: `width`, `height`, `theme` ("light", "dark"),
    `reduced_motion`, `clock=True` (the clock is stopped until `player.page.clock.run_for(ms)`), and
    values of the address, `step="3"`. At the end an error in the browser fails the test.
    """

    def open_bare_page(
        draw: Callable[[], object],
        *,
        width: int = 1000,
        height: int = 900,
        theme: str = "light",
        reduced_motion: str = "reduce",
        clock: bool = False,
        **query: str,
    ) -> list[Mounted]:
        parts = drawn_by(draw, **query)
        page = windows.open(
            ADDRESS,
            width=width,
            height=height,
            theme=theme,
            reduced_motion=reduced_motion,
            clock=clock,
        )
        listen(page).set_default_timeout(10_000)
        answer = {"body": blank_page(theme), "content_type": "text/html; charset=utf-8"}
        page.route(f"{ADDRESS}**", lambda route: route.fulfill(**answer))
        page.goto(address_with(query))
        if clock:
            page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))  # in seconds
        return [mount(page, part) for part in parts]

    with without_errors() as listen:
        yield open_bare_page
        windows.clear()


@contextmanager
def without_errors() -> Iterator[Callable[[Page], Page]]:
    """Listen to pages; fail at the end if one of them logged an error."""
    errors: list[str] = []

    def listen(page: Page) -> Page:
        page.on("console", lambda message: _note(message, errors))
        page.on("pageerror", lambda error: errors.append(f"{error.message}\n{error.stack or ''}"))
        return page

    yield listen
    assert not errors, "The browser's console has errors:\n" + "\n".join(errors)


def _note(message: ConsoleMessage, errors: list[str]) -> None:
    asks_again = message.location["url"].endswith(BENIGN_404) or any(
        said in message.text for said in BUSY
    )
    if message.type == "error" and not asks_again:
        errors.append(f"{message.text} ({message.location['url']})")


@pytest.fixture(scope="session")
def offline(browser: Browser) -> Iterator[BrowserContext]:
    """A browser context without a network; one open tab keeps it alive from test to test."""
    context = browser.new_context(offline=True)
    context.add_init_script(READS)
    context.new_page()
    yield context
    context.close()


@pytest.fixture
def at_home(offline: BrowserContext) -> Iterator[Callable[..., Page]]:
    """Open a file in a browser without a network, and wait for the element `ready`, a selector.

    The file may load other files of its folder and start a worker. Any other request, any console
    message and any error fails the test. The options are those of `emulate_media`.
    """
    faults: list[str] = []
    pages = []

    def at_home(file: Path, query: str = "", ready: str = ".past", **options: Any) -> Page:
        def asked(request: Any) -> None:
            if not request.url.startswith((file.parent.as_uri(), "blob:")):
                faults.append(request.url)

        pages.append(page := offline.new_page())
        page.emulate_media(**options)
        page.on("request", asked)
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(error.message))
        page.goto(file.as_uri() + query)
        expect(page.locator(ready).first).to_be_visible(timeout=30_000)
        return page

    yield at_home
    for page in pages:
        page.close()
    assert faults == []

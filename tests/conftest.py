"""Fixtures for all tests: Hypothesis settings and a simulated app."""

import contextlib
import functools
import json
import os
import sys
import tomllib
import zlib
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from hypothesis import settings
from streamlit.components.v2 import manifest_scanner
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import ElementTree

from tests.browser.provision import find_chromium
from ui.browsers import new_name
from ui.catalogue import LANGUAGES
from ui.middleware import COOKIE
from ui.text import speaking

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))

# A fixed seed makes failures reproducible. There is no deadline, since the durations on a shared
# machine say nothing about the code. HYPOTHESIS_PROFILE=full tries twenty times as many examples,
# and different ones each time.
settings.register_profile(
    "quick", max_examples=40, deadline=None, derandomize=True, print_blob=True
)
settings.register_profile("full", max_examples=800, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# Each simulated app reads the metadata of every installed package, to find packages with
# components. Nothing is installed during tests, so reading them once is enough; reading them for
# each app took most of the time of many tests.
manifest_scanner.scan_component_manifests = functools.cache(
    manifest_scanner.scan_component_manifests
)

_run = AppTest._run


def run_without_fault(app: AppTest, *given: Any, **named: Any) -> AppTest:
    """Run a simulated app; any exception of its script fails the test."""
    ran = _run(app, *given, **named)
    assert not ran.exception, "what was raised stands in the log"
    return ran


AppTest._run = run_without_fault

_widget_states = ElementTree.get_widget_states


def spoken_on(page: ElementTree) -> contextlib.AbstractContextManager[None]:
    """Use the language of a page, since none is set when its lists are read outside a run."""
    sent = [json.loads(each.proto.json or "0") for each in page.get("bidi_component")]
    tags = {each.get("lang") for each in sent if isinstance(each, dict)}
    drawn = [name for name, language in LANGUAGES.items() if language.html in tags]
    return speaking(drawn[0]) if drawn else contextlib.nullcontext()


def states_in_its_language(page: ElementTree) -> WidgetStates:
    """Return the values of a page's widgets, read in the language of the page."""
    with spoken_on(page):
        return _widget_states(page)


ElementTree.get_widget_states = states_in_its_language


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Start no workers if only files are named, otherwise one per core (at most four) and one more.

    Browser tests mostly wait: a page must be unchanged for a quarter of a second before a check,
    which takes no CPU time.
    """
    if config.option.collectonly or all(".py" in name for name in config.args):
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    return min(4, cores) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Find or install a browser once, before parallel workers each install one."""
    folder = Path(__file__).parent / "browser"
    asked = [Path(name.partition("::")[0]).resolve() for name in session.config.args]
    needed = any(folder.is_relative_to(path) or path.is_relative_to(folder) for path in asked)
    if session.config.option.numprocesses and needed:
        with contextlib.suppress(RuntimeError):  # each browser test reports the reason
            os.environ["CHROMIUM"] = find_chromium()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """Restore the main module after a simulated app, else new processes run the app's script."""
    main = sys.modules["__main__"]
    try:
        return (yield)
    finally:
        sys.modules["__main__"] = main


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a file's bytes by a checksum, without the timestamp of a gzip file.

    Parallel workers must use the same names, and a megabyte is too long for one.
    """
    if not isinstance(val, bytes) or len(val) < 18:
        return None
    timeless = val[:4] + bytes(4) + val[8:] if val.startswith(b"\x1f\x8b") else val
    return f"bytes-{zlib.crc32(timeless):08x}"


@pytest.fixture(autouse=True)
def cookies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide cookies, which a simulated app lacks."""
    monkeypatch.setattr("ui.state.cookie", {}.get)


@pytest.fixture
def open_page(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """Open the app, or one of its pages, without a browser, in a process with empty caches.

    `open_page("train", corpus="hug", step="3", locale="zh-CN")` is the address
    `/train?corpus=hug&step=3` requested by a Chinese browser. The page has run once.
    """
    st.cache_data.clear()
    st.cache_resource.clear()

    def open_page(
        page: str = "",
        *,
        locale: str = "en-US",
        cookies: dict[str, str] | None = None,
        **query: str | int,
    ) -> AppTest:
        app = AppTest.from_file(ROOT / "app.py", default_timeout=60)
        app.context = {"locale": locale}
        # Each app is in a different browser by default.
        app.cookies = cookies or {COOKIE: new_name()}
        monkeypatch.setattr("ui.state.cookie", app.cookies.get)
        for name, value in query.items():
            app.query_params[name] = str(value)
        if page not in ("", "home"):
            app.switch_page(f"pages/{page}.py")
        return app.run()

    return open_page

"""Fixtures for every kind of test: Hypothesis settings and a simulated app."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from hypothesis import settings
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parent.parent

# A fixed seed keeps a failure reproducible; the clock of a shared machine says nothing about code.
settings.register_profile("repository", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repository"))


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a file's bytes by their kind: a gzip file holds the time, and workers must agree."""
    if isinstance(val, bytes) and val.startswith(b"\x1f\x8b"):
        return "gzip"
    return "bytes" if isinstance(val, bytes) and len(val) > 40 else None


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Open the app, or one of its pages, without a browser, in a process with empty caches.

    `open_page("train", corpus="hug", step="3", locale="zh-CN")` is the address
    `/train?corpus=hug&step=3` asked for by a Chinese browser. The page has run once.
    """
    st.cache_data.clear()
    st.cache_resource.clear()

    def open_page(page: str = "", *, locale: str = "en-US", **query: str | int) -> AppTest:
        app = AppTest.from_file(ROOT / "app.py", default_timeout=60)
        app.context = {"locale": locale}
        for name, value in query.items():
            app.query_params[name] = str(value)
        if page:
            app.switch_page(f"pages/{page}.py")
        return app.run()

    return open_page

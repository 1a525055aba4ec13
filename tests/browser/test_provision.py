"""Without a browser the tests fail and say what was tried."""

import os

import pytest

from tests.browser import provision

WAYS = [
    "_from_environment",
    "_playwrights_own",
    "_from_system",
    "_from_playwright_install",
    "_from_npm",
    "_from_apt",
]


def test_no_browser_is_an_error_that_names_every_way(monkeypatch):
    """Nothing is skipped: each way says why it gave none, and the last line says what to do."""
    for way in WAYS:
        monkeypatch.setattr(provision, way, lambda: iter(()))
    monkeypatch.setattr(provision, "_from_npm", lambda: iter(["/no/such/browser"]))
    with pytest.raises(RuntimeError, match="set CHROMIUM to the path of one") as error:
        provision.find_chromium()
    assert str(error.value).count("\n- ") == len(WAYS)
    assert "/no/such/browser" in str(error.value)


def test_a_browser_that_does_not_start_is_passed_over(monkeypatch):
    """A broken path in CHROMIUM does not stop the search; nothing is installed by this test."""
    starts = os.environ.get("CHROMIUM") or provision.find_chromium()
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    monkeypatch.setattr(provision, "_playwrights_own", lambda: iter([starts]))
    assert provision.find_chromium() == starts

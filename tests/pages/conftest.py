"""Fixtures for the tests of pages."""

import pytest

from ui.tokenizers import shipped


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use three tokenizers instead of all: opening all of them takes seconds."""
    few = tuple(key for key in shipped() if key in ("gpt2", "mistral", "bert"))
    monkeypatch.setattr("ui.views.models_chapters.EVERY", few)

"""Fixtures of tests of pages."""

import pytest

from ui.corpora.tokenizers import shipped
from ui.models.sides import offered


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have three tokenizers stand for all, since opening all of them takes seconds."""
    few = {key: shipped()[key] for key in ("gpt2", "mistral", "bert")}
    left_out = shipped().keys() - few

    def here() -> dict[str, str]:
        return {key: title for key, title in offered().items() if key not in left_out}

    monkeypatch.setattr("ui.models.costs.shipped", lambda: few)
    monkeypatch.setattr("ui.models.readings.shipped", lambda: few)
    monkeypatch.setattr("ui.models.find.offered", here)

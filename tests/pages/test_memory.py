"""What the app keeps stays within its budget, whatever page was looked at."""

import gc
from collections.abc import Iterator
from weakref import WeakSet

import pytest

from tests.cases import until
from ui.corpora import requests
from ui.corpora.queue import shared
from ui.corpora.store import Store
from ui.shell.navigation import PAGES


@pytest.fixture
def young() -> Iterator[None]:
    """Let the collector pass over what is there already: it runs after each training here."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def made(monkeypatch) -> tuple[WeakSet, list[str]]:
    """Collect the records trained from now on while something holds them, and what each is of."""
    records: WeakSet = WeakSet()
    sources: list[str] = []
    trains = vars(requests).copy()
    for name in ("_train", "_train_unigram"):

        def train(report, request, train=trains[name]):
            record = train(report, request)
            records.add(record)
            sources.append(record.corpus.source)
            return record

        monkeypatch.setattr(requests, name, train)
    return records, sources


@pytest.mark.usefixtures("young")
def test_a_walk_over_all_pages_and_tabs_leaves_no_training_beyond_the_budget(
    open_page, made, monkeypatch
):
    """No table, curve or callback of a page keeps a record that the budget has given up."""
    monkeypatch.setattr(shared, "store", Store(1, 600))
    app = open_page(corpus="hug", model="own", beside="own")
    alive, sources = made
    for page in PAGES:
        app.switch_page(page.file).run()
        for label in [tab.label for tab in app.tabs]:
            app.session_state[f"{page.name}_tabs"] = label
            app.run()
    app.switch_page("app.py").run()
    # The threads that trained and drew last may still be letting go.
    until(lambda: gc.collect() is not None and len(alive) <= 1)
    assert len(sources) > 10

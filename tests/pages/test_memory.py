"""What the app keeps stays within its budget, whatever page was looked at."""

import gc
from collections.abc import Hashable, Iterator
from weakref import WeakSet

import pytest

from bpe import Training
from bpe.unigram import UnigramTraining
from tests.cases import until
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


class Noting(Store):
    """A budget for one record at a time; it says of which corpora there were some, and whose live.

    A record is noted where it comes in, wherever it was trained.
    """

    def __init__(self):
        super().__init__(1, 600)
        self.alive: WeakSet[Training | UnigramTraining] = WeakSet()
        self.sources: list[str] = []

    def put(self, key: Hashable, value: object) -> None:
        """Keep a value, and note it if it is a record."""
        if isinstance(value, Training | UnigramTraining):
            self.alive.add(value)
            self.sources.append(value.corpus.source)
        super().put(key, value)


@pytest.mark.usefixtures("young")
def test_a_walk_over_all_pages_and_tabs_leaves_no_training_beyond_the_budget(
    open_page, monkeypatch
):
    """No table, curve or callback of a page keeps a record that the budget has given up."""
    store = Noting()
    monkeypatch.setattr(shared, "store", store)
    app = open_page(corpus="hug", model="own", beside="own")
    for page in PAGES:
        app.switch_page(page.file).run()
        for label in [tab.label for tab in app.tabs]:
            app.session_state[f"{page.name}_tabs"] = label
            app.run()
    app.switch_page("app.py").run()
    # The threads that trained and drew last may still be letting go.
    until(lambda: gc.collect() is not None and len(store.alive) <= 1)
    assert len(store.sources) > 10

"""The app's cache stays within its budget on every page."""

import gc
from collections.abc import Hashable, Iterator
from weakref import WeakSet

import pytest

from bpe import Training
from bpe.unigram import UnigramTraining
from tests.cases import until
from tests.pages.helpers import tab
from ui import cache
from ui.cache import Cache
from ui.jobs import shared
from ui.pages import PAGES


@pytest.fixture
def young() -> Iterator[None]:
    """Freeze existing objects, so that the collections after each training here skip them."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


class Noting(Cache):
    """A cache that notes the corpus of each record put into it, and which records are alive."""

    def __init__(self):
        super().__init__()
        self.alive: WeakSet[Training | UnigramTraining] = WeakSet()
        self.sources: list[str] = []

    def put(self, key: Hashable, value: object, nbytes: int | None = None) -> None:
        """Keep a value, and note it if it is a record."""
        if isinstance(value, Training | UnigramTraining):
            self.alive.add(value)
            self.sources.append(value.corpus.source)
        super().put(key, value, nbytes)


@pytest.mark.usefixtures("young")
def test_a_walk_over_all_pages_and_tabs_leaves_no_training_beyond_the_budget(
    open_page, monkeypatch
):
    """No table, curve or callback of a page keeps a record alive that the cache has dropped."""
    noting = Noting()
    monkeypatch.setattr(shared, "cache", noting)
    monkeypatch.setattr(cache, "shared", noting)
    app = open_page(corpus="hug", model="own", beside="own")
    for page in PAGES:
        app.switch_page(page.file).run()
        for view in page.views:
            tab(app, page.name, view)
    app.switch_page("app.py").run()
    assert len(noting.sources) > 6
    noting.clear()
    # The threads that trained and drew last may still hold a record for a moment.
    until(lambda: gc.collect() is not None and len(noting.alive) <= 1)

"""A page opened by its address shows the state that the address describes."""

import os
import sys

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.pages.walking import Walk, assert_link_opens, difference, drawn, link_of
from ui import cache, jobs
from ui.pages import PAGES, page_named
from ui.tokenizers import shipped

WALKS = 30 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 3
"""The number of walks from each page."""

MAX_STEPS = 5
"""The most steps of a walk."""


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_a_link_opens_the_page_that_was_reached(open_page, page):
    """After any presses, the link opens the same page; a failure reports the shortest walk."""

    @settings(
        max_examples=WALKS,
        suppress_health_check=[*HealthCheck],
        deadline=None,
        report_multiple_bugs=False,
    )
    @given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 99)), max_size=MAX_STEPS))
    def walks(steps):
        walk = Walk(open_page(page, corpus="low-lower"), page, open_page)
        for kind, at in steps:
            ways = walk.ways()
            name, act = ways[(kind * 100 + at) % len(ways)]
            note(name)
            act()
        note(f"{walk.page} {link_of(walk.app)}")
        assert_link_opens(open_page, walk)

    walks()


FIRST, SECOND = (
    {"corpus": "pasted", "text": text}
    for text in ("low low newest newest raw", "low lower lower newer wider")
)
"""Texts of a reader; only the second one learns "er"."""


def forget_results() -> None:
    """Empty caches and workers as in a new process, except for the opened tokenizers."""
    kept = {("opened", name): cache.shared.get(("opened", name)) for name in shipped()}
    cache.shared.clear()
    for key, tokenizer in kept.items():
        cache.shared.put(key, tokenizer, 0)
    jobs.shared.workers.stop()
    for name in [name for name in sys.modules if name.startswith("ui.")]:
        for each in [*vars(sys.modules[name]).values()]:
            if hasattr(each, "cache_clear"):
                each.cache_clear()


@pytest.mark.parametrize("page", [page.name for page in PAGES])
@pytest.mark.usefixtures("three")
def test_what_comes_second_is_shown_as_if_it_had_come_first(open_page, page):
    """A text opened after another text and language looks as in a fresh session, on every tab."""
    asked, views = {"model": "mistral", "beside": "bert"}, page_named(page).views
    app = open_page(page, **asked, **FIRST, step=1)
    for query in ({"tab": view, **FIRST} for view in views):
        app.query_params.update(query)
        app.run()
    forget_results()
    walk = Walk(app, page)
    for view in views or ("",):
        query = asked | SECOND | {"lang": "zh", "step": "2"} | ({"tab": view} if view else {})
        walk.show(page, query)
        found = difference(drawn(walk.app), drawn(open_page(page, **query)))
        assert not found, f"{page} {view}: {found}"

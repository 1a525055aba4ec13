"""A page reached by any clicks is the page that its link opens in a fresh session."""

import os

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.pages.walking import Walk, assert_link_opens, link_of
from ui.shell.pages import PAGES

WALKS = 60 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 6
"""Walks from each page."""

LONGEST = 5
"""Steps of a walk."""


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_a_link_opens_the_page_that_was_reached(open_page, page):
    """What stands in no address stays out of the walks; a walk that fails is told, the shortest."""

    @settings(
        max_examples=WALKS,
        suppress_health_check=[*HealthCheck],
        deadline=None,
        report_multiple_bugs=False,
    )
    @given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 99)), max_size=LONGEST))
    def walks(steps):
        walk = Walk(open_page(page, corpus="low-lower"), page)
        for kind, at in steps:
            ways = walk.ways()
            name, act = ways[(kind * 100 + at) % len(ways)]
            note(name)
            act()
        note(f"{walk.page} {link_of(walk.app)}")
        assert_link_opens(open_page, walk)

    walks()

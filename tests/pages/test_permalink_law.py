"""A page reached by any clicks is the page that its link opens in a fresh session."""

import os
import sys

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.conftest import spoken_on
from tests.pages.helpers import paste
from tests.pages.walking import Walk, assert_link_opens, link_of
from ui import cache
from ui.corpora import results
from ui.corpora.run import RECORDS
from ui.corpora.tokenizers import shipped
from ui.shell.pages import PAGES, page_named

WALKS = 30 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 3
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


TEXT, ANOTHER = "low low newest newest raw", "low lower lower newer wider"
"""Texts of a reader's; "er" is learned of the second alone."""

INSTEAD = {
    "home": "home_sentence = ",
    "quiz": "quiz_round = ",
    "models": "models_text = ",
    "joint": "max_merges = ",
}
"""What a page takes that takes no text of a reader's."""

OF_A_TEXT = {"encode_decode", "unigram_away", "bytes_streamed", "models_word"}
"""What no link to another text keeps, nor a step."""


def give(walk: Walk, text: str) -> None:
    """Give a page another text, at another step than it opens with."""
    if walk.page in INSTEAD:
        walk.take(INSTEAD[walk.page])
    else:
        walk.move_players()
        with spoken_on(walk.app):
            paste(walk.app, text)


def forget_results() -> None:
    """Have caches and workers as empty as those of a new process, but for tokenizers at hand."""
    kept = {("opened", name): cache.shared.get(("opened", name)) for name in shipped()}
    cache.shared.clear()
    for key, tokenizer in kept.items():
        cache.shared.put(key, tokenizer, 0)
    RECORDS.clear()
    results.shared.queue.workers.end()
    for name in [name for name in sys.modules if name.startswith("ui.")]:
        for each in [*vars(sys.modules[name]).values()]:
            if hasattr(each, "cache_clear"):
                each.cache_clear()


@pytest.mark.parametrize("page", [page.name for page in PAGES])
@pytest.mark.usefixtures("three")
def test_what_comes_second_is_shown_as_if_it_had_come_first(open_page, page):
    """Another text, all that is pressed, once more another, another scheme and language."""
    asked = {"corpus": "pasted", "text": TEXT, "model": "mistral", "beside": "bert"}
    walk, views = Walk(open_page(page, **asked), page), page_named(page).views
    gone = {*OF_A_TEXT, *(() if page in INSTEAD else ("step",))}
    give(walk, ANOTHER)
    forget_results()
    assert_link_opens(open_page, walk, link=None if page in INSTEAD else asked | {"text": ANOTHER})
    for second in ("", TEXT, "language = "):
        if not second:
            [*walk.press_all()]
        elif second == TEXT:
            give(walk, TEXT)
        else:
            scheme = ["scheme = " for name, _ in walk.ways() if name.startswith("scheme = ")]
            walk.take(*scheme[:1], second)
        if page != "models":  # what tokenizers say takes long to find again
            forget_results()
        assert_link_opens(open_page, walk, views, gone if second else ())

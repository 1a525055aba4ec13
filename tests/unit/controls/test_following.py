"""Only what follows the step is drawn anew where a reader rests; its record stays in use."""

import gc
from functools import partial
from types import SimpleNamespace
from weakref import ref

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, Corpus
from ui.controls import following, running
from ui.controls.asked import Asked, request_of
from ui.controls.following import follow_step
from ui.corpora.cache import SECONDS, Cache
from ui.corpora.results import Results
from ui.corpora.sources import Source
from ui.shell import session
from ui.shell.fragments import FOLLOWING, rerun_only
from ui.shell.page import Page
from ui.shell.runs import Shows
from ui.shell.share import BOX
from ui.shell.shims.asked import is_asked_alone

LAST = 19
END = ["end"]
TEXT = "highest higher lower lowest cooler coolest"
SOURCE = Source("six-words", partial(Corpus.from_text, TEXT), step=2, is_ours=True)


def rest(step, *names):
    """Do what a player's callback does."""
    session.choose_step(step)
    rerun_only(*names)


def stepping(seen, asked, follows):
    """Draw a player, two parts that follow, and a button for each thing a reader may do."""
    seen.append("player")
    follows(lambda asked, step: seen.append(("one", len(asked.training.merges), step)))
    follows(lambda asked, step: seen.append(("two", len(asked.training.merges), step)))
    st.button("rest", on_click=partial(rest, 3, FOLLOWING))
    st.button("elsewhere", on_click=partial(rest, 5, "no such part"))


def script(draw, *arguments):
    draw(*arguments)


def asked_for():
    """Ask for the run of six words."""
    return request_of(SOURCE, PRESETS["paper"])


def page(results, seen):
    """Draw the page of a run as a page's script does, with a bar that only tells what it does."""
    session.follow_address()
    session.arrive(Page("a", 0, "", "learn", Shows("six-words")))
    seen.append("page")
    asked = Asked(results.get(asked_for().job), asked_for(), SOURCE)
    bar = SimpleNamespace(end=partial(seen.append, "end"))
    follow_step(bar, asked, draw=partial(stepping, seen))


@pytest.fixture
def opened(monkeypatch):
    """Return the page and what was drawn of it, and how to press a button: what is drawn then."""
    clock, seen = SimpleNamespace(time=0.0), []
    job = asked_for().job
    cache = Cache(now=lambda: clock.time)
    results = Results(cache)
    monkeypatch.setattr(following, "shared", results)
    monkeypatch.setattr(running, "shared", results)
    app = AppTest.from_function(script, args=(page, results, seen)).run()

    def press(label):
        seen.clear()
        next(each for each in app.button if each.label == label).click().run()
        return [*seen]

    return SimpleNamespace(app=app, seen=[*seen], press=press, cache=cache, clock=clock, job=job)


def parts(step):
    return [("one", LAST, step), ("two", LAST, step)]


def test_a_page_is_drawn_from_top_to_bottom(opened):
    """The player, then what follows at the step where the run opens."""
    assert opened.seen == ["page", "player", *parts(2), *END]


def test_a_rest_draws_what_follows_and_nothing_else(opened):
    """Each part once, at the new step; neither page nor player, nor what leads to other pages."""
    assert opened.press("rest") == parts(3)


def test_a_part_that_a_page_has_not_is_asked_for_in_vain(opened):
    """Then the page does what it does for any other widget."""
    assert opened.press("elsewhere")[-5:] == ["page", "player", *parts(5), *END]


def test_a_reader_who_looks_at_the_address_gets_the_whole_page(opened):
    """The address holds the step, and it stands outside of what follows."""
    opened.app.session_state["kept_more"] = BOX
    assert opened.press("rest")[-5:] == ["page", "player", *parts(3), *END]


def test_a_record_that_is_stepped_through_stays_in_use(opened):
    """However long that goes on; nobody else asks for it."""
    cache = opened.cache
    opened.clock.time += SECONDS - 1
    assert opened.press("rest") == parts(3)
    for there in (1, 0):
        opened.clock.time += SECONDS - 1
        cache.expire()
        assert len(cache) == there


def test_a_record_that_was_given_back_is_learned_again(opened):
    """The whole page is drawn anew, which says how far that is."""
    gone = ref(opened.cache.get(opened.job.key))
    opened.clock.time += SECONDS + 1
    opened.cache.expire()
    gc.collect()
    assert gone() is None
    assert opened.press("rest")[-5:] == ["page", "player", *parts(3), *END]


@pytest.mark.parametrize(
    ("asked", "alone"), [(["player"], True), (["player", "tabs"], False), (None, False)]
)
def test_what_was_asked_for_meanwhile_is_not_drawn_in_its_place(monkeypatch, asked, alone):
    """A busy server answers a step and a tab, or a new corpus, in one run: both are to be seen."""
    context = SimpleNamespace(fragment_ids_this_run=asked)
    monkeypatch.setattr("ui.shell.shims.asked.get_script_run_ctx", lambda: context)
    assert is_asked_alone() is alone

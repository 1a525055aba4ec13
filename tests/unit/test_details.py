"""When only the step changes, only the details panel is redrawn."""

from functools import partial
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, Corpus
from tests.data import SIX_WORDS
from ui import state
from ui.details import details
from ui.own_text.sources import Source
from ui.pages import page_named
from ui.panel import PANEL, rerun_only, turn_panel
from ui.player import _rested
from ui.runs import Run
from ui.share import BOX
from ui.shims import is_only_fragment_requested

LAST = 19
SOURCE = Source("six-words", partial(Corpus.from_text, SIX_WORDS), step=2, is_small=True)
PAGE = page_named("train")


def rest(step, *names):
    state.choose_step(step)
    rerun_only(*names)


def choose():
    """Do the same as a control in the panel that leads to another run."""
    state.choose(max_merges=5)
    rerun_only(PANEL)


def script(draw, *arguments):
    draw(*arguments)


def page(seen):
    """Draw a page with a button for each action of a reader."""
    state.follow_address(PAGE, lambda kind: False)
    state.show(state.settings())
    seen.append("page")
    panels = {
        name: lambda short, run, step, name=name: seen.append((name, len(run), step))
        for name in PAGE.views
    }
    st.button("rest", on_click=partial(rest, 3, PANEL))
    st.button("elsewhere", on_click=partial(rest, 5, "no such part"))
    st.button("another run", on_click=choose)
    st.button("turn", on_click=turn_panel)
    short, run = Run(SOURCE, PRESETS["paper"], max_merges=4), Run(SOURCE, PRESETS["paper"])
    details(panels, short, run, default=2, last=LAST)


@pytest.fixture
def opened():
    """Return the app, the parts drawn first, and a function that presses a button.

    The function returns the parts that are drawn after the press.
    """
    seen: list = []
    app = AppTest.from_function(script, args=(page, seen), default_timeout=60)
    app.query_params["tab"] = "pairs"
    app.run()

    def press(label):
        seen.clear()
        next(each for each in app.button if each.label == label).click().run()
        return [*seen]

    return SimpleNamespace(app=app, seen=[*seen], press=press)


@pytest.mark.parametrize(
    ("label", "looked_at", "drawn"),
    [
        ("rest", None, [("pairs", LAST, 3)]),
        ("elsewhere", None, ["page", ("pairs", LAST, 5)]),
        ("another run", None, ["page", ("pairs", LAST, 2)]),
        ("rest", BOX, ["page", ("pairs", LAST, 3)]),
        ("rest", "downloads", ["page", ("pairs", LAST, 3)]),
    ],
)
def test_a_rest_draws_the_open_tab_alone(opened, label, looked_at, drawn):
    """When the player stops at a step, only the open tab is redrawn.

    The whole page is redrawn if the named part is not on the page, if the run changed, or if the
    share box or the downloads are open, which depend on the step. The tab is drawn with the number
    of merges of its run.
    """
    assert opened.seen == ["page", ("pairs", LAST, 2)]
    opened.app.session_state["more_shows"] = looked_at
    assert opened.press(label) == drawn


@pytest.mark.parametrize(
    ("asked", "alone"), [(["player"], True), (["player", "tabs"], False), (None, False)]
)
def test_what_was_asked_for_meanwhile_is_not_drawn_in_its_place(monkeypatch, asked, alone):
    """A busy server may answer several requests in one run, and each of them must be drawn."""
    context = SimpleNamespace(fragment_ids_this_run=asked)
    monkeypatch.setattr("ui.shims.get_script_run_ctx", lambda: context)
    assert is_only_fragment_requested() is alone


@pytest.mark.parametrize(("alone", "drawn"), [(True, [[PANEL]]), (False, ["page"])])
def test_a_rest_draws_the_page_where_another_part_asked_too(monkeypatch, alone, drawn):
    """If the player alone requested the run, the panel is redrawn; otherwise the whole page is."""
    seen: list = []
    monkeypatch.setattr("ui.player.is_only_fragment_requested", lambda: alone)
    monkeypatch.setattr("ui.player.rerun_only", lambda *names: seen.append([*names]) or stop())
    monkeypatch.setattr("ui.player.st.rerun", lambda: seen.append("page") or stop())
    with pytest.raises(StopIteration):
        _rested(SimpleNamespace(read_report=lambda: None), [PANEL])
    assert seen == drawn


def stop():
    """End a callback, as Streamlit does when it draws something else."""
    raise StopIteration


def test_details_close_and_open_again_where_they_were(opened):
    """A closed panel draws nothing; when it is opened again, it has its last tab."""
    opened.app.session_state["state"].choices = state.Choices(tab="stop")
    assert opened.press("elsewhere") == ["page", ("stop", LAST, 5)]
    assert opened.press("turn") == []
    opened.app.run()
    assert opened.app.session_state["state"].choices.tab is None
    assert opened.press("turn") == [("stop", LAST, 5)]

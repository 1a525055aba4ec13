"""At another step the panel alone is drawn anew; settings become the request."""

from functools import partial
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, Corpus
from tests.data import SIX_WORDS
from ui.controls.details import details
from ui.controls.pickers import why_mark_is_fixed
from ui.corpora.run import Run
from ui.corpora.sources import Source
from ui.player import _rested
from ui.shell import session
from ui.shell.choices import PageRuns, RunChoice
from ui.shell.page import Page
from ui.shell.share import BOX
from ui.shell.shims import is_asked_alone
from ui.shell.tabs import PANEL, rerun_only, visit
from ui.shell.text import t

LAST = 19
SOURCE = Source(
    "six-words", partial(Corpus.from_text, SIX_WORDS), step=2, is_builtin=True, is_small=True
)
PAGE = Page("train", 0, "", "learn", PageRuns("six-words"), tabs=("pairs", "words"))


def rest(step, *names):
    session.choose_step(step)
    rerun_only(*names)


def choose():
    """Do what a control in the panel does that leads to another run."""
    session.choose(max_merges=5)
    rerun_only(PANEL)


def script(draw, *arguments):
    draw(*arguments)


def page(seen):
    """Draw a page with its panel open, and a button for each thing a reader may do."""
    session.follow_address()
    session.enter_page(PAGE)
    session.remember("panel_of", True, of=visit(PAGE))
    seen.append("page")
    panels = {
        name: lambda short, run, step, name=name: seen.append((name, len(run), step))
        for name in PAGE.tabs
    }
    st.button("rest", on_click=partial(rest, 3, PANEL))
    st.button("elsewhere", on_click=partial(rest, 5, "no such part"))
    st.button("another run", on_click=choose)
    details(
        PAGE, panels, Run(SOURCE, PRESETS["paper"], max_merges=4), Run(SOURCE, PRESETS["paper"])
    )


@pytest.fixture
def opened():
    """Return what was drawn of the page, and how to press a button: what is drawn then."""
    seen: list = []
    app = AppTest.from_function(script, args=(page, seen), default_timeout=60).run()

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
    """All else draws the page: a part that is not there, another run; address and files step along.

    The tab is drawn with the number of its run's merges at hand.
    """
    assert opened.seen == ["page", ("pairs", LAST, 2)]
    opened.app.session_state["kept_more"] = looked_at
    assert opened.press(label) == drawn


@pytest.mark.parametrize(
    ("asked", "alone"), [(["player"], True), (["player", "tabs"], False), (None, False)]
)
def test_what_was_asked_for_meanwhile_is_not_drawn_in_its_place(monkeypatch, asked, alone):
    """A busy server answers a step and a tab, or a new corpus, in one run: both are to be seen."""
    context = SimpleNamespace(fragment_ids_this_run=asked)
    monkeypatch.setattr("ui.shell.shims.get_script_run_ctx", lambda: context)
    assert is_asked_alone() is alone


@pytest.mark.parametrize(("alone", "drawn"), [(True, [[PANEL]]), (False, ["page"])])
def test_a_rest_draws_the_page_where_another_part_asked_too(monkeypatch, alone, drawn):
    """What follows the step is more than the parts that asked, as the forks are."""
    seen: list = []
    monkeypatch.setattr("ui.player.is_asked_alone", lambda: alone)
    monkeypatch.setattr("ui.player.rerun_only", lambda *names: seen.append([*names]) or stop())
    monkeypatch.setattr("ui.player.st.rerun", lambda: seen.append("page") or stop())
    with pytest.raises(StopIteration):
        _rested(SimpleNamespace(read_report=lambda: None), [PANEL])
    assert seen == drawn


def stop():
    """End a callback, as Streamlit does where it is to draw something else."""
    raise StopIteration


def settings_page(merges: int | None) -> None:
    """Draw the settings of a small text, and what they ask for."""
    import streamlit as st

    from bpe import PRESETS, Corpus
    from ui.controls.pickers import settings_box
    from ui.corpora.sources import Source
    from ui.shell import session

    session.follow_address()
    source = Source("low", lambda scheme: Corpus.from_text("low lower", scheme), merges=merges)
    chosen = session.choices().run
    request = settings_box(PRESETS[chosen.scheme or "paper"], source, chosen)
    st.text(f"{request.max_merges} {request.vocab_size} {request.min_frequency}")
    st.text(f"{request.scheme.name} {request.scheme.tie_rule} {request.scheme.boundary}")
    st.text(" ".join(source.corpus(request.scheme).words) + f" {request.source.digest}")
    st.text(f"{request.scheme.special_tokens}")


def opened_settings(merges: int | None, **query: str) -> AppTest:
    app = AppTest.from_function(settings_page, args=(merges,), default_timeout=60)
    app.query_params.update(query)
    app.run()
    return app


@pytest.mark.parametrize(
    ("query", "limits"),
    [
        ({}, "3 None 1"),
        ({"max_merges": "2"}, "2 None 1"),
        ({"max_merges": "0"}, "0 None 1"),
        ({"max_merges": "9"}, "9 None 1"),
        ({"vocab_size": "50"}, "None 50 1"),
        ({"vocab_size": "50", "max_merges": "9"}, "9 50 1"),
        ({"min_frequency": "2"}, "3 None 2"),
    ],
)
def test_the_cap_of_a_text_holds_only_where_the_reader_sets_none(query, limits):
    """No vocabulary is cut short by a large text's default, which the empty box of merges says."""
    for merges, asked in ((3, limits), (None, limits.replace("3", "None", 1))):
        app = opened_settings(merges, **query)
        assert app.text[0].value == asked
        by_default = merges and "vocab_size" not in query
        empty = t("controls.merges_by_default", n=3) if by_default else t("controls.no_limit")
        assert app.number_input(key="max_merges").placeholder == empty
        assert app.number_input(key="vocab_size").placeholder == t("controls.no_limit")
        assert app.number_input(key="min_frequency").placeholder == "1"


def test_special_tokens_reach_the_scheme_and_the_address():
    """Typed, read and left out again at the scheme's own; what cannot be used changes nothing."""
    app = opened_settings(3, scheme="cs336")
    assert app.text[3].value == "('<|endoftext|>',)"
    app.text_input(key="special").set_value("  <a>  <b> <a>").run()
    assert app.text[3].value == "('<a>', '<b>')"
    app.text_input(key="special").set_value("</w>").run()
    assert [error.value for error in app.error] == [t("controls.special_refused")]
    assert app.text[3].value == "('<a>', '<b>')"
    app.text_input(key="special").set_value("").run()
    assert not app.error
    assert app.text[3].value == "()"
    assert app.session_state["state"].choices.run.special == "none"
    app.text_input(key="special").set_value("<|endoftext|>").run()
    assert app.text[3].value == "('<|endoftext|>',)"
    assert app.session_state["state"].choices.run.special is None


def test_a_rule_is_asked_for_and_left_out_of_the_address_at_the_scheme_s_own():
    """Choosing the scheme's own rule again is no choice."""
    app = opened_settings(3)
    assert app.text[1].value == "paper first suffix"
    app.selectbox(key="ties").select("largest").run()
    app.selectbox(key="mark").select("prefix").run()
    assert app.text[1].value == "paper largest prefix"
    assert app.session_state["state"].choices.run == RunChoice(ties="largest", mark="prefix")
    app.selectbox(key="ties").select("first").run()
    app.selectbox(key="mark").select("suffix").run()
    assert app.session_state["state"].choices.run == RunChoice()
    assert app.text[2].value == "low lower low"


@pytest.mark.parametrize("name", list(PRESETS))
def test_a_mark_is_fixed_where_another_makes_no_sense(name):
    """Bytes have none; SentencePiece and WordPiece are known by theirs."""
    reasons = {
        "gpt": "controls.mark_bytes",
        "minbpe": "controls.mark_bytes",
        "cs336": "controls.mark_bytes",
        "sentencepiece": "controls.mark_sentencepiece",
        "wordpiece": "controls.mark_wordpiece",
    }
    assert why_mark_is_fixed(PRESETS[name]) == reasons.get(name)

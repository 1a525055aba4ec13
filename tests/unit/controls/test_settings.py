"""The settings become the request: rules, limits and the default cap on merges."""

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS
from ui.controls.pickers import why_mark_is_fixed
from ui.shell.choices import RunChoice
from ui.shell.text import t


def page(merges: int | None) -> None:
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


def opened(merges: int | None, **query: str) -> AppTest:
    app = AppTest.from_function(page, args=(merges,), default_timeout=60)
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
    """A vocabulary size is not cut short by the merges that a large text gets by default."""
    assert opened(3, **query).text[0].value == limits
    assert opened(None, **query).text[0].value == limits.replace("3", "None", 1)


@pytest.mark.parametrize(
    ("merges", "query", "shown"),
    [
        (3, {}, ("controls.merges_by_default", {"n": 3})),
        (3, {"vocab_size": "50"}, ("controls.no_limit", {})),
        (None, {}, ("controls.no_limit", {})),
    ],
)
def test_an_empty_box_says_what_holds(merges, query, shown):
    """The cap by default stands in the empty box of merges, where it holds."""
    key, values = shown
    app = opened(merges, **query)
    assert app.number_input(key="max_merges").placeholder == t(key, **values)
    assert app.number_input(key="vocab_size").placeholder == t("controls.no_limit")
    assert app.number_input(key="min_frequency").placeholder == "1"


def test_special_tokens_reach_the_scheme_and_the_address():
    """Typed, read and left out again at the scheme's own; what cannot be used changes nothing."""
    app = opened(3, scheme="cs336")
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
    app = opened(3)
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

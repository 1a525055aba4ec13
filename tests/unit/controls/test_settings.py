"""The settings become the request: rules, limits and the default cap on merges."""

from streamlit.testing.v1 import AppTest

from bpe import PRESETS
from tests.cases import for_each
from ui.controls.settings import why_mark_is_fixed
from ui.shell.text import t


def page(merges: int | None) -> None:
    """Draw the settings of a small text, and what they ask for."""
    import streamlit as st

    from bpe import PRESETS, Corpus
    from ui.controls.settings import settings_box
    from ui.corpora.sources import Source
    from ui.shell import session

    session.follow_address()
    source = Source("low", lambda scheme: Corpus.from_text("low lower", scheme), merges)
    chosen = session.choices()
    request = settings_box(PRESETS[chosen.scheme or "paper"], source, chosen)
    st.text(f"{request.max_merges} {request.vocab_size} {request.min_frequency}")
    st.text(f"{request.scheme.name} {request.scheme.tie_rule} {request.scheme.boundary}")
    st.text(" ".join(request.corpus().words) + f" {request.digest}")
    rules = request.scheme
    special, longest = rules.special_tokens, rules.max_token_length
    st.text(f"{special} {rules.pattern} {longest} {rules.character_coverage}")


def opened(merges: int | None, **query: str) -> AppTest:
    """Open the settings with an address."""
    app = AppTest.from_function(page, args=(merges,), default_timeout=60)
    app.query_params.update(query)
    app.run()
    return app


@for_each(
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


@for_each(
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


def test_more_settings_reach_the_scheme_and_the_address():
    """Typed, read and left out again at the scheme's own; what cannot be used changes nothing."""
    app = opened(3, scheme="cs336")
    assert app.text[3].value == "('<|endoftext|>',) None None 1.0"
    app.text_input(key="special").set_value("  <a>  <b> <a>").run()
    app.text_input(key="pattern").set_value("[a-z]+").run()
    app.number_input(key="max_token_length").set_value(3).run()
    assert app.text[3].value == "('<a>', '<b>') [a-z]+ 3 1.0"
    app.text_input(key="pattern").set_value("[a-z").run()
    assert [error.value for error in app.error] == [t("controls.pattern_refused")]
    assert app.text_input(key="pattern").value == "[a-z]+"
    app.text_input(key="special").set_value("").run()
    assert app.text[3].value == "() [a-z]+ 3 1.0"
    assert app.session_state["choices"].special == "none"
    app.text_input(key="pattern").set_value("").run()
    app.text_input(key="special").set_value("<|endoftext|>").run()
    assert app.text[3].value == "('<|endoftext|>',) None 3 1.0"
    assert app.session_state["choices"].special is app.session_state["choices"].pattern is None


def test_characters_can_be_covered_in_part_and_bytes_have_a_pattern():
    """Each has the settings that mean something there."""
    app = opened(3, coverage="0.9", pattern="a")
    assert app.text[3].value == "() None None 0.9"
    assert not [box for box in app.text_input if box.key == "pattern"]
    app.number_input(key="coverage").set_value(1.0).run()
    assert app.session_state["choices"].coverage is None
    assert not [box for box in opened(3, scheme="gpt").number_input if box.key == "coverage"]


def test_a_rule_is_asked_for_and_left_out_of_the_address_at_the_scheme_s_own():
    """Choosing the scheme's own rule again is no choice."""
    app = opened(3)
    assert app.text[1].value == "paper first suffix"
    app.selectbox(key="ties").select("largest").run()
    app.selectbox(key="mark").select("prefix").run()
    assert app.text[1].value == "paper largest prefix"
    assert (app.session_state["choices"].ties, app.session_state["choices"].mark) == (
        "largest",
        "prefix",
    )
    app.selectbox(key="ties").select("first").run()
    app.selectbox(key="mark").select("suffix").run()
    assert (app.session_state["choices"].ties, app.session_state["choices"].mark) == (None, None)
    assert app.text[2].value == "low lower low"


@for_each("name", list(PRESETS))
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

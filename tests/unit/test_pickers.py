"""The runs that the pickers choose; a failed run leads back to the previous one."""

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS
from ui.pickers import forced_pairs
from ui.state import Choices, Settings, why_mark_is_fixed
from ui.text import t


def page(merges: int | None) -> None:
    """Draw the settings of the pasted text and its run, with buttons to go back and to reset."""
    import streamlit as st

    from bpe import PRESETS, Corpus
    from ui import state
    from ui.own_text import store
    from ui.own_text.sources import Source
    from ui.pages import page_named
    from ui.pickers import go_back, run_of, runs_or_last, sample_run, settings_box
    from ui.samples import first_sample

    state.follow_address(page_named("train"), lambda kind: True)
    settings = state.settings()
    state.show(settings)
    text = store.texts().get("pasted", "low lower")

    def corpus(scheme):
        return Corpus.from_text(text, scheme)

    source = Source(text, corpus, text, merges=merges, is_small=True)
    settings_box(PRESETS[settings.scheme], source, settings)
    wanted = run_of(source, settings)
    [run] = runs_or_last((wanted,) if text else None, lambda: (sample_run(first_sample()),))
    st.text(f"{wanted.max_merges} {wanted.vocab_size} {wanted.min_frequency}")
    st.text(f"{wanted.scheme.name} {wanted.scheme.tie_rule} {wanted.scheme.boundary}")
    st.text(f"{wanted.scheme.special_tokens}")
    st.text(run.source.name)
    st.text(run.is_fallback)
    st.button("back", key="back", on_click=go_back)
    st.button("anew", key="anew", on_click=state.reset_run)
    state.write_address()


def opened(merges: int | None = None, pasted: str | None = None, **query: str) -> AppTest:
    app = AppTest.from_function(page, args=(merges,), default_timeout=60)
    app.query_params.update(query)
    if pasted is not None:
        app.session_state["own_texts"] = {"pasted": pasted}
    return app.run()


def choices(app: AppTest) -> Choices:
    return app.session_state["state"].choices


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
    """A large text's default number of merges holds only if the reader sets no merges and no size.

    The placeholder of the box of merges names this default.
    """
    for merges, asked in ((3, limits), (None, limits.replace("3", "None", 1))):
        app = opened(merges, **query)
        assert app.text[0].value == asked
        by_default = merges and "vocab_size" not in query
        empty = t("controls.merges_by_default", n=3) if by_default else t("controls.no_limit")
        assert app.number_input(key="max_merges").placeholder == empty
        assert app.number_input(key="vocab_size").placeholder == t("controls.no_limit")
        assert app.number_input(key="min_frequency").placeholder == "1"


def test_special_tokens_reach_the_scheme_and_the_address():
    """A refused input changes nothing; the scheme's own special tokens are not in the address."""
    app = opened(scheme="cs336")
    assert app.text[2].value == "('<|endoftext|>',)"
    app.text_input(key="special").set_value("  <a>  <b> <a>").run()
    assert app.text[2].value == "('<a>', '<b>')"
    app.text_input(key="special").set_value("</w>").run()
    assert [error.value for error in app.error] == [t("controls.special_refused")]
    assert app.text[2].value == "('<a>', '<b>')"
    assert app.text_input(key="special").value == "</w>", "what was typed is there to be mended"
    app.text_input(key="special").set_value("").run()
    assert not app.error
    assert app.text[2].value == "()"
    assert choices(app).special == "none"
    app.text_input(key="special").set_value("<|endoftext|>").run()
    assert app.text[2].value == "('<|endoftext|>',)"
    assert choices(app).special is None


def test_a_rule_is_asked_for_and_left_out_of_the_address_at_the_scheme_s_own():
    """Selecting the scheme's own rule again removes the choice."""
    app = opened()
    assert app.text[1].value == "paper first suffix"
    app.selectbox(key="ties").select("largest").run()
    app.selectbox(key="mark").select("prefix").run()
    assert app.text[1].value == "paper largest prefix"
    assert choices(app).settings == Settings(ties="largest", mark="prefix")
    app.selectbox(key="ties").select("first").run()
    app.selectbox(key="mark").select("suffix").run()
    assert choices(app) == Choices()


@pytest.mark.parametrize("name", list(PRESETS))
def test_a_mark_is_fixed_where_another_makes_no_sense(name):
    """Schemes of bytes have no mark; SentencePiece and WordPiece are defined by their marks."""
    reasons = {
        name: "controls.mark_bytes" for name, each in PRESETS.items() if each.units == "bytes"
    }
    reasons |= {name: f"controls.mark_{name}" for name in ("sentencepiece", "wordpiece")}
    assert why_mark_is_fixed(PRESETS[name]) == reasons.get(name)


def test_forced_merges_are_spelled_as_tokens_are_in_the_markup():
    """For a scheme of bytes, each part is written as its text, or byte by byte as escapes."""
    said = ((0, ("é", "a")), (3, ("\\xc3", "\\xa9b")))
    assert forced_pairs(PRESETS["paper"], said) == said
    assert forced_pairs(PRESETS["gpt"], said) == (
        (0, ("é".encode(), b"a")),
        (3, (b"\xc3", b"\\xa9b")),
    )


def test_going_back_restores_text_rules_limits_and_the_step_but_no_language():
    """The step belongs to the run, but the language belongs to the reader."""
    before = {
        "corpus": "pasted",
        "scheme": "gpt",
        "ties": "largest",
        "max_merges": "4",
        "step": "1",
    }
    app = opened(pasted="low lower", **before, lang="zh")
    app.session_state["own_texts"]["pasted"] = "   "
    app.query_params.clear()
    app.query_params.update({"corpus": "pasted", "step": "2", "lang": "en"})
    app.run()
    assert (choices(app).scheme, choices(app).step) == (None, 2)
    assert (app.text[3].value, app.text[4].value, len(app.error)) == ("low lower", "True", 1)
    app.button(key="back").click().run()
    assert app.session_state["own_texts"]["pasted"] == "low lower"
    after = choices(app)
    assert after.settings == Settings("pasted", "gpt", "largest", max_merges=4)
    assert (after.step, after.lang) == (1, "en")
    assert (app.text[3].value, app.text[4].value) == ("low lower", "False")


def test_without_a_good_run_the_page_shows_its_own_and_without_a_text_too():
    """If no run succeeded before, going back resets all choices, as the reset button does."""
    app = opened(pasted="", corpus="pasted", scheme="gpt")
    assert (app.text[3].value, app.text[4].value) == ("six-words.txt", "True")
    app.button(key="back").click().run()
    assert choices(app) == Choices()
    app = opened(scheme="gpt", step="1")
    app.button(key="anew").click().run()
    assert choices(app) == Choices()


def test_a_vocabulary_that_cannot_be_so_small_is_shown_without_that_limit():
    app = opened(vocab_size="3")
    assert len(app.error) == 1
    assert (app.text[3].value, app.text[4].value) == ("low lower", "True")

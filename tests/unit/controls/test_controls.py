"""A run that fails or is cancelled leads back to the one before, and to nothing else."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from ui.corpora import waiting
from ui.shell.choices import Choices, RunChoice
from ui.shell.text import t


def page() -> None:
    """Learn the pasted text within the limits chosen; offer to go back."""
    from functools import partial

    import streamlit as st

    from bpe import PRESETS
    from ui.controls.controls import MERGES, go_back, last_runs, runs_or_last
    from ui.corpora.run import Run
    from ui.corpora.sources import of_text
    from ui.shell import session

    session.follow_address()

    def run(text: str, **limits: int | None) -> Run:
        return Run(of_text(text, "text"), PRESETS["paper"], **limits)

    text, chosen = session.recall("pasted"), session.choices().run
    wanted = (run(text, vocab_size=chosen.vocab_size),) if text else None
    [found], _ = runs_or_last(
        MERGES,
        wanted,
        lambda: ((run("fallback"),), None),
        fits=lambda runs: runs[0].source.text != "unfit",
    )
    st.text(found.source.text)
    st.text(last_runs(MERGES) is None)
    st.text(found.is_fallback)
    assert last_runs("other") is None
    st.button("back", key="back", on_click=partial(go_back, MERGES))
    st.button("anew", key="anew", on_click=session.reset_run)


def opened(pasted: str | None, **query: str) -> AppTest:
    """Open the page in a session that holds a text, or none."""
    app = AppTest.from_function(page, default_timeout=60)
    app.query_params.update(query)
    app.session_state["kept_pasted"] = pasted
    return app.run()


def choices(app: AppTest):
    return app.session_state["state"].choices


def test_going_back_restores_text_rules_limits_and_the_step_but_no_language():
    """A step belongs to its run; a language belongs to the reader."""
    before = {
        "corpus": "pasted",
        "scheme": "gpt",
        "ties": "largest",
        "mark": "none",
        "max_merges": "4",
        "vocab_size": "20",
        "min_frequency": "2",
        "step": "1",
        "lang": "zh",
    }
    app = opened("low lower", **before)
    app.session_state["kept_pasted"] = "   "
    app.query_params.clear()
    app.query_params.update({"corpus": "pasted", "pair": "two-files", "step": "2", "lang": "en"})
    app.run()
    assert (choices(app).run.scheme, choices(app).get("step")) == (None, 2)
    app.button(key="back").click().run()
    assert app.session_state["kept_pasted"] == "low lower"
    after = choices(app)
    assert after.run == RunChoice("pasted", "gpt", "largest", "none", None, 4, 20, 2)
    assert (after.get("step"), after.get("lang")) == (1, "en")
    assert app.text[0].value == "low lower"


def test_a_run_left_at_its_opening_step_is_found_there_again():
    """No step is put in the address; a last run of another page stands in for nothing."""
    app = opened("low lower", corpus="pasted")
    app.query_params.update({"scheme": "gpt", "step": "2"})
    app.session_state["kept_pasted"] = "   "
    app.run()
    assert choices(app).get("step") == 2
    app.button(key="back").click().run()
    assert choices(app).get("step") is None
    assert "step" not in app.query_params
    app = opened("unfit", corpus="pasted")
    assert (app.text[0].value, app.text[2].value) == ("unfit", "False")
    app.session_state["kept_pasted"] = "   "
    app.run()
    assert (app.text[0].value, app.text[2].value) == ("fallback", "True")


def test_going_back_leads_to_the_defaults_without_a_good_run_or_where_all_is_given_up():
    app = opened("low lower", corpus="pasted", scheme="gpt", step="1")
    app.button(key="anew").click().run()
    assert choices(app) == Choices()
    app = opened(None, scheme="gpt", vocab_size="20")
    app.button(key="back").click().run()
    assert (choices(app).run.scheme, choices(app).run.vocab_size) == (None, None)


def pairs() -> None:
    """Offer to cancel a job of a page of pairs."""
    from functools import partial

    import streamlit as st

    from ui.shell import session

    session.follow_address()
    st.button("anew", on_click=partial(session.reset_run, texts="pair"))


def test_giving_up_a_pair_leaves_the_text_of_other_pages():
    """Nothing else of what led to it stays."""
    app = AppTest.from_function(pairs, default_timeout=60)
    app.query_params.update({"corpus": "hug", "pair": "english-spanish", "scheme": "gpt"})
    app.run().button[0].click().run()
    assert choices(app) == Choices().with_(run=RunChoice("hug"))


@pytest.mark.parametrize(
    ("stage", "key"),
    [
        ("waiting", "waiting"),
        ("reading", "reading"),
        ("merging", "counting"),
        ("pruning", "seeding"),
        ("checking", "measuring"),
    ],
)
def test_a_job_says_what_it_does(stage, key):
    """Before it can say how far it is, and from then on."""
    assert waiting._stage(stage, 2, 0) == t(f"controls.stage_{key}", before=2)
    if stage in ("merging", "pruning", "checking"):
        assert waiting._stage(stage, 3, 9) == t(f"controls.stage_{stage}", done=3, total=9)


def waiting_part(given_up):
    """Wait for a job in a part of a page, until it is given up."""
    from functools import partial

    import streamlit as st

    from ui.corpora import waiting
    from ui.shell import giving_up

    giving_up.button()

    @st.fragment
    def part():
        if not given_up:
            waiting._Bar(partial(given_up.append, "a job before")).look("merging", 1, 2)
            waiting._Bar(partial(given_up.append, "job")).look("merging", 1, 2)

    part()


def test_cancel_beside_the_bar_of_a_part_presses_the_pages_own_button():
    """A button of the part would wait for what it is to end."""
    given_up = []
    app = AppTest.from_function(waiting_part, args=(given_up,)).run()
    [button] = app.button
    assert '<button class="cancel">Cancel</button>' in [each.proto.body for each in app.get("html")]
    button.click().run()
    assert given_up == ["job"]
    assert not app.get("html")
    app.button[0].click().run()
    assert given_up == ["job"], "what nobody waits for any more is not given up"


def test_a_bar_is_sent_anew_only_where_it_says_something_else(monkeypatch):
    """Many wait for their turn, and whoever steps beside them pays for each message."""
    sent, emptied = [], []
    bar = SimpleNamespace(progress=lambda done, text: sent.append(done))
    monkeypatch.setattr(waiting.st, "progress", lambda *said: sent.append(said[0]) or bar)
    place = SimpleNamespace(container=lambda **_: nullcontext(), empty=lambda: emptied.append(1))
    monkeypatch.setattr(waiting.st, "empty", lambda: place)
    shown = waiting._Bar(print)
    shown.clear()
    assert emptied == [], "what was never shown is not taken away"
    for done, total in ((0, 0), (0, 0), (1, 2), (1, 2), (2, 2)):
        shown.look("merging", done, total)
    assert sent == [0.0, 0.5, 1.0], "counting, half of the merges, all of them"
    shown.clear()
    assert emptied == [1]

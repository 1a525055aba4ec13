"""What fails or is cancelled leads back to what was there before, and to nothing else."""

from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, Corpus
from ui.controls import running
from ui.controls.running import LastSuccess, Requests
from ui.corpora.cache import Cache
from ui.corpora.jobs import given
from ui.corpora.requests import Request
from ui.corpora.results import Results
from ui.shell.choices import Choices, Run
from ui.shell.text import t


def page() -> None:
    """Train on the pasted text within the limits chosen; offer to go back."""
    import streamlit as st

    from bpe import PRESETS
    from ui.controls.asked import request_of
    from ui.controls.running import (
        MERGES,
        Requests,
        RunFamily,
        begin_anew,
        go_back,
        last_success,
        results_or_last,
    )
    from ui.corpora.sources import of_text
    from ui.shell import session

    session.follow_address()

    def requests(text: str, **limits: int | None) -> Requests:
        source = of_text(text, "text")
        return Requests(source, (request_of(source, PRESETS["paper"], **limits),))

    text, chosen = session.recall("pasted"), session.choices().run
    asked = requests(text, vocab_size=chosen.vocab_size) if text else None
    fallback = requests("fallback")
    _, [training] = results_or_last(MERGES, asked, lambda: fallback, lambda last: True)
    st.text(" ".join(training.corpus.words))
    st.text(last_success(MERGES) is None)
    assert last_success(RunFamily("other")) is None
    for name, cancel in (("back", go_back), ("anew", begin_anew)):
        st.button(name, key=name, on_click=cancel, args=(MERGES,))


def beside(job):
    """Do a job beside that of the page."""
    from ui.controls.running import result_of

    result_of(job)


def opened(pasted: str | None, **query: str) -> AppTest:
    """Open the page in a session that holds a text, or none."""
    app = AppTest.from_function(page, default_timeout=60)
    app.query_params.update(query)
    app.session_state["kept_pasted"] = pasted
    return app.run()


def choices(app: AppTest):
    """What the session's choices are."""
    return app.session_state["visit"].choices


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
    assert after.run == Run("pasted", "gpt", "largest", "none", None, 4, 20, 2)
    assert (after.get("step"), after.get("lang")) == (1, "en")
    assert app.text[0].value == "low lower"


def test_a_run_left_at_its_opening_step_is_found_there_again():
    """No step is put in the address, whatever another run stood at in the meantime."""
    app = opened("low lower", corpus="pasted")
    app.query_params.update({"scheme": "gpt", "step": "2"})
    app.session_state["kept_pasted"] = "   "
    app.run()
    assert choices(app).get("step") == 2
    app.button(key="back").click().run()
    assert choices(app).get("step") is None
    assert "step" not in app.query_params


def test_what_follows_from_the_last_success_is_given_up_with_it():
    """Going back to it would ask for the same again."""
    app = opened("low lower", corpus="pasted", scheme="gpt", step="1")
    app.button(key="anew").click().run()
    assert choices(app) == Choices()


def test_without_a_good_run_going_back_leads_to_the_defaults():
    """A first visit whose text does not fit ends where the page opens."""
    app = opened(None, scheme="gpt", vocab_size="20")
    app.button(key="back").click().run()
    assert (choices(app).run.scheme, choices(app).run.vocab_size) == (None, None)


def pairs() -> None:
    """Offer to give up a job of a page of pairs."""
    import streamlit as st

    from ui.controls.running import RunFamily, begin_anew
    from ui.shell import session

    session.follow_address()
    st.button("anew", on_click=begin_anew, args=(RunFamily("pairs", "pair"),))


def test_giving_up_a_pair_leaves_the_text_of_other_pages():
    """Nothing else of what led to it stays."""
    app = AppTest.from_function(pairs, default_timeout=60)
    app.query_params.update({"corpus": "hug", "pair": "english-spanish", "scheme": "gpt"})
    app.run().button[0].click().run()
    assert choices(app) == Choices().but(run=Run("hug"))


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
    assert running._stage(stage, 2, 0) == t(f"controls.stage_{key}", before=2)
    if stage in ("merging", "pruning", "checking"):
        assert running._stage(stage, 3, 9) == t(f"controls.stage_{stage}", done=3, total=9)


def waiting(given_up):
    """Wait for a job in a part of a page, until it is given up."""
    from functools import partial

    import streamlit as st

    from ui.controls import running
    from ui.shell import giving_up

    giving_up.button()

    @st.fragment
    def part():
        if not given_up:
            running._Bar(st.empty(), partial(given_up.append, "job")).look("merging", 1, 2)

    part()


def test_cancel_beside_the_bar_of_a_part_presses_the_pages_own_button():
    """A button of the part would wait for what it is to end."""
    given_up = []
    app = AppTest.from_function(waiting, args=(given_up,)).run()
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
    monkeypatch.setattr(running.st, "progress", lambda *said: sent.append(said[0]) or bar)
    place = SimpleNamespace(container=lambda **_: nullcontext(), empty=lambda: emptied.append(1))
    shown = running._Bar(place, print)
    shown.clear()
    assert emptied == [], "what was never shown is not taken away"
    for done, total in ((0, 0), (0, 0), (1, 2), (1, 2), (2, 2)):
        shown.look("merging", done, total)
    assert sent == [0.0, 0.5, 1.0], "counting, half of the merges, all of them"
    shown.clear()
    assert emptied == [1]


def test_what_a_page_stands_on_outlives_what_is_made_beside_it(monkeypatch):
    """Where a job beside it needs room, that of another text goes; the page's own was just used."""
    wanted = [Request(name, given(Corpus.from_text(name)), PRESETS["paper"]) for name in "abc"]
    last = LastSuccess(Requests(None, (wanted[0],)), Choices(), {})
    monkeypatch.setattr("ui.controls.running.last_success", lambda family: last)
    jobs = [replace(each.job, is_ours=True) for each in wanted]
    results = Results(Cache(2.5 * Results(Cache()).get(jobs[0]).nbytes))
    for job in jobs[:2]:
        results.get(job)
    monkeypatch.setattr(running, "shared", results)
    AppTest.from_function(beside, args=(jobs[2],)).run()
    assert [results.stored(job) is not None for job in jobs] == [True, False, True]

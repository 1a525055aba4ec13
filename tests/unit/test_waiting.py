"""A page shows a bar while it waits for a job; Cancel leads back to a page that can be shown."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from ui import waiting
from ui.text import t


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
    """Each stage has one text before the total is known, and some have another one after that."""
    assert waiting._stage(stage, 2, 0) == t(f"controls.stage_{key}", before=2)
    if stage in ("merging", "pruning", "checking"):
        assert waiting._stage(stage, 3, 9) == t(f"controls.stage_{stage}", done=3, total=9)


class Reports:
    """Stand-in jobs that report the given progress and then end."""

    def __init__(self, *progress):
        self.progress = progress

    def result(self, job, reader, owner, look):
        """Report each progress once."""
        for each in self.progress:
            look(*each)

    def leave(self, reader):
        """Do nothing."""


def waiting_fragment(given_up, ended):
    """Wait for two jobs in a fragment, until the second is cancelled."""
    from functools import partial

    import streamlit as st

    from tests.unit.test_waiting import Reports
    from ui import waiting

    waiting.cancel_button()

    @st.fragment
    def fragment():
        if not given_up:
            for name in ("a job before", "job"):
                waiting.result_of(None, partial(given_up.append, name))
                ended.append(st.session_state.get("waits_for"))
            st.stop()

    waiting.shared = Reports(("merging", 1, 2))
    fragment()


def test_cancel_next_to_the_bar_of_a_fragment_presses_the_pages_own_button(monkeypatch):
    """A button inside the fragment would wait for the very job that it should cancel."""
    monkeypatch.setattr(waiting, "shared", None)
    given_up = []
    app = AppTest.from_function(waiting_fragment, args=(given_up, [])).run()
    [button] = app.button
    button.click().run()
    assert given_up == ["job"]
    app.button[0].click().run()
    assert given_up == ["job"], "what nobody waits for any more is not given up"


def test_a_bar_is_sent_again_only_if_it_says_something_else(monkeypatch):
    """Equal progress sends no message, and a bar that was never shown is not removed."""
    sent, emptied = [], []
    bar = SimpleNamespace(progress=lambda done, text: sent.append(done))
    monkeypatch.setattr(waiting.st, "progress", lambda *said: sent.append(said[0]) or bar)
    place = SimpleNamespace(container=lambda **_: nullcontext(), empty=lambda: emptied.append(1))
    for name, value in (
        ("empty", lambda: place),
        ("html", lambda *_, **__: None),
        ("session_state", {}),
    ):
        monkeypatch.setattr(waiting.st, name, value)
    waiting.st.session_state[waiting._OFFERED] = []
    monkeypatch.setattr(waiting, "is_in_page", lambda: True)
    monkeypatch.setattr(waiting.state, "owner", str)
    monkeypatch.setattr(waiting, "shared", Reports())
    waiting.result_of(None)
    assert emptied == [], "what was never shown is not taken away"
    steps = ((0, 0), (0, 0), (1, 2), (1, 2), (2, 2))
    monkeypatch.setattr(waiting, "shared", Reports(*(("merging", *each) for each in steps)))
    waiting.result_of(None)
    assert sent == [0.0, 0.5, 1.0], "counting, half of the merges, all of them"
    assert emptied == [1]

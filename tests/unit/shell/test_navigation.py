"""Which links are sent again, and which carry the step of a player."""

import json
from contextlib import nullcontext

from streamlit.testing.v1 import AppTest

from ui.shell import navigation, session
from ui.shell.navigation import Link, renew
from ui.shell.pages import page_named


def test_links_are_sent_again_where_they_lead_elsewhere(monkeypatch):
    """Of three: one leads to another step now."""
    sent = []
    queries = iter([{"step": "2"}, {"step": "1"}, {"corpus": "hug"}])
    monkeypatch.setattr(navigation, "_link", lambda page, label, query: sent.append((label, query)))
    monkeypatch.setattr(session, "query_to", lambda shows: next(queries))
    before = {"train": {"step": "1"}, "encode": {"step": "1"}, "joint": {"corpus": "hug"}}
    renew([Link(nullcontext(), page_named(name), name, before[name]) for name in before])
    assert sent == [("train", {"step": "2"})]


def page(name: str) -> None:
    """Say to which pages a link carries the step, and what a link to each page asks for."""
    import streamlit as st

    from ui.shell import session
    from ui.shell.navigation import links_to_run
    from ui.shell.pages import PAGES, page_named

    session.follow_address()
    session.enter_page(page_named(name))
    session.step(99)
    st.json(links_to_run())
    st.json({each.name: session.query_to(each.shows) for each in PAGES})


def opened(name: str, **query: str) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Open a page with an address; return what it says."""
    app = AppTest.from_function(page, args=(name,))
    app.query_params.update(query)
    app.run()
    assert not app.exception
    led, links = (json.loads(each.value) for each in app.json)
    return led, links


def test_links_to_pages_that_show_the_same_run_carry_the_step():
    """Not those to a page with another run or without one; none says a place in the lesson."""
    led, links = opened("train", corpus="hug", step="3", present="1", stop="3", phase="answer")
    assert {"train", "encode"} <= {*led}
    assert not {"home", "joint", "models"} & {*led}
    assert led["encode"] == "corpus=hug&present=1"
    assert links["encode"] == {"corpus": "hug", "step": "3", "present": "1"}


def test_a_page_without_a_run_leads_to_none():
    """There is no step to carry."""
    assert opened("models", step="3")[0] == {}

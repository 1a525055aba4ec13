"""A link is sent again only where it says something else."""

from contextlib import nullcontext

import pytest

from ui.shell import navigation, session
from ui.shell.navigation import Link, renew
from ui.shell.pages import page_named


@pytest.fixture
def sent(monkeypatch):
    """Return which links are sent, of three: two carry a step, and one of them has it already."""
    sent = []
    queries = iter([{"step": "2"}, {"step": "1"}, {"corpus": "hug"}])
    monkeypatch.setattr(navigation, "_link", lambda page, label, query: sent.append((label, query)))
    monkeypatch.setattr(session, "query_to", lambda shows: next(queries))
    return sent


@pytest.mark.parametrize(("stepping", "drawn"), [(False, ["train"]), (True, ["train", "encode"])])
def test_links_are_sent_again_where_they_lead_elsewhere_or_may_soon(sent, stepping, drawn):
    """A part that runs by itself sends the same ones each time: those that carry the step."""
    queries = {"train": {"step": "1"}, "encode": {"step": "1"}, "joint": {"corpus": "hug"}}
    links = [Link(nullcontext(), page_named(name), name, queries[name]) for name in queries]
    renew(links, stepping)
    assert sent == [(name, {"step": "2" if name == "train" else "1"}) for name in drawn]

"""A browser is given a name with its first page, and keeps it."""

import re

import pytest
from starlette.responses import Response

from tests.unit.shell.asking import answered
from ui.shell import session
from ui.shell.middleware import COOKIE, ReaderCookie


def given(kind="text/html; charset=utf-8", cookie=None, **scope):
    """Ask the server for something; return the cookies that it gives."""
    page = Response("page", headers={"content-type": kind, "x-other": "stays"})
    asked = {"host": "a"} if cookie is None else {"host": "a", "cookie": cookie}
    head, body = answered(ReaderCookie(page), "/", asked, **scope)
    assert (body, head["x-other"]) == (b"page", "stays")
    named = head.getlist("set-cookie")
    assert head.getlist("cache-control") == ["private"] * len(named), "no proxy gives it to others"
    return named


def test_a_page_gives_a_name_that_nobody_can_guess_and_no_script_can_read():
    """Each browser another one; over TLS it is never sent in the clear."""
    [first], [second] = given(), given(scheme="https")
    names = [re.match(rf"{COOKIE}=([\w-]{{32}}); (.*)", each).groups() for each in (first, second)]
    assert names[0][0] != names[1][0]
    assert [attributes for _, attributes in names] == [
        "HttpOnly; Path=/; SameSite=lax",
        "HttpOnly; Path=/; SameSite=lax; Secure",
    ]


def test_a_browser_keeps_its_name():
    """Whatever other cookies it has; one that is no name of ours is replaced."""
    name = "a-_9" * 8
    assert given(cookie=f"other=1; {COOKIE}={name}") == []
    for broken in ("", "short", name + "x", "ä" * 16, "x" * 31 + ";"):
        assert len(given(cookie=f"{COOKIE}={broken}")) == 1


@pytest.mark.parametrize("what", [{"kind": "text/javascript"}, {"method": "POST"}])
def test_only_pages_give_names(what):
    """A browser asks for many things at once: each would give it another name."""
    assert given(**what) == []


def test_what_a_browser_says_is_believed_only_where_it_looks_like_a_name(monkeypatch):
    """A browser without one is as many as it has tabs."""
    monkeypatch.setattr("ui.shell.session.reader", lambda: "tab")
    for said, name in (("a" * 32, "a" * 32), ("a" * 33, None), ("a|b", None), (None, None)):
        monkeypatch.setattr("ui.shell.session.cookie", {COOKIE: said}.get)
        assert (session.browser_name(), session.owner()) == (name, name or "tab")

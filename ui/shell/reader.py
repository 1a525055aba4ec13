"""A reader's name: a cookie that the server gives each browser with its first page.

It is random, so that nobody can guess another's, and no script can read it. It stands for all tabs
of a browser: they take turns as one, and find the reader's own texts again.
"""

import re
from secrets import token_urlsafe

import streamlit as st
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ui.shell import session

COOKIE = "reader"
_NAME = re.compile(r"[\w-]{32}", re.ASCII)


def named() -> str | None:
    """Return the reader's name; None where the browser keeps no cookie, as in a foreign frame."""
    name = session.cookie(COOKIE) or ""
    return name if _NAME.fullmatch(name) else None


def keeps_no_cookie() -> bool:
    """Say whether a browser is here that sent none, as in a foreign frame: it uploads nothing."""
    return bool(st.context.headers) and named() is None


def owner() -> str:
    """Name whose turn it is: the browser, or the session of one without a cookie."""
    return named() or session.reader()


class Names(BaseHTTPMiddleware):
    """Gives a name to each browser that asks for a page and has none: a middleware of `st.App`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stay out of the way of a browser that has one: it asks for many files at a time."""
        is_http = scope["type"] == "http"
        has_one = is_http and _NAME.fullmatch(Request(scope).cookies.get(COOKIE, ""))
        await (self.app if has_one else super().__call__)(scope, receive, send)

    async def dispatch(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
        """Let the app answer; a page that is sent carries a name."""
        answer = await call_next(request)
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        if request.method == "GET" and is_page:
            # Lax: whoever comes by a link from elsewhere has a name already.
            secure = request.url.scheme == "https"
            answer.set_cookie(COOKIE, token_urlsafe(24), secure=secure, httponly=True)
            answer.headers.append("cache-control", "private")  # no proxy gives it to others
        return answer

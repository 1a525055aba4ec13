"""A reader's name: a cookie that the server gives each browser with its first page.

It is random, so that nobody can guess another's, and no script can read it. It stands for all tabs
of a browser: they take turns as one, and find the reader's own texts again.
"""

import re
from collections.abc import MutableMapping
from secrets import token_urlsafe
from typing import Any

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

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


class Names:
    """Gives a name to each browser that asks for a page and has none: a middleware of `st.App`."""

    def __init__(self, app: ASGIApp):
        """Take what answers."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it answer; a page that is sent to a browser without a name carries one."""

        async def sent(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                if headers.get("content-type", "").startswith("text/html"):
                    headers.append("set-cookie", _cookie(scope))
                    headers.append("cache-control", "private")  # no proxy gives it to others
            await send(message)

        is_page = scope["type"] == "http" and scope["method"] == "GET"
        await self._app(scope, receive, sent if is_page and not _is_named(scope) else send)


def _is_named(scope: Scope) -> bool:
    cookies = (value for name, value in scope["headers"] if name == b"cookie")
    found = cookie_parser("; ".join(each.decode("latin-1") for each in cookies))
    return _NAME.fullmatch(found.get(COOKIE, "")) is not None


def _cookie(scope: Scope) -> str:
    # Lax: whoever comes by a link from elsewhere has a name already.
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    return f"{COOKIE}={token_urlsafe(24)}; HttpOnly; Path=/; SameSite=Lax{secure}"

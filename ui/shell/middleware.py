"""What stands before every page and socket of the app: middlewares of `st.App`."""

import asyncio
import logging
import re
import time
from abc import ABC, abstractmethod
from collections.abc import MutableMapping
from secrets import token_urlsafe
from typing import Any

from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.shell.shims import STREAM, is_of_a_page

_log = logging.getLogger(__name__)

LONGEST = 900.0
"""Seconds without a message, in either direction; pings are none."""

GOING_AWAY = 1001
"""The code of a server that ends what is not at fault."""

COOKIE = "reader"
COOKIE_VALUE = re.compile(r"[\w-]{32}", re.ASCII)


class ReaderCookie(BaseHTTPMiddleware):
    """Gives a name to each browser that asks for a page and has none: a middleware of `st.App`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stay out of the way of a browser that has one: it asks for many files at a time."""
        is_http = scope["type"] == "http"
        has_one = is_http and COOKIE_VALUE.fullmatch(Request(scope).cookies.get(COOKIE, ""))
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


class _OfSockets(ABC):
    """A middleware of `st.App` that stands before web sockets alone."""

    def __init__(self, app: ASGIApp):
        """Take what answers."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer; a web socket by way of `_socket`."""
        answer = self._socket if scope["type"] == "websocket" else self._app
        await answer(scope, receive, send)

    @abstractmethod
    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer a web socket."""


class IdleTimeout(_OfSockets):
    """Closes web sockets without a message: a middleware of `st.App`."""

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it answer for as long as something is said."""
        limit: asyncio.Timeout | None = None

        async def heard() -> MutableMapping[str, Any]:
            nonlocal limit
            try:
                async with asyncio.timeout(LONGEST) as limit:
                    return await receive()
            except TimeoutError:
                await send({"type": "websocket.close", "code": GOING_AWAY})
                return {"type": "websocket.disconnect", "code": GOING_AWAY}
            finally:
                limit = None

        async def said(message: MutableMapping[str, Any]) -> None:
            if limit is not None and not limit.expired():
                limit.reschedule(asyncio.get_running_loop().time() + LONGEST)
            await send(message)

        await self._app(scope, heard, said)


LARGEST_MESSAGE = 512 * 1024
"""Bytes of one message over a web socket, inflated."""

MESSAGES_A_SECOND, BURST = 30.0, 60
"""How many messages a socket may send in the long run, and at once."""

POLICY, TOO_BIG = 1008, 1009
"""Codes that close a socket which breaks a rule, or sends too much."""


class SocketGuard(_OfSockets):
    """Takes from web sockets what pages send, and no more than they would: a middleware.

    A message of another kind or size closes the socket; those that come too fast wait.
    """

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let each message through that may be one of a page's."""
        is_stream, pace = scope["path"].endswith(STREAM), _Pace()

        async def checked() -> MutableMapping[str, Any]:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            await pace.wait()
            data = message.get("bytes") or (message.get("text") or "").encode("utf-8", "replace")
            code = TOO_BIG if len(data) > LARGEST_MESSAGE else POLICY
            if code == TOO_BIG or (is_stream and not is_of_a_page(data)):
                _log.warning("A web socket was closed: message of %d bytes, %d.", len(data), code)
                await send({"type": "websocket.close", "code": code})
                return {"type": "websocket.disconnect", "code": code}
            return message

        await self._app(scope, checked, send)


class _Pace:
    """A token bucket: `BURST` messages at once, then `MESSAGES_A_SECOND`."""

    def __init__(self) -> None:
        self._tokens, self._at = float(BURST), time.monotonic()

    async def wait(self) -> None:
        """Wait for this message's turn."""
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._at) * MESSAGES_A_SECOND) - 1
        self._at = now
        if self._tokens < 0:
            await asyncio.sleep(-self._tokens / MESSAGES_A_SECOND)

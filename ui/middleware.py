"""Middlewares of `st.App`, for every request and web socket of the app."""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bpe.input.opening import MEGABYTE
from ui.browsers import issued_name, network_of, new_name
from ui.shims import STREAM, is_expected_message

_log = logging.getLogger(__name__)

MAX_SECONDS = 900.0
"""Maximum seconds without a message in either direction, not counting pings."""

GOING_AWAY = 1001
"""Close code of a server that ends a connection without an error."""

COOKIE = "reader"


class ReaderCookie(BaseHTTPMiddleware):
    """Middleware of `st.App` that gives a name to each browser without one."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass requests of browsers with a name through: they request many files at once."""
        is_http = scope["type"] == "http"
        has_one = is_http and issued_name(Request(scope).cookies.get(COOKIE))
        await (self.app if has_one else super().__call__)(scope, receive, send)

    async def dispatch(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
        """Let the app respond; add a name to a page."""
        answer = await call_next(request)
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        if request.method == "GET" and is_page:
            # Lax: the cookie is also sent if a link on another site leads here.
            secure = request.url.scheme == "https"
            answer.set_cookie(COOKIE, new_name(), secure=secure, httponly=True)
            answer.headers.append("cache-control", "private")  # proxies must not share it
        return answer


MAX_BODY_BYTES = 65 * MEGABYTE
"""Maximum bytes of one request: `server.maxUploadSize`, plus the multipart framing."""

MAX_BODIES_BYTES, MAX_BODIES_BYTES_PER_NETWORK = 160 * MEGABYTE, 80 * MEGABYTE
"""Maximum bytes of all request bodies read at a time: Streamlit holds each in memory."""

TURN_SECONDS = 60.0
"""Maximum seconds that a request waits for its turn."""

BYTES_A_SECOND = MEGABYTE // 4
"""Minimum speed of a body after its first 30 seconds."""


class BodyBudget:
    """Middleware that reads request bodies within a budget, in total and per network.

    Others wait for their turn; after the time limit the response is 503.
    """

    def __init__(self, app: ASGIApp):
        """Take the app."""
        self._app, self._changed = app, asyncio.Condition()
        self._taken: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app respond once the budget allows the body."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        said = request.headers.get("content-length", "")
        size = min(int(said) if said.isdecimal() else MAX_BODY_BYTES, MAX_BODY_BYTES)
        network = network_of(request.client.host if request.client else None)
        status = 503
        with suppress(TimeoutError, ClientDisconnect):
            async with asyncio.timeout(TURN_SECONDS), self._changed:
                await self._changed.wait_for(
                    lambda: (
                        self._taken.total() + size <= MAX_BODIES_BYTES
                        and self._taken[network] + size <= MAX_BODIES_BYTES_PER_NETWORK
                    )
                )
                self._taken[network] += size
            status = 408
            try:
                async with asyncio.timeout(TURN_SECONDS / 2 + size / BYTES_A_SECOND):
                    await self._app(scope, receive, send)
                return
            finally:
                self._taken[network] -= size
                async with self._changed:
                    self._changed.notify_all()
        await Response(status_code=status)(scope, receive, send)


class _OfSockets(ABC):
    """A middleware of `st.App` for web sockets only."""

    def __init__(self, app: ASGIApp):
        """Take the app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass requests to the app, web sockets to `_socket`."""
        answer = self._socket if scope["type"] == "websocket" else self._app
        await answer(scope, receive, send)

    @abstractmethod
    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app handle a web socket."""


class IdleTimeout(_OfSockets):
    """Middleware of `st.App` that closes idle web sockets and drops messages to closed ones."""

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app handle it while messages are exchanged."""
        limit: asyncio.Timeout | None = None

        async def heard() -> MutableMapping[str, Any]:
            nonlocal limit
            try:
                async with asyncio.timeout(MAX_SECONDS) as limit:
                    return await receive()
            except TimeoutError:
                await send({"type": "websocket.close", "code": GOING_AWAY})
                return {"type": "websocket.disconnect", "code": GOING_AWAY}
            finally:
                limit = None

        async def said(message: MutableMapping[str, Any]) -> None:
            if limit is not None and not limit.expired():
                limit.reschedule(asyncio.get_running_loop().time() + MAX_SECONDS)
            # `receive` tells the app next that the reader has left. Streamlit would take an error
            # here for a message of the wrong kind, and log a traceback.
            with suppress(OSError):
                await send(message)

        await self._app(scope, heard, said)


MESSAGES_A_SECOND, BURST = 30.0, 60
"""Messages that a socket may send per second on average, and at once."""

POLICY = 1008
"""Close code for a socket that is not used by one of our pages."""


class SocketGuard(_OfSockets):
    """Middleware that accepts only the messages that pages send, at their usual rate.

    A message of another kind closes the socket; those that come too fast wait.
    """

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on each message that a page could have sent."""
        is_stream, pace = scope["path"].endswith(STREAM), _Pace()

        async def checked() -> MutableMapping[str, Any]:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            await pace.wait()
            if is_stream and not is_expected_message(message.get("bytes") or b""):
                _log.warning("A web socket was closed: no page sends such a message.")
                await send({"type": "websocket.close", "code": POLICY})
                return {"type": "websocket.disconnect", "code": POLICY}
            return message

        await self._app(scope, checked, send)


class _Pace:
    """A token bucket: `BURST` messages at once, then `MESSAGES_A_SECOND`."""

    def __init__(self) -> None:
        self._tokens, self._at = float(BURST), time.monotonic()

    async def wait(self) -> None:
        """Wait for this message's turn; always yield to other tasks."""
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._at) * MESSAGES_A_SECOND) - 1
        self._at = now
        await asyncio.sleep(max(0.0, -self._tokens / MESSAGES_A_SECOND))

"""Web sockets over which nobody says anything: they are closed, so that they lock nobody out.

A proxy and the app count what one address holds, and a school has one. A browser whose page is
still open connects again by itself, and goes on where it was.
"""

import asyncio
from collections.abc import MutableMapping
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

LONGEST = 900.0
"""Seconds without a message, in either direction; pings are none."""

GOING_AWAY = 1001
"""The code of a server that ends what is not at fault."""


class Idle:
    """Closes web sockets without a message: a middleware of `st.App`."""

    def __init__(self, app: ASGIApp):
        """Take what answers."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it answer for as long as something is said."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
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

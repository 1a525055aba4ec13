"""Ask what stands between browsers and the app for something, without a server."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from starlette.datastructures import Headers
from starlette.types import ASGIApp


def answered(
    app: ASGIApp, address: str, headers: dict[str, str], **scope: str
) -> tuple[Headers, bytes]:
    """Return head and body of what an app answers."""
    sent = []

    async def send(message):
        sent.append(message)

    path, _, query = address.partition("?")
    asked = {"type": "http", "method": "GET", "path": path, "query_string": query.encode()}
    asked |= {"headers": [(name.encode(), said.encode()) for name, said in headers.items()]}
    with ThreadPoolExecutor(1) as apart:  # a browser of other tests has a loop in this thread
        apart.submit(asyncio.run, app({**asked, **scope}, None, send)).result()
    start, *parts = sent
    return Headers(raw=start["headers"]), b"".join(each["body"] for each in parts)

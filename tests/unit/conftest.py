"""A fixture for all unit tests that hides the event loop of Playwright."""

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def no_running_loop() -> Iterator[None]:
    """Hide the event loop of Playwright, which runs in the main thread once a browser was used.

    `asyncio.run` refuses to start while another loop runs, and a Dask client waits for that loop
    for minutes.
    """
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)

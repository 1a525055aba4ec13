"""Running what is asynchronous beside browser tests: their driver has a loop in the main thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor


def run_alone(waiting: Coroutine[None, None, None]) -> None:
    """Run to the end in a thread that has no loop; raise what is raised there."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, waiting).result()

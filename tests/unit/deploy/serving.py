"""What tests of the server share."""

import asyncio
import tomllib
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

from tests.conftest import ROOT

OPTIONS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))


def run_alone(waiting: Coroutine[None, None, None]) -> None:
    """Run to the end in a thread without a loop: the driver of browser tests has one in this."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, waiting).result()

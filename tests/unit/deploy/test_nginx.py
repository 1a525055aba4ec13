"""Several processes behind nginx: seats, uploads, and a process that is killed."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator

import pytest

from benchmarks.hall import OWN_FILE
from benchmarks.sessions import Reader
from benchmarks.watched import Family, served
from deploy.__main__ import nginx
from tests.unit.deploy.loops import run_alone

pytestmark = pytest.mark.skipif(
    nginx() is None or not hasattr(signal, "SIGKILL"),
    reason="nginx is not installed: on Debian and Ubuntu, apt install nginx-light",
)
READERS = 4


@pytest.fixture(scope="module")
def room() -> Iterator[tuple[str, Family]]:
    """Serve the app with two processes; yield its address and its processes."""
    with served(2) as (address, family):
        yield address, family


async def visit(address: str, family: Family) -> None:
    """Open, step, bring a file, lose a process, come back, and go on."""
    steps = [1 + at % 4 for at in range(READERS)]
    readers = [Reader(address, f"corpus=hug&scheme=paper&step={step}") for step in steps]
    await asyncio.gather(*(reader.open() for reader in readers))
    assert [reader.player["start"] for reader in readers] == steps
    assert len({reader.cookies["seat"] for reader in readers}) == READERS
    seats = [reader.cookies["seat"] for reader in readers]

    # Larger than what nginx keeps in memory; it must reach the process that has the session.
    for at, reader in enumerate(readers):
        await reader.choose("corpus", OWN_FILE)
        await reader.upload("mine.txt", f"reader{at} ".encode() * 10_000)
        assert f"reader{at}" in reader.player["payload"]
        await reader.follow(f"corpus=hug&scheme=paper&step={steps[at]}")
        assert reader.player["start"] == steps[at]

    apps = family.apps()
    assert len(apps) == 2
    os.kill(apps[0], signal.SIGKILL)
    # Half of them, by chance, have lost theirs; nobody has lost the place.
    lost = [await reader.go_on(5 - step) for reader, step in zip(readers, steps, strict=True)]
    for reader, step, was_lost in zip(readers, steps, lost, strict=True):
        assert not was_lost or reader.player["start"] == 5 - step
        assert "corpus=hug" in reader.query
        await reader.close()
    assert [reader.cookies["seat"] for reader in readers] == seats


def test_a_reader_keeps_the_seat_and_comes_back_when_a_process_is_killed(room):
    """Web sockets pass, uploads reach their session; run and step come back from the address."""
    address, family = room
    run_alone(visit(address, family))
    deadline = time.monotonic() + 20
    while len(family.apps()) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(family.apps()) == 2

"""Several processes behind nginx: seats, limits, what is logged, and processes that are killed."""

import asyncio
import http.client
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psutil
import pytest

from benchmarks.sessions import OWN_FILE, Reader
from benchmarks.watched import Family, served
from deploy.__main__ import HERE_ALONE, Child, check_port, find_nginx, free_ports, nginx
from tests.cases import until
from tests.unit.deploy.test_deploy import group, run_alone
from tests.unit.house.test_config import OPTIONS

pytestmark = pytest.mark.skipif(
    find_nginx() is None or not hasattr(signal, "SIGKILL"),
    reason="nginx is not installed: on Debian and Ubuntu, apt install nginx-light",
)
READERS = 4
PATH = "/train?corpus=pasted&text=a+secret&sentence=a+secret"


class Upstream(BaseHTTPRequestHandler):
    """Stands for the app: answers each request, and reads no more of it than its head."""

    def do_GET(self) -> None:
        self.send_response(204)
        self.end_headers()
        self.close_connection = True

    do_PUT = do_GET

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """Lets as many wait as the app does: nginx gives up on who is not let in within two seconds."""

    request_queue_size = 2048


def status(port: int, method: str = "GET", path: str = PATH, size: int | None = None) -> int:
    """Ask nginx for something and return what it answers; `size` is announced, none is sent."""
    with closing(http.client.HTTPConnection(HERE_ALONE, port, timeout=120)) as asked:
        asked.putrequest(method, path)
        if size is not None:
            asked.putheader("Content-Length", str(size))
        elif method == "PUT":
            asked.putheader("Transfer-Encoding", "chunked")
        asked.endheaders()
        return asked.getresponse().status


@pytest.fixture
def front(tmp_path: Path) -> Iterator[tuple[int, ThreadingHTTPServer, Child]]:
    """Run nginx in front of something that answers at once; yield its port, that, and nginx.

    What it says is in the file "log" of the test's folder.
    """
    upstream = Server((HERE_ALONE, 0), Upstream)
    threading.Thread(target=upstream.serve_forever, args=(0.05,)).start()
    [port] = free_ports(1)
    with (tmp_path / "log").open("wb") as log:
        kept = os.dup(2)
        os.dup2(log.fileno(), 2)
        child = nginx(tmp_path, HERE_ALONE, port, [upstream.server_port])
        os.dup2(kept, 2)
        os.close(kept)
    try:
        until(lambda: group(child.process.pid) and not is_free(port))
        yield port, upstream, child
    finally:
        child.end()
        upstream.shutdown()
        upstream.server_close()
    assert not group(child.process.pid)
    assert is_free(port)


def is_free(port: int) -> bool:
    """Say whether nothing listens at a port."""
    try:
        check_port(port, HERE_ALONE)
    except SystemExit:
        return False
    return True


def test_what_readers_wrote_is_in_no_log(tmp_path, front):
    """Neither when an app restarts, nor when a request is refused, nor in what is shut out."""
    port, upstream, child = front
    assert status(port) == 204
    upstream.shutdown()
    upstream.server_close()
    assert status(port) == 502
    assert status(port, "PUT", size=2**30) == 413
    assert {status(port, "PUT", size=2**24) for _ in range(30)} == {502, 429}
    child.end()
    assert "secret" not in (tmp_path / "log").read_text()


def test_a_school_behind_one_address_is_served_and_floods_are_not(front):
    """A hundred readers' page and text at once; after that, a few large files only."""
    port, *_ = front
    with ThreadPoolExecutor(20) as class_:
        pages = class_.map(lambda _: status(port), range(600))
        assert set(pages) == {204}
        texts = class_.map(lambda _: status(port, "PUT", size=9_000_000), range(100))
        assert set(texts) == {204}
        for size in (64 * 2**20, None):
            begun = time.monotonic()
            large = list(class_.map(lambda _, size=size: status(port, "PUT", size=size), range(60)))
            assert set(large) <= {204, 429}
            # Twenty at once, and twelve a minute.
            assert large.count(204) <= 22 + (time.monotonic() - begun) / 5
    assert status(port) == 204
    assert status(port, "PUT", size=1 + OPTIONS["server"]["maxUploadSize"] * 2**20) == 413


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
    assert len({reader.http.cookies["seat"] for reader in readers}) == READERS
    seats = [reader.http.cookies["seat"] for reader in readers]

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
    assert [reader.http.cookies["seat"] for reader in readers] == seats


def test_a_reader_keeps_the_seat_and_comes_back_when_a_process_is_killed(room):
    """Web sockets pass, uploads reach their session; run and step come back from the address."""
    address, family = room
    run_alone(visit(address, family))
    until(lambda: len(family.apps()) == 2)


def test_an_nginx_that_is_killed_is_started_again(room):
    """None of its workers holds the port; a worker that is killed is its master's to replace."""
    address, family = room
    port = int(address.rpartition(":")[2])

    def masters() -> list[int]:
        return [pid for pid, command in family.members().items() if "nginx: master" in command]

    [first] = masters()
    psutil.Process(first).children()[0].kill()
    until(lambda: status(port, path="/_stcore/health") == 200)
    os.kill(first, signal.SIGKILL)
    until(lambda: masters() not in ([], [first]))
    until(lambda: not is_free(port))
    assert status(port, path="/_stcore/health") == 200

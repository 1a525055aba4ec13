"""Two processes of the app with this repository's nginx.conf."""

import asyncio
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import pytest
from websockets.exceptions import ConnectionClosed

from benchmarks.sessions import OWN_FILE, Reader
from benchmarks.watched import free_port, wait_until_answers
from tests.cases import until
from tests.conftest import OPTIONS, ROOT

FOLDERS = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"])
NGINX = shutil.which("nginx", path=FOLDERS)
CONF = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
READERS = 4

Room = tuple[str, list[subprocess.Popen[bytes]], Path]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """Start two apps behind nginx; yield the address of nginx, the apps, and the log."""
    front, *ports = (free_port() for _ in range(3))
    written = CONF.replace("listen 8501;", f"listen 127.0.0.1:{front};")
    for name, port in zip(("one", "two"), ports, strict=True):
        written = written.replace(f"{name}:8501", f"127.0.0.1:{port}")
    written = written.replace("client_header_timeout 15s", "client_header_timeout 1s")
    (tmp_path / "nginx.conf").write_text(written, encoding="utf-8")
    log = tmp_path / "log"
    shared = {"STREAMLIT_SERVER_COOKIE_SECRET": "a" * 32, "BPE_ROOMS": str(tmp_path)}
    with ExitStack() as stack:

        def start(*command: str) -> subprocess.Popen[bytes]:
            output = stack.enter_context(log.open("ab"))
            process = stack.enter_context(
                subprocess.Popen(command, cwd=ROOT, env=os.environ | shared, stderr=output)
            )
            stack.callback(process.wait, 20)
            stack.callback(process.terminate)
            return process

        app = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
        apps = [start(*app, f"--server.port={port}") for port in ports]
        for port, process in zip(ports, apps, strict=True):
            wait_until_answers(port, process)
        assert NGINX is not None
        file = str(tmp_path / "nginx.conf")
        nginx = start(NGINX, "-p", str(tmp_path), "-c", file, "-e", "stderr", "-g", "daemon off;")
        wait_until_answers(front, nginx)
        yield f"http://127.0.0.1:{front}", apps, log


def status(address: str, method: str = "GET", size: int | None = None) -> int:
    """Return the status of a request with a reader's text; `size` is announced but not sent."""
    with closing(http.client.HTTPConnection(address.partition("//")[2], timeout=60)) as asked:
        asked.putrequest(method, "/train?corpus=pasted&text=a+secret")
        if size is not None:
            asked.putheader("Content-Length", str(size))
        asked.endheaders()
        return asked.getresponse().status


def silent(address: str) -> socket.socket:
    """Connect without sending a request."""
    host, _, port = address.partition("//")[2].partition(":")
    return socket.create_connection((host, int(port)), timeout=20)


async def go_on(reader: Reader, step: int) -> bool:
    """Go to a step; if the server is gone, open the address again. Return whether it was gone."""
    reader.query = urlencode({**dict(parse_qsl(reader.query)), "step": step})
    try:
        await reader.pause(step)
    except ConnectionClosed:
        await reader.open()
        return True
    return False


async def visit(address: str, apps: list[subprocess.Popen[bytes]]) -> None:
    """Open pages, upload files, kill one process, reopen the pages, and continue."""
    readers = [Reader(address, f"corpus=hug&scheme=paper&step={at}") for at in range(READERS)]
    for reader in readers:
        await reader.open()
    seats = [reader.http.cookies["seat"] for reader in readers]
    assert len(set(seats)) == READERS
    # The file is larger than nginx keeps in memory, and must reach the process of the session.
    for at, reader in enumerate(readers):
        assert reader.player["start"] == at
        await reader.choose("corpus", OWN_FILE)
        await reader.upload("mine.txt", f"reader{at} ".encode() * 10_000)
        assert f"reader{at}" in reader.player["payload"]
        await reader.follow(f"corpus=hug&scheme=paper&step={at}")
    apps[0].send_signal(signal.SIGKILL)
    apps[0].wait()
    # The readers of the killed process have lost their session, but not their place.
    for at, reader in enumerate(readers):
        was_lost = await go_on(reader, 5 - at)
        assert not was_lost or reader.player["start"] == 5 - at
        assert "corpus=hug" in reader.query
        await reader.close()
    assert [reader.http.cookies["seat"] for reader in readers] == seats


@pytest.mark.skipif(
    NGINX is None or not hasattr(signal, "SIGKILL"),
    reason="nginx is not installed: on Debian and Ubuntu, apt install nginx-light",
)
def test_readers_keep_their_seat_and_come_back_when_a_process_is_killed(room):
    """Web sockets and uploads reach their process; too large or too many uploads are refused.

    Readers' texts are never in the log of nginx, not even when no process answers.
    """
    address, apps, log = room
    asyncio.run(visit(address, apps))
    with silent(address) as connection:
        assert connection.recv(1) == b"", "it is closed"
    assert {status(address) for _ in range(200)} == {200}
    assert status(address, "PUT", 1 + OPTIONS["server"]["maxUploadSize"] * 2**20) == 413
    assert 429 in {status(address, "PUT", 2**24) for _ in range(30)}
    apps[1].kill()
    apps[1].wait()
    until(lambda: status(address) == 502)
    assert "secret" not in log.read_text(encoding="utf-8")

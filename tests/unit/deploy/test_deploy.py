"""The app for a room of readers: its limits, its end, and its error sentences."""

import asyncio
import io
import os
import re
import signal
import socket
import subprocess
import sys

import psutil
import pytest
from requests import RequestException
from websockets.asyncio.client import connect
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from benchmarks.sessions import OWN_FILE, Reader
from benchmarks.watched import free_port, served, wait_until_answers
from deploy.__main__ import ANY, allow_open_files, check_port, main, say_where
from tests.cases import until
from tests.conftest import OPTIONS, ROOT

posix = pytest.mark.skipif(os.name != "posix", reason="there are no such signals here")


async def walk(address: str) -> None:
    """Open a step by a link, follow the same link again, then step."""
    reader = Reader(address, "corpus=hug&scheme=paper&step=2")
    await reader.open()
    await reader.follow(reader.query)
    await reader.pause(3)
    await reader.pause(1)
    await reader.close()


async def bring_too_much(address: str, app: psutil.Process) -> None:
    """Send a file and messages that exceed the limits, also compressed, and check the memory."""
    reader = Reader(address, "corpus=hug&scheme=paper")
    await reader.open()
    await reader.choose("corpus", OWN_FILE)
    too_much = bytes(2**20 * (1 + OPTIONS["server"]["maxUploadSize"]))
    with pytest.raises(RequestException, match=r"413|Broken pipe|reset"):
        await reader.upload("mine.txt", too_much)
    await reader.close()
    stream, before = address.replace("http", "ws", 1) + "/_stcore/stream", app.memory_info().rss
    for megabytes in (1, 1 + OPTIONS["server"]["maxMessageSize"], 60):
        async with connect(stream, subprotocols=[Subprotocol("streamlit")]) as wire:
            assert wire.protocol.extensions, "deflated: a thousandth of zeros is sent"
            await wire.send(bytes(2**20 * megabytes))
            await wire.wait_closed()
            assert wire.close_code == CloseCode.MESSAGE_TOO_BIG
    assert app.memory_info().rss - before < 50 * 2**20


def test_one_process_bounds_files_and_messages_and_ends_with_all_that_it_started():
    """The limits hold without nginx; at SIGTERM the workers end, and the port is free.

    A fragment that follows a step draws in the same place as in a full run.
    """
    with served() as (address, family):
        app = psutil.Process(family.pid)
        asyncio.run(bring_too_much(address, app))
        asyncio.run(walk(address))
        workers = app.children(recursive=True)
        assert workers
        if os.name != "posix":
            return  # there are no such signals on this system
        app.send_signal(signal.SIGTERM)
        until(lambda: not any(each.is_running() for each in workers))
        until(lambda: app.status() == psutil.STATUS_ZOMBIE)
        check_port(int(address.rpartition(":")[2]), "0.0.0.0")


NOTES_WHAT_IS_ASKED = """
import sys
HERE = None, "localhost", "127.0.0.1", "0.0.0.0", "::1"
def note(event, given):
    if event == "socket.connect" and given[0].type & 15 == 1 or event == "socket.getaddrinfo":
        host = given[1] if event == "socket.connect" else given
        if isinstance(host, tuple) and host[0] not in HERE:
            print("asked", host, file=open(FILE, "a"))
sys.addaudithook(note)
"""


def test_at_all_addresses_the_app_asks_the_network_for_nothing(tmp_path):
    """With 0.0.0.0, as in the container, the app does not ask the network for its address.

    Streamlit would ask for it if no address were given.
    """
    asked = tmp_path / "asked"
    (tmp_path / "sitecustomize.py").write_text(
        NOTES_WHAT_IS_ASKED.replace("FILE", repr(str(asked)))
    )
    port = free_port()
    said = {
        "PYTHONPATH": str(tmp_path),
        "STREAMLIT_SERVER_ADDRESS": "0.0.0.0",
        "STREAMLIT_SERVER_PORT": str(port),
        "STREAMLIT_SERVER_HEADLESS": "true",
    }
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | said, stdout=subprocess.PIPE) as app:
        wait_until_answers(port, app)
        assert app.stdout is not None
        until(lambda: b"URL" in app.stdout.readline())
        app.terminate()
    assert not asked.exists(), asked.read_text()


def test_the_address_is_printed_with_a_code(capsys, monkeypatch):
    """The code is left out where the console lacks its characters or there is no network."""
    say_where("10.0.0.7", 8600)
    said = capsys.readouterr().out
    assert "http://10.0.0.7:8600\n" in said
    assert "▄" in said or "█" in said
    say_where("::1", 8600)
    assert "http://[::1]:8600\n" in capsys.readouterr().out
    say_where(None, 8600)
    assert "in no network" in capsys.readouterr().out

    console = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", write_through=True)
    monkeypatch.setattr("sys.stdout", console)
    say_where("10.0.0.7", 8600)
    said = console.buffer.getvalue().decode("cp1252")
    assert said.split() == ["http://10.0.0.7:8600", "Ctrl+C", "ends", "it."]


@pytest.mark.parametrize("given", [[], ["--address", "127.0.0.1", "--port", "65535"]])
def test_the_app_is_served_where_it_was_asked_for_and_says_so(given, monkeypatch, capsys):
    """By default the app listens at all addresses and prints the network address."""
    served = []
    monkeypatch.setattr("sys.argv", ["deploy", *given])
    monkeypatch.setattr("deploy.__main__.cli.main", served.extend)
    monkeypatch.setattr("deploy.__main__.network_address", lambda: "10.0.0.7")
    monkeypatch.setattr("deploy.__main__.allow_open_files", lambda: None)
    went = []
    monkeypatch.setattr("os.chdir", went.append)
    main()
    assert went == [ROOT], "where app.py is, wherever it was typed"
    listens, host, port = ("127.0.0.1",) * 2 + ("65535",) if given else (ANY, "10.0.0.7", "8501")
    assert f"http://{host}:{port}\n" in capsys.readouterr().out
    options = {"server.port": port, "server.address": listens, "browser.serverAddress": host}
    assert {f"--{name}={value}" for name, value in options.items()} <= {*served}


@posix
def test_files_that_may_be_open_are_raised_or_too_few_are_refused(monkeypatch):
    """Each reader needs some open files; without enough of them, readers get no answer."""
    limits = {"RLIMIT_NOFILE": (64, 4096)}
    monkeypatch.setattr("resource.getrlimit", lambda _: limits["RLIMIT_NOFILE"])
    monkeypatch.setattr("resource.setrlimit", lambda _, both: limits.update(RLIMIT_NOFILE=both))
    allow_open_files()
    assert limits["RLIMIT_NOFILE"] == (4096, 4096)
    limits["RLIMIT_NOFILE"] = (64, 1024)
    allow_open_files()
    limits["RLIMIT_NOFILE"] = (-1, -1)
    allow_open_files()
    assert limits["RLIMIT_NOFILE"] == (-1, -1), "as many as anybody wants"
    limits["RLIMIT_NOFILE"] = (64, 1023)
    with pytest.raises(SystemExit, match=r"open files must be 1024 or more, got 1023\. .*ulimit"):
        allow_open_files()


def test_what_cannot_be_served_is_one_sentence(monkeypatch):
    """The cases are a port in use, an invalid port, another machine's address, and no folder."""

    def refused(*given: str) -> str:
        monkeypatch.setattr("sys.argv", ["deploy", *given])
        with pytest.raises(SystemExit) as why:
            main()
        return str(why.value)

    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert re.search(f"must be free .* got 0.0.0.0 and {port} ", refused("--port", port))
    for address in ("203.0.113.9", "nowhere.invalid", "::ffff:203.0.113.9"):
        assert "this machine's" in refused("--address", address, "--port", port)
    for number in ("0", "-1", "65536", "99999"):
        assert f"port must be 1 to 65535, got {number}. " in refused("--port", number)
    with monkeypatch.context() as nowhere:
        nowhere.setattr("tempfile.tempdir", None)
        nowhere.setattr("tempfile._candidate_tempdir_list", lambda: ["/nonexistent"])
        assert "TMPDIR must name a folder that can be written to" in refused("--port", port)

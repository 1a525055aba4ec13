"""The app for a room: what nginx is told, and processes that come back."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from benchmarks.sessions import Reader
from deploy.__main__ import configuration, main, say_where, serve
from deploy.processes import (
    START,
    Processes,
    answers,
    free_ports,
    is_free,
    wait_until_answers,
)
from tests.unit.deploy.loops import run_alone
from tests.unit.house.test_config import OPTIONS


def test_nginx_is_told_of_every_process_and_of_nothing_unfilled():
    """One line a process, a seat for each browser, web sockets, and the app's own upload limit."""
    told = configuration(8501, [7001, 7002], "/tmp/room")
    assert re.findall(r"server 127\.0\.0\.1:(\d+) ", told) == ["7001", "7002"]
    assert "listen 8501;" in told
    assert "@" not in told
    assert told.count("{") == told.count("}")
    assert f"client_max_body_size {OPTIONS['server']['maxUploadSize']}m;" in told
    assert "hash $seat consistent;" in told
    assert "proxy_set_header Upgrade $http_upgrade;" in told


@pytest.fixture(scope="module")
def app() -> Iterator[tuple[Processes, int]]:
    """Serve the app by itself; return its process and the port."""
    [port] = free_ports(1)
    processes = Processes([port])
    try:
        processes.wait_for_all()
        yield processes, port
    finally:
        processes.end()
    assert not answers(port)


async def walk(address: str) -> None:
    """Come to a step by a link, and once more by the same link; then step."""
    reader = Reader(address, "corpus=hug&scheme=paper&step=2")
    await reader.open()
    await reader.follow(reader.query)
    await reader.pause(3)
    await reader.pause(1)
    await reader.close()


def test_a_reader_steps_on_a_page_that_was_drawn_before(app):
    """The part that follows the step may draw where it drew when all of the page was drawn."""
    run_alone(walk(f"http://127.0.0.1:{app[1]}"))


def test_a_process_that_dies_is_started_again(app):
    """Whoever comes to its port is served, by another process with the same secret."""
    processes, port = app
    [first] = processes.pids
    assert processes.revive() == []
    os.kill(first, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    while answers(port):
        pass
    while not processes.revive():
        pass
    processes.wait(port)
    assert processes.pids != [first]


def test_an_app_that_cannot_start_is_not_waited_for():
    """Who serves is told at once, by the port; nothing answers in its place."""
    [port] = free_ports(1)
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
        begun = time.monotonic()
        with pytest.raises(RuntimeError, match=f"app must answer at port {port} within 60 s"):
            wait_until_answers(port, process)
    assert time.monotonic() - begun < START / 2


class Interrupted:
    """Processes of an app that is told to end at once, and again while it ends."""

    ended = 0

    def __init__(self, *given: object):
        """Begin none."""

    def wait_for_all(self) -> None:
        """Be told to end."""
        os.kill(os.getpid(), signal.SIGTERM)

    def end(self) -> None:
        """Be told again."""
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGINT)
        Interrupted.ended += 1


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals here")
def test_who_is_told_to_end_twice_ends_what_was_started(monkeypatch):
    """No process of the app is left behind by a second Ctrl+C."""
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {each: signal.getsignal(each) for each in numbers}
    monkeypatch.setattr("deploy.__main__.Processes", Interrupted)
    try:
        serve(free_ports(1)[0], 1)
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert Interrupted.ended == 1


def test_the_address_is_printed_with_a_code(monkeypatch, capsys):
    """What a camera cannot read can be typed; outside of any network that is said."""
    monkeypatch.setattr("deploy.__main__.network_address", lambda: "10.0.0.7")
    say_where(8600)
    said = capsys.readouterr().out
    assert "http://10.0.0.7:8600\n" in said
    assert "▄" in said or "█" in said
    monkeypatch.setattr("deploy.__main__.network_address", lambda: None)
    say_where(8600)
    assert "in no network" in capsys.readouterr().out


def test_what_cannot_be_served_is_one_sentence(monkeypatch):
    """A port that is taken, no process at all, or no nginx for several."""
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not is_free(port)
        monkeypatch.setattr("sys.argv", ["deploy", "--port", str(port)])
        with pytest.raises(SystemExit, match=f"port must be free, got {port}"):
            main()
    monkeypatch.setattr("sys.argv", ["deploy", "--processes", "0"])
    with pytest.raises(SystemExit, match="processes must be 1 or more, got 0"):
        main()
    monkeypatch.setattr("deploy.__main__.shutil.which", lambda *_, **__: None)
    monkeypatch.setattr("sys.argv", ["deploy", "--port", str(port), "--processes", "2"])
    with pytest.raises(SystemExit, match="nginx must be installed"):
        main()

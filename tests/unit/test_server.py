"""A real server without a browser: the files that it leaves behind."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from benchmarks.sessions import Reader
from benchmarks.watched import free_port, wait_until_answers
from tests.conftest import ROOT

OWN_TEXT = "corpus=pasted&text=low+lower+lowest"


@contextmanager
def server(folder) -> Iterator[tuple[str, subprocess.Popen]]:
    """Run the app with a folder for temporary files; yield its address and its process."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    command += ["--server.headless=true", "--logger.hideWelcomeMessage=true"]
    environment = os.environ | {"TMPDIR": str(folder)}
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        wait_until_answers(port, process)
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be told to end")
def test_a_server_that_is_told_to_end_leaves_no_text_of_a_reader(tmp_path):
    """A server also deletes the files that an earlier, killed server left behind."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left = tmp_path / f"bpe-{gone.pid}-abcdefgh"
    left.mkdir()
    (left / "text").write_bytes(b"low lower")

    def ours():
        return sorted(each.name for each in tmp_path.glob("bpe-*"))

    with server(tmp_path) as (address, process):
        asyncio.run(Reader(address, OWN_TEXT).open())
        [folder] = ours()
        assert folder.startswith(f"bpe-{process.pid}-")
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    assert ours() == []

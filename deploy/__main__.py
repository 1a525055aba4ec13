"""`python -m deploy` serves the app to a room and prints the address to type, and its code.

`--processes N` starts N of them behind nginx, which must be installed. SIGHUP replaces them one
after the other.
"""

from __future__ import annotations

import argparse
import io
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import FrameType
from urllib.error import URLError
from urllib.request import urlopen

import segno

from deploy.child import GRACE
from ui.shell.share import network_address

try:
    import resource
except ImportError:  # Windows, which counts open files otherwise
    resource = None  # type: ignore[assignment]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
ANY = "0.0.0.0"
HERE_ALONE = "127.0.0.1"
ENDING = (signal.SIGTERM, signal.SIGINT)
START = 60.0
"""Seconds within which a process answers."""

REST = 3.0
"""Seconds between two starts of one process, and after which nginx asks it again."""

SHARED = {"STREAMLIT_SERVER_COOKIE_SECRET": secrets.token_hex(32)}
"""What all processes have alike: a secret, so that a cookie of one is good for the next, and the
folder of the rooms of class votes."""

FEWEST_FILES, MOST_FILES = 1024, 65536
"""Files that may be open: each reader takes one in the app, and two in nginx."""


class Child:
    """A command that runs as long as this process does, whatever ends that."""

    def __init__(self, name: str, command: Sequence[str]):
        """Start it."""
        self.name = name
        self._command = [sys.executable, "-I", str(HERE / "child.py"), *command]
        self.start()

    def start(self) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=SHARED | os.environ,
            process_group=0 if hasattr(os, "killpg") else None,
            # Ctrl+C is for this process alone, which then ends the others.
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )

    def revive(self) -> bool:
        """Start it again where it has ended, not too often; say whether that was done."""
        if self.process.poll() is None or time.monotonic() - self.started < REST:
            return False
        self._clear()
        self.start()
        return True

    def tell_to_end(self) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()

    def end(self) -> None:
        """Tell it to end and wait until it has."""
        self.tell_to_end()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE + 2)
        self._clear()

    def _clear(self) -> None:
        """Kill what is left of it: as the workers of an nginx whose master was killed."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()


def app(port: int, address: str) -> Child:
    """Start a process of the app."""
    options = {"port": port, "address": address, "headless": "true", "showEmailPrompt": "false"}
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    return Child(
        f"the app at port {port}",
        command + [f"--server.{name}={value}" for name, value in options.items()],
    )


def nginx(folder: Path, address: str, port: int, ports: Sequence[int]) -> Child:
    """Start nginx in front of the app's processes at `ports`. It keeps its files in `folder`."""
    shutil.copy(HERE / "nginx.conf", folder)
    servers = [f"server {HERE_ALONE}:{each} max_fails=1 fail_timeout=2s;\n" for each in ports]
    (folder / "servers.conf").write_text("".join(servers), "utf-8")
    (folder / "listen.conf").write_text(f"listen {host_of(address)}:{port};\n", "utf-8")
    file = str(folder / "nginx.conf")
    command = [str(find_nginx()), "-p", str(folder), "-c", file, "-e", "stderr"]
    return Child("nginx", [*command, "-g", "daemon off;"])


def find_nginx() -> str | None:
    """Return where nginx is; None where it is not installed."""
    folders = [os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"]
    return shutil.which("nginx", path=os.pathsep.join(folders))


def host_of(address: str) -> str:
    """Return an address as it stands before a port."""
    return f"[{address}]" if ":" in address else address


def free_ports(number: int) -> list[int]:
    """Return ports of this machine that nothing listens on."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(number)]
        for each in sockets:
            each.bind((HERE_ALONE, 0))
        return [each.getsockname()[1] for each in sockets]


def check_port(port: int, address: str) -> None:
    """Raise SystemExit where nothing can listen at the port of an address."""
    if not 0 < port < 65536:
        raise SystemExit(f"port must be 1 to 65535, got {port}. Leave it out for 8501.")
    try:
        [family, *_, place] = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as why:
        raise SystemExit(
            f"address and port must be free and this machine's, got {host_of(address)}:{port} "
            f"({why}). Choose others: --address {ANY} --port {port + 1}"
        ) from None


def check_folder() -> None:
    """Raise SystemExit where there is no folder for uploads and for the rooms of class votes."""
    try:
        tempfile.gettempdir()
    except OSError:
        given = os.environ.get("TMPDIR", "/tmp")
        raise SystemExit(
            f"TMPDIR must name a folder that can be written to, got {given}. "
            "Make one: mkdir -p tmp; export TMPDIR=$PWD/tmp"
        ) from None


def allow_open_files() -> None:
    """Let this process and its children open many files. Raises SystemExit for too few."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if most < FEWEST_FILES:
        raise SystemExit(
            f"open files must be {FEWEST_FILES} or more, got {most}. Allow more: ulimit -Hn 65536"
        )
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def answers(port: int, address: str = HERE_ALONE) -> bool:
    """Say whether the app at a port is well."""
    host = host_of(HERE_ALONE if address == ANY else address)
    try:
        with urlopen(f"http://{host}:{port}/_stcore/health", timeout=5) as said:
            return bool(said.status == 200)
    except (URLError, OSError):
        return False


def wait_until_answers(
    port: int, process: subprocess.Popen[bytes], address: str = HERE_ALONE
) -> None:
    """Wait until the app at a port answers. Raises RuntimeError where it does not.

    `process`: what is to serve it; once that has ended, nothing is waited for.
    """
    end = time.monotonic() + START
    while not answers(port, address):
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"app must answer at port {port} within {START:g} s. Run make app.")
        time.sleep(0.1)


def say_where(address: str, port: int) -> None:
    """Print the address that others in the room type, and its code for a camera."""
    host = network_address() if address == ANY else address
    if host is None:
        print(f"\nThis machine is in no network: http://localhost:{port}\n", flush=True)
        return
    link = f"http://{host_of(host)}:{port}"
    code = io.StringIO()
    segno.make(link, error="m", micro=False).terminal(code, compact=True)
    print(f"\n{link}\n")
    # Not every console can print its blocks: Windows' older ones cannot.
    with suppress(UnicodeEncodeError):
        print(code.getvalue())
    print("Ctrl+C ends it.", flush=True)


def serve(port: int, number: int = 1, address: str = ANY) -> None:
    """Serve until the process is told to end. Raises SystemExit where that cannot be."""
    check_port(port, address)
    check_folder()
    allow_open_files()
    if number > 1 and find_nginx() is None:
        raise SystemExit(
            f"nginx must be installed to serve {number} processes, got none. "
            "On Debian and Ubuntu: apt install nginx-light"
        )
    wanted: list[bool] = []
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: wanted.append(True))
    for ending in ENDING:
        signal.signal(ending, _leave)
    ports, behind = ([port], address) if number == 1 else (free_ports(number), HERE_ALONE)
    apps: list[Child] = []
    front: list[Child] = []
    with ExitStack() as stack:
        SHARED["BPE_ROOMS"] = stack.enter_context(tempfile.TemporaryDirectory())
        try:
            for each in ports:
                apps.append(app(each, behind))
            for each, child in zip(ports, apps, strict=True):
                wait_until_answers(each, child.process, behind)
            if number > 1:
                folder = stack.enter_context(tempfile.TemporaryDirectory())
                front.append(nginx(Path(folder), address, port, ports))
            say_where(address, port)
            while True:
                time.sleep(0.5)
                for child in front + apps:
                    if child.revive():
                        print(f"Started again, as it had ended: {child.name}.", flush=True)
                if wanted:
                    wanted.clear()
                    replace(apps, ports, behind)
        except KeyboardInterrupt:
            pass
        except RuntimeError as why:
            raise SystemExit(str(why)) from None
        finally:
            for child in front + apps:
                child.tell_to_end()
            for child in front + apps:
                child.end()


def replace(apps: Sequence[Child], ports: Sequence[int], address: str) -> None:
    """End each process of the app and start it anew, one after the other: some always answer."""
    for child, port in zip(apps, ports, strict=True):
        child.end()
        child.start()
        try:
            wait_until_answers(port, child.process, address)
        except RuntimeError as why:
            print(f"{why} The others were left as they are.", flush=True)
            return
        time.sleep(REST)


def _leave(number: int, frame: FrameType | None) -> None:
    """Leave the loop; being told a second time does not interrupt the cleaning up."""
    for ending in ENDING:
        signal.signal(ending, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> None:
    parser = argparse.ArgumentParser(prog="deploy", description="Serve the app to a room.")
    parser.add_argument("--address", default=ANY, help="listen there; all addresses if left out")
    parser.add_argument("--port", type=int, default=8501)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    if asked.processes < 1:
        sys.exit(f"processes must be 1 or more, got {asked.processes}. Leave it out for one.")
    serve(asked.port, asked.processes, asked.address)


if __name__ == "__main__":
    main()

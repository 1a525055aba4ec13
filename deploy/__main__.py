"""`python -m deploy` serves the app to a room and prints its address and QR code.

It runs one process; `deploy/README.md` describes several processes with nginx.
"""

from __future__ import annotations

import argparse
import io
import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

import segno
from streamlit.web import cli

from ui.share import network_address

ANY = "0.0.0.0"
FEWEST_FILES, MOST_FILES = 1024, 65536  # each reader needs one


def check_port(port: int, address: str) -> None:
    """Raise SystemExit if the port of an address is not available."""
    if not 0 < port < 65536:
        raise SystemExit(f"port must be 1 to 65535, got {port}. Leave it out for 8501.")
    try:
        [family, *_, place] = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as why:
        raise SystemExit(
            f"address and port must be free and this machine's, got {address} and {port} "
            f"({why}). Choose others: --address {ANY} --port {port + 1}"
        ) from None


def check_folder() -> None:
    """Raise SystemExit if there is no folder for uploads and for the rooms of class votes."""
    try:
        tempfile.gettempdir()
    except OSError:
        given = os.environ.get("TMPDIR", "/tmp")
        way_out = "Make one: mkdir -p tmp; export TMPDIR=$PWD/tmp"
        said = f"TMPDIR must name a folder that can be written to, got {given}. {way_out}"
        raise SystemExit(said) from None


def allow_open_files() -> None:
    """Let this process open many files, if the system limits them. Raises SystemExit if few."""
    with suppress(ImportError):  # Windows
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if most < FEWEST_FILES:
            raise SystemExit(
                f"open files must be {FEWEST_FILES} or more, got {most}. Allow: ulimit -Hn 65536"
            )
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def say_where(host: str | None, port: int) -> None:
    """Print the address for others in the room, and its QR code."""
    if host is None:
        print(f"\nThis machine is in no network: http://localhost:{port}\n", flush=True)
        return
    link = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    code = io.StringIO()
    segno.make(link, error="m", micro=False).terminal(code, compact=True)
    print(f"\n{link}\n")
    # Some consoles, such as older ones of Windows, cannot print the code's blocks.
    with suppress(UnicodeEncodeError):
        print(code.getvalue())
    print("Ctrl+C ends it.", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="deploy", description="Serve the app to a room.")
    parser.add_argument("--address", default=ANY, help="listen there; all addresses if left out")
    parser.add_argument("--port", type=int, default=8501)
    asked = parser.parse_args()
    check_port(asked.port, asked.address)
    check_folder()
    allow_open_files()
    host = network_address() if asked.address == ANY else asked.address
    say_where(host, asked.port)
    os.chdir(Path(__file__).resolve().parents[1])
    options = {"server.port": asked.port, "server.address": asked.address}
    options |= {"browser.serverAddress": host or "localhost"}
    options |= {"server.headless": "true", "logger.hideWelcomeMessage": "true"}
    cli.main(["run", "app.py", *(f"--{name}={value}" for name, value in options.items())])


if __name__ == "__main__":
    main()

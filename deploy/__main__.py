"""`python -m deploy` serves the app to a room and prints the address to type, and its code.

`--processes N` starts N of them behind nginx, which must be installed. SIGHUP replaces the
processes one after the other.
"""

import argparse
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType

import segno

from deploy.processes import Processes, free_ports, is_free
from ui.shell.share import network_address

TEMPLATE = Path(__file__).with_name("nginx.conf")


def configuration(port: int, ports: list[int], folder: str) -> str:
    """Return what nginx is told: to listen at `port` and to share out among `ports`."""
    servers = "\n        ".join(
        f"server 127.0.0.1:{each} max_fails=1 fail_timeout=2s;" for each in ports
    )
    text = TEMPLATE.read_text("utf-8").partition("daemon off;")
    filled = text[1] + text[2]
    for name, value in {"port": str(port), "servers": servers, "folder": folder}.items():
        filled = filled.replace(f"@{name}@", value)
    return filled


def say_where(port: int) -> None:
    """Print the address that others in the room type, and its code for a camera."""
    host = network_address()
    if host is None:
        print(f"\nThis machine is in no network: http://localhost:{port}\n", flush=True)
        return
    address = f"http://{host}:{port}"
    print(f"\n{address}\n")
    segno.make(address, error="m", micro=False).terminal(compact=True)
    print("\nCtrl+C ends it.", flush=True)


def nginx() -> str | None:
    """Return where nginx is; None where it is not installed."""
    return shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/local/bin:/usr/bin")


def serve(port: int, number: int) -> None:
    """Serve until the process is told to end. Raises SystemExit where that cannot be."""
    if not is_free(port):
        raise SystemExit(f"port must be free, got {port}. Choose another: --port {port + 1}")
    proxy = nginx()
    if number > 1 and proxy is None:
        raise SystemExit(
            f"nginx must be installed to serve {number} processes, got none. "
            "On Debian and Ubuntu: apt install nginx-light"
        )
    ports = [port] if number == 1 else free_ports(number)
    wanted: list[bool] = []
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: wanted.append(True))
    signal.signal(signal.SIGTERM, _leave)
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "records"
        records.mkdir(mode=0o700)
        processes = Processes(ports, "0.0.0.0" if number == 1 else "127.0.0.1", str(records))
        front = None
        try:
            processes.wait_for_all()
            if proxy is not None and number > 1:
                file = Path(folder) / "nginx.conf"
                file.write_text(configuration(port, ports, folder), "utf-8")
                front = subprocess.Popen([proxy, "-p", folder, "-c", str(file), "-e", "stderr"])
            say_where(port)
            while front is None or front.poll() is None:
                time.sleep(0.5)
                for dead in processes.revive():
                    print(f"A process had ended; port {dead} is served again.", flush=True)
                if wanted:
                    wanted.clear()
                    processes.replace()
            raise SystemExit("nginx has ended.")
        except KeyboardInterrupt:
            pass
        finally:
            # Whoever is told twice still ends what was started.
            for each in (signal.SIGTERM, signal.SIGINT):
                signal.signal(each, signal.SIG_IGN)
            if front is not None:
                front.terminate()
                front.wait()
            processes.end()


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> None:
    parser = argparse.ArgumentParser(prog="deploy", description="Serve the app to a room.")
    parser.add_argument("--port", type=int, default=8501)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    if asked.processes < 1:
        sys.exit(f"processes must be 1 or more, got {asked.processes}. Leave it out for one.")
    serve(asked.port, asked.processes)


if __name__ == "__main__":
    main()

"""`python child.py COMMAND...` runs a command for as long as standard input stays open.

The system closes the pipe however its other end goes, by `kill -9` too, so what `python -m deploy`
started never outlives it. Whatever the command started ends with it. Imports nothing slow: one runs
beside each process of the app.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from typing import IO

GRACE = 10.0
"""Seconds that the command has to end by itself."""

MOST_LINES = 200
"""Lines of the command's standard error passed on in a minute: a fault must not fill a disk."""

LONGEST_LINE = 10_000
"""Bytes."""


def main(command: list[str]) -> None:
    """Run the command to its end, or end it with standard input."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert child.stderr is not None
    log = threading.Thread(target=pass_on, args=(child.stderr,), daemon=True)
    log.start()
    threading.Thread(target=end_with_input, args=(child,), daemon=True).start()
    code = child.wait()
    log.join(1)  # what the command left behind may still hold its standard error open
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)  # this process too: it leads the group of all that run
    sys.exit(code)


def end_with_input(child: subprocess.Popen[bytes]) -> None:
    """Wait for the end of standard input, then end the command, in the end by force."""
    sys.stdin.buffer.read()
    child.terminate()
    time.sleep(GRACE)
    child.kill()


def pass_on(lines: IO[bytes]) -> None:
    """Write lines to standard error, and of more than MOST_LINES in a minute only how many."""
    minute, written = -60.0, 0
    for line in iter(lambda: lines.readline(LONGEST_LINE), b""):
        now = time.monotonic()
        if now - minute >= 60:
            if written > MOST_LINES:
                sys.stderr.write(f"{written - MOST_LINES} more lines were left out.\n")
            minute, written = now, 0
        written += 1
        if written <= MOST_LINES:
            sys.stderr.buffer.write(line)
            sys.stderr.flush()


if __name__ == "__main__":
    main(sys.argv[1:])

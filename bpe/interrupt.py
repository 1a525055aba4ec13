"""Ctrl+C while a command is still being loaded: one line, no traceback. Imported first of all."""

import os
import signal
import sys
from itertools import pairwise
from pathlib import PurePath
from typing import Any

INTERRUPTED = 130
"""Exit code of a command that was ended by Ctrl+C."""


def _wait() -> None:
    """End with a line at Ctrl+C until `begin` is called, where a command is what was asked for."""
    # While `python -m` imports a package, the name of the script is not known yet.
    is_module = sys.argv[:1] == ["-m"] and ("-m", "bpe") in pairwise(sys.orig_argv)
    is_script = sys.argv and PurePath(sys.argv[0]).stem == "bpe-explainer"
    is_first = "--multiprocessing-fork" not in sys.orig_argv
    if (is_module or is_script) and is_first and _is_heard_by(signal.default_int_handler):
        signal.signal(signal.SIGINT, _end)


def begin() -> None:
    """Have Ctrl+C raise `KeyboardInterrupt` from here on."""
    if _is_heard_by(_end):
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _is_heard_by(handler: Any) -> bool:
    return signal.getsignal(signal.SIGINT) is handler


def _end(*_: object) -> None:
    name = "python -m bpe" if sys.argv[0] == "-m" else PurePath(sys.argv[0]).stem
    # What is half imported cannot be asked to clean up.
    os.write(2, f"\n{name}: interrupted.\n".encode())
    os._exit(INTERRUPTED)


_wait()

"""Ctrl+C while a command is still being loaded: one line, no traceback. Imported first of all.

So it imports next to nothing: what Ctrl+C meets before `_end` hears it is printed at length.
"""

import os
import sys

INTERRUPTED = 130
"""Exit code of a command that was ended by Ctrl+C."""


def _command() -> str:
    """Return by what name a command of ours was called; "" where none was, or as its helper."""
    if "--multiprocessing-fork" in sys.orig_argv:
        return ""
    # While `python -m` imports a package, the name of the script is not known yet.
    if sys.argv[:1] == ["-m"] and ("-m", "bpe") in zip(
        sys.orig_argv, sys.orig_argv[1:], strict=False
    ):
        return "python -m bpe"
    name = os.path.splitext(os.path.basename("".join(sys.argv[:1])))[0]  # noqa: PTH119, PTH122
    return name if name == "bpe-explainer" else ""


_COMMAND = _command()


def _end(*_: object) -> None:
    # What is half imported cannot be asked to clean up.
    os.write(2, f"\n{_COMMAND}: interrupted.\n".encode())
    os._exit(INTERRUPTED)


def begin() -> None:
    """Have Ctrl+C raise `KeyboardInterrupt` from here on."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


try:
    import signal

    if _COMMAND and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
except KeyboardInterrupt:
    if _COMMAND:
        _end()
    raise

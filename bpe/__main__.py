"""The command line. Exit codes: 0, 1 if a check differs, 2 for bad usage, 130 for Ctrl+C."""

import io
import sys
from collections.abc import Sequence

from .commands import run
from .commands.options import parsed

BAD_USE = 2
INTERRUPTED = 130
COMMANDS = {
    "app": run.app_command,
    "show": run.show_command,
    "train": run.train_command,
    "encode": run.encode_command,
    "check": run.check_command,
    "count": run.count_command,
}


def main(arguments: Sequence[str] | None = None, name: str = "bpe-explainer") -> int:
    """Run one command and return its exit code; an error is one sentence on stderr.

    `name` is the program's name in errors and help.
    """
    given = parsed(name, arguments)
    try:
        return COMMANDS[given.command](given)
    except KeyboardInterrupt:
        print(f"\n{name} {given.command}: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        said = f"{error.filename or given.command}: {error.strerror or error}."
    except ValueError as error:
        said = " ".join(str(error).split())
    print(f"{name} {given.command}: {said}", file=sys.stderr)
    return BAD_USE


def script(name: str = "bpe-explainer") -> int:
    """Run the typed command, with UTF-8 on standard output."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return main(name=name)


if __name__ == "__main__":
    sys.exit(script("python -m bpe"))

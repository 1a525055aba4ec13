"""Streams: what a command reads and says, whoever listens."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Self

from ..counting.reading import kind_in
from ..errors import CorpusError
from ..input.kinds import KINDS
from ..input.opening import read_file, read_within, unpack

WIDTH = 30
LIMITS = KINDS["text"].command


def read(file: str) -> str:
    """Return the text of a UTF-8 file, or of standard input for "-", within what is held at once.

    Raises `CorpusError` for what is not UTF-8, or more.
    """
    if file == "-":
        name, data = "standard input", read_within(sys.stdin.buffer, "standard input", LIMITS.whole)
    else:
        name = Path(file).name
        data = unpack(name, read_file(Path(file), LIMITS, pipes=True), LIMITS)
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise CorpusError(
            "file_encoding", name=name, byte=data[error.start], place=error.start
        ) from error


def is_text(file: str) -> bool:
    """Say whether a file is one text, by its name, or else documents or counts."""
    return file == "-" or not Path(file).is_file() or kind_in(Path(file)) == "text"


def say(line: str) -> None:
    """Print a line; where nobody reads any more, print nothing from there on."""
    try:
        print(line.encode("utf-8", "backslashreplace").decode(), flush=True)
    except BrokenPipeError:
        # What is still held back goes nowhere, without another complaint at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Progress:
    """A bar on a terminal; silent elsewhere."""

    def __init__(self, what: str = "merges", unit: int = 1) -> None:
        """Take what is counted, and how many of it are one that is shown."""
        self._what, self._unit = what, unit
        self._shown = -1
        self._is_terminal = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        """Draw the bar anew where it has grown."""
        share = WIDTH if not total else WIDTH * done // total
        if not self._is_terminal or share == self._shown:
            return
        self._shown = share
        bar = "#" * share + "." * (WIDTH - share)
        said = f"{done // self._unit:,} of {total // self._unit:,} {self._what}"
        with contextlib.suppress(OSError):
            print(f"\r[{bar}] {said}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        """Leave the bar's line."""
        if self._shown >= 0:
            print(file=sys.stderr)

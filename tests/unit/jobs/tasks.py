"""Functions that the tests run in worker processes: some return, some raise, some never end."""

import errno
import os
import sys
import time

from bpe import CorpusError
from ui.jobs import keep_open, report


def add(a, b):
    report("measuring", a, b)
    return a + b


def eat():
    """Allocate memory bit by bit without end."""
    eaten = []
    while True:
        eaten.append(bytearray(b"x") * 2**22)


def forever():
    while True:
        pass


def report_and_go_on():
    """Report the process id as progress, and never return."""
    report("measuring", os.getpid(), 0)
    while True:
        time.sleep(0.01)


def refuse():
    raise CorpusError("minbpe", file="a", line=1, value="b")


def raise_of_files():
    """Raise an `OSError`, the kind of error that a broken pipe to a worker raises, too."""
    raise FileNotFoundError("a")


def fill_the_disk():
    """Raise what a write to a full disk raises."""
    raise OSError(errno.ENOSPC, "No space left on device")


class Odd(Exception):
    """An error that pickle can write but cannot read."""

    def __init__(self, one, two):
        super().__init__(one)


def raise_odd():
    """Raise an error that cannot be unpickled outside the worker."""
    raise Odd(1, 2)


def raise_panic():
    """Raise an error as a Rust library does: no `Exception`, from a module that does not exist."""
    raise type("PanicException", (BaseException,), {"__module__": "pyo3_runtime"})("out of bounds")


def loaded(names):
    return [name for name in names if name in sys.modules]


def process_that_opened(name):
    """Return a name that this worker keeps open, with the id of the process that opened it."""
    return keep_open(name, lambda: (name, os.getpid()))


def open_large(size):
    return len(keep_open(("large", size), lambda: bytearray(b"x") * size))

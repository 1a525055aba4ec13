"""Functions for worker processes: some succeed, some never end."""

import os
import sys
import time

from bpe import CorpusError
from ui.jobs import keep_open, report


def add(a, b):
    report("measuring", a, b)
    return a + b


def eat():
    """Take all the memory there is, bit by bit."""
    eaten = []
    while True:
        eaten.append(bytearray(b"x") * 2**22)


def forever():
    while True:
        pass


def report_and_go_on():
    """Report the process, and never come to an end."""
    report("measuring", os.getpid(), 0)
    while True:
        time.sleep(0.01)


def refuse():
    raise CorpusError("minbpe", file="a", line=1, value="b")


def raise_of_files():
    """Raise what a broken pipe raises, too."""
    raise FileNotFoundError("a")


class Odd(Exception):
    """An error that pickle can write and not read."""

    def __init__(self, one, two):
        super().__init__(one)


def raise_odd():
    """Raise what cannot cross."""
    raise Odd(1, 2)


def raise_panic():
    """Raise what a library in Rust does: no `Exception`, and of a module that is not there."""
    raise type("PanicException", (BaseException,), {"__module__": "pyo3_runtime"})("out of bounds")


def loaded(names):
    return [name for name in names if name in sys.modules]


def process_that_opened(name):
    """Open a name; return it with the process that did."""
    return keep_open(name, lambda: (name, os.getpid()))


def open_large(size):
    return len(keep_open(("large", size), lambda: bytearray(b"x") * size))

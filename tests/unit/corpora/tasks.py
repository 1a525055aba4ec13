"""Tasks for a process: some do well, some never end."""

import os
import sys
import time

from bpe import CorpusError
from ui import cache
from ui.corpora.worker import report


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
    """Say who works, and never come to an end."""
    report("measuring", os.getpid(), 0)
    while True:
        time.sleep(0.01)


def refuse():
    raise CorpusError("minbpe", file="a", line=1, value="b")


def raise_of_files():
    """Raise what a broken pipe raises, too."""
    raise FileNotFoundError("a")


def load_large(size):
    return bytearray(b"x") * size


def load(name):
    return name, os.getpid()


def use(resource, number):
    """Use it in the process that it was opened in."""
    name, pid = resource
    assert pid == os.getpid()
    return name, number


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


@cache.remembered
def _piece(number, size):
    return bytes([number]) * size


def remember(pieces, size):
    """Make pieces that are remembered; return the bytes of those that still are."""
    for number in range(pieces):
        _piece(number, size)
    return cache.shared.nbytes

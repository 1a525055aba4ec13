"""Tasks for a process: some do well, some never end."""

import ctypes
import os
import re
import sys
import time

import numpy as np

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


def ask_for_too_much():
    """Ask for all the memory there is at once."""
    return len(bytearray(2**46))


def rest(seconds):
    time.sleep(seconds)


def forever():
    while True:
        pass


def report_and_go_on():
    """Say who works, and never come to an end."""
    report("measuring", os.getpid(), 0)
    while True:
        time.sleep(0.01)


def report_and_end():
    return os.getpid()


def in_c_for_ever():
    """Never come to an end, and never listen."""
    re.match(r"(a|a)*b", "a" * 60)


def abort():
    """Give up as libraries do that get no more memory."""
    os.abort()


def fault():
    """Touch what is not there."""
    ctypes.string_at(0)


def die():
    os._exit(3)


def refuse():
    raise CorpusError("minbpe", file="a", line=1, value="b")


def raise_of_files():
    """Raise what a broken pipe raises, too."""
    raise FileNotFoundError("a")


def zeros(size):
    """Return an array of bytes, which crosses beside the pickle."""
    return np.zeros(size, np.uint8)


def many_zeros():
    """Return more than anybody should get."""
    return np.zeros(2 * 2**20, np.uint8)


def load_large(size):
    return bytearray(b"x") * size


def use_large(resource):
    return len(resource)


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

"""Inputs tried in processes of their own, which have little memory and little time for each.

`python -m tests.fuzz.apart tokenizer 17` tries one again, and shows what it is.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import psutil

from bpe import PRESETS, CorpusError, train
from bpe.checking.check import check_list
from bpe.interchange import load, load_merges
from bpe.text.patterns import check_pattern, matches
from tests.fuzz import brought, patterns

ROOT = Path(__file__).resolve().parents[2]
MEGABYTE = 2**20
MEMORY = {"text": 300, "tokenizer": 300, "merges": 300, "pattern": 300, "link": 1_500}
"""Megabytes that a process may take for all that it tries; a link's keeps what it has learned."""

SECONDS = {"text": 10, "tokenizer": 10, "merges": 10, "pattern": 10, "link": 20}
"""Processor time for one; a link's is a whole page, and the first of a process loads the app."""

AT_A_TIME = 500
"""What a process tries before the next one goes on."""


@dataclass
class Tried:
    """What was found.

    Attributes:
        faults: what happened, and the inputs it happened with.
        number: how many were tried.
    """

    faults: dict[str, list[int]] = field(default_factory=dict)
    number: int = 0

    def add(self, what: str, number: int) -> None:
        """Take down a fault, and that it is one that was seen before."""
        self.faults.setdefault(what, []).append(number)

    def __str__(self) -> str:
        return "\n".join(
            f"{len(numbers)} x {what}; numbers {numbers[:5]}"
            for what, numbers in sorted(self.faults.items(), key=lambda each: -len(each[1]))
        )


def try_all(kind: str, first: int, number: int, jobs: int) -> Tried:
    """Try so many inputs of a kind, from the first on, in so many processes at a time."""
    tried = Tried()
    lock = threading.Lock()
    end = first + number

    def some(begin: int) -> None:
        at, stop = begin, min(begin + AT_A_TIME, end)
        while at < stop:
            for what, it in _in_a_process(kind, at, stop):
                at = it + 1
                with lock:
                    tried.number += 1
                    if what:
                        tried.add(what, it)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(some, range(first, end, AT_A_TIME)))
    return tried


def _in_a_process(kind: str, first: int, stop: int) -> Iterator[tuple[str, int]]:
    """Try inputs in a process until all are tried or it is no more; yield what each led to."""
    command = [sys.executable, "-m", "tests.fuzz.apart", kind, str(first), str(stop)]
    at = first
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            number, _, what = line.partition(" ")
            yield what.strip(), int(number)
            at = int(number) + 1
    if at < stop:
        slow = -process.returncode == getattr(signal, "SIGPROF", None)
        yield "took too long" if slow else f"ended its process ({process.returncode})", at


# What follows is done in a process of its own.


def try_text(number: int) -> None:
    """Open a file as the app does, and learn three merges."""
    from ui.corpora import sources

    upload = sources.opened(*brought.file("text", number))
    scheme = PRESETS[sorted(PRESETS)[number % len(PRESETS)]]
    train(sources.of_upload(upload).corpus(scheme), scheme, max_merges=3)


def try_tokenizer(number: int) -> None:
    """Open a tokenizer, and look at what it does to a text."""
    name, data = brought.file("tokenizer", number)
    tokenizer = load({name: data})
    encoding = tokenizer.encode("low lowest 好 x1 <|endoftext|>")
    tokenizer.decode(encoding.ids)
    for word in encoding.words:
        list(word.steps)


def try_merges(number: int) -> None:
    """Read a list of merges."""
    check_list(load_merges(*brought.file("merges", number)))


def try_pattern(number: int) -> None:
    """Cut a text by a pattern, if it is one."""
    given = patterns.pattern(number)
    with suppress(ValueError):
        check_pattern(given)
        matches(given, "aaab ſtraße e\u0301 99 " + "a" * 300 + "!")


def try_link(number: int) -> None:
    """Open a page at an address."""
    # Here, since other kinds need neither Streamlit nor Hypothesis.
    from tests.fuzz import values
    from tests.fuzz.visits import Visit

    with mock.patch("ui.shell.session.cookie", {}.get):  # a simulated app has none of its own
        visit = Visit("en-US" if number % 3 else "zh-CN")
        visit.open(*values.drawn(values.links, number))


TRIES: dict[str, Callable[[int], None]] = {
    "text": try_text,
    "tokenizer": try_tokenizer,
    "merges": try_merges,
    "pattern": try_pattern,
    "link": try_link,
}


def outcome(kind: str, number: int) -> str:
    """Try one; return what went wrong, or nothing."""
    try:
        TRIES[kind](number)
    except CorpusError as error:
        return "" if str(error).strip() else f"{error!r} without a sentence"
    except MemoryError:
        return "took too much memory"
    except Exception as error:  # noqa: BLE001 - whatever it is, it was found
        if kind == "link":  # of a page's fault the end says what it is
            return " ".join(getattr(error, "kind", repr(error)).split())[-200:]
        return " ".join(f"{type(error).__name__}: {error}".split())[:120]
    return ""


def main(kind: str, first: str, stop: str = "") -> None:
    """Try inputs from `first` up to `stop` and say of each what it led to."""
    if not stop:
        if kind in brought.KINDS:
            print(brought.file(kind, int(first)))
        TRIES[kind](int(first))
        return
    outcome(kind, -1)  # what is imported or made once is no input's
    said, sys.stdout = sys.stdout, sys.stderr
    _limit(MEMORY[kind] * MEGABYTE)
    for number in range(int(first), int(stop)):
        if hasattr(signal, "setitimer"):  # not on Windows; its signal ends the process
            signal.setitimer(signal.ITIMER_PROF, SECONDS[kind])
        print(number, outcome(kind, number), file=said, flush=True)


def _limit(memory: int) -> None:
    """Let this process have so much more than it has; where the system can."""
    try:
        import resource
    except ImportError:
        return
    if sys.platform == "linux":
        most = psutil.Process(os.getpid()).memory_info().vms + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""`make` does what its help says, and no more than was asked for."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HANDED_ON = ("MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", "JOBS", "TESTS")


def commands(*arguments: str) -> str:
    """Return what `make` would run, in one line, without running it.

    What the `make` that runs these tests was asked for, as JOBS=3, is not handed on.
    """
    own = {name: value for name, value in os.environ.items() if name not in HANDED_ON}
    command = ["make", "-n", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=True)
    return " ".join(done.stdout.replace("\\\n", " ").split())


@pytest.mark.parametrize(
    ("arguments", "browser", "workers"),
    [
        ((), True, 2),
        (("TESTS=tests/browser/test_train.py",), True, 0),
        (("TESTS=tests/unit tests/browser",), True, 2),
        (("TESTS=tests/unit",), False, 2),
        (("TESTS=tests/unit/test_corpus.py",), False, 0),
        (("TESTS=tests/unit/test_corpus.py::test_a",), False, 0),
        (("TESTS=tests/unit", "JOBS=1"), False, 0),
        (("TESTS=tests/unit", "JOBS=4"), False, 4),
    ],
)
def test_a_browser_and_workers_start_only_where_they_help(arguments, browser, workers):
    """One file is one worker's work, and most tests need no browser."""
    run = commands("test", *arguments)
    assert ("provision.py" in run) == browser
    assert f"-n {workers} " in run


def test_developers_get_what_they_save():
    """`make dev` watches files; `make app` does not."""
    assert "fileWatcherType" not in commands("app")
    assert "--server.fileWatcherType=auto" in commands("dev")


def test_a_fuzz_tries_as_much_as_it_was_asked_to():
    """As many inputs, from the seed that was named."""
    run = commands("fuzz", "INPUTS=77", "SEED=3")
    assert "FUZZ_INPUTS=77" in run
    assert "--hypothesis-seed=3" in run


def test_mutants_get_the_options_they_were_asked_for():
    """Tests only when named; otherwise the table of the mutants decides."""
    run = commands("mutants", "MODULES=bpe/text ui/a.js", "SAMPLE=7", "SEED=3")
    assert "tests/mutants bpe/text ui/a.js --sample 7 --total 0 --seed 3" in run
    assert "--tests" not in run
    assert '--tests "tests/unit a"' in commands("mutants", "MODULES=b", "TESTS=tests/unit a")

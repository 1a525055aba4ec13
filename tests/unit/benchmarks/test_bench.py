"""The benchmark runs on every system."""

import os

import pytest

from benchmarks import bench, corpora

BOOK = corpora.SAMPLES / "six-words.txt"


@pytest.fixture
def no_affinity(monkeypatch):
    """A system like macOS or Windows, where no process chooses its cores."""
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)


def test_it_starts_where_no_process_chooses_its_cores(no_affinity, monkeypatch, capsys):
    """The command line can be read without the call that only Linux has."""
    monkeypatch.setattr("sys.argv", ["bench", "--help"])
    with pytest.raises(SystemExit) as left:
        bench.main()
    assert left.value.code == 0
    assert "--core" in capsys.readouterr().out


@pytest.mark.parametrize("engine", ["ours", "gigabpe"])
def test_it_measures_where_no_process_chooses_its_cores(engine, no_affinity, monkeypatch):
    """A run without a core of its own learns as much and takes some time."""
    monkeypatch.setattr(corpora, "path", lambda name: BOOK)
    bench.alphabet.cache_clear()
    measured = bench.run(engine, "six-words", 3, bench.last_core())
    bench.alphabet.cache_clear()
    assert measured["learned"] == 3
    assert measured["wall"] > 0

"""The benchmark runs on every system."""

import os

import pytest

from benchmarks import bench, corpora, encoding

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


def test_encoding_is_a_table_with_a_row_for_each_scheme_and_text(monkeypatch, capsys):
    """What it prints goes into the report as it is: the ratio lies between its extremes."""
    monkeypatch.setattr(corpora, "path", lambda name: BOOK)
    monkeypatch.setattr(encoding, "NOVEL", BOOK)
    asked = ["encoding", "--rounds", "3", "--merges", "5", "--schemes", "gpt", "wordpiece"]
    monkeypatch.setattr("sys.argv", asked)
    encoding.main()
    title, _, header, _, *rows = capsys.readouterr().out.splitlines()
    assert title.endswith("5 merges, 3 rounds.")
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in (header, *rows)]
    assert tuple(cells[0]) == encoding.HEADER
    assert [row[:2] for row in cells[1:]] == [
        [f"`{name}`", text] for name in ("gpt", "wordpiece") for text in ("the same", "a novel")
    ]
    for _, _, ratio, spread, *_, tokens, theirs in cells[1:]:
        lowest, highest = map(float, spread.split(" to "))
        assert lowest <= float(ratio) <= highest
        assert tokens == theirs


def test_a_row_of_encoding_says_who_took_how_long():
    """Ratios are taken within a round; ours stands before theirs."""
    rounds = [(0.2, 0.4, (7, 9)), (0.3, 0.1, (7, 9)), (0.1, 0.1, (7, 9))]
    row = encoding.row_of(rounds)
    assert row == ("1.00", "0.50 to 3.00", "200", "100", "7", "9")

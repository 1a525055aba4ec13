"""What is measured is a ratio within a round, in a process of its own, on every system."""

import itertools
import os

import pytest

from benchmarks import encoding, measuring, training
from benchmarks.corpora import SAMPLES


@pytest.mark.parametrize("engine", ["ours", "gigabpe", training.UNIGRAM[2]])
def test_an_engine_is_measured_in_a_process_of_its_own(engine):
    """It learns what it was asked to, takes some time, and leaves nothing here."""
    path = SAMPLES / "first-chapters.txt"
    alphabet = len(set("".join(path.read_text(encoding="utf-8").split())))
    given = (300, 600) if engine in training.UNIGRAM else (alphabet, 3)
    found = measuring.alone(training.measure, engine, path, *given)
    assert found["learned"] in (300, 3)
    assert found["cpu"] > 0


def test_a_system_where_no_process_chooses_its_cores_is_measured_all_the_same(monkeypatch):
    """As macOS and Windows."""
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    measuring._keep_to_one_core()


def test_ratios_are_taken_within_a_round_and_nobody_always_goes_first(monkeypatch):
    """Ours stands before theirs; the order changes from round to round."""
    times, went = itertools.count(), []
    monkeypatch.setattr("benchmarks.encoding.time.process_time", lambda: next(times) ** 2)

    def made(name: str, tokens: int):
        return lambda: lambda: went.append(name) or [[0] * (tokens - 1), [0]]

    row = encoding.in_turns(made("ours", 7), made("theirs", 9), 2)
    assert went == ["theirs", "ours", "ours", "theirs"]
    # The clock shows 0, 1, 4, 9, ...: theirs took 1 and 13, ours 5 and 9.
    assert row == ("2.85", "0.69 to 5.00", "7000", "7000", "7", "9")


def test_both_encode_the_same_lines_that_neither_was_trained_on():
    """Twenty thousand short lines of a novel, by the same call, to as many tokens."""
    lines = encoding.lines_of(6)
    assert len(lines) > 20_000
    assert " ".join(lines) == " ".join(encoding.NOVEL.read_text(encoding="utf-8").split())
    assert not set(lines) & set(encoding.OTHER.read_text(encoding="utf-8").splitlines())
    *_, ours, theirs = encoding.beside_hugging_face("huggingface", 24, 50, 1)
    assert ours == theirs


def test_a_goal_is_missed_beyond_what_single_measurements_differ_by(capsys):
    """What is little above it is printed as missed, and fails nothing."""
    assert not measuring.say_goals([("little", 1.0, 1.1), ("none", 1.0, 0.9)])
    assert capsys.readouterr().out.count("**missed**") == 1
    assert measuring.say_goals([("much", 1.0, 1.2)])

"""Measurements are ratios within a round, in separate processes."""

import itertools

import pytest

from benchmarks import encoding, measuring, training
from benchmarks.corpora import SAMPLES


@pytest.mark.parametrize("engine", ["ours", "gigabpe", "SentencePiece (its rules)"])
def test_an_engine_is_measured_in_a_process_of_its_own(engine):
    """The measurement runs in a new process, learns as many merges as asked, and takes time."""
    path = SAMPLES / "first-chapters.txt"
    alphabet = len(set("".join(path.read_text(encoding="utf-8").split())))
    found = measuring.alone(training.measure, engine, path, alphabet, 3)
    assert found["learned"] == 3
    assert found["cpu"] > 0


def test_ratios_are_taken_within_a_round_and_nobody_always_goes_first(monkeypatch):
    """The order of the engines is reversed in every second round."""
    times, went = itertools.count(), []
    monkeypatch.setattr("benchmarks.encoding.time.process_time", lambda: next(times) ** 2)

    def made(name: str, tokens: int):
        return lambda: lambda: went.append(name) or [[0] * (tokens - 1), [0]]

    took, tokens = encoding.in_turns({"ours": made("ours", 7), "theirs": made("theirs", 9)}, 2)
    assert went == ["ours", "theirs", "theirs", "ours"]
    # The clock shows 0, 1, 4, 9, ...
    assert took == {"ours": [1000, 13000], "theirs": [5000, 9000]}
    assert tokens == {"ours": 7, "theirs": 9}
    assert encoding.ratios(took, "theirs") == [1 / 5, 13 / 9]
    assert encoding.ratio(took, "theirs") == "0.82"


def test_a_goal_is_missed_beyond_what_single_measurements_differ_by(capsys):
    """A measurement slightly above its goal is printed as missed, but does not fail the run."""
    assert not measuring.say_goals([("little", 1.0, 1.1), ("none", 1.0, 0.9)])
    assert capsys.readouterr().out.count("**missed**") == 1
    assert measuring.say_goals([("much", 1.0, 1.2)])

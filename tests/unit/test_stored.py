"""A training as a file: equal at every step when it is learned again, and never believed."""

import json
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import TIE_RULES, CorpusError, Training, train
from bpe.merging.columns import Log
from tests.data import SIX_WORDS
from tests.strategies import corpora, schemes


def same(ours, theirs):
    """Hold two trainings to be equal, at every step and in every column."""
    assert (ours.scheme, ours.corpus, ours.stop) == (theirs.scheme, theirs.corpus, theirs.stop)
    assert (ours.merges, ours.forced) == (theirs.merges, theirs.forced)
    assert ours.passed_over == theirs.passed_over
    assert ours.min_frequency == theirs.min_frequency
    for each in fields(Log):
        one, other = getattr(ours.log, each.name), getattr(theirs.log, each.name)
        assert np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None)
    for one, other in zip(ours.snapshots(), theirs.snapshots(), strict=True):
        assert one.words() == other.words()
        assert one.pairs() == other.pairs()


@given(
    corpus=corpora(max_words=5),
    rules=schemes,
    ties=st.sampled_from(TIE_RULES),
    limit=st.one_of(st.none(), st.integers(0, 9)),
    least=st.integers(1, 3),
    how=st.sampled_from(("plain", "forced")),
)
def test_what_is_read_equals_what_was_saved_at_every_step(
    tmp_path_factory, corpus, rules, ties, limit, least, how
):
    """Over schemes, tie rules, settings, limits and forced merges."""
    rules = replace(rules, tie_rule=ties)
    asked = {"max_merges": limit, "min_frequency": least}
    if how == "forced":
        free = train(corpus, rules, **asked)
        step = min(len(free), limit or 2)
        allowed = [pair.pair for pair in free.snapshot(step).pairs() if not pair.forbidden]
        asked["forced"] = {step: allowed[-1]} if allowed else {}
    training = train(corpus, rules, **asked)
    path = tmp_path_factory.mktemp("run") / "a.run"
    training.save(path)
    same(Training.load(path), training)


def test_a_file_is_written_and_read(tmp_path):
    """By its path, and the same run gives the same file; bytes and lone surrogates too."""
    for number, (text, scheme) in enumerate(
        ((SIX_WORDS, "paper"), ("\u4f60\u597d \u4f60", "gpt"), ("a\ud83d\ude00 a\ud83d", "paper"))
    ):
        training = train(text, scheme, max_merges=3)
        one, two = (tmp_path / f"{name}{number}.run" for name in ("one", "two"))
        training.save(one)
        training.save(str(two))
        assert one.read_bytes() == two.read_bytes()
        same(Training.load(str(one)), training)


def test_a_file_says_what_was_trained_on_and_how(tmp_path):
    """In JSON, by the names that `train` has; of the merges it says nothing."""
    train({"low": 2, "\U0001f600": 1}, vocab_size=9, min_frequency=2).save(tmp_path / "a.run")
    found = json.loads((tmp_path / "a.run").read_text("utf-8"))
    assert found["words"] == {"low": 2, "\U0001f600": 1}
    assert (found["scheme"]["name"], found["min_frequency"], found["forced"]) == ("paper", 2, [])
    assert not {"merges", "vocab_size", "max_merges"} & found.keys()
    train({"low": 2}, vocab_size=5).save(tmp_path / "a.run")
    assert json.loads((tmp_path / "a.run").read_text("utf-8"))["vocab_size"] == 5


FORGED = {
    "scheme": (None, {}, {"name": "x", "tie_rule": "last"}, {"name": "x", "units": ["bytes"]}),
    "words": ([], ["low"], "lowest", None, {}, {"": 1}, {"a": 0}, {"a": 1.5}, {"a": True}),
    "max_merges": (-1, "2", 1.5, {}),
    "min_frequency": (0, -1, 1.5, None),
    "forced": (None, 3, [[0]], [[0, "x", "y"]], [["0", "e", "s"]], [[0, [300], "s"]]),
    "source": (None, 3),
    "luck": (1,),
}


def test_what_was_made_up_is_refused(tmp_path):
    """Whatever stands in the place of each entry, and what is no such file at all."""
    path = tmp_path / "a.run"
    train(SIX_WORDS, max_merges=3).save(path)
    good = path.read_bytes()
    record = json.loads(good)
    bad = [
        json.dumps({**record, name: value}).encode()
        for name, values in FORGED.items()
        for value in values
    ]
    bad += [b"", b"[]", b"{}", b"[" * 100_000, b"\xff", good[:-9], b"PK\x03\x04 saved by version 1"]
    for data in bad:
        path.write_bytes(data)
        with pytest.raises(CorpusError, match=r"a\.run: must be a record as Training.save writes"):
            Training.load(path)
    with pytest.raises(CorpusError, match="must be a record"):
        Training.load(tmp_path)

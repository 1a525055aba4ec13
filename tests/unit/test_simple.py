"""The engine of at most eighty lines gives the same steps as `bpe.train`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import simple, train
from tests.conftest import ROOT
from tests.strategies import letters, runs, texts
from tests.unit.house.imports import graph, imports


@given(texts(st.one_of(runs, letters, st.text("é好🙂a", min_size=1, max_size=6))))
def test_train_gives_the_snapshots_of_the_small_engine(text):
    """Pair, count, all pair counts, splits and vocabulary are equal at every step."""
    training, steps = train(text, "paper"), simple.train(text, 1_000)
    for snapshot, step in zip(training.snapshots(), steps, strict=True):
        merged = snapshot.previous
        assert step.pair == (merged and merged.pair)
        assert step.count == (merged.count if merged else 0)
        pairs = snapshot.pairs()
        assert step.pairs == {each.pair: each.count for each in pairs}
        assert len(step.pairs) == len(pairs)
        assert list(step.splits.items()) == [
            (word, snapshot.tokens(word)) for word in training.corpus.words
        ]
        assert step.vocabulary == [each.token for each in snapshot.vocabulary]


@pytest.mark.parametrize(("text", "merges"), [("", 3), (" \n", 3), ("a", 0), ("a b", 9)])
def test_short_texts_end_early(text, merges):
    """A text without words has only step 0; training ends when no pair is left."""
    steps = simple.train(text, merges)
    assert len(steps) <= merges + 1
    assert (steps[0].pair, steps[0].count) == (None, 0)
    assert merges == 0 or not steps[-1].pairs


def test_it_stands_alone_and_is_short():
    """The module has at most 80 lines, uses the standard library only, and no module imports it."""
    file = ROOT / "bpe" / "simple.py"
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 80
    assert {name.partition(".")[0] for name in imports(file)} == {
        "collections",
        "itertools",
        "dataclasses",
    }
    assert [module for module, used in graph().items() if "bpe.simple" in used] == []

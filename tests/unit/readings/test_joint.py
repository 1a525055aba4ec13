"""What a joint run says by step, against counting the words one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus
from bpe.readings.joint import VocabularyFilter, join_corpora
from tests.joint_runs import train_joint
from tests.strategies import counted_words

PRESETS = st.sampled_from(["subword-nmt", "paper", "huggingface", "sentencepiece"])


def runs_of(one, other, preset, **limits):
    return train_joint(Corpus.from_counts(one), Corpus.from_counts(other), preset, **limits)


def at(training, step):
    return training.snapshot(min(step, len(training)))


@given(
    one=counted_words,
    other=counted_words,
    preset=PRESETS,
    threshold=st.integers(1, 12),
    data=st.data(),
)
def test_words_split_back_are_those_the_filter_changes(one, other, preset, threshold, data):
    """Most frequent first, with the split before; their extra tokens are the difference in all."""
    runs = runs_of(one, other, preset)
    snapshot = runs.joint.snapshot(data.draw(st.integers(0, len(runs.joint))))
    ids = {token: id_ for id_, token in enumerate(runs.joint.tokens)}
    for side, counts in enumerate((one, other)):
        frequencies = runs.frequencies(side, snapshot)
        keep = VocabularyFilter(runs.joint, frequencies, threshold)
        assert keep.allowed_count == sum(count >= threshold for count in frequencies)
        split = {
            word: keep.tokens([ids[token] for token in snapshot.tokens(word)]) for word in counts
        }
        changed = {word: new for word, new in split.items() if new != snapshot.tokens(word)}
        found = runs.words_split_back(side, snapshot, keep)
        assert {each.text: each.tokens for each in found} == changed
        assert all(each.before == snapshot.tokens(each.text) for each in found)
        assert [each.count for each in found] == sorted((counts[w] for w in changed), reverse=True)
        assert runs.words_split_back(side, snapshot, keep, 1) == found[:1]
        after = sum(len(new) * counts[word] for word, new in split.items())
        assert keep.token_count(frequencies) == after


@given(one=counted_words, other=counted_words, preset=PRESETS, step=st.integers(0, 12))
def test_costs_agreement_and_sizes_equal_a_recount(one, other, preset, step):
    """Word by word, of each side alone and joint, at a step or beyond the end of a run."""
    runs = runs_of(one, other, preset)
    for side, counts in enumerate((one, other)):
        cost = runs.cost(side, step)
        alone, joint = (
            sum(len(at(run, step).tokens(word)) * count for word, count in counts.items())
            for run in (runs.alone[side], runs.joint)
        )
        assert (cost.alone, cost.joint, cost.words) == (alone, joint, sum(counts.values()))
        assert cost.extra * alone == pytest.approx(joint - alone)
        assert cost.alone_per_word == alone / sum(counts.values())
        assert cost.joint_per_word == joint / sum(counts.values())
        by_step = runs.token_counts_by_step(side).tolist()
        for snapshot, found in zip(runs.joint.snapshots(), by_step, strict=True):
            assert found == sum(len(snapshot.tokens(word)) * n for word, n in counts.items())
        short = [k for k, tokens in enumerate(by_step) if tokens <= alone]
        assert cost.reached == (short[0] if short else None)
    assert runs.cost(0) == runs.cost(0, 10**6)
    first, second = runs.alone
    alike = [
        sum(at(first, k).tokens(word) == at(second, k).tokens(word) for word in one.keys() & other)
        for k in range(max(len(first), len(second)) + 1)
    ]
    assert runs.agreement().tolist() == alike
    assert alike[-1] == sum(word.agrees_alone for word in runs.shared_words())
    first, second, joint = (
        [each.token for each in at(run, step).vocabulary] for run in (*runs.alone, runs.joint)
    )
    assert runs.sizes(step) == {
        "first": len(first),
        "second": len(second),
        "joint": len(joint),
        "shared": len({*first} & {*second}),
        "apart": len(first) + len(second),
    }


def test_joined_corpora_have_the_words_of_both_with_their_counts_added_up():
    """Those of the first one first."""
    joined = join_corpora(*map(Corpus.from_counts, ({"b": 1, "a": 2}, {"c": 4, "a": 3})))
    assert [*joined.items()] == [("b", 1), ("a", 5), ("c", 4)]

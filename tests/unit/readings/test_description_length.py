"""The cost of every step, also of a joint run, compared with a recount."""

from collections import Counter
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus, train
from bpe.readings.description_length import (
    CostCurve,
    description_length,
    description_length_of,
    merge_numbers,
    merge_terms,
    pmi_bits,
)
from bpe.readings.joint import VocabularyFilter, join_corpora
from tests.joint_runs import train_joint
from tests.strategies import counted_words


def frequencies(training, step):
    """Count the tokens of all words at a step."""
    snapshot = training.snapshot(step)
    counts = Counter()
    for word in snapshot.words():
        for token in word.tokens:
            counts[token] += word.count
    return counts


def bits_of_corpus(counts):
    total = sum(counts.values())
    return sum(count * log2(total / count) for count in counts.values())


def bits_of_vocabulary(training, step):
    units = dict.fromkeys(training.alphabet, 1)
    for merge in training.merges:
        units[merge.token] = units[merge.pair[0]] + units[merge.pair[1]]
    each = log2(len(training.alphabet) + 1)
    return sum((units[entry.token] + 1) * each for entry in training.snapshot(step).vocabulary)


@given(words=counted_words, other=counted_words)
def test_other_words_cost_what_an_earlier_tokenizer_makes_of_them(words, other):
    """At each step, the costs of another corpus equal those of encoding it with the tokenizer."""
    training = train(words, "paper")
    known, unknown = set("".join(words)), Counter()
    curve = description_length_of(training, Corpus.from_counts(other))
    for word, count in other.items():
        unknown["<unk>"] += count * sum(letter not in known for letter in word)
    assert curve.unknown == unknown["<unk>"]
    for step in range(len(training) + 1):
        tokenizer, counts = training.tokenizer(step), Counter()
        for word, count in other.items():
            for id_ in tokenizer.encode(word).ids:
                counts[id_] += count
        assert curve.corpus_bits[step] == pytest.approx(bits_of_corpus(counts), abs=1e-6)
        trained = [*training.snapshot(step).token_frequencies, 0]  # the last is `<unk>`
        size = training.snapshot(step).token_count + len(trained)
        bits = sum(n * log2(size / (trained[id_] + 1)) for id_, n in counts.items())
        assert curve.model_bits[step] == pytest.approx(bits, abs=1e-6)
        size = sum(n * len(w) for w, n in other.items())
        assert curve.bits_per_byte[step] == pytest.approx(bits / size if size else 0)


@pytest.mark.parametrize("preset", ["paper", "gpt", "sentencepiece", "wordpiece"])
def test_bytes_are_those_of_the_words_whatever_units_and_marks_spell_them(preset):
    """The size is the UTF-8 bytes of the words in any scheme, without marks.

    Only then can schemes be ranked by bits per byte.
    """
    words = {"é": 2, "好a": 3}
    run = train(Corpus.from_counts(words), preset)
    assert description_length(run).size == 2 * 2 + 4 * 3
    other = Corpus.from_counts({"好a": 2, "ü": 1})
    assert description_length_of(run, other).size == 2 * 4 + 2
    half = Corpus.from_counts({"\ud800a": 1})
    if preset in ("paper", "wordpiece"):
        assert description_length(train(half, preset)).size == 4


def curve_of(values):
    numbers = np.array(values, dtype=float)
    return CostCurve(numbers, numbers, numbers, size=1, unknown=0)


FALL = [100.0 - 2 * step + 3 * (step % 2) for step in range(40)]
"""A curve that falls with ups and downs: each second step rises by 1."""


@pytest.mark.parametrize(
    ("values", "turning"),
    [
        (FALL, None),
        ([*FALL, 30.0, *(20 + 0.4 * step for step in range(30))], 41),
        ([*FALL, *[min(FALL) + 0.9] * 30], None),
        ([*FALL, *[min(FALL) + 1.1] * 30], 38),
        ([*FALL, *[90.0] * 3], None),
        ([*FALL, *[90.0] * 4], 38),
        ([5.0, 6.0, 7.0], 0),
        ([3.0, 3.0, 3.0], None),
        ([1.0], None),
    ],
)
def test_a_turning_point_is_no_noise(values, turning):
    """A turning point is before the last tenth of the steps.

    The curve must end above it by more than any rise that the curve made up for before.
    """
    assert curve_of(values).turning_point == turning


PRESETS = ["paper", "subword-nmt", "huggingface", "wordpiece", "minbpe"]


@given(words=counted_words, preset=st.sampled_from(PRESETS))
def test_both_parts_and_what_a_merge_changes_equal_a_recount_at_every_step(words, preset):
    """L(D | V), L(V) and the numbers and terms of each merge equal a recount at every step.

    This includes pairs of equal tokens, each of whose merges takes two of the token away. The
    formula is the count times PMI = log2(N n / (f(a) f(b))).
    """
    training = train(Corpus.from_counts(words), preset)
    curve = description_length(training)
    for step in range(len(training) + 1):
        bits = bits_of_corpus(frequencies(training, step))
        assert curve.corpus_bits[step] == pytest.approx(bits, abs=1e-6)
        assert curve.vocabulary_bits[step] == pytest.approx(bits_of_vocabulary(training, step))
    costs = curve.total_bits
    for merge in training.merges:
        met = merge_numbers(training, merge.rank)
        before, after = (frequencies(training, merge.rank + more) for more in (0, 1))
        (left, right), total = merge.pair, sum(before.values())
        assert (met.pair, met.token) == (merge.pair, merge.token)
        assert (met.left, met.left_after) == (before[left], after[left])
        assert (met.right, met.right_after) == (before[right], after[right])
        assert (met.total, met.total_after) == (total, sum(after.values()))
        assert met.replaced == met.total - met.total_after
        assert met.is_twins == (left == right)
        terms = merge_terms(training, merge.rank)
        change = costs[merge.rank + 1] - costs[merge.rank]
        assert terms.total == pytest.approx(change, abs=1e-6)
        bits = bits_of_corpus(after) - bits_of_corpus(before)
        assert terms.text == pytest.approx(bits, abs=1e-6)
        pmi = log2(total * met.replaced / (before[left] * before[right]))
        assert pmi_bits(training, merge.rank) == pytest.approx(-met.replaced * pmi, abs=1e-6)


def test_a_rank_never_learned_has_no_terms():
    training = train("low low", "paper")
    for terms in (merge_terms, pmi_bits):
        with pytest.raises(ValueError, match="rank must be"):
            terms(training, 99)


OF_BOTH = st.sampled_from(["subword-nmt", "paper", "huggingface", "sentencepiece"])


def runs_of(one, other, preset, **limits):
    return train_joint(Corpus.from_counts(one), Corpus.from_counts(other), preset, **limits)


def at(training, step):
    return training.snapshot(min(step, len(training)))


@given(
    one=counted_words,
    other=counted_words,
    preset=OF_BOTH,
    threshold=st.integers(1, 12),
    data=st.data(),
)
def test_words_split_back_are_those_the_filter_changes(one, other, preset, threshold, data):
    """The words come most frequent first, with their earlier splits.

    The token count after filtering is the sum over all words.
    """
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


@given(one=counted_words, other=counted_words, preset=OF_BOTH, step=st.integers(0, 12))
def test_costs_agreement_and_sizes_equal_a_recount(one, other, preset, step):
    """The numbers of the runs alone and of the joint run are right, also beyond a run's end."""
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
    shared, steps = runs.shared, range(max(len(first), len(second)) + 2)
    differ = [
        [at(first, k).tokens(word) != at(second, k).tokens(word) for word in shared.texts]
        for k in steps
    ]
    assert [shared.differ(k).tolist() for k in steps] == differ
    assert shared.agreement.tolist() == [each.count(False) for each in differ[:-1]]
    assert {*shared.texts} == one.keys() & other.keys()
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
    """The words of the first corpus come first; shared words are ordered by the rarer side."""
    joined = join_corpora(*map(Corpus.from_counts, ({"b": 1, "a": 2}, {"c": 4, "a": 3})))
    assert [*joined.items()] == [("b", 1), ("a", 5), ("c", 4)]
    assert joined.source == "word counts + word counts"
    runs = runs_of({"a": 5, "b": 2}, {"b": 3, "a": 1}, "paper")
    assert runs.shared.texts == ["b", "a"], "by the rarer side"
    assert runs.shared.counts == [(2, 3), (5, 1)]

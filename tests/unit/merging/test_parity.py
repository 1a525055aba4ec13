"""Parity: each step's pair is the best one of the part of the corpus that is worst off."""

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES, Corpus, Parts, train
from tests import twin
from tests.cases import for_each

WORDS = st.dictionaries(st.text("abc", min_size=1, max_size=6), st.integers(1, 9), min_size=1)


def joined(parts):
    """One corpus of several word counts, and the counts of each part in its order."""
    words = dict(sum(map(Counter, parts), Counter()))
    return Corpus.from_counts(words), tuple([part.get(w, 0) for w in words] for part in parts)


def by_recounting(corpus, counts, scheme, measure, least):
    """Pairs, and the part each is for: every part is recounted at every step.

    The last entry is the pair that would come next, with no part where none has a pair left.
    """
    split, tokens, rare_ones = twin.initial(corpus.words, scheme, corpus.counts)
    sizes = [1] * len(tokens)
    lengths = [[sum(len(w) * n for w, n in zip(split, c, strict=True)) for c in counts]]
    found = []
    while True:
        now = lengths[-1]
        if measure == "tokens":
            worst = sorted(range(len(counts)), key=lambda part: -now[part])
        else:
            worst = sorted(range(len(counts)), key=lambda part: lengths[0][part] / now[part])
        best = rare = None
        for part in worst:
            there = [(w, n) for w, n in zip(split, counts[part], strict=True) if n]
            pairs = twin.pair_counts(*zip(*there, strict=True))
            forbids = partial(
                twin.forbids, tokens=tokens, scheme=scheme, sizes=sizes, rare=rare_ones
            )
            pairs = {pair: n for pair, n in pairs.items() if not forbids(pair)}
            most = max(pairs.values(), default=0)
            if not most:
                continue
            first = twin.order([p for p in pairs if pairs[p] == most], tokens, scheme)[0]
            if most >= least:
                best = first
                break
            rare = rare or first
        if best is None:
            text = None if rare is None else tuple(tokens[i] for i in rare)
            return [*found, (text, None)]
        found.append((tuple(tokens[i] for i in best), part))
        sizes.append(sizes[best[0]] + sizes[best[1]])
        tokens.append(twin.joined(tokens[best[0]], tokens[best[1]], scheme))
        split = [twin.apply(word, best, len(tokens) - 1) for word in split]
        lengths.append([sum(len(w) * n for w, n in zip(split, c, strict=True)) for c in counts])


@given(
    parts=st.lists(WORDS, min_size=1, max_size=3),
    preset=st.sampled_from([name for name in PRESETS if name != "wordpiece"]),
    ties=st.sampled_from(TIE_RULES),
    measure=st.sampled_from(["tokens", "compression"]),
    least=st.integers(1, 4),
)
def test_each_step_is_the_best_of_the_part_that_is_worst_off(parts, preset, ties, measure, least):
    """Pairs and parts to the end, and the merge that would have come next."""
    scheme = replace(PRESETS[preset], tie_rule=ties)
    corpus, counts = joined(parts)
    *steps, (coming, _) = by_recounting(corpus, counts, scheme, measure, least)
    training = train(corpus, scheme, min_frequency=least, parts=Parts(counts, measure))
    assert [merge.pair for merge in training.merges] == [pair for pair, _ in steps]
    assert training.chosen_for == tuple(part for _, part in steps)
    assert (training.stop.merge and training.stop.merge.pair) == coming
    assert training.stop.reason == ("no_pairs" if coming is None else "min_frequency")


@settings(max_examples=20)
@given(parts=st.lists(WORDS, min_size=2, max_size=2), preset=st.sampled_from([*PRESETS]))
def test_the_record_of_a_fair_run_is_that_of_its_merges_forced(parts, preset):
    """Every split and every count, and what the rule would have taken for the whole corpus."""
    corpus, counts = joined(parts)
    fair = train(corpus, preset, max_merges=12, parts=Parts(counts))
    forced = train(
        corpus, preset, max_merges=len(fair), forced={m.rank: m.pair for m in fair.merges}
    )
    assert fair.merges == forced.merges
    assert forced.chosen_for == ()
    for step in range(len(fair) + 1):
        ours, theirs = fair.snapshot(step), forced.snapshot(step)
        assert ours.words() == theirs.words()
        assert sorted(map(str, ours.pairs())) == sorted(map(str, theirs.pairs()))
    for ours, theirs in zip(fair.merges, forced.merges, strict=True):
        assert ours.ties == theirs.ties


@for_each(
    ("arguments", "message"),
    [
        ({"counts": ((1, 1), (0,))}, "counts must be one number a word"),
        ({"counts": ()}, "counts must be one number a word"),
        ({"counts": ((1,),), "measure": "luck"}, "measure must be"),
    ],
)
def test_parts_that_cannot_be_are_refused(arguments, message):
    """Each with what to give instead."""
    with pytest.raises(ValueError, match=message):
        Parts(**arguments)


def test_parts_must_be_those_of_the_corpus_and_choose_alone():
    """Other sums are refused, and forced merges beside parts."""
    corpus = Corpus.from_counts({"ab": 2, "abc": 3})
    with pytest.raises(ValueError, match="add up"):
        train(corpus, parts=Parts(((1, 1), (1, 1))))
    with pytest.raises(ValueError, match="forced must be empty"):
        train(corpus, parts=Parts(((1, 1), (1, 2))), forced={0: ("a", "b")})

"""What is said of BPE, held against merging each pair and counting the whole corpus again."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import isclose, log, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES, train
from bpe.readings.claims import (
    best_savings,
    bits_saved,
    born_log_probability,
    crossing,
    first_met,
    pair_kinds,
    printed_split,
    saving,
    seams,
    whole_words,
)
from bpe.readings.likelihood import measure
from tests import strategies, twin
from tests.cases import for_each


def length(words, counts, lengths) -> float:
    """Recount the tokens and write text and vocabulary down, in bits; the alphabet comes first."""
    frequencies = Counter()
    for word, count in zip(words, counts, strict=True):
        for token in word:
            frequencies[token] += count
    total = sum(frequencies.values())
    text = sum(n * log2(total / n) for n in frequencies.values())
    alphabet = sum(each == 1 for each in lengths)
    return text + sum(each + 1 for each in lengths) * log2(alphabet + 1)


def spelled(training, step) -> list[int]:
    """Units in each token by id, from the merges' own parts."""
    lengths = [1] * len(training.alphabet)
    for left, right in training.merge_ids[:step].tolist():
        lengths.append(lengths[left] + lengths[right])
    return lengths


def assert_savings(training) -> None:
    """Compare every pair at every step with merging it and writing everything down again."""
    counts, best_at = training.corpus.counts, []
    for state in twin.run(training.corpus, training.scheme, len(training), training.min_frequency):
        snapshot, lengths = training.snapshot(state.step), spelled(training, state.step)
        before = length(state.words, counts, lengths)
        slow = {}
        for a, b in state.counts:
            after = [twin.apply(word, (a, b), len(lengths)) for word in state.words]
            slow[a, b] = before - length(after, counts, [*lengths, lengths[a] + lengths[b]])
        found = measure(snapshot)
        pairs = list(zip(found.lefts.tolist(), found.rights.tolist(), strict=True))
        saved = bits_saved(found, snapshot)
        for pair, bits in zip(pairs, saved.tolist(), strict=True):
            assert isclose(bits, slow[pair], abs_tol=1e-6)
        said = saving(snapshot)
        if state.step == len(training):
            assert said is None
            continue
        allowed = [
            pair
            for pair, count in state.counts.items()
            if not state.forbids(pair) and count >= training.min_frequency
        ]
        most = max(slow[pair] for pair in allowed)
        assert isclose(said.best_bits, most, abs_tol=1e-6)
        assert isclose(said.bits, slow[state.next], abs_tol=1e-6)
        best_at.append(most - slow[state.next] < 1e-6)
    assert best_savings(training, len(training)) == sum(best_at)
    assert best_savings(training, 2) == sum(best_at[:2])


@for_each("scheme", ["paper", "subword-nmt", "gpt", "sentencepiece", "wordpiece"])
def test_what_each_merge_saves_is_what_writing_everything_down_again_finds(scheme):
    """Text and vocabulary, at every step, for every pair; runs of equal letters are among them."""
    words = {"low": 5, "lower": 2, "newest": 6, "aaaa": 3, "ababab": 4, "a": 2, "é1": 2}
    assert_savings(train(words, scheme))
    assert_savings(train(words, scheme, min_frequency=5))


@given(strategies.corpora(max_words=5), st.sampled_from(TIE_RULES))
def test_savings_of_any_small_corpus(corpus, tie_rule):
    """The same on corpora nobody chose."""
    scheme = replace(PRESETS["paper"], tie_rule=tie_rule)
    assert_savings(train(corpus, scheme, max_merges=4))


def test_of_the_six_words_some_merges_only_save_most():
    """The sentence on the screen is neither always true nor never."""
    run = train("highest higher lower lowest cooler coolest", "paper")
    assert 0 < best_savings(run, len(run)) < len(run)


@for_each("scheme", ["paper", "subword-nmt", "gpt", "wordpiece", "huggingface"])
def test_what_pairs_are_made_of_and_words_that_are_one_token(scheme):
    """Against the twin: parts by their ids, words by the length of their split."""
    run = train("low low lower newest newest 你好 你好 好 é a a", scheme)
    states = twin.run(run.corpus, run.scheme)
    first = len(states[0].tokens)
    won = [state.winner for state in states if state.winner is not None]
    kinds = pair_kinds(run)
    assert kinds.merges == len(won)
    assert kinds.units == sum(max(pair) < first for pair in won)
    broken = [token for token in states[-1].tokens[first:] if b"\xef\xbf\xbd" in as_text(token)]
    assert kinds.broken == len(broken)
    assert bool(broken) == (scheme == "gpt")
    for state in states:
        found = whole_words(run.snapshot(state.step))
        assert found == sum(len(word) == 1 for word in state.words)


def as_text(token) -> bytes:
    raw = token if isinstance(token, bytes) else token.encode()
    return raw.decode("utf-8", "replace").encode()


def test_the_share_of_a_token_at_its_birth_is_that_of_a_recount():
    """A run of equal letters: what counts is what was replaced."""
    run = train({"aaaa": 3, "lower": 2, "low": 5}, "paper")
    states = twin.run(run.corpus, run.scheme)
    for state in states[1:]:
        new = len(state.tokens) - 1
        share = log(state.token_counts[new] / state.token_count)
        assert isclose(born_log_probability(run, state.step - 1), share)


PARTS = (("low", "er"), ("new", "est"), ("un", "luck", "y"), ("est",))


@for_each("scheme", ["paper", "subword-nmt", "gpt", "sentencepiece", "wordpiece", "cs336"])
def test_cuts_are_held_against_morphemes_whatever_marks_and_spaces_words_bring(scheme):
    """Places counted by hand in what the twin spells; a word that is not known is left out."""
    run = train("x lower lower lower newest newest lowest lower unlucky", scheme)
    for state in twin.run(run.corpus, run.scheme):
        cuts = met = 0
        for word, known in (("lower", {3}), ("newest", {3}), ("unlucky", {2, 6})):
            [spelled] = [
                [plain(state.tokens[id_]) for id_ in ids]
                for name, ids in zip(run.corpus.words, state.words, strict=True)
                if name.strip() == word
            ]
            places = {len("".join(spelled[:at])) for at in range(len(spelled))} - {0, len(word)}
            cuts, met = cuts + len(places), met + len(places & known)
        found = seams(run.snapshot(state.step), PARTS)
        assert (found.words, found.seams, found.cuts, found.met) == (3, 4, cuts, met)
    assert seams(train("a b", scheme).snapshot(0), PARTS).words == 0


def plain(token) -> str:
    text = token.decode() if isinstance(token, bytes) else token
    for mark in ("</w>", "▁", "##"):
        text = text.replace(mark, "")
    return text.strip()


@for_each("tie_rule", TIE_RULES)
def test_the_pair_merged_first_is_found_among_the_pairs_in_the_order_of_meeting(tie_rule):
    """As a plain dict meets them, word by word."""
    run = train("abc abd bd bd ab", replace(PRESETS["paper"], tie_rule=tie_rule))
    start = twin.run(run.corpus, run.scheme, 0)[0]
    pairs = [pair for word in start.words for pair in pairwise(word)]
    met = list(dict.fromkeys(pairs))
    found = first_met(run)
    assert found.pairs == len(met)
    assert found.first == tuple(start.tokens[id_] for id_ in met[0])
    assert found.first_count == start.counts[met[0]]
    assert found.place == met.index(start.winner) + 1
    assert first_met(train("a", "gpt")) is None


def test_only_cutting_into_words_keeps_tokens_from_reaching_across_spaces():
    """With the mark or without it; a token that is nothing but spaces crosses none."""
    words = "ab ab  ab  cd"
    for boundary in ("none", "suffix"):
        assert crossing(train(words, replace(PRESETS["paper"], boundary=boundary))) == []
        run = train(words, replace(PRESETS["paper"], boundary=boundary, pretokenizer="text"))
        tokens = [merge.token for merge in run.merges]
        over = crossing(run)
        assert over
        assert [rank for rank, token in enumerate(tokens) if " " in token.strip(" ")] != []
        assert over == [at for at, each in enumerate(tokens) if " " in each and set(each) != {" "}]


@pytest.mark.parametrize(
    ("word", "printed", "verdict", "steps"),
    [
        ("newer", ("ne", "wer"), "steps", (5,)),
        ("newer", ("n", "ew", "er"), "never", ()),
        ("newest", ("new", "er"), "misspelt", ()),
        ("outstanding", ("out", "stand", "ing"), "unknown", ()),
    ],
)
def test_a_printed_split_is_right_at_some_steps_or_says_why_not(word, printed, verdict, steps):
    """Marks are left aside; what cannot be spelled is told from what is cut otherwise."""
    training = train({"low": 5, "lower": 2, "newer": 6, "wider": 3}, "paper")
    found = printed_split(training, word, printed)
    assert (found.verdict, found.steps) == (verdict, steps)
    assert found.last == tuple(training.tokenizer().encode(word).tokens)
    assert found.unknown == tuple(dict.fromkeys(each for each in word if each not in "lowernid"))

"""Residue taken out: the same places in the vocabulary, held by tokens that are used."""

import pytest

from bpe import Corpus, train
from bpe.readings.residue import cut_again, refilled, residue
from ui.corpora.samples import samples


@pytest.fixture(scope="module")
def parts():
    text = samples()["first-chapters"].path.read_text(encoding="utf-8")
    return Corpus.from_text(text, "paper").split(0.2, 0)


@pytest.fixture(scope="module")
def training(parts):
    return train(parts[0], "paper", max_merges=300)


def slowly(training, corpus, out):
    """Count tokens: all merges encode, and what is taken out is cut until nothing of it is left."""
    made = {merge.token: merge.pair for merge in training.merges}
    tokenizer, names = training.tokenizer(), {training.tokens[id_] for id_ in out}
    total = 0
    for word, count in zip(corpus.words, corpus.counts, strict=True):
        tokens = [*tokenizer.encode_word(word)[0]]
        while gone := [token for token in tokens if token in names]:
            at = tokens.index(gone[0])
            tokens[at : at + 1] = made[gone[0]]
        total += count * len(tokens)
    return total


@pytest.mark.parametrize("most", [0.0, 0.05, 0.5])
def test_both_vocabularies_are_of_one_size_and_counted_word_by_word(training, parts, most):
    """On the words learned from, and on those held out."""
    found = refilled(training, parts[1], most)
    assert found.merges == len(training) - len(found.taken)
    assert {life.id for life in found.taken} == {life.id for life in residue(training, most)}
    assert all(life.left <= most * life.births for life in found.taken)
    out = {life.id for life in found.taken}
    plain = training.tokenizer(found.merges)
    for corpus, ours, theirs in (
        (parts[0], found.seen, found.plain_seen),
        (parts[1], found.unseen, found.plain_unseen),
    ):
        assert ours == slowly(training, corpus, out)
        assert theirs == sum(
            count * len(plain.encode_word(word)[1])
            for word, count in zip(corpus.words, corpus.counts, strict=True)
        )


def test_nothing_is_lost_where_only_tokens_without_any_occurrence_go(training, parts):
    """Of the words learned from, as many tokens as by all merges."""
    found = refilled(training, parts[1], 0.0)
    assert found.taken
    assert found.seen == training.snapshot(len(training)).token_count < found.plain_seen


def test_a_part_that_is_taken_out_itself_is_cut_again():
    """Down to tokens that stay."""
    training = train("abcd abcd abcd", "huggingface")
    assert [merge.token for merge in training.merges] == ["ab", "cd", "abcd"]
    ab, abcd = (training.tokens.index(token) for token in ("ab", "abcd"))
    assert cut_again(training.tokenizer(), {abcd}) == {abcd: 2}
    assert cut_again(training.tokenizer(), {ab, abcd}) == {ab: 2, abcd: 3}

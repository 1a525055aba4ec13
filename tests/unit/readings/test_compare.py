"""Ways to encode, set beside each other: every number equals a plain recount."""

from bpe import Corpus, train
from bpe.readings.compare import duel
from tests.cases import for_each

TEXT = "old older oldest smart smarter smartest cold bold folder gold stolen"


@for_each("method", ["longest-match", "longest-token-first", "fewest-tokens"])
@for_each("preset", ["paper", "subword-nmt", "huggingface", "gpt"])
def test_a_duel_is_a_plain_comparison_of_two_encodings(preset, method):
    """Words that differ, their counts, gains and losses: against a loop over the corpus."""
    training = train({word: 1 + at for at, word in enumerate(TEXT.split())}, preset)
    step = len(training.merges) // 2
    tokenizer = training.tokenizer(step)
    expected = {}
    for word, count in zip(training.corpus.words, training.corpus.counts, strict=True):
        one = tuple(tokenizer.encode(word).tokens)
        other = tuple(tokenizer.encode(word, method).tokens)
        if one != other:
            expected[word] = (count, one, other)
    found = duel(training, step, method)
    rows = {each.text: (each.count, each.merges, each.other) for each in found.differences}
    assert rows == expected
    assert found.words == len(training.corpus)
    assert found.occurrences == sum(training.corpus.counts)
    signs = [found.where(sign) for sign in (-1, 0, 1)]
    assert sum(words for words, _ in signs) == len(expected)
    assert sum(occurrences for _, occurrences in signs) == found.differing_occurrences
    assert found.tokens == sum(n * (len(b) - len(a)) for n, a, b in expected.values())


def test_the_differences_come_most_frequent_first():
    """What happens often is read first."""
    training = train(Corpus.from_counts({"smarter": 2, "smart": 9, "olde": 4, "older": 1}))
    for step in range(len(training.merges) + 1):
        counts = [each.count for each in duel(training, step, "longest-match").differences]
        assert counts == sorted(counts, reverse=True)


def test_a_whole_text_as_one_word_is_left_out_of_a_duel():
    """A scheme without word cuts has one word, too long to compare; it says so."""
    found = duel(train("ab" * 300, "minbpe", max_merges=3), 3, "longest-match")
    assert (found.words, found.left_out, found.differences) == (0, 1, ())

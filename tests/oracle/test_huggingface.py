"""`huggingface` learns what tokenizers' BpeTrainer learns, merge for merge."""

from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from tests.oracle import peers
from tests.strategies import hostile, letters, lines, long_words, runs

TEXTBOOK = "low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3
MANY = 1000


def ours(text, merges=MANY, **limits):
    return [merge.pair for merge in train(text, "huggingface", max_merges=merges, **limits).merges]


def test_the_textbook_corpus():
    """To exhaustion."""
    assert ours(TEXTBOOK) == peers.huggingface(TEXTBOOK, MANY)


@given(text=lines(st.one_of(runs, letters, hostile)))
def test_random_texts(text):
    """Runs, marks in the text, odd spaces, accents, emoji, Chinese; to exhaustion."""
    if text.split():
        assert ours(text) == peers.huggingface(text, MANY)


@given(text=lines(long_words))
def test_long_words_of_few_letters(text):
    """Occurrences that overlap, touch and number in the hundreds; to exhaustion."""
    assert ours(text) == peers.huggingface(text, MANY)


@given(text=lines(runs), minimum=st.integers(1, 6))
def test_minimum_frequency(text, minimum):
    """Both stop before the first pair that is too rare."""
    assert ours(text, min_frequency=minimum) == peers.huggingface(text, MANY, minimum)

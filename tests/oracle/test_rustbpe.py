"""`gpt` learns what rustbpe learns, token for token."""

from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from tests.oracle import peers
from tests.strategies import hostile, letters, lines, long_words, runs

TEXTBOOK = "low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3
MANY = 500
# What Python's Unicode has no name for may be a letter to one of the two and not to the other.
anything = st.text(st.characters(exclude_categories=["Cs", "Cn"]), min_size=1, max_size=40)


def ours(text):
    return [merge.token for merge in train(text, "gpt", max_merges=MANY).merges]


def test_the_textbook_corpus():
    """To exhaustion; the space belongs to the word after it."""
    assert ours(TEXTBOOK) == peers.rust(TEXTBOOK, MANY)


@given(text=lines(st.one_of(runs, letters, hostile)))
def test_random_texts(text):
    """Runs, marks in the text, odd spaces, accents, emoji, Chinese; to exhaustion."""
    assert ours(text) == peers.rust(text, MANY)


@given(text=lines(long_words))
def test_long_words_of_few_letters(text):
    """Occurrences that overlap, touch and number in the hundreds; to exhaustion."""
    assert ours(text) == peers.rust(text, MANY)


@given(text=anything)
def test_any_text_at_all(text):
    """The GPT-4 pattern cuts any text as rustbpe cuts it."""
    assert ours(text) == peers.rust(text, MANY)

"""Words a vocabulary of whole words has, against plain loops over the corpus's text."""

from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus
from bpe.readings.seen import are_seen, words_seen_once

WORDS = st.lists(st.text("ab好", min_size=1, max_size=2), min_size=1, max_size=12)


@given(WORDS, WORDS)
def test_words_seen_once_and_words_never_seen(learned, asked):
    """Each word is looked for in the text itself, one by one."""
    corpus = Corpus.from_text(" ".join(learned), "paper")
    once = 0
    for word in set(learned):
        once += learned.count(word) == 1
    assert words_seen_once(corpus) == once
    assert are_seen(asked, corpus) == [learned.count(word) > 0 for word in asked]

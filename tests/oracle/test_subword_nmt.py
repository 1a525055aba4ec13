"""`subword-nmt` learns what subword-nmt learns, merge for merge, and where the two part."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import train
from tests.oracle import peers
from tests.strategies import hostile, letters, lines, long_words, runs

TEXTBOOK = "low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3
MANY = 1000


def ours(text, **limits):
    return [merge.pair for merge in train(text, "subword-nmt", max_merges=MANY, **limits).merges]


def until_two_tokens_print_alike(text):
    """How many merges are learned before two different tokens are the same string.

    The merge that makes the second of them counts; all before it are the same for an engine that
    knows tokens by their string.
    """
    training = train(text, "subword-nmt", max_merges=MANY)
    seen = set(training.alphabet)
    if len(seen) < len(training.alphabet):
        return 0
    for merge in training.merges:
        if merge.token in seen:
            return merge.rank + 1
        seen.add(merge.token)
    return len(training.merges) + 1


def test_the_textbook_corpus():
    """To exhaustion."""
    assert ours(TEXTBOOK) == peers.subword_nmt(TEXTBOOK, MANY)


@given(text=lines(st.one_of(runs, letters, hostile)))
def test_random_texts(text):
    """Runs, marks in the text, odd spaces, accents, emoji, Chinese; to exhaustion."""
    if text.strip(" \n"):
        same = until_two_tokens_print_alike(text)
        assert ours(text)[:same] == peers.subword_nmt(text, MANY)[:same]


@settings(max_examples=15, deadline=None)
@given(text=lines(long_words))
def test_long_words_of_few_letters(text):
    """Occurrences that overlap, touch and number in the hundreds; to exhaustion."""
    same = until_two_tokens_print_alike(text)
    assert ours(text)[:same] == peers.subword_nmt(text, MANY)[:same]


@given(text=lines(st.one_of(runs, letters)))
def test_texts_without_odd_spaces_need_no_repair_of_the_peer(text):
    """The package exactly as it comes."""
    assert ours(text) == peers.subword_nmt(text, MANY, spaces_only=False)


@given(text=lines(runs), minimum=st.integers(1, 6))
def test_minimum_frequency(text, minimum):
    """Both stop before the first pair that is too rare."""
    assert ours(text, min_frequency=minimum) == peers.subword_nmt(text, MANY, min_frequency=minimum)


def test_an_ideographic_space_inside_a_word_corrupts_the_peers_merges():
    """subword-nmt splits words at U+0020 but looks for a pair between white space of any kind.

    Once b and U+3000 have merged, `a b` is found in `a b\u3000` too, where a and b are no pair.
    With its search held to U+0020 the peer learns what ours learns.
    """
    text = "b\u3000q " * 9 + "ab\u3000abc " * 3 + "abx " * 5
    assert ours(text) == peers.subword_nmt(text, MANY)
    assert ours(text) != peers.subword_nmt(text, MANY, spaces_only=False)


def test_a_literal_mark_in_the_text_is_the_mark_to_the_peer():
    """subword-nmt knows tokens by their string, so text that spells `</w>` becomes a mark.

    Here ca and da end five words each, and `ca</w>q` holds the five characters a</w> as text. When
    those have merged, the peer counts the text as one more ca that ends a word, and takes it first;
    by their ids (c, a</w>) and (d, a</w>) are tied, and the larger one wins.
    """
    middles = [f"{before}a</w>{after}" for before, after in zip("cefghij", "qrstuvy", strict=True)]
    text = " ".join([*middles, *["ca", "da"] * 5])
    same = until_two_tokens_print_alike(text)
    mine, theirs = ours(text), peers.subword_nmt(text, MANY)
    assert mine[:same] == theirs[:same]
    assert mine[same] == ("d", "a</w>")
    assert theirs[same] == ("c", "a</w>")

"""`sentencepiece` learns what SentencePiece (model_type=bpe) learns, piece for piece."""

from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus, CorpusError, train
from tests.oracle import peers
from tests.strategies import hostile, letters, lines, long_words, runs

TEXTBOOK = "low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3
MANY = 300


def assert_same_pieces(text):
    """All of ours first; then the peer may go on with pieces that no longer occur anywhere."""
    training = train(text, "sentencepiece", max_merges=MANY)
    ours = [merge.token for merge in training.merges]
    theirs = peers.sentencepiece_pieces(text, MANY)
    assert theirs[: len(ours)] == ours
    end = training.snapshot(len(ours))
    neighbours = {
        left + right
        for word in training.corpus.words
        for left, right in zip(end.tokens(word), end.tokens(word)[1:], strict=False)
    }
    if len(ours) < MANY:
        assert not neighbours & set(theirs[len(ours) :])


def test_the_textbook_corpus():
    """To exhaustion."""
    assert_same_pieces(TEXTBOOK)


def test_the_peer_goes_on_with_pieces_that_do_not_occur():
    """From the corpus `ab`, SentencePiece also learns a piece of count 0; ours stops."""
    assert peers.sentencepiece_pieces("ab", MANY) == ["ab", "▁ab", "▁a"]
    training = train("ab", "sentencepiece")
    assert [merge.token for merge in training.merges] == ["ab", "▁ab"]
    assert training.stop.reason == "no_pairs"


@given(text=lines(st.one_of(runs, letters, hostile)))
def test_random_texts(text):
    """Runs, marks in the text, odd spaces, accents, emoji, Chinese; to exhaustion."""
    try:
        Corpus.from_text(text, "sentencepiece")
    except CorpusError:
        return
    assert_same_pieces(text)


@given(text=lines(long_words))
def test_long_words_of_few_letters(text):
    """Occurrences that overlap, touch and number in the hundreds; to exhaustion."""
    assert_same_pieces(text)

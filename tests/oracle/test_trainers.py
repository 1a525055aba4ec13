"""Each preset learns what its library learns, merge for merge: random texts, then real books."""

from pathlib import Path

import gigabpe
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import Corpus, CorpusError, train
from bpe.checking import check
from tests.oracle import peers
from tests.strategies import hostile, letters, lines, long_words, runs, several

MANY = 500
SAMPLES = Path(__file__).parents[2] / "sample_corpora"
BOOKS = sorted(path for path in SAMPLES.glob("*.txt") if path.stat().st_size > 50_000)
TEXT = "the newest lowest wide widest low lower new newer hug hugs pug bun buns haaaa aaa " * 3


def pairs(training):
    return [merge.pair for merge in training.merges]


def tokens(training):
    return [merge.token for merge in training.merges]


def huggingface(text, minimum=1):
    """To exhaustion."""
    if text.split():
        ours = pairs(train(text, "huggingface", max_merges=MANY, min_frequency=minimum))
        assert ours == peers.huggingface(text, MANY, minimum)


def subword_nmt(text, minimum=1):
    """Up to where two different tokens are the same string, by which the peer knows them."""
    if not text.strip(" \n"):
        return
    training = train(text, "subword-nmt", max_merges=MANY, min_frequency=minimum)
    theirs = peers.subword_nmt(text, MANY, min_frequency=minimum)
    same = peers.until_two_tokens_print_alike(training)
    assert pairs(training)[:same] == theirs[:same]


def rustbpe(text):
    """Token for token, to exhaustion."""
    assert tokens(train(text, "gpt", max_merges=MANY)) == peers.rust(text, MANY)


def sentencepiece(text):
    """All of ours first; then the peer may go on with pieces that no longer occur anywhere."""
    try:
        training = train(text, "sentencepiece", max_merges=MANY)
    except CorpusError:
        return
    ours, theirs = tokens(training), peers.sentencepiece_pieces(text, MANY)
    assert theirs[: len(ours)] == ours
    end = training.snapshot(len(ours))
    left = {first + second for first, second in (pair.pair for pair in end.pairs())}
    assert len(ours) == MANY or not left & set(theirs[len(ours) :])


@pytest.mark.parametrize("same", [huggingface, subword_nmt, rustbpe, sentencepiece])
@given(text=lines(st.one_of(runs, letters, hostile)))
def test_random_texts(same, text):
    """Runs, marks in the text, odd spaces, accents, emoji, Chinese."""
    same(text)


@given(text=lines(st.one_of(runs, letters)))
def test_texts_without_odd_spaces_need_no_repair_of_subword_nmt(text):
    """The package exactly as it comes."""
    ours = pairs(train(text, "subword-nmt", max_merges=MANY))
    assert ours == peers.subword_nmt(text, MANY, spaces_only=False)


@pytest.mark.parametrize("same", [huggingface, subword_nmt, rustbpe, sentencepiece])
@settings(max_examples=15)
@given(text=lines(long_words))
def test_long_words_of_few_letters(same, text):
    """Occurrences that overlap, touch and number in the hundreds."""
    same(text)


@pytest.mark.parametrize("same", [huggingface, subword_nmt])
@given(text=lines(runs), minimum=st.integers(1, 6))
def test_minimum_frequency(same, text, minimum):
    """Both stop before the first pair that is too rare."""
    same(text, minimum)


# What Python's Unicode has no name for may be a letter to one of the two and not to the other.
@given(text=st.text(st.characters(exclude_categories=["Cs", "Cn"]), min_size=1, max_size=40))
def test_any_text_at_all_is_cut_as_rustbpe_cuts_it(text):
    """By the GPT-4 pattern."""
    rustbpe(text)


own_names = st.lists(
    st.sampled_from(
        ["<unk>", "<s>", "</s>", "\u2585", "ab", "a", "b", "<", "s>", "\uff1cunk\uff1e"]
    )
).map("".join)


@several
@given(text=lines(st.one_of(letters, own_names.filter(bool))))
def test_sentencepiece_learns_nothing_across_its_own_names(text):
    """It puts a boundary in place of its own tokens, and skips lines with its unknown sign."""
    sentencepiece(text)


def test_sentencepiece_goes_on_with_pieces_that_do_not_occur():
    """From the corpus `ab`, it also learns a piece of count 0; ours stops."""
    assert peers.sentencepiece_pieces("ab", MANY) == ["ab", "▁ab", "▁a"]
    training = train("ab", "sentencepiece")
    assert (tokens(training), training.stop.reason) == (["ab", "▁ab"], "no_pairs")


@settings(max_examples=40)
@given(text=lines(st.one_of(letters, hostile, st.just("a\x85b"))))
def test_sentencepiece_keeps_a_character_that_ends_lines_elsewhere(text):
    """U+0085, at which Python itself ends a line."""
    sentencepiece(text)


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("preset", "ours", "theirs", "merges"),
    [
        ("huggingface", pairs, peers.huggingface, 1000),
        # A peer that is written in Python takes seconds. Its edges are repaired, because Chinese
        # texts hold U+3000 inside words.
        ("subword-nmt", pairs, peers.subword_nmt, 100),
        ("gpt", tokens, peers.rust, 1000),
        ("sentencepiece", tokens, peers.sentencepiece_pieces, 1000),
    ],
)
def test_books(book, preset, ours, theirs, merges):
    """From the file, as each library does."""
    training = train(Corpus.from_file(book, preset), preset, max_merges=merges)
    assert ours(training) == theirs(book.read_text(encoding="utf-8"), merges)


@pytest.mark.parametrize("name", ["pride-and-prejudice", "tang-song-poems", "source-code"])
def test_gigabpe_learns_what_huggingface_learns(name):
    """The fastest trainer we know, on a novel, on Chinese poems and on code."""
    file = SAMPLES / f"{name}.txt"
    ours = train(Corpus.from_file(file, "huggingface"), "huggingface", max_merges=1500)
    size = len(ours.alphabet) + len(ours)
    _, merges = gigabpe.train_bpe(
        [str(file)], size, special_tokens=[], pretokenizer="whitespace", threads=1
    )
    assert pairs(ours) == [tuple(pair) for pair in merges]


@pytest.mark.parametrize(
    ("scheme", "other", "learn"),
    [
        ("subword-nmt", "huggingface", peers.subword_nmt),
        ("huggingface", "subword-nmt", peers.huggingface),
    ],
)
def test_a_library_passes_the_check_of_its_scheme_and_of_no_other(scheme, other, learn):
    """To the last merge."""
    learned = learn(TEXT, 25)
    assert len(learned) == 25
    assert check(learned, TEXT, scheme).agrees
    assert not check(learned, TEXT, other).agrees

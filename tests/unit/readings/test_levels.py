"""One text at three levels: every number equals a plain recount over occurrences."""

from itertools import chain, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus, CorpusError, train
from bpe.encoding.tokenizer import UNKNOWN
from bpe.readings.levels import EVERY, characters, cut_text, hold_out, new_words, subwords, words
from bpe.text.pretokenizers import pretokenize

COUNTS = st.dictionaries(
    st.text(st.sampled_from("abc.?好"), min_size=1, max_size=4),
    st.integers(1, 30),
    min_size=2,
    max_size=12,
)


def occurrences(corpus: Corpus) -> list[str]:
    """Every word as often as it occurs."""
    pairs = zip(corpus.words, corpus.counts, strict=True)
    return list(chain.from_iterable(repeat(word, count) for word, count in pairs))


@given(counts=COUNTS)
def test_every_tenth_occurrence_is_kept_aside(counts):
    """The two parts are the corpus, and the kept ones stand ten apart from the sixth on."""
    corpus = Corpus.from_counts(counts)
    parts = hold_out(corpus)
    everything = occurrences(corpus)
    first = min(5, len(everything) - 1)
    assert occurrences(parts.held_out) == everything[first::EVERY]
    rest = [word for at, word in enumerate(everything) if at < first or (at - first) % EVERY]
    assert occurrences(parts.seen) == rest


def test_one_word_cannot_be_parted():
    """There must be something to learn from and something to meet."""
    with pytest.raises(CorpusError, match="at least 2 words"):
        hold_out(Corpus.from_counts({"a": 1}))


def test_of_six_words_the_last_is_met():
    """The lesson's own example: five forms are seen, `smartest` comes later."""
    parts = hold_out(Corpus.from_text("old older oldest smart smarter smartest"))
    assert parts.held_out.words == ("smartest",)


@given(counts=COUNTS)
def test_levels_are_plain_counts(counts):
    """Vocabulary, tokens and unknown words of each level, counted once more by hand."""
    parts = hold_out(Corpus.from_counts(counts))
    seen, kept = occurrences(parts.seen), occurrences(parts.held_out)
    cuts = {
        characters(parts): list,
        words(parts): lambda word: [word],
        words(parts, "bert"): lambda word: pretokenize(word, "bert"),
    }
    for level, cut in cuts.items():
        tokens = [token for word in seen for token in cut(word)]
        assert level.vocabulary == len(set(tokens))
        assert level.tokens == len(tokens)
        assert level.tokens_per_word == len(tokens) / len(seen)
        unknown = [word for word in kept if set(cut(word)) - set(tokens)]
        assert level.unknown == len(unknown)
        assert level.unknown_rate == len(unknown) / len(kept)


@pytest.mark.parametrize("scheme", ["paper", "huggingface", "subword-nmt"])
@given(counts=COUNTS)
def test_subwords_are_read_off_the_record(scheme, counts):
    """At each step: vocabulary and tokens of the record, unknown as encoding finds it."""
    parts = hold_out(Corpus.from_counts(counts))
    training = train(parts.seen, scheme)
    steps = range(len(training.merges) + 1)
    for step, level in zip(steps, subwords(training, steps, parts.held_out), strict=True):
        snapshot = training.snapshot(step)
        assert level.vocabulary == len(snapshot.vocabulary)
        assert level.tokens == snapshot.token_count
        tokens = {snapshot.vocabulary[i].token for i in range(level.vocabulary)}
        marked = {"subword-nmt": lambda word: [*word[:-1], word[-1] + "</w>"]}.get(scheme, list)
        kept = occurrences(parts.held_out)
        assert level.unknown == sum(bool(set(marked(word)) - tokens) for word in kept)


def test_without_merges_and_marks_subwords_are_characters():
    """Step 0 is the level of characters."""
    parts = hold_out(Corpus.from_text("old older oldest smart smarter smartest"))
    training = train(parts.seen, "huggingface")
    assert subwords(training, [0], parts.held_out) == [characters(parts)]


def test_new_words_and_what_each_level_makes_of_them():
    """`do.` is new as it stands, known once punctuation is cut off; `e` was never seen."""
    corpus = Corpus.from_counts({"do": 3, "it.": 2, "do.": 1, "so": 3, "die": 1})
    parts = hold_out(corpus)
    assert parts.held_out.words == ("do.",)
    training = train(parts.seen, "paper", max_merges=1)
    [new] = new_words(training, 1, parts)
    assert new.pieces == (("do", True), (".", True))
    assert new.characters == (("d", True), ("o", True), (".", True))
    assert new.tokens == training.tokenizer(1).encode("do.").words[0].tokens


def test_a_text_is_cut_at_every_level():
    """`do.` is no word of the corpus, `do` and `.` are; `x` is not even a character."""
    training = train(Corpus.from_counts({"do": 3, "it.": 2}), "paper")
    cut = cut_text(training, len(training.merges), "do. x")
    assert cut == {
        "characters": [("d", True), ("o", True), (".", True), ("x", False)],
        "words": [("do.", False), ("x", False)],
        "punctuation": [("do", True), (".", True), ("x", False)],
        "subwords": [("do", True), (".", True), ("</w>", True), (UNKNOWN, False), ("</w>", True)],
    }

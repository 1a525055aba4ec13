"""One text at three levels: every number equals a plain recount over occurrences."""

from itertools import chain, repeat

from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus, train
from bpe.encoding.spelling import UNKNOWN
from bpe.readings.levels import (
    NewWord,
    SeenAndHeldOut,
    composed,
    cut_text,
    is_spaced,
    mean_length,
    new_words,
    part,
    subwords,
    tokens_per_word,
    unmerged,
    unseen,
)
from bpe.text.pretokenizers import pretokenize
from tests.cases import for_each

COUNTS = st.dictionaries(
    st.text(st.sampled_from("abc.?好12"), min_size=1, max_size=6),
    st.integers(1, 30),
    min_size=2,
    max_size=12,
)


def occurrences(corpus: Corpus) -> list[str]:
    """Every word as often as it occurs."""
    pairs = zip(corpus.words, corpus.counts, strict=True)
    return list(chain.from_iterable(repeat(word, count) for word, count in pairs))


@given(counts=COUNTS)
def test_one_occurrence_in_ten_is_kept_aside(counts):
    """The parts are those of the corpus' own split, so each occurrence is in one of them."""
    corpus = Corpus.from_counts(counts)
    parts = part(corpus)
    assert (parts.seen, parts.held_out) == corpus.split(0.1, 0)
    assert sorted(occurrences(parts.seen) + occurrences(parts.held_out)) == sorted(
        occurrences(corpus)
    )


@given(counts=COUNTS)
def test_levels_are_plain_counts(counts):
    """Vocabulary, tokens and unknown words of each level, counted once more by hand."""
    parts = part(Corpus.from_counts(counts))
    seen, kept = occurrences(parts.seen), occurrences(parts.held_out)
    levels = unmerged(train(Corpus.from_counts(counts), max_merges=0))
    cuts = {
        "words": lambda word: [word],
        "punctuation": lambda word: pretokenize(word, "bert"),
    }
    assert [*levels] == [*cuts]
    for name, cut in cuts.items():
        level = levels[name]
        tokens = [token for word in seen for token in cut(word)]
        assert level.vocabulary == len(set(tokens))
        assert level.tokens == len(tokens)
        assert level.tokens_per_word == len(tokens) / len(seen)
        unknown = [word for word in kept if set(cut(word)) - set(tokens)]
        assert level.unknown == len(unknown)
        assert level.unknown_rate == len(unknown) / len(kept)


@given(scheme=st.sampled_from(["paper", "huggingface", "subword-nmt"]), counts=COUNTS)
def test_subwords_are_read_off_the_record(scheme, counts):
    """At each step: vocabulary and tokens of the record, unknown as encoding finds it."""
    parts = part(Corpus.from_counts(counts))
    training = train(parts.seen, scheme)
    steps = range(len(training.merges) + 1)
    for step, level in zip(steps, subwords(training, steps, parts.held_out), strict=True):
        snapshot = training.snapshot(step)
        assert level.vocabulary == len(snapshot.vocabulary)
        assert level.tokens == snapshot.token_count
        tokens = {snapshot.vocabulary[i].token for i in range(level.vocabulary)}
        marked = {"subword-nmt": lambda word: [*word[:-1], word[-1] + "</w>"]}.get(scheme, list)
        kept = occurrences(parts.held_out)
        strange = [sum(each not in tokens for each in marked(word)) for word in kept]
        if is_spaced(parts.seen):
            assert (level.unknown, level.held_out) == (sum(map(bool, strange)), len(kept))
        else:
            assert (level.unknown, level.held_out) == (sum(strange), sum(map(len, kept)))


@for_each("scheme", ["paper", "sentencepiece", "gpt"])
def test_of_lines_unknown_characters_are_counted(scheme):
    """Three of nine, two of them side by side; not both lines; bytes are all known."""
    parts = SeenAndHeldOut(
        Corpus.from_counts({"天地人": 9}), Corpus.from_counts({"天火火地": 1, "人地木地天": 1})
    )
    [level] = subwords(train(parts.seen, scheme), [0], parts.held_out)
    assert (level.unknown, level.held_out) == (0 if scheme == "gpt" else 3, 9)


def test_new_words_and_what_each_level_makes_of_them():
    """`do.` is new as it stands, known once punctuation is cut off; `e` was never seen."""
    seen = Corpus.from_counts({"do": 3, "it.": 2, "so": 3, "die": 1})
    parts = SeenAndHeldOut(seen, Corpus.from_counts({"xo": 1, "do": 2, "do.": 4}))
    training = train(parts.seen, "paper", max_merges=1)
    new, other = new_words(training, 1, parts)
    assert [(each.text, each.count) for each in (new, other)] == [("do.", 4), ("xo", 1)]
    assert (new.is_of_seen_pieces, new.is_of_seen_letters) == (True, True)
    assert new.tokens == training.tokenizer(1).encode("do.").words[0].tokens
    assert (other.is_of_seen_pieces, other.is_of_seen_letters) == (False, False)
    assert other.tokens[0] == UNKNOWN
    assert unseen(parts) == [("do.", 4), ("xo", 1)]
    assert new_words(training, 1, parts, 1) == [new]
    assert tokens_per_word([new, other]) == (len(new.tokens) + len(other.tokens)) / 2


def test_a_text_is_cut_at_every_level():
    """`do.` is no word of the corpus, `do` and `.` are; `x` is not even a character."""
    training = train(Corpus.from_counts({"do": 3, "it.": 2}), "paper")
    cut = cut_text(training, len(training.merges), "do. x")
    assert cut == {
        "characters": [
            *(("d", True), ("o", True), (".", True), ("</w>", True)),
            *((UNKNOWN, False), ("</w>", True)),
        ],
        "words": [("do.", False), ("x", False)],
        "punctuation": [("do", True), (".", True), ("x", False)],
        "subwords": [("do", True), (".", True), ("</w>", True), (UNKNOWN, False), ("</w>", True)],
    }


@for_each(
    ("text", "spaced"),
    [
        ("the lowest price", True),
        ("春眠不觉晓 处处闻啼鸟", False),
        ("ภาษาไทย", False),
        ("나는 학교에 간다", True),
        ("some English with 汉字", True),
        ("ab 汉字", True),
        ("ab 汉字 汉字", False),
    ],
)
def test_scripts_without_spaces_have_lines_for_words(text, spaced):
    """By characters, each as often as it occurs; as many as of the others are no majority."""
    assert is_spaced(Corpus.from_text(text, "paper")) is spaced


def test_the_mean_length_counts_each_word_as_often_as_it_occurs():
    """Two of one character and one of four."""
    assert mean_length(Corpus.from_counts({"a": 2, "abcd": 1})) == 2


def new(text: str, *tokens: str, known: bool = True) -> NewWord:
    return NewWord(text, 1, tokens, is_of_seen_pieces=False, is_of_seen_letters=known)


def test_the_word_that_subwords_help_most_is_chosen():
    """Long pieces first, then few of them; none for single letters, whole words or odd ones."""
    best = new("disagreeable", "disagree", "able</w>")
    others = [
        new("smartest", "smarte", "s", "t</w>"),
        new("whole", "whole</w>"),
        new("unlikely", "un", "like", "ly</w>"),
        new("likeable", "like", "able</w>"),
        new("seventeen,", "seven", "teen,</w>"),
        new("seventeené", "seven", "teené</w>", known=False),
    ]
    assert composed([*others, best], "</w>") == best
    assert composed(others[:2], "</w>") is None
    assert composed([new("ox", "o", "x</w>")], "</w>") is None
    assert composed([]) is None

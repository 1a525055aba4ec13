"""Each preset learns the merges of its library, also for joint corpora."""

import io
import random
from dataclasses import replace
from pathlib import Path

import gigabpe
import pytest
from hypothesis import given
from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE, read_vocabulary
from subword_nmt.get_vocab import get_vocab
from subword_nmt.learn_bpe import learn_bpe
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe import PRESETS, Corpus, CorpusError, train
from bpe.readings.joint import VocabularyFilter
from tests.data import HUG
from tests.joint_runs import train_joint
from tests.oracle import peers
from tests.strategies import hostile, letters, lines, long_words, runs, several
from ui.samples import samples

MANY = 500
SAMPLES = Path(__file__).parents[2] / "sample_corpora"
BOOKS = sorted(path for path in SAMPLES.glob("*.txt") if path.stat().st_size > 50_000)


def pairs(training):
    return [merge.pair for merge in training.merges]


def tokens(training):
    return [merge.token for merge in training.merges]


def huggingface(text, minimum=1):
    """Expect the merges of the package tokenizers, at most MANY."""
    if text.split():
        ours = pairs(train(text, "huggingface", max_merges=MANY, min_frequency=minimum))
        assert ours == peers.huggingface(text, MANY, minimum)


def subword_nmt(text, minimum=1):
    """Expect subword-nmt's merges until two different tokens are equal strings.

    subword-nmt knows tokens by their string.
    """
    if not text.strip(" \n"):
        return
    training = train(text, "subword-nmt", max_merges=MANY, min_frequency=minimum)
    theirs = peers.subword_nmt(text, MANY, min_frequency=minimum)
    same = peers.until_two_tokens_print_alike(training)
    assert pairs(training)[:same] == theirs[:same]


def rustbpe(text):
    """Expect the tokens of rustbpe, at most MANY."""
    assert tokens(train(text, "gpt", max_merges=MANY)) == peers.rust(text, MANY)


def sentencepiece(text):
    """Expect our tokens first; SentencePiece may go on with pieces that occur nowhere any more."""
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
@given(text=lines(st.one_of(runs, letters, hostile, long_words)))
def test_random_texts(same, text):
    """Texts have runs, marks, odd spaces, accents, emoji, Chinese, long words of few letters."""
    same(text)


@given(text=lines(st.one_of(runs, letters)))
def test_texts_without_odd_spaces_need_no_repair_of_subword_nmt(text):
    ours = pairs(train(text, "subword-nmt", max_merges=MANY))
    assert ours == peers.subword_nmt(text, MANY, spaces_only=False)


@pytest.mark.parametrize("same", [huggingface, subword_nmt])
@given(text=lines(runs), minimum=st.integers(1, 6))
def test_minimum_frequency(same, text, minimum):
    """Both stop before the first pair that is too rare."""
    same(text, minimum)


# A character that Python's Unicode does not know may be a letter for only one of the two.
@given(text=st.text(st.characters(exclude_categories=["Cs", "Cn"]), min_size=1, max_size=40))
def test_any_text_at_all_is_cut_as_rustbpe_cuts_it(text):
    """Both split words by the GPT-4 pattern."""
    rustbpe(text)


own_names = st.lists(
    st.sampled_from(
        ["<unk>", "<s>", "</s>", "\u2585", "\x85", "ab", "a", "b", "<", "s>", "\uff1cunk\uff1e"]
    )
).map("".join)


@several
@given(text=lines(st.one_of(letters, own_names.filter(bool))))
def test_sentencepiece_learns_nothing_across_its_own_names(text):
    """SentencePiece replaces its own tokens by a boundary and skips lines with its unknown sign."""
    sentencepiece(text)


def test_sentencepiece_goes_on_with_pieces_that_do_not_occur():
    """From the corpus `ab`, SentencePiece also learns a piece of count 0; our training stops."""
    assert peers.sentencepiece_pieces("ab", MANY) == ["ab", "▁ab", "▁a"]
    training = train("ab", "sentencepiece")
    assert (tokens(training), training.stop.reason) == (["ab", "▁ab"], "no_pairs")


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
    """Our training reads the file itself."""
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


def sample(name, size=60_000):
    return samples()[name].path.read_text("utf-8")[:size]


@given(text=lines(runs | st.text("abcde", min_size=1, max_size=9)), longest=st.integers(2, 6))
def test_the_longest_token_of_tokenizers(text, longest):
    """A token of the library is shorter than its limit, so this limit is one more than ours."""
    scheme = replace(PRESETS["huggingface"], max_token_length=longest)
    ours = [merge.pair for merge in train(text, scheme, max_merges=99).merges]
    assert ours == peers.huggingface(text, 99, max_token_length=longest + 1)


@pytest.mark.parametrize("longest", [3, 24])
def test_the_longest_piece_of_sentencepiece(longest):
    """The limits are shorter and longer than SentencePiece's default; the mark counts."""
    text = sample("first-chapters", 20_000) + " internationalizations" * 9
    scheme = replace(PRESETS["sentencepiece"], max_token_length=longest)
    training = train(Corpus.from_text(text, scheme), scheme, max_merges=500)
    made = peers.sentencepiece_pieces(text, 500, max_sentencepiece_length=longest)
    assert [merge.token for merge in training.merges] == made
    assert max(map(len, made)) == (3 if longest == 3 else len("▁internationalizations"))


# No choice of this corpus is tied, so the library's hash order of ## letters cannot show.
MERGES = 4


def vocabulary() -> set[str]:
    """Train the library's WordPiece on the corpus; return the learned tokens beyond letters."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    letters = {letter for word in HUG for letter in word}
    inner = {f"##{letter}" for word in HUG for letter in word[1:]}
    trainer = trainers.WordPieceTrainer(
        vocab_size=len(letters) + len(inner) + MERGES, show_progress=False
    )
    words = [word for word, count in HUG.items() for _ in range(count)]
    tokenizer.train_from_iterator(words, trainer)
    return set(tokenizer.get_vocab()) - letters - inner


def test_the_librarys_wordpiece_learns_what_bpe_learns_and_takes_the_longest_match():
    """The library's vocabulary is the one learned by count, not the one learned by score.

    A word that lacks a piece becomes one unknown token.
    """
    by_count = train(HUG, replace(PRESETS["wordpiece"], score="count"), max_merges=MERGES)
    by_score = train(HUG, "wordpiece", max_merges=MERGES)
    assert by_count.tie_counts.tolist() == [1] * MERGES
    assert vocabulary() == {merge.token for merge in by_count.merges}
    assert vocabulary() != {merge.token for merge in by_score.merges}
    training = train(HUG, "wordpiece")
    ids = {token: number for number, token in enumerate((*training.tokens, "[UNK]"))}
    theirs = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    ours = training.tokenizer()
    for word in ("hugs", "bugs", "pugs", "hug", "gun", "mug", "bunhug", "pugspun"):
        tokens = [
            "[UNK]" if token == "<unk>" else token
            for token in ours.encode(word, "longest-match").tokens
        ]
        assert tokens == theirs.encode(word).tokens


def sentences(seed, letters):
    draw = random.Random(seed)
    shared = ["obama", "berlin", "taxi"]
    words = shared + ["".join(draw.choices(letters, k=draw.randint(1, 8))) for _ in range(60)]
    return [" ".join(draw.choices(words, k=7)) for _ in range(60)]


def test_each_language_keeps_the_tokens_that_subword_nmt_keeps():
    """Joint merges, counts per language and the split of each word equal subword-nmt's.

    Thresholds are from 1 to 60.
    """
    for seed in range(6):
        texts = ["\n".join(sentences(seed, "abcde")), "\n".join(sentences(seed + 99, "cdefg"))]
        corpora = [Corpus.from_text(text, "subword-nmt") for text in texts]
        runs = train_joint(*corpora, max_merges=80)
        out = io.StringIO()
        learn_bpe(io.StringIO("\n".join(texts) + "\n"), out, 80, min_frequency=1, is_dict=False)
        codes = out.getvalue()
        learned = [tuple(line.split(" ")) for line in codes.splitlines()[1:]]
        assert [merge.pair for merge in runs.joint.merges] == learned

        plain = BPE(io.StringIO(codes))
        tokenizer, end = runs.joint.tokenizer(), runs.joint.snapshot(len(runs.joint))
        for side, text in enumerate(texts):
            counted = io.StringIO()
            split = "\n".join(plain.process_line(line) for line in text.splitlines())
            get_vocab(io.StringIO(split), counted)
            frequencies = runs.frequencies(side, end)
            theirs = dict(line.rsplit(" ", 1) for line in counted.getvalue().splitlines())
            pieces = zip(peers.as_pieces(runs.joint.tokens), frequencies.tolist(), strict=True)
            ours = {piece: count for piece, count in pieces if count}
            assert ours == {piece: int(count) for piece, count in theirs.items()}
            for threshold in (1, 2, 5, 20, 60):
                vocabulary = read_vocabulary(io.StringIO(counted.getvalue()), threshold)
                if not vocabulary:
                    continue  # With nothing allowed at all subword-nmt does not filter.
                filtered = BPE(io.StringIO(codes), vocab=vocabulary)
                keep = VocabularyFilter(runs.joint, frequencies, threshold)
                for word in runs.joint.corpus.words:
                    (encoded,) = tokenizer.encode(word).words
                    expected = filtered.process_line(word).split(" ")
                    assert peers.as_pieces(keep.tokens(encoded.ids)) == expected

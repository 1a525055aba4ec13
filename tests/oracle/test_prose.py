"""Real books: the first merges on every long sample, beside each peer and the twin."""

from pathlib import Path

import pytest

from bpe import PRESETS, Corpus, train
from tests import twin
from tests.oracle import peers

SAMPLES = Path(__file__).parents[2] / "sample_corpora"
PROSE = sorted(path for path in SAMPLES.glob("*.txt") if path.stat().st_size > 50_000)
MERGES = 1000
FEWER = 100  # beside what recounts, or is written in Python, and takes seconds

every_book = pytest.mark.parametrize("book", PROSE, ids=lambda path: path.stem)


def pairs(training):
    return [merge.pair for merge in training.merges]


def test_there_is_english_and_chinese_prose():
    """A book of at least 500 KB and a Chinese one of at least 100 KB are shipped."""
    texts = [path.read_text(encoding="utf-8") for path in PROSE]
    assert any(len(text) > 500_000 and text.count(" the ") > 3000 for text in texts)
    assert any(sum(text.count(character) for character in "的之不一") > 1000 for text in texts)


@every_book
def test_huggingface(book):
    """Merge for merge, from the file."""
    training = train(Corpus.from_file(book, "huggingface"), "huggingface", max_merges=MERGES)
    assert pairs(training) == peers.huggingface(book.read_text(encoding="utf-8"), MERGES)


@every_book
def test_subword_nmt(book):
    """Merge for merge; its edges repaired, because Chinese texts hold U+3000 inside words."""
    training = train(Corpus.from_file(book, "subword-nmt"), "subword-nmt", max_merges=FEWER)
    assert pairs(training) == peers.subword_nmt(book.read_text(encoding="utf-8"), FEWER)


@every_book
def test_rustbpe(book):
    """Token for token."""
    training = train(Corpus.from_file(book, "gpt"), "gpt", max_merges=MERGES)
    text = book.read_text(encoding="utf-8")
    assert [merge.token for merge in training.merges] == peers.rust(text, MERGES)


@every_book
def test_sentencepiece(book):
    """Piece for piece."""
    training = train(Corpus.from_file(book, "sentencepiece"), "sentencepiece", max_merges=MERGES)
    text = book.read_text(encoding="utf-8")
    assert [merge.token for merge in training.merges] == peers.sentencepiece_pieces(text, MERGES)


@every_book
@pytest.mark.parametrize("preset", ["paper", "minbpe", "wordpiece"])
def test_schemes_without_a_package_learn_what_recounting_finds(preset, book):
    """Pairs and scores, recounted in the whole book at every step."""
    corpus = Corpus.from_file(book, preset)
    training = train(corpus, preset, max_merges=FEWER)
    found = [(merge.pair, merge.score) for merge in training.merges]
    assert found == twin.recount(corpus, PRESETS[preset], FEWER)

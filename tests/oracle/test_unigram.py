"""Unigram compared with SentencePiece: equal splits, and a likelihood at least as high."""

import random
from collections import Counter
from pydoc_data.topics import topics

import pytest
import regex

from bpe.unigram import UnigramModel, train_unigram
from tests.oracle import peers
from ui.catalogue import opening
from ui.own_text.sources import of_sample
from ui.runs import UnigramRun
from ui.samples import samples

VOCAB_SIZE = 1000
MARK = "▁"


@pytest.fixture(scope="module")
def prose():
    """200,000 characters of English prose that is part of every version of Python."""
    words = "\n".join(topics[name] for name in sorted(topics)).split()
    words = [word for word in words if word.isascii() and len(word) < 40]
    return "\n".join(" ".join(words[i : i + 12]) for i in range(0, len(words), 12))[:200_000]


@pytest.fixture(scope="module")
def library(prose):
    """A SentencePiece model of VOCAB_SIZE pieces and <unk>, trained on the prose."""
    return peers.sentencepiece_model(
        prose.splitlines(),
        model_type="unigram",
        vocab_size=VOCAB_SIZE + 1,
        seed_sentencepiece_size=100_000,
        bos_id=-1,
        eos_id=-1,
        num_threads=1,
    )


@pytest.fixture(scope="module")
def loaded(library):
    """The library's pieces and scores in our model."""
    pieces = {
        library.id_to_piece(i): library.get_score(i) for i in range(1, library.get_piece_size())
    }
    return UnigramModel(pieces, mark=MARK, normalizer="nmt_nfkc")


def some_words(prose):
    """Return 10,010 words: words of the prose, then random ones, some with unknown characters."""
    rng = random.Random(5)
    words = list(dict.fromkeys(prose.split()))
    letters = "eeetttaaooiinnssrrhlldcuumfpgwybvkxjqz.,-_()'\"0123456789THEASI" + "é世ß~"
    while len(words) < 10_010:
        words.append("".join(rng.choices(letters, k=rng.randint(1, 24))))
    return words


def as_printed(text, model):
    """Split a text and join adjacent unknown characters, as both libraries print them."""
    printed = []
    previous_known = True
    for token in (token for part in model.spell(text) for token in model.best(part)):
        if token not in model.pieces and not previous_known:
            printed[-1] += token
        else:
            printed.append(token)
        previous_known = token in model.pieces
    return printed


def test_splits_equal_the_librarys_on_ten_thousand_words(prose, library, loaded):
    """With SentencePiece's pieces and scores loaded, words are split as SentencePiece splits them.

    The exceptions are exact ties, the same pieces in another order; there SentencePiece's choice
    depends on the rounding of 32-bit sums.
    """
    words = some_words(prose)
    theirs = library.encode(words, out_type=str)
    ours = [as_printed(word, loaded) for word in words]
    different = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
    assert all(sorted(a) == sorted(b) for a, b in different)
    assert len(words) - len(different) >= 10_000
    for word in ("understanding", "expressions", "the", "unbelievable"):
        theirs = library.nbest_encode_as_pieces(word, 20)
        ours = [list(split.tokens) for split in loaded.nbest(MARK + word, 20)]
        assert ours == theirs


def test_likelihood_of_the_training_text_is_not_below_the_librarys(prose, loaded):
    """Trained to the same size on the same text, the best splits are at least as probable."""
    training = train_unigram(prose, vocab_size=VOCAB_SIZE)
    words = Counter(prose.split())

    def best_log_likelihood(model):
        return sum(
            count * model.log_probability(model.best(MARK + word)) for word, count in words.items()
        )

    ours, theirs = best_log_likelihood(training.model), best_log_likelihood(loaded)
    shared = len(training.pieces.keys() & loaded.pieces.keys())
    assert len(training.pieces) == VOCAB_SIZE
    assert ours >= theirs
    assert shared >= 0.6 * VOCAB_SIZE


def test_pieces_run_across_punctuation_where_the_librarys_do_not():
    """The library crosses punctuation only with an option, and needs more tokens without it.

    The text is the one that the page shows to readers of Chinese. Our training needs fewest tokens.
    """
    run = UnigramRun(of_sample(samples()[opening("unigram")["zh"]]))
    ours, lines = run.learn(), run.source.text.splitlines()
    size = len(ours.pieces) + 1

    def crossing(pieces):
        return [each for each in pieces if regex.search(r"\p{P}\p{L}|\p{L}\p{P}", each)]

    def theirs(**options):
        kind = {"model_type": "unigram", "vocab_size": size, "num_threads": 1}
        model = peers.sentencepiece_model(lines, bos_id=-1, eos_id=-1, **kind, **options)
        pieces = [model.id_to_piece(i) for i in range(size)]
        return pieces, sum(map(len, model.encode(lines)))

    (usual, usual_count), (across, count) = theirs(), theirs(split_by_unicode_script=False)
    assert not crossing(usual)
    assert crossing(across)
    assert crossing(ours.pieces)
    assert usual_count > count > ours.token_count

"""Parity-aware BPE against `ParityBpeTrainer` of the library tokenizers."""

import json
import os
import random

from tests.cases import for_each

os.environ["TOKENIZERS_PARALLELISM"] = "false"

import tokenizers

from bpe import PRESETS, Corpus, Parts, train
from bpe.readings.joint import join_corpora
from ui.corpora.samples import samples

MARK = PRESETS["subword-nmt"].mark


def theirs(texts, merges, *, least=0, **asked):
    """Pairs in the order in which the library learns them, one text a language."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Split(" ", "removed")
    trainer = tokenizers.trainers.ParityBpeTrainer(
        num_merges=merges,
        min_frequency=least,
        show_progress=False,
        special_tokens=[],
        end_of_word_suffix=MARK,
    )
    trainer.train_from_iterator(tokenizer, [iter(text.split("\n")) for text in texts], **asked)
    learned = json.loads(tokenizer.to_str())["model"]["merges"]
    return [tuple(pair) for pair in learned]


def ours(texts, merges, *, least=1, measure="tokens"):
    """Pairs that the engine learns of the same texts."""
    joint = join_corpora(*(Corpus.from_text(text, "subword-nmt") for text in texts))
    parts = Parts(joint.parts, measure)
    limits = {"max_merges": merges, "min_frequency": least}
    return [merge.pair for merge in train(joint, "subword-nmt", parts=parts, **limits).merges]


def drawn(seed):
    """Two languages that share letters and a few words."""
    draw = random.Random(seed)
    texts = []
    for letters in ("abcde", "cdefg"):
        words = ["".join(draw.choices(letters, k=draw.randint(1, 7))) for _ in range(20)]
        words += ["obama", "aaaa"]
        texts.append(" ".join(draw.choices(words, k=draw.randint(30, 120))))
    return texts


@for_each("least", [1, 3])
def test_each_merge_is_the_librarys(least):
    """By tokens, as it does without a development set, and by compression, as with equal ratios.

    A development set that is the training text itself changes nothing.
    """
    for seed in range(12):
        texts = drawn(seed)
        plain = theirs(texts, 80, least=least)
        assert ours(texts, 80, least=least) == plain
        assert theirs(texts, 80, least=least, dev_iterators=[iter([t]) for t in texts]) == plain
        even = theirs(texts, 80, least=least, ratio=[1.0, 1.0])
        assert ours(texts, 80, least=least, measure="compression") == even


def test_english_and_russian_are_served_as_the_library_serves_them():
    """A thousand merges of a sample, whose two scripts have no pair in common."""
    files = samples()["english-russian"].files
    texts = [file.read_text(encoding="utf-8") for file in files]
    assert ours(texts, 1000) == theirs(texts, 1000)

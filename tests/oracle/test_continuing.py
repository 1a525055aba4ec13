"""Going on from a tokenizer against bpe-continue 0.1.0, on words of the base and on wider ones."""

import json
import os
from dataclasses import replace

from tests.cases import for_each

os.environ["TOKENIZERS_PARALLELISM"] = "false"

import bpe_continue
import tokenizers
from tokenizers import pre_tokenizers

from bpe import PRESETS, train
from bpe.continuing import SUPERWORDS, continue_training
from bpe.interchange import load
from bpe.text.bytelevel import to_alias
from ui.corpora.samples import samples

NOVEL = samples()["pride-and-prejudice"].path.read_text(encoding="utf-8")
TEXTS = {
    "novel": NOVEL[:30_000],
    "code": samples()["source-code"].path.read_text(encoding="utf-8")[:20_000],
    "chinese": samples()["modern-chinese"].path.read_text(encoding="utf-8")[:6_000],
}


def trained_there(text, merges):
    """A byte-level tokenizer of the library, as tokenizer.json has it."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=256 + merges,
        show_progress=False,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train_from_iterator([text], trainer)
    return tokenizer


def theirs(base, text, merges):
    """The pairs that bpe-continue adds to a tokenizer."""
    known = json.loads(base.to_str())["model"]["merges"]
    size = base.get_vocab_size() + merges
    more = bpe_continue.continue_training(base, texts=[text], vocab_size=size, show_progress=False)
    return [tuple(pair) for pair in json.loads(more.to_str())["model"]["merges"][len(known) :]]


def as_shown(training):
    """The pairs of a run of bytes, spelled as byte-level files have them."""
    return [tuple(map(to_alias, merge.pair)) for merge in training.merges]


@for_each("name", TEXTS)
def test_a_list_from_a_file_goes_on_as_bpe_continue_does(name):
    """A tokenizer of the library, learned from a novel, then from another text.

    Special tokens are left out: bpe-continue spells those out that a text holds, and merges them.
    """
    base = trained_there(NOVEL[30_000:80_000], 400)
    opened = load({"tokenizer.json": base.to_str().encode()})
    ours = continue_training(opened, TEXTS[name], max_merges=300)
    assert as_shown(ours) == theirs(base, TEXTS[name], 300)


@for_each("opens", [0, 50, 300])
def test_superwords_are_what_bpe_continue_learns_on_wider_words(opens):
    """Merges within words first, then on from them where spaces no longer cut."""
    text, scheme = TEXTS["novel"], PRESETS["gpt"]
    first = train(text, scheme, max_merges=opens)
    wide = replace(scheme, pattern=SUPERWORDS)
    ours = continue_training(first.tokenizer(), text, scheme=wide, max_merges=300)
    base = tokenizers.Tokenizer(
        tokenizers.models.BPE(
            vocab={to_alias(token): id_ for id_, token in enumerate(first.tokens)},
            merges=as_shown(first),
        )
    )
    cut = pre_tokenizers.Split(tokenizers.Regex(SUPERWORDS), "removed", invert=True)
    spelled = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    base.pre_tokenizer = pre_tokenizers.Sequence([cut, spelled])
    assert as_shown(ours) == theirs(base, text, 300)
    assert any(b" " in merge.token[1:] for merge in ours.merges)

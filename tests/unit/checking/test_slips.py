"""Slips outside the trainer's loop: marks, first lines, and ids as a library has them."""

import json
from pathlib import Path

import tokenizers

from bpe import train
from bpe.checking import check
from bpe.schemes import PRESETS
from tests.cases import for_each

TEXT = (Path(__file__).resolve().parents[3] / "sample_corpora" / "first-chapters.txt").read_text(
    encoding="utf-8"
)[:2500]


def learned(scheme, merges=60):
    return [merge.pair for merge in train(TEXT, scheme, max_merges=merges).merges]


@for_each(
    ("scheme", "own", "mark"),
    [("paper", "</w>", "_"), ("subword-nmt", "</w>", "·"), ("sentencepiece", "▁", "Ġ")],
)
def test_another_mark_is_a_matter_of_spelling(scheme, own, mark):
    """Textbooks write the end of a word as _: every merge is right, and the list still differs."""
    listed = [tuple(part.replace(own, mark) for part in pair) for pair in learned(scheme)]
    assert listed != learned(scheme)
    found = check(listed, TEXT, scheme)
    assert not found.agrees
    assert (found.diagnosis.cause, found.diagnosis.explained) == ("mark", 60)
    assert found.difference.theirs == listed[found.difference.step]


def test_a_list_without_its_first_line_is_told():
    """Whoever drops a header that is not there drops a merge."""
    found = check(learned("gpt")[1:], TEXT, "gpt", max_merges=60)
    assert (found.diagnosis.cause, found.diagnosis.detail) == ("length", "headless")


def test_a_byte_level_list_of_tokenizers_is_told_by_its_ids():
    """It numbers the bytes by their stand-ins, which no other trainer does."""
    made = tokenizers.Tokenizer(tokenizers.models.BPE())
    made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=330, show_progress=False)
    made.train_from_iterator([TEXT], trainer)
    listed = [tuple(pair) for pair in json.loads(made.to_str())["model"]["merges"]]
    found = check(listed, TEXT, PRESETS["cs336"])
    assert (found.diagnosis.cause, found.diagnosis.rules) == ("tie", ("smallest-alias-ids",))
    assert found.diagnosis.explained == len(listed) > 60

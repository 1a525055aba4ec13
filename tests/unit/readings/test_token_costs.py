"""What a sentence costs in each language, against plain recounts of the same text."""

from dataclasses import replace

import pytest

from bpe import PRESETS, train
from bpe.readings.token_costs import sentence_costs
from bpe.readings.tokenizers import learned_ids

SENTENCES = {"English": "all are born free", "Deutsch": "alle sind frei", "中文": "人人生而自由"}


def test_a_sentence_costs_its_tokens_and_what_is_unknown_is_told():
    """The first language is what the others are compared with."""
    tokenizer = train("all are born free and are all free", "paper").tokenizer()
    found = sentence_costs(tokenizer, SENTENCES)
    assert [each.language for each in found] == list(SENTENCES)
    counts = {name: tokenizer.encode(text).ids for name, text in SENTENCES.items()}
    assert [each.tokens for each in found] == list(map(len, counts.values()))
    unknown = [ids.count(tokenizer.unknown_id) for ids in counts.values()]
    assert [each.unknown for each in found] == unknown
    assert unknown[0] == 0 < unknown[2]
    first = found[0].tokens
    assert [each.premium for each in found] == [each.tokens / first for each in found]
    assert (found[2].characters, found[2].bytes) == (6, 18)


def test_a_first_sentence_without_tokens_compares_with_nothing():
    """An empty text, or one that is dropped whole."""
    tokenizer = train("aa aa", "huggingface").tokenizer()
    assert [each.premium for each in sentence_costs(tokenizer, {"x": "", "y": "aa"})] == [
        None,
        None,
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_what_was_learned_is_all_but_special_tokens_and_the_unknown(preset):
    """Of a run of each family, with special tokens of its own."""
    scheme = replace(PRESETS[preset], special_tokens=("<s>",))
    tokenizer = train("low lower lowest <s>", scheme, max_merges=9).tokenizer()
    learned = [id_ for id_, token in enumerate(tokenizer.tokens) if token not in ("<s>", b"<s>")]
    assert sorted(learned_ids(tokenizer)) == learned

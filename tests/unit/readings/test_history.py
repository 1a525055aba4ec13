"""The tokens of a vocabulary that no text leads to."""

import re
from dataclasses import replace

import pytest

from bpe import PRESETS, train
from bpe.interchange import load, to_tiktoken, to_tokenizer_json
from bpe.readings.history import look_through

pytest.importorskip("tiktoken")

TEXT = "the hat in the thin tin that the hen hit then, in time; ééé the the in"


def byte_file(words):
    """Return the tokenizer of a run on a text that was one word, which now is cut into words."""
    return load({"x.tiktoken": to_tiktoken(train(TEXT * 3, "minbpe")).encode()}, words)


def test_tokens_across_words_are_not_reached():
    """GPT-2's words begin with their space, so a token with a space behind a letter never comes."""
    found = look_through(byte_file("gpt2"), 5)
    across = [entry for entry in found.unreachable if "n t" in entry.text]
    assert across
    for entry in found.unreachable:
        assert entry.id not in entry.ids
        assert entry.ids == tuple(byte_file("gpt2").encode(entry.text).ids)
    assert not [entry for entry in found.unreachable if entry.text.strip() in ("the", "in")]


def test_where_words_are_not_cut_every_token_is_reached():
    """The same ranks on whole texts, as they were learned."""
    found = look_through(byte_file("text"), 5)
    assert found.unreachable == ()
    tokenizer = byte_file("text")
    broken = [id_ for id_ in tokenizer.ids if "\ufffd" in tokenizer.decode([id_])]
    assert found.partial == len(broken) >= 128
    assert found.asked == tokenizer.vocab_size - len(broken)


def test_the_longest_tokens_come_first():
    """By characters of what they read; equal ones by id."""
    tokenizer = byte_file("text")
    found = look_through(tokenizer, 7).longest
    texts = {id_: tokenizer.decode([id_]) for id_ in tokenizer.ids}
    whole = [id_ for id_ in tokenizer.ids if "\ufffd" not in texts[id_]]
    expected = sorted(whole, key=lambda id_: (-len(texts[id_]), id_))[:7]
    assert [(entry.id, entry.text) for entry in found] == [(id_, texts[id_]) for id_ in expected]


def test_the_longest_tokens_of_a_script_have_a_letter_of_it():
    """In the order of all; a script without any is not named. Signs belong to none."""
    run = train("我们好我们好 人人 lower lower Ёж Ёж !!! !!!", "huggingface").tokenizer()
    found = look_through(run, 99, 2)
    names = {"Han": "[\u4e00-\u9fff]", "Latin": "[a-z]", "Cyrillic": "[Ёж]"}
    assert list(found.by_script) == ["Latin", "Han", "Cyrillic"]
    for script, letters in names.items():
        expected = [each for each in found.longest if re.search(letters, each.text)][:2]
        assert list(found.by_script[script]) == expected
    assert found.by_script["Han"][0].text == "我们好我们好"


def test_pieces_that_go_on_a_word_are_not_tried():
    """BERT: what begins a word is; [unused] is not spelled by any text."""
    tokenizers = pytest.importorskip("tokenizers")
    lines = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[unused0]", "un", "used", "##used"]
    lines += ["[", "]", "##0", "0"]
    bert = tokenizers.BertWordPieceTokenizer({token: id_ for id_, token in enumerate(lines)})
    found = look_through(load({"tokenizer.json": bert.to_str().encode()}), 2)
    assert [entry.token for entry in found.unreachable] == ["[unused0]"]
    assert found.asked == 6


def test_what_only_goes_inside_a_word_is_reached_beside_a_letter():
    """The end of a word is marked there, so alone no token without the mark comes."""
    scheme = replace(PRESETS["subword-nmt"], unknown="unk")
    whole = to_tokenizer_json(train("low lot lower low", scheme, max_merges=9))
    tokenizer = load({"tokenizer.json": whole.encode()})
    inside = tokenizer.id("lo")
    assert inside not in tokenizer.encode("lo").ids
    assert inside not in [entry.id for entry in look_through(tokenizer, 3).unreachable]

"""Stages of a tokenizer.json: where they cut, what they write, and how they are refused."""

import json

import pytest

from bpe import CorpusError
from bpe.interchange import load
from tests.oracle.files.test_reading import texts

tokenizers = pytest.importorskip("tokenizers")
made = tokenizers.pre_tokenizers
normal = tokenizers.normalizers


def digits(behavior):
    """Cut at each digit."""
    return made.Split(tokenizers.Regex("[0-9]"), behavior)


CUTS = {
    "spaces, then digits": [made.WhitespaceSplit(), digits("isolated")],
    "digits dropped, then spaces": [digits("removed"), made.WhitespaceSplit()],
    "three times": [made.WhitespaceSplit(), digits("merged_with_next"), made.Punctuation()],
    "marks, then digits": [made.Metaspace("_", "first"), digits("merged_with_previous")],
    "marks on each, then digits": [made.Metaspace("_", "always"), digits("isolated")],
    "digits, then marks on each": [digits("isolated"), made.Metaspace("_", "always")],
    "digits, then marks where the text begins": [digits("isolated"), made.Metaspace("_", "first")],
}
LETTERS = ["a", "bc", " ", "  ", "1", "22", "!", "_"]


@pytest.mark.parametrize("name", CUTS)
def test_a_word_stands_where_the_library_has_it(name):
    """Each stage cuts what the one before has left; its places are those of the whole text.

    A mark that was put in and stands alone covers nothing here, the next character there.
    """
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE({"a": 0}, [], unk_token="a"))
    theirs.pre_tokenizer = made.Sequence(CUTS[name])
    ours = load({"t.json": theirs.to_str().encode()})
    for text in texts(LETTERS, size=200):
        found = [(word.text, word.start, word.end) for word in ours.encode(text).words]
        cut = theirs.pre_tokenizer.pre_tokenize_str(text)
        for word, (start, end) in cut:
            ours_word, *place = found.pop(0)
            assert ours_word == word, repr(text)
            assert place == [start, end] or (word == "_" and place == [start, start]), repr(text)
        assert not found


NORMALIZERS = {
    "left": normal.Strip(left=True, right=False),
    "right": normal.Strip(left=False, right=True),
    "both": normal.Strip(),
    "neither": normal.Strip(left=False, right=False),
    "put before": normal.Prepend("_"),
    "written otherwise": normal.Replace("bc", "a"),
    "written otherwise by a pattern": normal.Replace(tokenizers.Regex("[0-9]+"), "\\1"),
    "one after the other": normal.Sequence([normal.Replace("a", "A"), normal.Lowercase()]),
    "the other way round": normal.Sequence([normal.Lowercase(), normal.Replace("a", "A")]),
}


@pytest.mark.parametrize("name", NORMALIZERS)
def test_a_text_is_rewritten_as_in_the_library(name):
    """To the character, white space at its ends included."""
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE({"a": 0}, [], unk_token="a"))
    theirs.normalizer = NORMALIZERS[name]
    ours = load({"t.json": theirs.to_str().encode()})
    for text in texts([*LETTERS, "\n", "\u3000", "B"], size=200):
        assert ours.encode(text).text == theirs.normalizer.normalize_str(text), repr(text)


def file(**stages):
    """Return a small tokenizer.json with some stages."""
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    return {"t.json": json.dumps({"model": model, **stages}).encode()}


def split(pattern, behavior="Isolated"):
    """Return the stage that cuts at a pattern."""
    return {"type": "Split", "pattern": pattern, "behavior": behavior}


def sequence(name, *parts):
    """Return several stages as one."""
    return {"type": "Sequence", name: list(parts)}


@pytest.mark.parametrize(
    ("stages", "code", "values"),
    [
        ({"pre_tokenizer": split({"Regex": "("})}, "bad_pattern", {"stage": "pre_tokenizer"}),
        ({"pre_tokenizer": split({"Glob": "*"})}, "pattern", {"stage": "pre_tokenizer"}),
        ({"pre_tokenizer": split("a")}, "pattern", {"value": "'a'"}),
        ({"pre_tokenizer": split({"String": 1})}, "pattern", {"value": "{'String': 1}"}),
        ({"pre_tokenizer": split({"String": "a"}, "Cut")}, "behavior", {"value": "'Cut'"}),
        ({"pre_tokenizer": "ByteLevel"}, "stage", {"value": "'ByteLevel'"}),
        ({"pre_tokenizer": {"type": "Metaspace"}}, "stage_string", {"name": "replacement"}),
        (
            {"pre_tokenizer": {"type": "Metaspace", "replacement": "__"}},
            "replacement",
            {"stage": "pre_tokenizer", "value": "'__'"},
        ),
        (
            {"pre_tokenizer": sequence("pretokenizers", {"type": "ByteLevel"}, split("a"))},
            "byte_level_last",
            {"stage": "pre_tokenizer"},
        ),
        (
            {"pre_tokenizer": sequence("pretokenizers", {"type": "Digits"}, {"type": "X"})},
            "stage_type",
            {"stage": "pre_tokenizer.pretokenizers[1]", "value": "'X'"},
        ),
        (
            {"normalizer": sequence("normalizers", {"type": "NFC"}, {"type": "X"})},
            "stage_type",
            {"stage": "normalizer.normalizers[1]", "value": "'X'"},
        ),
        ({"normalizer": {"type": "Sequence"}}, "stage_list", {"name": "normalizers"}),
        ({"normalizer": {"type": "Prepend"}}, "stage_string", {"name": "prepend"}),
        (
            {"normalizer": {"type": "Replace", "pattern": {"String": "a"}}},
            "stage_string",
            {"name": "content"},
        ),
    ],
)
def test_a_stage_that_is_not_known_exactly_is_refused_with_its_place(stages, code, values):
    """The code says what is wrong; the values say where, and what stood there."""
    with pytest.raises(CorpusError) as caught:
        load(file(**stages))
    assert caught.value.code == code
    assert values.items() <= caught.value.values.items()
    assert all(str(value) in str(caught.value) for value in values.values())


@pytest.mark.parametrize(
    "stages",
    [
        {"pre_tokenizer": split({"Regex": "(a|b|ab)*(?=c)"})},
        {"normalizer": {"type": "Replace", "pattern": {"Regex": "(a|b|ab)*(?=c)"}, "content": ""}},
    ],
    ids=["cut", "rewrite"],
)
def test_a_pattern_that_never_ends_is_stopped(stages, monkeypatch):
    """A stranger's pattern does not keep the machine busy."""
    monkeypatch.setattr("bpe.files.pipeline._SECONDS", 0.05)
    ours = load(file(**stages))
    with pytest.raises(CorpusError) as caught:
        ours.encode("ab" * 200)
    assert caught.value.code == "slow_pattern"
    assert caught.value.values == {"stage": next(iter(stages)), "seconds": 0.05}

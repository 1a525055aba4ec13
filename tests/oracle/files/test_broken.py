"""Files that hold no tokenizer are refused with the place and the rule."""

import json

import pytest

from bpe import CorpusError
from bpe.interchange import load
from tests.cases import for_each

MODEL = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}


def model(**changes):
    """Return a small tokenizer.json with other values in its model."""
    return {"tokenizer.json": json.dumps({"model": MODEL | changes}).encode()}


@for_each(
    ("files", "sentence"),
    [
        ({}, "files must be at least one"),
        ({"a.txt": b"\xff\xfe"}, "a.txt: must be UTF-8 text, got byte 0xff at 0"),
        ({"a.txt": b" \n"}, "a.txt: must hold a tokenizer, got an empty file"),
        ({"t.json": b'{"model": '}, "t.json: must be JSON, got an error at line 1, column 11"),
        ({"t.json": b"[1]"}, "t.json: must be a JSON object"),
        ({"v.json": b'{"a": 0}'}, "files must be a tokenizer.json, vocab.json with merges.txt"),
        (model(type="Bigram"), "model.type must be BPE, WordPiece, Unigram or WordLevel, got 'Bi"),
        (model(vocab=["a"]), "model.vocab must map tokens to ids"),
        (model(vocab={"a": -1}), "model.vocab['a'] must be a whole number from 0"),
        (model(vocab={"a": 0, "b": 0}), "ids must be different whole numbers"),
        (model(merges=["a b c"]), 'model.merges[0] must be "left right"'),
        (model(merges=["a c"]), "model.merges[0] must use tokens of the vocabulary, got 'c'"),
        (model(unk_token=3), "model.unk_token must be a string"),
        (
            {"t.json": json.dumps({"model": MODEL, "pre_tokenizer": {"type": "X"}}).encode()},
            "must be what tokenizers can work with, got from it: ",
        ),
        (
            {"t.json": json.dumps({"model": MODEL, "normalizer": {"type": "X"}}).encode()},
            "must be what tokenizers can work with, got from it: ",
        ),
        ({"codes": b"#version: 0.3\na b</w>\n"}, "codes: line 1 must be '#version: 0.1'"),
        ({"codes": b"#version: 0.2\na b c\n"}, "codes: line 2 must be two tokens"),
        ({"codes": "好 人\n".encode()}, "at least one merge must have the mark </w>"),
        ({"x.tiktoken": b"YQ==\n"}, "x.tiktoken: line 1 must be a token in base64, a space"),
        ({"x.tiktoken": b"??? 1\n"}, "x.tiktoken: line 1 must begin with a token in base64"),
        ({"x.tiktoken": b"YQ== 0\nYQ== 1\n"}, "x.tiktoken: line 2 must hold a new token"),
        ({"x.tiktoken": b"YQ== 0\n"}, "all 256 single bytes must have a rank, byte 0 has none"),
    ],
)
def test_broken_files_say_what_was_expected_where(files, sentence):
    """One sentence with the file and the line or key."""
    with pytest.raises(CorpusError) as caught:
        load(files)
    assert sentence in str(caught.value)

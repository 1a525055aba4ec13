"""Files without a tokenizer are refused, with their kind, the place and the rule."""

import base64
import gzip
import json
import pickle

import pytest

from bpe import CorpusError
from bpe.files.checks import MAX_FILE_BYTES
from bpe.interchange import load
from bpe.text.characters import byte_alias

pytest.importorskip("tokenizers")
pytest.importorskip("tiktoken")
pytest.importorskip("sentencepiece")

MODEL = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}
ACCEPTED = "a tokenizer.json, .tiktoken ranks, a .model of SentencePiece or minbpe, vocab.json"
BYTES = b"".join(base64.b64encode(bytes([byte])) + b" %d\n" % byte for byte in range(256))
GPT2 = {"config.json": b'{"model_type": "gpt2"}'}
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:0000\nsize 2183982\n"
KERAS = {"class_name": "Tokenizer", "config": {"num_words": 10, "word_index": "{}"}}
TEKKEN = {"pattern": "a", "default_vocab_size": 1, "default_num_special_tokens": 1}
NAMED = {
    "lfs_pointer": {"tokenizer.json": POINTER, "mine.tiktoken": POINTER, "spiece.model": POINTER},
    "html_page": {
        "tokenizer.json": b"\xef\xbb\xbf\n<!DOCTYPE html>\n<title>Hugging Face</title>",
        "a.tiktoken": b"<html lang='en'>",
        "m.model": b"<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>",
        "t.json": b'{"error": "Repository not found"}',
    },
    "is_keras": {
        "tokenizer.json": json.dumps(KERAS).encode(),
        "keras.json": json.dumps(json.dumps(KERAS)).encode(),
    },
    "is_gguf": {"model.gguf": b"GGUF\x03\0\0\0\xff", "old.bin": b"tjgg\x03\0\0\0"},
    "is_safetensors": {"m.safetensors": (900).to_bytes(8, "little") + b'{"__metadata__":'},
    "is_zip": {"model.zip": b"PK\x03\x04\x14\0", "pytorch_model.bin": b"PK\x03\x04\0\0\xff"},
    "is_pickled": {"tokenizer.pkl": pickle.dumps({"a": 1}), "old.pt": b"\x80\x02\x8a\n"},
    "is_pieces": {"m.vocab": "<unk>\t0\n<s>\t0\n▁t\t-1.5\n".encode(), "b.txt": b"<unk>\t0\n"},
    "is_lineage": {"toy.vocab": b"[\\u0000] 0\n[\\u0001] 1\n[a][b] -> [ab] 256\n"},
}
"""Files often mistaken for a tokenizer: code of the sentence -> files."""

ALIASES = {alias: id_ for id_, alias in enumerate(byte_alias().values())}


def model(**changes):
    """Return a small tokenizer.json with other values in its model."""
    return {"t.json": json.dumps({"model": MODEL | changes}).encode()}


REFUSED = [
    # How many files, and what they are.
    ({}, "no_files", "files must be at least one"),
    ({"v.json": b'{"a":0}', "w.json": b'{"b":0}'}, "files", "v.json, w.json"),
    ({"a": b"a b", "b": b"a b"}, "files", "a, b"),
    ({"v.json": b'{"a": 0}'}, "half", "v.json: must come with its merges.txt"),
    ({"vocab.json": b'{"a": 0, "model": 1}'}, "half", "Choose both files."),
    ({"c.json": b'{"tokenizer_class": "LlamaTokenizer"}'}, "files", ACCEPTED),
    ({"tokenizer_config.json": b'{"tokenizer_class": "GPT2Tokenizer"}'}, "files", ACCEPTED),
    ({"merges.txt": b"#version: 0.2\na b\n"}, "half", "merges.txt: must come with its vocab.json"),
    ({"codes": b"#version: 0.2\na b</w>\n"}, "half", "codes: must come with its vocab.json"),
    ({"a.tiktoken": b"YQ== 0", "b.tiktoken": b"YQ== 0"}, "files", "a.tiktoken, b.tiktoken"),
    ({"vocab.txt": b"the\nof\n"}, "files", ACCEPTED),
    # Files of other kinds, each by its name.
    *(
        ({name: data}, code, f"{name}: must be")
        for code, each in NAMED.items()
        for name, data in each.items()
    ),
    ({"m.vocab": b"<unk>\t0\n<s>\t0\nt\t-1.5\n"}, "is_pieces", "Choose m.model"),
    ({"t.json": POINTER, "readme.md": b"# A model"}, "lfs_pointer", "to its 2,183,982 bytes"),
    ({"tokenizer.json": POINTER, "vocab.txt": b"[UNK]\n"}, "lfs_pointer", "tokenizer.json"),
    (
        {"vocab.txt": b"[UNK]\n", "config.json": b'{"tokenizer_class": "BertJapaneseTokenizer"}'},
        "other_class",
        "the vocabulary of a BertJapaneseTokenizer, which splits them by a dictionary",
    ),
    ({"toy.model": b"minbpe v1\n\n0\n97 300\n"}, "minbpe", "line 4 must be as minbpe writes"),
    ({"toy.model": b"minbpe v1\n\n0\n97 98\n97 98\n"}, "minbpe", "line 5 must be as minbpe"),
    ({"toy.model": b"minbpe v1\n(\n0\n"}, "bad_pattern", "got '('"),
    ({"tekken.json": b'{"config": {"pattern": "a"}, "vocab": []}'}, "tekken", "{'pattern': 'a'}"),
    (
        {"tekken.json": json.dumps({"config": TEKKEN, "vocab": []}).encode()},
        "rank_bytes",
        "tekken.json: all 256 single bytes must have a rank",
    ),
    (
        {"x.tiktoken": BYTES, "tokenizer_config.json": b'{"pat_str": "("}'},
        "bad_pattern",
        "x.tiktoken: must state a regular expression that splits off words from the left, got '('",
    ),
    ({"x.tiktoken": BYTES}, "pattern_needed", "--pattern"),
    ({"x.tiktoken": BYTES, "trained.json": b'{"scheme": {"name": 1}}'}, "record", "trained.json"),
    ({"x.tiktoken": BYTES, "added_tokens.json": b'{"a": -1}'}, "id", "added tokens['a'] must"),
    ({"x.json.gz": gzip.compress(b"{}" * 40, mtime=0)[:-9]}, "broken_packed", "x.json"),
    # Text and JSON.
    ({"a.txt": b"\xff\xfe"}, "not_text", "a.txt: must be UTF-8 text, got byte 0xff at 0"),
    ({"a.txt": b" \n"}, "empty", "a.txt: must contain a tokenizer, got an empty file"),
    ({"t.json": b'{"model": '}, "not_json_line", "must be JSON, got an error at line 1, column 11"),
    ({"t.json": b"[1]"}, "not_object", "t.json: must be a JSON object"),
    ({"t.json": b"[" * 100_000}, "not_json_deep", "t.json"),
    # A tokenizer.json.
    *(
        (
            {"t.json": json.dumps({"model": MODEL} | one).encode()},
            "refused",
            "can read, got its error",
        )
        for one in (
            {"model": "BPE"},
            {"normalizer": {"type": "X"}},
            {"pre_tokenizer": {"type": "X"}},
            *(
                {"model": MODEL | one}
                for one in (
                    {"type": "Bigram"},
                    {"type": "Unigram", "vocab": 1},
                    {"merges": [["a"]]},
                    {"merges": ["a b c"]},
                    {"merges": ["a c"]},
                    {"continuing_subword_prefix": 3},
                )
            ),
        )
    ),
    (model(vocab={"a": -1}), "id", "model.vocab['a'] must be a whole number from 0"),
    (model(vocab={"a": True}), "id", "got True"),
    (model(vocab={"a": 1.5}), "id", "got 1.5"),
    (model(vocab={"a": 0, "b": 0}), "id_again", "ids must be different whole numbers"),
    (model(type="WordPiece", unk_token="a", vocab={"a": 9999999999}), "id", "got 9999999999"),
    (model(vocab={"a": 4_000_001}), "id", "from 0 to 4000000, got 4000001"),
    # Vocabulary and merges.
    (
        {"v.json": json.dumps(ALIASES).encode(), "m.txt": b"#version: 0.2\na b\n"} | GPT2,
        "refused",
        "m.txt: must be a file that tokenizers can read, got its error: Token `ab` out of",
    ),
    ({"vocab.json": b'{"a":0,"b":1}', "merges.txt": b"a b\n"}, "pair", "vocab.json: must be like"),
    (
        {"vocab.json": json.dumps(ALIASES).encode(), "merges.txt": b"a b</w>\n"},
        "pair",
        "merges.txt: must be like GPT-2's",
    ),
    ({"v.json": json.dumps(ALIASES).encode(), "m.txt": b"a b c\n"}, "merge_line", "m.txt: line 1"),
    # Ranks.
    ({"x.tiktoken": b"YQ==\n"}, "rank_line", "line 1 must be a token in base64, a space"),
    ({"x.tiktoken": b"??? 1\n"}, "rank_token", "line 1 must begin with a token in base64"),
    ({"x.tiktoken": b"YQ== 0\nYQ== 1\n"}, "rank_again", "line 2 must contain a new token"),
    ({"x.tiktoken": b"YQ== 0\n"}, "rank_bytes", "all 256 single bytes must have a rank"),
    ({"x.tiktoken": b"YQ== " + b"9" * 20 + b"\n"}, "rank_bytes", "got none for byte 0"),
    # A model of SentencePiece.
    ({"m.model": b"\n\x07\n\x05<unk>\n\x03\n\x01a"}, "refused", "m.model"),
]


@pytest.mark.parametrize(("files", "code", "said"), REFUSED)
def test_what_cannot_be_read_is_named_with_its_place(files, code, said):
    """The error names the file, the line or key and the value, and says what to do."""
    with pytest.raises(CorpusError) as caught:
        load(files)
    assert caught.value.code == code
    assert said in str(caught.value)
    assert str(caught.value).count(". ") >= 1


def test_values_are_numbers_and_what_a_stranger_wrote_is_as_a_sentence_shows_it():
    """The error has its values, as the sentence shows them, for sentences in other languages.

    All files together have a limit, also after unpacking.
    """
    with pytest.raises(CorpusError) as caught:
        load({"v.json": json.dumps(ALIASES).encode(), "merges.txt": b"#version: 0.2\na b c d\n"})
    assert caught.value.values == {"file": "merges.txt", "line": 2, "value": "'a b c d'"}
    large, half = b"a" * (MAX_FILE_BYTES + 1), b"a" * (MAX_FILE_BYTES // 2 + 1)
    packed = gzip.compress(large, 1), gzip.compress(half, 1) * 2
    for files in ({"x": large}, *({"x": data} for data in packed), {"x": half, "y": half}):
        with pytest.raises(CorpusError) as caught:
            load(files)
        assert caught.value.code == "file_large"


def test_without_the_library_and_where_it_panics_a_sentence_says_so(monkeypatch):
    """The engine installs none of the libraries, so a missing one gives an error with a sentence.

    So does a decoder that strips too much: the library panics, which raises no `Exception`.
    """
    with monkeypatch.context() as without:
        without.setitem(__import__("sys").modules, "tokenizers", None)
        with pytest.raises(CorpusError, match="Run pip install tokenizers"):
            load(model())
    strip = {"type": "Strip", "content": "a", "start": 0, "stop": 5}
    file = json.dumps({"model": MODEL, "decoder": strip}).encode()
    with pytest.raises(CorpusError) as caught:
        load({"t.json": file}).decode([0])
    assert caught.value.code == "refused"

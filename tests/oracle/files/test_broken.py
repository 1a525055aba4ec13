"""Files that hold no tokenizer are refused, by what they are, with the place and the rule."""

import base64
import gzip
import json

import pytest

from bpe import CorpusError
from bpe.files.checks import LARGEST
from bpe.interchange import load
from tests.cases import for_each

pytest.importorskip("tokenizers")
pytest.importorskip("tiktoken")
pytest.importorskip("sentencepiece")

MODEL = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}
TABLE = "".join(f"[{byte}] {place}\n" for place, byte in enumerate("abcd")).encode()
DOUBLED = "".join(f"{new} {new}\n" for new in range(256, 300)).encode()
"""Merges that make each token twice as long as the one before."""


def model(**changes):
    """Return a small tokenizer.json with other values in its model."""
    return {"t.json": json.dumps({"model": MODEL | changes}).encode()}


def stage(**stages):
    """Return a small tokenizer.json with other stages."""
    return {"t.json": json.dumps({"model": MODEL, **stages}).encode()}


def tekken(**changes):
    """Return a tekken.json that asks for more than there is room for."""
    config = {"pattern": "a", "default_vocab_size": 300, "default_num_special_tokens": 2}
    config |= {name: value for name, value in changes.items() if name in config}
    rest = {name: value for name, value in changes.items() if name not in config}
    return {"tekken.json": json.dumps({"config": config, "vocab": [], **rest}).encode()}


REFUSED = [
    # How many files, and what they are.
    ({}, "no_files", "files must be at least one"),
    ({"v.json": b'{"a":0}', "w.json": b'{"b":0}'}, "files", "v.json, w.json"),
    ({"a": b"a b", "b": b"a b"}, "files", "a, b"),
    ({"v.json": b'{"a": 0}'}, "is_vocab_alone", "a tokenizer.json, vocab.json with merges.txt"),
    ({"vocab.json": b'{"a": 0, "model": 1}'}, "is_vocab_alone", "vocab.json"),
    ({"pytorch_model.bin": b"PK\x03\x04" + bytes(20)}, "is_archive", "pytorch_model.bin"),
    ({"model.tar": bytes(257) + b"ustar"}, "is_archive", "model.tar"),
    ({"m.st": (900).to_bytes(8, "little") + b'{"a":'}, "is_weights", "m.st"),
    ({"model.gguf": b"GGUF\x03\0\0\0"}, "is_weights", "model.gguf"),
    ({"old.pt": b"\x80\x02\x8a\n"}, "is_weights", "old.pt"),
    ({"m.vocab": "<unk>\t0\n<s>\t0\n▁t\t-1.5\nhe\t-2\n".encode()}, "is_piece_list", "m.vocab"),
    ({"m.vocab": TABLE}, "is_token_list", "m.vocab"),
    ({"yttm.model": b"2 1\n97 5\n9601 4\n4 5 6\n1 0 2 3\n"}, "is_yttm", "a model of YouTokenToMe"),
    (
        {"rwkv_vocab.txt": b"1 '\\x00' 1\n2 b'\\xe4' 1\n65 \"'\" 1\n66 ' a' 2\n"},
        "is_rwkv",
        "the vocabulary of RWKV",
    ),
    ({"c.json": b'{"tokenizer_class": "LlamaTokenizer"}'}, "is_settings", "c.json"),
    ({"c.json": b'{"model_type": "gpt2", "vocab_size": 50257}'}, "is_settings", "c.json"),
    ({"x.json.gz": gzip.compress(b"{}" * 40, mtime=0)[:-9]}, "broken_packed", "x.json"),
    # Text and JSON.
    ({"a.txt": b"\xff\xfe"}, "not_text", "a.txt: must be UTF-8 text, got byte 0xff at 0"),
    ({"a.txt": b" \n"}, "empty", "a.txt: must hold a tokenizer, got an empty file"),
    ({"t.json": b'{"model": '}, "not_json_line", "must be JSON, got an error at line 1, column 11"),
    ({"t.json": b"[1]"}, "not_object", "t.json: must be a JSON object"),
    ({"t.json": b"[" * 100_000}, "not_json_deep", "t.json"),
    # A tokenizer.json.
    ({"t.json": b'{"model": 1}'}, "model", "tokenizer.json"),
    (model(type="Bigram"), "model_type", "BPE, WordPiece, Unigram or WordLevel, got 'Bigram'"),
    (model(type="Unigram", vocab=1), "refused", "tokenizer.json"),
    (model(vocab=["a"]), "not_map", "model.vocab must map tokens to ids, got ['a']"),
    (model(vocab={}), "not_map", "got {}"),
    (model(vocab={"a": -1}), "id", "model.vocab['a'] must be a whole number from 0"),
    (model(vocab={"a": True}), "id", "got True"),
    (model(vocab={"a": 1.5}), "id", "got 1.5"),
    (model(vocab={"a": 0, "b": 0}), "id_again", "ids must be different whole numbers"),
    (model(type="WordPiece", unk_token="a", vocab={"a": 9999999999}), "id", "got 9999999999"),
    (model(vocab={"a": 4_000_001}), "id", "from 0 to 4000000, got 4000001"),
    (model(merges={}), "merges", "got {}"),
    (model(merges=[["a"]]), "merge", "got ['a']"),
    (model(merges=[["a", ""]]), "merge", "got ['a', '']"),
    (model(merges=["a b c"]), "merge", 'model.merges[0] must be "left right"'),
    (
        model(merges=["a c"]),
        "not_in_vocabulary",
        "must use tokens of the vocabulary, got 'c'",
    ),
    (model(unk_token=3), "model_string", "model.unk_token must be a string"),
    (stage(pre_tokenizer={"type": "X"}), "refused", "must be what tokenizers can work with, got"),
    (stage(normalizer={"type": "X"}), "refused", "must be what tokenizers can work with, got"),
    # Vocabulary and merges.
    (
        {"v.json": b'{"a":0,"b":1}', "m.txt": b"#version: 0.2\na b\n"},
        "merge_not_in_vocabulary",
        "'ab'",
    ),
    ({"codes": b"#version: 0.3\na b</w>\n"}, "version", "codes: line 1 must be '#version: 0.1'"),
    ({"codes": b"#version: 0.2\na b c\n"}, "merge_line", "codes: line 2 must be two tokens"),
    ({"codes": "好 人\n".encode()}, "no_mark", "at least one merge must have the mark </w>"),
    ({"vocab.txt": b"[PAD]\n##a\n"}, "vocab_unknown", "vocab.txt"),
    ({"vocab.txt": b"[UNK]\na\na\n"}, "vocab_again", "line 3"),
    # Ranks.
    ({"x.tiktoken": b"YQ==\n"}, "rank_line", "line 1 must be a token in base64, a space"),
    ({"x.tiktoken": b"??? 1\n"}, "rank_token", "line 1 must begin with a token in base64"),
    ({"x.tiktoken": b"YQ== 0\nYQ== 1\n"}, "rank_again", "line 2 must hold a new token"),
    (
        {"x.tiktoken": b"YQ== 0\n"},
        "rank_bytes",
        "all 256 single bytes must have a rank",
    ),
    ({"x.tiktoken": b"YQ== " + b"9" * 20 + b"\n"}, "rank_bytes", "byte 0 has none"),
    ({"tekken.json": b'{"config": {"pattern": 1}, "vocab": []}'}, "tekken", "tekken.json"),
    (tekken(default_num_special_tokens=4_000_000), "tekken", "tekken.json"),
    (tekken(special_tokens=[{"rank": 10**12, "token_str": "x"}]), "tekken", "tekken.json"),
    # Models of minbpe and SentencePiece.
    ({"toy.model": b"minbpe v1\n\n0\n97 98\n" + DOUBLED}, "minbpe", "toy.model"),
    ({"toy.model": b"minbpe v1\n\n0\n97 98\n256 300\n"}, "minbpe", "line 5"),
    ({"toy.model": b"minbpe v1\n(\n0\n97 98\n"}, "minbpe", "line 2"),
    ({"m.model": b"\n\x07\n\x05<unk>\n\x03\n\x01a"}, "refused", "m.model"),
]


@for_each(("files", "code", "said"), REFUSED)
def test_what_cannot_be_read_is_named_with_its_place(files, code, said):
    """One sentence with the file, the line or key, the value and the way out."""
    with pytest.raises(CorpusError) as caught:
        load(files)
    assert caught.value.code == code
    assert said in str(caught.value)
    assert str(caught.value).count(". ") >= 1


def test_values_are_numbers_and_what_a_stranger_wrote_is_as_a_sentence_shows_it():
    """Other languages make their own sentence of them."""
    with pytest.raises(CorpusError) as caught:
        load({"v.json": b'{"a":0,"b":1}', "merges.txt": b"#version: 0.2\na b\n"})
    assert caught.value.values == {"file": "merges.txt", "number": 1, "value": "'ab'"}


def test_a_file_that_unpacks_beyond_the_limit_is_refused():
    """Packed or not, and all files together, before anything is made of them."""
    large, half = b"a" * (LARGEST + 1), b"a" * (LARGEST // 2 + 1)
    packed = gzip.compress(large, 1), gzip.compress(half, 1) * 2
    for files in ({"x": large}, *({"x": data} for data in packed), {"x": half, "y": half}):
        with pytest.raises(CorpusError) as caught:
            load(files)
        assert caught.value.code == "file_large"


def test_a_pattern_of_tekken_that_only_its_library_knows_still_encodes():
    """The text is then one word; a pattern that gives up is refused in a sentence."""
    whole = json.loads(tekken(default_vocab_size=258, pattern=r"[a-z&&[^x]]+|x")["tekken.json"])
    whole["vocab"] = [
        {"rank": byte, "token_bytes": base64.b64encode(bytes([byte])).decode()}
        for byte in range(256)
    ]
    ours = load({"tekken.json": json.dumps(whole).encode()})
    assert ours.encode("axb").ids == [2 + byte for byte in b"axb"]
    assert [id_ for word in ours.encode("axb").words for id_ in word.ids] == [99, 122, 100]
    assert ours.decode([99, 0]) == "a<unk>"
    whole["config"]["pattern"] = r"(?:(?=a)a|a)+b"
    ours = load({"tekken.json": json.dumps(whole).encode()})
    with pytest.raises(CorpusError) as caught:
        _ = ours.encode("a" * 100_000 + "c").ids
    assert caught.value.code == "refused"


def test_without_the_library_the_sentence_says_how_to_get_it(monkeypatch):
    """The engine itself installs none of them."""
    monkeypatch.setitem(__import__("sys").modules, "tokenizers", None)
    with pytest.raises(CorpusError, match="Run pip install tokenizers"):
        load(model())

"""Every kind of file that people hold opens and encodes as its library does; others are named."""

import base64
import gzip
import io
import json
import random
from itertools import pairwise

import pytest

from bpe import CorpusError
from bpe.files.checks import LARGEST
from bpe.interchange import load
from tests.cases import for_each
from tests.oracle.files.texts import PROSE, check_traces, random_texts

tokenizers = pytest.importorskip("tokenizers")
sentencepiece = pytest.importorskip("sentencepiece")
regex = pytest.importorskip("regex")

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def agree(ours, theirs, seed, size=200):
    """Assert equal ids and text back on random texts; the words hold the same ids."""
    for text in random_texts(seed, size):
        expected = theirs.encode(text, add_special_tokens=False).ids
        encoding = ours.encode(text)
        assert encoding.ids == expected, ascii(text)
        assert [id_ for word in encoding.words for id_ in word.ids] == expected
        assert ours.decode(expected) == theirs.decode(expected, skip_special_tokens=False)
        check_traces(encoding)


@for_each("lowercase", [True, False])
def test_a_vocab_txt_is_bert(lowercase):
    """Case is kept where the file has upper case; without merges, each word says so."""
    theirs = tokenizers.BertWordPieceTokenizer(lowercase=lowercase)
    theirs.train_from_iterator([PROSE * 3], vocab_size=150, special_tokens=SPECIAL)
    ids = theirs.get_vocab()
    text = "\n".join(sorted(ids, key=ids.get)) + "\n"
    ours = load({"vocab.txt": text.encode()})
    assert (ours.format, ours.model) == ("vocab.txt", "WordPiece")
    agree(ours, theirs, f"bert {lowercase}")
    assert {word.why for word in ours.encode("the lowest towers").words} == {"wordpiece"}
    around = tokenizers.BertWordPieceTokenizer(vocab=ids, lowercase=lowercase)
    for framed in ("the lowest", "[CLS] the", ""):
        assert ours.framed(framed) == around.encode(framed).ids != around.encode("t").ids
    assert load({"vocab.txt": text.replace("\n", "\r\n").encode()}).encode("the low").ids == (
        ours.encode("the low").ids
    )


def test_a_tokenizer_json_may_be_unigram_wordpiece_or_words():
    """No model of that library is refused."""
    trainers = tokenizers.trainers
    made = (
        (
            tokenizers.models.Unigram(),
            trainers.UnigramTrainer(vocab_size=80, unk_token="<unk>", special_tokens=["<unk>"]),
            "Unigram",
        ),
        (
            tokenizers.models.WordPiece(unk_token="[UNK]"),
            trainers.WordPieceTrainer(vocab_size=90, special_tokens=SPECIAL),
            "WordPiece",
        ),
        (
            tokenizers.models.WordLevel(unk_token="[UNK]"),
            trainers.WordLevelTrainer(vocab_size=40, special_tokens=SPECIAL),
            "WordLevel",
        ),
    )
    for model, trainer, name in made:
        theirs = tokenizers.Tokenizer(model)
        theirs.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
        theirs.train_from_iterator([PROSE], trainer)
        ours = load({"tokenizer.json": theirs.to_str().encode()})
        assert (ours.model, len(ours.merges), ours.merge_count) == (name, 0, 0)
        agree(ours, theirs, name, 60)


def test_the_tokenizer_json_of_char_bpe_opens():
    """What CharBPETokenizer saves has BERT's normalizer in it."""
    theirs = tokenizers.CharBPETokenizer()
    theirs.train_from_iterator([PROSE] * 2, vocab_size=150)
    agree(load({"tokenizer.json": theirs.to_str().encode()}), theirs, "char-bpe")


def test_a_vocabulary_may_have_a_token_named_model(tmp_path):
    """GPT-2's has; it is still a vocabulary, in whatever order and under whatever names."""
    theirs = tokenizers.ByteLevelBPETokenizer()
    theirs.train_from_iterator(["model models remodel " * 9], vocab_size=270)
    assert "model" in theirs.get_vocab()
    theirs.save_model(str(tmp_path))
    vocabulary = (tmp_path / "vocab.json").read_bytes()
    merges = (tmp_path / "merges.txt").read_bytes()
    agree(load({"encoder.json": vocabulary, "vocab.bpe": merges}), theirs, "model", 50)
    agree(load({"b": gzip.compress(merges), "a": gzip.compress(vocabulary)}), theirs, "model", 50)
    settings = json.dumps({"tokenizer_class": "GPT2Tokenizer", "unk_token": "<|x|>"}).encode()
    files = {"tokenizer_config.json": settings, "vocab.json": vocabulary, "merges.txt": merges}
    agree(load(files), theirs, "model", 50)


@for_each("model_type", ["bpe", "unigram", "word", "char"])
@for_each("byte_fallback", [False, True])
def test_a_model_of_sentencepiece_opens(model_type, byte_fallback):
    """All four of its models; merges are replayed by score, user-defined symbols whole."""
    if byte_fallback and model_type in ("word", "char"):
        return
    saved = io.BytesIO()
    options = {"byte_fallback": True, "user_defined_symbols": ["low", "好"]}
    size = {"bpe": 400, "unigram": 380, "word": 40, "char": 45}[model_type]
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter((PROSE * 5).split("\n")),
        model_writer=saved,
        model_type=model_type,
        vocab_size=size if byte_fallback else min(size, 130),
        hard_vocab_limit=False,
        minloglevel=2,
        **(options if byte_fallback else {}),
    )
    theirs = sentencepiece.SentencePieceProcessor(model_proto=saved.getvalue())
    ours = load({"tokenizer.model": saved.getvalue()})
    assert ours.format == "sentencepiece"
    steps = 0
    for text in random_texts(model_type, 150):
        expected = theirs.encode(text)
        encoding = ours.encode(text)
        assert encoding.ids == expected, ascii(text)
        assert ours.decode(expected) == theirs.decode(expected)
        assert [id_ for word in encoding.words for id_ in word.ids] == expected
        check_traces(encoding)
        steps += sum(len(word.steps) for word in encoding.words)
        if model_type == "bpe":
            assert {word.why for word in encoding.words} <= {None}, ascii(text)
    assert (steps > 0) == (model_type == "bpe")
    for left, right, new in ours.merges:
        assert ours.token(left) + ours.token(right) == ours.token(new)
    marks = (theirs.is_control, theirs.is_unknown, theirs.is_byte)
    made = {
        id_
        for id_ in range(len(theirs))
        if len(piece := theirs.id_to_piece(id_)) > 1
        and not any(is_mark(id_) for is_mark in marks)
        and not (byte_fallback and piece == "low")
    }
    assert {new for _, _, new in ours.merges} == (made if model_type == "bpe" else set())


def test_a_symbol_made_the_users_in_a_trained_model_is_never_parted():
    """Nor merged with a neighbour, though the model has pieces for both together."""
    proto = pytest.importorskip("sentencepiece.sentencepiece_model_pb2").ModelProto()
    saved = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter((PROSE * 5).split("\n")),
        model_writer=saved,
        model_type="bpe",
        vocab_size=130,
        minloglevel=2,
    )
    proto.ParseFromString(saved.getvalue())
    for piece in proto.pieces:
        if piece.piece in ("we", "er", "▁t"):
            piece.type = piece.USER_DEFINED
    data = proto.SerializeToString()
    theirs, ours = sentencepiece.SentencePieceProcessor(model_proto=data), load({"m.model": data})
    for text in ("lower towers the widest newer", "we were there then", "answer to the we"):
        encoding = ours.encode(text)
        assert encoding.ids == theirs.encode(text)
        assert {word.why for word in encoding.words} == {None}
        check_traces(encoding)


def minbpe_ids(merges, pattern, text):
    """Encode as minbpe's RegexTokenizer does, from its description."""
    found = []
    for chunk in regex.findall(pattern, text) if pattern else [text]:
        ids = list(chunk.encode())
        while pairs := [pair for pair in pairwise(ids) if pair in merges]:
            pair = min(pairs, key=merges.get)
            merged = []
            while ids:
                size = 2 if tuple(ids[:2]) == pair else 1
                merged.append(merges[pair] if size == 2 else ids[0])
                ids = ids[size:]
            ids = merged
        found += ids
    return found


@for_each("pattern", ["", r"\p{L}+|\p{N}{1,2}|\s+|[^\s\p{L}\p{N}]+"])
def test_a_model_of_minbpe_opens(pattern):
    """Merges by id, in any order; two tokens may read alike; special tokens have own ids."""
    rng = random.Random(3)
    merges = {}
    for new in range(256, 300):
        letters = [*b"abehilnorstw ", *range(256, new)]
        merges.setdefault((rng.choice(letters), rng.choice(letters)), new)
    merges = {pair: 256 + place for place, pair in enumerate(merges)}
    last = 256 + len(merges)
    head = f"minbpe v1\n{pattern}\n2\n<|a b|> {last}\n<|end|> {last + 1}\n"
    file = head + "".join(f"{left} {right}\n" for left, right in merges)
    ours = load({"toy.model": file.encode()})
    assert (ours.format, ours.merge_count) == ("minbpe", len(merges))
    for text in random_texts(f"minbpe {pattern}", 200):
        encoding = ours.encode(text)
        assert encoding.ids == minbpe_ids(merges, pattern, text), ascii(text)
        assert ours.decode(encoding.ids) == text
        check_traces(encoding)
    assert ours.decode([last, last + 1]) == "<|a b|><|end|>"
    with pytest.raises(ValueError, match="id must be"):
        ours.decode([last + 2])


def test_merges_of_clip_are_not_taken_for_codes():
    """Both have </w>; what is beyond ASCII tells bytes from letters."""
    clip = "#version: 0.2\nt h\nth e</w>\nÃ ©</w>\nc a\nca f\ncaf Ã©</w>\n"
    ours = load({"merges.txt": clip.encode()})
    assert ours.format == "merges.txt"
    assert ours.encode("The  CAFÉ").tokens == ["the</w>", "cafÃ©</w>"]
    codes = load({"codes": "#version: 0.2\nt h\nth e</w>\nc a\nca f\ncaf é</w>\n".encode()})
    assert codes.format == "subword-nmt"
    assert codes.encode("the café").tokens == ["the</w>", "café</w>"]


TABLE = "".join(f"[{byte}] {place}\n" for place, byte in enumerate("abcd"))


def tekken(**changes):
    """Return a tekken.json that asks for more than there is room for."""
    config = {"pattern": "a", "default_vocab_size": 300, "default_num_special_tokens": 2}
    config |= {name: value for name, value in changes.items() if name in config}
    rest = {name: value for name, value in changes.items() if name not in config}
    return json.dumps({"config": config, "vocab": [], **rest}).encode()


def doubled():
    """Return merges that make each token twice as long as the one before."""
    return "".join(f"{new} {new}\n" for new in range(256, 300)).encode()


@for_each(
    ("name", "data", "code"),
    [
        ("pytorch_model.bin", b"PK\x03\x04" + bytes(20), "is_archive"),
        ("model.tar", bytes(257) + b"ustar", "is_archive"),
        ("model.safetensors", (900).to_bytes(8, "little") + b'{"a":', "is_weights"),
        ("model.gguf", b"GGUF\x03\0\0\0", "is_weights"),
        ("old.pt", b"\x80\x02\x8a\n", "is_weights"),
        ("m.vocab", "<unk>\t0\n<s>\t0\n▁t\t-1.5\nhe\t-2\n".encode(), "is_piece_list"),
        ("m.vocab", TABLE.encode(), "is_token_list"),
        ("tokenizer_config.json", b'{"tokenizer_class": "LlamaTokenizer"}', "is_settings"),
        ("config.json", b'{"model_type": "gpt2", "vocab_size": 50257}', "is_settings"),
        ("vocab.json", b'{"a": 0, "model": 1}', "is_vocab_alone"),
        ("x.json.gz", gzip.compress(b"{}" * 40, mtime=0)[:-9], "broken_packed"),
        ("tekken.json", b'{"config": {"pattern": 1}, "vocab": []}', "tekken"),
        (
            "t.json",
            b'{"model": {"type": "WordPiece", "unk_token": "a", "vocab": {"a": 9999999999}}}',
            "id",
        ),
        ("tekken.json", tekken(default_num_special_tokens=4_000_000), "tekken"),
        ("tekken.json", tekken(special_tokens=[{"rank": 10**12, "token_str": "x"}]), "tekken"),
        ("toy.model", b"minbpe v1\n\n0\n97 98\n" + doubled(), "minbpe"),
        ("vocab.txt", b"[PAD]\n##a\n", "vocab_unknown"),
        ("vocab.txt", b"[UNK]\na\na\n", "vocab_again"),
        ("toy.model", b"minbpe v1\n\n0\n97 98\n256 300\n", "minbpe"),
        ("toy.model", b"minbpe v1\n(\n0\n97 98\n", "minbpe"),
        ("tokenizer.model", b"\n\x07\n\x05<unk>\n\x03\n\x01a", "refused"),
        ("t.json", b'{"model": {"type": "Unigram", "vocab": 1}}', "refused"),
    ],
)
def test_what_cannot_be_read_is_named(name, data, code):
    """With what it is and the way out, in the engine's own sentence."""
    with pytest.raises(CorpusError) as caught:
        load({name: data})
    assert caught.value.code == code
    if code != "id":
        assert caught.value.values["file"] in (name, name.removesuffix(".gz"), "tokenizer.json")
    assert str(caught.value).count(". ") >= 1


def test_a_file_that_unpacks_beyond_the_limit_is_refused():
    """Packed or not, and all files together, before anything is made of them."""
    large, half = b"a" * (LARGEST + 1), b"a" * (LARGEST // 2 + 1)
    for data in (large, gzip.compress(large, 1), gzip.compress(half, 1) * 2):
        with pytest.raises(CorpusError) as caught:
            load({"x": data})
        assert caught.value.code == "file_large"
    with pytest.raises(CorpusError) as caught:
        load({"x": half, "y": half})
    assert caught.value.code == "file_large"


def test_a_pattern_of_tekken_that_only_its_library_knows_still_encodes():
    """The text is then one word; a pattern that gives up is refused in a sentence."""
    whole = json.loads(tekken(default_vocab_size=258, pattern=r"[a-z&&[^x]]+|x"))
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
        load({"t.json": b'{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}'})

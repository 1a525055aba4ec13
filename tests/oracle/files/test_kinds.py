"""Every kind of file that people hold opens and encodes as its library does; others are named."""

import gzip
import io
import json
import random

import pytest

from bpe.interchange import load
from tests.cases import for_each
from tests.oracle.files.texts import PROSE, check_agrees, check_traces, minbpe_ids, random_texts

tokenizers = pytest.importorskip("tokenizers")
sentencepiece = pytest.importorskip("sentencepiece")
regex = pytest.importorskip("regex")

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


@for_each("lowercase", [True, False])
def test_a_vocab_txt_is_bert(lowercase):
    """Case is kept where the file has upper case; without merges, each word says so."""
    theirs = tokenizers.BertWordPieceTokenizer(lowercase=lowercase)
    theirs.train_from_iterator([PROSE * 3], vocab_size=150, special_tokens=SPECIAL)
    ids = theirs.get_vocab()
    text = "\n".join(sorted(ids, key=ids.get)) + "\n"
    ours = load({"vocab.txt": text.encode()})
    assert (ours.format, ours.model) == ("vocab.txt", "WordPiece")
    check_agrees(ours, theirs, random_texts(f"bert {lowercase}", 200))
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
        check_agrees(ours, theirs, random_texts(name, 60))


def test_a_vocabulary_may_have_a_token_named_model(tmp_path):
    """GPT-2's has; it is still a vocabulary, in whatever order and under whatever names."""
    theirs = tokenizers.ByteLevelBPETokenizer()
    theirs.train_from_iterator(["model models remodel " * 9], vocab_size=270)
    assert "model" in theirs.get_vocab()
    theirs.save_model(str(tmp_path))
    vocabulary = (tmp_path / "vocab.json").read_bytes()
    merges = (tmp_path / "merges.txt").read_bytes()
    settings = json.dumps({"tokenizer_class": "GPT2Tokenizer", "unk_token": "<|x|>"}).encode()
    for files in (
        {"encoder.json": vocabulary, "vocab.bpe": merges},
        {"b": gzip.compress(merges), "a": gzip.compress(vocabulary)},
        {"tokenizer_config.json": settings, "vocab.json": vocabulary, "merges.txt": merges},
    ):
        check_agrees(load(files), theirs, random_texts("model", 50))


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
    named, begin = "lower <|end|>the <|a b|>", ours.encode("lower ").ids
    assert ours.encode(named).ids == ours.encode(named, allow_special=False).ids
    assert last not in ours.encode(named).ids
    read = ours.encode(named, allow_special=True)
    assert read.ids == [*begin, last + 1, *ours.encode("the ").ids, last]
    assert "".join(word.text for word in read.words) == named
    assert [encoding.ids for encoding in ours.encode_batch([named], allow_special=True)] == [
        read.ids
    ]
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

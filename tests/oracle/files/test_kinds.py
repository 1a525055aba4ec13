"""Every kind of file that people hold opens and encodes as its library does; others are named."""

import gzip
import io
import json

import pytest

from bpe.interchange import load
from tests.oracle.files.texts import PROSE, check_agrees, check_traces, random_texts

tokenizers = pytest.importorskip("tokenizers")
sentencepiece = pytest.importorskip("sentencepiece")

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


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
        assert (ours.model, ours.merge_count) == (name, 0)
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
    readme = b"# A model\n"
    for files in (
        {"encoder.json": vocabulary, "vocab.bpe": merges},
        {"b": gzip.compress(merges), "a": gzip.compress(vocabulary)},
        {"config.json": settings, "vocab.json": vocabulary, "merges.txt": merges, "a.md": readme},
    ):
        ours = load(files)
        assert ours.format == "merges.txt"
        check_agrees(ours, theirs, random_texts("model", 50))


@pytest.mark.parametrize("model_type", ["bpe", "unigram", "word", "char"])
@pytest.mark.parametrize("byte_fallback", [False, True])
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
    marks = (theirs.is_control, theirs.is_unknown, theirs.is_byte)
    made = {
        id_
        for id_ in range(len(theirs))
        if len(piece := theirs.id_to_piece(id_)) > 1
        and not any(is_mark(id_) for is_mark in marks)
        and not (byte_fallback and piece == "low")
    }
    assert ours.merge_count == (len(made) if model_type == "bpe" else 0)


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
    normal = {each.piece for each in proto.pieces if each.type == each.NORMAL}
    cuts = [[(one[:at], one[at:]) for at in range(1, len(one))] for one in normal]
    assert ours.merge_count == sum(any(normal >= {*cut} for cut in each) for each in cuts)
    for text in ("lower towers the widest newer", "we were there then", "answer to the we"):
        encoding = ours.encode(text)
        assert encoding.ids == theirs.encode(text)
        assert {word.why for word in encoding.words} == {None}
        check_traces(encoding)

"""Every kind of file that people hold opens and encodes as its library does; ranks, too."""

import base64
import gzip
import json
import random
import re
from dataclasses import replace

import pytest

from bpe import PRESETS, CorpusError, train
from bpe.interchange import load, load_merges, to_tiktoken
from bpe.text.pretokenizers import pattern
from tests.oracle import peers
from tests.oracle.files.texts import PROSE, check_agrees, check_traces, random_texts

tokenizers = pytest.importorskip("tokenizers")
sentencepiece = pytest.importorskip("sentencepiece")

LINES = (PROSE * 5).split("\n")
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
    size = {"bpe": 400, "unigram": 380, "word": 40, "char": 45}[model_type]
    options = {"byte_fallback": True, "user_defined_symbols": ["low", "好"]}
    options = options | {"vocab_size": size} if byte_fallback else {"vocab_size": min(size, 130)}
    options |= {"model_type": model_type, "hard_vocab_limit": False}
    theirs = peers.sentencepiece_model(LINES, character_coverage=0.9995, **options)
    ours = load({"tokenizer.model": theirs.serialized_model_proto()})
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


def test_spaces_that_a_model_keeps_belong_to_the_word_behind_them():
    """Of a model that takes no space away; a word is more than its marks."""
    theirs = peers.sentencepiece_model(LINES, vocab_size=130, remove_extra_whitespaces=False)
    ours = load({"m.model": theirs.serialized_model_proto()})
    for text in ("a   b", "  a b", "low  lower   x"):
        words = ours.encode(text).words
        assert [word.text for word in words] == re.findall("▁*[^▁]+", f"▁{text}".replace(" ", "▁"))
        assert [id_ for word in words for id_ in word.ids] == theirs.encode(text)


def test_a_symbol_made_the_users_in_a_trained_model_is_never_parted():
    """Nor merged with a neighbour, though the model has pieces for both together."""
    proto = pytest.importorskip("sentencepiece.sentencepiece_model_pb2").ModelProto()
    trained = peers.sentencepiece_model(LINES, character_coverage=0.9995, vocab_size=130)
    proto.ParseFromString(trained.serialized_model_proto())
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


tiktoken = pytest.importorskip("tiktoken")


@pytest.mark.parametrize("name", ["gpt4", "gpt2", "text"])
def test_ranks_encode_in_tiktoken_as_the_training_does(name):
    """Same ids, and merges that the file does not hold are found again."""
    training = train(PROSE, replace(PRESETS["gpt"], pretokenizer=name), max_merges=200)
    ranks = to_tiktoken(training)
    lines = [line.split() for line in ranks.splitlines()]
    theirs = tiktoken.Encoding(
        "x",
        pat_str=pattern(name),
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in lines},
        special_tokens={},
    )
    again = load({"own.tiktoken": ranks.encode()}, pretokenizer=name)
    assert load_merges("own.tiktoken", ranks.encode()) == [m.pair for m in training.merges]
    for text in random_texts(name):
        expected = theirs.encode_ordinary(text)
        assert list(training.tokenizer().encode(text).ids) == expected, ascii(text)
        assert again.encode(text).ids == expected, ascii(text)
        assert again.decode(expected) == text


@pytest.mark.parametrize("name", ["gpt2", "gpt4"])
def test_hand_made_ranks_encode_as_in_tiktoken(name):
    """Ranks that no training gives, where cuts of one token compete, come out the same."""
    rng = random.Random(name)
    for _ in range(25):
        ranks = {bytes([byte]): byte for byte in range(256)}
        for _ in range(40):
            token = bytes(rng.choice(b"ab ") for _ in range(rng.randint(2, 6)))
            ranks.setdefault(token, len(ranks))
        theirs = tiktoken.Encoding(
            "x", pat_str=pattern(name), mergeable_ranks=ranks, special_tokens={}
        )
        lines = "".join(f"{base64.b64encode(t).decode()} {r}\n" for t, r in ranks.items())
        ours = load({"x.tiktoken": lines.encode()}, pretokenizer=name)
        for _ in range(40):
            text = "".join(rng.choice("aabb ") for _ in range(rng.randint(1, 30)))
            encoding = ours.encode(text)
            assert encoding.ids == theirs.encode_ordinary(text), (ranks, text)
            check_traces(encoding)


def rank_lines(*, last=255):
    """Return ranks of all bytes, the last one of which may be told."""
    ranks = [*range(255), last]
    return "".join(
        f"{base64.b64encode(bytes([byte])).decode()} {rank}\n" for byte, rank in enumerate(ranks)
    ).encode()


@pytest.mark.parametrize(
    ("words", "cut"),
    [
        (None, ["don", "'t", " ", "123", "4", " DON", "'T"]),
        ("gpt2", ["don", "'t", " 1234", " DON", "'", "T"]),
        ("qwen", ["don", "'t", " ", "1", "2", "3", "4", " DON", "'T"]),
        ("o200k", ["don't", " ", "123", "4", " DON'T"]),
    ],
)
def test_who_opens_ranks_says_how_words_are_cut(words, cut):
    """Whatever the file is called; unless told, they are cut as GPT-4 does."""
    for file in ("own.tiktoken", "gpt2.tiktoken", "o200k_base.tiktoken"):
        ours = load({file: rank_lines()}, words)
        assert [word.text for word in ours.encode("don't 1234 DON'T").words] == cut


def test_who_opens_ranks_says_what_else_the_file_does_not():
    """What is done to a text before, and special tokens, whose ids are none of the ranks."""
    said = {"normalizer": "nfc", "special": {"<|end|>": 300}}
    ours = load({"x.tiktoken": rank_lines()}, **said)
    assert ours.encode("e\u0301<|end|>").ids == list("é<|end|>".encode())
    assert ours.decode([97, 300]) == "a<|end|>"
    assert (ours.vocab_size, ours.merge_count) == (257, 0)
    assert (ours.id("<|end|>"), ours.id(b"<|end|>")) == (300, None)
    with pytest.raises(CorpusError, match="ids must be different whole numbers"):
        load({"x.tiktoken": rank_lines()}, special={"<|end|>": 255})
    with pytest.raises(ValueError, match=r"^normalizer must be one of .*, got 'nfd'\. "):
        load({"x.tiktoken": rank_lines()}, normalizer="nfd")


@pytest.mark.parametrize(
    ("last", "code"), [(254, "id_again"), (10**11, "id"), (10**30, "id"), (256, None)]
)
def test_a_rank_is_an_id_that_comes_once_and_is_no_larger_than_any(last, code):
    """However many digits it has; a gap between ranks is none."""
    file = {"x.tiktoken": rank_lines(last=last)}
    if code is None:
        assert load(file).encode("é").ids == list("é".encode())
        assert load(file).vocabulary[b"\xff"] == last
        return
    with pytest.raises(CorpusError) as caught:
        load(file)
    assert caught.value.code == code
    assert caught.value.values["where"] == "x.tiktoken"

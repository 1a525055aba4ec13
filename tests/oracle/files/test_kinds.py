"""Every common kind of file opens and encodes as in its library; ranks, too."""

import base64
import gzip
import json
import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest
import regex

from bpe import PRESETS, CorpusError, train
from bpe.interchange import WORDS, load, load_merges, to_tiktoken
from bpe.text.characters import byte_alias, from_alias
from bpe.text.pretokenizers import pattern
from tests.oracle import peers
from tests.oracle.files.libraries import content, mended
from tests.oracle.files.texts import PROSE, check_agrees, check_traces, random_texts
from tests.twin import apply
from ui.tokenizers import opened

tokenizers = pytest.importorskip("tokenizers")
sentencepiece = pytest.importorskip("sentencepiece")

LINES = (PROSE * 5).split("\n")
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def test_a_tokenizer_json_may_be_unigram_wordpiece_or_words():
    """Each of these models of the package tokenizers encodes as there."""
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
    """GPT-2's vocabulary has such a token; the files open under other names and in any order.

    ByteLevelBPETokenizer splits words by GPT-2's pattern. The two files do not state the pattern,
    and without it they are refused.
    """
    theirs = tokenizers.ByteLevelBPETokenizer()
    theirs.train_from_iterator(["model models remodel " * 9], vocab_size=270)
    assert "model" in theirs.get_vocab()
    theirs.save_model(str(tmp_path))
    vocabulary = (tmp_path / "vocab.json").read_bytes()
    merges = (tmp_path / "merges.txt").read_bytes()
    settings = json.dumps({"tokenizer_class": "GPT2Tokenizer", "unk_token": "<|x|>"}).encode()
    readme = b"# A model\n"
    with pytest.raises(CorpusError) as caught:
        load({"vocab.json": vocabulary, "merges.txt": merges})
    assert caught.value.code == "pattern_needed"
    for files, given in (
        ({"encoder.json": vocabulary, "vocab.bpe": merges}, "gpt2"),
        ({"b": gzip.compress(merges), "a": gzip.compress(vocabulary)}, "r50k"),
        (
            {"config.json": settings, "vocab.json": vocabulary, "merges.txt": merges}
            | {"a.md": readme},
            None,
        ),
    ):
        ours = load(files, given)
        assert ours.format == "merges.txt"
        check_agrees(ours, theirs, random_texts("model", 50))


@pytest.mark.parametrize("model_type", ["bpe", "unigram", "word", "char"])
@pytest.mark.parametrize("byte_fallback", [False, True])
def test_a_model_of_sentencepiece_opens(model_type, byte_fallback):
    """All four model types open; merges are replayed by score, user-defined symbols stay whole."""
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
    """The model removes no spaces, and each word has all marks before it."""
    theirs = peers.sentencepiece_model(LINES, vocab_size=130, remove_extra_whitespaces=False)
    ours = load({"m.model": theirs.serialized_model_proto()})
    for text in ("a   b", "  a b", "low  lower   x"):
        words = ours.encode(text).words
        assert [word.text for word in words] == re.findall("▁*[^▁]+", f"▁{text}".replace(" ", "▁"))
        assert [id_ for word in words for id_ in word.ids] == theirs.encode(text)


def test_a_symbol_made_the_users_in_a_trained_model_is_never_parted():
    """It is not merged with a neighbour either, though the model has pieces for both together."""
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


def test_a_name_is_a_special_token_where_it_is_allowed():
    """All special tokens are found by default, as in tokenizers; if not allowed, they are text."""
    added = tokenizers.AddedToken
    theirs = tokenizers.ByteLevelBPETokenizer()
    theirs.train_from_iterator([PROSE], vocab_size=300)
    theirs.add_special_tokens([added("<s>", special=True), added("<m>", special=True, lstrip=True)])
    theirs.add_tokens(["lowest"])
    ours, text = load({"tokenizer.json": theirs.to_str().encode()}), "low <s>the lowest <m>low<s>"
    assert ours.encode(text).ids == ours.encode(text, allowed_special="all").ids
    assert ours.encode(text).ids == theirs.encode(text).ids
    assert ours.encode("a <m>b", allowed_special=["<m>"]).ids == theirs.encode("a <m>b").ids
    plain = tokenizers.Tokenizer.from_str(theirs.to_str())
    plain.encode_special_tokens = True
    assert ours.encode(text, allowed_special=()).ids == plain.encode(text).ids
    for method in ("merges", "fewest-tokens"):
        encoding = ours.encode(text, method, allowed_special={"<s>"})
        assert [id_ for word in encoding.words for id_ in word.ids] == encoding.ids
        assert (encoding.ids.count(ours.id("<s>")), encoding.ids.count(ours.id("<m>"))) == (2, 0)
        assert ours.id("lowest") in encoding.ids
        assert encoding.text == ours.decode(encoding.ids) == text
    assert ours.encode(text).ids == theirs.encode(text).ids  # as before


def test_what_sentencepiece_never_finds_is_found_where_it_is_allowed():
    """Special tokens are text by default; if allowed, the parts between them are encoded alone."""
    theirs = peers.sentencepiece_model(LINES, character_coverage=0.9995, vocab_size=130)
    ours, text = load({"m.model": theirs.serialized_model_proto()}), "low<s>the lower</s>"
    assert ours.encode(text).ids == ours.encode(text, allowed_special=()).ids == theirs.encode(text)
    expected = [*theirs.encode("low"), theirs.bos_id(), *theirs.encode("the lower")]
    assert ours.encode(text, allowed_special="all").ids == [*expected, theirs.eos_id()]


tiktoken = pytest.importorskip("tiktoken")


@pytest.mark.parametrize("name", ["gpt4", "gpt2", "text"])
def test_ranks_encode_in_tiktoken_as_the_training_does(name):
    """Ids are equal, and the merges, which the file does not contain, are found again."""
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
    """The ranks come from no training, and a token may have several splits into two others."""
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
    """Return a file with a rank for each byte; `last` is the rank of the last byte."""
    ranks = [*range(255), last]
    return "".join(
        f"{base64.b64encode(bytes([byte])).decode()} {rank}\n" for byte, rank in enumerate(ranks)
    ).encode()


@pytest.mark.parametrize(
    ("words", "cut"),
    [
        ("gpt4", ["don", "'t", " ", "123", "4", " DON", "'T"]),
        (r"\w+|'", ["don", "'", "t", "1234", "DON", "'", "T"]),
        ("gpt2", ["don", "'t", " 1234", " DON", "'", "T"]),
        ("qwen", ["don", "'t", " ", "1", "2", "3", "4", " DON", "'T"]),
        ("o200k", ["don't", " ", "123", "4", " DON'T"]),
    ],
)
def test_who_opens_ranks_says_how_words_are_cut(words, cut):
    """The pattern is a name or an expression; without it, a file of any name is refused."""
    for file in ("own.tiktoken", "gpt2.tiktoken", "o200k_base.tiktoken"):
        with pytest.raises(CorpusError) as caught:
            load({file: rank_lines()})
        assert caught.value.code == "pattern_needed"
        assert caught.value.values == {"file": file, "patterns": ", ".join(WORDS)}
        ours = load({file: rank_lines()}, words)
        assert [word.text for word in ours.encode("don't 1234 DON'T").words] == cut


def test_who_opens_ranks_says_what_else_the_file_does_not():
    """The caller may give the normalizer, and special tokens, whose ids must not be ranks."""
    said = {"normalizer": "nfc", "special": {"<|end|>": 300}}
    ours = load({"x.tiktoken": rank_lines()}, "gpt4", **said)
    assert ours.encode("e\u0301<|end|>").ids == list("é<|end|>".encode())
    assert ours.decode([97, 300]) == "a<|end|>"
    assert (ours.vocab_size, ours.merge_count) == (257, 0)
    assert (ours.id("<|end|>"), ours.id(b"<|end|>")) == (300, None)
    with pytest.raises(CorpusError, match="ids must be different whole numbers"):
        load({"x.tiktoken": rank_lines()}, "gpt4", special={"<|end|>": 255})
    with pytest.raises(ValueError, match=r"^normalizer must be one of .*, got 'nfd'\. "):
        load({"x.tiktoken": rank_lines()}, normalizer="nfd")


@pytest.mark.parametrize(
    ("last", "code"), [(254, "id_again"), (10**11, "id"), (10**30, "id"), (256, None)]
)
def test_a_rank_is_an_id_that_comes_once_and_is_no_larger_than_any(last, code):
    """A rank that occurs twice or is too large is refused; a gap between ranks is not."""
    file = {"x.tiktoken": rank_lines(last=last)}
    if code is None:
        assert load(file, "gpt4").encode("é").ids == list("é".encode())
        assert load(file, "gpt4").vocabulary[b"\xff"] == last
        return
    with pytest.raises(CorpusError) as caught:
        load(file, "gpt4")
    assert caught.value.code == code
    assert caught.value.values["where"] == "x.tiktoken"


def minbpe_model(training, pattern=""):
    """Return the lines that minbpe's `save` writes."""
    special = "".join(f"{name} {9000 + at}\n" for at, name in enumerate(("<|a|>", "<b>")))
    merges = "".join(f"{left} {right}\n" for left, right in training.merge_ids.tolist())
    return f"minbpe v1\n{pattern}\n2\n{special}{merges}".encode()


@pytest.mark.parametrize("words", ["text", "gpt4", "gpt2", r"\w+|[^\w\s]+"])
def test_a_model_of_minbpe_encodes_as_minbpe_does(words):
    """In each word the pair of lowest rank is merged first; names of special tokens are text."""
    pattern_ = None if words == "text" else pattern(words) if words in WORDS else words
    rules = replace(PRESETS["minbpe"], pattern=pattern_)
    training = train(PROSE, rules, max_merges=120)
    ours = load({"toy.model": minbpe_model(training, pattern_ or "")})
    assert (ours.format, ours.merge_count, ours.words) == ("minbpe", 120, None)
    ranks = {tuple(pair): 256 + rank for rank, pair in enumerate(training.merge_ids.tolist())}
    for text in [*random_texts(words, 80), "<|a|> the lowest <b>", "x" * 300]:
        expected = []
        for word in regex.findall(pattern_, text) if pattern_ else [text]:
            ids = list(word.encode())
            while pairs := [pair for pair in pairwise(ids) if pair in ranks]:
                pair = min(pairs, key=ranks.__getitem__)
                ids = apply(ids, pair, ranks[pair])
            expected += ids
        assert ours.encode(text).ids == expected, text
        assert ours.decode(expected) == ("".join(regex.findall(pattern_ or "(?s).+", text)))
    assert ours.decode([9000, 97]) == "<|a|>a"


@pytest.mark.parametrize("is_named", [False, True])
def test_mistrals_tekken_encodes_as_its_package_does(is_named):
    """Ids of ranks follow the special tokens, named in the file or not; excess tokens are cut."""
    whole = json.loads(content("tekken"))
    first, names = 40, ["<unk>", "<s>", "</s>", "[INST]"]
    spelled = sorted(whole["model"]["vocab"].items(), key=lambda each: each[1])
    tokens = [from_alias(token) for token, id_ in spelled if id_ >= 1000][:5000]
    source = whole["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"]
    vocab = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for rank, token in enumerate(tokens)
    ]
    sizes = {"default_vocab_size": 4000 + first, "default_num_special_tokens": first}
    file = {"config": {"pattern": source, **sizes, "version": "v3"}, "vocab": vocab}
    if is_named:
        listed = ({"rank": at, "token_str": name} for at, name in enumerate(names))
        file["special_tokens"] = [*listed]
    ours = load({"tekken.json": json.dumps(file).encode()})
    ranks = {token: rank for rank, token in enumerate(tokens[:4000])}
    theirs = tiktoken.Encoding("x", pat_str=source, mergeable_ranks=ranks, special_tokens={})
    for text in random_texts("tekken", 100):
        expected = [first + id_ for id_ in theirs.encode(text)]
        assert ours.encode(text).ids == expected
        assert ours.decode(expected) == text
        check_traces(ours.encode(text))
    assert [ours.special[name] for name in names] == [0, 1, 2, 3]
    assert (ours.special["<SPECIAL_39>"], ours.special.get("[/INST]")) == (
        39,
        None if is_named else 4,
    )
    assert (ours.vocab_size, ours.format, ours.words) == (4000 + first, "tekken.json", None)


@pytest.mark.parametrize(
    ("config", "options"),
    [
        (None, {"lowercase": True}),
        ({"do_lower_case": False}, {"lowercase": False}),
        ({"do_lower_case": True, "strip_accents": False}, {"strip_accents": False}),
        ({"tokenize_chinese_chars": False}, {"handle_chinese_chars": False}),
    ],
)
def test_a_vocab_txt_of_bert_encodes_as_in_its_library(config, options):
    """Settings state the case; without them, a vocabulary without capitals means lower case.

    A note says that lower case was assumed.
    """
    ids = json.loads(content("bert"))["model"]["vocab"]
    tokens = sorted(ids, key=ids.__getitem__)
    files = {"vocab.txt": "\n".join([*tokens, ""]).encode()}
    if config is not None:
        files["tokenizer_config.json"] = json.dumps(config).encode()
    ours = load(files)
    theirs = tokenizers.BertWordPieceTokenizer(vocab=ids, **options)
    for text in [*random_texts("bert", 80), "Café 天天 [SEP] The"]:
        assert ours.encode(text).ids == theirs.encode(text, add_special_tokens=False).ids
    is_assumed = "do_lower_case" not in (config or {})
    assert ("lowercase" in ours.notes) == is_assumed
    cased = load({"vocab.txt": "\n".join([*tokens, "The"]).encode()})
    assert cased.encode("The").ids == [len(tokens)]
    assert cased.notes == ()


def test_clips_vocabulary_and_merges_open_without_a_tokenizer_json():
    """Folders of Stable Diffusion have these two files, which encode as the app's own file.

    Only the app's own file replaces quotes and widths, so texts with these are left out.
    """
    model = json.loads(content("clip"))["model"]
    merges = "\n".join(["#version: 0.2", *map(" ".join, model["merges"])])
    files = {"vocab.json": json.dumps(model["vocab"]).encode(), "merges.txt": merges.encode()}
    ours, real = load(files), opened("clip")
    texts = ["a photo of a CAT's été 好", *random_texts("clip", 90)]
    for text in (text for text in texts if text == mended(text)):
        assert ours.encode(text).ids == real.encode(text).ids
    [word] = ours.encode("été").words
    assert (word.text, "".join(word.tokens)) == ("été", "été</w>")
    assert all(ours.id(ours.token(id_)) == id_ for id_ in range(0, 49_408, 7))
    ids = {token: id_ for id_, token in enumerate([*byte_alias().values(), "lo", "lo</w>"])}
    ours = load({"vocab.json": json.dumps(ids).encode(), "merges.txt": b"l o"}, "gpt2")
    assert ours.encode("lo").ids == [256], "what comes after it has no mark"

"""Files of other libraries, in and out, against those libraries."""

import base64
import io
import json
import random
from dataclasses import replace

import pytest

from bpe import PRESETS, CorpusError, train
from bpe.interchange import (
    load,
    merges_text,
    to_subword_nmt_codes,
    to_tiktoken,
    to_tokenizer_json,
)
from bpe.text.bytelevel import byte_alias, from_alias, to_alias
from bpe.text.pretokenizers import pattern

tokenizers = pytest.importorskip("tokenizers")
tiktoken = pytest.importorskip("tiktoken")
apply_bpe = pytest.importorskip("subword_nmt.apply_bpe")

PROSE = """the lowest of the lower towns lowers its newest towers; the widest, newest tower is lower
In 1984 it's 12345 days since the people's house wasn't there: "we'll see", they said, they've gone
人人生而自由，在尊严和权利上一律平等。 他们赋有理性和良心， 并应以兄弟关系的精神相对待。 天天向上
naïve café e\u0301te\u0301 aaaa aaaaaaa abababab  banana bandana\n\n  \tthe end the end
"""
LETTERS = [*"abehilnorstw  \n\t.,'!129é人好学\u3000\u0301", "the ", "low", "'s", "👩\u200d🚀", "ß"]


def random_texts(seed, size=400, letters=LETTERS):
    """Return random texts, with what the corpus knows and what it does not."""
    rng = random.Random(seed)
    words = PROSE.split(" ")
    for _ in range(size):
        parts = (rng.choice(letters if rng.random() < 0.7 else words) for _ in range(12))
        yield "".join(parts)


def spelled(tokens):
    """Return tokens as the library's files spell them."""
    return [to_alias(token) if isinstance(token, bytes) else token for token in tokens]


JSON_SCHEMES = {
    "huggingface": PRESETS["huggingface"],
    "huggingface-unk": replace(PRESETS["huggingface"], unknown="unk"),
    "huggingface-bytes": replace(PRESETS["huggingface"], unknown="bytes"),
    "huggingface-nfkc": replace(PRESETS["huggingface"], normalizer="nfkc"),
    "gpt": PRESETS["gpt"],
    "gpt2": replace(PRESETS["gpt"], pretokenizer="gpt2"),
    "minbpe": PRESETS["minbpe"],
    "bert-bytes": replace(PRESETS["gpt"], pretokenizer="bert", normalizer="nfc"),
    "attached": replace(PRESETS["subword-nmt"], unknown="unk"),
    "attached-drop": replace(PRESETS["subword-nmt"], unknown="drop"),
    "attached-whitespace": replace(
        PRESETS["subword-nmt"], unknown="unk", pretokenizer="whitespace"
    ),
    "prefix": replace(PRESETS["sentencepiece"], normalizer="none", unknown="unk"),
    "wordpiece": PRESETS["wordpiece"],
    "characters-gpt4": replace(PRESETS["huggingface"], pretokenizer="gpt4"),
    "characters-text": replace(PRESETS["huggingface"], pretokenizer="text"),
}


@pytest.mark.parametrize("name", JSON_SCHEMES)
def test_a_tokenizer_json_encodes_in_tokenizers_as_the_training_does(name):
    """Same tokens and ids for random texts, and the file reads back the same."""
    training = train(PROSE, JSON_SCHEMES[name], max_merges=120)
    ours = training.tokenizer()
    written = to_tokenizer_json(training)
    theirs = tokenizers.Tokenizer.from_str(written)
    again = load({"tokenizer.json": written.encode()})
    for text in random_texts(name):
        expected = theirs.encode(text)
        encoding = ours.encode(text)
        assert spelled(encoding.tokens) == expected.tokens, ascii(text)
        assert list(encoding.ids) == expected.ids
        reread = again.encode(text)
        assert spelled(reread.tokens) == expected.tokens, ascii(text)
        assert reread.ids == expected.ids


@pytest.mark.parametrize("name", ["gpt", "minbpe", "attached", "prefix", "huggingface-bytes"])
def test_loaded_files_decode_as_tokenizers_does(name):
    """Text comes back as that library gives it back."""
    written = to_tokenizer_json(train(PROSE, JSON_SCHEMES[name], max_merges=80))
    theirs = tokenizers.Tokenizer.from_str(written)
    ours = load({"tokenizer.json": written.encode()})
    for text in random_texts(name, 200):
        ids = theirs.encode(text).ids
        assert ours.decode(ids) == theirs.decode(ids), ascii(text)


@pytest.mark.parametrize("name", ["paper", "subword-nmt"])
def test_codes_encode_in_subword_nmt_as_the_training_does(name):
    """apply_bpe splits random lines the same way, and so do the codes read back."""
    training = train(PROSE, replace(PRESETS[name], pretokenizer="space"), max_merges=120)
    codes = to_subword_nmt_codes(training)
    theirs = apply_bpe.BPE(io.StringIO(codes))
    again = load({"codes.bpe": codes.encode()})
    for text in random_texts(name):
        line = text.replace("\n", " ")
        expected = theirs.segment(line).split(" ") if line.strip(" ") else []
        assert with_separator(again.encode(line)) == expected, ascii(line)
        if name == "subword-nmt":
            assert with_separator(training.tokenizer().encode(line)) == expected, ascii(line)


def with_separator(encoding):
    """Return tokens as subword-nmt prints them: @@ after all but the last of a word."""
    printed = []
    for word in encoding.words:
        tokens = list(word.tokens)
        if tokens[-1] == "</w>":
            tokens.pop()
        else:
            tokens[-1] = tokens[-1].removesuffix("</w>")
        printed += [token + "@@" for token in tokens[:-1]] + tokens[-1:]
    return printed


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
    assert again.merges == training.tokenizer().merges
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


def check_traces(encoding):
    """Assert that each word's steps lead to its tokens."""
    for word in encoding.words:
        if word.steps:
            assert word.steps[-1].tokens == word.tokens
            sizes = [len(step.tokens) for step in word.steps]
            assert sizes == sorted(sizes, reverse=True)


def test_vocab_and_merges_of_gpt2_style_encode_as_in_tokenizers(tmp_path):
    """Byte-level vocab.json with merges.txt, ids in any order."""
    training = train(PROSE, replace(PRESETS["gpt"], pretokenizer="gpt2"), max_merges=120)
    tokens = [to_alias(token) for token in training.tokens]
    random.Random(1).shuffle(tokens)
    vocabulary = json.dumps({token: id_ for id_, token in enumerate(tokens)})
    merges = merges_text(training)
    (tmp_path / "vocab.json").write_text(vocabulary, encoding="utf-8")
    (tmp_path / "merges.txt").write_text(merges, encoding="utf-8")
    theirs = tokenizers.ByteLevelBPETokenizer(
        str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt")
    )
    ours = load({"vocab.json": vocabulary.encode(), "merges.txt": merges.encode()})
    alone = load({"merges.txt": merges.encode()})
    assert ours.format == "merges.txt"
    for text in random_texts("pair"):
        expected = theirs.encode(text)
        encoding = ours.encode(text)
        assert encoding.ids == expected.ids, ascii(text)
        assert spelled(encoding.tokens) == expected.tokens
        assert spelled(alone.encode(text).tokens) == expected.tokens
        assert ours.decode(encoding.ids) == text
        check_traces(encoding)


def trained_by_tokenizers(stages, normalizer=None, decoder=None, **options):
    """Return a tokenizer of that package, trained on PROSE."""
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.BPE(
            unk_token=options.pop("unk_token", None),
            fuse_unk=options.pop("fuse_unk", False),
            byte_fallback=options.pop("byte_fallback", False),
            ignore_merges=options.pop("ignore_merges", False),
        )
    )
    tokenizer.pre_tokenizer = stages
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    if decoder is not None:
        tokenizer.decoder = decoder
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=400, show_progress=False, **options)
    tokenizer.train_from_iterator(PROSE.splitlines(keepends=True), trainer)
    return tokenizer


def pipelines():
    """Yield (name, tokenizer) for the kinds of pipeline people have."""
    made, normal = tokenizers.pre_tokenizers, tokenizers.normalizers
    every_byte = made.ByteLevel.alphabet()
    llama3 = (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    )
    yield (
        "gpt2",
        trained_by_tokenizers(
            made.ByteLevel(add_prefix_space=True),
            initial_alphabet=every_byte,
            special_tokens=["<|endoftext|>"],
        ),
    )
    yield (
        "llama3",
        trained_by_tokenizers(
            made.Sequence(
                [
                    made.Split(tokenizers.Regex(llama3), "isolated"),
                    made.ByteLevel(add_prefix_space=False, use_regex=False),
                ]
            ),
            ignore_merges=True,
            initial_alphabet=every_byte,
            special_tokens=["<|begin_of_text|>"],
        ),
    )
    fallback = [f"<0x{byte:02X}>" for byte in range(256)]
    yield (
        "llama2",
        trained_by_tokenizers(
            made.Metaspace(prepend_scheme="first", split=True),
            normal.Sequence([normal.NFC(), normal.Replace("ß", "ss")]),
            tokenizers.decoders.Metaspace(),
            unk_token="<unk>",
            fuse_unk=True,
            byte_fallback=True,
            special_tokens=["<unk>", "<s>", *fallback],
        ),
    )
    yield (
        "gemma",
        trained_by_tokenizers(
            made.Split(" ", "merged_with_previous"),
            normal.Sequence([normal.Prepend("▁"), normal.Replace(" ", "▁")]),
            unk_token="<unk>",
            fuse_unk=True,
            special_tokens=["<unk>"],
        ),
    )
    yield (
        "char-level",
        trained_by_tokenizers(
            made.Sequence([made.Whitespace(), made.Digits(individual_digits=True)]),
            normal.Sequence([normal.NFKD(), normal.Lowercase(), normal.Strip()]),
            unk_token="[UNK]",
            special_tokens=["[UNK]", "the"],
            end_of_word_suffix="</w>",
        ),
    )
    yield (
        "punctuation",
        trained_by_tokenizers(
            made.Sequence([made.Punctuation("merged_with_previous"), made.Digits()]),
            continuing_subword_prefix="##",
        ),
    )
    for behavior in ("removed", "merged_with_next", "contiguous", "isolated"):
        yield (
            behavior,
            trained_by_tokenizers(made.Split(tokenizers.Regex(r"[ .,]"), behavior, invert=False)),
        )
    yield (
        "inverted",
        trained_by_tokenizers(
            made.Split(tokenizers.Regex(r"\w+"), "merged_with_previous", invert=True)
        ),
    )


PIPELINES = (
    "gpt2",
    "llama3",
    "llama2",
    "gemma",
    "char-level",
    "punctuation",
    "removed",
    "merged_with_next",
    "contiguous",
    "isolated",
    "inverted",
)


@pytest.fixture(scope="module")
def trained():
    """All pipelines by name."""
    return dict(pipelines())


@pytest.mark.parametrize("name", PIPELINES)
def test_files_of_tokenizers_encode_as_there(name, trained):
    """Every kind of pipeline: special tokens, unknown characters and byte fallback included."""
    theirs = trained[name]
    ours = load({"tokenizer.json": theirs.to_str().encode()})
    special = ["<|endoftext|>", "<|begin_of_text|>", "<s>", "<unk>", "the", "</s>", "𝕏", "ﬁ"]
    for text in random_texts(name, 300, [*LETTERS, *special]):
        expected = theirs.encode(text, add_special_tokens=False)
        encoding = ours.encode(text)
        assert encoding.ids == expected.ids, (ascii(text), spelled(encoding.tokens))
        assert spelled(encoding.tokens) == expected.tokens
        check_traces(encoding)


def test_hand_made_merges_encode_as_in_tokenizers():
    """Merges in an order that no training gives come out the same."""
    rng = random.Random(5)
    for _ in range(60):
        vocabulary = {letter: id_ for id_, letter in enumerate("abc")}
        merges = []
        for _ in range(12):
            left, right = rng.choice(list(vocabulary)), rng.choice(list(vocabulary))
            vocabulary.setdefault(left + right, len(vocabulary))
            merges.append((left, right))
        rng.shuffle(merges)
        theirs = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, merges))
        ours = load({"tokenizer.json": theirs.to_str().encode()})
        for _ in range(20):
            text = "".join(rng.choice("aabc") for _ in range(rng.randint(1, 20)))
            encoding = ours.encode(text)
            assert encoding.tokens == theirs.encode(text).tokens, (merges, text)
            check_traces(encoding)


def test_the_byte_table_is_that_of_tokenizers():
    """The same 256 characters, there and back."""
    assert set(byte_alias().values()) == set(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    assert to_alias(bytes(range(256))) == "".join(byte_alias()[byte] for byte in range(256))
    assert from_alias(to_alias(bytes(range(256)))) == bytes(range(256))


@pytest.mark.parametrize("scheme", ["paper", "subword-nmt", "sentencepiece"])
def test_what_a_tokenizer_json_cannot_say_is_refused(scheme):
    """The sentence names the rule of the scheme that stands in the way."""
    with pytest.raises(ValueError, match=r"must .* for a tokenizer\.json"):
        to_tokenizer_json(train("low lower", scheme))


def test_what_other_formats_cannot_say_is_refused():
    """Marks, bytes and spaces inside tokens each meet a format without them."""
    with pytest.raises(ValueError, match="boundary must be suffix or attached"):
        to_subword_nmt_codes(train("low lower", "gpt"))
    with pytest.raises(ValueError, match="units must be bytes"):
        to_tiktoken(train("low lower", "paper"))
    spaced = train("a b a b a b", replace(PRESETS["huggingface"], pretokenizer="text"))
    with pytest.raises(ValueError, match="no space or line end"):
        merges_text(spaced)
    rules = replace(PRESETS["subword-nmt"], unknown="unk", tie_rule="first")
    marked = train("a</w>x a</w>x a", rules)
    with pytest.raises(ValueError, match="must differ in spelling"):
        to_tokenizer_json(marked)


MODEL = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}


def model(**changes):
    """Return a small tokenizer.json with other values in its model."""
    return {"tokenizer.json": json.dumps({"model": MODEL | changes}).encode()}


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "files must be at least one"),
        ({"a.txt": b"\xff\xfe"}, "a.txt: must be UTF-8 text, got byte 0xff at 0"),
        ({"a.txt": b" \n"}, "a.txt: must hold a tokenizer, got an empty file"),
        ({"t.json": b'{"model": '}, "t.json: must be JSON, got an error at line 1, column 11"),
        ({"t.json": b"[1]"}, "t.json: must be a JSON object"),
        ({"v.json": b'{"a": 0}'}, "files must be a tokenizer.json, vocab.json with merges.txt"),
        (model(type="Unigram"), "model.type must be BPE, got 'Unigram'"),
        (model(vocab=["a"]), "model.vocab must map tokens to ids"),
        (model(vocab={"a": -1}), "model.vocab['a'] must be a whole number from 0"),
        (model(vocab={"a": 0, "b": 0}), "ids must be different whole numbers"),
        (model(merges=["a b c"]), 'model.merges[0] must be "left right"'),
        (model(merges=["a c"]), "model.merges[0] must use tokens of the vocabulary, got 'c'"),
        (model(unk_token=3), "model.unk_token must be a string"),
        (
            {"t.json": json.dumps({"model": MODEL, "pre_tokenizer": {"type": "X"}}).encode()},
            "pre_tokenizer.type must be one of",
        ),
        (
            {"t.json": json.dumps({"model": MODEL, "normalizer": {"type": "X"}}).encode()},
            "normalizer.type must be one of",
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

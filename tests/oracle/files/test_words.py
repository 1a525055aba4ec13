"""The law of words: without marks, the tokens of a word spell the normalized word.

The law holds for every kind of file and any text. The expected words come from the library's own
normalizer and pre-tokenizer.
"""

import json
import re
import unicodedata
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe.interchange import load
from bpe.text.characters import from_alias
from tests.oracle import peers
from tests.oracle.files.test_tokenizer_json import PIPELINES
from tests.oracle.files.texts import PROSE
from ui.tokenizers import opened, shipped

tokenizers = pytest.importorskip("tokenizers")
sentencepiece = pytest.importorskip("sentencepiece")

PIECES = [*"abehlostx  ▁#\n\t.'129éß好人ﬁİ🦙\u0301\u200d\u3000\x00Ġ", "low", "the ", "2024", "</w>"]
PIECES += ["<unk>", "<0x41>", "<s>", "[UNK]", "##", "ab", "the"]
TEXTS = st.lists(st.sampled_from(PIECES) | st.characters(exclude_categories=["Cs"]), max_size=14)

VOCABULARY = {"<unk>": 0, "a": 1, "b": 2, "ab": 3, "##a": 4, "##b": 5, "b</w>": 6, "▁": 7, "▁a": 8}
VOCABULARY["<unk>a"] = 9  # a text, or nothing
MERGES = [["a", "b"], ["▁", "a"]]
BYTES = {f"<0x{byte:02X}>": 10 + byte for byte in range(256)}
PIECES_OF_UNIGRAM = [[token, -float(id_)] for token, id_ in (VOCABULARY | BYTES).items()]
UNKNOWN = {"unk_token": "<unk>"}
MODELS = {
    "no fallback": {"type": "BPE", "vocab": VOCABULARY, "merges": MERGES, **UNKNOWN},
    "fused": {"type": "BPE", "vocab": VOCABULARY, "merges": MERGES, "fuse_unk": True, **UNKNOWN},
    "fallback": {"type": "BPE", "vocab": VOCABULARY | BYTES, "merges": MERGES, **UNKNOWN}
    | {"byte_fallback": True, "fuse_unk": True},
    "suffix": {"type": "BPE", "vocab": VOCABULARY, "merges": MERGES[:1], **UNKNOWN}
    | {"end_of_word_suffix": "</w>"},
    "prefix": {"type": "BPE", "vocab": VOCABULARY, "merges": [], **UNKNOWN}
    | {"continuing_subword_prefix": "##"},
    "wordpiece": {"type": "WordPiece", "vocab": VOCABULARY, **UNKNOWN}
    | {"continuing_subword_prefix": "##", "max_input_chars_per_word": 9},
    "wordpiece without a prefix": {"type": "WordPiece", "vocab": VOCABULARY, **UNKNOWN}
    | {"continuing_subword_prefix": "", "max_input_chars_per_word": 100},
    "words": {"type": "WordLevel", "vocab": VOCABULARY, **UNKNOWN},
    "unigram": {"type": "Unigram", "vocab": PIECES_OF_UNIGRAM[:10], "unk_id": 0},
    "unigram fallback": {"type": "Unigram", "vocab": PIECES_OF_UNIGRAM, "unk_id": 0}
    | {"byte_fallback": True},
}
PREPEND = {"type": "Prepend", "prepend": "▁"}
SPACES = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
METASPACE = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
PARTS = {
    "lower": {"normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "WhitespaceSplit"}},
    "nfkc": {"normalizer": {"type": "NFKC"}, "pre_tokenizer": METASPACE},
    "marks": {"normalizer": {"type": "Sequence", "normalizers": [PREPEND, SPACES]}},
    "nothing": {},
}
ADDED = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False) | {"special": True}
FILES = {
    **{
        f"{model}, {part}": json.dumps({"model": MODELS[model], **PARTS[part]})
        for model in MODELS
        for part in PARTS
    },
    "its unknown token is added": json.dumps(
        {"model": MODELS["no fallback"], **PARTS["lower"]}
        | {"added_tokens": [{"id": 0, "content": "<unk>", **ADDED}]}
    ),
}


def spells(word, unknown, model):
    """Return whether the tokens of a word spell it; an unknown token stands for any bytes.

    Every place at which a token may end is kept: a regular expression with many unknown tokens
    would try all combinations.
    """
    prefix, suffix = model.get("continuing_subword_prefix") or "", model.get("end_of_word_suffix")
    data, ends = word.text.encode(), {0}
    for place, token in enumerate(word.tokens):
        if token == unknown:
            ends = {*range(min(ends, default=len(data)) + 1, len(data) + 1)}
            continue
        if isinstance(token, bytes):
            forms = [token.removesuffix((suffix or "").encode())]
        elif model.get("byte_fallback", False) and re.fullmatch("<0x[0-9A-F]{2}>", token):
            forms = [bytes([int(token[3:5], 16)]), token.encode()]
        else:
            plain = token.removeprefix(prefix) if place else token
            forms = [plain.removesuffix(suffix or "").encode()]
        ends = {end + len(form) for end in ends for form in forms if data.startswith(form, end)}
    return len(data) in ends


def check(ours, text, words, model, unknown, methods=("merges",)):
    """Assert the law for each word of a text, and that the joined words equal `words`."""
    for method in methods:
        encoding = ours.encode(text, method)
        for word in encoding.words:
            assert spells(word, unknown, model), word
        assert [id_ for word in encoding.words for id_ in word.ids] == encoding.ids
        assert "".join(word.text for word in encoding.words) == words


@cache
def of_library(name):
    """Return our tokenizer of a tokenizer.json, the library's, and the model in the file."""
    theirs = tokenizers.Tokenizer.from_str(FILES[name]) if name in FILES else PIPELINES[name]()
    whole = json.loads(theirs.to_str())
    return load({"t.json": theirs.to_str().encode()}), theirs, whole["model"]


def words_of(theirs, text):
    """Return the joined words of a text after the library's normalizer and pre-tokenizer.

    The text has no added tokens.
    """
    normalized = theirs.normalizer.normalize_str(text) if theirs.normalizer else text
    stage = theirs.pre_tokenizer
    return "".join(part for part, _ in stage.pre_tokenize_str(normalized)) if stage else normalized


@pytest.mark.parametrize("name", FILES)
@given(pieces=TEXTS)
def test_tokens_spell_their_words_in_a_tokenizer_json(name, pieces):
    """The files have byte fallback, unknown tokens, added or not, and marks before or after."""
    (ours, theirs, model), text = of_library(name), "".join(pieces)
    if name not in FILES or "added" in name:
        text = text.replace("<unk>", "")
    if theirs.normalizer and not text:
        return
    methods = "merges", "fewest-tokens"
    check(ours, text, words_of(theirs, text), model, "<unk>", methods)


@pytest.mark.parametrize("name", [name for name in PIPELINES if name != "punctuation"])
@given(pieces=TEXTS)
def test_tokens_spell_their_words_in_trained_pipelines(name, pieces):
    """The pipelines have normalizers, stages that drop separators, and byte aliases."""
    (ours, theirs, model), text = of_library(name), "".join(pieces)
    for token in ours.special:
        text = text.replace(token, "")
    words = words_of(theirs, text)
    if ours.scheme.units == "bytes":
        words = from_alias(words).decode()
    check(ours, text, words, model, model["unk_token"])


@cache
def of_sentencepiece(model_type, byte_fallback, suffix):
    """Return ours and the library's tokenizer of a trained .model."""
    sizes = {"bpe": 130, "unigram": 120, "word": 40, "char": 45}
    theirs = peers.sentencepiece_model(
        PROSE.split("\n") * 5,
        model_type=model_type,
        vocab_size=sizes[model_type] + 256 * byte_fallback,
        byte_fallback=byte_fallback,
        treat_whitespace_as_suffix=suffix,
        hard_vocab_limit=False,
    )
    return load({"spiece.model": theirs.serialized_model_proto()}), theirs


@pytest.mark.parametrize("suffix", [False, True])
@pytest.mark.parametrize(
    ("model_type", "byte_fallback"),
    [
        *(("bpe", False), ("bpe", True), ("unigram", False), ("unigram", True)),
        *(("word", False), ("char", False)),
    ],
)
@given(pieces=TEXTS)
def test_tokens_spell_their_words_in_a_sentencepiece_model(
    model_type, byte_fallback, suffix, pieces
):
    """The words are those of its normalizer, split before marks, or after marks with `suffix`."""
    ours, theirs = of_sentencepiece(model_type, byte_fallback, suffix)
    text = "".join(pieces)
    check(ours, text, theirs.normalize(text), {"byte_fallback": byte_fallback}, "<unk>")
    words = [word.text for word in ours.encode(text).words]
    parted = re.findall("^▁+|[^▁]+▁*" if suffix else "▁*[^▁]+|▁+", "".join(words))
    assert words == parted or model_type == "word"


def test_where_characters_are_dropped_a_word_is_what_its_tokens_spell():
    """Without an unknown token the library drops a character that has no token, and so do words."""
    model = {"type": "BPE", "vocab": VOCABULARY, "merges": [["a", "##b"]]}
    model |= {"continuing_subword_prefix": "##", "vocab": VOCABULARY | {"ab": 3}}
    ours = load({"t.json": json.dumps({"model": model, **PARTS["lower"]}).encode()})
    words = [(word.text, word.tokens) for word in ours.encode("AxB xb ab").words]
    assert words == [("ab", ("ab",)), ("b", ("##b",)), ("ab", ("ab",))]


@pytest.mark.parametrize("name", shipped())
@given(pieces=TEXTS)
def test_tokens_spell_their_words_in_each_tokenizer_of_the_app(name, pieces):
    """Without the marks ▁, ## and </w>, the joined tokens are the text that the library reads."""
    ours, text = opened(name), "".join(pieces)
    if ours.format == "tokenizer.json":
        theirs = ours._library
        for token in ours.special:
            text = text.replace(token, "")
        words, unknown = words_of(theirs, text), "[UNK]"
        if "ByteLevel" in repr(theirs.pre_tokenizer):
            words = from_alias(words).decode()
        model = {"end_of_word_suffix": "</w>"} if name == "clip" else {}
        model |= {"continuing_subword_prefix": "##"} if name == "bert" else {}
        check(ours, text, words, model, unknown)
    elif ours.format == "sentencepiece":
        theirs = ours._library
        check(ours, text, theirs.normalize(text), {"byte_fallback": True}, "<unk>")
    else:
        words = unicodedata.normalize("NFC", text) if "qwen" in name else text
        check(ours, text, words, {}, None)

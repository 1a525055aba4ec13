"""Files of tokenizers, and lists of merges, that are much to open or to use."""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable, Iterator
from functools import partial

from tests.browser.wall.bombs.bomb import (
    EMPTY,
    MEGABYTE,
    PATTERNS,
    Files,
    as_json,
    bomb,
    noise,
    packed,
)

_EIGHT = " ".join("x" * 8)


def _tokenizer(**changed: object) -> dict[str, object]:
    vocab = {"a": 0, "b": 1, "ab": 2, "x": 3}
    model = {"type": "BPE", "vocab": vocab, "merges": [["a", "b"]]}
    return {"version": "1.0", "added_tokens": [], "model": model, **changed}


def growing(links: int = 3_400, text: str = "") -> bytes:
    """Replace x by 2,000 characters, and a chain of merges for all of them: 12 MB."""
    letters = text or "y" * 2_000
    tokens = ["y" * each for each in range(1, links + 1)]
    merges = [["y" * each, "y"] for each in range(1, links)]
    model = {"type": "BPE", "vocab": {each: at for at, each in enumerate(tokens)}}
    model["merges"] = merges
    normalizer = {"type": "Replace", "pattern": {"String": "x"}, "content": letters}
    return as_json(_tokenizer(model=model, normalizer=normalizer))


def _split_by(pattern: str) -> bytes:
    split = {
        "type": "Split",
        "pattern": {"Regex": pattern},
        "behavior": "Isolated",
        "invert": False,
    }
    return as_json(_tokenizer(pre_tokenizer=split))


def _replace_by(pattern: str, content: str) -> bytes:
    return as_json(
        _tokenizer(
            normalizer={"type": "Replace", "pattern": {"Regex": pattern}, "content": content}
        )
    )


def _doubling_json(times: int) -> bytes:
    tokens = ["a" * 2**each for each in range(times + 1)]
    model = {
        "type": "BPE",
        "vocab": {each: at for at, each in enumerate(tokens)},
        "merges": [[each, each] for each in tokens[:-1]],
    }
    return as_json(_tokenizer(model=model))


def doubling_ids(times: int) -> bytes:
    """A minbpe model whose every merge joins the last token with itself."""
    pairs = ["97 97", *(f"{256 + each} {256 + each}" for each in range(times - 1))]
    return "\n".join(["minbpe v1", "", "0", *pairs, ""]).encode()


def _long_tokens(number: int, size: int, seed: int = 0) -> Files:
    """A .tiktoken of the bytes, and of tokens of a megabyte each."""
    tokens = [bytes([each]) for each in range(256)]
    tokens += [noise(size, seed * number + each) for each in range(number)]
    lines = [b"%s %d" % (base64.b64encode(each), at) for at, each in enumerate(tokens)]
    return {"long.tiktoken": b"\n".join(lines)}


def _many_added(number: int) -> bytes:
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [
        {"id": 10 + each, "content": f"<{each}>", "special": True, **flags}
        for each in range(number)
    ]
    return as_json(_tokenizer(added_tokens=added))


def _pair_of_files(number: int) -> Files:
    vocab = {f"{each:x}": each for each in range(number)}
    return {"vocab.json": as_json(vocab), "merges.txt": b"#version: 0.2\n1 2\n"}


def _unigram(pieces: Iterator[tuple[str, float]]) -> bytes:
    vocab = [["<unk>", 0.0], *([piece, score] for piece, score in pieces)]
    return as_json(_tokenizer(model={"type": "Unigram", "unk_id": 0, "vocab": vocab}))


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def _model(*fields: tuple[int, bytes]) -> bytes:
    """A protocol buffer of fields of bytes, as SentencePiece writes its models."""
    return b"".join(_varint(key << 3 | 2) + _varint(len(data)) + data for key, data in fields)


def _piece(text: bytes, score: float = -1.0, kind: int = 1) -> tuple[int, bytes]:
    return 1, _model((1, text)) + b"\x15" + struct.pack("<f", score) + b"\x18" + bytes([kind])


def _sentencepiece(chart: bytes = b"", pieces: int = 100, length: int = 3) -> bytes:
    """A Unigram model with a chart of its own for normalizing."""
    found = [_piece(b"<unk>", 0, 2), _piece(b"<s>", 0, 3), _piece(b"</s>", 0, 3)]
    found += [_piece(b"%0*d" % (length, each)) for each in range(pieces)]
    normalizer = (3, _model((1, b"own"), (2, chart)))
    return _model(*found, normalizer)


def _chart(trie: int, text: bytes) -> bytes:
    return struct.pack("<I", trie) + text


def _tekken(vocab: object = (), pattern: str = r"\w+") -> bytes:
    return as_json({"config": {"pattern": pattern, "default_vocab_size": 258}, "vocab": vocab})


# Texts


def _with(**changed: object) -> Callable[[], bytes]:
    """Make a small tokenizer.json with some of its parts replaced."""
    return lambda: as_json(_tokenizer(**changed))


def _of_ids(second: int, joined: int) -> Callable[[], bytes]:
    vocab = {"a": 0, "b": second, "ab": joined}
    return _with(model={"type": "BPE", "vocab": vocab, "merges": [["a", "b"]]})


def _replace(text: str, content: str) -> dict[str, object]:
    return {"type": "Replace", "pattern": {"String": text}, "content": content}


def _many_merges(number: int) -> bytes:
    vocab = {"a": 0, "b": 1, "ab": 2}
    model = {"type": "BPE", "vocab": vocab, "merges": [["a", "b"]] * number}
    return as_json(_tokenizer(model=model))


def _ranks(number: int) -> bytes:
    lines = (b"%s %d" % (base64.b64encode(bytes([at])), at) for at in range(256))
    more = (b"%s %d" % (base64.b64encode(b"~%x" % at), 256 + at) for at in range(number))
    return b"\n".join([*lines, *more])


def _wordpiece() -> bytes:
    model = {"type": "WordPiece", "unk_token": "[UNK]", "vocab": {"[UNK]": 0, "a": 1}}
    model |= {"continuing_subword_prefix": "#" * 10**6, "max_input_chars_per_word": 10**9}
    return as_json(_tokenizer(model=model))


def _template() -> bytes:
    special = {"id": "a", "ids": [0] * 1_000, "tokens": ["a"] * 1_000}
    single = [{"SpecialToken": {"id": "a", "type_id": 0}}] * 10**5
    template = {"type": "TemplateProcessing", "single": single, "pair": []}
    return as_json(_tokenizer(post_processor={**template, "special_tokens": {"a": special}}))


def _padding() -> bytes:
    padding = {"strategy": {"Fixed": 10**9}, "direction": "Right", "pad_to_multiple_of": None}
    return as_json(_tokenizer(padding={**padding, "pad_id": 0, "pad_type_id": 0, "pad_token": "a"}))


def _precompiled() -> bytes:
    chart = base64.b64encode(_chart(2**31, b"a" * 99)).decode()
    return as_json(_tokenizer(normalizer={"type": "Precompiled", "precompiled_charsmap": chart}))


_LETTERS = "a" * 400 + "!"


take = partial(bomb, "tokenizer", page="models")
refuse = partial(take, harmless=False)

TOKENIZERS = (
    take("json-growing", "tokenizer.json", growing, text=_EIGHT),
    *(
        take(f"json-growing-{tab}", "tokenizer.json", growing, text=_EIGHT, query={"tab": tab})
        for tab in ("splits", "all", "languages", "edge", "unused")
    ),
    take("json-growing-word", "tokenizer.json", growing, text="x" * 499),
    take("json-long-words", "tokenizer.json", partial(growing, 1_000, "y" * 10**6), text=_EIGHT),
    take("json-doubling", "tokenizer.json", partial(_doubling_json, 22), text="a" * 499),
    take("minbpe-doubling", "x.model", partial(doubling_ids, 40), text="a" * 400),
    take("minbpe-merges", "x.model", lambda: b"minbpe v1\n\n0\n" + b"97 98\n" * 10**6),
    refuse("minbpe-pattern", "x.model", lambda: b"minbpe v1\na{4294967294}\n0\n97 98\n"),
    take(
        "minbpe-slow-pattern",
        "x.model",
        lambda: b"minbpe v1\n(a|aa)+$|!\n0\n97 97\n",
        text="a" * 499 + "!",
    ),
    take("tiktoken-long-tokens", files=partial(_long_tokens, 40, MEGABYTE), times=10),
    take("tiktoken-lines", "a.tiktoken", partial(_ranks, 10**6)),
    refuse("tiktoken-cut", "a.tiktoken", lambda: base64.b64encode(b"abc") + b" 0\nYWJ"),
    refuse("tiktoken-ids", "a.tiktoken", lambda: b"YQ== 99999999999999999999\nYg== 1\n"),
    refuse("json-deep", "tokenizer.json", lambda: b"[" * 10**7),
    refuse(
        "json-deep-normalizers",
        "tokenizer.json",
        lambda: b'{"normalizer":{"type":"Sequence","normalizers":[' * 10**5,
    ),
    take("json-huge-ids", "tokenizer.json", _of_ids(2**31 - 1, 2**62)),
    take("json-id", "tokenizer.json", _of_ids(4 * 10**9, 4 * 10**9 + 1)),
    take("json-added", "tokenizer.json", partial(_many_added, 400_000)),
    take("json-vocabulary", files=partial(_pair_of_files, 2_000_000)),
    take("json-largest-vocabulary", files=partial(_pair_of_files, 3_900_000)),
    take("json-merges", "tokenizer.json", partial(_many_merges, 10**6)),
    *(
        take(f"json-split-{name}", "tokenizer.json", partial(_split_by, each), text=_LETTERS)
        for name, each in PATTERNS.items()
    ),
    take(
        "json-replace-all",
        "tokenizer.json",
        partial(_replace_by, "", "y" * 100_000),
        text="a" * 400,
    ),
    take(
        "json-replace-growing",
        "tokenizer.json",
        _with(normalizer={"type": "Sequence", "normalizers": [_replace("a", "aa")] * 40}),
        text="a" * 9,
    ),
    take(
        "json-prepend",
        "tokenizer.json",
        _with(normalizer={"type": "Prepend", "prepend": "a" * 10**7}),
        text="a b",
    ),
    take("json-nfkc", "tokenizer.json", _with(normalizer={"type": "NFKC"}), text="ﷺ" * 499),
    take("json-precompiled", "tokenizer.json", _precompiled),
    take(
        "json-unigram",
        "tokenizer.json",
        lambda: _unigram((f"{each:x}", -1.0) for each in range(10**6)),
        text="abc",
    ),
    take(
        "json-unigram-scores",
        "tokenizer.json",
        lambda: _unigram((each, -1e308) for each in ("a", "aa", "aaa")),
        text="a" * 499,
    ),
    take(
        "json-unigram-pieces",
        "tokenizer.json",
        lambda: _unigram(("a" * each, -1.0) for each in range(1, 4_000)),
        text="a" * 499,
    ),
    take("json-wordpiece", "tokenizer.json", _wordpiece, text="a" * 499),
    take("json-template", "tokenizer.json", _template, text="a"),
    take(
        "json-decoder", "tokenizer.json", _with(decoder=_replace("a", "a" * 10**6)), text="a" * 400
    ),
    take("json-padding", "tokenizer.json", _padding, text="a"),
    take("json-packed", "tokenizer.json.gz", lambda: packed(growing), text=_EIGHT),
    refuse("json-packed-zeros", "tokenizer.json.gz", lambda: packed(lambda: b" " * 2**29)),
    refuse("json-empty-members", "tokenizer.json.gz", lambda: EMPTY * 200_000),
    refuse("model-nonsense", "x.model", lambda: noise(MEGABYTE)),
    refuse("model-length", "x.model", lambda: b"\n" + _varint(2**62) + b"abc"),
    take(
        "model-chart",
        "x.model",
        lambda: _sentencepiece(_chart(2**31 - 1, b"\x00" * 99)),
        text="abc",
    ),
    take(
        "model-random-chart",
        "x.model",
        lambda: _sentencepiece(_chart(4_096, noise(8_192))),
        text="abc",
    ),
    take(
        "model-long-piece",
        "x.model",
        lambda: _sentencepiece(pieces=30, length=10**6),
        text="0000123",
    ),
    take("model-pieces", "x.model", lambda: _sentencepiece(pieces=10**6, length=7), text="0000123"),
    refuse("model-cut", "x.model", lambda: _sentencepiece()[:-20] + b"\x1a\xff\x7f"),
    refuse("tekken-nonsense", "tekken.json", partial(_tekken, [{"rank": "a"}] * 9)),
    take("tekken-pattern", "tekken.json", partial(_tekken, (), "a{4294967294}")),
    refuse("tokenizer-again", "tokenizer.json", lambda: b'{"a": "' + b"a" * 50 * MEGABYTE, times=6),
    refuse("tokenizer-many-files", files=lambda: {f"{each}.txt": b"a" for each in range(300)}),
)

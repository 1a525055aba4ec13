"""Tokenizer files made to hurt whoever opens them, and what may be said of each."""

import base64
import json

from bpe.text.bytelevel import byte_alias

REPLACE = {"type": "Replace"}
TEXT = "Real tokenizers split words: aaa, naïve 好 " + "a" * 40


def whole(**parts) -> dict[str, bytes]:
    """Write a tokenizer.json of bytes, with some parts replaced."""
    vocabulary = {alias: id_ for id_, alias in enumerate(byte_alias().values())}
    empty = ("truncation", "padding", "normalizer", "pre_tokenizer", "post_processor", "decoder")
    content = {
        "version": "1.0",
        "added_tokens": [],
        **dict.fromkeys(empty),
        "model": {"type": "BPE", "vocab": vocabulary, "merges": [], "unk_token": None},
        **parts,
    }
    return {"tokenizer.json": json.dumps(content).encode()}


def split(pattern: str) -> dict[str, bytes]:
    """Write a tokenizer.json that cuts words by a pattern."""
    stage = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
    return whole(pre_tokenizer=stage | {"invert": False})


def tekken(pattern: str) -> dict[str, bytes]:
    """Write a tekken.json that cuts words by a pattern."""
    bytes_ = (base64.b64encode(bytes([byte])).decode() for byte in range(256))
    content = {
        "config": {"pattern": pattern, "default_vocab_size": 258, "default_num_special_tokens": 2},
        "vocab": [{"rank": rank, "token_bytes": token} for rank, token in enumerate(bytes_)],
    }
    return {"tekken.json": json.dumps(content).encode()}


def minbpe(pattern: str) -> dict[str, bytes]:
    """Write a .model of minbpe that cuts words by a pattern."""
    return {"x.model": f"minbpe v1\n{pattern}\n0\n97 98\n".encode()}


def replacing(text: str, by: str, times: int = 1) -> dict[str, bytes]:
    """Write a tokenizer.json that replaces text again and again."""
    stage = REPLACE | {"pattern": {"String": text}, "content": by}
    return whole(normalizer={"type": "Sequence", "normalizers": [stage] * times})


def added(count: int, content: str = "zz{}zz") -> list[dict]:
    """List tokens beside the model's own."""
    sides = dict.fromkeys(("single_word", "lstrip", "rstrip", "special"), False)
    return [
        {"id": 1000 + at, "content": content.format(at), "normalized": True, **sides}
        for at in range(count)
    ]


DEEP = "(" * 3000 + ")" * 3000
DIGITS = "a{" + "9" * 5000 + "}"

# Files -> the error that opening them or encoding TEXT ends in; None where all goes well.
FILES = {
    "a lookbehind that is compiled to gigabytes": (
        lambda: minbpe("(?<=a{99999999})b"),
        ("tokenizer_memory", "tokenizer_time"),
    ),
    "6 KB of parentheses": (lambda: minbpe(DEEP), ("minbpe",)),
    "parentheses for tiktoken": (lambda: tekken(DEEP), ("refused",)),
    "parentheses for tokenizers": (lambda: split(DEEP), ("refused",)),
    "a number of 5,000 digits": (lambda: minbpe(DIGITS), ("minbpe",)),
    "its like for tokenizers": (lambda: split(DIGITS), ("refused",)),
    "a pattern that calls itself": (lambda: split(r"(?<x>(\g<x>|b)*a)"), ("refused",)),
    "a pattern that never ends": (
        lambda: minbpe("(?:a|a)+b"),
        ("tokenizer_text_time", "slow_words"),
    ),
    "one for tokenizers": (lambda: split(r"(?=(\w+\s?)*!$)(a|b)"), ("refused",)),
    "one for tiktoken": (lambda: tekken(r"(?=(\w+\s?)+!z)(a)\1|."), ("refused",)),
    "a loop of replacements": (
        lambda: replacing("a", "a" * 10, times=9),
        ("tokenizer_text_memory", "tokenizer_text_time"),
    ),
    "a replacement of 100 KB": (
        lambda: replacing("aaa,", "x" * 10**5),
        ("tokenizer_many_tokens", "tokenizer_text_time"),
    ),
    "2 MB put in front": (
        lambda: whole(normalizer={"type": "Prepend", "prepend": "ab" * 10**6}),
        ("tokenizer_many_tokens", "tokenizer_text_time"),
    ),
    "a decoder that writes 10 MB": (
        lambda: whole(decoder=REPLACE | {"pattern": {"String": "a"}, "content": "b" * 10**5}),
        ("tokenizer_long_text",),
    ),
    "50,000 added tokens": (lambda: whole(added_tokens=added(50_000)), (None,)),
}

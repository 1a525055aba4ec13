"""Hostile tokenizer files, each with the errors that reading them may end in."""

import base64
import gzip
import json

from bpe.text.characters import byte_alias
from tests.unit.input.bombs import growing

REPLACE = {"type": "Replace"}
TEXT = "Real tokenizers split words: aaa, naïve 好 x x x x x x x x " + "a" * 40


def whole(**parts) -> dict[str, bytes]:
    """Write a tokenizer.json with a vocabulary of single bytes, with some parts replaced."""
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
    """Write a tokenizer.json that splits text by a pattern."""
    stage = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
    return whole(pre_tokenizer=stage | {"invert": False})


def replacing(text: str, by: str, times: int = 1) -> dict[str, bytes]:
    """Write a tokenizer.json whose normalizer replaces a text several times."""
    stage = REPLACE | {"pattern": {"String": text}, "content": by}
    return whole(normalizer={"type": "Sequence", "normalizers": [stage] * times})


def added(count: int, content: str = "zz{}zz") -> list[dict]:
    sides = dict.fromkeys(("single_word", "lstrip", "rstrip", "special"), False)
    return [
        {"id": 1000 + at, "content": content.format(at), "normalized": True, **sides}
        for at in range(count)
    ]


def long_tokens(count: int, size: int) -> dict[str, bytes]:
    """Write a packed tiktoken file with some tokens of very many bytes."""
    tokens = [bytes([byte]) for byte in range(256)]
    tokens += [bytes([place + 1]) * (size - place) for place in range(count)]
    lines = [b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(tokens)]
    return {"long.tiktoken.gz": gzip.compress(b"".join(lines), 1)}


DEEP = "(" * 3000 + ")" * 3000
DIGITS = "a{" + "9" * 5000 + "}"

# Files -> codes of the errors that opening them or encoding TEXT may raise; None: no error.
FILES = {
    "6 KB of parentheses": (lambda: split(DEEP), ("refused",)),
    "a number of 5,000 digits": (lambda: split(DIGITS), ("refused",)),
    "a pattern that calls itself": (lambda: split(r"(?<x>(\g<x>|b)*a)"), ("refused",)),
    "a pattern that never ends": (lambda: split(r"(?=(\w+\s?)*!$)(a|b)"), ("refused",)),
    "a replacement of 100 KB": (
        lambda: replacing("aaa,", "x" * 10**5),
        ("tokenizer_many_tokens", "tokenizer_text_time"),
    ),
    "a decoder that writes 10 MB": (
        lambda: whole(decoder=REPLACE | {"pattern": {"String": "a"}, "content": "b" * 10**5}),
        ("work_size",),
    ),
    "10,000 added tokens": (lambda: whole(added_tokens=added(10_000)), (None,)),
    "12 MB of a chain of merges": (
        lambda: {"tokenizer.json": growing()},
        (None, "tokenizer_many_tokens", "tokenizer_text_time", "tokenizer_memory"),
    ),
    "5 tokens of 20 KB": (lambda: long_tokens(5, 20_000), (None,)),
    "an added token of 100 KB": (lambda: whole(added_tokens=added(1, "a" * 10**5)), (None,)),
}

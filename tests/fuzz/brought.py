"""Files as strangers bring them: real ones of every kind, damaged; each made from a number."""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pyarrow
from pyarrow import parquet

from bpe import Corpus, train
from bpe.interchange import merges_text, to_subword_nmt_codes, to_tiktoken, to_tokenizer_json

File = tuple[str, bytes]

_TEXT = "low low lower newest 好的\n\nwide naïve e\u0301 \U0001f469\u200d\U0001f680"
_TABLE = "word,count\nlow,5\nlower,2\nnewest,6\n"
_COUNTED = '{"counted": {"files": 1, "documents": 2, "scheme": {"units": "characters"}}}\n'
_ROWS = '{"word": "low", "count": 5}\n{"word": "好", "count": 2}\n'
_BETWEEN = (
    *(b"", b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\r", b"\n\n", b'"', b"'", b",", b"\t"),
    *(b"null", b"-1", b"1e999", b"NaN", b"[]", b"{}", b"[" * 3_000, b"9" * 400, b"\xed\xa0\x80"),
    *(b"a" * 70_000, b"\xcc\x81" * 999, "\ufdfa\u202e\u2028</w>Ġ##▁".encode(), b"<|endoftext|>"),
)
_NUMBERS = (b"0", b"-1", b"1", b"255", b"256", b"65536", b"4294967296", b"1" + b"0" * 30, b"1.5")


@cache
def texts() -> dict[str, bytes]:
    """Texts, lines of JSON, and tables."""
    found = {
        "a.txt": _TEXT.encode(),
        "a.md": b"# low\n\n`lower` $x$",
        "b.txt": _TEXT.encode("utf-16"),
        "c.txt": _TEXT[:22].encode("gb18030"),
        "d.txt": "naïve café".encode("latin-1"),
        "a.csv": _TABLE.encode(),
        "b.csv": b"a;b;c\n1;2;3\nx;-4;nan\n",
        "c.csv": _TABLE.encode("utf-32"),
        "a.tsv": _TABLE.replace(",", "\t").encode(),
        "a.jsonl": b'{"text": "low lower"}\n{"text": "newest", "more": [1, {"a": null}]}\n',
        "b.jsonl": (_COUNTED + _ROWS).encode(),
        "a.ndjson": _ROWS.encode(),
        "d.csv": b'"word","count"\r\n"low",5\r\n"\xe5\xa5\xbd",2\r\n',
    }
    return found | {f"{at}.parquet": table(Random(at)) for at in range(12)}


def table(chance: Random) -> bytes:
    """Write a table of columns of any kind."""
    rows = chance.randrange(12)
    columns = {}
    for name in chance.sample(["word", "count", "text", "n", "a"], chance.randint(1, 4)):
        kind = chance.choice(_COLUMNS)
        columns[name] = kind([chance.randrange(-3, 400) for _ in range(rows)])
    file = io.BytesIO()
    parquet.write_table(
        pyarrow.table(columns),
        file,
        compression=chance.choice(["none", "snappy", "gzip", "zstd", "brotli", "lz4"]),
        use_dictionary=chance.random() < 0.5,
        row_group_size=chance.choice([1, 3, 100]),
        data_page_size=chance.choice([1, 1_000]),
        data_page_version=chance.choice(["1.0", "2.0"]),
    )
    return file.getvalue()


_COLUMNS: tuple[Callable[[list[int]], Any], ...] = (
    lambda found: pyarrow.array([f"w{each}" for each in found]),
    lambda found: pyarrow.array([f"w{each}".encode() for each in found], pyarrow.binary()),
    lambda found: pyarrow.array(["w" * 5_000 for _ in found], pyarrow.large_string()),
    lambda found: pyarrow.array([abs(each) + 1 for each in found]),
    lambda found: pyarrow.array([float(each) for each in found]),
    lambda found: pyarrow.array([each if each > 0 else None for each in found]),
    lambda found: pyarrow.array([[each] * 3 for each in found], pyarrow.list_(pyarrow.int64())),
    lambda found: (
        pyarrow.array([{"a": each} for each in found], pyarrow.struct([("a", pyarrow.int8())]))
        if all(-128 <= each < 128 for each in found)
        else pyarrow.array(found)
    ),
    lambda found: pyarrow.array(found, pyarrow.int64()).cast(pyarrow.timestamp("ms")),
    lambda found: pyarrow.array([f"w{each % 3}" for each in found]).dictionary_encode(),
    lambda found: pyarrow.nulls(len(found)),
)


@cache
def tokenizers() -> dict[str, bytes]:
    """Tokenizers as other libraries write them."""
    ours = train(Corpus.from_text("low lower newest widest low lowest 好的 naïve"), "gpt")
    written = to_tokenizer_json(ours)
    content = json.loads(written)
    parts = {
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "NFKC"},
                {"type": "Replace", "pattern": {"Regex": "l+"}, "content": "ll"},
                {"type": "Prepend", "prepend": "▁"},
            ],
        },
        "pre_tokenizer": {
            "type": "Split",
            "pattern": {"Regex": r"\w+|\s"},
            "behavior": "Isolated",
            "invert": False,
        },
        "decoder": {"type": "ByteFallback"},
    }
    unigram = [["<unk>", 0.0], ["▁low", -1.5], ["l", -3.0], ["o", -3.5], ["w", -4.0]]
    pieces = {"[UNK]": 0, "low": 1, "##er": 2, "l": 3, "##o": 4}
    more = {
        "parts": content | parts,
        "unigram": content | {"model": {"type": "Unigram", "unk_id": 0, "vocab": unigram}},
        "wordpiece": content
        | {
            "model": {
                "type": "WordPiece",
                "vocab": pieces,
                "unk_token": "[UNK]",
                "continuing_subword_prefix": "##",
                "max_input_chars_per_word": 100,
            }
        },
    }
    return {
        "tokenizer.json": written.encode(),
        **{f"{name}.json": json.dumps(each).encode() for name, each in more.items()},
        "gpt.tiktoken": to_tiktoken(ours).encode(),
        "x.model": b"minbpe v1\n\\w+|\\s\n1\n<s> 300\n97 98\n256 99\n",
        "y.model": _sentencepiece(),
        "tekken.json": b'{"config": {"pattern": "\\\\w+", "default_vocab_size": 258}, "vocab": []}',
        "vocab.json": b'{"a": 0, "b": 1, "ab": 2}',
        "vocab.txt": b"[UNK]\n[CLS]\na\n##b\nab\n",
    }


def _sentencepiece() -> bytes:
    import sentencepiece

    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["low lower newest widest low lowest"] * 9),
        model_writer=model,
        vocab_size=20,
        model_type="bpe",
        byte_fallback=False,
        minloglevel=2,
    )
    return model.getvalue()


@cache
def merges() -> dict[str, bytes]:
    """Lists of merges as trainers print them."""
    ours = train(Corpus.from_text("low lower newest low"), "paper")
    return {
        "merges.txt": merges_text(ours).encode(),
        "codes.txt": to_subword_nmt_codes(ours).encode(),
        "ids.txt": b"108 111\n256 119\n257 257\n258 258\n",
        "merges.json": b'[["l", "o"], ["lo", "w"], ["108", "111"]]',
        "print.txt": b"[(b'l', b'o'), ('lo', 'w'), (108, 111)]",
        **tokenizers(),
    }


KINDS: dict[str, Callable[[], dict[str, bytes]]] = {
    "text": texts,
    "tokenizer": tokenizers,
    "merges": merges,
}


def file(kind: str, number: int) -> File:
    """Return the file of a kind that a number stands for."""
    chance = Random(f"{kind} {number}")
    seeds = KINDS[kind]()
    name = chance.choice(list(seeds))
    data = seeds[name]
    if name.endswith(".parquet") and chance.random() < 0.5:
        data = table(chance)
    if name.endswith(".json") and chance.random() < 0.6:
        data = _changed_json(data, chance)
    else:
        for _ in range(chance.choice([0, 1, 1, 2, 4])):
            data = chance.choice(_CHANGES)(data, chance, seeds)
    if chance.random() < 0.1:
        name = chance.choice([*seeds, "a", ".gz", "a.b.c", "<b>.txt", "a.txt.gz.gz"])
    if chance.random() < 0.2:
        name, data = _packed(name, data, chance)
    return name, data


def _packed(name: str, data: bytes, chance: Random) -> File:
    if chance.random() < 0.5:
        part = gzip.compress(data, 1, mtime=0)
        # Many parts of a large file are large to make, in a process that has little memory.
        most = 300 if len(part) < 10_000 else 2
        name, data = f"{name}.gz", part * chance.choice([1, 1, 1, 2, most])
    else:
        name, data = f"{name}.zst", pyarrow.compress(data, "zstd", asbytes=True)
    return name, _flipped(data, chance, {}) if chance.random() < 0.3 else data


def _place(data: bytes, chance: Random) -> tuple[int, int]:
    begin = chance.randrange(len(data) + 1)
    return begin, min(len(data), begin + int(chance.expovariate(0.1)))


def _flipped(data: bytes, chance: Random, _: object) -> bytes:
    if not data:
        return data
    at = chance.randrange(len(data))
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def _cut(data: bytes, chance: Random, _: object) -> bytes:
    begin, end = _place(data, chance)
    return data[:begin] + data[end:]


def _ended(data: bytes, chance: Random, _: object) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _repeated(data: bytes, chance: Random, _: object) -> bytes:
    begin, end = _place(data, chance)
    return data[:begin] + data[begin:end] * chance.choice([2, 3, 300]) + data[end:]


def _between(data: bytes, chance: Random, _: object) -> bytes:
    begin, end = _place(data, chance)
    return data[:begin] + chance.choice(_BETWEEN) + data[chance.choice([begin, end]) :]


def _spliced(data: bytes, chance: Random, seeds: dict[str, bytes]) -> bytes:
    begin, end = _place(data, chance)
    other = chance.choice(list(seeds.values()))
    first, last = _place(other, chance)
    return data[:begin] + other[first:last] + data[end:]


def _renumbered(data: bytes, chance: Random, _: object) -> bytes:
    found = list(re.finditer(rb"\d+", data[:100_000]))
    if not found:
        return data
    begin, end = chance.choice(found).span()
    return data[:begin] + chance.choice(_NUMBERS) + data[end:]


def _shuffled(data: bytes, chance: Random, _: object) -> bytes:
    lines = data.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


_CHANGES = (_flipped, _cut, _ended, _repeated, _between, _spliced, _renumbered, _shuffled)


def _changed_json(data: bytes, chance: Random) -> bytes:
    """Change one to three values, wherever they are."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return data
    root = {"": content}
    for _ in range(chance.choice([1, 1, 2, 3])):
        at, key = root, ""
        while isinstance(at[key], dict | list) and at[key] and chance.random() < 0.8:
            at = at[key]
            key = chance.choice(list(at) if isinstance(at, dict) else range(len(at)))
        if chance.random() < 0.2 and isinstance(at, dict) and at is not root:
            del at[key]
        else:
            at[key] = _value(chance, at[key])
    return json.dumps(root[""]).encode("utf-8", "surrogatepass")


def _value(chance: Random, before: Any) -> Any:
    nested: Any = 0
    for _ in range(chance.choice([3, 300])):
        nested = [nested]
    return chance.choice(
        [
            *(None, True, 0, -1, 2**31, 2**64, 10**30, 0.5, 1e300, "", "a" * 60_000, "\ud800"),
            *(chr(0), "(", "a{4294967294}", "(a|aa)+$", [], {}, [before] * 3, {"a": before}),
            *(nested, [before], str(before)[:99], {"type": "Replace"}, {"Regex": "(?=a)*"}),
        ]
    )

"""Texts, archives of them and lines of JSON, that are much to unpack, to decode or to cut."""

from __future__ import annotations

import gzip
import io
import struct
from functools import partial

import pyarrow

from tests.browser.wall.bombs.bomb import (
    EMPTY,
    LARGEST,
    MEGABYTE,
    PATTERN,
    as_json,
    bomb,
    letters,
    noise,
    packed,
    words,
)

_ONE = gzip.compress(b"a ", mtime=0)
_ZST_EMPTY = b"\x28\xb5\x2f\xfd\x20\x00\x01\x00\x00"
_ZST_SKIPPED = b"\x50\x2a\x4d\x18\x00\x00\x00\x00"


def _zeros(size: int, kind: str) -> bytes:
    """Pack so many zeros, a megabyte at a time."""
    packed = io.BytesIO()
    with pyarrow.CompressedOutputStream(packed, kind) as stream:
        for _ in range(size // MEGABYTE):
            stream.write(b"a" * MEGABYTE)
        stream.flush()
        return packed.getvalue()


def _long_name(size: int) -> bytes:
    """A gzip whose header holds a file's name of so many bytes."""
    return _ONE[:3] + b"\x08" + _ONE[4:10] + b"n" * size + b"\0" + _ONE[10:]


def _zst_window(log: int) -> bytes:
    """A frame of Zstandard that asks for a window of 2**log bytes and says nothing."""
    return b"\x28\xb5\x2f\xfd" + bytes([0, (log - 10) << 3]) + b"\x01\x00\x00"


def _zst_repeated(blocks: int) -> bytes:
    """A frame of blocks that each repeat one byte 128 KB long, four bytes a block."""
    size = 128 * 1024
    block = struct.pack("<I", (size << 3) | 2)[:3] + b"a"
    last = struct.pack("<I", (size << 3) | 3)[:3] + b"a"
    return b"\x28\xb5\x2f\xfd\x00\x58" + block * (blocks - 1) + last


take = partial(bomb, "corpus")
refuse = partial(take, harmless=False)

TEXTS = (
    refuse("gz-empty-members", "a.txt.gz", lambda: EMPTY * 200_000),
    take("gz-members", "a.txt.gz", lambda: _ONE * 180_000),
    refuse("gz-zeros", "a.txt.gz", lambda: packed(lambda: b"a" * 2**29)),
    take("gz-long-name", "a.txt.gz", lambda: _long_name(LARGEST - 99)),
    take("gz-trailing", "a.txt.gz", lambda: _ONE + b"\x00" * (LARGEST - 99)),
    refuse("gz-cut", "a.txt.gz", lambda: packed(lambda: noise(10**6))[:-99]),
    take("gz-twice", "a.txt.gz.gz", lambda: packed(lambda: packed(lambda: b"a" * 2**29))),
    refuse("zst-zeros", "a.txt.zst", lambda: _zeros(2**30, "zstd")),
    refuse("zst-repeated", "a.txt.zst", lambda: _zst_repeated(10**6)),
    refuse("zst-window", "a.txt.zst", lambda: _zst_window(31)),
    refuse("zst-empty-frames", "a.txt.zst", lambda: _ZST_EMPTY * 2 * 10**6),
    refuse("zst-skipped-frames", "a.txt.zst", lambda: _ZST_SKIPPED * 2 * 10**6),
    take("jsonl-one-line", "a.jsonl", lambda: as_json({"text": "a b " * 4_900_000})),
    refuse("jsonl-deep", "a.jsonl", lambda: b"[" * 10**7),
    refuse("jsonl-deep-objects", "a.jsonl", lambda: b'{"text":' * 2_000_000),
    take("jsonl-empty-lines", "a.jsonl", lambda: b"\n" * LARGEST),
    take("jsonl-many", "a.jsonl", lambda: b'{"text":"a"}\n' * 1_500_000),
    take("jsonl-keys", "a.jsonl", lambda: as_json({f"k{each}": 1 for each in range(10**6)})),
    take("jsonl-numbers", "a.jsonl", lambda: b'{"text": ' + b"9" * 10**7 + b"}"),
    refuse("txt-nothing", "a.txt", lambda: b"\x00" * LARGEST),
    refuse("txt-random", "a.txt", lambda: noise(LARGEST)),
    take("txt-above", "a.txt", lambda: bytes(each | 128 for each in noise(LARGEST))),
    take("txt-one-letter", "a.txt", lambda: b"a" * LARGEST),
    take("txt-one-word", "a.txt", lambda: letters(900_000).encode()),
    take("txt-words", "a.txt", lambda: words(2 * 10**6)),
    take(
        "txt-long-words",
        "a.txt",
        lambda: "\n".join(letters(90_000 + each) for each in range(200)).encode(),
    ),
    take("txt-lines", "a.txt", lambda: b"\n" * LARGEST),
    take("txt-spaces", "a.txt", lambda: b" " * (LARGEST - 1) + b"a"),
    take("txt-marks", "a.txt", lambda: ("a" + "́" * 9_900_000).encode()),
    take(
        "txt-growing",
        "a.txt",
        lambda: ("ﷺ " * 4_900_000).encode(),
        query={"scheme": "sentencepiece"},
    ),
    take(
        "txt-alphabet",
        "a.txt",
        lambda: " ".join(chr(each) for each in range(131_072, 172_032)).encode() * 80,
    ),
    take("txt-utf16", "a.txt", lambda: ("a b c " * 10**6).encode("utf-16")),
    take("txt-utf16-odd", "a.txt", lambda: ("a b c " * 10**6).encode("utf-16")[:-1]),
    take("txt-utf32", "a.txt", lambda: ("a b c " * 8 * 10**5).encode("utf-32")),
    take("txt-surrogates", "a.txt", lambda: b"\xed\xa0\x80 " * 10**6),
    take("txt-bidi", "a.txt", lambda: ("\u202e\u2066a\x00b " * 10**6).encode()),
    take("txt-gpt", "a.txt", lambda: letters(LARGEST, "ab").encode(), query={"scheme": "gpt"}),
    *(
        take(
            f"txt-{scheme}-word",
            "a.txt",
            lambda: letters(99_000).encode(),
            query={"scheme": scheme},
        )
        for scheme in ("minbpe", "cs336", "wordpiece", "sentencepiece", "subword-nmt")
    ),
    *(
        take(f"txt-tab-{tab}", "a.txt", partial(words, 450_000), query={"tab": tab})
        for tab in ("pairs", "words", "vocabulary", "stop", "claims", "downloads")
    ),
    take(
        "txt-line-ends",
        "a.txt",
        lambda: ("甲" * 300 + "。”" + "！" * 99).encode() * 4_000,
        query={"scheme": "sentencepiece"},
    ),
    # In a file: a browser takes minutes to break it into the lines of a box.
    take("txt-dots", "a.txt", lambda: ("。" * 99_000).encode(), query={"scheme": "sentencepiece"}),
    refuse("file-too-large", "a.txt", lambda: b"a " * 33 * MEGABYTE),
    refuse("file-unknown", "a.exe.gz", lambda: packed(lambda: noise(10**6))),
    refuse("file-again", "a.csv", lambda: b'word,count\n"' + b"a\n" * 9_900_000, times=8),
    take(
        "file-pattern",
        "a.txt",
        lambda: b"a" * 10**6 + b"!",
        query={"scheme": "gpt", "pattern": PATTERN},
    ),
)

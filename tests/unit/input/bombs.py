"""Small files that are large once they are read. Each is made when it is asked for."""

import gzip
import json

import pyarrow


def zst(data: bytes) -> bytes:
    packed: bytes = pyarrow.compress(data, codec="zstd", asbytes=True)
    return packed


def growing() -> bytes:
    """A tokenizer.json that replaces each x by 2,000 letters, and merges all of them: 12 MB."""
    tokens = ["y" * each for each in range(1, 3_401)]
    model = {"type": "BPE", "vocab": {each: at for at, each in enumerate(tokens)}}
    normalizer = {"type": "Replace", "pattern": {"String": "x"}, "content": "y" * 2_000}
    model["merges"] = [[each, "y"] for each in tokens[:-1]]
    return json.dumps({"version": "1.0", "normalizer": normalizer, "model": model}).encode()


BOMBS = {
    "columns.csv": lambda: b"word,count" + b"," * 16_000 + b"\n" + b"a,1\n" * 16_000,
    "quote.csv": lambda: b'a,1\n"' + b"bb,\n" * 4_000_000,
    "zeros.csv": lambda: bytes(20_000_000),
    "members.txt.gz": lambda: gzip.compress(b"", mtime=0) * 200_000,
    "zeros.txt.zst": lambda: zst(bytes(2**27)),
    "deep.jsonl": lambda: b"[" * 10_000_000,
    "utf16.txt": lambda: b"\xff\xfe" + b"a\x00" * 9_000_000 + b"a",
    "deep.json": lambda: b'{"normalizer":' + b"[" * 10**7,
    "length.model": lambda: b"\n" + b"\xff" * 8 + b"\x01" + bytes(2**24),
    "lines.tiktoken": lambda: b"YQ== 99999999999999999999\n" * 10**6,
    "merges.txt": lambda: b"(" * 3 * 10**6,
}
"""Name of a file -> what makes it, one of each kind: tables, packed texts, tokenizers, a list."""
